'use client';
import { useMutation } from '@tanstack/react-query';
import type { JsonObject } from '#core/json.ts';
import { Refused } from '#components/refused.tsx';
import { useTRPC, type RouterOutputs } from '#components/trpc.tsx';
import { Button } from '#components/ui/button.tsx';
import { timeOfDay } from '#components/ui/format.ts';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { Notice } from '#components/ui/notice.tsx';
import type { Card } from './card.ts';
import { CardSection } from './card-section.tsx';

type Answer = RouterOutputs['calls']['dryRun'];

/** Row 7: what the call would do, tried and taken back, when a person asks for it. */
export function CardDryRun({ card, of }: { card: Card; of: string | undefined }) {
  const trpc = useTRPC();
  const dryRun = useMutation(trpc.calls.dryRun.mutationOptions());
  const canTry = card.look.dryRun && card.status === 'pending' && card.canEdit;
  return (
    <CardSection
      title={
        of === undefined ? messages.approval.dryRun : messages.approval.ofCall(messages.approval.dryRun, of)
      }
    >
      {!card.look.dryRun ? <p>{messages.approval.noDryRun}</p> : null}
      {canTry && !dryRun.data ? (
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <Button
            size="sm"
            disabled={dryRun.isPending}
            onClick={() => dryRun.mutate({ approvalId: card.approvalId })}
          >
            {dryRun.isPending ? messages.approval.dryRunning : messages.approval.dryRunStart}
          </Button>
          <span className="text-sm text-muted">{messages.approval.dryRunText}</span>
        </div>
      ) : null}
      {card.look.dryRun && !canTry ? (
        <p className="text-sm text-muted">{messages.approval.dryRunClosed}</p>
      ) : null}
      <div role="status" className="empty:hidden">
        {dryRun.data ? <Found answer={dryRun.data} /> : null}
      </div>
      <Refused error={dryRun.error} />
    </CardSection>
  );
}

function Found({ answer }: { answer: Answer }) {
  if (!answer.done)
    return (
      <p>
        {messages.approval.noDryRunHere} {answer.why}
      </p>
    );
  if (answer.wouldFail !== undefined)
    return (
      <Notice look="problem" title={messages.approval.wouldFail}>
        <InvisibleText text={answer.wouldFail} />
      </Notice>
    );
  return (
    <div className="flex flex-col gap-1.5">
      <p className="font-medium">{messages.approval.wouldChange(answer.rows, timeOfDay(answer.at))}</p>
      {answer.sample.length > 0 ? (
        <>
          <p className="text-sm text-muted">{messages.approval.sample(answer.sample.length, answer.rows)}</p>
          <ul className="divide-y divide-border rounded-control border border-border font-mono text-sm">
            {answer.sample.map((row, index) => (
              <li key={index} className="px-3 py-1.5 break-all">
                <RowChange before={row.before} after={row.after} />
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </div>
  );
}

/** A changed row by what differs in it; the rest of it once, so that the row is known again. */
function RowChange({ before, after }: { before: JsonObject | null; after: JsonObject | null }) {
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])];
  return (
    <dl className="flex flex-wrap gap-x-4">
      {names.map((name) => {
        const was = before && Object.hasOwn(before, name) ? JSON.stringify(before[name]) : undefined;
        const is = after && Object.hasOwn(after, name) ? JSON.stringify(after[name]) : undefined;
        return (
          <div key={name} className="flex min-w-0 flex-wrap gap-x-1.5">
            <dt className="font-sans text-muted">{name}</dt>
            <dd className="min-w-0">
              {was !== undefined && was !== is ? (
                <del>
                  <InvisibleText text={was} />
                </del>
              ) : null}{' '}
              {is === undefined ? null : was === is || was === undefined ? (
                <InvisibleText text={is} />
              ) : (
                <strong>
                  <InvisibleText text={is} />
                </strong>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
}
