import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { stateLooks } from '#components/marks/state-looks.ts';
import { diffKinds, effects, MarksSection, tiers, versionStates } from './marks-section.tsx';
import { stateMarks } from './fixtures.ts';

const html = renderToStaticMarkup(createElement(MarksSection));

test('every state, effect, tier, difference and version word is in the gallery', () => {
  const marks = [
    ...Object.keys(stateLooks).map((state) => `state ${state}`),
    ...effects.map((effect) => `effect ${effect}`),
    ...tiers.map((tier) => `tier ${tier}`),
    ...diffKinds.map((kind) => `diff ${kind}`),
    ...versionStates.map((state) => `version ${state}`),
  ];
  for (const mark of marks) expect(html).toContain(`data-mark="${mark}"`);
  for (const { word } of Object.values(stateLooks)) expect(html).toContain(word);
});
test('the cards of the gallery have every state that a step can have', () => {
  const shown = new Set(Object.values(stateMarks).map(({ state }) => state));
  expect(Object.keys(stateLooks).filter((state) => !shown.has(state as keyof typeof stateLooks))).toEqual([]);
});
