import { expect, test } from 'vitest';
import { createKeptInputs, keepInput, renamePlaces } from './kept-inputs.ts';

test('what was typed stays under its place until it is given up, and follows a renamed step', () => {
  const store = createKeptInputs();
  const places = () => [...store.getState().inputs.keys()];
  keepInput(store, 'step:a/timeoutMs', { text: 'soon', message: 'no duration' });
  keepInput(store, 'step:ab/timeoutMs', { text: 'later', message: 'no duration' });
  keepInput(store, 'step:a#json', { text: '{', message: 'no JSON' });
  renamePlaces(store, 'step:a', 'step:b');
  expect(places()).toEqual(['step:b/timeoutMs', 'step:ab/timeoutMs', 'step:b#json']);
  expect(store.getState().inputs.get('step:b/timeoutMs')?.text).toBe('soon');
  keepInput(store, 'step:b#json', undefined);
  expect(places()).toEqual(['step:b/timeoutMs', 'step:ab/timeoutMs']);
});
