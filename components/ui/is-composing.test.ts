import { expect, test } from 'vitest';
import { isComposing } from './is-composing.ts';

test('[case 126] the Enter that ends a word of an input method belongs to it, and the next one does not', () => {
  const enter = (composing: boolean, keyCode: number) =>
    isComposing({ nativeEvent: { isComposing: composing, keyCode } });
  expect([enter(true, 13), enter(true, 229), enter(false, 229)]).toEqual([true, true, true]);
  expect(enter(false, 13)).toBe(false);
});
