'use client';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { EffectEntry } from '#core/run/state.ts';
import { newKey } from '#components/new-key.ts';
import { Refused } from '#components/refused.tsx';
import { useTRPC } from '#components/trpc.tsx';
import { Button } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/code-block.tsx';
import { Field, TextArea } from '#components/ui/field.tsx';
import { dateAndTime } from '#components/ui/format.ts';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { Notice } from '#components/ui/notice.tsx';
import { Countdown } from '#components/ui/time.tsx';
import { SentArguments } from './sent-arguments.tsx';
import { useIntent } from './use-run-event.ts';

/** As the server counts it: shorter is no evidence. */
const EVIDENCE_CHARACTERS = 10;

/** It was sent, and no answer says whether it took effect. Never a retry: find out, or say so with evidence (UE4). */
export function UnknownPanel({
  runId,
  effect,
  reconcileAt,
  reason,
  canReconcile,
  canOperate,
}: {
  runId: string;
  effect: EffectEntry;
  reconcileAt: number | null | undefined;
  /** How the answer was lost. */
  reason: string | undefined;
  canReconcile: boolean;
  canOperate: boolean;
}) {
  const trpc = useTRPC();
  const [evidence, setEvidence] = useState('');
  const [missing, setMissing] = useState(false);
  const intent = useIntent(runId, effect);
  const check = useMutation(trpc.runs.checkUnknownAgain.mutationOptions());
  const resolve = useMutation(trpc.runs.resolveUnknown.mutationOptions());
  const named = { runId, address: effect.address, operationKey: effect.operationKey };
  const say = (verdict: 'happened' | 'did-not-happen') => {
    const text = evidence.trim();
    const enough = text.length >= EVIDENCE_CHARACTERS;
    setMissing(!enough);
    if (enough) resolve.mutate({ ...named, verdict, evidence: text, idempotencyKey: newKey() });
  };
  const busy = check.isPending || resolve.isPending;
  return (
    <Notice look="ink" title={messages.unknown.title}>
      <div className="flex flex-col gap-3 py-1">
        <p>
          <InvisibleText text={effect.summary} />
        </p>
        {reason ? (
          <p className="text-muted">
            <InvisibleText text={reason} />
          </p>
        ) : null}
        <dl className="grid grid-cols-[96px_1fr] gap-x-3 gap-y-1">
          <dt className="text-muted">{messages.unknown.sentAt}</dt>
          <dd>{dateAndTime(effect.intendedAt)}</dd>
          <dt className="text-muted">{messages.unknown.resource}</dt>
          <dd className="font-mono break-all">{effect.resource ?? messages.common.none}</dd>
          <dt className="text-muted">{messages.unknown.key}</dt>
          <dd className="flex flex-wrap items-center gap-1 font-mono text-xs break-all">
            {effect.operationKey} <CopyButton text={effect.operationKey} />
          </dd>
        </dl>
        <section>
          <h3 className="mb-1 text-sm font-semibold">{messages.unknown.whatWasSent}</h3>
          <div
            role="group"
            aria-label={messages.unknown.whatWasSent}
            tabIndex={0}
            className="max-h-52 overflow-y-auto -outline-offset-2"
          >
            <SentArguments intent={intent} />
          </div>
        </section>
        {typeof reconcileAt === 'number' ? (
          <p className="text-muted">
            {messages.wait.nextCheck} <Countdown until={reconcileAt} />
          </p>
        ) : null}
        <div className="flex flex-wrap gap-2">
          <Button
            disabled={!canOperate || busy || !canReconcile}
            title={canReconcile ? undefined : messages.unknown.cannotCheck}
            onClick={() => check.mutate({ ...named, idempotencyKey: newKey() })}
          >
            {messages.unknown.checkAgain}
          </Button>
          {canReconcile ? null : (
            <span className="self-center text-xs text-muted">{messages.unknown.cannotCheck}</span>
          )}
        </div>
        <Field
          label={messages.unknown.evidence}
          hint={messages.unknown.evidenceHint}
          error={missing ? messages.unknown.evidenceMissing(EVIDENCE_CHARACTERS) : undefined}
        >
          {(ids) => (
            <TextArea
              {...ids}
              value={evidence}
              maxLength={10_000}
              onChange={(event) => setEvidence(event.target.value)}
            />
          )}
        </Field>
        <div className="flex flex-wrap gap-2">
          <Button disabled={!canOperate || busy} onClick={() => say('happened')}>
            {messages.unknown.happened}
          </Button>
          <Button disabled={!canOperate || busy} onClick={() => say('did-not-happen')}>
            {messages.unknown.didNotHappen}
          </Button>
        </div>
        <Refused error={check.error ?? resolve.error} />
      </div>
    </Notice>
  );
}
