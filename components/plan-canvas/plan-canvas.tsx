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
import dynamic from 'next/dynamic';
import {
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type FocusEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { useCanvasEdit, type CanvasEdit } from './canvas-edit.ts';
import { CanvasControls } from './canvas-controls.tsx';
import { CanvasContext, type CanvasState } from './canvas-store.ts';
import type { CanvasStep } from './canvas-step.ts';
import { CanvasTooltip, isTitleCut } from './canvas-tooltip.tsx';
import { DependencyEdge } from './dependency-edge.tsx';
import { GhostOutlines } from './ghost-outlines.tsx';
import { GroupNode } from './group-node.tsx';
import { SlotNode } from './slot-node.tsx';
import { StepNode } from './step-node.tsx';
import { toFlow, type Positions, type StepFlowNode } from './to-flow.ts';
import { useCanvasKeys } from './use-canvas-keys.ts';
import { useCanvasStore } from './use-canvas-store.ts';
import { useGroups } from './use-groups.ts';
import { useViewport } from './use-viewport.ts';
import type { ViewportLink } from './viewport-link.ts';
import { viewOf, type Route } from './view.ts';

const CanvasMap = dynamic(() => import('./canvas-map.tsx').then((map) => map.CanvasMap), { ssr: false });
const nodeTypes = { step: StepNode, group: GroupNode, slot: SlotNode };
const edgeTypes = { dependency: DependencyEdge };
const edgeDefaults = {
  markerEnd: { type: MarkerType.ArrowClosed, width: 14, height: 14, color: 'var(--edge)' },
};
const noRoutes: readonly Route[] = [];
const VIRTUAL_OVER = 150;
/** The map draws every card again: not for larger plans. */
const MAP_UP_TO = 300;

export type PlanCanvasProps = {
  steps: readonly CanvasStep[];
  positions: Positions;
  /** The layout's lines; one that no longer fits its cards is drawn anew. */
  routes?: readonly Route[] | undefined;
  label: string;
  selected?: string | undefined;
  onSelect?(stepId: string | undefined): void;
  /** Enter on a card: the panel takes the focus. */
  onOpen?(stepId: string): void;
  marks?: CanvasState['marks'] | undefined;
  diff?: CanvasState['diff'] | undefined;
  edgeKinds?: Readonly<Record<string, 'added' | 'removed'>> | undefined;
  dimUnchanged?: boolean;
  /** Fan-outs of alike steps may be shown as one card. Off where every card must be seen. */
  grouping?: boolean;
  /** Offers a fresh layout. */
  onTidy?: (() => void) | undefined;
  /** Outlines of where the cards would go. */
  ghosts?: Positions | undefined;
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

function Canvas(props: PlanCanvasProps) {
  const { steps, positions, routes = noRoutes, label, selected, onSelect, onOpen, edgeKinds, diff } = props;
  const { slots, link, edit } = props;
  const flow = useReactFlow<StepFlowNode>();
  const wrapper = useRef<HTMLElement>(null);
  const groups = useGroups(steps, props.grouping ?? (diff === undefined && edit === undefined), selected);
  const { closed } = groups;
  const view = useMemo(() => viewOf(steps, positions, routes, closed), [steps, positions, routes, closed]);
  const store = useCanvasStore({ ...props, view });
  const flowId = useId();
  const graph = useMemo(() => toFlow(view, edgeKinds, slots), [view, edgeKinds, slots]);
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
  const { setLod, reveal, start } = useViewport(wrapper, store, view.nodes, view.positions);
  const { onKeyDown, openGroup } = useCanvasKeys({ store, view, groups, reveal, onSelect, onOpen });
  useEffect(() => {
    if (selected !== undefined) reveal(selected, false);
  }, [selected, reveal]);

  const follow = useCallback((viewport: Viewport) => void flow.setViewport(viewport), [flow]);
  useEffect(() => link?.join(follow), [link, follow]);
  const onMove = useCallback(
    (_: unknown, viewport: Viewport) => {
      setLod(viewport.zoom);
      link?.moved(follow, viewport);
    },
    [setLod, link, follow],
  );

  /** The map shows while a part of the plan is out of sight. */
  const [hasMap, setHasMap] = useState(false);
  const mayHaveMap = nodes.length <= MAP_UP_TO;
  const look = useCallback(() => {
    const box = wrapper.current?.getBoundingClientRect();
    if (!box || !mayHaveMap || box.width < 560) return setHasMap(false);
    const { x, y, zoom } = flow.getViewport();
    const all = flow.getNodesBounds(flow.getNodes());
    const [left, top] = [all.x * zoom + x, all.y * zoom + y];
    setHasMap(
      left < 0 || top < 0 || left + all.width * zoom > box.width || top + all.height * zoom > box.height,
    );
  }, [flow, mayHaveMap]);

  const stepAt = (target: EventTarget) =>
    (target as HTMLElement).closest<HTMLElement>('[data-step]')?.dataset;
  const onClick = (event: MouseEvent) => {
    if (editing) return editing.onClick(event);
    const at = stepAt(event.target);
    if (at?.group !== undefined) openGroup(at.group);
    else if (at?.step !== undefined) onSelect?.(at.step);
  };
  const point = (event: MouseEvent | FocusEvent) => {
    const card = (event.target as HTMLElement).closest<HTMLElement>('[data-step]');
    const pointed = card?.dataset.step;
    if (pointed !== store.getState().pointed)
      store.setState({ pointed, isCut: card !== null && isTitleCut(card) });
  };
  const onFocus = (event: FocusEvent) => {
    const id = stepAt(event.target)?.step;
    if (id === undefined) return;
    store.setState({ active: id });
    point(event);
    // Tab may lead to a card that was panned out of sight; a click is on what is seen.
    if (event.target.matches(':focus-visible')) reveal(id, false);
  };

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
          onMouseOver={point}
          onMouseLeave={() => store.setState({ pointed: undefined })}
          onFocus={onFocus}
          onBlur={() => store.setState({ pointed: undefined })}
          {...(editing
            ? { onMouseDown: editing.onMouseDown, onDragOver: editing.onDragOver, onDrop: editing.onDrop }
            : {})}
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
            onMoveEnd={look}
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
            onlyRenderVisibleElements={nodes.length > VIRTUAL_OVER}
            aria-label={label}
            ariaLabelConfig={{
              'node.a11yDescription.default': '',
              'node.a11yDescription.keyboardDisabled': '',
              'edge.a11yDescription.default': '',
            }}
            {...editing?.flowProps}
          >
            <Background gap={24} size={1} />
            {hasMap ? <CanvasMap /> : null}
            {props.ghosts ? <GhostOutlines positions={props.ghosts} /> : null}
            {props.children}
          </ReactFlow>
          <CanvasTooltip wrapper={wrapper} />
        </section>
        <CanvasControls groups={groups} onTidy={props.onTidy} />
      </div>
    </CanvasContext>
  );
}
