import { Position, type Edge, type Node } from '@xyflow/react';
import type { CanvasStep } from './canvas-step.ts';

export type Positions = Readonly<Record<string, { x: number; y: number }>>;
export type StepFlowNode = Node<Record<string, never>, 'step' | 'slot'>;
export type DependencyFlowEdge = Edge<{ kind?: 'added' | 'removed' }, 'dependency'>;

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
  steps: readonly CanvasStep[],
  positions: Positions,
  edgeKinds: Readonly<Record<string, 'added' | 'removed'>> = {},
  slots: readonly string[] = [],
): { nodes: StepFlowNode[]; edges: DependencyFlowEdge[] } {
  const drawn = new Set(steps.filter((step) => positions[step.id]).map((step) => step.id));
  const node = (id: string, type: 'step' | 'slot'): StepFlowNode[] => {
    const position = positions[id];
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
        ariaRole: 'presentation',
        domAttributes: { 'aria-roledescription': undefined },
      },
    ];
  };
  const nodes = [
    ...steps.flatMap((step) => node(step.id, 'step')),
    ...slots.filter((id) => !drawn.has(id)).flatMap((id) => node(id, 'slot')),
  ];
  const edges = steps.flatMap((step) =>
    [...new Set(step.needs)]
      .filter((need) => drawn.has(need) && drawn.has(step.id))
      .map((need): DependencyFlowEdge => {
        const id = edgeId(need, step.id);
        const kind = edgeKinds[id];
        return {
          id,
          type: 'dependency',
          source: need,
          target: step.id,
          data: kind ? { kind } : {},
          ariaLabel: null as unknown as string,
          domAttributes: { 'aria-hidden': true, 'aria-roledescription': undefined },
        };
      }),
  );
  return { nodes, edges };
}

export function edgeId(source: string, target: string): string {
  return `${source} ${target}`;
}
