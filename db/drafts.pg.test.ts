import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { PlanEdit } from '#core/plan/edit.ts';
import { createDraft, deleteDraft, findDraft, getDraft, listDrafts, saveDraft } from './drafts.ts';
import { useTestDatabase } from './testing/database.ts';
import { addWorkspace } from './testing/rows.ts';
import { HASH, planOf } from './testing/run-events.ts';

const database = useTestDatabase();
let workspaceId: string;
beforeAll(async () => {
  workspaceId = await addWorkspace(database().sql);
});

const edits: PlanEdit[] = [{ type: 'remove-step', stepId: 'copy' }];
const newDraft = (userId: string, planId: string | null) =>
  createDraft(database().sql, {
    workspaceId,
    draftId: randomUUID(),
    userId,
    planId,
    baseVersion: planId === null ? null : 1,
    baseHash: planId === null ? null : HASH,
    title: 'Copy rows',
    document: planId === null ? planOf('read') : null,
    edits: [],
  });
const save = (draftId: string, userId: string, rev: number) =>
  saveDraft(database().sql, { workspaceId, draftId, userId, rev, edits });

test('[case 39] a person has one draft of a plan, and any number without one', async () => {
  const planId = randomUUID();
  const [one, two] = await Promise.all([newDraft('anna', planId), newDraft('anna', planId)]);
  expect(one).toEqual(two);
  expect((await newDraft('bert', planId)).draftId).not.toBe(one.draftId);
  await Promise.all([newDraft('anna', null), newDraft('anna', null)]);
  expect(await listDrafts(database().sql, workspaceId, 'anna')).toHaveLength(3);
  expect(await findDraft(database().sql, workspaceId, 'anna', planId)).toEqual(one);
});

test('[V2] a save names the rev it has seen: of two tabs the second is told', async () => {
  const { draftId } = await newDraft('carl', randomUUID());
  const results = await Promise.all([save(draftId, 'carl', 1), save(draftId, 'carl', 1)]);
  expect(results).toContainEqual({ ok: true, rev: 2 });
  expect(results).toContainEqual({ ok: false, reason: 'rev-moved', rev: 2 });
  expect(await getDraft(database().sql, workspaceId, draftId)).toMatchObject({ rev: 2, edits });
});

test('nobody saves or deletes somebody else’s draft', async () => {
  const { draftId } = await newDraft('dora', randomUUID());
  expect(await save(draftId, 'anna', 1)).toEqual({ ok: false, reason: 'not-found' });
  expect(await deleteDraft(database().sql, workspaceId, draftId, 'anna')).toBe(false);
  expect(await deleteDraft(database().sql, workspaceId, draftId, 'dora')).toBe(true);
});
