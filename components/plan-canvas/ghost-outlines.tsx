'use client';
import { ViewportPortal } from '@xyflow/react';
import { CARD, type Positions } from './to-flow.ts';

/** Where cards would go: outlines without content, under the pointer's reach. */
export function GhostOutlines({ positions }: { positions: Positions }) {
  return (
    <ViewportPortal>
      {Object.entries(positions).map(([id, { x, y }]) => (
        <div
          key={id}
          aria-hidden
          data-ghost={id}
          className="ghost-card"
          style={{ transform: `translate(${x}px, ${y}px)`, width: CARD.width, height: CARD.height }}
        />
      ))}
    </ViewportPortal>
  );
}
