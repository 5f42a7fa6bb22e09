'use client';
import { useReactFlow, useStore as useFlow } from '@xyflow/react';
import type { RefObject } from 'react';
import { get } from '#core/run/record.ts';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { useCanvas } from './canvas-store.ts';
import { CARD } from './to-flow.ts';

/**
 * The whole title of the card under the pointer or the focus, where the card cuts it off. One for the whole graph; it
 * repeats what the card's name says, so it is hidden from assistive technology. Escape closes it (`pointed` is cleared).
 */
export function CanvasTooltip({ wrapper }: { wrapper: RefObject<HTMLElement | null> }) {
  const id = useCanvas((state) => state.pointed);
  return id === undefined ? null : <Title key={id} id={id} wrapper={wrapper} />;
}

function Title({ id, wrapper }: { id: string; wrapper: RefObject<HTMLElement | null> }) {
  const title = useCanvas((state) => get(state.steps, id)?.title ?? get(state.groups, id)?.title);
  const { getNode } = useReactFlow();
  const [x, y, zoom] = useFlow((state) => state.transform);
  const isCut = useCanvas((state) => state.isCut);
  // The tools of the chosen step stand above its card.
  const hasToolbar = useCanvas((state) => state.editable && state.selected === id);
  const at = getNode(id)?.position;
  if (!isCut || !title || !at) return null;
  const box = wrapper.current?.getBoundingClientRect();
  const left = at.x * zoom + x;
  const top = at.y * zoom + y;
  const below = top < 40 || hasToolbar;
  return (
    <div
      aria-hidden
      className="canvas-tooltip"
      data-below={below || undefined}
      style={{
        left: Math.max(8, Math.min(left, (box?.width ?? Infinity) - 328)),
        top: below ? top + CARD.height * zoom + 6 : top - 6,
      }}
    >
      <InvisibleText text={title} />
    </div>
  );
}

/** Whether a card leaves something of its title out; it has none at all when it is far away. */
export function isTitleCut(card: HTMLElement): boolean {
  const text = card.querySelector<HTMLElement>('.step-title');
  if (!text || text.clientWidth === 0) return true;
  return text.scrollWidth > text.clientWidth + 1 || text.scrollHeight > text.clientHeight + 1;
}
