import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { projectRoot } from '#db/project-root.ts';
import { CARD, GAP, LAYOUT_ALGORITHM, type LayoutGraph, type PlanLayout, type Point } from './graph.ts';
import { routeOf } from './route.ts';

/**
 * ELK in a thread of its own: 1,000 steps cost more than a second of CPU, which the event loop must not pay. The code
 * of the thread is text, so that it runs the same from source, from a bundle and inside Next's build.
 */
const THREAD = `
const { parentPort, workerData } = require('node:worker_threads');
const ELK = require(workerData.elk);
const elk = new ELK();
parentPort.on('message', ({ id, graph }) => {
  elk.layout(graph).then(
    (result) => parentPort.postMessage({ id, result }),
    (error) => parentPort.postMessage({ id, error: String(error && error.message || error) }),
  );
});
`;

type ElkGraph = {
  id: string;
  layoutOptions: Record<string, string>;
  children: {
    id: string;
    width: number;
    height: number;
    x?: number;
    y?: number;
    layoutOptions: Record<string, string>;
    ports: { id: string; x: number; y: number }[];
  }[];
  edges: {
    id: string;
    sources: string[];
    targets: string[];
    sections?: { startPoint: Point; endPoint: Point; bendPoints?: Point[] }[];
  }[];
  width?: number;
  height?: number;
};
type Answer = { id: number; result?: ElkGraph; error?: string };
type Waiting = { resolve: (graph: ElkGraph) => void; reject: (error: Error) => void };
type Thread = { worker: Worker; waiting: Map<number, Waiting>; next: number };

const ANSWER_WITHIN_MS = 30_000;

/** On globalThis: Next bundles routes and instrumentation apart, one thread serves both. */
const shared = globalThis as typeof globalThis & { countersignLayoutThread?: Thread | undefined };

function thread(): Thread {
  if (shared.countersignLayoutThread) return shared.countersignLayoutThread;
  const elk = path.join(projectRoot(), 'node_modules', 'elkjs', 'lib', 'elk.bundled.js');
  const worker = new Worker(THREAD, { eval: true, workerData: { elk } });
  const started: Thread = { worker, waiting: new Map(), next: 1 };
  const end = (error: Error) => {
    if (shared.countersignLayoutThread === started) shared.countersignLayoutThread = undefined;
    for (const { reject } of started.waiting.values()) reject(error);
    started.waiting.clear();
  };
  worker.on('message', (answer: Answer) => {
    const waiting = started.waiting.get(answer.id);
    started.waiting.delete(answer.id);
    if (started.waiting.size === 0) worker.unref();
    if (answer.result) waiting?.resolve(answer.result);
    else waiting?.reject(new Error(`The layout failed: ${answer.error}`));
  });
  worker.on('error', end);
  worker.on('exit', () => end(new Error('The layout thread has ended.')));
  worker.unref();
  shared.countersignLayoutThread = started;
  return started;
}

/** Starts the thread, which takes about a second, before the first page asks. */
export function warmLayoutThread(): void {
  void freshLayout({ steps: ['warm'], dependencies: [] }).catch(() => {});
}

/** Ends the thread; the next layout starts another. */
export async function stopLayoutThread(): Promise<void> {
  await shared.countersignLayoutThread?.worker.terminate();
}

async function ask(graph: ElkGraph): Promise<ElkGraph> {
  const held = thread();
  const id = held.next++;
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise<ElkGraph>((resolve, reject) => {
      held.waiting.set(id, { resolve, reject });
      held.worker.ref();
      // A thread that does not answer computes for ever: only ending it stops that.
      timer = setTimeout(() => void held.worker.terminate(), ANSWER_WITHIN_MS);
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread of Node's, not a window
      held.worker.postMessage({ id, graph });
    });
  } finally {
    clearTimeout(timer);
  }
}

/** A layout from nothing, left to right, in plan order where the graph leaves a choice. */
export async function freshLayout(graph: LayoutGraph): Promise<PlanLayout> {
  // Numbers as ids: a step may be called `__proto__`.
  const index = new Map(graph.steps.map((step, at) => [step, String(at)]));
  const name = (step: string) => index.get(step) ?? '';
  const drawn = await ask({
    id: 'plan',
    layoutOptions: {
      'elk.algorithm': 'layered',
      'elk.direction': 'RIGHT',
      'elk.randomSeed': '1',
      'elk.spacing.nodeNode': String(GAP.nodes),
      'elk.layered.spacing.nodeNodeBetweenLayers': String(GAP.columns),
      'elk.layered.spacing.edgeNodeBetweenLayers': '20',
      'elk.spacing.edgeNode': '20',
      'elk.layered.considerModelOrder.strategy': 'NODES_AND_EDGES',
    },
    // Lines end where the handles are: in the middle of a card's side.
    children: graph.steps.map((step) => ({
      id: name(step),
      width: CARD.width,
      height: CARD.height,
      layoutOptions: { 'elk.portConstraints': 'FIXED_POS' },
      ports: [
        { id: `${name(step)}<`, x: 0, y: CARD.height / 2 },
        { id: `${name(step)}>`, x: CARD.width, y: CARD.height / 2 },
      ],
    })),
    edges: graph.dependencies.map(({ from, to }, at) => ({
      id: `e${at}`,
      sources: [`${name(from)}>`],
      targets: [`${name(to)}<`],
    })),
  });
  const corners = graph.steps.map((_, at) => {
    const { x = 0, y = 0 } = drawn.children[at] ?? {};
    return { x: snap(x), y: snap(y) };
  });
  const positions = Object.fromEntries(graph.steps.map((step, at) => [step, corners[at] ?? { x: 0, y: 0 }]));
  const edges = graph.dependencies.map(({ from, to }, at) => {
    const bends = drawn.edges[at]?.sections?.[0]?.bendPoints ?? [];
    const [source, target] = [corners[Number(name(from))], corners[Number(name(to))]];
    return { from, to, points: source && target ? routeOf(source, target, bends) : [] };
  });
  return {
    positions,
    edges,
    width: drawn.width ?? 0,
    height: drawn.height ?? 0,
    algorithm: LAYOUT_ALGORITHM,
  };
}

function snap(value: number): number {
  return Math.round(value / 8) * 8;
}
