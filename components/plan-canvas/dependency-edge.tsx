'use client';
import { BaseEdge, getBezierPath, getSmoothStepPath, type EdgeProps } from '@xyflow/react';
import { memo } from 'react';
import { useCanvas } from './canvas-store.ts';
import { CARD, type DependencyFlowEdge } from './to-flow.ts';

/** Columns further apart than this are not neighbours: the edge goes round in steps. */
const ADJACENT = CARD.width;

/** A dependency. Hidden from assistive technology: the relation is in the card's name, the panel and the list. */
export const DependencyEdge = memo(function DependencyEdge(props: EdgeProps<DependencyFlowEdge>) {
  const {
    source,
    target,
    sourceX,
    sourceY,
    targetX,
    targetY,
    sourcePosition,
    targetPosition,
    data,
    markerEnd,
  } = props;
  const strong = useCanvas((state) => state.selected === source || state.selected === target);
  const dim = useCanvas(
    (state) => state.near !== undefined && state.selected !== source && state.selected !== target,
  );
  const kind = useCanvas((state) => edgeKind(state.marks[source]?.state, state.marks[target]?.state));
  const editable = useCanvas((state) => state.editable);
  const ends = { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition };
  const [path, middleX, middleY] =
    Math.abs(targetX - sourceX) <= ADJACENT
      ? getBezierPath(ends)
      : getSmoothStepPath({ ...ends, borderRadius: 12 });
  return (
    <g
      className="dependency"
      data-kind={data?.kind ?? kind}
      data-strong={strong || undefined}
      data-dim={dim || undefined}
      data-fact={data?.kind ? `edge ${data.kind} ${source} ${target}` : undefined}
    >
      <BaseEdge path={path} {...(markerEnd ? { markerEnd } : {})} />
      {data?.kind || kind === 'blocked' ? (
        <text x={middleX} y={middleY + 5} textAnchor="middle" className="dependency-sign">
          {data?.kind === 'added' ? '+' : data?.kind === 'removed' ? '−' : '×'}
        </text>
      ) : null}
      {editable ? <EdgeTools id={`${source} ${target}`} x={middleX} y={middleY} /> : null}
    </g>
  );
});

/** For the pointer only; by keyboard both are the panel's. The canvas handles the clicks. */
function EdgeTools({ id, x, y }: { id: string; x: number; y: number }) {
  return (
    <g className="dependency-tools" transform={`translate(${x} ${y})`}>
      <g className="dependency-tool" data-insert={id}>
        <circle r={12} />
        <path d="M-5 0H5M0 -5V5" />
      </g>
      <g className="dependency-tool" data-disconnect={id} transform="translate(30 0)">
        <circle r={12} />
        <path d="M-4 -4L4 4M-4 4L4 -4" />
      </g>
    </g>
  );
}

function edgeKind(source: string | undefined, target: string | undefined): string {
  if (source === undefined) return 'plain';
  if (source === 'done' || source === 'skipped') return 'satisfied';
  if (source === 'failed' || source === 'cancelled') return target === 'done' ? 'satisfied' : 'blocked';
  return 'waiting';
}
