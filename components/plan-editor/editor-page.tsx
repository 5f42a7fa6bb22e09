'use client';
import { useQuery, skipToken } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { Ellipsis, Redo2, Undo2 } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ReadFailed } from '#components/query-state.tsx';
import { createKeptInputs, KeptInputsContext } from '#components/json/kept-inputs.ts';
import { useTrail } from '#components/shell/breadcrumb.tsx';
import { reasonOf, useTRPC, useTRPCClient } from '#components/trpc.tsx';
import { Button } from '#components/ui/button.tsx';
import { Menu, MenuItem } from '#components/ui/menu.tsx';
import { messages } from '#components/ui/messages-editor.ts';
import { Notice } from '#components/ui/notice.tsx';
import { Loading } from '#components/ui/skeleton.tsx';
import { toast } from '#components/ui/toast.tsx';
import { newKey } from '#components/new-key.ts';
import { Conflict, SetAsideNotice } from './conflict.tsx';
import { DiscardDialog } from './discard-dialog.tsx';
import { useEditorActions } from './editor-actions.ts';
import { EditorEnvContext, type EditorEnv } from './editor-env.ts';
import { EditorContext, useEditor, useEditorStore } from './editor-store.ts';
import { createEditorUi, EditorUiContext, useEditorUi, useEditorUiStore } from './editor-ui.ts';
import { EditorWorkspace } from './editor-workspace.tsx';
import { SaveStatus } from './save-status.tsx';
import { startOf } from './start-of-draft.ts';
import { SubmitDialog, type Submission } from './submit-dialog.tsx';
import { useDraft, type DraftPlace, type OpenDraft } from './use-draft.ts';

const words = messages.editor;

/** `/plans/[id]/edit` and `/drafts/[id]`: one person's draft, opened, kept saved, and made a version at last. */
export function EditorPage({ place }: { place: DraftPlace }) {
  const state = useDraft(place);
  useTrail([{ label: messages.nav.plans, href: '/plans' }, { label: words.title }]);
  if (state.status === 'open')
    return <Session key={state.open.store.getState().draft.draftId} open={state.open} />;
  return (
    <>
      <h1 className="sr-only">{words.title}</h1>
      {state.status === 'refused' ? (
        <Notice
          look="problem"
          title={state.reason.message}
          className="m-4"
          action={<Button onClick={state.retry}>{messages.common.retry}</Button>}
        />
      ) : (
        <Loading className="p-4" />
      )}
    </>
  );
}

function Session({ open }: { open: OpenDraft }) {
  const [ui] = useState(createEditorUi);
  const [kept] = useState(createKeptInputs);
  const [env] = useState((): EditorEnv => ({
    tools: Object.fromEntries(open.tools.tools.map((tool) => [tool.name, tool])),
    connections: open.tools.connections,
  }));
  return (
    <EditorContext value={open.store}>
      <EditorUiContext value={ui}>
        <KeptInputsContext value={kept}>
          <EditorEnvContext value={env}>
            <Screen open={open} />
          </EditorEnvContext>
        </KeptInputsContext>
      </EditorUiContext>
    </EditorContext>
  );
}

function Screen({ open }: { open: OpenDraft }) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const router = useRouter();
  const store = useEditorStore();
  const ui = useEditorUiStore();
  const draft = useEditor((state) => state.draft);
  const saving = useEditor((state) => state.saving);
  const newerHead = useEditor((state) => state.newerHead);
  const edits = useEditor((state) => state.edits.length);
  const setAside = useEditor((state) => state.setAside.length);
  const dialog = useEditorUi((state) => state.dialog);
  const plan = useQuery(
    trpc.plans.get.queryOptions(draft.planId === null ? skipToken : { planId: draft.planId }),
  );
  const session = useQuery(trpc.session.me.queryOptions());
  const [asksDiscard, setAsksDiscard] = useState(false);
  const [submitting, setSubmitting] = useState(false);
  const [error, setError] = useState<unknown>();
  const [openedAt] = useState(() => Date.now());
  const { title, autosave } = open;
  const { planId } = draft;
  useTrail([
    { label: messages.nav.plans, href: '/plans' },
    ...(planId === null ? [] : [{ label: title, href: `/plans/${planId}` }]),
    { label: words.title },
  ]);
  const known = (plan.data?.versions ?? []).map(({ version }) => version);
  const next = Math.max(0, draft.base?.version ?? 0, newerHead?.version ?? 0, ...known) + 1;
  const canEdit = session.data ? session.data.roles.includes('author') : true;

  const tidy = async () => {
    const { document } = store.getState();
    const steps = document.steps.map(({ id, needs }) => ({ id, ...(needs ? { needs } : {}) }));
    try {
      const fresh = await client.drafts.tidy.mutate({ steps });
      ui.setState({ ghosts: fresh.positions, refusal: undefined });
    } catch (failure) {
      ui.setState({ refusal: reasonOf(failure).message });
    }
  };
  // Nothing was edited yet, so there is nothing to decide.
  const isStale = newerHead !== null && saving === 'base-moved' && edits === 0 && setAside === 0;
  useEffect(() => {
    if (!isStale) return;
    const { draftId, rev } = store.getState().draft;
    client.drafts.rebase.mutate({ draftId, rev }).then(
      (detail) => store.getState().load(startOf(detail)),
      (failure: unknown) => ui.setState({ refusal: reasonOf(failure).message }),
    );
  }, [isStale, client, store, ui]);
  const separate = dialog?.kind === 'submit' && dialog.separate === true ? newerHead : null;
  const theirs = useQuery(
    trpc.plans.version.queryOptions(
      planId === null || !separate ? skipToken : { planId, version: separate.version },
    ),
  );
  const submit = async ({ note, title: planTitle, keepEditing }: Submission) => {
    setSubmitting(true);
    setError(undefined);
    try {
      if (!(await autosave.flush())) throw new Error(words.submit.off.unsaved);
      const { draft: now } = store.getState();
      let { rev } = now;
      if (planId === null && planTitle !== title)
        ({ rev } = await client.drafts.save.mutate({
          draftId: now.draftId,
          rev,
          edits: store.getState().edits,
          positions: store.getState().positions,
          title: planTitle,
        }));
      const saved = await client.drafts.submit.mutate({
        draftId: now.draftId,
        rev,
        note,
        idempotencyKey: newKey(),
        ...(separate ? { onto: separate } : {}),
      });
      toast(words.submit.done(saved.version));
      if (keepEditing && planId !== null) {
        const fresh = await client.drafts.open.mutate({ planId });
        store.getState().seal({
          draftId: fresh.draftId,
          planId,
          base: fresh.base,
          rev: fresh.rev,
        });
        ui.setState({ dialog: undefined });
        void plan.refetch();
      } else {
        autosave.end();
        router.push(`/plans/${saved.planId}/v/${saved.version}`);
        return;
      }
    } catch (failure) {
      setError(failure);
    }
    setSubmitting(false);
  };

  const leave = () => router.push(planId === null ? '/plans' : `/plans/${planId}`);

  return (
    <div className="flex flex-col lg:h-[calc(100dvh-48px)]">
      <Header
        title={title}
        next={next}
        savedAt={openedAt}
        onRetry={() => void autosave.flush()}
        onSave={() => ui.setState({ dialog: { kind: 'submit' } })}
        onDiscard={() => setAsksDiscard(true)}
      />
      <DiscardDialog
        open={asksDiscard}
        onOpenChange={setAsksDiscard}
        autosave={autosave}
        onDiscarded={leave}
      />
      {newerHead || saving === 'elsewhere' ? (
        <Conflict
          autosave={autosave}
          onSeparate={() => ui.setState({ dialog: { kind: 'submit', separate: true } })}
          onDiscarded={leave}
        />
      ) : null}
      <SetAsideNotice />
      <EditorWorkspace
        onTidy={() => void tidy()}
        onSave={() => ui.setState({ dialog: { kind: 'submit' } })}
      />
      {dialog?.kind === 'submit' ? (
        <SubmitDialog
          version={next}
          title={title}
          canEdit={canEdit}
          against={separate ? { version: separate.version, document: theirs.data?.document } : undefined}
          onSubmit={(submission) => void submit(submission)}
          onClose={() => {
            setError(undefined);
            ui.setState({ dialog: undefined });
          }}
          isPending={submitting}
          error={error}
        />
      ) : null}
      {plan.isError ? <ReadFailed error={plan.error} retry={() => void plan.refetch()} /> : null}
    </div>
  );
}

function Header({
  title,
  next,
  savedAt,
  onRetry,
  onSave,
  onDiscard,
}: {
  title: string;
  next: number;
  savedAt: number;
  onRetry(): void;
  onSave(): void;
  onDiscard(): void;
}) {
  const actions = useEditorActions();
  const base = useEditor((state) => state.draft.base);
  const undoable = useEditor((state) => state.undoable.at(-1));
  const redoable = useEditor((state) => state.redoable.at(-1));
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-border bg-surface px-4 py-2">
      <div className="min-w-0 flex-1 basis-72">
        <h1 className="text-lg font-semibold wrap-anywhere">{words.titleOf(title)}</h1>
        <p className="flex flex-wrap items-baseline gap-x-3 text-sm text-muted">
          <span>
            {words.draftOf(next)}, {base === null ? words.noBase : words.onBase(base.version)}
          </span>
          <SaveStatus savedAt={savedAt} onRetry={onRetry} />
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Button
          size="icon"
          look="quiet"
          aria-label={words.undo}
          title={undoable === undefined ? words.nothingToUndo : words.undoWhat(undoable)}
          aria-disabled={undoable === undefined || undefined}
          onClick={actions.undo}
        >
          <Undo2 aria-hidden size={18} />
        </Button>
        <Button
          size="icon"
          look="quiet"
          aria-label={words.redo}
          title={redoable === undefined ? words.redo : words.redoWhat(redoable)}
          aria-disabled={redoable === undefined || undefined}
          onClick={actions.redo}
        >
          <Redo2 aria-hidden size={18} />
        </Button>
        <Menu
          trigger={
            <Button look="quiet" size="icon" aria-label={words.more} title={words.more}>
              <Ellipsis aria-hidden size={18} />
            </Button>
          }
        >
          <MenuItem onSelect={onDiscard}>{words.discard}</MenuItem>
        </Menu>
        <Button look="primary" onClick={onSave}>
          {words.submit.button(next)}
        </Button>
      </div>
    </div>
  );
}
