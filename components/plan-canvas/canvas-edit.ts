import type { NodeChange, OnConnectEnd, ReactFlowProps, XYPosition } from '@xyflow/react';
import { useEffect, type DragEvent, type MouseEvent } from 'react';
import type { CanvasStore } from './canvas-store.ts';
import type { StepFlowNode } from './to-flow.ts';

/** What an editor makes of the pointer on the graph. Absent, the graph is read only. Keys are the editor's own. */
export type CanvasEdit = {
  selection: readonly string[];
  onSelection(ids: string[]): void;
  /** Once a drag, for all cards that moved. */
  onMove(moves: Record<string, XYPosition>): void;
  /** Whether `to` may run after `from`; shown while a connection is drawn. */
  mayConnect(from: string, to: string): boolean;
  /** Also called for what may not be: the editor says why. */
  onConnect(from: string, to: string): void;
  /** A connection that ended on nothing: a new step goes there. */
  onConnectToNothing(from: string, at: XYPosition): void;
  onInsert(from: string, to: string): void;
  onDisconnect(from: string, to: string): void;
  onDrop(what: string, at: XYPosition): void;
};

/** The kind of data that a dragged tool of the palette carries. */
export const DRAGGED_WORK = 'application/x-countersign-work';

type Point = { clientX: number; clientY: number };
type Flow = { screenToFlowPosition(point: XYPosition): XYPosition };

/** Puts the editor's side of the graph into React Flow's words. */
export function useCanvasEdit(edit: CanvasEdit | undefined, store: CanvasStore, flow: Flow) {
  const selection = edit?.selection;
  const editable = edit !== undefined;
  useEffect(() => {
    store.setState({ editable, chosen: new Set(selection) });
  }, [store, editable, selection]);
  if (!edit) return undefined;

  const at = ({ clientX, clientY }: Point) => flow.screenToFlowPosition({ x: clientX, y: clientY });
  const stepAt = ({ clientX, clientY }: Point) =>
    document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('.react-flow__node')?.dataset.id;

  /** What React Flow did not take as a connection: dropped on a card's body, refused, or on nothing. */
  const onConnectEnd: OnConnectEnd = (event, { isValid, fromNode, fromHandle, toNode }) => {
    if (isValid === true || !fromNode) return;
    const point = 'changedTouches' in event ? event.changedTouches[0] : event;
    if (!point) return;
    const target = toNode?.id ?? stepAt(point);
    const forward = fromHandle?.type !== 'target';
    if (target === undefined) {
      if (forward) edit.onConnectToNothing(fromNode.id, at(point));
    } else if (target !== fromNode.id) {
      if (forward) edit.onConnect(fromNode.id, target);
      else edit.onConnect(target, fromNode.id);
    }
  };
  const flowProps: Partial<ReactFlowProps<StepFlowNode>> = {
    nodesDraggable: true,
    nodesConnectable: true,
    elementsSelectable: true,
    selectionKeyCode: 'Shift',
    multiSelectionKeyCode: ['Shift', 'Control', 'Meta'],
    nodeDragThreshold: 3,
    onNodeDragStart: (_, node) => {
      if (!edit.selection.includes(node.id)) edit.onSelection([node.id]);
    },
    onNodeDragStop: (_, __, nodes) => edit.onMove(places(nodes)),
    onSelectionDragStop: (_, nodes) => edit.onMove(places(nodes)),
    isValidConnection: ({ source, target }) => edit.mayConnect(source, target),
    onConnect: ({ source, target }) => edit.onConnect(source, target),
    onConnectEnd,
    onClickConnectEnd: (_, { isValid, fromNode, toNode, fromHandle }) => {
      if (isValid === true || !fromNode || !toNode) return;
      if (fromHandle?.type === 'target') edit.onConnect(toNode.id, fromNode.id);
      else edit.onConnect(fromNode.id, toNode.id);
    },
  };
  return {
    flowProps,
    /** Takes selecting out of the changes: the selection is the editor's. */
    withoutSelection(changes: readonly NodeChange<StepFlowNode>[]) {
      const chosen = new Set(edit.selection);
      const rest = changes.filter((change) => {
        if (change.type !== 'select') return true;
        if (change.selected) chosen.add(change.id);
        else chosen.delete(change.id);
        return false;
      });
      if (rest.length < changes.length) edit.onSelection([...chosen]);
      return rest;
    },
    /** Shift draws a box here; a browser would select the text of the page from wherever the cursor last was. */
    onMouseDown(event: MouseEvent) {
      const target = event.target as Element;
      if (event.shiftKey && target.closest('input, textarea') === null) event.preventDefault();
    },
    onClick(event: MouseEvent) {
      const target = event.target as Element;
      const tool = target.closest<SVGElement>('[data-insert], [data-disconnect]');
      if (tool) {
        const { insert, disconnect } = tool.dataset;
        const [from = '', to = ''] = (insert ?? disconnect ?? '').split(' ');
        return insert === undefined ? edit.onDisconnect(from, to) : edit.onInsert(from, to);
      }
      const id = target.closest<HTMLElement>('[data-step]')?.dataset.step;
      const several = event.shiftKey || event.ctrlKey || event.metaKey;
      if (id !== undefined && !several && edit.selection.length > 1) edit.onSelection([id]);
    },
    onDragOver(event: DragEvent) {
      if (event.dataTransfer.types.includes(DRAGGED_WORK)) event.preventDefault();
    },
    onDrop(event: DragEvent) {
      const what = event.dataTransfer.getData(DRAGGED_WORK);
      if (what === '') return;
      event.preventDefault();
      edit.onDrop(what, at(event));
    },
  };
}

function places(nodes: readonly StepFlowNode[]): Record<string, XYPosition> {
  return Object.fromEntries(
    nodes.map(({ id, position }) => [id, { x: Math.round(position.x), y: Math.round(position.y) }]),
  );
}
