import type { CanvasStep } from '#components/plan-canvas/canvas-step.ts';
import type { StepMark } from '#components/plan-canvas/canvas-store.ts';
import type { DiffKind } from '#components/marks/diff-tab.tsx';

const step = (
  id: string,
  number: number,
  title: string,
  does: string,
  effect: CanvasStep['effect'],
  needs: string[] = [],
  success?: string,
): CanvasStep => ({
  id,
  number,
  title,
  does,
  effect,
  needs,
  ...(success ? { success } : {}),
});

export const stateSteps: CanvasStep[] = [
  step('inspect', 1, 'Inspect source schema', 'postgres.query', 'read'),
  step('snapshot', 2, 'Snapshot users table', 'postgres.execute', 'write', ['inspect']),
  {
    ...step(
      'copy',
      3,
      'Copy users',
      'postgres.execute',
      'write',
      ['snapshot'],
      'Both tables have as many rows.',
    ),
    forEach: true,
    reads: { snapshot: ['rows'] },
  },
  step(
    'switch',
    4,
    'Switch writes to the new primary',
    'http.request',
    'irreversible',
    ['copy'],
    'Writes land on pg16-a within 5 s.',
  ),
  {
    ...step('create', 5, 'Create target database', 'postgres.execute', 'write', ['inspect']),
    when: 'steps["inspect"].output.rows == 0',
    budget: { costUsd: 0.04, durationMs: 30_000 },
  },
  step('verify', 6, 'Verify row counts', 'postgres.query', 'read', ['create']),
  step('notice', 7, 'Send cut-over notice', 'http.request', 'irreversible', ['verify']),
  step('warm', 8, 'Warm the cache', 'http.request', 'write', ['notice']),
  step('drop', 9, 'Drop old table', 'postgres.execute', 'irreversible', ['verify']),
  step('revert', 10, 'Revert the name change', 'postgres.execute', 'write', ['drop']),
  step('orders', 11, 'Copy orders table', 'postgres.execute', 'write', ['snapshot']),
  step('recount', 13, 'Count the rows again', 'postgres.query', 'read', ['orders']),
  step('old-index', 14, 'Build the old index', 'postgres.execute', 'write', ['orders']),
  step('later', 15, 'Tell the shop team', 'http.request', 'write', ['ask']),
  step('halt', 16, 'Stop the old importer', 'http.request', 'write', ['ask']),
  step('ask', 12, 'Ask for the maintenance window', 'person', 'read', ['orders']),
];
export const stateMarks: Record<string, StepMark> = {
  inspect: { state: 'done', note: '00:04' },
  snapshot: { state: 'ready' },
  copy: { state: 'running', detail: '6 of 8', note: '00:12', parts: { done: 6, running: 1, waiting: 1 } },
  switch: { state: 'needs-approval', note: 'waits 02:10' },
  create: { state: 'done', note: '00:48' },
  verify: { state: 'failed', note: '00:03' },
  notice: { state: 'unknown', note: 'sent?' },
  warm: { state: 'skipped' },
  drop: { state: 'cancelled' },
  revert: { state: 'undone' },
  orders: { state: 'retrying', detail: '2 of 3', note: '01:40' },
  ask: { state: 'waiting' },
  recount: { state: 'checking' },
  'old-index': { state: 'dropped', detail: 'by v4' },
  later: { state: 'paused' },
  halt: { state: 'stopping' },
};
export const statePositions = Object.fromEntries(
  stateSteps.map((each, index) => [each.id, { x: (index % 4) * 344, y: Math.floor(index / 4) * 136 }]),
);

export const diffSteps: CanvasStep[] = [
  step('copy', 1, 'Copy users in 8 parts', 'postgres.execute', 'write'),
  step('lock', 2, 'Lock source table', 'postgres.execute', 'write'),
  step('verify', 3, 'Verify row counts', 'postgres.query', 'read', ['copy', 'lock']),
  step('switch', 4, 'Switch writes', 'http.request', 'irreversible', ['verify']),
];
export const diffKinds: Record<string, DiffKind> = {
  copy: 'added',
  lock: 'removed',
  verify: 'changed',
  switch: 'moved',
};
export const diffPositions = {
  copy: { x: 0, y: 0 },
  lock: { x: 0, y: 136 },
  verify: { x: 344, y: 68 },
  switch: { x: 688, y: 68 },
};
