import type { Check, PlanDocument, Step, ToolWork } from '#core/plan/schema.ts';
import type { Random } from './random.ts';

/** A random plan of 2 to 8 steps over the tools of the simulated world: every kind of work the driver performs. */
export function randomPlan(random: Random): PlanDocument {
  const count = random.int(2, 8);
  const steps: Step[] = [];
  for (let index = 0; index < count; index++) steps.push(randomStep(random, index, steps));
  return {
    artifact: 'plan/v1',
    objective: 'Everything of this simulation is done.',
    inputs: { list: [1, 2, 3].slice(0, random.int(0, 3)), flag: random.chance(0.8) },
    steps,
    success: [
      {
        id: 'done',
        expr: 'probe.ok',
        probe: { tool: 'test.read', args: { key: 'all' } },
        message: 'The end is checked.',
      },
    ],
    limits: {
      concurrency: random.int(1, 4),
      escalateMs: random.pick([0, 60_000, 3_600_000]),
      onStepFailure: random.pick(['stop', 'finish-independent', 'cancel-running', 'undo', 'undo'] as const),
      replans: 0,
    },
  };
}

function randomStep(random: Random, index: number, earlier: readonly Step[]): Step {
  const id = `s${index}`;
  const needs = earlier.filter(() => random.chance(0.4)).map((step) => step.id);
  const isPerson = random.chance(0.06);
  const base: Step = {
    id,
    title: `Step ${id}`,
    work: isPerson ? { kind: 'person', prompt: 'Look at it.' } : randomWork(random, id, needs, earlier),
    ...(needs.length > 0 ? { needs } : {}),
    timeoutMs: random.pick([1_000, 5_000]),
    retry: { attempts: random.int(1, 4), backoffMs: 500 },
  };
  if (isPerson) return base;
  return {
    ...base,
    ...(random.chance(0.15) ? { forEach: { items: 'inputs.list' } } : {}),
    ...(random.chance(0.15) ? { when: 'inputs.flag' } : {}),
    ...(random.chance(0.3) ? { postconditions: [check(random, 'after', 'output.ok')] } : {}),
    ...(random.chance(0.2) ? { preconditions: [check(random, 'before', 'true')] } : {}),
    ...(random.chance(0.5) ? { compensation: undoWork(random, id) } : {}),
  };
}

/** What takes it back reads what the step gave, or its own arguments. */
function undoWork(random: Random, id: string): ToolWork {
  const value = random.pick([0, { $expr: 'output.key' }]);
  return { kind: 'tool', tool: 'test.write', args: { key: `undo-${id}`, value } };
}

function check(random: Random, id: string, expr: string): Check {
  const probe = random.chance(0.5) ? { probe: { tool: 'test.read', args: { key: id } } } : {};
  return { id, expr: 'probe' in probe ? `${expr} && probe.ok` : expr, ...probe, message: `${id} holds.` };
}

function randomWork(
  random: Random,
  id: string,
  needs: readonly string[],
  earlier: readonly Step[],
): ToolWork {
  const tool = random.pick([
    'test.read',
    'test.write',
    'test.write',
    'test.lookup',
    'test.destroy',
    'test.opaque',
  ]);
  const source = needs.find((need) =>
    earlier.some((step) => step.id === need && step.work.kind === 'tool' && !step.forEach && !step.when),
  );
  const value = source ? { $expr: `steps["${source}"].output.key` } : random.pick([1, 'ask']);
  const withValue = tool === 'test.write' || tool === 'test.lookup';
  return { kind: 'tool', tool, args: withValue ? { key: id, value } : { key: id } };
}
