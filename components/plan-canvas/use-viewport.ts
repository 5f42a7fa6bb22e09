'use client';
import { useReactFlow } from '@xyflow/react';
import { useCallback, useEffect, useRef, type RefObject } from 'react';
import type { CanvasStore } from './canvas-store.ts';
import { lodOf, type Lod } from './lod.ts';
import { CARD, type Positions, type StepFlowNode } from './to-flow.ts';
import type { ViewNode } from './view.ts';

/** Below this zoom a title cannot be read; a plan that does not fit opens at its first unfinished step. */
const LEGIBLE = 0.35;
/** And closer than that, since it does not fit anyway. */
const READABLE = 0.5;
/** Room for the ring of a card that has the focus. */
const RING = 8;
export const WHOLE = { minZoom: 0.1, maxZoom: 1, padding: 0.08, duration: 0 } as const;

const finished = new Set(['done', 'skipped', 'undone']);

/** What is seen of the graph: how much a card shows at this zoom, the first view, and showing a step that is not seen. */
export function useViewport(
  wrapper: RefObject<HTMLElement | null>,
  store: CanvasStore,
  nodes: readonly ViewNode[],
  positions: Positions,
) {
  const flow = useReactFlow<StepFlowNode>();
  const latest = useRef({ nodes, positions });
  useEffect(() => {
    latest.current = { nodes, positions };
  });

  const setLod = useCallback(
    (zoom: number) => {
      if (wrapper.current) showDetail(wrapper.current, zoom);
    },
    [wrapper],
  );

  /** Shows a step that is off the screen, then focuses its button as soon as it exists. */
  const reveal = useCallback(
    (id: string, focus: boolean) => {
      const position = Object.hasOwn(latest.current.positions, id) ? latest.current.positions[id] : undefined;
      const box = wrapper.current?.getBoundingClientRect();
      if (!position || !box) return;
      store.setState({ active: id });
      const { x, y, zoom } = flow.getViewport();
      const left = position.x * zoom + x;
      const top = position.y * zoom + y;
      const inside =
        left >= RING &&
        top >= RING &&
        left + CARD.width * zoom <= box.width - RING &&
        top + CARD.height * zoom <= box.height - RING;
      if (!inside)
        void flow.setCenter(position.x + CARD.width / 2, position.y + CARD.height / 2, { zoom, duration: 0 });
      if (!focus) return;
      const tryFocus = (frame: number) => {
        const card = wrapper.current?.querySelector<HTMLElement>(`[data-step="${CSS.escape(id)}"]`);
        if (card) card.focus({ preventScroll: true });
        else if (frame < 30) requestAnimationFrame(() => tryFocus(frame + 1));
      };
      tryFocus(0);
    },
    [flow, store, wrapper],
  );

  /** The first view only: later ones belong to the operator. */
  const start = useCallback(() => {
    const { nodes: shown, positions: places } = latest.current;
    void flow.fitView({ ...WHOLE, minZoom: LEGIBLE }).then(() => {
      const box = wrapper.current?.getBoundingClientRect();
      const { zoom } = flow.getViewport();
      const bounds = flow.getNodesBounds(flow.getNodes());
      if (box && (bounds.width * zoom > box.width || bounds.height * zoom > box.height)) {
        const { marks, selected } = store.getState();
        const first =
          shown.find(({ id }) => id === selected) ??
          shown.find(({ id, group }) =>
            (group?.members ?? [id]).some((each) => !finished.has(marks[each]?.state ?? 'waiting')),
          ) ??
          shown[0];
        const at = first && Object.hasOwn(places, first.id) ? places[first.id] : undefined;
        if (at)
          void flow.setCenter(at.x + box.width / 2 / READABLE - CARD.width / 4, at.y + CARD.height / 2, {
            zoom: Math.max(zoom, READABLE),
            duration: 0,
          });
      }
      setLod(flow.getViewport().zoom);
    });
  }, [flow, setLod, store, wrapper]);

  return { setLod, reveal, start };
}

/** One attribute on the wrapper; the style sheet does the rest, and no card renders. */
function showDetail(element: HTMLElement, zoom: number): void {
  const shown = element.getAttribute('data-lod');
  const next = String(lodOf(zoom, shown === null ? undefined : (Number(shown) as Lod)));
  if (shown !== next) element.setAttribute('data-lod', next);
}
