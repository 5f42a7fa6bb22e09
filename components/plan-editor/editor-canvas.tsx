'use client';
import { NodeToolbar, Position } from '@xyflow/react';
import { useMemo } from 'react';
import type { CanvasEdit } from '#components/plan-canvas/canvas-edit.ts';
import type { CanvasStep } from '#components/plan-canvas/canvas-step.ts';
import { PlanCanvas } from '#components/plan-canvas/plan-canvas.tsx';
import { messages } from '#components/ui/messages.ts';
import { useEditorActions, type WorkName } from './editor-actions.ts';
import { useEditor, useEditorStore } from './editor-store.ts';
import { useEditorUi } from './editor-ui.ts';
import { whyNotAfter } from './intents/connect-steps.ts';
import type { Positions } from './positions.ts';
import { StepActions } from './step-actions.tsx';

/** The draft as a graph that can be drawn on. On a small screen it is for looking only. */
export function EditorCanvas({
  steps,
  positions,
  onOpen,
  readOnly,
}: {
  steps: readonly CanvasStep[];
  positions: Positions;
  onOpen(stepId: string): void;
  readOnly: boolean;
}) {
  const store = useEditorStore();
  const actions = useEditorActions();
  const selection = useEditor((state) => state.selection);
  const ghosts = useEditorUi((state) => state.ghosts);
  const edit = useMemo(
    (): CanvasEdit => ({
      selection,
      onSelection: actions.select,
      onMove: (moves) => actions.move(moves),
      mayConnect: (from, to) => whyNotAfter(store.getState().document, to, from) === undefined,
      onConnect: (from, to) => void actions.connect(from, to),
      onConnectToNothing: (from, at) => actions.askWhatToAdd({ after: [from], at }),
      onInsert: (from, to) => actions.askWhatToAdd({ after: [from], before: to }),
      onDisconnect: (from, to) => void actions.disconnect(from, to),
      onDrop: (what, at) => actions.add(what as WorkName, { after: [], at }),
    }),
    [selection, actions, store],
  );
  return (
    <PlanCanvas
      label={messages.canvas.graph(steps.length)}
      steps={steps}
      positions={positions}
      selected={selection.length === 1 ? selection[0] : undefined}
      onSelect={(id) => {
        if (readOnly && id !== undefined) onOpen(id);
        else actions.select(id === undefined ? [] : [id]);
      }}
      onOpen={onOpen}
      edit={readOnly ? undefined : edit}
      ghosts={ghosts}
    >
      {readOnly ? null : (
        <NodeToolbar
          nodeId={[...selection]}
          isVisible={selection.length > 0}
          position={Position.Top}
          offset={12}
        >
          <StepActions ids={selection} onGraph />
        </NodeToolbar>
      )}
    </PlanCanvas>
  );
}
