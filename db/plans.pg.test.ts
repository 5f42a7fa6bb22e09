import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { movePositions, getLayout } from './layouts.ts';
import { decideVersion, findPlan, findVersion, insertVersion, listVersions } from './plans.ts';
import { createPostgresRunStore } from './postgres-run-store.ts';
import { promoteVersion } from './promote-version.ts';
import { useTestDatabase } from './testing/database.ts';
import { addPlan, addWorkspace } from './testing/rows.ts';
import { ANNA, HASH, paused, planOf, resumed, started, writerOf } from './testing/run-events.ts';

const database = useTestDatabase();
let workspaceId: string;
beforeAll(async () => {
  workspaceId = await addWorkspace(database().sql);
});

const hashOf = (version: number) => String(version).padStart(64, '0');
async function newPlan() {
  const planId = randomUUID();
  await addPlan(database().sql, workspaceId, planId, hashOf(1));
  return planId;
}
const content = (hash: string, ...ids: string[]) => ({
  document: planOf(...ids),
  hash,
  note: 'Edited',
  submittedBy: ANNA,
  provenance: { role: 'planner' as const, kind: 'person' as const, ref: 'anna' },
});
const save = (planId: string, base: number, next: number) =>
  insertVersion(
    database().sql,
    workspaceId,
    planId,
    { version: base, hash: hashOf(base) },
    content(hashOf(next), 'read', `step${next}`),
  );
const approve = (planId: string, version: number, hash = hashOf(version)) =>
  decideVersion(database().sql, workspaceId, {
    planId,
    version,
    hash,
    verdict: 'approved',
    by: ANNA,
    reason: null,
    lifeMs: 60_000,
    toolDigests: {},
  });
const states = async (planId: string) =>
  Object.fromEntries(
    (await listVersions(database().sql, workspaceId, planId)).map(({ version, state }) => [version, state]),
  );

/** A version made inside a run whose plan stands at version 1. */
async function runVersion(
  planId: string,
  version: number,
  parent: number,
  state: 'in review' | 'approved' = 'approved',
) {
  const runId = randomUUID();
  const store = createPostgresRunStore(database().sql);
  const writer = writerOf(workspaceId, runId);
  await store.append([writer.batch([started(workspaceId, runId, undefined, planId)])]);
  const planVersion = {
    planId,
    version,
    hash: hashOf(version),
    document: planOf('read', 'clean'),
    state,
    parent,
    note: 'Cleans first',
    originRunId: runId,
    trigger: { kind: 'operator-request' as const, message: 'Clean' },
    provenance: { role: 'recovery' as const, kind: 'playbook' as const, ref: 'test@1' },
  };
  expect(await store.append([writer.batch([paused()], { planVersion })])).toEqual([{ ok: true }]);
  return { runId, writer, store };
}

describe('versions', () => {
  test('[P1] a version cannot be changed or deleted, not even by a statement of ours', async () => {
    const { sql } = database();
    const planId = await newPlan();
    const change = (what: Promise<unknown>) => expect(what).rejects.toThrow(/append-only/);
    await change(sql`update plan_versions set document = '{}' where plan_id = ${planId}`.execute());
    await change(sql`update plan_versions set hash = 'x' where plan_id = ${planId}`.execute());
    await change(sql`delete from plan_versions where plan_id = ${planId}`.execute());
    expect(await findVersion(sql, workspaceId, planId, 1)).toMatchObject({
      hash: hashOf(1),
      document: planOf('read', 'copy'),
    });
  });

  test('[case 35] [P1] an old version comes back as a new one', async () => {
    const planId = await newPlan();
    await save(planId, 1, 2);
    const again = await insertVersion(
      database().sql,
      workspaceId,
      planId,
      { version: 2, hash: hashOf(2) },
      content(hashOf(1), 'read', 'copy'),
    );
    expect(again).toEqual({ ok: true, version: 3 });
    expect(await findVersion(database().sql, workspaceId, planId, 3)).toMatchObject({
      hash: hashOf(1),
      parent: 2,
    });
  });

  test('[V2] a save on a base that has moved writes nothing and says where the head is', async () => {
    const planId = await newPlan();
    expect(await save(planId, 1, 2)).toEqual({ ok: true, version: 2 });
    expect(await save(planId, 1, 3)).toEqual({
      ok: false,
      reason: 'base-moved',
      head: { version: 2, hash: hashOf(2) },
    });
    expect(await states(planId)).toEqual({ 1: 'superseded', 2: 'in review' });
  });

  test('[V2] of ten saves on one base at once exactly one goes in', async () => {
    const planId = await newPlan();
    const results = await Promise.all(Array.from({ length: 10 }, () => save(planId, 1, 2)));
    expect(results.filter((result) => result.ok)).toHaveLength(1);
    expect(await states(planId)).toEqual({ 1: 'superseded', 2: 'in review' });
  });

  test('[V6] a version made in a run takes the next number and moves nothing', async () => {
    const planId = await newPlan();
    await approve(planId, 1);
    await runVersion(planId, 2, 1);
    expect(await findPlan(database().sql, workspaceId, planId)).toMatchObject({
      headVersion: 1,
      lastVersion: 2,
    });
    expect(await states(planId)).toEqual({ 1: 'approved', 2: 'approved' });
    expect(await save(planId, 1, 3), 'an editor meets no conflict before promotion').toEqual({
      ok: true,
      version: 3,
    });
  });

  test('[V6] a run and an editor who take a number at once get two', async () => {
    const planId = await newPlan();
    const runId = randomUUID();
    const store = createPostgresRunStore(database().sql);
    const writer = writerOf(workspaceId, runId);
    await store.append([writer.batch([started(workspaceId, runId, undefined, planId)])]);
    const version = await store.nextPlanVersion(workspaceId, planId);
    const trigger = { kind: 'operator-request' as const, message: 'Clean' };
    const provenance = { role: 'recovery' as const, kind: 'playbook' as const, ref: 'test@1' };
    const batch = writer.batch([paused()], {
      planVersion: {
        planId,
        version,
        hash: HASH,
        document: planOf('read'),
        state: 'in review',
        parent: 1,
        note: 'n',
        originRunId: runId,
        trigger,
        provenance,
      },
    });
    const [[appended], saved] = await Promise.all([store.append([batch]), save(planId, 1, 2)]);
    expect(saved.ok).toBe(true);
    const taken = appended?.ok ? { 2: 'in review', 3: 'in review' } : { 2: 'in review' };
    expect(await states(planId)).toMatchObject(taken);
  });

  test('[V6] promotion makes it the head, in review for everybody', async () => {
    const planId = await newPlan();
    await approve(planId, 1);
    const { runId, writer, store } = await runVersion(planId, 2, 1);
    expect(await promoteVersion(database().sql, workspaceId, { planId, version: 2, by: ANNA })).toEqual({
      ok: true,
      version: 2,
    });
    expect(await findPlan(database().sql, workspaceId, planId)).toMatchObject({ headVersion: 2 });
    expect(await findVersion(database().sql, workspaceId, planId, 2)).toMatchObject({
      state: 'in review',
      originRunId: runId,
      decidedBy: null,
    });
    expect(await save(planId, 1, 3)).toMatchObject({ ok: false, reason: 'base-moved', head: { version: 2 } });
    const late = { planId, version: 2, state: 'approved' as const, by: ANNA };
    await store.append([writer.batch([resumed()], { planVersionState: late })]);
    expect(await states(planId), 'the run no longer decides it').toMatchObject({ 2: 'in review' });
    expect(await approve(planId, 2)).toBe(true);
    expect(await states(planId)).toEqual({ 1: 'superseded', 2: 'approved' });
    expect(await promoteVersion(database().sql, workspaceId, { planId, version: 2, by: ANNA })).toEqual({
      ok: false,
      reason: 'already-promoted',
    });
  });

  test('[V6] promotion over what others saved meanwhile is refused', async () => {
    const planId = await newPlan();
    await save(planId, 1, 2);
    await runVersion(planId, 3, 1);
    expect(await promoteVersion(database().sql, workspaceId, { planId, version: 3, by: ANNA })).toEqual({
      ok: false,
      reason: 'base-moved',
      head: { version: 2, hash: hashOf(2) },
    });
    expect(await promoteVersion(database().sql, workspaceId, { planId, version: 2, by: ANNA })).toEqual({
      ok: false,
      reason: 'not-of-a-run',
    });
    expect(await promoteVersion(database().sql, workspaceId, { planId, version: 9, by: ANNA })).toEqual({
      ok: false,
      reason: 'unknown',
    });
  });
});

describe('positions', () => {
  const move = (planId: string, stepId: string, x: number) =>
    movePositions(database().sql, { workspaceId, planId, positions: { [stepId]: { x, y: 0 } }, by: 'anna' });

  test('[P2] moving a card changes neither hash nor version', async () => {
    const planId = await newPlan();
    const before = await findVersion(database().sql, workspaceId, planId, 1);
    await move(planId, 'read', 7);
    expect(await findVersion(database().sql, workspaceId, planId, 1)).toEqual(before);
    expect(await findPlan(database().sql, workspaceId, planId)).toMatchObject({
      headVersion: 1,
      lastVersion: 1,
    });
  });

  test('[V7] positions are the plan’s, shared, and two people who move two cards both do', async () => {
    const planId = await newPlan();
    expect(await getLayout(database().sql, workspaceId, planId)).toBeUndefined();
    await Promise.all([move(planId, 'read', 1), move(planId, 'copy', 2), move(planId, '__proto__', 3)]);
    const layout = await getLayout(database().sql, workspaceId, planId);
    expect(layout?.rev).toBe(3);
    expect(new Map(Object.entries(layout?.positions ?? {}).map(([id, { x }]) => [id, x]))).toEqual(
      new Map([
        ['__proto__', 3],
        ['copy', 2],
        ['read', 1],
      ]),
    );
    await save(planId, 1, 2);
    expect(await getLayout(database().sql, workspaceId, planId), 'a new version keeps them').toEqual(layout);
  });
});
