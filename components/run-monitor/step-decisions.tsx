'use client';
import { useMutation } from '@tanstack/react-query';
import type { JsonObject } from '#core/json.ts';
import { addressKey } from '#core/run/address.ts';
import { get } from '#core/run/record.ts';
import type { EffectEntry, StepState } from '#core/run/state.ts';
import { newKey } from '#components/new-key.ts';
import { Refused } from '#components/refused.tsx';
import { useTRPC } from '#components/trpc.tsx';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { Notice } from '#components/ui/notice.tsx';
import { Loading } from '#components/ui/skeleton.tsx';
import { PersonForm } from './person-form.tsx';
import { useRunState } from './run-context.ts';
import { UnknownPanel } from './unknown-panel.tsx';
import { usePersonAsked } from './use-run-event.ts';

/** What somebody has to decide about a step now; an unknown outcome comes first and offers no retry. */
export function StepDecisions({
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
  const state = useRunState();
  const key = addressKey(own.address);
  const asked = usePersonAsked(runId, own.address, own.askedPerson === true && own.status === 'running');
  const unknown =
    own.status === 'unknown'
      ? effects.find((effect) => effect.state === 'unknown' && addressKey(effect.address) === key)
      : undefined;
  return (
    <>
      {unknown ? (
        <UnknownPanel
          key={unknown.operationKey}
          runId={runId}
          effect={unknown}
          reconcileAt={own.reconcileAt}
          reason={own.failure?.message}
          canReconcile={(own.call?.canReconcile ?? false) && state.endedAt === undefined}
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
      {asked === 'loading' ? <Loading rows={2} /> : null}
      {asked && asked !== 'loading' ? (
        <PersonForm
          key={asked.version}
          runId={runId}
          address={own.address}
          prompt={asked.data.prompt}
          inputs={asked.data.inputs}
          form={asked.data.form as JsonObject | undefined}
          canOperate={canOperate}
        />
      ) : null}
      {own.failure && own.status !== 'unknown' && own.status !== 'succeeded' ? (
        <Failed runId={runId} own={own} failure={own.failure} canOperate={canOperate} />
      ) : null}
    </>
  );
}

function Failed({
  runId,
  own,
  failure,
  canOperate,
}: {
  runId: string;
  own: StepState;
  failure: NonNullable<StepState['failure']>;
  canOperate: boolean;
}) {
  const trpc = useTRPC();
  const state = useRunState();
  const retry = useMutation(trpc.runs.retryStep.mutationOptions());
  const isOpen = own.status === 'failed' && state.endedAt === undefined;
  const mayRetry = isOpen && !own.failureFinal && !state.replan;
  return (
    <>
      <Notice
        look="problem"
        title={messages.step.failureClass[failure.class]}
        action={
          mayRetry ? (
            <Button
              size="sm"
              disabled={!canOperate || retry.isPending}
              title={canOperate ? undefined : messages.run.mayNotOperate}
              onClick={() => retry.mutate({ runId, address: own.address, idempotencyKey: newKey() })}
            >
              {messages.step.retry}
            </Button>
          ) : null
        }
      >
        <InvisibleText text={failure.message} /> <code className="text-xs text-muted">{failure.code}</code>
        {isOpen && own.failureFinal ? <p className="text-muted">{messages.step.givenUp}</p> : null}
      </Notice>
      <Refused error={retry.error} />
    </>
  );
}
