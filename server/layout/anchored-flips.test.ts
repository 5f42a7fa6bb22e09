import { afterAll, expect, test, vi } from 'vitest';
import { must } from '#core/assert.ts';
import { anchoredLayout } from './anchored-insert.ts';
import { freshLayout, stopLayoutThread } from './elk-worker.ts';
import { CARD, type LayoutGraph, type Point } from './graph.ts';

vi.setConfig({ testTimeout: 60_000 });
afterAll(stopLayoutThread);

let seed = 20_261;
const random = (n: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31) % n;

function randomPlan(count: number): LayoutGraph {
  const steps = Array.from({ length: count }, (_, index) => `s${index}`);
  const dependencies = steps.flatMap((to, at) =>
    [...new Set([random(at + 1), random(at + 1)])]
      .filter((from) => from < at)
      .map((from) => ({ from: `s${from}`, to })),
  );
  return { steps, dependencies };
}

/** One to three steps in between, up to two gone, one or two that wait for something else. */
function replanned({ steps, dependencies }: LayoutGraph, round: number): LayoutGraph {
  const gone = new Set(Array.from({ length: random(3) }, () => steps[1 + random(steps.length - 1)]));
  const kept = steps.filter((step) => !gone.has(step));
  let edges = dependencies.filter(({ from, to }) => !gone.has(from) && !gone.has(to));
  const order = (step: string) => kept.indexOf(step);
  for (let each = 0; each <= random(2); each += 1) {
    const at = random(edges.length);
    const to = must(edges[at], 'an edge').to;
    const from = must(kept[random(Math.max(1, order(to)))], 'a step before');
    if (order(from) < order(to)) edges = edges.with(at, { from, to });
  }
  const fresh = Array.from({ length: 1 + random(3) }, (_, index) => `n${round}_${index}`);
  for (const step of fresh) {
    const { from, to } = must(edges[random(edges.length)], 'an edge');
    edges = [...edges, { from, to: step }, { from: step, to }];
  }
  const unique = new Map(edges.map((edge) => [`${edge.from} ${edge.to}`, edge]));
  return { steps: [...kept, ...fresh], dependencies: [...unique.values()] };
}

function flipsOf(
  before: Record<string, Point>,
  after: Record<string, Point>,
): { flips: number; pairs: number } {
  const shared = Object.keys(before).filter((step) => Object.hasOwn(after, step));
  let [flips, pairs] = [0, 0];
  shared.forEach((a, at) => {
    for (const b of shared.slice(at + 1)) {
      for (const axis of ['x', 'y'] as const) {
        const was = Math.sign(must(before[a], a)[axis] - must(before[b], b)[axis]);
        const is = Math.sign(must(after[a], a)[axis] - must(after[b], b)[axis]);
        pairs += 1;
        if (was * is < 0) flips += 1;
      }
    }
  });
  return { flips, pairs };
}

test('[UC9] on 50 replans at most 2 % of the steps that stay change sides with another, and no card covers one', async () => {
  let [flips, pairs] = [0, 0];
  for (let round = 0; round < 50; round += 1) {
    const plan = randomPlan(12 + random(29));
    const old = await freshLayout(plan);
    const { positions } = anchoredLayout(old.positions, replanned(plan, round));
    const counted = flipsOf(old.positions, positions);
    flips += counted.flips;
    pairs += counted.pairs;
    const cards = Object.values(positions);
    const covered = cards.filter((p, at) =>
      cards.slice(at + 1).some((q) => Math.abs(p.x - q.x) < CARD.width && Math.abs(p.y - q.y) < CARD.height),
    );
    expect(covered).toEqual([]);
  }
  expect(pairs).toBeGreaterThan(5_000);
  expect(flips / pairs).toBeLessThanOrEqual(0.02);
});
