/** Every place of a plan that holds an expression, for lint, renaming and equivalence: one list, so that none is missed. */
import type { Json } from '../json.ts';
import { bindingReferences, mapBindings } from './binding.ts';
import { type CelName, renameStepsInCel } from './cel.ts';
import { pointer, pointerParts } from './pointer.ts';
import type { Check, PlanDocument, Step, Work } from './schema.ts';

export type ExpressionSite = {
  path: string;
  expr: string;
  /** Names that have a value there. */
  allowed: readonly CelName[];
  /** Where the step's own descendants cannot be waited for: only ancestors may be read. */
  reads: 'ancestors' | 'ancestors-and-self' | 'all-steps';
};

type Visit = (
  path: PropertyKey[],
  expr: string,
  allowed: readonly CelName[],
  reads: ExpressionSite['reads'],
) => void;

export function stepExpressions(step: Step, base: PropertyKey[]): ExpressionSite[] {
  const sites: ExpressionSite[] = [];
  const visit: Visit = (path, expr, allowed, reads) =>
    sites.push({ path: pointer([...base, ...path]), expr, allowed, reads });
  const item: CelName[] = step.forEach ? ['item'] : [];
  const before: CelName[] = ['inputs', 'steps', 'run', ...item];
  if (step.when !== undefined) visit(['when'], step.when, ['inputs', 'steps', 'run'], 'ancestors');
  if (step.forEach) visit(['forEach', 'items'], step.forEach.items, ['inputs', 'steps', 'run'], 'ancestors');
  visitWork(step.work, ['work'], before, 'ancestors', visit);
  step.preconditions?.forEach((check, index) =>
    visitCheck(check, ['preconditions', index], before, 'ancestors', visit),
  );
  step.postconditions?.forEach((check, index) =>
    visitCheck(check, ['postconditions', index], [...before, 'output'], 'ancestors-and-self', visit),
  );
  step.fallbacks?.forEach((work, index) => visitWork(work, ['fallbacks', index], before, 'ancestors', visit));
  if (step.compensation)
    visitWork(step.compensation, ['compensation'], [...before, 'output'], 'ancestors-and-self', visit);
  return sites;
}

export function planExpressions(document: PlanDocument): ExpressionSite[] {
  const sites: ExpressionSite[] = [];
  const visit: Visit = (path, expr, allowed, reads) =>
    sites.push({ path: pointer(path), expr, allowed, reads });
  const names: CelName[] = ['inputs', 'steps', 'run'];
  document.assumptions?.forEach(({ check }, index) => {
    if (check) visitCheck(check, ['assumptions', index, 'check'], names, 'all-steps', visit);
  });
  document.success?.forEach((check, index) =>
    visitCheck(check, ['success', index], names, 'all-steps', visit),
  );
  document.stop?.forEach((check, index) => visitCheck(check, ['stop', index], names, 'all-steps', visit));
  return sites;
}

/** The step with every expression passed through `change`. */
export function mapStepExpressions(step: Step, change: (expr: string) => string): Step {
  const work = (each: Work) => mapWork(each, change);
  const checks = (list: Check[] | undefined) => list?.map((check) => mapCheck(check, change));
  return dropUndefined({
    ...step,
    work: work(step.work),
    when: step.when === undefined ? undefined : change(step.when),
    forEach: step.forEach && { ...step.forEach, items: change(step.forEach.items) },
    preconditions: checks(step.preconditions),
    postconditions: checks(step.postconditions),
    fallbacks: step.fallbacks?.map(work),
    compensation: step.compensation && work(step.compensation),
  });
}

export function mapCheck(check: Check, change: (expr: string) => string): Check {
  return {
    ...check,
    expr: change(check.expr),
    ...(check.probe && { probe: { ...check.probe, args: mapObject(check.probe.args, change) } }),
  };
}

/** The document with a step renamed everywhere it is named: needs, expressions, assumptions. */
export function renameStep(document: PlanDocument, from: string, to: string): PlanDocument {
  return renameSteps(document, (each) => (each === from ? to : each));
}

/** Many at once, each from its old name: two names can be swapped. */
export function renameSteps(document: PlanDocument, id: (each: string) => string): PlanDocument {
  const change = (expr: string) => renameStepsInCel(expr, id);
  const checks = (list: Check[] | undefined) => list?.map((check) => mapCheck(check, change));
  return dropUndefined({
    ...document,
    assumptions: document.assumptions?.map((assumption) =>
      dropUndefined({
        ...assumption,
        steps: assumption.steps?.map(id),
        check: assumption.check && mapCheck(assumption.check, change),
      }),
    ),
    steps: document.steps.map((step) => {
      const named = { ...step, id: id(step.id), ...(step.needs && { needs: step.needs.map(id) }) };
      return mapStepExpressions(named, change);
    }),
    success: checks(document.success),
    stop: checks(document.stop),
  });
}

function mapWork(work: Work, change: (expr: string) => string): Work {
  switch (work.kind) {
    case 'checkpoint':
      return work;
    case 'tool':
      return { ...work, args: mapObject(work.args, change) };
    case 'model':
    case 'agent':
    case 'person':
      return work.inputs ? { ...work, inputs: mapObject(work.inputs, change) } : work;
  }
}

function mapObject(value: Record<string, Json>, change: (expr: string) => string): Record<string, Json> {
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, mapBindings(member, change)]));
}

function visitWork(
  work: Work,
  path: PropertyKey[],
  allowed: readonly CelName[],
  reads: ExpressionSite['reads'],
  visit: Visit,
): void {
  if (work.kind === 'checkpoint') return;
  const [member, args] = work.kind === 'tool' ? ['args', work.args] : ['inputs', work.inputs ?? {}];
  visitBindings(args, [...path, member], allowed, reads, visit);
}

function visitCheck(
  check: Check,
  path: PropertyKey[],
  allowed: readonly CelName[],
  reads: ExpressionSite['reads'],
  visit: Visit,
): void {
  visit([...path, 'expr'], check.expr, check.probe ? [...allowed, 'probe'] : allowed, reads);
  if (check.probe) visitBindings(check.probe.args, [...path, 'probe', 'args'], allowed, reads, visit);
}

function visitBindings(
  args: Record<string, Json>,
  path: PropertyKey[],
  allowed: readonly CelName[],
  reads: ExpressionSite['reads'],
  visit: Visit,
): void {
  for (const [name, value] of Object.entries(args)) {
    for (const bound of bindingReferences(value))
      visit([...path, name, ...pointerParts(bound.path)], bound.expr, allowed, reads);
  }
}

function dropUndefined<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as T;
}
