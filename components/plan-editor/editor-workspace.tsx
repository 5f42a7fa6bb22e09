'use client';
import { parseAsString, parseAsStringLiteral, useQueryState } from 'nuqs';
import { useEffect, useMemo, useRef, useState } from 'react';
import { Plus } from 'lucide-react';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { messages } from '#components/ui/messages-editor.ts';
import { Empty, Notice } from '#components/ui/notice.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { useMedia } from '#components/ui/use-media.ts';
import { AddStepDialog } from './add-step-dialog.tsx';
import { draftSteps, everyPosition } from './draft-steps.ts';
import { useEditorActions } from './editor-actions.ts';
import { EditorCanvas } from './editor-canvas.tsx';
import { useEditorEnv } from './editor-env.ts';
import { EditorList } from './editor-list.tsx';
import { useEditor, useEditorStore } from './editor-store.ts';
import { useEditorUi, useEditorUiStore } from './editor-ui.ts';
import { focusStep } from './focus.ts';
import { tidyCards } from './intents/move-cards.ts';
import { ProblemsStrip } from './problems-strip.tsx';
import { RunsAfterDialog } from './runs-after-dialog.tsx';
import { StepActions } from './step-actions.tsx';
import { EditorPanel } from './step-panel.tsx';
import { ToolPalette } from './tool-palette.tsx';
import { MapToolsDialog, UnknownToolsNotice } from './unknown-tools.tsx';
import { useEditorKeys } from './use-editor-keys.ts';

const words = messages.editor;

/** The editor below its header: steps and tools, the graph or the list, the form, the problems. */
export function EditorWorkspace({ onTidy, onSave }: { onTidy(): void; onSave(): void }) {
  const store = useEditorStore();
  const ui = useEditorUiStore();
  const env = useEditorEnv();
  const actions = useEditorActions();
  const document = useEditor((state) => state.document);
  const problems = useEditor((state) => state.problems);
  const stored = useEditor((state) => state.positions);
  const selection = useEditor((state) => state.selection);
  const effects = useEditor((state) => state.effects);
  const sheet = useEditorUi((state) => state.sheet);
  const showsPlan = useEditorUi((state) => state.showsPlan);
  const wide = useMedia('(min-width: 1024px)');
  const phone = useMedia('(max-width: 767px)');
  const [asked, setView] = useQueryState(
    'view',
    parseAsStringLiteral(['graph', 'list'] as const).withOptions({ history: 'push' }),
  );
  const [step, setStep] = useQueryState('step', parseAsString.withOptions({ history: 'replace' }));
  const [wanted] = useState(step);
  useEffect(() => {
    if (wanted !== null) store.getState().select([wanted]);
  }, [store, wanted]);
  const chosen = selection.length === 1 ? selection[0] : undefined;
  useEffect(() => {
    void setStep(chosen ?? null);
  }, [chosen, setStep]);
  const view = asked ?? (phone ? 'list' : 'graph');
  const steps = useMemo(
    () => draftSteps(document, env, problems, effects),
    [document, env, problems, effects],
  );
  const positions = useMemo(() => everyPosition(steps, stored), [steps, stored]);
  const heading = useRef<HTMLHeadingElement>(null);
  const search = useRef<HTMLInputElement>(null);
  const panel = useRef<HTMLElement>(null);

  // Moves act on places; what the layout has not placed yet gets the place it is shown at.
  useEffect(() => {
    if (positions !== stored) store.setState({ positions });
  }, [store, positions, stored]);

  const open = (id: string) => {
    actions.select([id]);
    ui.setState({ showsPlan: false, sheet: true });
    requestAnimationFrame(() => heading.current?.focus());
  };
  const closeSheet = () => {
    ui.setState({ sheet: false });
    const [first] = selection;
    if (first !== undefined) focusStep(first);
  };
  useEditorKeys(store, actions, {
    find: () => search.current?.focus(),
    tidy: onTidy,
    save: onSave,
    leaveForm: () => {
      const [first] = selection;
      if (first !== undefined && panel.current?.contains(window.document.activeElement)) focusStep(first);
    },
  });
  if (wide === undefined) return null;
  const only = selection.length === 1 ? steps.find(({ id }) => id === selection[0]) : undefined;
  const add = () => actions.askWhatToAdd({ after: selection });
  return (
    <>
      <div className="min-h-0 flex-1 lg:grid lg:grid-cols-[264px_minmax(0,1fr)_400px]">
        <aside
          data-region
          tabIndex={-1}
          aria-label={words.list.title}
          className="hidden min-h-0 flex-col border-r border-border bg-surface outline-none lg:flex"
        >
          {view === 'graph' ? (
            <EditorList
              steps={steps}
              onOpen={open}
              {...(view === 'graph' ? { searchRef: search } : {})}
              className="min-h-0 flex-[3]"
            />
          ) : null}
          <h2 className="border-t border-border px-3 pt-2 text-xs font-semibold text-muted">
            {words.palette.title}
          </h2>
          <div className="flex min-h-0 flex-[2] flex-col">
            <ToolPalette />
          </div>
        </aside>
        <div data-region tabIndex={-1} className="flex min-h-0 flex-col outline-none">
          <div className="flex flex-wrap items-center justify-between gap-2 border-b border-border bg-surface px-3 py-1.5">
            <Tabs
              look="switch"
              label={messages.plan.view}
              value={view}
              onChange={(next) => void setView(next)}
              items={(['graph', 'list'] as const).map((value) => ({ value, label: words.views[value] }))}
            />
            <div className="flex flex-wrap items-center gap-1">
              {view === 'list' && selection.length > 1 ? <StepActions ids={selection} /> : null}
              <Button size="sm" onClick={add}>
                <Plus aria-hidden size={14} />
                {words.list.add}
              </Button>
              <Button size="sm" onClick={() => actions.paste()}>
                {words.paste}
              </Button>
              <Button size="sm" className="max-lg:hidden" title={words.tidyHint} onClick={onTidy}>
                {words.tidy}
              </Button>
              <Button
                size="sm"
                aria-pressed={showsPlan || selection.length === 0}
                onClick={() => {
                  ui.setState({ showsPlan: true, sheet: true });
                  requestAnimationFrame(() => heading.current?.focus());
                }}
              >
                {words.about}
              </Button>
            </div>
          </div>
          <UnknownToolsNotice />
          <Refusal />
          <TidyPreview />
          {steps.length === 0 ? (
            <div className="min-h-0 flex-1 p-4">
              <Empty
                title={words.list.empty}
                action={
                  <Button look="primary" onClick={add}>
                    {words.list.add}
                  </Button>
                }
              >
                {words.list.emptyText}
              </Empty>
            </div>
          ) : view === 'graph' ? (
            <div className="flex h-[60dvh] min-h-0 flex-col lg:h-auto lg:flex-1">
              {phone ? <p className="px-3 py-1 text-xs text-muted">{words.phoneGraph}</p> : null}
              <div className="min-h-0 flex-1">
                <EditorCanvas steps={steps} positions={positions} onOpen={open} readOnly={phone === true} />
              </div>
            </div>
          ) : (
            <EditorList
              steps={steps}
              onOpen={open}
              searchRef={search}
              wide
              className="min-h-0 flex-1 bg-surface"
            />
          )}
        </div>
        {wide ? (
          <aside
            data-region
            tabIndex={0}
            ref={panel}
            aria-label={messages.step.panel}
            className="relative min-h-0 overflow-y-auto border-l border-border bg-surface p-4 -outline-offset-2"
          >
            <EditorPanel steps={steps} headingRef={heading} />
          </aside>
        ) : (
          <Dialog
            open={sheet && (showsPlan || selection.length > 0)}
            onOpenChange={(isOpen) => !isOpen && closeSheet()}
            title={
              showsPlan
                ? words.about
                : only
                  ? `${messages.common.step(only.number)} ${only.title}`
                  : words.selected(selection.length)
            }
            wide
            full
          >
            <EditorPanel steps={steps} headingRef={heading} inSheet />
          </Dialog>
        )}
      </div>
      <ProblemsStrip />
      <Dialogs />
    </>
  );
}

/** The fresh layout as outlines first: cards move only when somebody says so. */
function TidyPreview() {
  const ghosts = useEditorUi((state) => state.ghosts);
  const ui = useEditorUiStore();
  const store = useEditorStore();
  const actions = useEditorActions();
  if (!ghosts) return null;
  const close = () => ui.setState({ ghosts: undefined });
  return (
    <div role="status" className="border-b border-border p-2">
      <Notice
        title={words.tidyPreview}
        action={
          <>
            <Button
              size="sm"
              look="primary"
              onClick={() => {
                actions.perform(tidyCards(store.getState().document, ghosts));
                close();
              }}
            >
              {words.tidyApply}
            </Button>
            <Button size="sm" onClick={close}>
              {messages.common.cancel}
            </Button>
          </>
        }
      />
    </div>
  );
}

/** Why the last thing was not done. */
function Refusal() {
  const refusal = useEditorUi((state) => state.refusal);
  const dialog = useEditorUi((state) => state.dialog);
  const ui = useEditorUiStore();
  if (refusal === undefined || dialog) return null;
  return (
    <div role="alert" className="border-b border-border p-2">
      <Notice
        look="problem"
        title={words.refusedTitle}
        action={
          <Button size="sm" onClick={() => ui.setState({ refusal: undefined })}>
            {messages.common.dismiss}
          </Button>
        }
      >
        {refusal}
      </Notice>
    </div>
  );
}

function Dialogs() {
  const dialog = useEditorUi((state) => state.dialog);
  const ui = useEditorUiStore();
  const { selection } = useEditorStore().getState();
  const close = () => {
    ui.setState({ dialog: undefined, refusal: undefined });
    const [first] = selection;
    if (first !== undefined) focusStep(first);
  };
  switch (dialog?.kind) {
    case 'add':
      return <AddStepDialog where={dialog.where} onClose={close} />;
    case 'runs-after':
      return <RunsAfterDialog stepId={dialog.stepId} onClose={close} />;
    case 'map-tools':
      return <MapToolsDialog onClose={close} />;
    default:
      return null;
  }
}
