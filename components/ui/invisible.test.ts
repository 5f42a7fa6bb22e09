import { describe, expect, test } from 'vitest';
import { splitInvisible } from './invisible.ts';

const chips = (text: string) =>
  splitInvisible(text).flatMap((part) => (part.kind === 'chip' ? [part.code] : []));

describe('invisible text', () => {
  test('[UD10] shows bidi controls, zero-width characters and odd spaces by their code', () => {
    expect(chips('admin\u202Egnp.exe')).toEqual(['U+202E']);
    expect(chips('a\u200Bb\u2060c\u00ADd\uFEFF')).toEqual(['U+200B', 'U+2060', 'U+00AD', 'U+FEFF']);
    expect(chips('a\u00A0b')).toEqual(['U+00A0']);
    expect(chips('tag \u{E0041}')).toEqual(['U+E0041']);
  });
  test('[UD10] shows letters that only look Latin inside a Latin word, and leaves other scripts alone', () => {
    expect(chips('p\u0430ypal.com')).toEqual(['U+0430']);
    expect(chips('Привет, мир')).toEqual([]);
    expect(chips('καλημέρα')).toEqual([]);
  });
  test('leaves line breaks and tabs as they are and loses nothing', () => {
    const text = 'select 1;\n\tselect "ä" -- ✓';
    expect(splitInvisible(text)).toEqual([{ kind: 'text', text }]);
    expect(splitInvisible('')).toEqual([{ kind: 'text', text: '' }]);
  });
});
