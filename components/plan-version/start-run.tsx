'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { newKey } from '#components/new-key.ts';
import { QueryState } from '#components/query-state.tsx';
import { Refused } from '#components/refused.tsx';
import { useTRPC, type RouterOutputs } from '#components/trpc.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { messages } from '#components/ui/messages.ts';
import { StartPreview } from './start-preview.tsx';

type Version = Pick<
  RouterOutputs['plans']['version'],
  'planId' | 'version' | 'hash' | 'state' | 'title' | 'canStart'
>;

/** Says as whom, on what and with which approvals a run will act, before it starts. */
export function StartRun({
  version,
  label = messages.start.button,
  size,
}: {
  version: Version;
  label?: string;
  size?: 'sm';
}) {
  const trpc = useTRPC();
  const router = useRouter();
  const [open, setOpen] = useState(false);
  const [idempotencyKey, setKey] = useState(newKey);
  const preview = useQuery({
    ...trpc.runs.startPreview.queryOptions({ planId: version.planId, version: version.version }),
    enabled: open,
    staleTime: 0,
  });
  const start = useMutation(
    trpc.runs.start.mutationOptions({ onSuccess: ({ runId }) => router.push(`/runs/${runId}`) }),
  );
  const off = version.canStart.allowed ? undefined : (version.canStart.why ?? messages.start.notApproved);
  return (
    <>
      <Button
        look={version.state === 'in review' || size === 'sm' ? 'outline' : 'primary'}
        size={size}
        disabled={off !== undefined}
        title={off}
        onClick={() => {
          setKey(newKey());
          start.reset();
          setOpen(true);
        }}
      >
        {label}
      </Button>
      {off && version.state !== 'in review' ? <span className="w-full text-xs text-muted">{off}</span> : null}
      <Dialog
        open={open}
        onOpenChange={setOpen}
        wide
        title={messages.start.title(version.title, version.version)}
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{messages.common.cancel}</Button>
            <Button
              look="primary"
              disabled={!preview.data || preview.data.refusal !== null || start.isPending || start.isSuccess}
              onClick={() =>
                start.mutate({
                  planId: version.planId,
                  version: version.version,
                  hash: version.hash,
                  idempotencyKey,
                })
              }
            >
              {messages.start.submit}
            </Button>
          </>
        }
      >
        <QueryState query={preview}>{(data) => <StartPreview data={data} />}</QueryState>
        <Refused error={start.error} className="mt-3" />
      </Dialog>
    </>
  );
}
