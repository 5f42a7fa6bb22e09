/** What every lint rule is given, and the small vocabulary they share. Computed once for a document. */
import { type ExpressionSite, planExpressions, stepExpressions } from '../expressions.ts';
import { type Ancestry, ancestry, findCycle } from '../graph.ts';
import { pointer } from '../pointer.ts';
import { bindingReferences } from '../binding.ts';
import { commandOf } from '../connection-command.ts';
import type { Problem } from '../problem.ts';
import type { Check, PlanDocument, Step, Work } from '../schema.ts';
import type { Catalog, EffectClass, ToolContract } from '../tool-contract.ts';
import { waitCheck } from '../wait-condition.ts';

/** Where a plan is judged: P10 is a warning while it is read and an error when it is submitted. */
export type LintStage = 'import' | 'submit';

export type LintContext = {
  document: PlanDocument;
  catalog: Catalog;
  stage: LintStage;
  /** First step of each id, with its place. */
  byId: ReadonlyMap<string, { step: Step; index: number }>;
  ancestry: Ancestry;
  cycle: string[] | undefined;
  expressions: { site: ExpressionSite; step: Step | undefined }[];
};

export type LintRule = (context: LintContext) => Problem[];

export function makeContext(document: PlanDocument, catalog: Catalog, stage: LintStage): LintContext {
  const byId = new Map<string, { step: Step; index: number }>();
  document.steps.forEach((step, index) => {
    if (!byId.has(step.id)) byId.set(step.id, { step, index });
  });
  return {
    document,
    catalog,
    stage,
    byId,
    ancestry: ancestry(document),
    cycle: findCycle(document),
    expressions: [
      ...document.steps.flatMap((step, index) =>
        stepExpressions(step, ['steps', index]).map((site) => ({ site, step })),
      ),
      ...planExpressions(document).map((site) => ({ site, step: undefined })),
    ],
  };
}

type More = { step?: Step | undefined; fix?: Problem['fix'] };

export function error(code: string, path: PropertyKey[] | string, message: string, more: More = {}): Problem {
  return make('error', code, path, message, more);
}

export function warning(
  code: string,
  path: PropertyKey[] | string,
  message: string,
  more: More = {},
): Problem {
  return make('warning', code, path, message, more);
}

function make(
  severity: Problem['severity'],
  code: string,
  path: PropertyKey[] | string,
  message: string,
  { step, fix }: More,
): Problem {
  return {
    code,
    severity,
    path: typeof path === 'string' ? path : pointer(path),
    message,
    ...(step && { stepId: step.id }),
    ...(fix && { fix }),
  };
}

export type WorkSite = { work: Work; path: PropertyKey[]; role: 'work' | 'fallback' | 'compensation' };

export function worksOf(step: Step, index: number): WorkSite[] {
  return [
    { work: step.work, path: ['steps', index, 'work'], role: 'work' },
    ...(step.fallbacks ?? []).map((work, at): WorkSite => ({
      work,
      path: ['steps', index, 'fallbacks', at],
      role: 'fallback',
    })),
    ...(step.compensation
      ? [{ work: step.compensation, path: ['steps', index, 'compensation'], role: 'compensation' as const }]
      : []),
  ];
}

export type CheckSite = { check: Check; path: PropertyKey[]; step: Step | undefined };

export function checksOf(document: PlanDocument): CheckSite[] {
  return [...document.steps.flatMap(checksOfStep), ...checksOfPlan(document)];
}

export function checksOfStep(step: Step, index: number): CheckSite[] {
  return [
    ...checkSites(step.preconditions, ['steps', index, 'preconditions'], step),
    ...checkSites(step.postconditions, ['steps', index, 'postconditions'], step),
  ];
}

/** Those that belong to no step. */
export function checksOfPlan({ assumptions = [], success, stop }: PlanDocument): CheckSite[] {
  return [
    ...assumptions.flatMap(({ check }, index): CheckSite[] =>
      check ? [{ check, path: ['assumptions', index, 'check'], step: undefined }] : [],
    ),
    ...checkSites(success, ['success']),
    ...checkSites(stop, ['stop']),
  ];
}

function checkSites(checks: readonly Check[] = [], path: PropertyKey[], step?: Step): CheckSite[] {
  return checks.map((check, at) => ({ check, path: [...path, at], step }));
}

/** Every probe a plan names: those of its checks, and what a waiting step asks. */
export function probesOf(document: PlanDocument): CheckSite[] {
  const waits = document.steps.flatMap((step, index) =>
    worksOf(step, index).flatMap(({ work, path }): CheckSite[] => {
      const check = waitCheck(work);
      return check ? [{ check, path: [...path, 'args', 'condition'], step }] : [];
    }),
  );
  return [...checksOf(document), ...waits];
}

export function toolOf(catalog: Catalog, name: string): ToolContract | undefined {
  return Object.hasOwn(catalog.tools, name) ? catalog.tools[name] : undefined;
}

/**
 * What a piece of work can do to the world. Of an unknown tool the worst is assumed; an agent may use its tools. What a
 * tool says of one call counts only for arguments that are all there: one that is computed may turn out anything.
 */
export function effectOf(catalog: Catalog, work: Work): EffectClass {
  switch (work.kind) {
    case 'tool': {
      const named = commandOf(catalog, work.tool, work.args);
      if (named.kind === 'known') return named.command.effect;
      const worst = toolOf(catalog, work.tool)?.effect ?? 'irreversible';
      const ofCall = catalog.effectOf?.(work.tool, work.args) ?? worst;
      return bindingReferences(work.args).length === 0 ? ofCall : strongest([worst, ofCall]);
    }
    case 'agent':
      return strongest(work.tools.map((name) => toolOf(catalog, name)?.effect ?? 'irreversible'));
    case 'model':
    case 'person':
    case 'checkpoint':
      return 'read';
  }
}

export function stepEffect(catalog: Catalog, step: Step): EffectClass {
  return strongest([step.work, ...(step.fallbacks ?? [])].map((work) => effectOf(catalog, work)));
}

function strongest(effects: EffectClass[]): EffectClass {
  return effects.includes('irreversible') ? 'irreversible' : effects.includes('write') ? 'write' : 'read';
}
