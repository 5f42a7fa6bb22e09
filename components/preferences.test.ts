import { expect, test } from 'vitest';
import { readPreferences } from './preferences.ts';

test('what was stored is kept as far as it makes sense', () => {
  expect(readPreferences(null).theme).toBe('system');
  expect(readPreferences('{"theme":"dark","density":"compact"}')).toMatchObject({
    theme: 'dark',
    density: 'compact',
    motion: 'system',
  });
  for (const broken of ['', '{', 'null', '[]', '7', '{"theme":"pink","other":1}'])
    expect(readPreferences(broken)).toEqual(readPreferences(null));
});
