import { Position, type Edge, type Node } from '@xyflow/react';
import type { Point } from '#core/plan/rounded-path.ts';
import type { CanvasStep } from './canvas-step.ts';
import type { CanvasView, Route, ViewNode } from './view.ts';

export type Positions = Readonly<Record<string, { x: number; y: number }>>;
export type StepFlowNode = Node<Record<string, never>, 'step' | 'group' | 'slot'>;
export type DependencyData = {
  kind?: 'added' | 'removed';
  /** As the layout drew it. */
  points?: readonly Point[];
  /** The condition of the step it leads to. */
  when?: string;
  /** What it carries: output names, '' for the output as a whole. */
  carries?: readonly string[];
};
export type DependencyFlowEdge = Edge<DependencyData, 'dependency'>;

/** In flow units. The worst pair of words ("Outcome unknown", "Irreversible") needs 229 px in a wide fallback font. */
export const CARD = { width: 272, height: 96 } as const;

const handles: NonNullable<StepFlowNode['handles']> = [
  { type: 'target', position: Position.Left, x: -4, y: CARD.height / 2 - 4, width: 8, height: 8 },
  {
    type: 'source',
    position: Position.Right,
    x: CARD.width - 4,
    y: CARD.height / 2 - 4,
    width: 8,
    height: 8,
  },
];

/**
 * Nodes and edges of a plan. Status is not here: a card reads its own from the canvas store, so an event changes one
 * card and not this array. Sizes and handles are given, so React Flow measures nothing and can leave out what is
 * off the screen. A step without a position is left out: its place comes with the next layout.
 */
export function toFlow(
  { nodes: shown, positions, routes }: CanvasView,
  edgeKinds: Readonly<Record<string, 'added' | 'removed'>> = {},
  slots: readonly string[] = [],
): { nodes: StepFlowNode[]; edges: DependencyFlowEdge[] } {
  const drawn = new Set(shown.filter(({ id }) => Object.hasOwn(positions, id)).map(({ id }) => id));
  const crowded = crowdedNodes(positions, drawn);
  const node = (id: string, type: 'step' | 'group' | 'slot'): StepFlowNode[] => {
    const position = Object.hasOwn(positions, id) ? positions[id] : undefined;
    if (!position) return [];
    return [
      {
        id,
        type,
        position,
        width: CARD.width,
        height: CARD.height,
        measured: CARD,
        handles,
        data: {},
        ...(crowded.has(id) ? { className: 'crowded' } : {}),
        ariaRole: 'presentation',
        domAttributes: { 'aria-roledescription': undefined },
      },
    ];
  };
  const nodes = [
    ...shown.flatMap(({ id, group }) => node(id, group ? 'group' : 'step')),
    ...slots.filter((id) => !drawn.has(id)).flatMap((id) => node(id, 'slot')),
  ];
  const routeOf = new Map(routes.map((route) => [edgeId(route.from, route.to), route]));
  const edges = shown.flatMap((to) =>
    [...new Set(to.needs)]
      .filter((need) => drawn.has(need) && drawn.has(to.id) && need !== to.id)
      .map((need): DependencyFlowEdge => {
        const id = edgeId(need, to.id);
        return {
          id,
          type: 'dependency',
          source: need,
          target: to.id,
          data: dataOf(to, need, edgeKinds[id], routeOf.get(id)),
          ariaLabel: null as unknown as string,
          domAttributes: { 'aria-hidden': true, 'aria-roledescription': undefined },
        };
      }),
  );
  return { nodes, edges };
}

/** How far a card grows when one is close (ux: 152 px), with the usual distance to the next. */
const CLOSE_HEIGHT = 152 + 8;

/** Nodes with another one so near below that they cannot grow without covering it. */
function crowdedNodes(positions: Positions, drawn: ReadonlySet<string>): Set<string> {
  const columns = new Map<number, { id: string; y: number }[]>();
  for (const id of drawn) {
    const at = positions[id];
    if (!at) continue;
    const column = columns.get(at.x);
    if (column) column.push({ id, y: at.y });
    else columns.set(at.x, [{ id, y: at.y }]);
  }
  const crowded = new Set<string>();
  for (const column of columns.values()) {
    column.sort((a, b) => a.y - b.y);
    column.forEach(({ id, y }, index) => {
      const next = column[index + 1];
      if (next && next.y - y < CLOSE_HEIGHT) crowded.add(id);
    });
  }
  return crowded;
}

function dataOf(
  node: ViewNode,
  need: string,
  kind: DependencyData['kind'],
  route: Route | undefined,
): DependencyData {
  const { step } = node;
  const carries = step?.reads && Object.hasOwn(step.reads, need) ? step.reads[need] : undefined;
  const conditional = step?.when !== undefined && need === conditionStep(step);
  return {
    ...(kind ? { kind } : {}),
    ...(route && route.points.length > 1 ? { points: route.points } : {}),
    ...(conditional ? { when: conditionText(step.when ?? '') } : {}),
    ...(carries ? { carries } : {}),
  };
}

/** The need whose line bears the condition: the one it reads, else the first. */
function conditionStep({ when = '', needs }: CanvasStep): string | undefined {
  return needs.find((need) => when.includes(`["${need}"]`) || when.includes(`['${need}']`)) ?? needs[0];
}

const CHIP_LENGTH = 28;
/** `steps["verify"].output.rows > 0` reads `rows > 0` on a line that comes from verify. */
export function conditionText(when: string): string {
  const short = when
    .replace(/steps\[(["'])[^"']+\1\]\.output\.?/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  const letters = Array.from(short || when);
  return letters.length > CHIP_LENGTH ? `${letters.slice(0, CHIP_LENGTH - 1).join('')}…` : letters.join('');
}

export function edgeId(source: string, target: string): string {
  return `${source} ${target}`;
}
