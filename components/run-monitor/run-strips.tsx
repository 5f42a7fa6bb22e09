'use client';
import { addressKey, type Address } from '#core/run/address.ts';
import { get } from '#core/run/record.ts';
import { waitingReasons, type WaitReason } from '#core/run/views.ts';
import { TierMark, type Tier } from '#components/marks/tier-mark.tsx';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { messages } from '#components/ui/messages.ts';
import { Notice } from '#components/ui/notice.tsx';
import { Countdown } from '#components/ui/time.tsx';
import { useNow } from '#components/ui/use-now.ts';
import type { NameStep } from './event-text.ts';
import { useRunState } from './use-run-feed.ts';

/** What the run waits for, each by name, the most urgent first; what needs a person carries the way to it. */
export function RunStrips({ name, onStep }: { name: NameStep; onStep(address: Address): void }) {
  const state = useRunState();
  const now = useNow();
  const seen = new Set<string>();
  const reasons = waitingReasons(state, now).filter((reason) => {
    if (reason.code !== 'approval') return true;
    const batch = get(state.approvals, String(reason.approvalId))?.request.batchOf;
    if (batch === undefined) return true;
    if (seen.has(batch)) return false;
    seen.add(batch);
    return true;
  });
  if (reasons.length === 0) return null;
  const pendingOf = (batch: string) =>
    Object.values(state.approvals).filter(
      (each) => each.status === 'pending' && each.request.batchOf === batch,
    ).length;
  return (
    <div className="flex flex-col gap-2 border-b border-border px-4 py-2" data-testid="waiting">
      {reasons.map((reason, index) => (
        <Strip
          key={`${reason.code} ${reason.address ? addressKey(reason.address) : index}`}
          reason={reason}
          name={name}
          onStep={onStep}
          planId={state.planId}
          planVersion={state.planVersion}
          batch={batchSize(reason)}
        />
      ))}
    </div>
  );
  function batchSize(reason: WaitReason): number {
    const batch =
      reason.code === 'approval'
        ? get(state.approvals, String(reason.approvalId))?.request.batchOf
        : undefined;
    return batch === undefined ? 1 : pendingOf(batch);
  }
}

type StripProps = {
  reason: WaitReason;
  name: NameStep;
  onStep(address: Address): void;
  planId: string;
  planVersion: number;
  batch: number;
};

function Strip({ reason, name, onStep, planId, planVersion, batch }: StripProps) {
  const { address } = reason;
  const step = address ? name(address) : '';
  const toStep = address ? (
    <Button size="sm" onClick={() => onStep(address)}>
      {messages.wait.toStep}
    </Button>
  ) : null;
  switch (reason.code) {
    case 'approval':
      return (
        <Notice
          look="attention"
          title={
            <span className="flex flex-wrap items-center gap-x-3">
              <TierMark tier={reason.tier as Tier} />
              {batch > 1
                ? messages.wait.batch(step, batch, String(reason.stepTitle))
                : messages.wait.approval(step, String(reason.summary))}
            </span>
          }
          action={
            <ButtonLink
              size="sm"
              href={`/approvals/${String(reason.approvalId)}${batch > 1 ? '?group=all' : ''}`}
            >
              {batch > 1 ? messages.wait.reviewAll(batch) : messages.wait.review}
            </ButtonLink>
          }
        >
          {messages.wait.granted(Number(reason.granted), Number(reason.need))} {messages.approval.expiresIn}{' '}
          <Countdown until={Number(reason.expiresAt)} />
        </Notice>
      );
    case 'approval-expired':
      return (
        <Notice
          look="attention"
          title={messages.wait.expired(step)}
          action={
            <ButtonLink size="sm" href={`/approvals/${String(reason.approvalId)}`}>
              {messages.wait.openCard}
            </ButtonLink>
          }
        >
          {messages.wait.expiredText}
        </Notice>
      );
    case 'unknown-outcome':
      return (
        <Notice
          look="ink"
          title={messages.wait.unknown(step, String(reason.summary ?? reason.stepTitle))}
          action={toStep}
        >
          {messages.wait.unknownText}
        </Notice>
      );
    case 'reconcile':
      return (
        <Notice look="ink" title={messages.wait.reconcile(step)} action={toStep}>
          {messages.wait.nextCheck} <Countdown until={Number(reason.at)} />
        </Notice>
      );
    case 'person-step':
      return (
        <Notice
          look="attention"
          title={messages.wait.person(step, String(reason.stepTitle))}
          action={toStep}
        />
      );
    case 'revision-review':
      return (
        <Notice
          look="attention"
          title={messages.wait.revision(Number(reason.planVersion))}
          action={
            <ButtonLink
              size="sm"
              href={`/plans/${planId}/compare/${planVersion}...${Number(reason.planVersion)}`}
            >
              {messages.wait.compare(planVersion, Number(reason.planVersion))}
            </ButtonLink>
          }
        >
          {messages.wait.revisionText(Number(reason.reasons))}
        </Notice>
      );
    case 'revision':
      return <Notice title={messages.wait.replanning}>{String(reason.message)}</Notice>;
    case 'escalation':
      return (
        <Notice look="problem" title={messages.wait.escalation} action={toStep}>
          {String(reason.reason)}{' '}
          {typeof reason.untilAt === 'number' ? (
            <>
              {messages.wait.failsIn} <Countdown until={reason.untilAt} />
            </>
          ) : null}
        </Notice>
      );
    case 'budget':
      return (
        <Notice look="problem" title={messages.wait.budget}>
          {String(reason.message)}
        </Notice>
      );
    case 'paused':
      return <Notice title={messages.wait.paused}>{messages.wait.inFlight(Number(reason.inFlight))}</Notice>;
    case 'stopping':
      return (
        <Notice title={messages.wait.stopping}>{messages.wait.inFlight(Number(reason.inFlight))}</Notice>
      );
    case 'retry':
      return (
        <p className="px-1 text-sm text-muted">
          {messages.wait.retry(step, Number(reason.retry), Number(reason.attempts))}{' '}
          <Countdown until={Number(reason.at)} />
        </p>
      );
  }
}
