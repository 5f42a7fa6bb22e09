/** The edits that let a plan use the tools of this installation in place of those it was written for (I6). */
import type { Json, JsonObject } from '../../json.ts';
import type { PlanEdit } from '../edit.ts';
import { worksOfStep } from '../named-calls.ts';
import type { Check, PlanDocument, Step, Work } from '../schema.ts';
import { waitCheck } from '../wait-condition.ts';

/**
 * Every name is read from the plan as it is, so that two tools can change places. Arguments stay for lint to judge. Of two
 * steps of one id the first is meant: an edit cannot name the second until it has an id of its own.
 */
export function mapTools(document: PlanDocument, tools: Readonly<Record<string, string>>): PlanEdit[] {
  const name = (tool: string) => (Object.hasOwn(tools, tool) ? (tools[tool] ?? tool) : tool);
  const checks = (list: Check[] | undefined) => list?.map((check) => checkWith(check, name));
  return [
    ...firstOfEachId(document.steps).flatMap((step) =>
      changed(step, {
        work: workWith(step.work, name),
        fallbacks: step.fallbacks?.map((work) => workWith(work, name)),
        compensation: step.compensation && workWith(step.compensation, name),
        preconditions: checks(step.preconditions),
        postconditions: checks(step.postconditions),
      }).map(([field, value]): PlanEdit => ({ type: 'set-step-field', stepId: step.id, field, value })),
    ),
    ...changed(document, {
      assumptions: document.assumptions?.map((assumption) =>
        assumption.check ? { ...assumption, check: checkWith(assumption.check, name) } : assumption,
      ),
      success: checks(document.success),
      stop: checks(document.stop),
    }).map(([field, value]): PlanEdit => ({ type: 'set-plan-field', field, value })),
  ];
}

export type ToolUse = { tool: string; /** Ids, each once; none: the plan's own checks. */ steps: string[] };

/** Names of tools that the plan uses, each once, in the order of the plan. */
export function toolsOf(document: PlanDocument): string[] {
  return toolUses(document).map(({ tool }) => tool);
}

/** The same, each with the steps that use it. */
export function toolUses(document: PlanDocument): ToolUse[] {
  const found = new Map<string, Set<string>>();
  let at: string | undefined;
  const see = (tool: string) => {
    const steps = found.get(tool) ?? new Set();
    found.set(tool, at === undefined ? steps : steps.add(at));
    return tool;
  };
  const seeChecks = (list: Check[] | undefined) => list?.forEach((check) => checkWith(check, see));
  for (const step of document.steps) {
    at = step.id;
    for (const work of worksOfStep(step)) workWith(work, see);
    seeChecks(step.preconditions);
    seeChecks(step.postconditions);
  }
  at = undefined;
  for (const { check } of document.assumptions ?? []) if (check) checkWith(check, see);
  seeChecks(document.success);
  seeChecks(document.stop);
  return [...found].map(([tool, steps]) => ({ tool, steps: [...steps] }));
}

function firstOfEachId(steps: readonly Step[]): Step[] {
  const seen = new Set<string>();
  return steps.filter(({ id }) => !seen.has(id) && seen.add(id));
}

function workWith(work: Work, name: (tool: string) => string): Work {
  if (work.kind === 'tool') {
    const asked = waitCheck(work);
    return {
      ...work,
      tool: name(work.tool),
      ...(asked && {
        args: { ...work.args, condition: conditionWith(work.args['condition'] as JsonObject, name) },
      }),
    };
  }
  return work.kind === 'agent' ? { ...work, tools: work.tools.map(name) } : work;
}

function conditionWith(condition: JsonObject, name: (tool: string) => string): JsonObject {
  const probe = condition['probe'] as JsonObject;
  return { ...condition, probe: { ...probe, tool: name(String(probe['tool'])) } };
}

function checkWith(check: Check, name: (tool: string) => string): Check {
  return check.probe ? { ...check, probe: { ...check.probe, tool: name(check.probe.tool) } } : check;
}

/** The members whose value is another one now. */
function changed<T extends object, K extends keyof T>(
  before: T,
  after: Pick<T, K>,
): [field: K, value: Json][] {
  return (Object.keys(after) as K[])
    .filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
    .map((field) => [field, after[field] as Json]);
}
