import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  claimIdempotent,
  deleteOldIdempotencyKeys,
  finishIdempotent,
  forgetIdempotent,
} from './idempotency.ts';
import { useTestDatabase } from './testing/database.ts';

const database = useTestDatabase();
const newScope = () => ({ workspaceId: 'w', userId: 'anna', key: randomUUID() });
const request = { procedure: 'runs.start', input: { planId: 'p', version: 1 } };

test('of ten equal requests at once one does the work, and all get its answer', async () => {
  const { sql } = database();
  const scope = newScope();
  const claims = await Promise.all(Array.from({ length: 10 }, () => claimIdempotent(sql, scope, request)));
  expect(claims.filter((claim) => claim.kind === 'new')).toHaveLength(1);
  expect(claims.filter((claim) => claim.kind === 'running')).toHaveLength(9);
  await finishIdempotent(sql, scope, { runId: 'r' });
  const sameInput = { ...request, input: { version: 1, planId: 'p' } };
  expect(await claimIdempotent(sql, scope, sameInput)).toEqual({ kind: 'done', response: { runId: 'r' } });
});

test('the same key with another input, procedure or person is not the same request', async () => {
  const { sql } = database();
  const scope = newScope();
  await claimIdempotent(sql, scope, request);
  expect(await claimIdempotent(sql, scope, { ...request, input: { planId: 'p', version: 2 } })).toEqual({
    kind: 'mismatch',
  });
  expect(await claimIdempotent(sql, scope, { ...request, procedure: 'runs.stop' })).toEqual({
    kind: 'mismatch',
  });
  expect(await claimIdempotent(sql, { ...scope, userId: 'bert' }, request)).toEqual({ kind: 'new' });
});

test('a request that came to nothing may be made again; an answer stays', async () => {
  const { sql } = database();
  const scope = newScope();
  await claimIdempotent(sql, scope, request);
  await forgetIdempotent(sql, scope);
  expect(await claimIdempotent(sql, scope, request)).toEqual({ kind: 'new' });
  await finishIdempotent(sql, scope, null);
  await forgetIdempotent(sql, scope);
  expect(await claimIdempotent(sql, scope, request)).toEqual({ kind: 'done', response: null });
  expect(await deleteOldIdempotencyKeys(sql, 60_000)).toBe(0);
});
