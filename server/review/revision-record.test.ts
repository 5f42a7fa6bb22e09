import { expect, test } from 'vitest';
import { planHash } from '#core/plan/normal-form.ts';
import { aPlan, testCatalog, writeWork } from '#core/testing/build-plan.ts';
import { ana, done, given, planner, prepares } from '#core/testing/given.ts';
import { revisionRecord } from './revision-record.ts';

test('[UC5] a comparison knows what the run knew when it proposed the version, and not what happened since', async () => {
  const document = aPlan('a, w, z', {
    steps: { w: { work: writeWork('rows', 1) }, z: { work: writeWork('users', 1) } },
  });
  const next = {
    ...document,
    steps: document.steps.map((step) => (step.id === 'w' ? { ...step, work: writeWork('rows', 2) } : step)),
  };
  const run = done(given(document, { planHash: planHash(document) }), 'a');
  run.and(prepares('z'), { type: 'request-replan', reason: 'Another way.', actor: ana });
  run.and({
    type: 'propose-revision',
    actor: planner,
    planVersion: 2,
    document: next,
    planHash: planHash(next),
    note: 'Two.',
    provenance: { role: 'recovery', kind: 'playbook', ref: 'test@1' },
    catalog: testCatalog,
    earlierHashes: [],
  });
  const reads: number[] = [];
  const store = {
    readEvents: (_workspace: string, _run: string, after: number, limit = 100) => {
      reads.push(after);
      return Promise.resolve(run.log.filter(({ version }) => version > after).slice(0, limit));
    },
  };
  const record = await revisionRecord(store, 'w', 'r', 2);
  expect(record).toMatchObject({ finished: ['a'], gated: ['z'], number: 1, limit: 2 });
  expect(record?.reviewReasons).toMatchObject([{ code: 'changed-arguments', stepId: 'w' }]);
  await revisionRecord(store, 'w', 'r', 2);
  expect(reads).toEqual([0]);
  expect(await revisionRecord(store, 'w', 'r', 3)).toBeUndefined();
});
