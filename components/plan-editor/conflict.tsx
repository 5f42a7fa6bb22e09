'use client';
import { skipToken, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { rebaseEdits, type SetAside } from '#core/plan/rebase.ts';
import { newKey } from '#components/new-key.ts';
import { Refused } from '#components/refused.tsx';
import { useTRPC, useTRPCClient } from '#components/trpc.tsx';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { messages } from '#components/ui/messages-editor.ts';
import { Notice } from '#components/ui/notice.tsx';
import type { Autosave } from './autosave.ts';
import { DiscardDialog } from './discard-dialog.tsx';
import { editText } from './edit-text.ts';
import { useEditor, useEditorStore } from './editor-store.ts';
import { startOf } from './start-of-draft.ts';

const words = messages.editor.conflict;

/** Somebody was faster: what happens to my edits is my decision, and each way says what it brings. */
export function Conflict({
  autosave,
  onSeparate,
  onDiscarded,
}: {
  autosave: Autosave;
  onSeparate(): void;
  onDiscarded(): void;
}) {
  const saving = useEditor((state) => state.saving);
  return saving === 'elsewhere' ? (
    <Elsewhere autosave={autosave} />
  ) : (
    <BaseMoved autosave={autosave} onSeparate={onSeparate} onDiscarded={onDiscarded} />
  );
}

function Elsewhere({ autosave }: { autosave: Autosave }) {
  const [error, setError] = useState<unknown>();
  const attempt = (work: () => Promise<unknown>) => {
    setError(undefined);
    work().catch(setError);
  };
  return (
    <section aria-label={words.elsewhereTitle} className="border-b border-border p-3">
      <Notice
        look="attention"
        title={words.elsewhereTitle}
        action={
          <>
            <Button onClick={() => attempt(() => autosave.loadTheirs())}>{words.theirsLabel}</Button>
            <Button onClick={() => attempt(() => autosave.keepMine())}>{words.mineLabel}</Button>
          </>
        }
      >
        {words.elsewhereText}
        <Refused error={error} />
      </Notice>
    </section>
  );
}

function BaseMoved({
  autosave,
  onSeparate,
  onDiscarded,
}: {
  autosave: Autosave;
  onSeparate(): void;
  onDiscarded(): void;
}) {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const store = useEditorStore();
  const { planId, base } = useEditor((state) => state.draft);
  const head = useEditor((state) => state.newerHead);
  const baseDocument = useEditor((state) => state.baseDocument);
  const edits = useEditor((state) => state.edits);
  const [asksDiscard, setAsksDiscard] = useState(false);
  const [error, setError] = useState<unknown>();
  const newer = useQuery(
    trpc.plans.version.queryOptions(planId === null || !head ? skipToken : { planId, version: head.version }),
  );
  const theirs = newer.data?.document;
  const outcome = useMemo(
    () => (theirs ? rebaseEdits(baseDocument, theirs, edits) : undefined),
    [baseDocument, theirs, edits],
  );
  if (!head || !base || planId === null) return null;

  const rebase = async () => {
    setError(undefined);
    try {
      if (!(await autosave.flush())) return;
      const { draftId, rev } = store.getState().draft;
      const detail = await client.drafts.rebase.mutate({ draftId, rev, idempotencyKey: newKey() });
      store.getState().load(startOf(detail));
    } catch (failure) {
      setError(failure);
    }
  };
  return (
    <section
      aria-label={words.title(head.version, base.version)}
      className="max-h-[50dvh] overflow-y-auto border-b border-border p-3"
    >
      <Notice
        look="attention"
        title={words.title(head.version, base.version)}
        action={
          <ButtonLink size="sm" href={`/plans/${planId}/compare/${base.version}...${head.version}`}>
            {words.compare(base.version, head.version)}
          </ButtonLink>
        }
      >
        <p>{words.text}</p>
        <ul className="mt-2 grid gap-2 md:grid-cols-3">
          <Way label={words.rebase(head.version)} onClick={() => void rebase()}>
            {outcome ? words.rebaseText(outcome.edits.length, outcome.setAside.length) : null}
          </Way>
          <Way label={words.separate} onClick={onSeparate}>
            {words.separateText(head.version)}
          </Way>
          <Way label={words.discard} onClick={() => setAsksDiscard(true)}>
            {words.discardText}
          </Way>
        </ul>
        {outcome && outcome.setAside.length > 0 ? (
          <div className="mt-2">
            <p className="font-semibold">{words.lost}</p>
            <AsideList asides={outcome.setAside} />
          </div>
        ) : null}
        <Refused error={error} className="mt-2" />
      </Notice>
      <DiscardDialog
        open={asksDiscard}
        onOpenChange={setAsksDiscard}
        autosave={autosave}
        onDiscarded={onDiscarded}
      />
    </section>
  );
}

function Way({ label, onClick, children }: { label: string; onClick(): void; children: React.ReactNode }) {
  return (
    <li className="flex flex-col items-start gap-1">
      <Button onClick={onClick}>{label}</Button>
      <span className="text-sm">{children}</span>
    </li>
  );
}

function AsideList({ asides }: { asides: readonly SetAside[] }) {
  return (
    <ul className="list-disc pl-4 text-sm">
      {asides.map((aside, index) => (
        <li key={index}>
          {editText(aside.edit)}: <span className="text-muted">{aside.reason}</span>
        </li>
      ))}
    </ul>
  );
}

/** What a rebase could not do again: kept until it is let go. */
export function SetAsideNotice() {
  const store = useEditorStore();
  const setAside = useEditor((state) => state.setAside);
  if (setAside.length === 0) return null;
  return (
    <section aria-label={words.lost} className="max-h-[30dvh] overflow-y-auto border-b border-border p-3">
      <Notice
        look="attention"
        title={words.setAside(setAside.length)}
        action={
          <Button size="sm" onClick={() => setAside.forEach((aside) => store.getState().letGo(aside))}>
            {words.forget}
          </Button>
        }
      >
        <AsideList asides={setAside} />
      </Notice>
    </section>
  );
}
