'use client';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Ref } from 'react';
import type { Json } from '#core/json.ts';
import type { Step } from '#core/plan/schema.ts';
import { ArgumentRows } from '#components/json/argument-rows.tsx';
import { DiffTab } from '#components/marks/diff-tab.tsx';
import { newKey } from '#components/new-key.ts';
import { CheckRows, describeWork } from '#components/plan-version/step-panel.tsx';
import { Refused } from '#components/refused.tsx';
import { useTRPC } from '#components/trpc.tsx';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { fact, PLAN, type Change, type Comparison, type StepChange } from './changes.ts';
import { FieldRows } from './field-view.tsx';
import { fieldLabel } from './field-label.ts';
import type { CompareData } from './use-comparison.ts';

/** One change, complete: what it was, what it is, why it matters. */
export function ChangeDetail({
  data,
  change,
  compare,
  headingRef,
}: {
  data: Comparison;
  change: Change;
  compare: CompareData;
  headingRef?: Ref<HTMLHeadingElement>;
}) {
  const { step } = change;
  const seen = compare.seen.isSeen(change);
  const newest = step?.toStep ? data.to.version : data.from.version;
  const stepId = step?.toStep?.id ?? step?.fromStep?.id;
  const edges = compare.edgesOf(change.id);
  return (
    <div className="flex flex-col gap-2" data-fact={fact.step(change)}>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <DiffTab kind={change.kind} />
        <h2
          ref={headingRef}
          tabIndex={-1}
          className="min-w-0 font-semibold break-words outline-offset-4"
          id={`change-${change.id}`}
        >
          {compare.numberOf(change.id) === undefined ? null : (
            <span className="font-normal text-muted">{compare.numberOf(change.id)} </span>
          )}
          <InvisibleText text={change.title} />
        </h2>
        {change.class === 'A' && change.kind !== 'again' ? (
          <span className="text-sm font-semibold text-changed">{messages.compare.needsApproval}</span>
        ) : null}
      </div>
      {step?.matchedBy === 'likeness' ? <Likeness data={data} step={step} /> : null}
      <FieldRows
        changeId={change.id}
        fields={change.fields.filter(({ path }) => path !== '/needs' && path !== '/order')}
      />
      <Places change={change} />
      {edges.length > 0 ? <Edges edges={edges} compare={compare} change={change} /> : null}
      {change.kind === 'added' && step?.toStep ? <WholeStep step={step.toStep} /> : null}
      {change.kind === 'removed' && step?.fromStep ? <WholeStep step={step.fromStep} /> : null}
      {step?.fromStep && step.toStep ? <Unchanged step={step.toStep} change={change} /> : null}
      <div className="flex flex-wrap gap-2">
        <Button size="sm" aria-pressed={seen} onClick={() => compare.seen.set(change, !seen)}>
          {seen ? messages.compare.markUnseen : messages.compare.markSeen}
        </Button>
        {stepId === undefined ? null : (
          <ButtonLink
            size="sm"
            href={`/plans/${data.planId}/v/${newest}?step=${encodeURIComponent(stepId)}`}
            aria-label={`${messages.compare.openStepIn(newest)}: ${change.title}`}
          >
            {messages.compare.openStep}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

function Likeness({ data, step }: { data: Comparison; step: StepChange }) {
  const apart = useApart();
  if (!step.fromStep || !step.toStep || step.likeness === undefined) return null;
  const pair: [string, string] = [step.fromStep.id, step.toStep.id];
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <span>
        {messages.compare.likeness(step.likeness)}{' '}
        <span className="text-muted">{messages.compare.likenessId(...pair)}</span>
      </span>
      <Button
        size="sm"
        disabled={!data.mayTellApart || apart.isPending}
        title={data.mayTellApart ? undefined : messages.compare.onlyAuthor}
        onClick={() =>
          apart.mutate({ planId: data.planId, steps: pair, apart: true, idempotencyKey: newKey() })
        }
      >
        {messages.compare.notSame}
      </Button>
      <Refused error={apart.error} className="w-full" />
    </div>
  );
}

/** Says what was told apart here, and by whom; it can be taken back. */
function ApartNotes({ data }: { data: Comparison }) {
  const apart = useApart();
  if (data.apart.length === 0) return null;
  return (
    <ul className="flex flex-col gap-1 text-sm text-muted">
      {data.apart.map(({ a, b, by }) => (
        <li key={`${a} ${b}`} className="flex flex-wrap items-center gap-x-3">
          {messages.compare.apartSaid(a, b, by?.name ?? messages.common.unknownPerson)}
          {data.mayTellApart ? (
            <Button
              size="sm"
              look="quiet"
              disabled={apart.isPending}
              onClick={() =>
                apart.mutate({
                  planId: data.planId,
                  steps: [a, b],
                  apart: false,
                  idempotencyKey: newKey(),
                })
              }
            >
              {messages.compare.sameAfterAll}
            </Button>
          ) : null}
        </li>
      ))}
      <li>
        <Refused error={apart.error} />
      </li>
    </ul>
  );
}

function useApart() {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return useMutation(
    trpc.comparisons.setApart.mutationOptions({
      onSuccess: () => queryClient.invalidateQueries({ queryKey: trpc.comparisons.pathKey() }),
    }),
  );
}

/** Dependencies as facts of their own: the same that the graph draws with + and −. */
function Edges({
  edges,
  compare,
  change,
}: {
  edges: ReturnType<CompareData['edgesOf']>;
  compare: CompareData;
  change: Change;
}) {
  const field = change.fields.find(({ path }) => path === '/needs');
  return (
    <div
      className="rounded-control border border-border px-3 py-1.5 text-sm"
      data-fact={field ? fact.field(change.id, '/needs') : undefined}
    >
      <span className="font-medium">{messages.compare.runsAfter}</span>
      <ul>
        {edges.map(({ from, to, kind }) => (
          <li key={`${kind} ${from}`} data-fact={fact.edge(kind, from, to)}>
            {kind === 'added' ? (
              <ins className="text-added no-underline">
                <span aria-hidden>+ </span>
                <span className="sr-only">{messages.diff.prefix['added']} </span>
                <InvisibleText text={compare.nameOf(from)} />
              </ins>
            ) : (
              <del className="text-removed">
                <span aria-hidden>− </span>
                <span className="sr-only">{messages.diff.prefix['removed']} </span>
                <InvisibleText text={compare.nameOf(from)} />
              </del>
            )}
          </li>
        ))}
      </ul>
      {field?.why ? <span className="text-xs text-muted">{field.why}</span> : null}
    </div>
  );
}

function Places({ change: { fields, step, id } }: { change: Change }) {
  const field = fields.find(({ path }) => path === '/order');
  if (!field || step?.fromAt === undefined || step.toAt === undefined) return null;
  return (
    <p
      className="rounded-control border border-border px-3 py-1.5 text-sm"
      data-fact={fact.field(id, '/order')}
    >
      <span className="font-medium">{fieldLabel(id, '/order')}</span>{' '}
      <del className="text-removed decoration-1">{messages.compare.place(step.fromAt)}</del>
      <span aria-hidden> → </span>
      <ins className="text-added no-underline">{messages.compare.place(step.toAt)}</ins>
    </p>
  );
}

/** A step that is new or gone: what it does, complete. Its dependencies stand above. */
function WholeStep({ step }: { step: Step }) {
  const { id, title: _title, work, needs: _needs, intent, preconditions, postconditions, ...rest } = step;
  return (
    <div className="flex flex-col gap-2 text-sm">
      {intent ? (
        <p>
          <InvisibleText text={intent} />
        </p>
      ) : null}
      <p>
        <span className="text-muted">{messages.step.does}</span>{' '}
        <span className="font-mono">
          <InvisibleText text={describeWork(work)} />
        </span>
      </p>
      {work.kind === 'tool' ? (
        <ArgumentRows args={work.args} />
      ) : (
        <Members members={{ work: work as Json }} />
      )}
      <Members members={{ id, ...(rest as Record<string, Json>) }} />
      {[preconditions, postconditions].map((checks, index) =>
        checks && checks.length > 0 ? (
          <section key={index}>
            <h3 className="text-xs text-muted">
              {fieldLabel('', index === 0 ? '/preconditions' : '/postconditions')}
            </h3>
            <CheckRows checks={checks} />
          </section>
        ) : null,
      )}
    </div>
  );
}

/** What stayed the same, on demand. */
function Unchanged({ step, change }: { step: Step; change: Change }) {
  const touched = new Set(change.fields.map(({ path }) => path.split('/')[1] ?? ''));
  const members = Object.fromEntries(
    Object.entries(step).filter(([name]) => name !== 'id' && name !== 'title' && !touched.has(name)),
  ) as Record<string, Json>;
  const count = Object.keys(members).length;
  if (count === 0) return null;
  return (
    <details className="text-sm">
      <summary className="min-h-6 text-muted">{messages.compare.unchangedFields(count)}</summary>
      <Members members={members} />
    </details>
  );
}

function Members({ members }: { members: Record<string, Json> }) {
  return (
    <dl className="mt-1 divide-y divide-border rounded-control border border-border">
      {Object.entries(members).map(([name, value]) => (
        <div key={name} className="px-3 py-1">
          <dt className="text-xs text-muted">{fieldLabel('', `/${name}`)}</dt>
          <dd className="font-mono text-sm wrap-anywhere whitespace-pre-wrap">
            <InvisibleText text={typeof value === 'string' ? value : JSON.stringify(value, null, 1)} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** When nothing else is chosen: what changed of the plan itself, and what stays. */
export function PlanPanel({ data, compare }: { data: Comparison; compare: CompareData }) {
  const plan = compare.changes.find(({ id }) => id === PLAN);
  return (
    <div className="flex flex-col gap-4">
      {plan ? <ChangeDetail data={data} change={plan} compare={compare} /> : null}
      <Stays data={data} />
    </div>
  );
}

/** What is the same of the plan itself, what a run keeps, and what people said of the comparison. */
export function Stays({ data }: { data: Comparison }) {
  return (
    <>
      {data.diff.plan.length > 0 ? null : (
        <div>
          <h2 className="font-semibold">{messages.compare.planFields}</h2>
          <p className="text-sm text-muted">{messages.compare.noPlanFields}</p>
        </div>
      )}
      <Kept data={data} />
      <ApartNotes data={data} />
      <p className="text-sm text-muted">{messages.compare.positions}</p>
    </>
  );
}

function Kept({ data: { kept } }: { data: Comparison }) {
  if (kept.length === 0) return null;
  return (
    <section className="text-sm">
      <h2 className="text-base font-semibold">{messages.compare.keptTitle(kept.length)}</h2>
      <ul className="mt-1 divide-y divide-border rounded-control border border-border">
        {kept.map(({ stepId, title, effects }) => (
          <li key={stepId} className="px-3 py-1.5" data-fact={fact.kept(stepId)}>
            <InvisibleText text={title} />
            {effects.length === 0 ? (
              <span className="block text-xs text-muted">{messages.compare.keptNoEffects}</span>
            ) : (
              <ul className="text-xs text-muted">
                {grouped(effects).map(({ summary, state, count }) => (
                  <li key={`${state} ${summary}`} className="wrap-anywhere">
                    <InvisibleText text={summary} />: {messages.compare.effect(state, count)}
                  </li>
                ))}
              </ul>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The parts of a forEach often read alike: said once, with their number. */
function grouped(effects: Comparison['kept'][number]['effects']) {
  const groups = Map.groupBy(effects, ({ summary, state }) => `${state} ${summary}`);
  return [...groups.values()].flatMap((alike) =>
    alike[0] ? [{ summary: alike[0].summary, state: alike[0].state, count: alike.length }] : [],
  );
}
