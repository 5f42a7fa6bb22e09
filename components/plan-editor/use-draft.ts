'use client';
import { useEffect, useState } from 'react';
import { onPoke, useLive } from '#components/live.ts';
import {
  type ApiClient,
  type Reason,
  reasonOf,
  type RouterOutputs,
  useTRPCClient,
} from '#components/trpc.tsx';
import type { Catalog } from '#core/plan/tool-contract.ts';
import { type Autosave, startAutosave } from './autosave.ts';
import { browserBackups } from './draft-backup.ts';
import { draftPort } from './draft-port.ts';
import { createEditorStore, type EditorStore } from './editor-store.ts';
import { startLiveLint } from './live-lint.ts';
import { contentOf, type DraftDetail, startOf, withBackup } from './start-of-draft.ts';

/** My draft of a plan, or one of a plan that does not exist yet. */
export type DraftPlace = { planId: string } | { draftId: string };
export type ToolList = RouterOutputs['tools']['list'];
export type OpenDraft = { store: EditorStore; autosave: Autosave; title: string; tools: ToolList };
export type DraftState =
  | { status: 'loading' }
  | { status: 'refused'; reason: Reason; retry: () => void }
  | { status: 'open'; open: OpenDraft };

/** Opens the draft and keeps it saved and judged until the page is left. */
export function useDraft(place: DraftPlace): DraftState {
  const client = useTRPCClient();
  const [attempt, setAttempt] = useState(0);
  const [answer, setAnswer] = useState<{ to: string; state: DraftState }>();
  const request = JSON.stringify([attempt, place]);

  useEffect(() => {
    let close: (() => void) | undefined;
    let isLeft = false;
    const show = (state: DraftState) => setAnswer({ to: request, state });
    void read(client, request).then(
      ({ detail, tools }) => {
        if (isLeft) return;
        const opened = openDraft(client, detail, tools);
        close = opened.close;
        show({ status: 'open', open: opened.open });
      },
      (error: unknown) => {
        if (isLeft) return;
        const retry = () => setAttempt((count) => count + 1);
        show({ status: 'refused', reason: reasonOf(error), retry });
      },
    );
    return () => {
      isLeft = true;
      close?.();
    };
  }, [client, request]);

  return answer?.to === request ? answer.state : { status: 'loading' };
}

async function read(client: ApiClient, request: string): Promise<{ detail: DraftDetail; tools: ToolList }> {
  const [, place] = JSON.parse(request) as [number, DraftPlace];
  const [detail, tools] = await Promise.all([
    'planId' in place ? client.drafts.open.mutate(place) : client.drafts.get.query(place),
    client.tools.list.query(),
  ]);
  return { detail, tools };
}

function openDraft(
  client: ApiClient,
  detail: DraftDetail,
  tools: ToolList,
): { open: OpenDraft; close: () => void } {
  const { planId } = detail;
  const draftId = () => store.getState().draft.draftId;
  const backups = browserBackups();
  const server = startOf(detail);
  const store = createEditorStore(withBackup(server, backups.newest(detail.draftId, Date.now())));
  const lint = startLiveLint(store, catalogOf(tools));
  const channel =
    typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('countersign.drafts');
  const autosave = startAutosave(store, draftPort(client), {
    backups,
    server: contentOf(server),
    onSaved: (rev) => channel?.postMessage({ draftId: draftId(), rev }),
    onProblems: lint.answer,
  });
  channel?.addEventListener('message', ({ data }: MessageEvent<{ draftId: string; rev: number }>) => {
    if (data.draftId === draftId()) autosave.heard(data.rev);
  });

  const stops = [
    () => channel?.close(),
    onPoke((poke) => {
      const isOurs = poke.kind === 'plan' && poke.planId === planId;
      if (isOurs || poke.kind === 'resync') void askForHead(client, store);
    }),
    useLive.subscribe(({ link }, before) => {
      if (link === 'live' && before.link !== 'live') autosave.retry();
    }),
    listen(window, 'online', autosave.retry),
    listen(document, 'visibilitychange', () => {
      if (document.visibilityState === 'hidden') void autosave.flush();
    }),
    listen(window, 'beforeunload', (event) => {
      const { saving } = store.getState();
      if (saving !== 'saved' && saving !== 'base-moved') event.preventDefault();
    }),
    lint.stop,
    autosave.stop,
  ];
  const open = { store, autosave, title: detail.title, tools };
  return { open, close: () => stops.forEach((stop) => stop()) };
}

/** Whether somebody has saved a version since: told while the person edits, not only when he saves one (V2). */
async function askForHead(client: ApiClient, store: EditorStore): Promise<void> {
  const { draft } = store.getState();
  if (draft.planId === null || draft.base === null) return;
  const found = await client.plans.get.query({ planId: draft.planId }).catch(() => undefined);
  const head = found?.versions.find(({ version }) => version === found.head);
  if (!head || store.getState().draft.base?.version === head.version) return;
  const { saving } = store.getState();
  store.setState({
    newerHead: { version: head.version, hash: head.hash },
    saving: saving === 'saved' ? 'base-moved' : saving,
  });
}

/** Contracts without the tools' functions, as lint in the browser knows them. */
export function catalogOf({ tools, connections }: ToolList): Catalog {
  return {
    tools: Object.fromEntries(tools.map((tool) => [tool.name, tool])),
    connections: Object.fromEntries(connections.map((one) => [one.name, one])),
  };
}

function listen(target: EventTarget, type: string, listener: (event: Event) => void): () => void {
  target.addEventListener(type, listener);
  return () => target.removeEventListener(type, listener);
}
