'use client';
import { useQuery } from '@tanstack/react-query';
import { addressKey, type Address } from '#core/run/address.ts';
import type { CheckResult } from '#core/run/events.ts';
import type { StepState } from '#core/run/state.ts';
import { Fact, Section } from '#components/plan-version/step-panel.tsx';
import { QueryState } from '#components/query-state.tsx';
import { useTRPC } from '#components/trpc.tsx';
import { CodeBlock, CopyButton } from '#components/ui/code-block.tsx';
import { dateAndTime, fingerprint } from '#components/ui/format.ts';
import { messages } from '#components/ui/messages.ts';
import { CheckResults } from './check-results.tsx';
import { useRun } from './run-context.ts';
import { SentArguments } from './sent-arguments.tsx';
import { useIntent } from './use-run-event.ts';

/** The current or last attempt: what was sent, where to, under which rule, and what came back. */
export function StepCall({ runId, own }: { runId: string; own: StepState }) {
  const { call } = own;
  const intent = useIntent(runId, call);
  const sent = intent === 'loading' ? undefined : intent;
  return (
    <div className="flex flex-col gap-4">
      {call ? (
        <>
          <dl>
            <Fact label={messages.call.summary}>{call.summary}</Fact>
            <Fact label={messages.call.tool}>
              <span className="font-mono">{call.tool}</span>
            </Fact>
            <Fact label={messages.call.resource}>
              <span className="font-mono">{call.resource ?? messages.common.none}</span>
            </Fact>
            {sent ? (
              <Fact label={messages.call.connection}>{sent.data.connection ?? messages.common.none}</Fact>
            ) : null}
            <Fact label={messages.call.attempt}>{String(call.attempt)}</Fact>
            <Fact label={messages.call.sent}>{dateAndTime(call.dispatchedAt)}</Fact>
            {call.finishedAt !== undefined ? (
              <Fact label={messages.call.answered}>{dateAndTime(call.finishedAt)}</Fact>
            ) : null}
            <Fact label={messages.call.outcome}>
              {call.outcome ? messages.call.outcomes[call.outcome] : messages.call.inFlight}
            </Fact>
            {sent ? <Fact label={messages.call.policy}>{sent.data.policy.reason}</Fact> : null}
            <Fact label={messages.call.fingerprint}>
              <span className="font-mono">{fingerprint(call.callHash)}</span>
            </Fact>
            <Fact label={messages.call.key}>
              <span className="font-mono text-xs break-all">{call.operationKey}</span>{' '}
              <CopyButton text={call.operationKey} />
            </Fact>
          </dl>
          <Section title={messages.step.arguments}>
            <SentArguments intent={intent} />
          </Section>
        </>
      ) : own.hasOutput ? null : (
        <p className="text-sm text-muted">{own.forEach ? messages.call.inParts : messages.call.none}</p>
      )}
      {own.hasOutput ? (
        <Section title={messages.call.output}>
          <Output runId={runId} address={own.address} />
        </Section>
      ) : null}
    </div>
  );
}

function Output({ runId, address }: { runId: string; address: Address }) {
  const trpc = useTRPC();
  const output = useQuery(trpc.runs.stepOutput.queryOptions({ runId, address }));
  return (
    <QueryState query={output} rows={1}>
      {(data) => (
        <CodeBlock
          label={data.truncated ? messages.call.large(data.bytes) : messages.call.output}
          text={JSON.stringify(data.value, null, 2)}
        />
      )}
    </QueryState>
  );
}

export function StepChecks({ address }: { address: Address }) {
  const events = useRun((feed) => feed.events);
  const key = addressKey(address);
  const checks = events.flatMap((event): CheckResult[] => {
    if (!('address' in event.data) || !event.data.address) return [];
    // A step as a whole shows the checks of its parts too.
    const own = event.data.address;
    if (address.item === undefined ? own.stepId !== address.stepId : addressKey(own) !== key) return [];
    if (event.type === 'attempt-dispatched' || event.type === 'step-succeeded') return event.data.checks;
    if (event.type === 'step-failed') return event.data.failure.checks ?? [];
    if (event.type === 'approval-requested') return event.data.approval.checks;
    return [];
  });
  return <CheckResults checks={checks.toReversed()} />;
}
