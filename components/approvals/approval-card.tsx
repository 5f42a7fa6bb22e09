'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Timer } from 'lucide-react';
import Link from 'next/link';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { JsonObject } from '#core/json.ts';
import { ArgumentRows } from '#components/json/argument-rows.tsx';
import { useLive } from '#components/live.ts';
import { effectWord } from '#components/marks/risk-mark.tsx';
import { TierMark } from '#components/marks/tier-mark.tsx';
import { newKey } from '#components/new-key.ts';
import { Refused } from '#components/refused.tsx';
import { CheckResults } from '#components/run-monitor/check-results.tsx';
import { reasonOf, useTRPC } from '#components/trpc.tsx';
import { announceNow } from '#components/ui/announcer.tsx';
import { Badge } from '#components/ui/badge.tsx';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { CopyButton } from '#components/ui/code-block.tsx';
import { cx } from '#components/ui/cx.ts';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field, TextInput } from '#components/ui/field.tsx';
import { timeOfDay, untilText } from '#components/ui/format.ts';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { Notice } from '#components/ui/notice.tsx';
import { Tabs } from '#components/ui/tabs.tsx';
import { Countdown, Time } from '#components/ui/time.tsx';
import { useMedia } from '#components/ui/use-media.ts';
import { absoluteUrl } from '#components/url.ts';
import type { Card } from './approval-page.tsx';
import { missingForApproval } from './arming.ts';
import { BatchTable, type BatchCall } from './batch-table.tsx';
import { callDifference } from './call-difference.ts';
import { RejectDialog, type NextStep } from './reject-dialog.tsx';
import { useReading } from './use-arming.ts';

/** The order of the content is fixed (ux 8): facts by code first, the planner's reason last and labelled. */
export function ApprovalCard({ card: fresh }: { card: Card }) {
  const [group, setGroup] = useQueryState(
    'group',
    parseAsStringLiteral(['one', 'all'] as const).withDefault('one'),
  );
  // What the person is reading. A new seal does not replace it silently: the change is shown, and reading starts again.
  const [card, setCard] = useState(fresh);
  const changed = fresh.seal !== card.seal;
  if (!changed && fresh !== card) setCard(fresh);
  const calls = batchOf(card);
  const isBatch = calls.length > 1 && card.tier !== 'critical' && group === 'all';
  const heading = useRef<HTMLHeadingElement>(null);
  const decision = useDecision(card, isBatch ? calls : [], heading);
  const { block, end, ...reading } = useReading(`${card.seal} ${isBatch}`, card.arming.kind !== 'none');
  const phone = useMedia('(max-width: 767px)') ?? false;
  const online = useLive((live) => live.link !== 'reconnecting');
  const isOpen = card.status === 'pending';

  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  const missing = missingForApproval(card.arming, {
    ...reading,
    typed: decision.typed,
    reason: decision.reason,
  });
  const why = !isOpen
    ? undefined
    : changed
      ? messages.approval.changedBefore
      : !online
        ? messages.live.decisionsOff
        : !card.canDecide
          ? (card.whyNot?.message ?? messages.approval.mayNot)
          : isBatch && decision.checked.size === 0
            ? messages.approval.checkSome
            : undefined;
  const state: Bar = { why, missing, isBatch, total: calls.length, decision };

  const onKeyDown = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && event.key === 'Enter' && isOpen) {
      event.preventDefault();
      decision.press(state);
    }
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl+Enter anywhere on the card
    <article
      onKeyDown={onKeyDown}
      data-region
      tabIndex={-1}
      aria-labelledby={`summary-${card.approvalId}`}
      className={cx(
        'flex flex-col gap-4 rounded-approval border-2 bg-surface p-4 outline-none md:p-5',
        isOpen ? 'border-approval' : 'border-border',
      )}
      data-testid="approval-card"
      data-tier={card.tier}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm">
        <TierMark
          tier={card.tier}
          detail={card.effect === 'irreversible' ? effectWord(card.effect).toLowerCase() : undefined}
        />
        {isOpen ? (
          <span className="inline-flex items-center gap-1.5 text-muted">
            <Timer aria-hidden size={14} />
            {messages.approval.expiresIn}{' '}
            <Countdown until={card.expiresAt} className="font-medium text-text" />
          </span>
        ) : (
          <span className="font-medium">{messages.approval.statuses[card.status]}</span>
        )}
      </div>
      <div>
        <h1
          id={`summary-${card.approvalId}`}
          ref={heading}
          tabIndex={-1}
          className="text-lg font-semibold wrap-anywhere outline-offset-4"
        >
          <InvisibleText text={card.summary} />
        </h1>
        <p className="mt-1">
          <InvisibleText text={card.effectSentence} />
        </p>
      </div>
      <Status card={card} changed={changed} decision={decision} />
      {changed ? (
        <Changed
          from={card.callText}
          to={fresh.callText}
          onRead={() => {
            setCard(fresh);
            decision.reset();
            heading.current?.focus();
          }}
        />
      ) : null}
      <Who card={card} />
      {calls.length > 1 && card.tier !== 'critical' ? (
        <Tabs
          label={messages.approval.scope}
          look="switch"
          value={group}
          onChange={(next) => void setGroup(next === 'one' ? null : next)}
          items={[
            { value: 'one', label: messages.approval.thisCall },
            { value: 'all', label: messages.approval.allCalls(calls.length) },
          ]}
        />
      ) : null}
      <Block title={isBatch ? messages.approval.calls : messages.approval.arguments}>
        <div ref={block} data-testid="arguments">
          {isBatch ? (
            <BatchTable
              calls={calls}
              checked={decision.checked}
              onChange={decision.setChecked}
              disabled={!isOpen || !card.canDecide}
            />
          ) : (
            <Arguments card={card} />
          )}
          <div ref={end} aria-hidden className="h-px" />
        </div>
      </Block>
      <Block title={messages.approval.checks}>
        <CheckResults checks={card.checks} />
      </Block>
      <Block title={messages.approval.dryRun}>
        <p className="whitespace-pre-wrap">{card.dryRun ?? messages.approval.noDryRun}</p>
      </Block>
      <Block title={messages.approval.reach}>
        <p>{card.reach ?? messages.approval.noReach}</p>
      </Block>
      <IfWrong card={card} />
      <PolicyBlock card={card} />
      {card.rationale ? (
        <section className="rounded-control bg-sunken px-3 py-2">
          <h2 className="text-sm font-semibold">{messages.approval.reason}</h2>
          <Folded text={card.rationale} />
        </section>
      ) : null}
      {isOpen && card.canDecide && !phone ? <ArmingFields card={card} decision={decision} /> : null}
      {isOpen ? (
        <DecisionBar card={card} bar={state} phone={phone} />
      ) : (
        <AfterDecision card={card} decision={decision} />
      )}
      {isOpen && decision.error && !decision.conflict && !decision.rejecting ? (
        <Refused error={decision.error} />
      ) : null}
      <p className="flex flex-wrap items-center gap-x-3 border-t border-border pt-3 text-xs text-muted">
        <span>
          {isBatch
            ? messages.approval.coversChecked(untilText(card.expiresAt))
            : messages.approval.covers(untilText(card.expiresAt))}
        </span>
        <span>
          {messages.approval.fingerprint} <span className="font-mono">{card.fingerprint}</span>
        </span>
        <CopyLink approvalId={card.approvalId} />
      </p>
    </article>
  );
}

/** The calls that may be decided together: this one and its pending siblings, in the order of their items. */
function batchOf(card: Card): BatchCall[] {
  if (card.status !== 'pending') return [];
  const own = {
    approvalId: card.approvalId,
    seal: card.seal,
    item: card.address.item,
    summary: card.summary,
    args: card.args,
  };
  const others = card.siblings
    .filter((sibling) => sibling.status === 'pending' && sibling.approvalId !== card.approvalId)
    .map((sibling) => ({
      approvalId: sibling.approvalId,
      seal: sibling.seal,
      item: sibling.address.item,
      summary: sibling.summary,
      args: sibling.args,
    }));
  return [own, ...others].sort((a, b) => (a.item ?? 0) - (b.item ?? 0));
}

type Missing = ReturnType<typeof missingForApproval>;
type Bar = {
  why: string | undefined;
  missing: Missing;
  isBatch: boolean;
  total: number;
  decision: ReturnType<typeof useDecision>;
};

const conflicts = new Set([
  'approval-changed',
  'approval-voided',
  'approval-already-decided',
  'approval-expired',
  'seal-mismatch',
  'revision-changed',
]);

function useDecision(
  card: Card,
  batch: readonly BatchCall[],
  heading: React.RefObject<HTMLHeadingElement | null>,
) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const [typed, setTyped] = useState('');
  const [reason, setReason] = useState('');
  const [checked, setChecked] = useState<ReadonlySet<string>>(new Set());
  const [sheet, setSheet] = useState(false);
  const [rejecting, setRejecting] = useState(false);
  const decide = useMutation(
    trpc.approvals.decide.mutationOptions({
      onSuccess: (_, sent) => {
        announceNow(
          sent.verdict === 'approve'
            ? messages.say.approved(sent.decisions.length, card.stepTitle)
            : messages.say.rejected(card.stepTitle),
        );
        setRejecting(false);
        setSheet(false);
        setChecked(new Set());
        heading.current?.focus();
      },
      onSettled: () => {
        void queryClient.invalidateQueries({ queryKey: trpc.approvals.pathKey() });
        void queryClient.invalidateQueries({ queryKey: trpc.home.pathKey() });
      },
      onError: () => setSheet(false),
    }),
  );
  const chosen =
    batch.length > 0
      ? batch.filter((call) => checked.has(call.approvalId))
      : [{ approvalId: card.approvalId, seal: card.seal }];
  const send = (verdict: 'approve' | 'reject', more: { reason?: string; next?: NextStep; typed?: string }) =>
    decide.mutate({
      decisions: chosen.map(({ approvalId, seal }) => ({ approvalId, seal })),
      verdict,
      planVersion: card.planVersion,
      policyRevision: card.policyRevision,
      ...more,
      idempotencyKey: newKey(),
    });
  const approve = () =>
    send('approve', {
      ...(reason.trim() ? { reason: reason.trim() } : {}),
      ...(card.arming.kind === 'typed' ? { typed } : {}),
    });
  const focusMissing = (missing: NonNullable<Missing>) => {
    const id = missing.what === 'typed' ? 'arm-typed' : missing.what === 'reason' ? 'arm-reason' : undefined;
    // On phones the fields are in the sheet, outside the card.
    const place = sheet ? document : (heading.current?.closest('article') ?? document);
    const target = place.querySelector<HTMLElement>(id ? `[data-arm="${id}"]` : '[data-testid="arguments"]');
    target?.scrollIntoView({ block: 'center' });
    target?.focus();
  };
  return {
    typed,
    setTyped,
    reason,
    setReason,
    checked,
    setChecked,
    sheet,
    setSheet,
    rejecting,
    setRejecting,
    busy: decide.isPending,
    error: decide.error,
    conflict: decide.isError && conflicts.has(reasonOf(decide.error).code),
    conflictReason: decide.isError ? reasonOf(decide.error) : undefined,
    reset: () => {
      decide.reset();
      setTyped('');
      setReason('');
      setChecked(new Set());
    },
    chosen: chosen.length,
    reject: (text: string, next: NextStep) => send('reject', { reason: text, next }),
    /** Approves only when armed; otherwise goes to what is missing. */
    press: ({ why, missing }: Pick<Bar, 'why' | 'missing'>) => {
      if (why !== undefined || decide.isPending) return;
      if (missing) focusMissing(missing);
      else approve();
    },
  };
}
type Decision = ReturnType<typeof useDecision>;

function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-1.5">
      <h2 className="text-xs font-semibold text-muted">{title}</h2>
      {children}
    </section>
  );
}

/** What a person should know before reading on: somebody decided, it expired, it changed. */
function Status({ card, changed, decision }: { card: Card; changed: boolean; decision: Decision }) {
  const last = card.decisions.at(-1);
  const lines: ReactNode[] = [];
  if (decision.conflict && !changed) {
    const isLate =
      decision.conflictReason?.code === 'approval-already-decided' ||
      decision.conflictReason?.code === 'approval-expired';
    const members = decision.conflictReason?.fields.members;
    lines.push(
      <Notice
        key="conflict"
        look="problem"
        title={isLate ? messages.approval.tooLate : messages.approval.conflict}
      >
        {decision.conflictReason?.message}{' '}
        {Array.isArray(members) ? messages.approval.differs(members.map(String)) : ''}
      </Notice>,
    );
  }
  if (card.status === 'granted' || card.status === 'consumed' || card.status === 'rejected') {
    lines.push(
      <Notice
        key="decided"
        title={
          last
            ? messages.approval.decidedBy(last.verdict, last.by.name, timeOfDay(last.at))
            : messages.approval.statuses[card.status]
        }
      >
        {last?.reason ? <InvisibleText text={last.reason} /> : null}
      </Notice>,
    );
  }
  if (card.status === 'expired')
    lines.push(
      <Notice key="expired" look="attention" title={messages.approval.expired}>
        {messages.approval.expiredText}
      </Notice>,
    );
  if (card.status === 'voided' || card.status === 'withdrawn')
    lines.push(
      <Notice key="void" title={messages.approval.statuses[card.status]}>
        {messages.approval.voidText}
      </Notice>,
    );
  if (card.status === 'pending' && card.solo)
    lines.push(
      <p key="solo" className="text-sm text-muted">
        {messages.approval.solo}
      </p>,
    );
  return lines.length > 0 ? (
    <div role="status" className="flex flex-col gap-2">
      {lines}
    </div>
  ) : null;
}

function Changed({ from, to, onRead }: { from: string; to: string; onRead(): void }) {
  return (
    <div role="alert">
      <Notice
        look="problem"
        title={messages.approval.conflict}
        action={
          <Button size="sm" onClick={onRead}>
            {messages.approval.readNew}
          </Button>
        }
      >
        <ul className="mt-1 flex flex-col gap-1">
          {callDifference(from, to).map((difference) => (
            <li key={difference.label} className="font-mono text-sm break-all">
              <span className="font-sans text-muted">{difference.label}</span>{' '}
              <del>
                <InvisibleText text={difference.from} />
              </del>{' '}
              →{' '}
              <strong>
                <InvisibleText text={difference.to} />
              </strong>
            </li>
          ))}
        </ul>
      </Notice>
    </div>
  );
}

function Who({ card }: { card: Card }) {
  const rows: [string, ReactNode][] = [
    [
      messages.call.tool,
      <span key="tool">
        <span className="font-mono">{card.tool}</span>{' '}
        <span className="text-muted">{messages.approval.toolVersion(card.toolVersion)}</span>
      </span>,
    ],
    [
      messages.start.actsAs,
      <span key="as">
        {card.identity.name}
        {card.connection ? (
          <>
            {' '}
            {messages.approval.on} <span className="font-mono">{card.connection}</span>
          </>
        ) : null}
        {card.environment ? <Badge className="ml-2">{card.environment}</Badge> : null}
      </span>,
    ],
    ...(card.resource
      ? [
          [
            messages.call.resource,
            <span key="resource" className="font-mono break-all">
              {card.resource}
            </span>,
          ] as [string, ReactNode],
        ]
      : []),
  ];
  return (
    <dl className="grid grid-cols-[88px_1fr] gap-x-3 gap-y-1 text-sm">
      {rows.map(([label, value]) => (
        <div key={label} className="contents">
          <dt className="text-muted">{label}</dt>
          <dd className="min-w-0 break-words">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function Arguments({ card }: { card: Card }) {
  const originsOf = (path: string) =>
    card.origins.filter(
      (origin) =>
        path === origin.path || path.startsWith(`${origin.path}/`) || origin.path.startsWith(`${path}/`),
    );
  return (
    <ArgumentRows
      args={card.args as JsonObject}
      codeArgs={card.codeArgs}
      isChanged={(leaf) => originsOf(leaf.path).some((origin) => origin.changedSinceReview)}
      flag={(leaf) => flagsOf(originsOf(leaf.path), card.runId)}
    />
  );
}

/** Where a value came from, when it is not the reviewed plan itself. */
function flagsOf(origins: Card['origins'], runId: string): ReactNode {
  if (origins.length === 0) return null;
  const sources = new Set(origins.map((origin) => origin.origin));
  const steps = [
    ...new Set(
      origins.flatMap((origin) => (origin.origin === 'step-output' && origin.stepId ? [origin.stepId] : [])),
    ),
  ];
  return (
    <span className="mt-0.5 flex flex-wrap gap-x-3 text-xs">
      {origins.some((origin) => origin.changedSinceReview) ? (
        <span className="font-medium text-changed">{messages.approval.changedSince}</span>
      ) : null}
      {steps.map((stepId) => (
        <Link
          key={stepId}
          href={`/runs/${runId}?step=${encodeURIComponent(stepId)}&tab=call`}
          className="rounded-chip text-muted underline underline-offset-2"
        >
          {messages.approval.fromStep(stepId)}
        </Link>
      ))}
      {sources.has('item') ? <span className="text-muted">{messages.approval.fromItem}</span> : null}
      {sources.has('input') ? <span className="text-muted">{messages.approval.fromInput}</span> : null}
      {origins.some((origin) => origin.untrusted) ? (
        <span className="font-medium text-danger">{messages.approval.untrusted}</span>
      ) : null}
    </span>
  );
}

function IfWrong({ card }: { card: Card }) {
  const { compensation, committedEffects, waitingBehind } = card.ifWrong;
  return (
    <Block title={messages.approval.ifWrong}>
      <p>{compensation ? messages.approval.undo(compensation) : messages.approval.noUndo}</p>
      {committedEffects.length > 0 ? (
        <details className="text-sm">
          <summary>{messages.run.remain(committedEffects.length)}</summary>
          <ul className="list-disc pl-5">
            {committedEffects.map((effect) => (
              <li key={effect.operationKey}>{effect.summary}</li>
            ))}
          </ul>
        </details>
      ) : (
        <p className="text-sm text-muted">{messages.approval.nothingYet}</p>
      )}
      {waitingBehind.length > 0 ? (
        <details className="text-sm">
          <summary>{messages.approval.waitingBehind(waitingBehind.length)}</summary>
          <ul className="list-disc pl-5">
            {waitingBehind.map((step) => (
              <li key={step.stepId}>{step.title}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </Block>
  );
}

function PolicyBlock({ card }: { card: Card }) {
  return (
    <Block title={messages.approval.policy}>
      <p>{card.policy.reason}</p>
      <p className="text-sm text-muted">
        {messages.approval.rules(card.policy.rules)}{' '}
        {messages.wait.granted(
          card.decisions.filter((decision) => decision.verdict === 'approve').length,
          card.need,
        )}{' '}
        {messages.approval.mayDecide(card.mayDecide.map((person) => person.name))}
        {card.notRequester ? ` ${messages.approval.notRequester}` : ''}
        {card.notEditor ? ` ${messages.approval.notEditor}` : ''}
      </p>
      {card.decisions.length > 0 ? (
        <ul className="text-sm">
          {card.decisions.map((decision) => (
            <li key={`${decision.by.id} ${decision.at}`}>
              {messages.approval.decision(decision.verdict, decision.by.name)}{' '}
              <Time at={decision.at} className="text-muted" />
              {decision.reason ? (
                <span className="text-muted">
                  : <InvisibleText text={decision.reason} />
                </span>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
    </Block>
  );
}

function Folded({ text }: { text: string }) {
  const [open, setOpen] = useState(false);
  const long = text.length > 240 || text.split('\n').length > 3;
  return (
    <>
      <p className={cx('text-sm whitespace-pre-wrap', long && !open && 'line-clamp-3')}>
        <InvisibleText text={text} />
      </p>
      {long ? (
        <Button look="quiet" size="sm" onClick={() => setOpen(!open)} aria-expanded={open}>
          {open ? messages.common.hide : messages.common.show}
        </Button>
      ) : null}
    </>
  );
}

function ArmingFields({ card, decision }: { card: Card; decision: Decision }) {
  if (card.arming.kind !== 'typed') return null;
  return (
    <div className="flex flex-col gap-3 border-t border-border pt-4">
      {card.arming.type === null ? null : (
        <Field
          label={
            <>
              {messages.approval.typeLabel}{' '}
              <span className="font-mono font-semibold select-all">{card.arming.type}</span>{' '}
              {messages.approval.typeLabelEnd}
            </>
          }
        >
          {(ids) => (
            <TextInput
              {...ids}
              data-arm="arm-typed"
              autoComplete="off"
              autoCapitalize="off"
              spellCheck={false}
              className="font-mono"
              value={decision.typed}
              onChange={(event) => decision.setTyped(event.target.value)}
            />
          )}
        </Field>
      )}
      {card.arming.reasonMinLength > 0 ? (
        <Field label={messages.approval.reasonLabel(card.arming.reasonMinLength)}>
          {(ids) => (
            <TextInput
              {...ids}
              data-arm="arm-reason"
              maxLength={2_000}
              value={decision.reason}
              onChange={(event) => decision.setReason(event.target.value)}
            />
          )}
        </Field>
      ) : null}
    </div>
  );
}

function ApproveButton({ card, bar, onPress }: { card: Card; bar: Bar; onPress(): void }) {
  const text = bar.isBatch
    ? messages.approval.approveSome(bar.decision.checked.size, bar.total)
    : messages.approval.approve;
  const off = bar.why ?? bar.missing?.text;
  return (
    <Button
      look="primary"
      aria-disabled={off !== undefined || bar.decision.busy}
      aria-describedby={`why-${card.approvalId}`}
      onClick={onPress}
    >
      {text}
    </Button>
  );
}

function DecisionBar({ card, bar, phone }: { card: Card; bar: Bar; phone: boolean }) {
  const { decision } = bar;
  const off = bar.why ?? (phone ? undefined : bar.missing?.text);
  return (
    <>
      <div className="flex flex-wrap items-center gap-2 max-md:sticky max-md:bottom-14 max-md:-mx-4 max-md:border-t max-md:border-border max-md:bg-surface max-md:px-4 max-md:py-2">
        <Button
          disabled={!card.canDecide || decision.busy || decision.chosen === 0}
          onClick={() => decision.setRejecting(true)}
        >
          {messages.approval.reject}
        </Button>
        <ButtonLink look="quiet" href="/approvals">
          {messages.approval.later}
        </ButtonLink>
        <span className="flex-1" />
        {phone ? (
          <Button
            look="primary"
            aria-disabled={bar.why !== undefined}
            aria-describedby={`why-${card.approvalId}`}
            onClick={() => bar.why === undefined && decision.setSheet(true)}
          >
            {messages.approval.approveSheet}
          </Button>
        ) : (
          <ApproveButton card={card} bar={bar} onPress={() => decision.press(bar)} />
        )}
        <p
          id={`why-${card.approvalId}`}
          data-testid="approve-why"
          className="w-full text-right text-xs text-muted empty:hidden"
        >
          {off}
        </p>
      </div>
      <RejectDialog
        open={decision.rejecting}
        onClose={() => decision.setRejecting(false)}
        summary={card.summary}
        skippable={card.skippable}
        busy={decision.busy}
        error={decision.error}
        onReject={decision.reject}
      />
      {phone ? <Sheet card={card} bar={bar} /> : null}
    </>
  );
}

/** On phones a second sheet repeats what happens to what, and the changed arguments, and arms there. */
function Sheet({ card, bar }: { card: Card; bar: Bar }) {
  const changed = card.origins.filter((origin) => origin.changedSinceReview);
  return (
    <Dialog
      open={bar.decision.sheet}
      onOpenChange={bar.decision.setSheet}
      title={bar.isBatch ? messages.approval.approveSome(bar.decision.checked.size, bar.total) : card.summary}
      description={card.effectSentence}
      footer={
        <>
          <Button onClick={() => bar.decision.setSheet(false)}>{messages.common.back}</Button>
          <ApproveButton card={card} bar={bar} onPress={() => bar.decision.press(bar)} />
        </>
      }
    >
      <div className="flex flex-col gap-3">
        {changed.length > 0 ? (
          <p className="text-sm font-medium text-changed">
            {messages.approval.changedSince}: {changed.map((origin) => origin.path.slice(1)).join(', ')}
          </p>
        ) : null}
        <ArmingFields card={card} decision={bar.decision} />
        <p className="text-sm text-muted">{bar.missing?.text}</p>
      </div>
    </Dialog>
  );
}

function AfterDecision({ card, decision }: { card: Card; decision: Decision }) {
  const trpc = useTRPC();
  const withdraw = useMutation(trpc.approvals.withdraw.mutationOptions());
  const ask = useMutation(trpc.approvals.askAgain.mutationOptions());
  return (
    <div className="flex flex-wrap items-center gap-2">
      <ButtonLink href={`/runs/${card.runId}?step=${encodeURIComponent(card.address.stepId)}`}>
        {messages.approval.openRun}
      </ButtonLink>
      {card.canWithdraw ? (
        <Button
          disabled={withdraw.isPending}
          onClick={() => withdraw.mutate({ approvalId: card.approvalId, idempotencyKey: newKey() })}
        >
          {messages.approval.withdraw}
        </Button>
      ) : null}
      {card.canAskAgain ? (
        <Button
          disabled={ask.isPending}
          onClick={() => ask.mutate({ runId: card.runId, address: card.address, idempotencyKey: newKey() })}
        >
          {messages.approval.askAgain}
        </Button>
      ) : null}
      <Refused
        error={withdraw.error ?? ask.error ?? (decision.conflict ? undefined : decision.error)}
        className="w-full"
      />
    </div>
  );
}

function CopyLink({ approvalId }: { approvalId: string }) {
  return <CopyButton text={() => absoluteUrl(`/approvals/${approvalId}`)} label={messages.common.copyLink} />;
}
