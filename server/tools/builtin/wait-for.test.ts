import { expect, test } from 'vitest';
import type { Json, JsonObject } from '#core/json.ts';
import type { ToolContext } from '../tool.ts';
import { waitFor } from './wait-for.ts';

const NOW = Date.parse('2027-01-01T00:00:00Z');
type Answer = Awaited<ReturnType<NonNullable<ToolContext['wait']>['probe']>>;
const read = (output: Json): Answer => ({ ok: true, output });
function look(args: JsonObject, after: number, answer: Answer = read(null)) {
  const wait = { since: NOW, now: NOW + after, probe: async () => answer };
  return waitFor.execute(args, { wait } as unknown as ToolContext);
}
const condition = (more: JsonObject = {}): JsonObject => ({
  condition: {
    probe: { tool: 'http.request', args: {} },
    expr: 'probe.body.lag < inputs.most',
    inputs: { most: 5 },
  },
  atMostSeconds: 600,
  everySeconds: 60,
  ...more,
});

test('a time that has not come says when to look again; one that has come is over', async () => {
  expect(await look({ seconds: 90 }, 89_999)).toMatchObject({ outcome: 'not-yet', againAt: NOW + 90_000 });
  expect(await look({ seconds: 90 }, 90_000)).toEqual({ outcome: 'read', output: { waitedMs: 90_000 } });
  expect(await look({ until: '2027-01-01T01:00:00+01:00' }, 0)).toMatchObject({ outcome: 'read' });
  expect(await look({ until: '2027-01-01T00:00:01Z' }, 0)).toMatchObject({
    outcome: 'not-yet',
    againAt: NOW + 1_000,
    message: 'It waits until 2027-01-01T00:00:01.000Z.',
  });
  expect(await look({ until: '2028-01-01T00:00:01Z' }, 0)).toMatchObject({
    outcome: 'not-applied',
    failure: { class: 'permanent', code: 'wait-too-long' },
  });
});

test('a condition is looked at until it holds or its time is over, and never later than that', async () => {
  expect(await look(condition(), 0, read({ body: { lag: 7 } }))).toMatchObject({
    outcome: 'not-yet',
    againAt: NOW + 60_000,
  });
  expect(await look(condition(), 570_000, read({ body: { lag: 7 } }))).toMatchObject({
    againAt: NOW + 600_000,
  });
  expect(await look(condition(), 600_000, read({ body: { lag: 7 } }))).toMatchObject({
    outcome: 'not-applied',
    failure: { class: 'permanent', code: 'wait-over' },
  });
  expect(await look(condition(), 600_001, read({ body: { lag: 4 } }))).toEqual({
    outcome: 'read',
    output: { waitedMs: 600_001, probe: { body: { lag: 4 } } },
  });
});

test('what cannot be reached is not there yet; what is refused or makes no sense fails at once', async () => {
  const failing = (failureClass: 'transient' | 'timed-out' | 'denied'): Answer => ({
    ok: false,
    failure: { class: failureClass, code: 'x', message: 'No.' },
  });
  expect(await look(condition(), 0, failing('transient'))).toMatchObject({
    outcome: 'not-yet',
    message: 'No.',
  });
  expect(await look(condition(), 0, failing('timed-out'))).toMatchObject({ outcome: 'not-yet' });
  expect(await look(condition(), 0, failing('denied'))).toMatchObject({ failure: { class: 'denied' } });
  expect(await look(condition(), 0, read({}))).toMatchObject({ failure: { code: 'wait-condition' } });
  const number = condition({ condition: { probe: { tool: 't', args: {} }, expr: '1 + 1' } });
  expect(await look(number, 0)).toMatchObject({ failure: { code: 'wait-condition' } });
  expect(await waitFor.execute({ seconds: 1 }, {} as ToolContext)).toMatchObject({
    failure: { code: 'waits' },
  });
});

test.each<[string, JsonObject, string | undefined]>([
  ['no length', {}, 'exactly one'],
  ['two lengths', { seconds: 1, until: '2027-01-01T00:00:00Z' }, 'exactly one'],
  [
    'a condition without a limit',
    condition({ atMostSeconds: undefined as unknown as Json }),
    'atMostSeconds',
  ],
  ['too many looks', condition({ atMostSeconds: 86_400, everySeconds: 5 }), '17280 looks'],
  [
    'another name',
    condition({ condition: { probe: { tool: 't', args: {} }, expr: 'run.id == "r"' } }),
    '"run"',
  ],
  [
    'no expression',
    condition({ condition: { probe: { tool: 't', args: {} }, expr: 'probe ==' } }),
    'condition',
  ],
  ['a right one', condition(), undefined],
])('%s', (_, args, problem) => {
  const said = waitFor.refuse?.(args);
  if (problem === undefined) expect(said).toBeUndefined();
  else expect(said).toContain(problem);
});
