'use client';
import type { ReactNode, Ref } from 'react';
import type { Check, Limits, Work } from '#core/plan/schema.ts';
import { ArgumentRows } from '#components/json/argument-rows.tsx';
import { EffectMark } from '#components/marks/risk-mark.tsx';
import { TierMark } from '#components/marks/tier-mark.tsx';
import { roughDuration } from '#components/ui/format.ts';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import type { PlanStep } from './plan-steps.ts';

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[88px_1fr] gap-x-3 py-1">
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="min-w-0 text-sm break-words">{children}</dd>
    </div>
  );
}

export function StepHeading({ step, ref }: { step: PlanStep; ref?: Ref<HTMLHeadingElement> }) {
  return (
    <div>
      <h2 ref={ref} tabIndex={-1} className="text-md font-semibold wrap-anywhere outline-offset-4">
        <span className="font-normal text-muted">{messages.common.step(step.number)}</span>{' '}
        <InvisibleText text={step.title} />
      </h2>
      <div className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-1">
        <EffectMark effect={step.effect} className="text-sm" />
        {step.expected && step.expected.tier !== 'auto' ? (
          <TierMark tier={step.expected.tier} detail={messages.plan.asksApproval} className="text-sm" />
        ) : null}
      </div>
    </div>
  );
}

/** What a step will do, when it may, and how one sees that it is done. Facts first, the planner's reason last. */
export function StepFacts({
  step: view,
  byId,
  onStep,
  limits,
}: {
  step: PlanStep;
  byId: ReadonlyMap<string, PlanStep>;
  onStep(stepId: string): void;
  /** Of the plan: what the step's budget is a part of, and what follows when it fails. */
  limits?: Limits | undefined;
}) {
  const { step, expected } = view;
  const links = (ids: readonly string[]) =>
    ids.length === 0 ? (
      messages.common.none
    ) : (
      <span className="flex flex-col items-start">
        {ids.map((id) => (
          <button
            key={id}
            type="button"
            onClick={() => onStep(id)}
            className="text-link text-left hover:decoration-text"
          >
            {byId.get(id)?.number ?? '?'} {byId.get(id)?.title ?? id}
          </button>
        ))}
      </span>
    );
  return (
    <div className="flex flex-col gap-4">
      {step.intent ? (
        <p className="text-sm">
          <InvisibleText text={step.intent} />
        </p>
      ) : null}
      <dl>
        <Fact label={messages.step.does}>
          <span className="font-mono">{view.does}</span>
        </Fact>
        {expected ? (
          <Fact label={messages.step.policy}>
            {messages.step.policyText(expected.verdict, expected.approvers, expected.roles)}{' '}
            {expected.verdict === 'allow' ? null : <span className="text-muted">{expected.reason}</span>}
          </Fact>
        ) : null}
        {step.when ? <Fact label={messages.step.when}>{<code>{step.when}</code>}</Fact> : null}
        {step.forEach ? (
          <Fact label={messages.step.forEach}>
            <code>{step.forEach.items}</code>{' '}
            <span className="text-muted">
              {messages.step.forEachLimits(step.forEach.maxItems, step.forEach.concurrency)}
            </span>
          </Fact>
        ) : null}
        <Fact label={messages.step.needs}>{links(view.needs)}</Fact>
        <Fact label={messages.step.after}>{links(view.dependants)}</Fact>
        <Fact label={messages.step.undo}>
          {step.compensation ? describeWork(step.compensation) : messages.step.noUndo}
        </Fact>
        <Fact label={messages.step.ifItFails}>
          {messages.step.retries(step.retry?.attempts ?? 3)}
          {step.fallbacks && step.fallbacks.length > 0
            ? ` ${messages.step.fallbacks(step.fallbacks.map(describeWork))}`
            : ''}
          {step.skippable ? ` ${messages.step.skippable}` : ''}{' '}
          {messages.step.thenTheRun(limits?.onStepFailure)}
        </Fact>
        <Fact label={messages.step.timeLimit}>{roughDuration(step.timeoutMs ?? 60_000)}</Fact>
        <Fact label={messages.step.budget}>
          {messages.step.budgetOf(messages.canvas.budget(step.budget ?? {}), limits?.budget?.costUsd)}
        </Fact>
      </dl>
      <Section title={messages.step.argumentsOf(countArguments(step.work))}>
        <WorkDetail work={step.work} />
      </Section>
      <Checks
        title={messages.step.before(step.preconditions?.length ?? 0)}
        checks={step.preconditions ?? []}
      />
      <Section title={messages.step.doneWhen}>
        {step.success ? (
          <p className="text-sm">
            <InvisibleText text={step.success} />
          </p>
        ) : (
          <p className="text-sm text-danger">{messages.step.noSuccess}</p>
        )}
        <CheckRows checks={step.postconditions ?? []} />
      </Section>
      {step.rationale ? (
        <div className="rounded-control bg-sunken px-3 py-2 text-sm">
          <p className="font-semibold">{messages.approval.reason}</p>
          <p className="whitespace-pre-wrap">
            <InvisibleText text={step.rationale} />
          </p>
        </div>
      ) : null}
    </div>
  );
}

export function describeWork(work: Work): string {
  return work.kind === 'tool' ? work.tool : messages.step.workKinds[work.kind];
}

function countArguments(work: Work): number {
  if (work.kind === 'checkpoint') return 0;
  return Object.keys(work.kind === 'tool' ? work.args : (work.inputs ?? {})).length;
}

function WorkDetail({ work }: { work: Work }) {
  if (work.kind === 'tool') return <ArgumentRows args={work.args} />;
  const text =
    work.kind === 'model' || work.kind === 'person'
      ? work.prompt
      : work.kind === 'agent'
        ? work.brief
        : work.question;
  return (
    <div className="flex flex-col gap-2">
      <p className="rounded-control border border-border px-3 py-2 text-sm whitespace-pre-wrap">
        <InvisibleText text={text} />
      </p>
      {work.kind !== 'checkpoint' && work.inputs ? <ArgumentRows args={work.inputs} /> : null}
    </div>
  );
}

export function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-1.5">
      <h3 className="text-xs font-semibold text-muted">{title}</h3>
      {children}
    </section>
  );
}
function Checks({ title, checks }: { title: string; checks: readonly Check[] }) {
  if (checks.length === 0) return null;
  return (
    <Section title={title}>
      <CheckRows checks={checks} />
    </Section>
  );
}
export function CheckRows({ checks }: { checks: readonly Check[] }) {
  if (checks.length === 0) return null;
  return (
    <ul className="divide-y divide-border rounded-control border border-border text-sm">
      {checks.map((check) => (
        <li key={check.id} className="px-3 py-1.5">
          <code className="break-all">{check.expr}</code>
          <span className="block text-muted">{messages.step.otherwise(check.message)}</span>
          {check.probe ? (
            <span className="block text-xs text-faint">{messages.step.probe(check.probe.tool)}</span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
