'use client';
import { BaseEdge, getBezierPath, getSmoothStepPath, type EdgeProps } from '@xyflow/react';
import { memo } from 'react';
import { roundedPath } from '#core/plan/rounded-path.ts';
import { get } from '#core/run/record.ts';
import { messages } from '#components/ui/messages.ts';
import { useCanvas } from './canvas-store.ts';
import { fits } from './edge-path.ts';
import { CARD, type DependencyFlowEdge } from './to-flow.ts';

/** Columns further apart than this are not neighbours: the edge goes round, through the bends of the layout. */
const ADJACENT = CARD.width;
/** Width of a letter of the chip's 12 px mono font. */
const LETTER = 7.25;

/** A dependency. Hidden from assistive technology: the relation is in the card's name, the panel and the list. */
export const DependencyEdge = memo(function DependencyEdge(props: EdgeProps<DependencyFlowEdge>) {
  const { source, target, data, markerEnd } = props;
  const strong = useCanvas((state) => state.selected === source || state.selected === target);
  const dim = useCanvas(
    (state) => state.near !== undefined && state.selected !== source && state.selected !== target,
  );
  const names = useCanvas(
    (state) =>
      data?.carries !== undefined &&
      (state.selected === source ||
        state.selected === target ||
        state.pointed === source ||
        state.pointed === target),
  );
  const kind = useCanvas((state) =>
    edgeKind(get(state.marks, source)?.state, get(state.marks, target)?.state),
  );
  const editable = useCanvas((state) => state.editable);
  const { path, middle } = lineOf(props);
  const blocked = !data?.kind && kind === 'blocked';
  const carried = names ? data?.carries?.filter(Boolean) : undefined;
  return (
    <g
      className="dependency"
      data-kind={data?.kind ?? kind}
      data-strong={strong || undefined}
      data-dim={dim || undefined}
      data-fact={data?.kind ? `edge ${data.kind} ${source} ${target}` : undefined}
    >
      <BaseEdge path={path} {...(markerEnd ? { markerEnd } : {})} />
      {data?.kind || blocked ? (
        <text x={middle.x} y={middle.y + 5} textAnchor="middle" className="dependency-sign">
          {data?.kind === 'added' ? '+' : data?.kind === 'removed' ? '−' : '×'}
        </text>
      ) : null}
      {data?.when === undefined ? null : (
        <Chip
          text={messages.canvas.onlyIf(data.when)}
          left={props.targetX + 4}
          bottom={props.targetY - CARD.height / 2 - 12}
        />
      )}
      {carried && carried.length > 0 ? (
        <text x={middle.x} y={middle.y - 8} textAnchor="middle" className="dependency-carries">
          {carried.join(', ')}
        </text>
      ) : null}
      {editable ? <EdgeTools id={`${source} ${target}`} x={middle.x} y={middle.y} /> : null}
    </g>
  );
});

/** For the pointer only; by keyboard both are the panel's. The canvas handles the clicks. */
function EdgeTools({ id, x, y }: { id: string; x: number; y: number }) {
  return (
    <g className="dependency-tools" transform={`translate(${x} ${y})`}>
      <g className="dependency-tools-box">
        <g className="dependency-tool" data-insert={id}>
          <circle r={12} />
          <path d="M-5 0H5M0 -5V5" />
        </g>
        <g className="dependency-tool" data-disconnect={id} transform="translate(0 28)">
          <circle r={12} />
          <path d="M-4 -4L4 4M-4 4L4 -4" />
        </g>
      </g>
    </g>
  );
}

/** Above the card its line leads to: between two columns there is no room for words. */
function Chip({ text, left, bottom }: { text: string; left: number; bottom: number }) {
  return (
    <g className="dependency-chip">
      <rect x={left} y={bottom - 18} width={Array.from(text).length * LETTER + 14} height={18} rx={9} />
      <text x={left + 7} y={bottom - 5}>
        {text}
      </text>
    </g>
  );
}

function lineOf(props: EdgeProps<DependencyFlowEdge>): { path: string; middle: { x: number; y: number } } {
  const { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition, data } = props;
  const ends = { sourceX, sourceY, targetX, targetY, sourcePosition, targetPosition };
  const isAdjacent = targetX > sourceX && targetX - sourceX <= ADJACENT;
  if (!isAdjacent) {
    // Handles stand 4 px out of the card's side; the stored line ends at the side.
    const start = { x: sourceX - 4, y: sourceY };
    const end = { x: targetX + 4, y: targetY };
    if (fits(data?.points, start, end)) return roundedPath(data.points);
  }
  const [path, x, y] = isAdjacent ? getBezierPath(ends) : getSmoothStepPath({ ...ends, borderRadius: 12 });
  return { path, middle: { x, y } };
}

function edgeKind(source: string | undefined, target: string | undefined): string {
  if (source === undefined) return 'plain';
  if (source === 'done' || source === 'skipped') return 'satisfied';
  if (source === 'failed' || source === 'cancelled') return target === 'done' ? 'satisfied' : 'blocked';
  return 'waiting';
}
