import type { CanvasStep } from '#components/plan-canvas/canvas-step.ts';
import type { StepMark } from '#components/plan-canvas/canvas-store.ts';
import type { Route } from '#components/plan-canvas/view.ts';

const ROWS = 16;
const PITCH = { x: 344, y: 128 };

/** Columns of 16 steps; each step needs two of the column before. The same for the same size. */
export function benchPlan(size: number): {
  steps: CanvasStep[];
  positions: Record<string, { x: number; y: number }>;
  routes: Route[];
} {
  const steps = Array.from({ length: size }, (_, at): CanvasStep => {
    const column = Math.floor(at / ROWS);
    const before = (row: number) => `s${(column - 1) * ROWS + (row % ROWS)}`;
    return {
      id: `s${at}`,
      number: at + 1,
      // No two alike: a closed group would hide what is to be measured.
      title: `${at.toString(36)} copies part ${at} of the table`,
      does: 'postgres.execute',
      effect: at % 7 === 0 ? 'irreversible' : at % 3 === 0 ? 'read' : 'write',
      needs: column === 0 ? [] : [...new Set([before(at % ROWS), before((at % ROWS) + 5)])],
      success: 'Row counts of both tables are equal.',
    };
  });
  const place = (at: number) => ({ x: Math.floor(at / ROWS) * PITCH.x, y: (at % ROWS) * PITCH.y });
  return {
    steps,
    positions: Object.fromEntries(steps.map(({ id }, at) => [id, place(at)])),
    routes: [],
  };
}

const states = ['waiting', 'ready', 'running', 'done'] as const;

/** A run in the middle: what is left of a column is done, what is right of it waits. */
export function benchMarks(steps: readonly CanvasStep[]): Record<string, StepMark> {
  return Object.fromEntries(
    steps.map(({ id }, at): [string, StepMark] => {
      const share = at / steps.length;
      return [id, { state: share < 0.5 ? 'done' : share < 0.52 ? 'running' : 'waiting' }];
    }),
  );
}

/** The mark after this one, round and round. */
export function nextMark(mark: StepMark | undefined): StepMark {
  const at = states.findIndex((state) => state === mark?.state);
  return { state: states[(at + 1) % states.length] ?? 'ready' };
}
