import { addressKey } from '#core/run/address.ts';
import { get } from '#core/run/record.ts';
import type { RunState, StepState, StepStatus } from '#core/run/state.ts';
import { looksAgain } from '#core/run/step-status.ts';
import { markOfStep, type MarkState } from '#components/marks/state-looks.ts';
import type { StepMark } from '#components/plan-canvas/canvas-store.ts';
import { clock } from '#components/ui/format.ts';
import { messages } from '#components/ui/messages.ts';

/** A forEach shows its worst child, in this order (ux 6.4); what is not here is judged by the step itself. */
const worstFirst: StepStatus[] = [
  'unknown',
  'needs-approval',
  'failed',
  'running',
  'checking',
  'retry-wait',
  'ready',
];

export function childrenOf(state: RunState, stepId: string): StepState[] {
  const parent = get(state.steps, stepId);
  if (!parent?.forEach) return [];
  return Array.from({ length: parent.forEach.count }, (_, item) =>
    get(state.steps, addressKey({ stepId, item })),
  ).filter((child) => child !== undefined);
}

export function marksOf(state: RunState): Record<string, StepMark> {
  const marks: Record<string, StepMark> = {};
  for (const step of state.document.steps) {
    const own = get(state.steps, step.id);
    if (own) marks[step.id] = markOf(state, own, step.retry?.attempts ?? 3);
  }
  return marks;
}

export function markOf(state: RunState, step: StepState, attempts: number): StepMark {
  const children = step.forEach ? childrenOf(state, step.address.stepId) : [];
  const settledChildren = step.forEach?.settled ?? 0;
  const worst =
    step.status === 'succeeded' || step.status === 'skipped'
      ? undefined
      : worstFirst.find((status) => children.some((child) => child.status === status));
  const status = worst ?? step.status;
  const mark: StepMark = { state: looksAgain(step) ? 'waiting' : stopping(state, status) };
  if (step.forEach) {
    mark.detail = messages.step.parts(settledChildren, step.forEach.count);
    mark.parts = countStates(state, children);
  } else if (looksAgain(step)) mark.detail = messages.step.notYet;
  else if (status === 'retry-wait') mark.detail = messages.step.attemptOf(step.tries + 1, attempts);
  else if (status === 'dropped') mark.detail = messages.step.droppedBy(state.planVersion);
  if (step.startedAt !== undefined && step.endedAt !== undefined)
    mark.note = clock(step.endedAt - step.startedAt);
  else if (status === 'running' || status === 'checking')
    mark.since = step.call?.dispatchedAt ?? step.startedAt;
  else if (status === 'needs-approval' && step.approvalId)
    mark.since = get(state.approvals, step.approvalId)?.requestedAt;
  else if (status === 'unknown') mark.note = messages.step.sent;
  return mark;
}
function countStates(state: RunState, children: readonly StepState[]): NonNullable<StepMark['parts']> {
  const parts: NonNullable<StepMark['parts']> = {};
  for (const child of children) {
    const shown = stopping(state, child.status);
    parts[shown] = (parts[shown] ?? 0) + 1;
  }
  return parts;
}
/** Work in flight of a run that is being stopped is stopping. */
function stopping(state: RunState, status: StepStatus): MarkState {
  return state.status === 'stopping' && state.stopMode === 'cancel-now' && status === 'running'
    ? 'stopping'
    : markOfStep(status);
}
