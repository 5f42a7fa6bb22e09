'use client';
import type { ReactNode } from 'react';
import { waitDetail, waitTimer, waitTitle, type Waiting } from '#core/messages/waits.ts';
import { addressKey, type Address } from '#core/run/address.ts';
import { get } from '#core/run/record.ts';
import type { RunState } from '#core/run/state.ts';
import { waitingReasons, type WaitCode } from '#core/run/views.ts';
import { TierMark, type Tier } from '#components/marks/tier-mark.tsx';
import { useLive } from '#components/live.ts';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { timeOfDay } from '#components/ui/format.ts';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { Notice } from '#components/ui/notice.tsx';
import { Countdown } from '#components/ui/time.tsx';
import { useNow } from '#components/ui/use-now.ts';
import type { NameStep } from './event-text.ts';
import { useRunState } from './run-context.ts';

type Look = 'plain' | 'attention' | 'problem' | 'ink' | 'line';
const looks: Record<WaitCode, Look> = {
  approval: 'attention',
  'approval-expired': 'attention',
  'unknown-outcome': 'ink',
  reconcile: 'ink',
  'person-step': 'attention',
  'revision-review': 'attention',
  revision: 'plain',
  escalation: 'problem',
  budget: 'problem',
  paused: 'plain',
  stopping: 'plain',
  retry: 'line',
  'look-again': 'plain',
};
/** More than this many strips would push the run off the screen. */
const SHOWN = 4;

/** The calls of one batch are one reason. */
export function groupBatches(state: RunState, reasons: readonly Waiting[]): Waiting[] {
  const grouped = new Map<string, Waiting>();
  for (const [index, reason] of reasons.entries()) {
    const batch =
      reason.code === 'approval'
        ? get(state.approvals, String(reason['approvalId']))?.request.batchOf
        : undefined;
    const key = batch === undefined ? `reason ${index}` : `batch ${batch}`;
    const first = grouped.get(key);
    grouped.set(key, first ? oneOfMore(first) : reason);
  }
  return [...grouped.values()];
}

function oneOfMore(first: Waiting): Waiting {
  const { address } = first;
  return {
    ...first,
    calls: (first.calls ?? 1) + 1,
    ...(address && { address: { stepId: address.stepId } }),
  };
}

/** What the run waits for, each by name, the most urgent first; what needs a person carries the way to it. */
export function RunStrips({ name, onStep }: { name: NameStep; onStep(address: Address): void }) {
  const state = useRunState();
  const now = useNow();
  const reasons = groupBatches(state, waitingReasons(state, now));
  const shown = reasons.slice(0, SHOWN);
  const rest = reasons.slice(SHOWN);
  if (reasons.length === 0) return <LinkStrip />;
  const strip = (reason: Waiting, index: number) => (
    <Strip
      key={`${reason.code} ${reason.address ? addressKey(reason.address) : index}`}
      reason={reason}
      name={name}
      onStep={onStep}
      state={state}
    />
  );
  return (
    <>
      <LinkStrip />
      <div className="flex flex-col gap-2 border-b border-border px-4 py-2" data-testid="waiting">
        {shown.map(strip)}
        {rest.length > 0 ? (
          <details>
            <summary className="min-h-6 text-sm font-medium max-md:min-h-11">
              {messages.wait.more(rest.length)}
            </summary>
            <div className="flex flex-col gap-2 pt-2">{rest.map(strip)}</div>
          </details>
        ) : null}
      </div>
    </>
  );
}

/** The page stays as it was; what is decided now might not arrive (ux 4.13). */
function LinkStrip() {
  const { link, lastAt } = useLive();
  if (link !== 'reconnecting') return null;
  return (
    <div className="border-b border-border px-4 py-2" data-testid="reconnecting">
      <Notice look="problem" title={messages.run.reconnecting(lastAt > 0 ? timeOfDay(lastAt) : undefined)}>
        {messages.run.reconnectingText}
      </Notice>
    </div>
  );
}

/** One reason to wait, with the way to what it asks for. */
export function Strip({
  reason,
  name,
  onStep,
  state,
}: {
  reason: Waiting;
  name: NameStep;
  onStep(address: Address): void;
  state: RunState;
}) {
  const title = <InvisibleText text={waitTitle(reason, name)} />;
  const detail = waitDetail(reason);
  const timer = waitTimer(reason);
  const time = timer ? (
    <>
      {timer.word} <Countdown until={timer.at} className="font-medium" />
    </>
  ) : null;
  const look = looks[reason.code];
  if (look === 'line')
    return (
      <p className="px-1 text-sm text-muted">
        {title}. {time}
      </p>
    );
  return (
    <Notice
      look={look}
      title={
        reason.code === 'approval' ? (
          <span className="flex flex-wrap items-center gap-x-3">
            <TierMark tier={reason['tier'] as Tier} />
            <span className="min-w-0 wrap-anywhere">{title}</span>
          </span>
        ) : (
          title
        )
      }
      action={<Way reason={reason} onStep={onStep} state={state} />}
    >
      {detail || time ? (
        <>
          <InvisibleText text={detail} /> {time}
        </>
      ) : null}
    </Notice>
  );
}

/** The one way to what a reason asks for. */
function Way({
  reason,
  onStep,
  state,
}: {
  reason: Waiting;
  onStep(address: Address): void;
  state: RunState;
}): ReactNode {
  const { address, calls = 1 } = reason;
  switch (reason.code) {
    case 'approval':
      return (
        <ButtonLink
          size="sm"
          data-review
          href={`/approvals/${String(reason['approvalId'])}${calls > 1 ? '?group=all' : ''}`}
        >
          {calls > 1 ? messages.wait.reviewAll(calls) : messages.wait.review}
        </ButtonLink>
      );
    case 'approval-expired':
      return (
        <ButtonLink size="sm" data-review href={`/approvals/${String(reason['approvalId'])}`}>
          {messages.wait.openCard}
        </ButtonLink>
      );
    case 'revision-review': {
      const to = Number(reason['planVersion']);
      return (
        <ButtonLink
          size="sm"
          data-review
          href={`/plans/${state.planId}/compare/${state.planVersion}...${to}`}
        >
          {messages.wait.compare(state.planVersion, to)}
        </ButtonLink>
      );
    }
    case 'unknown-outcome':
    case 'reconcile':
    case 'person-step':
    case 'escalation':
      return address ? (
        <Button size="sm" onClick={() => onStep(address)}>
          {messages.wait.toStep}
        </Button>
      ) : null;
    default:
      return null;
  }
}
