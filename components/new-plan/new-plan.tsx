'use client';
import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import { useRouter } from 'next/navigation';
import { parseAsString, useQueryState } from 'nuqs';
import { useState, type FormEvent } from 'react';
import type { JsonObject } from '#core/json.ts';
import { fieldsOf, missingFields, startingValues } from '#components/json/schema-field.ts';
import { SchemaForm } from '#components/json/schema-form.tsx';
import { newKey } from '#components/new-key.ts';
import { BlankPlan, FixInEditor } from '#components/plan-editor/blank-plan.tsx';
import { ProblemList } from '#components/plan-version/problem-list.tsx';
import { ReadFailed } from '#components/query-state.tsx';
import { Refused } from '#components/refused.tsx';
import { useTrail } from '#components/shell/breadcrumb.tsx';
import { Page, Panel } from '#components/shell/page.tsx';
import { useTRPC, type RouterOutputs } from '#components/trpc.tsx';
import { Button, ButtonLink } from '#components/ui/button.tsx';
import { cx } from '#components/ui/cx.ts';
import { Field, TextArea, TextInput } from '#components/ui/field.tsx';
import { messages } from '#components/ui/messages.ts';
import { Notice } from '#components/ui/notice.tsx';
import { Loading } from '#components/ui/skeleton.tsx';
import { useSettled } from '#components/ui/use-settled.ts';
import { limitsOf } from './limits.ts';

type Choice = Pick<
  RouterOutputs['playbooks']['get'],
  'id' | 'version' | 'title' | 'description' | 'parameters'
>;

/** From a goal to a plan: the goal, the playbook that knows how, its parameters, the operator's own limits. */
export function NewPlan() {
  const trpc = useTRPC();
  const router = useRouter();
  const [given] = useQueryState('goal', parseAsString.withDefault(''));
  const [asked] = useQueryState('playbook', parseAsString);
  const preset = useQuery(trpc.playbooks.get.queryOptions(asked ? { playbookId: asked } : skipToken));
  const [written, setGoal] = useState<string>();
  const goal = written ?? (given || (preset.data?.goal ?? ''));
  const [chosen, setChosen] = useState<string>();
  const [values, setValues] = useState<Record<string, JsonObject>>({});
  const [constraints, setConstraints] = useState('');
  const [limits, setLimits] = useState({ costUsd: '', minutes: '', replans: '' });
  const [missing, setMissing] = useState<string[]>([]);
  useTrail([{ label: messages.nav.plans, href: '/plans' }, { label: messages.newPlan.title }]);

  const settled = useSettled(goal.trim(), 400);
  const matches = useQuery(
    trpc.playbooks.match.queryOptions(settled.length >= 3 ? { goal: settled } : skipToken, {
      placeholderData: (before) => before,
    }),
  );
  const matched = settled.length >= 3 ? (matches.data?.matches ?? []) : [];
  const found: readonly Choice[] = preset.data
    ? [preset.data, ...matched.filter(({ id }) => id !== preset.data.id)]
    : matched;
  const playbook = found.find((each) => each.id === chosen) ?? found[0];
  const fields = playbook ? fieldsOf(playbook.parameters as JsonObject) : [];
  const parameters = playbook ? (values[playbook.id] ?? startingValues(fields)) : {};

  const make = useMutation(
    trpc.playbooks.make.mutationOptions({
      onSuccess: (result) => {
        if (result.made) router.push(`/plans/${result.planId}/v/${result.version}`);
      },
    }),
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!playbook) return;
    const empty = missingFields(fields, parameters);
    setMissing(empty);
    if (empty.length > 0) return;
    const lines = constraints
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean);
    make.mutate({
      goal: goal.trim(),
      // Of the version whose form was filled in, whatever is saved meanwhile.
      playbookId: `${playbook.id}@${playbook.version}`,
      parameters,
      ...(lines.length > 0 ? { constraints: lines } : {}),
      ...limitsOf(limits),
      idempotencyKey: newKey(),
    });
  };
  const problems = make.data?.made === false ? make.data.problems : undefined;
  const unfinished = make.data?.made === false ? make.data.document : null;

  return (
    <Page title={messages.newPlan.title}>
      <form onSubmit={submit} className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_320px]">
        <div className="flex flex-col gap-4">
          <Panel title={messages.newPlan.goal} bodyClassName="flex flex-col gap-3 p-3">
            <Field label={messages.newPlan.goalLabel} hint={messages.newPlan.goalHint}>
              {(ids) => (
                <TextArea
                  {...ids}
                  rows={5}
                  required
                  value={goal}
                  onChange={(event) => setGoal(event.target.value)}
                  placeholder={messages.newPlan.goalExample}
                />
              )}
            </Field>
          </Panel>
          {preset.isError ? <ReadFailed error={preset.error} retry={() => void preset.refetch()} /> : null}
          {settled.length >= 3 || preset.data ? (
            <Panel title={messages.newPlan.playbook} bodyClassName="p-0">
              {matches.isError ? (
                <ReadFailed error={matches.error} retry={() => void matches.refetch()} />
              ) : found.length === 0 && matches.isPending ? (
                <Loading rows={2} className="p-3" />
              ) : found.length === 0 ? (
                <p className="p-3 text-muted">{messages.newPlan.noMatch}</p>
              ) : (
                <Choices found={found} chosen={playbook?.id} onChoose={setChosen} />
              )}
            </Panel>
          ) : null}
          {playbook && fields.length > 0 ? (
            <Panel title={messages.newPlan.parameters(playbook.title)}>
              <SchemaForm
                key={playbook.id}
                fields={fields}
                values={parameters}
                onChange={(next) => setValues({ ...values, [playbook.id]: next })}
              />
            </Panel>
          ) : null}
        </div>
        <aside className="flex flex-col gap-4" aria-label={messages.newPlan.limits}>
          <Panel title={messages.newPlan.limits} bodyClassName="flex flex-col gap-3 p-3">
            <Field label={messages.newPlan.constraints} hint={messages.newPlan.constraintsHint}>
              {(ids) => (
                <TextArea
                  {...ids}
                  rows={3}
                  value={constraints}
                  onChange={(event) => setConstraints(event.target.value)}
                />
              )}
            </Field>
            <div className="grid grid-cols-3 gap-2">
              <Field label={messages.newPlan.cost}>
                {(ids) => (
                  <TextInput
                    {...ids}
                    type="number"
                    min={0}
                    step="any"
                    inputMode="decimal"
                    value={limits.costUsd}
                    onChange={(event) => setLimits({ ...limits, costUsd: event.target.value })}
                  />
                )}
              </Field>
              <Field label={messages.newPlan.minutes}>
                {(ids) => (
                  <TextInput
                    {...ids}
                    type="number"
                    min={1}
                    step={1}
                    inputMode="numeric"
                    value={limits.minutes}
                    onChange={(event) => setLimits({ ...limits, minutes: event.target.value })}
                  />
                )}
              </Field>
              <Field label={messages.newPlan.replans}>
                {(ids) => (
                  <TextInput
                    {...ids}
                    type="number"
                    min={0}
                    max={20}
                    step={1}
                    inputMode="numeric"
                    placeholder="2"
                    value={limits.replans}
                    onChange={(event) => setLimits({ ...limits, replans: event.target.value })}
                  />
                )}
              </Field>
            </div>
            <p className="text-xs text-faint">{messages.newPlan.limitsHint}</p>
          </Panel>
          <BlankPlan goal={goal} />
          <ImportLink goal={goal} />
          <p className="px-1 text-sm text-muted">{messages.newPlan.grantsNothing}</p>
          <div
            data-sticky-bar
            className="flex flex-col gap-2 max-md:sticky max-md:bottom-14 max-md:z-10 max-md:-mx-4 max-md:border-t max-md:border-border max-md:bg-surface max-md:px-4 max-md:py-2"
          >
            {missing.length > 0 ? (
              <div role="alert">
                <Notice look="problem" title={messages.newPlan.missing(missing)} />
              </div>
            ) : null}
            <Refused error={make.error} />
            <Button
              type="submit"
              look="primary"
              disabled={make.isPending || make.data?.made === true || !playbook}
            >
              {messages.newPlan.make}
            </Button>
            {playbook ? null : <p className="text-xs text-faint">{messages.newPlan.makeOff}</p>}
          </div>
        </aside>
        {problems ? (
          <div role="alert" className="lg:col-span-2">
            <Panel title={messages.newPlan.notMade(problems.length)}>
              <ProblemList problems={problems} />
              {unfinished ? <FixInEditor goal={goal} document={unfinished} /> : null}
            </Panel>
          </div>
        ) : null}
      </form>
    </Page>
  );
}

/** The plan is there already, made elsewhere. */
function ImportLink({ goal }: { goal: string }) {
  const query = goal.trim() === '' ? '' : `?goal=${encodeURIComponent(goal.trim().slice(0, 2_000))}`;
  return (
    <Panel title={messages.newPlan.elsewhere} bodyClassName="flex flex-col items-start gap-2 p-3">
      <p className="text-sm text-muted">{messages.newPlan.elsewhereText}</p>
      <ButtonLink href={`/plans/import${query}`}>{messages.newPlan.importPlan}</ButtonLink>
    </Panel>
  );
}

function Choices({
  found,
  chosen,
  onChoose,
}: {
  found: readonly Choice[];
  chosen: string | undefined;
  onChoose(id: string): void;
}) {
  return (
    <fieldset>
      <legend className="sr-only">{messages.newPlan.playbook}</legend>
      <div className="divide-y divide-border">
        {found.map((match) => (
          // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- its text is the playbook's title
          <label
            key={match.id}
            className={cx(
              'flex cursor-pointer items-start gap-3 px-3 py-2 hover:bg-hover',
              match.id === chosen && 'bg-hover',
            )}
          >
            <input
              type="radio"
              name="playbook"
              className="mt-0.5 size-4 accent-(--accent)"
              checked={match.id === chosen}
              onChange={() => onChoose(match.id)}
            />
            <span className="min-w-0 flex-1">
              <span className="font-medium">{match.title}</span>{' '}
              <span className="text-xs text-faint">
                {messages.newPlan.playbookRef(match.id, match.version)}
              </span>
              <span className="block text-sm text-muted">{match.description}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
