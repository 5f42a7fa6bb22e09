import { ancestorsFirst } from '#components/plan-canvas/run-order.ts';
import type { PlanDocument } from '#core/plan/schema.ts';

/** The numbers people know steps by: places in run order, from 1. */
export function stepNumbers(document: PlanDocument): ReadonlyMap<string, number> {
  return new Map(ancestorsFirst(document.steps).map(({ id }, index) => [id, index + 1]));
}
