import type { Limits } from '#core/plan/schema.ts';

/** What the three boxes say, as limits of a plan; an empty box sets nothing. */
export function limitsOf(boxes: { costUsd: string; minutes: string; replans: string }): { limits?: Limits } {
  const limits: Limits = {};
  if (boxes.costUsd !== '') limits.budget = { costUsd: Number(boxes.costUsd) };
  if (boxes.minutes !== '') limits.deadlineMs = Math.round(Number(boxes.minutes) * 60_000);
  if (boxes.replans !== '') limits.replans = Number(boxes.replans);
  return Object.keys(limits).length > 0 ? { limits } : {};
}
