import { describe, expect, test } from 'vitest';
import { diffWord } from './diff-tab.tsx';
import { effectWord } from './risk-mark.tsx';
import { stateLooks } from './state-looks.ts';
import { tierWord } from './tier-mark.tsx';

describe('[case 124] [UA10] what colour says, word and icon say too', () => {
  const looks = Object.entries(stateLooks);
  test.each(looks.map(([state], index) => [state, index] as const))(
    '%s differs from every other state in word and icon',
    (state, index) => {
      for (const [other, look] of looks.slice(index + 1)) {
        const mine = looks[index]?.[1];
        expect(look.word, `${state} and ${other}`).not.toBe(mine?.word);
        expect(look.icon, `${state} and ${other}`).not.toBe(mine?.icon);
      }
    },
  );
  test('no word is used for two things', () => {
    const words = [
      ...looks.map(([, { word }]) => word),
      ...(['added', 'removed', 'changed', 'again', 'moved'] as const).map(diffWord),
      ...(['read', 'write', 'irreversible'] as const).map(effectWord),
      ...(['auto', 'low', 'high', 'critical'] as const).map(tierWord),
    ];
    expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
  });
  test('unknown is never said as failed or as a timeout', () => {
    expect(stateLooks.unknown.word).toBe('Outcome unknown');
  });
});
