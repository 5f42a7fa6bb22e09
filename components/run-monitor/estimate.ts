import { addressKey } from '#core/run/address.ts';
import { get } from '#core/run/record.ts';
import type { RunState, StepState } from '#core/run/state.ts';
import type { Step } from '#core/plan/schema.ts';
import { needsYou } from '#core/run/views.ts';

/** How long successful calls of one tool took here before. */
export type ToolDurations = { tool: string; samples: number; typicalMs: number; slowMs: number };
/** `slowMs`: if every step took as long as its slowest tenth did. Waiting for people is not in it. */
export type Estimate = { ms: number; slowMs: number; afterYou: boolean };

/** Below this many earlier calls of a tool nothing is promised. */
export const FEWEST_SAMPLES = 5;
const SETTLED = new Set(['succeeded', 'skipped', 'cancelled', 'undone', 'dropped']);
const FOREACH_AT_ONCE = 4;

/** The longest way through what is left; undefined while one of its tools has too few samples. */
export function timeLeft(
  state: RunState,
  durations: readonly ToolDurations[],
  now: number,
): Estimate | undefined {
  const known = new Map(
    durations.filter(({ samples }) => samples >= FEWEST_SAMPLES).map((each) => [each.tool, each]),
  );
  const ways = new Map<string, { ms: number; slowMs: number }>();
  const steps = new Map(state.document.steps.map((step) => [step.id, step]));
  const visiting = new Set<string>();
  let isKnown = true;

  const wayTo = (id: string): { ms: number; slowMs: number } => {
    const done = ways.get(id);
    if (done) return done;
    const step = steps.get(id);
    const own = get(state.steps, id);
    if (!step || !own || visiting.has(id)) return { ms: 0, slowMs: 0 };
    visiting.add(id);
    const before = (step.needs ?? []).map(wayTo);
    visiting.delete(id);
    const length = lengthOf(step, own);
    const way = {
      ms: Math.max(0, ...before.map((each) => each.ms)) + length.ms,
      slowMs: Math.max(0, ...before.map((each) => each.slowMs)) + length.slowMs,
    };
    ways.set(id, way);
    return way;
  };
  const lengthOf = (step: Step, own: StepState): { ms: number; slowMs: number } => {
    if (SETTLED.has(own.status) || step.work.kind === 'person' || step.work.kind === 'checkpoint')
      return { ms: 0, slowMs: 0 };
    const tool = step.work.kind === 'tool' ? known.get(step.work.tool) : undefined;
    if (!tool || (step.forEach && !own.forEach)) {
      isKnown = false;
      return { ms: 0, slowMs: 0 };
    }
    const left = (since: number | undefined, ms: number) =>
      since === undefined ? ms : Math.max(0, ms - (now - since));
    if (!own.forEach) {
      const since = own.status === 'running' ? own.call?.dispatchedAt : undefined;
      return { ms: left(since, tool.typicalMs), slowMs: left(since, tool.slowMs) };
    }
    const open = Array.from({ length: own.forEach.count }, (_, item) =>
      get(state.steps, addressKey({ stepId: step.id, item })),
    ).filter((child) => child && !SETTLED.has(child.status)).length;
    const turns = Math.ceil(open / (step.forEach?.concurrency ?? FOREACH_AT_ONCE));
    return { ms: turns * tool.typicalMs, slowMs: turns * tool.slowMs };
  };

  let ms = 0;
  let slowMs = 0;
  for (const id of steps.keys()) {
    const way = wayTo(id);
    ms = Math.max(ms, way.ms);
    slowMs = Math.max(slowMs, way.slowMs);
  }
  return isKnown ? { ms, slowMs, afterYou: needsYou(state, now) > 0 } : undefined;
}
