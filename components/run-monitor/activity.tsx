'use client';
import { useState } from 'react';
import { addressKey, type Address } from '#core/run/address.ts';
import { get } from '#core/run/record.ts';
import { useTRPCClient } from '#components/trpc.tsx';
import { Button } from '#components/ui/button.tsx';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { Loading } from '#components/ui/skeleton.tsx';
import { Time } from '#components/ui/time.tsx';
import { addressOf, eventText, type NameStep } from './event-text.ts';
import { loadEarlier, useRun, useRunStore } from './use-run-feed.ts';

const PAGE = 200;

/** What happened, newest first, each with its number in the run. Of one step, or of the whole run. */
export function Activity({ runId, of, name }: { runId: string; of?: Address; name: NameStep }) {
  const store = useRunStore();
  const client = useTRPCClient();
  const events = useRun((feed) => feed.events);
  const hasHistory = useRun((feed) => feed.hasHistory);
  const approvals = store.getState().state.approvals;
  const [shown, setShown] = useState(PAGE);
  const [busy, setBusy] = useState(false);
  const wanted = of ? addressKey(of) : undefined;
  const addressOfApproval = (approvalId: string) => get(approvals, approvalId)?.address;
  const matching = events.filter((event) => {
    if (wanted === undefined) return true;
    const address = addressOf(event, addressOfApproval);
    return (
      address !== undefined &&
      (addressKey(address) === wanted || (of?.item === undefined && address.stepId === wanted))
    );
  });
  const rows = matching.slice(-shown).reverse();
  const first = events[0]?.version ?? 1;
  const showEarlier = async () => {
    setBusy(true);
    if (first > 1) await loadEarlier(client, runId, store).catch(() => undefined);
    setShown(shown + PAGE);
    setBusy(false);
  };
  return (
    <div>
      {rows.length === 0 && !hasHistory ? <Loading rows={3} /> : null}
      {rows.length === 0 && hasHistory ? <p className="text-sm text-muted">{messages.event.none}</p> : null}
      <div role="log" aria-live="off" aria-label={messages.event.title}>
        <ol className="flex flex-col">
          {rows.map((event) => (
            <li
              key={event.version}
              id={`obs-${event.version}`}
              className="flex gap-2 border-b border-border py-1 text-sm last:border-b-0"
            >
              <Time at={event.at} exact className="shrink-0 font-mono text-xs leading-5 text-faint" />
              <span className="min-w-0 flex-1 break-words">
                <InvisibleText text={eventText(event, name)} />
              </span>
              <span className="shrink-0 text-xs leading-5 text-faint">{event.version}</span>
            </li>
          ))}
        </ol>
      </div>
      {first > 1 || matching.length > shown ? (
        <Button size="sm" className="mt-2" disabled={busy} onClick={() => void showEarlier()}>
          {messages.event.earlier}
        </Button>
      ) : null}
    </div>
  );
}
