/** A plan of another system, `{goal, steps: [...]}` or a bare list of steps, as plan/v1 (I3, I4, I5). */
import { contentHash } from '../../hash.ts';
import type { Json, JsonObject } from '../../json.ts';
import { renameStepsInCel } from '../cel.ts';
import { mapStepExpressions } from '../expressions.ts';
import { normalizePlan } from '../normal-form.ts';
import { parsePlan } from '../parse.ts';
import type { Problem } from '../problem.ts';
import { PLAN_LIMITS, type PlanDocument, type Step } from '../schema.ts';
import { Findings, shortened } from './findings.ts';
import { type ForeignStep, leaveOut, oneLine, readForeignStep, refuseGrant } from './foreign-step.ts';
import { readSettings, type Settings } from './settings.ts';
import { GRANTS, nameIn, PLAN_NAMES, PRIVATE, SETTING_NAMES } from './shapes.ts';
import { slugsOf } from './slugs.ts';

export type RenamedId = { from: string; to: string };
export type ForeignPlan =
  | {
      ok: true;
      document: PlanDocument;
      title: string | undefined;
      sourceId: string | undefined;
      ids: RenamedId[];
      problems: Problem[];
    }
  | { ok: false; problems: Problem[] };

const GOAL_LENGTH = 20_000;

export function readForeignPlan(
  value: JsonObject | Json[],
  at: readonly string[],
  given: { title?: string | undefined; goal?: string | undefined },
): ForeignPlan {
  const findings = new Findings();
  const plan = Array.isArray(value) ? {} : value;
  const stepsName = Array.isArray(value) ? undefined : nameIn(plan, PLAN_NAMES.steps);
  const stepsPath = stepsName === undefined ? [...at] : [...at, stepsName];
  const list = stepsName === undefined ? value : plan[stepsName];
  if (!Array.isArray(list)) {
    findings.error('invalid-value', stepsPath, 'Got no list; allowed: a list of steps');
    return { ok: false, problems: findings.problems() };
  }
  if (list.length > PLAN_LIMITS.steps) {
    const message = `${list.length} steps: a plan holds ${PLAN_LIMITS.steps} at most`;
    findings.error('too-many-steps-for-a-plan', stepsPath, message);
    return { ok: false, problems: findings.problems() };
  }
  const head = readHead(plan, at, findings, given);
  const steps = list.map((step, index) =>
    readForeignStep(step, [...stepsPath, index], findings, head.ofSteps),
  );
  refuseDuplicates(
    steps.map((step) => step?.sourceId),
    (index) => [...stepsPath, index, 'id'],
    findings,
  );
  if (findings.hasErrors || !steps.every((step) => step !== undefined))
    return { ok: false, problems: findings.problems() };
  const built = build(steps, { isList: Array.isArray(value), stepsPath, findings });
  const parsed = parsePlan({
    artifact: 'plan/v1',
    objective: head.objective,
    ...(head.constraints.length > 0 && { constraints: head.constraints }),
    steps: built.steps,
    ...(head.budget && { limits: { budget: head.budget } }),
  });
  if (!parsed.ok) return { ok: false, problems: inSource(parsed.problems, stepsPath, steps) };
  return {
    ok: true,
    document: normalizePlan(parsed.document),
    title: head.title,
    sourceId: head.sourceId,
    ids: built.ids,
    problems: findings.problems(),
  };
}

type Head = {
  objective: string;
  title: string | undefined;
  sourceId: string | undefined;
  constraints: { id: string; text: string }[];
  /** What the plan says of all its steps. */
  ofSteps: Settings;
  budget: Settings['budget'];
};

function readHead(
  plan: JsonObject,
  at: readonly string[],
  findings: Findings,
  given: { title?: string | undefined; goal?: string | undefined },
): Head {
  const known = new Set<string>();
  const text = (names: readonly string[]): string | undefined => {
    const name = nameIn(plan, names);
    if (name === undefined) return undefined;
    known.add(name);
    const found = plan[name] as Json;
    if (typeof found === 'string' || typeof found === 'number') return String(found);
    findings.error('invalid-value', [...at, name], 'Got no text; allowed: a text');
    return undefined;
  };
  const sourceId = text(PLAN_NAMES.id);
  const title = oneLine(text(PLAN_NAMES.title) ?? '') || undefined;
  const own = text(PLAN_NAMES.goal)?.trim();
  const goal = given.goal?.trim() || own;
  const objective = goal || given.title?.trim() || title;
  const goalPath = [...at, nameIn(plan, PLAN_NAMES.goal) ?? PLAN_NAMES.goal[0]];
  if (!objective)
    findings.error('missing-member', goalPath, 'The plan does not say its goal; give it one, or a title');
  else if (objective.length > GOAL_LENGTH)
    findings.error(
      'invalid-value',
      goalPath,
      `Got ${objective.length} characters; allowed: ${GOAL_LENGTH} at most`,
    );
  const stepsName = nameIn(plan, PLAN_NAMES.steps);
  if (stepsName !== undefined) known.add(stepsName);
  const constraints = readConstraints(plan.constraints);
  if (constraints.length > 0) known.add('constraints');
  const { budget, approval, risk } = readSettings({
    from: plan,
    path: [...at],
    findings,
    keep: (name, why) => {
      leaveOut(findings, [...at], name, `of a whole plan it ${why}`);
    },
    step: undefined,
  });
  for (const names of [SETTING_NAMES.risk, SETTING_NAMES.approval, SETTING_NAMES.budget]) {
    const name = nameIn(plan, names);
    if (name !== undefined) known.add(name);
  }
  for (const member of Object.keys(plan)) {
    if (known.has(member) || plan[member] === null) continue;
    if (GRANTS.includes(member)) refuseGrant(findings, [...at], member);
    else if (PRIVATE.includes(member)) leaveOut(findings, [...at], member, 'private reasoning is not stored');
    else if (member === 'join' && plan.join === 'all') continue;
    else if (member === 'join')
      leaveOut(
        findings,
        [...at],
        member,
        'every step waits for all that it needs, unless the step says otherwise',
      );
    else leaveOut(findings, [...at], member, 'plan/v1 has no place for it');
  }
  return {
    objective: objective ?? '',
    title,
    sourceId,
    constraints,
    ofSteps: { ...(risk && { risk }), ...(approval && { approval }) },
    budget,
  };
}

function readConstraints(value: Json | undefined): Head['constraints'] {
  if (!Array.isArray(value) || !value.every((text) => typeof text === 'string' && text.trim() !== ''))
    return [];
  return value.map((text, index) => ({ id: `constraint-${index + 1}`, text: String(text) }));
}

/** References would hit the wrong one: two steps of one id are never both taken, nor is one of them. */
export function refuseDuplicates(
  ids: readonly (string | undefined)[],
  pathOf: (index: number) => PropertyKey[],
  findings: Findings,
): void {
  const seen = new Set<string>();
  ids.forEach((id, index) => {
    if (id === undefined) return;
    if (seen.has(id))
      findings.error('duplicate-id', pathOf(index), `There are two steps with the id "${shortened(id)}"`);
    seen.add(id);
  });
}

/** Ids become slugs, everywhere they are named. */
function build(
  steps: ForeignStep[],
  { isList, stepsPath, findings }: { isList: boolean; stepsPath: PropertyKey[]; findings: Findings },
): { steps: Step[]; ids: RenamedId[] } {
  const ids = idsOf(steps);
  ids.forEach((_, index) => {
    if (steps[index]?.sourceId !== undefined) return;
    findings.warn(
      'missing-id',
      '',
      [...stepsPath, index],
      (where) => `There is no id ${where}: it gets one`,
      String(index + 1),
    );
  });
  const isSequence =
    (isList || steps.every((step) => step.isSentence)) &&
    steps.length > 1 &&
    steps.every((step) => step.needs === undefined);
  if (isSequence) {
    findings.warn(
      'order-of-the-list',
      '',
      stepsPath,
      () => 'No step says what it needs: they run one after the other, as they are listed',
    );
  }
  const slugs = slugsOf([...ids, ...steps.flatMap((step) => step.needs ?? [])]);
  const slug = (id: string) => slugs.get(id) ?? id;
  const change = (expr: string) => renameStepsInCel(expr, slug);
  const built = steps.map((source, index): Step => {
    const id = ids[index] ?? '';
    const before = isSequence ? ids.slice(Math.max(0, index - 1), index) : (source.needs ?? []);
    const rationale = [
      ...(source.sourceId !== undefined && slug(id) !== id
        ? [`Source id: ${JSON.stringify(shortened(id, 300))}`]
        : []),
      ...(source.step.rationale === undefined ? [] : [source.step.rationale]),
    ].join('\n');
    const step = {
      ...source.step,
      id: slug(id),
      ...(before.length > 0 && { needs: before.map(slug) }),
      ...(rationale !== '' && { rationale }),
    };
    return mapStepExpressions(step, change);
  });
  const renamed = [...slugs].filter(([from, to]) => from !== to).map(([from, to]) => ({ from, to }));
  return { steps: built, ids: renamed };
}

/** Source ids. A step without one is called by its title where another step does so, else by its place. */
function idsOf(steps: ForeignStep[]): string[] {
  const ids = new Set(steps.flatMap(({ sourceId }) => (sourceId === undefined ? [] : [sourceId])));
  const needed = new Set(steps.flatMap(({ needs }) => needs ?? []));
  const titles = Map.groupBy(steps, ({ name }) => name);
  return steps.map(({ sourceId, name }, index) => {
    if (sourceId !== undefined) return sourceId;
    if (name !== undefined && needed.has(name) && !ids.has(name) && titles.get(name)?.length === 1)
      return name;
    const id = `step-${index + 1}`;
    if (!ids.has(id) && !needed.has(id)) return id;
    return `${id}-${contentHash([...ids, ...needed].toSorted()).slice(0, 6)}`;
  });
}

/** Paths as the source has them. */
function inSource(problems: Problem[], stepsPath: readonly PropertyKey[], steps: ForeignStep[]): Problem[] {
  const prefix = stepsPath.map((part) => `/${String(part)}`).join('');
  return problems.map((problem) => {
    const found = /^\/steps\/(\d+)(?:\/work\/args)?/.exec(problem.path);
    if (!found) return problem;
    const [matched, index = ''] = found;
    const args = matched.endsWith('/args') ? `/${steps[Number(index)]?.argsName ?? 'args'}` : '';
    return { ...problem, path: `${prefix}/${index}${args}${problem.path.slice(matched.length)}` };
  });
}
