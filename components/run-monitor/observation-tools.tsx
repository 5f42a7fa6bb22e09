'use client';
import { Download } from 'lucide-react';
import { useState } from 'react';
import type { Address } from '#core/run/address.ts';
import type { RunEvent } from '#core/run/events.ts';
import { Refused } from '#components/refused.tsx';
import { useTRPCClient, type ApiClient } from '#components/trpc.tsx';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/code-block.tsx';
import { Checkbox, TextInput } from '#components/ui/field.tsx';
import { messages } from '#components/ui/messages.ts';
import type { NameStep } from './event-text.ts';
import { asJsonLines, asText, observationsOf } from './observation-lines.ts';
import { useRunStore } from './run-context.ts';

const PAGE = 1_000;

/** Find, wrap, raw, copy what is listed, download all there is. */
export function ObservationTools({
  runId,
  of,
  name,
  lines,
  find,
  onFind,
  wrap,
  onWrap,
  raw,
  onRaw,
}: {
  runId: string;
  of: Address | undefined;
  name: NameStep;
  lines: readonly RunEvent[];
  find: string;
  onFind(text: string): void;
  wrap: boolean;
  onWrap(on: boolean): void;
  raw: boolean;
  onRaw(on: boolean): void;
}) {
  const client = useTRPCClient();
  const store = useRunStore();
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const write = (events: readonly RunEvent[]) => (raw ? asJsonLines(events) : asText(events, name));
  const download = async () => {
    setBusy(true);
    setError(undefined);
    try {
      const all = await readAll(client, runId);
      save(
        messages.event.file(runId, raw ? 'ndjson' : 'txt'),
        write(observationsOf(all, of, store.getState().state.approvals)),
      );
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="@container border-b border-border">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-1 text-sm">
        <TextInput
          type="search"
          aria-label={messages.event.find}
          placeholder={messages.event.find}
          value={find}
          onChange={(event) => onFind(event.target.value)}
          data-find
          className="h-7 min-w-28 flex-1 basis-full text-sm @lg:basis-40 max-md:h-11"
        />
        <Checkbox
          label={messages.event.wrap}
          checked={wrap}
          onChange={(event) => onWrap(event.target.checked)}
        />
        <Checkbox
          label={messages.event.raw}
          checked={raw}
          onChange={(event) => onRaw(event.target.checked)}
        />
        <CopyButton text={() => write(lines)} title={messages.event.copyListed(lines.length)} />
        <Button
          look="quiet"
          size="sm"
          disabled={busy}
          title={messages.event.downloadAll}
          onClick={() => void download()}
        >
          <Download aria-hidden size={14} />
          {messages.event.download}
        </Button>
      </div>
      <Refused error={error} className="px-3 pb-2" />
    </div>
  );
}

async function readAll(client: ApiClient, runId: string): Promise<RunEvent[]> {
  const all: RunEvent[] = [];
  for (let more = true; more;) {
    const page = await client.runs.events.query({ runId, after: all.at(-1)?.version ?? 0, limit: PAGE });
    all.push(...page.events);
    more = page.more && page.events.length > 0;
  }
  return all;
}
function save(fileName: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  URL.revokeObjectURL(url);
}
