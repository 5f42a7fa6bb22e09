/** Every call that a plan names: by work, fallbacks and compensation, by agents, by the probes of checks and of waits. */
import type { JsonObject } from '../json.ts';
import type { Check, PlanDocument, Step, Work } from './schema.ts';
import { waitCheck } from './wait-condition.ts';

/** `args` is absent where an agent chooses them. */
export type NamedCall = { tool: string; args?: JsonObject };

export function worksOfStep({ work, fallbacks = [], compensation }: Step): Work[] {
  return [work, ...fallbacks, ...(compensation ? [compensation] : [])];
}

export function callsOfWork(work: Work): NamedCall[] {
  if (work.kind === 'agent') return work.tools.map((tool) => ({ tool }));
  if (work.kind !== 'tool') return [];
  const asked = waitCheck(work)?.probe;
  return [{ tool: work.tool, args: work.args }, ...(asked ? [asked] : [])];
}

export function namedCalls(document: PlanDocument): NamedCall[] {
  const probes = (checks: readonly (Check | undefined)[] = []) =>
    checks.flatMap((check) => (check?.probe ? [check.probe] : []));
  return [
    ...document.steps.flatMap((step) => [
      ...worksOfStep(step).flatMap(callsOfWork),
      ...probes(step.preconditions),
      ...probes(step.postconditions),
    ]),
    ...probes(document.success),
    ...probes(document.stop),
    ...probes(document.assumptions?.map(({ check }) => check)),
  ];
}
