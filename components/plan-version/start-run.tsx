'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { newKey } from '#components/new-key.ts';
import { QueryState } from '#components/query-state.tsx';
import { Refused } from '#components/refused.tsx';
import { EffectMark } from '#components/marks/risk-mark.tsx';
import { TierMark } from '#components/marks/tier-mark.tsx';
import { useTRPC, type RouterOutputs } from '#components/trpc.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { fingerprint } from '#components/ui/format.ts';
import { messages } from '#components/ui/messages.ts';
import { Notice } from '#components/ui/notice.tsx';

type Version = Pick<
  RouterOutputs['plans']['version'],
  'planId' | 'version' | 'hash' | 'state' | 'title' | 'canStart'
>;

/** Says as whom, on what and with which approvals a run will act, before it starts. */
export function StartRun({ version }: { version: Version }) {
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
        look={version.state === 'in review' ? 'outline' : 'primary'}
        disabled={off !== undefined}
        title={off}
        onClick={() => {
          setKey(newKey());
          start.reset();
          setOpen(true);
        }}
      >
        {messages.start.button}
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
        <QueryState query={preview}>{(data) => <Preview data={data} />}</QueryState>
        <Refused error={start.error} className="mt-3" />
      </Dialog>
    </>
  );
}

function Preview({ data }: { data: RouterOutputs['runs']['startPreview'] }) {
  const asks = data.approvals.filter((each) => each.verdict === 'ask');
  const denied = data.approvals.filter((each) => each.verdict === 'deny');
  return (
    <div className="flex flex-col gap-4">
      {data.refusal ? <Notice look="problem" title={data.refusal.message} /> : null}
      <dl className="grid grid-cols-[96px_1fr] gap-x-3 gap-y-1">
        <dt className="text-muted">{messages.start.actsAs}</dt>
        <dd>{data.identity.name}</dd>
        <dt className="text-muted">{messages.start.connections}</dt>
        <dd>
          {data.connections.length === 0
            ? messages.common.none
            : data.connections.map((connection) => (
                <span key={connection.name} className="block">
                  <span className="font-mono">{connection.name}</span>{' '}
                  <span className="text-muted">
                    {connection.found
                      ? messages.start.connection(connection.kind ?? '', connection.environment ?? '')
                      : messages.start.connectionMissing}
                  </span>
                </span>
              ))}
        </dd>
        <dt className="text-muted">{messages.start.limits}</dt>
        <dd>{messages.start.budget(data.budget)}</dd>
        <dt className="text-muted">{messages.start.fingerprint}</dt>
        <dd className="font-mono">{fingerprint(data.hash)}</dd>
      </dl>
      <section>
        <h3 className="mb-1 font-semibold">{messages.start.approvals(asks.length)}</h3>
        {asks.length > 0 ? (
          <ul className="divide-y divide-border rounded-control border border-border">
            {asks.map((each) => (
              <li
                key={each.stepId}
                className="flex flex-wrap items-center gap-x-4 gap-y-0.5 px-3 py-1.5 text-sm"
              >
                <span className="min-w-0 flex-1 basis-48 font-medium">{each.title}</span>
                <EffectMark effect={each.effect} />
                <TierMark tier={each.tier} />
                <span className="text-muted">{messages.start.people(each.approvers)}</span>
              </li>
            ))}
          </ul>
        ) : null}
        {denied.map((each) => (
          <Notice key={each.stepId} look="problem" title={messages.start.denied(each.title)} className="mt-2">
            {each.reason}
          </Notice>
        ))}
        <p
          className={
            data.enoughApprovers ? 'mt-2 text-sm text-muted' : 'mt-2 text-sm font-medium text-danger'
          }
        >
          {messages.start.approvers(data.approversNeeded, data.approversAvailable)}
        </p>
      </section>
      <p className="text-sm text-muted">{messages.start.checkedAgain}</p>
    </div>
  );
}
