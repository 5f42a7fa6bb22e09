'use client';
import { Plus, Trash2 } from 'lucide-react';
import { useContext, useMemo, useState } from 'react';
import type { Json } from '#core/json.ts';
import { STEP_DEFAULTS } from '#core/plan/normal-form.ts';
import { parsePlan } from '#core/plan/parse.ts';
import type { PlanDocument, Risk, Step } from '#core/plan/schema.ts';
import { JsonBox } from '#components/json/json-box.tsx';
import { KeptInputsContext, PlaceContext, renamePlaces } from '#components/json/kept-inputs.ts';
import { Button } from '#components/ui/button.tsx';
import { Checkbox, Field, TextInput } from '#components/ui/field.tsx';
import { messages } from '#components/ui/messages-editor.ts';
import { TabPanel, Tabs } from '#components/ui/tabs.tsx';
import { BudgetForm } from './budget-form.tsx';
import { CelField } from './cel-field.tsx';
import { stepScope } from './cel-scope.ts';
import { ChecksForm } from './checks-form.tsx';
import { useAct, useEditorEnv } from './editor-env.ts';
import { useEditor } from './editor-store.ts';
import { changeStep, renameStep, setStepField } from './intents/edit-step.ts';
import { defaultStep } from './intents/default-step.ts';
import { ChoiceField, DurationField, NumberField, TextField } from './plain-fields.tsx';
import { PositionFields } from './position-fields.tsx';
import { Section } from './section.tsx';
import { SchemaBox, without, WorkForm } from './work-form.tsx';

const words = messages.editor.step;
type StepField = Parameters<typeof setStepField>[2];
type Set = (field: StepField, value: unknown) => string | undefined;

/** Everything a step says, as a form; as JSON for what a form cannot show. */
export function StepForm({ step, onRunsAfter }: { step: Step; onRunsAfter(): void }) {
  const document = useEditor((state) => state.document);
  const act = useAct();
  const kept = useContext(KeptInputsContext);
  // JSON that does not parse yet is waiting there.
  const waits = kept?.getState().inputs.has(`step:${step.id}#json`) ?? false;
  const [view, setView] = useState<'form' | 'json'>(waits ? 'json' : 'form');
  const set: Set = (field, value) => act(setStepField(document, step.id, field, value));
  return (
    <PlaceContext value={`step:${step.id}`}>
      <Tabs
        look="switch"
        label={words.tabs}
        value={view}
        onChange={setView}
        items={[
          { value: 'form', label: words.form },
          { value: 'json', label: words.json },
        ]}
      >
        <TabPanel value="form" className="pt-3 outline-offset-4">
          <Fields step={step} document={document} set={set} onRunsAfter={onRunsAfter} />
        </TabPanel>
        <TabPanel value="json" className="pt-3 outline-offset-4">
          <JsonBox
            label={words.jsonLabel}
            hint={words.jsonHint}
            place=""
            rows={16}
            value={step as Json}
            onChange={(value) => {
              const parsed = stepFrom(value);
              return 'message' in parsed ? parsed.message : act(changeStep(document, step.id, parsed.step));
            }}
          />
        </TabPanel>
      </Tabs>
    </PlaceContext>
  );
}

/** Read as an import would read it, so the first problem names its place. */
function stepFrom(value: Json | undefined): { step: Step } | { message: string } {
  const parsed = parsePlan({ artifact: 'plan/v1', objective: '-', steps: [value ?? null] });
  const [step] = parsed.ok ? parsed.document.steps : [];
  if (step) return { step };
  const [first] = parsed.ok ? [] : parsed.problems;
  const place = first?.path.replace(/^\/steps\/0/, '') ?? '';
  return { message: words.jsonNotStep([place, first?.message].filter(Boolean).join(': ')) };
}

type FieldsProps = { step: Step; document: PlanDocument; set: Set };

function Fields(props: FieldsProps & { onRunsAfter(): void }) {
  const { step, document, set } = props;
  const { tools } = useEditorEnv();
  const scope = useMemo(() => stepScope(document, step, tools, 'before'), [document, step, tools]);
  return (
    <div className="flex flex-col">
      <div className="flex flex-col gap-3 pb-4">
        <TextField
          label={words.title}
          place="/title"
          needed={words.titleNeeded}
          value={step.title}
          onChange={(title) => set('title', title)}
        />
        <TextField
          label={words.intent}
          hint={words.intentHint}
          place="/intent"
          rows={2}
          value={step.intent}
          onChange={(intent) => set('intent', intent)}
        />
        <TextField
          label={words.success}
          hint={words.successHint}
          place="/success"
          rows={2}
          value={step.success}
          onChange={(success) => set('success', success)}
        />
      </div>
      <Section title={words.does} open>
        <WorkForm work={step.work} onChange={(work) => set('work', work)} scope={scope} place="/work" />
      </Section>
      <OrderSection {...props} />
      <CheckSection {...props} />
      <RiskSection {...props} />
      <FailureSection {...props} />
      <Section title={words.result}>
        <SchemaBox
          label={words.outputs}
          hint={words.outputsHint}
          place="/outputs"
          value={step.outputs}
          onChange={(outputs) => set('outputs', outputs)}
        />
      </Section>
      <Section title={words.position}>
        <PositionFields stepId={step.id} />
        <IdField step={step} document={document} />
      </Section>
      {step.rationale ? (
        <div className="border-t border-border py-3 text-sm">
          <h3 className="font-semibold">{words.rationale}</h3>
          <p className="mt-1 text-muted">{step.rationale}</p>
        </div>
      ) : null}
    </div>
  );
}

/** A name half typed is no name: the step is renamed when it is asked for. */
function IdField({ step, document }: { step: Step; document: PlanDocument }) {
  const act = useAct();
  const kept = useContext(KeptInputsContext);
  const [text, setText] = useState(step.id);
  const [problem, setProblem] = useState<string>();
  const rename = () => {
    const refusal = act(renameStep(document, step.id, text.trim()));
    setProblem(refusal);
    if (refusal === undefined && kept) renamePlaces(kept, `step:${step.id}`, `step:${text.trim()}`);
  };
  return (
    <form
      className="flex items-start gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        rename();
      }}
    >
      <div className="min-w-0 flex-1">
        <Field label={words.id} hint={words.idHint} error={problem}>
          {(ids) => (
            <TextInput
              {...ids}
              data-place={`step:${step.id}/id`}
              className="font-mono text-sm"
              spellCheck={false}
              value={text}
              onChange={(event) => {
                setText(event.target.value);
                setProblem(undefined);
              }}
            />
          )}
        </Field>
      </div>
      <Button type="submit" className="mt-6" disabled={text.trim() === step.id}>
        {words.rename}
      </Button>
    </form>
  );
}

function OrderSection({ step, document, set, onRunsAfter }: FieldsProps & { onRunsAfter(): void }) {
  const { tools } = useEditorEnv();
  const condition = useMemo(() => stepScope(document, step, tools, 'condition'), [document, step, tools]);
  const titles = new Map(document.steps.map(({ id, title }) => [id, title]));
  const needs = step.needs ?? [];
  const joinKind = typeof step.join === 'object' ? 'atLeast' : (step.join ?? 'all');
  const { forEach } = step;
  return (
    <Section
      title={words.order}
      open
      note={needs.length === 0 ? words.nothing : needs.map((id) => titles.get(id) ?? id).join(', ')}
    >
      <div
        className="flex items-start justify-between gap-2"
        data-place={`step:${step.id}/needs`}
        tabIndex={-1}
      >
        <div className="min-w-0 text-sm">
          <p className="font-medium">{words.runsAfter}</p>
          {needs.length === 0 ? (
            <p className="text-muted">{words.nothing}</p>
          ) : (
            <ul className="list-disc pl-4 text-muted">
              {needs.map((id) => (
                <li key={id}>{titles.get(id) ?? id}</li>
              ))}
            </ul>
          )}
        </div>
        <Button size="sm" onClick={onRunsAfter}>
          {words.change}
        </Button>
      </div>
      {needs.length > 1 || step.join !== undefined ? (
        <ChoiceField
          label={words.join}
          place="/join"
          value={joinKind}
          choices={(['all', 'any', 'atLeast'] as const).map((value) => ({
            value,
            label: words.joins[value],
          }))}
          onChange={(kind) =>
            set('join', kind === 'all' ? undefined : kind === 'any' ? 'any' : { atLeast: 1 })
          }
        />
      ) : null}
      {typeof step.join === 'object' ? (
        <NumberField
          label={words.atLeast}
          place="/join/atLeast"
          min={1}
          max={2_000}
          value={step.join.atLeast}
          onChange={(atLeast) => set('join', { atLeast: atLeast ?? 1 })}
        />
      ) : null}
      <CelField
        label={messages.form.optional(words.when)}
        hint={words.whenHint}
        place="/when"
        optional
        expr={step.when ?? ''}
        scope={condition}
        onChange={(when) => set('when', when === '' ? undefined : when)}
      />
      <CelField
        label={messages.form.optional(words.forEach)}
        hint={words.forEachHint}
        place="/forEach/items"
        optional
        expr={forEach?.items ?? ''}
        scope={condition}
        onChange={(items) => set('forEach', items === '' ? undefined : { ...forEach, items })}
      />
      {forEach ? (
        <div className="grid grid-cols-2 gap-2">
          <NumberField
            label={words.maxItems}
            place="/forEach/maxItems"
            min={1}
            max={10_000}
            placeholder={String(STEP_DEFAULTS.forEachMaxItems)}
            value={forEach.maxItems}
            onChange={(maxItems) => set('forEach', without(forEach, 'maxItems', maxItems))}
          />
          <NumberField
            label={words.atOnce}
            place="/forEach/concurrency"
            min={1}
            max={100}
            value={forEach.concurrency}
            onChange={(concurrency) => set('forEach', without(forEach, 'concurrency', concurrency))}
          />
        </div>
      ) : null}
    </Section>
  );
}

function CheckSection({ step, document, set }: FieldsProps) {
  const { tools } = useEditorEnv();
  const before = useMemo(() => stepScope(document, step, tools, 'before'), [document, step, tools]);
  const after = useMemo(() => stepScope(document, step, tools, 'after'), [document, step, tools]);
  const count = (step.preconditions?.length ?? 0) + (step.postconditions?.length ?? 0);
  return (
    <Section title={words.checks} note={count === 0 ? messages.common.none : String(count)}>
      <ChecksForm
        label={words.preconditions}
        place="/preconditions"
        newId="before"
        checks={step.preconditions ?? []}
        scope={before}
        onChange={(checks) => set('preconditions', checks.length > 0 ? checks : undefined)}
      />
      <ChecksForm
        label={words.postconditions}
        place="/postconditions"
        newId="after"
        checks={step.postconditions ?? []}
        scope={after}
        onChange={(checks) => set('postconditions', checks.length > 0 ? checks : undefined)}
      />
    </Section>
  );
}

function RiskSection({ step, set }: FieldsProps) {
  const { approval } = step;
  const asks = approval !== undefined && approval.required !== false;
  return (
    <Section
      title={words.risk}
      note={[step.risk ? words.risks[step.risk] : '', asks ? words.approvalAlways : '']
        .filter(Boolean)
        .join(', ')}
    >
      <ChoiceField
        label={words.riskLevel}
        hint={words.riskHint}
        place="/risk"
        value={step.risk ?? ''}
        choices={[
          { value: '' as Risk | '', label: words.riskFromTool },
          ...(['low', 'medium', 'high', 'critical'] as const).map((value) => ({
            value,
            label: words.risks[value],
          })),
        ]}
        onChange={(risk) => set('risk', risk === '' ? undefined : risk)}
      />
      <ChoiceField
        label={words.approval}
        hint={words.approvalHint}
        place="/approval"
        value={asks ? 'always' : 'policy'}
        choices={[
          { value: 'policy', label: words.approvalPolicy },
          { value: 'always', label: words.approvalAlways },
        ]}
        onChange={(value) => set('approval', value === 'always' ? { required: true } : undefined)}
      />
      {asks ? (
        <div className="grid grid-cols-2 gap-2">
          <NumberField
            label={words.approvers}
            place="/approval/approvers"
            min={1}
            max={10}
            value={approval.approvers}
            onChange={(approvers) => set('approval', without(approval, 'approvers', approvers))}
          />
          <DurationField
            label={words.expires}
            place="/approval/expiresAfterMs"
            min={1_000}
            value={approval.expiresAfterMs}
            onChange={(ms) => set('approval', without(approval, 'expiresAfterMs', ms))}
          />
        </div>
      ) : null}
      <BudgetForm place="/budget" budget={step.budget} onChange={(budget) => set('budget', budget)} />
    </Section>
  );
}

function FailureSection({ step, document, set }: FieldsProps) {
  const { tools } = useEditorEnv();
  const before = useMemo(() => stepScope(document, step, tools, 'before'), [document, step, tools]);
  const after = useMemo(() => stepScope(document, step, tools, 'after'), [document, step, tools]);
  const fallbacks = step.fallbacks ?? [];
  const { retry } = step;
  const setRetry = (next: NonNullable<Step['retry']>) =>
    set('retry', Object.keys(next).length > 0 ? next : undefined);
  const person = () => defaultStep({ kind: 'person' }, new Set()).work;
  return (
    <Section
      title={words.failure}
      note={messages.step.retries(retry?.attempts ?? STEP_DEFAULTS.retry.attempts)}
    >
      <div className="grid grid-cols-2 gap-2">
        <DurationField
          label={words.timeout}
          place="/timeoutMs"
          max={86_400_000}
          fallback={STEP_DEFAULTS.timeoutMs}
          value={step.timeoutMs}
          onChange={(ms) => set('timeoutMs', ms)}
        />
        <NumberField
          label={words.attempts}
          hint={words.byDefault(String(STEP_DEFAULTS.retry.attempts))}
          place="/retry/attempts"
          min={1}
          max={100}
          value={retry?.attempts}
          onChange={(attempts) => setRetry(without(retry ?? {}, 'attempts', attempts))}
        />
        <DurationField
          label={words.backoff}
          place="/retry/backoffMs"
          min={0}
          max={86_400_000}
          fallback={STEP_DEFAULTS.retry.backoffMs}
          value={retry?.backoffMs}
          onChange={(ms) => setRetry(without(retry ?? {}, 'backoffMs', ms))}
        />
        <DurationField
          label={words.maxBackoff}
          place="/retry/maxBackoffMs"
          min={0}
          max={86_400_000}
          fallback={STEP_DEFAULTS.retry.maxBackoffMs}
          value={retry?.maxBackoffMs}
          onChange={(ms) => setRetry(without(retry ?? {}, 'maxBackoffMs', ms))}
        />
      </div>
      <Checkbox
        label={words.skippable}
        checked={step.skippable === true}
        data-place={`step:${step.id}/skippable`}
        onChange={(event) => set('skippable', event.target.checked ? true : undefined)}
      />
      {fallbacks.map((work, index) => (
        <OtherWork
          key={index}
          title={words.fallback(index + 1)}
          remove={words.removeFallback(index + 1)}
          onRemove={() => set('fallbacks', fallbacks.length > 1 ? fallbacks.toSpliced(index, 1) : undefined)}
        >
          <WorkForm
            work={work}
            onChange={(next) => set('fallbacks', fallbacks.with(index, next))}
            scope={before}
            place={`/fallbacks/${index}`}
          />
        </OtherWork>
      ))}
      {fallbacks.length < 8 ? (
        <AddButton label={words.addFallback} onClick={() => set('fallbacks', [...fallbacks, person()])} />
      ) : null}
      {step.compensation ? (
        <OtherWork
          title={words.compensation}
          remove={words.removeCompensation}
          onRemove={() => set('compensation', undefined)}
        >
          <WorkForm
            work={step.compensation}
            onChange={(work) => set('compensation', work)}
            scope={after}
            place="/compensation"
          />
        </OtherWork>
      ) : (
        <AddButton
          place={`step:${step.id}/compensation`}
          label={words.addCompensation}
          onClick={() => set('compensation', person())}
        />
      )}
    </Section>
  );
}

function OtherWork({
  title,
  remove,
  onRemove,
  children,
}: {
  title: string;
  remove: string;
  onRemove(): void;
  children: React.ReactNode;
}) {
  return (
    <fieldset className="rounded-control border border-border p-3">
      <legend className="px-1 text-sm font-medium">{title}</legend>
      {children}
      <Button look="quiet" size="sm" className="mt-2" aria-label={remove} onClick={onRemove}>
        <Trash2 aria-hidden size={14} />
        {messages.form.removeShort}
      </Button>
    </fieldset>
  );
}

function AddButton({ label, onClick, place }: { label: string; onClick(): void; place?: string }) {
  return (
    <Button size="sm" className="self-start" data-place={place} onClick={onClick}>
      <Plus aria-hidden size={14} />
      {label}
    </Button>
  );
}
