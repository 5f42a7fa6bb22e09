import { afterAll, describe, expect, test } from 'vitest';
import { must } from '#core/assert.ts';
import { anchoredLayout } from './anchored-insert.ts';
import { freshLayout, stopLayoutThread } from './elk-worker.ts';
import { CARD, graphKey, type LayoutGraph, type PlanLayout, type Point, unionGraph } from './graph.ts';

afterAll(stopLayoutThread);

/** `a b -> c` is a graph whose step c needs a and b. */
function graph(steps: string, ...edges: string[]): LayoutGraph {
  const dependencies = edges.map((edge) => {
    const [from = '', to = ''] = edge.split('>');
    return { from, to };
  });
  return { steps: steps.split(' '), dependencies };
}

const at = (layout: PlanLayout, step: string): Point => must(layout.positions[step], step);

function overlaps(positions: Record<string, Point>): string[] {
  const all = Object.entries(positions);
  return all.flatMap(([a, p], at) =>
    all
      .slice(at + 1)
      .filter(([, q]) => Math.abs(p.x - q.x) < CARD.width && Math.abs(p.y - q.y) < CARD.height)
      .map(([b]) => `${a} ${b}`),
  );
}

describe('fresh layout', () => {
  test('[L3] draws in a thread: meanwhile this one goes on, and a thread that ended is started again', async () => {
    const steps = Array.from({ length: 120 }, (_, at) => `s${at}`);
    const dependencies = steps.slice(1).map((to, at) => ({ from: `s${Math.floor(at / 3)}`, to }));
    let ticks = 0;
    const timer = setInterval(() => (ticks += 1), 1);
    await freshLayout({ steps, dependencies });
    clearInterval(timer);
    expect(ticks).toBeGreaterThan(5);
    await stopLayoutThread();
    expect((await freshLayout(graph('a'))).positions).toHaveProperty('a');
  }, 20_000);

  test('puts what is needed to the left', async () => {
    const drawn = await freshLayout(graph('a b c d', 'a>b', 'a>c', 'b>d', 'c>d'));
    const [a, b, c, d] = ['a', 'b', 'c', 'd'].map((step) => at(drawn, step).x);
    expect(a).toBeLessThan(must(b, 'b'));
    expect(b).toBe(c);
    expect(c).toBeLessThan(must(d, 'd'));
    expect(overlaps(drawn.positions)).toEqual([]);
    expect(drawn.edges).toHaveLength(4);
    expect(drawn.edges[0]?.points.length ?? 0).toBeGreaterThanOrEqual(2);
  });

  test('[P5] a step called __proto__ is a step like any other', async () => {
    const drawn = await freshLayout(graph('__proto__ constructor', '__proto__>constructor'));
    expect(Object.keys(drawn.positions)).toEqual(['__proto__', 'constructor']);
    expect(Object.getPrototypeOf(drawn.positions)).toBe(Object.prototype);
  });

  test('a cycle is drawn too', async () => {
    const drawn = await freshLayout(graph('a b', 'a>b', 'b>a'));
    expect(Object.keys(drawn.positions)).toEqual(['a', 'b']);
  });
});

describe('union of two versions', () => {
  test('[L6] keeps the order of the later one and re-inserts removed steps after their predecessor', () => {
    expect(unionGraph(graph('a old b', 'a>old', 'old>b'), graph('a new b', 'a>new', 'new>b'))).toEqual({
      steps: ['a', 'old', 'new', 'b'],
      dependencies: [
        { from: 'a', to: 'new' },
        { from: 'new', to: 'b' },
        { from: 'a', to: 'old' },
        { from: 'old', to: 'b' },
      ],
    });
  });

  test('a dependency that was turned round does not become a cycle', () => {
    expect(unionGraph(graph('a b', 'a>b'), graph('a b', 'b>a')).dependencies).toEqual([
      { from: 'b', to: 'a' },
    ]);
  });
});

describe('anchored layout', () => {
  test('steps on screen keep their place when there is room', async () => {
    const before = graph('a b c', 'a>b', 'a>c');
    const old = await freshLayout(before);
    const after = graph('a b c n', 'a>b', 'a>c', 'a>n');
    const drawn = anchoredLayout(old.positions, after);
    for (const step of before.steps) expect(drawn.positions[step]).toEqual(old.positions[step]);
    expect(at(drawn, 'n').x).toBe(at(old, 'b').x);
    expect(overlaps(drawn.positions)).toEqual([]);
  });

  test('a step between two others moves only what stands to its right, by one column', async () => {
    const old = await freshLayout(graph('a b', 'a>b'));
    const drawn = anchoredLayout(old.positions, graph('a n b', 'a>n', 'n>b'));
    expect(drawn.positions['a']).toEqual(old.positions['a']);
    expect(at(drawn, 'n').x).toBe(at(old, 'b').x);
    expect(at(drawn, 'b').x).toBeGreaterThan(at(drawn, 'n').x + CARD.width);
    expect(at(drawn, 'b').y).toBe(at(old, 'b').y);
  });

  test('fifty random growths never overlap', () => {
    let seed = 7;
    const random = (n: number) => (seed = (seed * 1103515245 + 12345) % 2 ** 31) % n;
    for (let round = 0; round < 50; round++) {
      let positions: Record<string, Point> = {};
      const steps: string[] = [];
      const dependencies: LayoutGraph['dependencies'] = [];
      for (let at = 0; at < 20; at++) {
        const to = `s${at}`;
        for (const from of new Set([random(at + 1), random(at + 1)]))
          if (from < at) dependencies.push({ from: `s${from}`, to });
        steps.push(to);
        positions = anchoredLayout(positions, {
          steps: [...steps],
          dependencies: [...dependencies],
        }).positions;
        expect(overlaps(positions)).toEqual([]);
      }
    }
  });
});

test('the key of a stored layout does not depend on what the steps do, only on the graph', () => {
  expect(graphKey(graph('a b', 'a>b'))).toBe(graphKey(graph('a b', 'a>b')));
  expect(graphKey(graph('a b', 'a>b'))).not.toBe(graphKey(graph('b a', 'a>b')));
});
