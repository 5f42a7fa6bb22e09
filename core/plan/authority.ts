/**
 * What gained authority or lost a safeguard between two versions (N4), and what voids an approval that stands: class A
 * of the diff, and the reasons why a revision needs a person's review. One computation for the server and the screens.
 * Steps are the same by id only: a write under another id is a new write. Without a contract for a tool the worst is
 * assumed.
 */
import type { Json, JsonObject } from '../json.ts';
import { bindingOf } from './bound-value.ts';
import { callRisk, RISKS } from './call-risk.ts';
import { celReferences } from './cel.ts';
import { matchSteps, pureRenames } from './diff-match.ts';
import { planExpressions, renameSteps, stepExpressions } from './expressions.ts';
import { ancestry } from './graph.ts';
import { effectOf, stepEffect, toolOf } from './lint-rules/context.ts';
import { withDefaults } from './normal-form.ts';
import { pointer } from './pointer.ts';
import type { Budget, Check, PlanDocument, Step, Work } from './schema.ts';
import { checkChanges, same, stepFieldChanges } from './step-fields.ts';
import type { Catalog } from './tool-contract.ts';
import { waitCheck } from './wait-condition.ts';

export type AuthorityChange = {
  code: AuthorityCode;
  /** Of the later version; absent for the plan itself. */
  stepId?: string;
  /** The field it is about; empty for the step as a whole. */
  path: string;
  message: string;
};
export type AuthorityCode =
  | 'new-writing-step'
  | 'new-tool'
  | 'new-resource'
  | 'changed-work'
  | 'changed-arguments'
  | 'changed-input'
  | 'raised-risk'
  | 'changed-risk'
  | 'raised-budget'
  | 'changed-success'
  | 'changed-stop'
  | 'lost-ancestor'
  | 'lost-person-step'
  | 'ahead-of-person-step'
  | 'changed-checks'
  | 'changed-compensation'
  | 'changed-fallbacks'
  | 'lost-approval'
  | 'more-approvers'
  | 'renamed-step'
  | 'changed-conditions'
  | 'lost-constraint';

/** What only a run knows of its steps, by id. */
export type RunFacts = {
  /** Done for good: kept as they are and not judged again (N2). */
  finished?: Iterable<string>;
  /** An approval of its call is pending or granted: it binds that call, whatever the call does. */
  gated?: Iterable<string>;
};

export function authorityChanges(
  earlier: PlanDocument,
  to: PlanDocument,
  catalog: Catalog,
  facts: RunFacts = {},
): AuthorityChange[] {
  const [finished, gated] = [new Set(facts.finished), new Set(facts.gated)];
  // A step that only got another id is the same step to those that wait for it; as a write it is new all the same.
  const names = pureRenames(earlier, to);
  const renamed = new Set(names.values());
  const from = names.size > 0 ? renameSteps(earlier, (id) => names.get(id) ?? id) : earlier;
  const before = new Map(from.steps.toReversed().map((step) => [step.id, step]));
  const known = reachOf(from, catalog);
  const changes: AuthorityChange[] = [];
  const seen = new Set<string>();
  for (const step of to.steps) {
    if (seen.has(step.id) || finished.has(step.id)) continue;
    seen.add(step.id);
    const old = before.get(step.id);
    if (!old && takesBack(before, step)) continue;
    const binds =
      gated.has(step.id) ||
      [step, old].some((each) => each && (stepEffect(catalog, each) !== 'read' || asksApproval(each)));
    if ((!old || renamed.has(step.id)) && stepEffect(catalog, step) !== 'read')
      changes.push({
        code: 'new-writing-step',
        stepId: step.id,
        path: '',
        message: `Step "${step.id}" is new and changes things`,
      });
    changes.push(...reachChanges(step, known, catalog));
    if (old && old !== step) changes.push(...stepChanges(old, step, binds, gated.has(step.id), catalog));
  }
  changes.push(
    ...orderChanges(from, to, catalog, finished, before),
    ...planChanges(from, to, catalog, known, finished),
    ...inputChanges(from, to, catalog, finished),
    ...versionReads(to, gated),
    ...lostCards(earlier, to, catalog, gated),
  );
  return changes;
}

/** E4: exactly what the reviewed version says to do if a step has to be taken back, with its expressions worked out. */
function takesBack(before: ReadonlyMap<string, Step>, step: Step): boolean {
  const done = step.undoes && before.get(step.undoes.step);
  if (!done?.compensation || !isInstance(done.compensation, step.work)) return false;
  return (
    same(done.risk, step.risk) &&
    same(done.approval, step.approval) &&
    Object.keys(step).every((key) => TAKEN_BACK_BY.has(key))
  );
}
const TAKEN_BACK_BY = new Set([
  'id',
  'title',
  'work',
  'undoes',
  'needs',
  'risk',
  'approval',
  'timeoutMs',
  'retry',
]);

function isInstance(template: unknown, value: unknown): boolean {
  if (bindingOf(template as Json) !== undefined) return true;
  if (Array.isArray(template))
    return (
      Array.isArray(value) &&
      value.length === template.length &&
      template.every((item, index) => isInstance(item, value[index]))
    );
  if (template === null || typeof template !== 'object') return template === value;
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false;
  const [from, to] = [template as Record<string, unknown>, value as Record<string, unknown>];
  return (
    same(Object.keys(from).toSorted(), Object.keys(to).toSorted()) &&
    Object.keys(from).every((key) => isInstance(from[key], to[key]))
  );
}

type Reach = { tools: Set<string>; resources: Set<string> };

/** Every tool and resource that a version names anywhere: works, fallbacks, compensations, agents, probes. */
function reachOf(document: PlanDocument, catalog: Catalog): Reach {
  const reach: Reach = { tools: new Set(), resources: new Set() };
  const add = (tool: string, args: JsonObject | undefined) => {
    reach.tools.add(tool);
    if (args) for (const resource of resourcesOf(tool, args, catalog)) reach.resources.add(resource);
  };
  for (const step of document.steps) for (const { tool, args } of callsOf(step)) add(tool, args);
  for (const check of planChecks(document)) if (check.probe) add(check.probe.tool, check.probe.args);
  return reach;
}

function reachChanges(step: Step, known: Reach, catalog: Catalog): AuthorityChange[] {
  const changes: AuthorityChange[] = [];
  for (const { tool, args, path } of callsOf(step)) {
    if (!known.tools.has(tool))
      changes.push({
        code: 'new-tool',
        stepId: step.id,
        path,
        message: `Step "${step.id}" uses ${tool}, which the plan did not use before`,
      });
    for (const resource of args ? resourcesOf(tool, args, catalog) : []) {
      if (!known.resources.has(resource))
        changes.push({
          code: 'new-resource',
          stepId: step.id,
          path,
          message: `Step "${step.id}" reaches ${resource}, which the plan did not reach before`,
        });
    }
  }
  return changes;
}

/**
 * `binds`: consent is given to this step's call as it stands, so that each member of the call counts; that is a write,
 * what asks for approval itself, and what an approval stands at.
 */
function stepChanges(
  from: Step,
  to: Step,
  binds: boolean,
  gated: boolean,
  catalog: Catalog,
): AuthorityChange[] {
  const changes: AuthorityChange[] = [];
  const add = (code: AuthorityCode, path: string, what: string) =>
    changes.push({ code, stepId: to.id, path, message: `Step "${to.id}" ${what}` });
  for (const change of stepFieldChanges(from, to)) {
    const { path } = change;
    const [, member = '', part] = path.split('/');
    switch (member) {
      case 'work':
        if (part === undefined || part === 'tool') add('changed-work', path, 'does something else');
        else if (to.work.kind === 'tool')
          add('changed-arguments', path, `has changed arguments: ${path.slice('/work/args/'.length)}`);
        else if (to.work.kind === 'agent' && (binds || part === 'tools'))
          add('changed-work', path, 'gives its agent other orders or tools');
        break;
      case 'risk':
        if (riskRank(to, catalog) > riskRank(from, catalog))
          add('raised-risk', path, `raises its risk to ${to.risk ?? 'that of its tool'}`);
        else if (binds && riskRank(to, catalog) < riskRank(from, catalog))
          add('changed-risk', path, 'lowers its risk');
        break;
      case 'budget':
        if (isRaised(from.budget, to.budget, part)) add('raised-budget', path, 'may spend more');
        break;
      case 'approval':
        if (loosensApproval(from, to)) add('lost-approval', path, 'asks for less approval');
        else if (gated && approversOf(to) > approversOf(from))
          add('more-approvers', path, 'asks more people than have been asked');
        break;
      case 'preconditions':
      case 'postconditions':
        if (binds && change.class !== 'C')
          add('changed-checks', path, `has changed ${member}: ${part ?? ''}`);
        break;
      case 'outputs':
        if (binds) add('changed-checks', path, 'accepts other results');
        break;
      case 'compensation':
        if (binds || workEffect(to.compensation, catalog) !== 'read')
          add(
            'changed-compensation',
            path,
            to.compensation ? 'is undone in another way' : 'can no longer be undone',
          );
        break;
      case 'fallbacks': {
        const fallback = to.fallbacks?.[Number(part)];
        if (binds || workEffect(fallback, catalog) !== 'read')
          add('changed-fallbacks', path, 'has another fallback');
        break;
      }
      case 'when':
      case 'forEach':
      case 'join':
        if (binds) add('changed-conditions', path, `runs under other conditions: ${member}`);
        break;
      default:
    }
  }
  return changes;
}

/** Pending writes that no longer wait for something, or that a person step now waits for. */
function orderChanges(
  from: PlanDocument,
  to: PlanDocument,
  catalog: Catalog,
  finished: ReadonlySet<string>,
  before: ReadonlyMap<string, Step>,
): AuthorityChange[] {
  const universe = [...from.steps, ...to.steps].map(({ id }) => id);
  const [was, is] = [ancestry(from, universe), ancestry(to, universe)];
  const people = to.steps
    .filter(({ id, work }) => work.kind === 'person' && before.has(id))
    .map(({ id }) => id);
  const changes: AuthorityChange[] = [];
  for (const step of to.steps) {
    const old = before.get(step.id);
    if (!old || finished.has(step.id) || stepEffect(catalog, step) === 'read') continue;
    const lost = was.lostIn(is, step.id);
    const persons = lost.filter((id) => before.get(id)?.work.kind === 'person');
    if (persons.length > 0)
      changes.push({
        code: 'lost-person-step',
        stepId: step.id,
        path: '/after',
        message: `Step "${step.id}" no longer waits for a person: ${persons.join(', ')}`,
      });
    else if (lost.length > 0)
      changes.push({
        code: 'lost-ancestor',
        stepId: step.id,
        path: '/after',
        message: `Step "${step.id}" no longer runs after ${short(lost)}`,
      });
    const ahead = people.filter((id) => is.isAncestor(step.id, id) && !was.isAncestor(step.id, id));
    if (ahead.length > 0)
      changes.push({
        code: 'ahead-of-person-step',
        stepId: step.id,
        path: '/before',
        message: `Step "${step.id}" now runs before a person is asked: ${short(ahead)}`,
      });
  }
  return changes;
}

function planChanges(
  from: PlanDocument,
  to: PlanDocument,
  catalog: Catalog,
  known: Reach,
  finished: ReadonlySet<string>,
): AuthorityChange[] {
  const changes: AuthorityChange[] = [];
  for (const list of ['success', 'stop'] as const) {
    for (const { path, class: kind } of checkChanges(from[list], to[list], [list])) {
      if (kind !== 'C')
        changes.push({
          code: `changed-${list}`,
          path,
          message: list === 'success' ? 'What counts as success changes' : 'What stops the run changes',
        });
    }
  }
  for (const name of Object.keys({ ...from.limits?.budget, ...to.limits?.budget })) {
    if (isRaised(from.limits?.budget, to.limits?.budget, name))
      changes.push({
        code: 'raised-budget',
        path: `/limits/budget/${name}`,
        message: 'The plan may spend more',
      });
  }
  for (const { id, text } of from.constraints ?? []) {
    if (to.constraints?.find((each) => each.id === id)?.text !== text)
      changes.push({
        code: 'lost-constraint',
        path: `/constraints/${id}`,
        message: `The constraint "${id}" is dropped or reworded`,
      });
  }
  for (const assumption of from.assumptions ?? []) {
    const leaning = to.steps.filter(
      (step) =>
        assumption.steps?.includes(step.id) && !finished.has(step.id) && stepEffect(catalog, step) !== 'read',
    );
    const now = to.assumptions?.find(({ id }) => id === assumption.id);
    const kept =
      now &&
      same(checkMeaning(assumption.check), checkMeaning(now.check)) &&
      leaning.every(({ id }) => now.steps?.includes(id));
    if (!kept && assumption.check && leaning.length > 0) {
      changes.push({
        code: 'changed-checks',
        path: `/assumptions/${assumption.id}`,
        message: `The assumption "${assumption.id}" is no longer checked before ${short(leaning.map(({ id }) => id))}`,
      });
    }
  }
  for (const check of planChecks(to)) {
    if (check.probe && !known.tools.has(check.probe.tool))
      changes.push({
        code: 'new-tool',
        path: '',
        message: `The check "${check.id}" uses ${check.probe.tool}, which the plan did not use before`,
      });
  }
  return changes;
}

/**
 * A changed input that a pending call's arguments, a binding step's conditions, or the plan's checks read: said of the
 * plan, and of each step that reads it, since the step's own fields may be the same to the letter.
 */
function inputChanges(
  from: PlanDocument,
  to: PlanDocument,
  catalog: Catalog,
  finished: ReadonlySet<string>,
): AuthorityChange[] {
  const changed = Object.keys({ ...from.inputs, ...to.inputs }).filter(
    (name) => own(from.inputs, name) !== undefined && !same(own(from.inputs, name), own(to.inputs, name)),
  );
  if (changed.length === 0) return [];
  const pending = to.steps.filter(({ id }) => !finished.has(id));
  const sites = pending.map((step) => ({
    stepId: step.id,
    sites: stepExpressions(step, []).filter(
      ({ path }) => path.startsWith('/work/') || stepEffect(catalog, step) !== 'read' || asksApproval(step),
    ),
  }));
  const inChecks = planExpressions(to);
  return changed.flatMap((name) => {
    const inSteps = sites.flatMap(({ stepId, sites: mine }): AuthorityChange[] => {
      const site = mine.find(({ expr }) => readsInput(expr, name));
      const message = `Step "${stepId}" reads the input "${name}", which changes`;
      return site ? [{ code: 'changed-input', stepId, path: site.path, message }] : [];
    });
    if (inSteps.length === 0 && !inChecks.some(({ expr }) => readsInput(expr, name))) return [];
    return [
      {
        code: 'changed-input' as const,
        path: pointer(['inputs', name]),
        message: `The input "${name}" changes, and arguments or checks read it`,
      },
      ...inSteps,
    ];
  });
}

/** A call that names the version it belongs to is another call in each version. */
function versionReads(to: PlanDocument, gated: ReadonlySet<string>): AuthorityChange[] {
  return to.steps.flatMap((step): AuthorityChange[] => {
    const site = gated.has(step.id)
      ? stepExpressions(step, []).find(({ path, expr }) => path.startsWith('/work/') && readsVersion(expr))
      : undefined;
    return site
      ? [
          {
            code: 'changed-arguments',
            stepId: step.id,
            path: site.path,
            message: `Step "${step.id}" has the version in its arguments`,
          },
        ]
      : [];
  });
}

/** An approval is bound to its step's id. A write under another id is new anyway; of a read it is said here. */
function lostCards(
  from: PlanDocument,
  to: PlanDocument,
  catalog: Catalog,
  gated: ReadonlySet<string>,
): AuthorityChange[] {
  if (gated.size === 0) return [];
  return matchSteps(from, to)
    .filter((match) => match.from.id !== match.to.id && gated.has(match.from.id))
    .filter((match) => stepEffect(catalog, match.to) === 'read')
    .map((match): AuthorityChange => ({
      code: 'renamed-step',
      stepId: match.to.id,
      path: '/id',
      message: `Step "${match.to.id}" was "${match.from.id}", and an approval does not follow a new id`,
    }));
}

function readsInput(expr: string, name: string): boolean {
  const references = celReferences(expr);
  return references.ok && references.inputs.includes(name);
}

function readsVersion(expr: string): boolean {
  const references = celReferences(expr);
  return references.ok && references.names.includes('run') && expr.includes('planVersion');
}

type NamedCall = { tool: string; args: JsonObject | undefined; path: string };

function callsOf(step: Step): NamedCall[] {
  const calls: NamedCall[] = [];
  const add = (work: Work | undefined, path: string) => {
    if (work?.kind === 'tool') calls.push({ tool: work.tool, args: work.args, path });
    if (work?.kind === 'agent') for (const tool of work.tools) calls.push({ tool, args: undefined, path });
    const asked = work && waitCheck(work)?.probe;
    if (asked) calls.push({ ...asked, path: `${path}/args/condition/probe` });
  };
  add(step.work, '/work');
  step.fallbacks?.forEach((work, index) => add(work, `/fallbacks/${index}`));
  add(step.compensation, '/compensation');
  for (const list of ['preconditions', 'postconditions'] as const) {
    for (const { id, probe } of step[list] ?? [])
      if (probe) calls.push({ tool: probe.tool, args: probe.args, path: `/${list}/${id}` });
  }
  return calls;
}

function planChecks(document: PlanDocument): Check[] {
  return [
    ...(document.success ?? []),
    ...(document.stop ?? []),
    ...(document.assumptions ?? []).flatMap(({ check }) => (check ? [check] : [])),
  ];
}

function resourcesOf(tool: string, args: JsonObject, catalog: Catalog): string[] {
  const resource = catalog.resourceOf?.(tool, args);
  const connectionArg = toolOf(catalog, tool)?.connectionArg;
  const connection = connectionArg === undefined ? undefined : own(args, connectionArg);
  return [
    ...(resource === undefined ? [] : [resource]),
    ...(typeof connection === 'string' ? [`connection ${connection}`] : []),
  ];
}

function workEffect(work: Work | undefined, catalog: Catalog) {
  return work ? effectOf(catalog, work) : 'read';
}

/** What its call will have: the step's word, or its tool's where that is higher. */
function riskRank(step: Step, catalog: Catalog): number {
  const contract = step.work.kind === 'tool' ? toolOf(catalog, step.work.tool) : undefined;
  if (!contract) return step.risk ? RISKS.indexOf(step.risk) : -1;
  return RISKS.indexOf(callRisk(contract, effectOf(catalog, step.work), step.risk));
}

function isRaised(from: Budget | undefined, to: Budget | undefined, name: string | undefined): boolean {
  const [a, b] = [from?.[name as keyof Budget], to?.[name as keyof Budget]];
  return a !== undefined && (b === undefined || b > a);
}

function loosensApproval(from: Step, to: Step): boolean {
  const [a, b] = [withDefaults(from).approval, withDefaults(to).approval];
  if (!a) return false;
  if (!b) return true;
  const longer =
    a.expiresAfterMs !== undefined && (b.expiresAfterMs === undefined || b.expiresAfterMs > a.expiresAfterMs);
  return (a.required && !b.required) || (a.approvers ?? 1) > (b.approvers ?? 1) || longer;
}

function asksApproval(step: Step): boolean {
  return withDefaults(step).approval?.required === true;
}
function approversOf(step: Step): number {
  return step.approval?.approvers ?? 1;
}

function checkMeaning(check: Check | undefined) {
  return check && { expr: check.expr, probe: check.probe };
}

function own<T>(object: Readonly<Record<string, T>> | undefined, name: string): T | undefined {
  return object && Object.hasOwn(object, name) ? object[name] : undefined;
}

function short(ids: string[]): string {
  return ids.length > 5 ? `${ids.slice(0, 5).join(', ')} and ${ids.length - 5} more` : ids.join(', ');
}
