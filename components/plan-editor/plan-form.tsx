'use client';
import { Plus, Trash2 } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import type { JsonObject } from '#core/json.ts';
import { PLAN_DEFAULTS } from '#core/plan/normal-form.ts';
import type { Limits, PlanDocument } from '#core/plan/schema.ts';
import { JsonBox } from '#components/json/json-box.tsx';
import { PlaceContext } from '#components/json/kept-inputs.ts';
import { Button } from '#components/ui/button.tsx';
import { messages } from '#components/ui/messages-editor.ts';
import { NewMember } from './args-form.tsx';
import { BudgetForm } from './budget-form.tsx';
import { planScope, type CelScope } from './cel-scope.ts';
import { CheckForm, ChecksForm, newCheck } from './checks-form.tsx';
import { useAct, useEditorEnv } from './editor-env.ts';
import { useEditor } from './editor-store.ts';
import { setPlanField } from './intents/edit-step.ts';
import { ChoiceField, DurationField, NumberField, TextField } from './plain-fields.tsx';
import { Section } from './section.tsx';
import { freeStepId } from './step-id.ts';
import { without } from './work-form.tsx';

const words = messages.editor.plan;
type Field = Parameters<typeof setPlanField>[0];
type Set = (field: Field, value: unknown) => string | undefined;
type Props = { document: PlanDocument; set: Set; scope: CelScope };

/** What a plan says beside its steps. */
export function PlanForm() {
  const document = useEditor((state) => state.document);
  const { tools } = useEditorEnv();
  const act = useAct();
  const set: Set = (field, value) => act(setPlanField(field, value));
  const scope = useMemo(() => planScope(document, tools), [document, tools]);
  const props = { document, set, scope };
  return (
    <PlaceContext value="plan:">
      <div className="flex flex-col">
        <div className="pb-4">
          <TextField
            label={words.objective}
            hint={words.objectiveHint}
            place="/objective"
            rows={3}
            needed={words.objectiveNeeded}
            value={document.objective}
            onChange={(objective) => set('objective', objective)}
          />
        </div>
        <Inputs {...props} />
        <Constraints {...props} />
        <Assumptions {...props} />
        <Section title={words.success} open note={count(document.success)}>
          <ChecksForm
            label={words.success}
            place="/success"
            newId="done"
            checks={document.success ?? []}
            scope={scope}
            onChange={(checks) => set('success', some(checks))}
          />
        </Section>
        <Section title={words.stop} note={count(document.stop)}>
          <ChecksForm
            label={words.stop}
            place="/stop"
            newId="stop"
            checks={document.stop ?? []}
            scope={scope}
            onChange={(checks) => set('stop', some(checks))}
          />
        </Section>
        <LimitsForm {...props} />
      </div>
    </PlaceContext>
  );
}

function some<T>(list: readonly T[]): readonly T[] | undefined {
  return list.length > 0 ? list : undefined;
}
function count(list: readonly unknown[] | undefined): string {
  return list && list.length > 0 ? String(list.length) : messages.common.none;
}

function Inputs({ document, set }: Props) {
  const inputs: JsonObject = document.inputs ?? {};
  const setInputs = (next: JsonObject) => set('inputs', Object.keys(next).length > 0 ? next : undefined);
  return (
    <Section title={words.inputs} note={Object.keys(inputs).join(', ') || messages.common.none}>
      <p className="text-xs text-faint">{words.inputsHint}</p>
      {Object.entries(inputs).map(([name, value]) => (
        <Item key={name} label={name} onRemove={() => setInputs(omit(inputs, name))}>
          <JsonBox
            label={name}
            place={`/inputs/${name}`}
            rows={1}
            className="min-h-9"
            value={value}
            onChange={(next) => (next === undefined ? words.needed : setInputs({ ...inputs, [name]: next }))}
          />
        </Item>
      ))}
      <NewMember
        label={words.addInput}
        taken={inputs}
        onAdd={(name) => setInputs({ ...inputs, [name]: '' })}
      />
    </Section>
  );
}

function omit(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([key]) => key !== name));
}

function Constraints({ document, set }: Props) {
  const constraints = document.constraints ?? [];
  return (
    <Section title={words.constraints} note={count(constraints)}>
      {constraints.map((constraint, index) => (
        <Item
          key={constraint.id}
          label={words.constraint(index + 1)}
          onRemove={() => set('constraints', some(constraints.toSpliced(index, 1)))}
        >
          <TextField
            label={words.constraint(index + 1)}
            place={`/constraints/${index}/text`}
            rows={2}
            needed={words.needed}
            value={constraint.text}
            onChange={(text) =>
              set('constraints', constraints.with(index, { ...constraint, text: text ?? '' }))
            }
          />
        </Item>
      ))}
      <Add
        label={words.addConstraint}
        onClick={() =>
          set('constraints', [
            ...constraints,
            {
              id: freeStepId('constraint', new Set(constraints.map(({ id }) => id))),
              text: words.newConstraint,
            },
          ])
        }
      />
    </Section>
  );
}

function Assumptions({ document, set, scope }: Props) {
  const assumptions = document.assumptions ?? [];
  return (
    <Section title={words.assumptions} note={count(assumptions)}>
      {assumptions.map((assumption, index) => {
        const change = (next: typeof assumption) => set('assumptions', assumptions.with(index, next));
        const { check } = assumption;
        return (
          <Item
            key={assumption.id}
            label={words.assumption(index + 1)}
            onRemove={() => set('assumptions', some(assumptions.toSpliced(index, 1)))}
          >
            <div className="flex flex-col gap-2">
              <TextField
                label={words.assumption(index + 1)}
                place={`/assumptions/${index}/statement`}
                rows={2}
                needed={words.needed}
                value={assumption.statement}
                onChange={(statement) => change({ ...assumption, statement: statement ?? '' })}
              />
              <TextField
                label={messages.form.optional(words.assumptionSteps)}
                hint={words.assumptionStepsHint}
                place={`/assumptions/${index}/steps`}
                rows={1}
                className="min-h-9 font-mono text-sm"
                value={assumption.steps?.join('\n')}
                onChange={(text) => {
                  const steps = text?.split('\n').filter((line) => line.trim() !== '');
                  return change(without(assumption, 'steps', steps));
                }}
              />
              {check ? (
                <CheckForm
                  check={check}
                  taken={[]}
                  onChange={(next) => change({ ...assumption, check: next })}
                  scope={scope}
                  place={`/assumptions/${index}/check`}
                />
              ) : null}
              <Button
                size="sm"
                className="self-start"
                aria-pressed={check !== undefined}
                onClick={() => change(without(assumption, 'check', check ? undefined : newCheck('check')))}
              >
                {words.assumptionCheck}
              </Button>
            </div>
          </Item>
        );
      })}
      <Add
        label={words.addAssumption}
        onClick={() =>
          set('assumptions', [
            ...assumptions,
            {
              id: freeStepId('assumption', new Set(assumptions.map(({ id }) => id))),
              statement: words.newAssumption,
            },
          ])
        }
      />
    </Section>
  );
}

function LimitsForm({ document, set }: Props) {
  const limits: Limits = document.limits ?? {};
  const setLimit = <K extends keyof Limits>(key: K, value: Limits[K] | undefined) => {
    const next = without<Limits, K>(limits, key, value);
    return set('limits', Object.keys(next).length > 0 ? next : undefined);
  };
  return (
    <Section title={words.limits} note={messages.plan.limitsText(limits)}>
      <div className="grid grid-cols-2 gap-2">
        <NumberField
          label={words.concurrency}
          hint={messages.editor.step.byDefault(String(PLAN_DEFAULTS.concurrency))}
          place="/limits/concurrency"
          min={1}
          max={100}
          value={limits.concurrency}
          onChange={(value) => setLimit('concurrency', value)}
        />
        <NumberField
          label={words.replans}
          hint={messages.editor.step.byDefault(String(PLAN_DEFAULTS.replans))}
          place="/limits/replans"
          min={0}
          max={20}
          value={limits.replans}
          onChange={(value) => setLimit('replans', value)}
        />
        <DurationField
          label={words.deadline}
          place="/limits/deadlineMs"
          value={limits.deadlineMs}
          onChange={(value) => setLimit('deadlineMs', value)}
        />
        <DurationField
          label={words.escalate}
          place="/limits/escalateMs"
          min={0}
          fallback={PLAN_DEFAULTS.escalateMs}
          value={limits.escalateMs}
          onChange={(value) => setLimit('escalateMs', value)}
        />
      </div>
      <ChoiceField
        label={words.onStepFailure}
        place="/limits/onStepFailure"
        value={limits.onStepFailure ?? 'stop'}
        choices={(['stop', 'finish-independent', 'cancel-running', 'undo'] as const).map((value) => ({
          value,
          label: words.failures[value],
        }))}
        onChange={(value) => setLimit('onStepFailure', value === 'stop' ? undefined : value)}
      />
      <BudgetForm
        place="/limits/budget"
        budget={limits.budget}
        onChange={(budget) => setLimit('budget', budget)}
      />
    </Section>
  );
}

function Item({ label, onRemove, children }: { label: string; onRemove(): void; children: ReactNode }) {
  return (
    <div className="flex items-start gap-1">
      <div className="min-w-0 flex-1">{children}</div>
      <Button
        look="quiet"
        size="iconSm"
        className="mt-6"
        aria-label={words.removeItem(label)}
        onClick={onRemove}
      >
        <Trash2 aria-hidden size={14} />
      </Button>
    </div>
  );
}

function Add({ label, onClick }: { label: string; onClick(): void }) {
  return (
    <Button size="sm" className="self-start" onClick={onClick}>
      <Plus aria-hidden size={14} />
      {label}
    </Button>
  );
}
