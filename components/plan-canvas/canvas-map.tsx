'use client';
import { MiniMap, type MiniMapNodeProps } from '@xyflow/react';
import { memo } from 'react';
import { get } from '#core/run/record.ts';
import { stateLooks } from '#components/marks/state-looks.ts';
import { useCanvas } from './canvas-store.ts';
import { partsOf, worstOf } from './groups.ts';

/** Where one is in a plan that does not fit. Pointer only: the keys walk the graph itself. */
export function CanvasMap() {
  return (
    <div aria-hidden className="canvas-map">
      <MiniMap
        position="bottom-left"
        style={{ width: 168, height: 112 }}
        pannable
        zoomable
        nodeComponent={MapNode}
        maskColor="var(--map-mask)"
        bgColor="var(--surface)"
        ariaLabel={null}
      />
    </div>
  );
}

const MapNode = memo(function MapNode({ id, x, y, width, height }: MiniMapNodeProps) {
  const state = useCanvas((canvas) => {
    const group = get(canvas.groups, id);
    return group ? worstOf(partsOf(group.members, canvas.marks)) : get(canvas.marks, id)?.state;
  });
  const selected = useCanvas((canvas) => canvas.selected === id);
  return (
    <rect
      x={x}
      y={y}
      width={width}
      height={height}
      rx={16}
      className="map-node"
      data-tone={state ? stateLooks[state].tone : 'neutral'}
      data-shape={state ? stateLooks[state].shape : 'solid'}
      data-bar={state ? stateLooks[state].bar : false}
      data-selected={selected || undefined}
    />
  );
});
