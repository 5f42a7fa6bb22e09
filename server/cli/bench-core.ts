/**
 * `npm run bench -- core`: how the pure core grows with the plan. Doubling the steps should double the time: the last
 * column is the time a step costs, held against that of the smallest plan. For people; no test depends on it.
 */
import { diffPlans } from '#core/plan/diff.ts';
import { lintPlan } from '#core/plan/lint.ts';
import { planHash } from '#core/plan/normal-form.ts';
import { parsePlan } from '#core/plan/parse.ts';
import type { PlanDocument, Step } from '#core/plan/schema.ts';
import type { RunEvent, RunEventBody } from '#core/run/events.ts';
import { cloneState, evolve, fold } from '#core/run/evolve.ts';
import { nextActions, readySteps } from '#core/run/schedule.ts';
import { aPlan, testCatalog, writeWork } from '#core/testing/build-plan.ts';

const SIZES = [500, 1_000, 2_000];
/** Of the largest plan; smaller ones have the same number for each step. */
const DEPENDENCIES = 5_000;
const WARM_UP = 3;
const ROUNDS = 7;

const cases: { name: string; prepare: (plan: PlanDocument) => () => unknown }[] = [
  { name: 'parse', prepare: (plan) => () => parsePlan(plan) },
  { name: 'hash', prepare: (plan) => () => planHash(plan) },
  { name: 'lint', prepare: (plan) => () => lintPlan(plan, testCatalog) },
  { name: 'diff', prepare: (plan) => diffWithRevision(plan) },
  { name: 'fold', prepare: (plan) => foldOf(plan) },
  { name: 'ready set', prepare: (plan) => readySetOf(plan) },
];

const row = (...cells: string[]) =>
  cells.map((cell, index) => (index === 0 ? cell.padEnd(10) : cell.padStart(11))).join('');
console.log(
  `The core at ${SIZES.join(', ')} steps and ${DEPENDENCIES} dependencies at most; fastest of ${ROUNDS} rounds, processor time.\n`,
);
console.log(row('', 'steps', 'deps', 'ms', 'µs/step', 'growth'));
const plans = SIZES.map(planOf);
for (const { name, prepare } of cases) {
  let first: number | undefined;
  for (const plan of plans) {
    const ms = fastest(prepare(plan));
    const perStep = (ms * 1_000) / plan.steps.length;
    first ??= perStep;
    const dependencies = plan.steps.reduce((sum, step) => sum + (step.needs?.length ?? 0), 0);
    console.log(
      row(
        name,
        `${plan.steps.length}`,
        `${dependencies}`,
        ms.toFixed(2),
        perStep.toFixed(2),
        `× ${(perStep / first).toFixed(2)}`,
      ),
    );
  }
}

/** Layers of 20; each step needs two or three of the layer before and reads the output of one. */
function planOf(size: number): PlanDocument {
  const width = 20;
  const perStep = DEPENDENCIES / 2_000;
  let owed = 0;
  const ids = Array.from({ length: size }, (_, index) => `step-${index}`);
  const plan = aPlan(ids.join(', '));
  const steps = plan.steps.map((step, index): Step => {
    const layer = Math.floor(index / width) * width;
    if (layer === 0) return step;
    owed += perStep;
    const count = Math.floor(owed);
    owed -= count;
    const needs = Array.from(
      { length: count },
      (_, back) => `step-${layer - width + ((index + back * 7) % width)}`,
    );
    return { ...step, needs, work: writeWork(step.id, { $expr: `steps["${needs[0]}"].output.n` }) };
  });
  return { ...plan, steps };
}

/** Against a version with one step in ten changed, one in fifty removed, and as many added under new names. */
function diffWithRevision(plan: PlanDocument): () => unknown {
  const steps = plan.steps
    .filter((_, index) => index % 50 !== 49)
    .map((step, index) => (index % 10 === 0 ? { ...step, work: writeWork(`${step.id}-new`) } : step));
  const added = plan.steps
    .filter((_, index) => index % 50 === 49)
    .map((step) => ({ ...step, id: `${step.id}-b`, work: writeWork('elsewhere'), title: 'New' }));
  const next = { ...plan, steps: [...steps, ...added] };
  return () => diffPlans(plan, next, testCatalog);
}

function foldOf(plan: PlanDocument): () => unknown {
  const events = eventsOf(plan);
  return () => fold(events);
}

/** What is ready, asked after every event of a whole run. */
function readySetOf(plan: PlanDocument): () => unknown {
  const events = eventsOf(plan);
  const started = fold(events.slice(0, 1));
  return () => {
    const state = cloneState(started);
    let seen = readySteps(state, 0).length;
    for (const event of events.slice(1)) {
      evolve(state, event);
      seen += nextActions(state, 0).actions.length;
    }
    return seen;
  };
}

/** A run in which every step succeeds, one after the other. */
function eventsOf(plan: PlanDocument): RunEvent[] {
  const spend = { costMicroUsd: 0, tokens: 0, toolCalls: 1 };
  const actor = { kind: 'driver' as const, id: 'bench' };
  const bodies: RunEventBody[] = [
    {
      type: 'run-started',
      data: {
        workspaceId: 'w',
        runId: 'r',
        planId: 'p',
        planVersion: 1,
        planHash: 'h',
        document: plan,
        identity: 'i',
        solo: true,
        startedBy: { kind: 'person', id: 'ana' },
      },
    },
  ];
  for (const { id } of plan.steps) {
    const address = { stepId: id };
    const operationKey = `key-${id}`;
    bodies.push(
      {
        type: 'attempt-dispatched',
        data: {
          address,
          attempt: 1,
          operationKey,
          generation: 0,
          tool: 'test.write',
          effect: 'write',
          dedupe: 'key',
          canReconcile: true,
          resource: `key:${id}`,
          connection: null,
          identity: 'i',
          argsHash: 'a',
          callHash: 'c',
          seal: 's',
          args: { inline: {} },
          summary: 'Write.',
          consumes: [],
          policy: { verdict: 'allow', rules: [], reason: 'Allowed.', revision: 1 },
          checks: [],
          reserved: spend,
          timeoutAt: 60_000,
          quietAt: 70_000,
        },
      },
      {
        type: 'attempt-finished',
        data: {
          address,
          attempt: 1,
          operationKey,
          outcome: 'committed',
          observation: { inline: { n: 1 } },
          spent: spend,
        },
      },
      { type: 'step-succeeded', data: { address, checks: [] } },
    );
  }
  return bodies.map((body, index) => ({ version: index + 1, schema: 1, at: index, actor, ...body }));
}

/** Processor time, which other processes do not add to; the fastest round, since noise only makes one slower. */
function fastest(work: () => unknown): number {
  const times = Array.from({ length: WARM_UP + ROUNDS }, () => {
    const start = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  });
  return Math.min(...times.slice(WARM_UP));
}
