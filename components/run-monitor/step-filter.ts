import type { MarkState } from '#components/marks/state-looks.ts';
import type { StepMark } from '#components/plan-canvas/canvas-store.ts';
import type { PlanStep } from '#components/plan-version/plan-steps.ts';

export const stepFilters = ['all', 'open', 'needs-you', 'trouble', 'done'] as const;
export type StepFilter = (typeof stepFilters)[number];

const states: Record<Exclude<StepFilter, 'all'>, readonly MarkState[]> = {
  open: [
    'waiting',
    'ready',
    'checking',
    'needs-approval',
    'running',
    'retrying',
    'unknown',
    'paused',
    'stopping',
  ],
  'needs-you': ['needs-approval', 'unknown', 'failed'],
  trouble: ['unknown', 'failed', 'cancelled', 'retrying'],
  done: ['done', 'skipped', 'undone'],
};

export function filterSteps(
  steps: readonly PlanStep[],
  marks: Readonly<Record<string, StepMark>> | undefined,
  show: StepFilter,
  text: string,
): readonly PlanStep[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  if (show === 'all' && words.length === 0) return steps;
  return steps.filter((step) => {
    const state = marks?.[step.id]?.state;
    const fits = show === 'all' || (state !== undefined && states[show].includes(state));
    const line = `${step.number} ${step.title} ${step.does}`.toLowerCase();
    return fits && words.every((word) => line.includes(word));
  });
}
