'use client';
import '@xyflow/react/dist/base.css';
import './plan-canvas.css';
import './canvas-edit.css';
import {
  applyNodeChanges,
  Background,
  MarkerType,
  ReactFlow,
  ReactFlowProvider,
  useReactFlow,
  type NodeChange,
  type Viewport,
} from '@xyflow/react';
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import {
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { useStore } from 'zustand';
import { Button } from '#components/ui/button.tsx';
import { messages } from '#components/ui/messages.ts';
import { useCanvasEdit, type CanvasEdit } from './canvas-edit.ts';
import type { CanvasStep } from './canvas-step.ts';
import {
  CanvasContext,
  createCanvasStore,
  mergeMarks,
  type CanvasState,
  type CanvasStore,
} from './canvas-store.ts';
import { DependencyEdge } from './dependency-edge.tsx';
import { lodOf, type Lod } from './lod.ts';
import { SlotNode } from './slot-node.tsx';
import { StepNode } from './step-node.tsx';
import { CARD, toFlow, type Positions, type StepFlowNode } from './to-flow.ts';
import type { ViewportLink } from './viewport-link.ts';
import { neighbour } from './walk.ts';

const nodeTypes = { step: StepNode, slot: SlotNode };
const edgeTypes = { dependency: DependencyEdge };
const edgeDefaults = {
  markerEnd: { type: MarkerType.ArrowClosed, width: 14, height: 14, color: 'var(--edge)' },
};
/** Below this zoom a title cannot be read; a plan that does not fit opens at its first unfinished step. */
const LEGIBLE = 0.35;

export type PlanCanvasProps = {
  steps: readonly CanvasStep[];
  positions: Positions;
  label: string;
  selected?: string | undefined;
  onSelect?(stepId: string | undefined): void;
  /** Enter on a card: the panel takes the focus. */
  onOpen?(stepId: string): void;
  marks?: CanvasState['marks'] | undefined;
  diff?: CanvasState['diff'] | undefined;
  edgeKinds?: Readonly<Record<string, 'added' | 'removed'>> | undefined;
  dimUnchanged?: boolean;
  /** Places kept free, dotted: steps that are only on the other side of a comparison. */
  slots?: readonly string[] | undefined;
  /** Moves together with every other canvas of the same link. */
  link?: ViewportLink | undefined;
  /** Absent: the graph is read only. */
  edit?: CanvasEdit | undefined;
  /** Inside React Flow: what follows the cards. */
  children?: ReactNode;
};

/** The plan as a graph: one Tab stop, arrow keys walk dependencies. Everything it says is in the list as well. */
export function PlanCanvas(props: PlanCanvasProps) {
  return (
    <ReactFlowProvider>
      <Canvas {...props} />
    </ReactFlowProvider>
  );
}

function useCanvasStore({ steps, marks, diff, selected, dimUnchanged }: PlanCanvasProps): CanvasStore {
  const [store] = useState(createCanvasStore);
  // The store is outside React Flow on purpose; these effects copy what the page knows into it.
  useEffect(() => {
    const byId = Object.fromEntries(steps.map((step) => [step.id, step]));
    store.setState((state) => ({
      steps: byId,
      active: state.active && byId[state.active] ? state.active : steps[0]?.id,
    }));
  }, [store, steps]);
  useEffect(() => {
    store.setState((state) => ({ marks: mergeMarks(state.marks, marks ?? {}) }));
  }, [store, marks]);
  useEffect(() => {
    store.setState({ diff: diff ?? {}, dimUnchanged: dimUnchanged ?? false });
  }, [store, diff, dimUnchanged]);
  useEffect(() => {
    if (selected === undefined) return store.setState({ selected: undefined, near: undefined });
    const near = new Set([selected]);
    for (const step of steps) {
      if (step.id === selected) for (const need of step.needs) near.add(need);
      else if (step.needs.includes(selected)) near.add(step.id);
    }
    store.setState({ selected, near, active: selected });
  }, [store, selected, steps]);
  return store;
}

function Canvas(props: PlanCanvasProps) {
  const { steps, positions, label, selected, onSelect, onOpen, edgeKinds, marks, slots, link, edit } = props;
  const flow = useReactFlow<StepFlowNode>();
  const store = useCanvasStore(props);
  const wrapper = useRef<HTMLElement>(null);
  const flowId = useId();
  const graph = useMemo(
    () => toFlow(steps, positions, edgeKinds, slots),
    [steps, positions, edgeKinds, slots],
  );
  const [nodes, setNodes] = useState(graph.nodes);
  const [shown, setShown] = useState(graph);
  if (shown !== graph) {
    setShown(graph);
    setNodes(graph.nodes);
  }
  const editing = useCanvasEdit(edit, store, flow);
  const latestEditing = useRef(editing);
  useEffect(() => {
    latestEditing.current = editing;
  });
  const onNodesChange = useCallback((changes: NodeChange<StepFlowNode>[]) => {
    const rest = latestEditing.current?.withoutSelection(changes) ?? changes;
    if (rest.length > 0) setNodes((current) => applyNodeChanges(rest, current));
  }, []);
  const chosen = edit?.selection;
  const drawn = useMemo(
    () =>
      chosen ? nodes.map((node) => (chosen.includes(node.id) ? { ...node, selected: true } : node)) : nodes,
    [nodes, chosen],
  );

  const setLod = useCallback((zoom: number) => {
    const element = wrapper.current;
    if (!element) return;
    const current = element.dataset.lod === undefined ? undefined : (Number(element.dataset.lod) as Lod);
    const next = String(lodOf(zoom, current));
    if (element.dataset.lod !== next) element.dataset.lod = next;
  }, []);

  const follow = useCallback((viewport: Viewport) => void flow.setViewport(viewport), [flow]);
  useEffect(() => link?.join(follow), [link, follow]);
  const onMove = useCallback(
    (_: unknown, viewport: Viewport) => {
      setLod(viewport.zoom);
      link?.moved(follow, viewport);
    },
    [setLod, link, follow],
  );

  // A card that was moved must not bring the view along.
  const places = useRef(positions);
  useEffect(() => {
    places.current = positions;
  }, [positions]);
  /** Shows a step that is off the screen, then focuses its button as soon as it exists. */
  const reveal = useCallback(
    (id: string, focus: boolean) => {
      const position = places.current[id];
      const box = wrapper.current?.getBoundingClientRect();
      if (!position || !box) return;
      store.setState({ active: id });
      const { x, y, zoom } = flow.getViewport();
      const left = position.x * zoom + x;
      const top = position.y * zoom + y;
      const inside =
        left >= 0 &&
        top >= 0 &&
        left + CARD.width * zoom <= box.width &&
        top + CARD.height * zoom <= box.height;
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
    [flow, store],
  );
  useEffect(() => {
    if (selected !== undefined) reveal(selected, false);
  }, [selected, reveal]);

  const onKeyDown = (event: KeyboardEvent) => {
    const id = (event.target as HTMLElement).dataset?.step;
    if (id === undefined || event.altKey || event.metaKey || event.ctrlKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      onSelect?.(id);
      onOpen?.(id);
      return;
    }
    if (event.key === 'Escape') return onSelect?.(undefined);
    if (event.key === '0') return void flow.zoomTo(1);
    if (event.key === '1') return void flow.fitView({ minZoom: LEGIBLE, maxZoom: 1, padding: 0.1 });
    const target = neighbour(steps, positions, id, event.key);
    if (target === null) return;
    event.preventDefault();
    event.stopPropagation();
    if (target !== undefined) reveal(target, true);
  };
  const onClick = (event: MouseEvent) => {
    if (editing) return editing.onClick(event);
    const id = (event.target as HTMLElement).closest<HTMLElement>('[data-step]')?.dataset.step;
    if (id !== undefined) onSelect?.(id);
  };
  const onFocus = (event: React.FocusEvent) => {
    const id = (event.target as HTMLElement).dataset?.step;
    if (id !== undefined) store.setState({ active: id });
  };

  const start = useCallback(() => {
    void flow.fitView({ minZoom: LEGIBLE, maxZoom: 1, padding: 0.08 }).then(() => {
      const box = wrapper.current?.getBoundingClientRect();
      const { zoom } = flow.getViewport();
      const bounds = flow.getNodesBounds(flow.getNodes());
      if (box && (bounds.width * zoom > box.width || bounds.height * zoom > box.height)) {
        const first =
          steps.find(
            (step) => !['done', 'skipped', 'undone'].includes(marks?.[step.id]?.state ?? 'waiting'),
          ) ?? steps[0];
        const position = first && positions[first.id];
        if (position)
          void flow.setCenter(
            position.x + box.width / 2 / LEGIBLE - CARD.width / 2,
            position.y + CARD.height / 2,
            { zoom: Math.max(zoom, LEGIBLE), duration: 0 },
          );
      }
      setLod(flow.getViewport().zoom);
    });
    // The first view only: later ones belong to the operator.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [flow]);

  return (
    <CanvasContext value={store}>
      <div className="plan-canvas-box">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys and clicks of the cards' buttons, handled once */}
        <section
          ref={wrapper}
          aria-label={label}
          className="plan-canvas"
          data-lod="2"
          data-editable={edit ? true : undefined}
          onKeyDown={onKeyDown}
          onClick={onClick}
          onFocus={onFocus}
          {...(editing ? { onDragOver: editing.onDragOver, onDrop: editing.onDrop } : {})}
        >
          <ReactFlow<StepFlowNode>
            id={flowId}
            nodes={drawn}
            edges={graph.edges as never[]}
            onNodesChange={onNodesChange}
            nodeTypes={nodeTypes}
            edgeTypes={edgeTypes as never}
            defaultEdgeOptions={edgeDefaults}
            onInit={start}
            onMove={onMove}
            minZoom={0.1}
            maxZoom={2}
            nodesFocusable={false}
            edgesFocusable={false}
            nodesDraggable={false}
            nodesConnectable={false}
            elementsSelectable={false}
            disableKeyboardA11y
            deleteKeyCode={null}
            selectionKeyCode={null}
            panOnScroll={false}
            zoomOnDoubleClick={false}
            onlyRenderVisibleElements={steps.length > 150}
            aria-label={label}
            ariaLabelConfig={{
              'node.a11yDescription.default': '',
              'node.a11yDescription.keyboardDisabled': '',
              'edge.a11yDescription.default': '',
            }}
            {...editing?.flowProps}
          >
            <Background gap={24} size={1} />
            {props.children}
          </ReactFlow>
        </section>
        <div className="canvas-controls">
          <Button
            look="quiet"
            size="iconSm"
            aria-label={messages.canvas.zoomOut}
            title={messages.canvas.zoomOut}
            onClick={() => void flow.zoomOut({ duration: 0 })}
          >
            <ZoomOut aria-hidden size={16} />
          </Button>
          <Button
            look="quiet"
            size="iconSm"
            aria-label={messages.canvas.zoomIn}
            title={messages.canvas.zoomIn}
            onClick={() => void flow.zoomIn({ duration: 0 })}
          >
            <ZoomIn aria-hidden size={16} />
          </Button>
          <Button
            look="quiet"
            size="iconSm"
            aria-label={messages.canvas.fit}
            title={messages.canvas.fit}
            onClick={() => void flow.fitView({ minZoom: 0.1, maxZoom: 1, padding: 0.08 })}
          >
            <Maximize aria-hidden size={16} />
          </Button>
        </div>
      </div>
    </CanvasContext>
  );
}

/** The active step, for a page that shows it beside the graph. */
export function useActiveStep(store: CanvasStore): string | undefined {
  return useStore(store, (state) => state.active);
}
