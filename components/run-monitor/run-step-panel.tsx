'use client';
import { useMutation, useQuery } from '@tanstack/react-query';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import type { Json, JsonObject } from '#core/json.ts';
import { addressKey, type Address } from '#core/run/address.ts';
import type { CheckResult, RunEvent } from '#core/run/events.ts';
import { get } from '#core/run/record.ts';
import type { EffectEntry, StepState } from '#core/run/state.ts';
import { ArgumentRows } from '#components/json/argument-rows.tsx';
import { EffectMark } from '#components/marks/risk-mark.tsx';
import { StateBadge } from '#components/marks/state-badge.tsx';
import { newKey } from '#components/new-key.ts';
import { MarkNote } from '#components/plan-canvas/mark-note.tsx';
import type { PlanStep } from '#components/plan-version/plan-steps.ts';
import { Fact, Section, StepFacts } from '#components/plan-version/step-panel.tsx';
import { QueryState } from '#components/query-state.tsx';
import { Refused } from '#components/refused.tsx';
import { useTRPC } from '#components/trpc.tsx';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { CodeBlock, CopyButton } from '#components/ui/code-block.tsx';
import { dateAndTime, fingerprint } from '#components/ui/format.ts';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { Notice } from '#components/ui/notice.tsx';
import { TabPanel, Tabs } from '#components/ui/tabs.tsx';
import { Activity } from './activity.tsx';
import { CheckResults } from './check-results.tsx';
import { EffectRows } from './effect-rows.tsx';
import type { NameStep } from './event-text.ts';
import { PersonForm } from './person-form.tsx';
import { childrenOf, markOf } from './step-marks.ts';
import { UnknownPanel } from './unknown-panel.tsx';
import { useRun, useRunState } from './use-run-feed.ts';

const tabs = ['activity', 'call', 'checks', 'effects', 'plan'] as const;
type Props = {
  runId: string;
  address: Address;
  step: PlanStep;
  byId: ReadonlyMap<string, PlanStep>;
  name: NameStep;
  canOperate: boolean;
  onStep(address: Address | undefined): void;
};

/** Everything of one step: what it does now, what a person must decide, and the evidence. */
export function RunStepPanel({ runId, address, step, byId, name, canOperate, onStep }: Props) {
  const state = useRunState();
  const [tab, setTab] = useQueryState('tab', parseAsStringLiteral(tabs).withDefault('activity'));
  const own = get(state.steps, addressKey(address));
  const effects = Object.values(state.effects).filter(
    (effect) =>
      effect.address.stepId === address.stepId &&
      (address.item === undefined || effect.address.item === address.item),
  );
  const children = address.item === undefined ? childrenOf(state, address.stepId) : [];
  const mark = own ? markOf(state, own, step.step.retry?.attempts ?? 3) : undefined;
  return (
    <div className="flex flex-col gap-3">
      <div>
        <h2 className="text-md font-semibold break-words" tabIndex={-1} data-step-heading>
          <span className="font-normal text-muted">
            {address.item === undefined
              ? messages.common.step(step.number)
              : messages.step.part(step.number, address.item)}
          </span>{' '}
          <InvisibleText text={step.title} />
        </h2>
        <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1 text-sm">
          {mark ? <StateBadge state={mark.state} detail={mark.detail} /> : null}
          <MarkNote mark={mark} className="text-muted" />
          <EffectMark effect={step.effect} className="text-sm" />
          {address.item === undefined ? null : (
            <Button look="quiet" size="sm" onClick={() => onStep({ stepId: address.stepId })}>
              {messages.step.allParts}
            </Button>
          )}
        </div>
      </div>
      {own ? <Decisions runId={runId} own={own} effects={effects} canOperate={canOperate} /> : null}
      {children.length > 0 ? (
        <ul
          className="max-h-60 divide-y divide-border overflow-y-auto rounded-control border border-border"
          aria-label={messages.step.partsTitle}
        >
          {children.map((child) => {
            const childMark = markOf(state, child, step.step.retry?.attempts ?? 3);
            return (
              <li key={child.address.item}>
                <button
                  type="button"
                  onClick={() => onStep(child.address)}
                  className="flex min-h-8 w-full items-center gap-3 px-3 py-1 text-left text-sm -outline-offset-2 hover:bg-hover max-md:min-h-11"
                >
                  <span className="w-16 shrink-0">{messages.step.partNumber(child.address.item ?? 0)}</span>
                  <span className="min-w-0 flex-1 truncate text-muted">{child.call?.summary}</span>
                  <StateBadge state={childMark.state} detail={childMark.detail} className="text-xs" />
                </button>
              </li>
            );
          })}
        </ul>
      ) : null}
      <Tabs
        label={messages.step.panel}
        value={tab}
        onChange={(next) => void setTab(next)}
        items={tabs.map((value) => ({ value, label: messages.step.tabs[value] }))}
        listClassName="-mx-4 px-4"
      >
        <TabPanel value="activity" className="pt-3">
          <Activity runId={runId} of={address} name={name} />
        </TabPanel>
        <TabPanel value="call" className="pt-3">
          {own ? <CallFacts runId={runId} own={own} /> : null}
        </TabPanel>
        <TabPanel value="checks" className="pt-3">
          <StepChecks address={address} />
        </TabPanel>
        <TabPanel value="effects" className="pt-3">
          <EffectRows effects={effects} />
        </TabPanel>
        <TabPanel value="plan" className="pt-3">
          <StepFacts step={step} byId={byId} onStep={(stepId) => onStep({ stepId })} />
        </TabPanel>
      </Tabs>
    </div>
  );
}

function Decisions({
  runId,
  own,
  effects,
  canOperate,
}: {
  runId: string;
  own: StepState;
  effects: readonly EffectEntry[];
  canOperate: boolean;
}) {
  const trpc = useTRPC();
  const state = useRunState();
  const retry = useMutation(trpc.runs.retryStep.mutationOptions());
  const events = useRun((feed) => feed.events);
  const key = addressKey(own.address);
  const unknown =
    own.status === 'unknown'
      ? effects.find((effect) => effect.state === 'unknown' && addressKey(effect.address) === key)
      : undefined;
  const asked = own.askedPerson
    ? events.findLast(
        (event): event is Extract<RunEvent, { type: 'person-asked' }> =>
          event.type === 'person-asked' && addressKey(event.data.address) === key,
      )
    : undefined;
  return (
    <>
      {unknown ? (
        <UnknownPanel
          runId={runId}
          effect={unknown}
          reconcileAt={own.reconcileAt}
          canReconcile={own.call?.canReconcile ?? false}
          canOperate={canOperate}
        />
      ) : null}
      {own.status === 'needs-approval' && own.approvalId ? (
        <Notice
          look="attention"
          title={messages.step.waitsApproval}
          action={
            <ButtonLink size="sm" href={`/approvals/${own.approvalId}`}>
              {messages.wait.review}
            </ButtonLink>
          }
        >
          {get(state.approvals, own.approvalId)?.request.summary}
        </Notice>
      ) : null}
      {asked ? (
        <PersonForm
          runId={runId}
          address={own.address}
          prompt={asked.data.prompt}
          inputs={asked.data.inputs}
          form={asked.data.form as JsonObject | undefined}
          canOperate={canOperate}
        />
      ) : null}
      {own.failure ? (
        <Notice
          look="problem"
          title={messages.step.failureClass[own.failure.class]}
          action={
            own.status === 'failed' && state.endedAt === undefined ? (
              <Button
                size="sm"
                disabled={!canOperate || retry.isPending}
                onClick={() => retry.mutate({ runId, address: own.address, idempotencyKey: newKey() })}
              >
                {messages.step.retry}
              </Button>
            ) : null
          }
        >
          <InvisibleText text={own.failure.message} />{' '}
          <code className="text-xs text-muted">{own.failure.code}</code>
        </Notice>
      ) : null}
      <Refused error={retry.error} />
    </>
  );
}

function CallFacts({ runId, own }: { runId: string; own: StepState }) {
  const events = useRun((feed) => feed.events);
  const { call } = own;
  if (!call)
    return <p className="text-sm text-muted">{own.forEach ? messages.call.inParts : messages.call.none}</p>;
  const dispatched = events.findLast(
    (event): event is Extract<RunEvent, { type: 'attempt-dispatched' }> =>
      event.type === 'attempt-dispatched' &&
      event.data.operationKey === call.operationKey &&
      event.data.attempt === call.attempt,
  );
  const args = dispatched?.data.args;
  const shown: Json | undefined = args && 'inline' in args ? args.inline : undefined;
  return (
    <div className="flex flex-col gap-4">
      <dl>
        <Fact label={messages.call.summary}>{call.summary}</Fact>
        <Fact label={messages.call.tool}>
          <span className="font-mono">{call.tool}</span>
        </Fact>
        <Fact label={messages.call.resource}>
          <span className="font-mono">{call.resource ?? messages.common.none}</span>
        </Fact>
        {dispatched ? (
          <Fact label={messages.call.connection}>{dispatched.data.connection ?? messages.common.none}</Fact>
        ) : null}
        <Fact label={messages.call.attempt}>{String(call.attempt)}</Fact>
        <Fact label={messages.call.sent}>{dateAndTime(call.dispatchedAt)}</Fact>
        {call.finishedAt !== undefined ? (
          <Fact label={messages.call.answered}>{dateAndTime(call.finishedAt)}</Fact>
        ) : null}
        <Fact label={messages.call.outcome}>
          {call.outcome ? messages.call.outcomes[call.outcome] : messages.call.inFlight}
        </Fact>
        {dispatched ? <Fact label={messages.call.policy}>{dispatched.data.policy.reason}</Fact> : null}
        <Fact label={messages.call.fingerprint}>
          <span className="font-mono">{fingerprint(call.callHash)}</span>
        </Fact>
        <Fact label={messages.call.key}>
          <span className="font-mono text-xs break-all">{call.operationKey}</span>{' '}
          <CopyButton text={call.operationKey} />
        </Fact>
      </dl>
      <Section title={messages.step.arguments}>
        {shown !== undefined && shown !== null && typeof shown === 'object' && !Array.isArray(shown) ? (
          <ArgumentRows args={shown} />
        ) : args && 'ref' in args ? (
          <CodeBlock label={messages.call.large(args.ref.bytes)} text={args.ref.preview} />
        ) : (
          <p className="text-sm text-muted">{messages.call.notLoaded}</p>
        )}
      </Section>
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

function StepChecks({ address }: { address: Address }) {
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
