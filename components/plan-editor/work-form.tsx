'use client';
import { useRef } from 'react';
import type { JsonObject } from '#core/json.ts';
import { schemaProblem } from '#core/plan/json-schema.ts';
import type { Work } from '#core/plan/schema.ts';
import { JsonBox } from '#components/json/json-box.tsx';
import { EffectMark } from '#components/marks/risk-mark.tsx';
import { messages } from '#components/ui/messages-editor.ts';
import { FreeValues, ToolArguments } from './args-form.tsx';
import { isObject, type CelScope } from './cel-scope.ts';
import { toolOf, useEditorEnv } from './editor-env.ts';
import { defaultStep } from './intents/default-step.ts';
import { ChoiceField, NumberField, TextField } from './plain-fields.tsx';

const words = messages.editor.step;
type OnChange<Value> = (value: Value) => string | undefined;
const kinds = (['tool', 'person', 'checkpoint', 'model', 'agent'] as const).map((value) => ({
  value,
  label: words.kinds[value],
}));

/** What does the work, and with what. Changing the kind or the tool and back brings back what was written. */
export function WorkForm({
  work,
  onChange,
  scope,
  place,
}: {
  work: Work;
  onChange: OnChange<Work>;
  scope: CelScope;
  place: string;
}) {
  const { tools, connections } = useEditorEnv();
  const before = useRef(new Map<string, Work>());
  const remember = () => before.current.set(work.kind === 'tool' ? `tool ${work.tool}` : work.kind, work);
  const names = Object.keys(tools).sort();
  const setKind = (kind: Work['kind']) => {
    if (kind === work.kind) return;
    remember();
    const known = [...before.current.values()].findLast((each) => each.kind === kind);
    if (known) return void onChange(known);
    if (kind !== 'tool') return void onChange(defaultStep({ kind }, new Set()).work);
    const first = toolOf(tools, names[0] ?? '');
    if (first) onChange(defaultStep({ tool: first, connections }, new Set()).work);
  };
  return (
    <div className="flex flex-col gap-3">
      <ChoiceField
        label={words.kind}
        place={`${place}/kind`}
        value={work.kind}
        choices={kinds.filter(({ value }) => value !== 'tool' || names.length > 0 || work.kind === 'tool')}
        onChange={setKind}
      />
      {work.kind === 'tool' ? (
        <ToolWorkForm
          work={work}
          onChange={onChange}
          scope={scope}
          place={place}
          onTool={(name) => {
            remember();
            const tool = toolOf(tools, name);
            const known = before.current.get(`tool ${name}`);
            if (known || !tool) return void (known && onChange(known));
            const fresh = defaultStep({ tool, connections }, new Set()).work;
            if (fresh.kind !== 'tool') return;
            const named = isObject(tool.argsSchema['properties']) ? tool.argsSchema['properties'] : {};
            const kept = Object.entries(work.args).filter(([arg]) => Object.hasOwn(named, arg));
            onChange({ ...fresh, args: { ...fresh.args, ...Object.fromEntries(kept) } });
          }}
        />
      ) : work.kind === 'person' ? (
        <>
          <TextField
            label={words.prompt}
            hint={words.promptHint}
            place={`${place}/prompt`}
            rows={3}
            value={work.prompt}
            onChange={(prompt) => onChange({ ...work, prompt: prompt ?? '' })}
          />
          <SchemaBox
            label={words.formSchema}
            hint={words.formHint}
            place={`${place}/form`}
            value={work.form}
            onChange={(form) => onChange(without(work, 'form', form))}
          />
          <Inputs work={work} onChange={onChange} scope={scope} place={place} />
        </>
      ) : work.kind === 'checkpoint' ? (
        <TextField
          label={words.question}
          place={`${place}/question`}
          rows={2}
          value={work.question}
          onChange={(question) => onChange({ ...work, question: question ?? '' })}
        />
      ) : work.kind === 'model' ? (
        <>
          <TextField
            label={words.modelPrompt}
            place={`${place}/prompt`}
            rows={4}
            value={work.prompt}
            onChange={(prompt) => onChange({ ...work, prompt: prompt ?? '' })}
          />
          <Inputs work={work} onChange={onChange} scope={scope} place={place} />
          <SchemaBox
            label={words.outputSchema}
            place={`${place}/outputSchema`}
            value={work.outputSchema}
            onChange={(outputSchema) => onChange({ ...work, outputSchema: outputSchema ?? {} })}
          />
        </>
      ) : (
        <AgentForm work={work} onChange={onChange} scope={scope} place={place} />
      )}
    </div>
  );
}

function ToolWorkForm({
  work,
  onChange,
  onTool,
  scope,
  place,
}: {
  work: Extract<Work, { kind: 'tool' }>;
  onChange: OnChange<Work>;
  onTool(name: string): void;
  scope: CelScope;
  place: string;
}) {
  const { tools } = useEditorEnv();
  const tool = toolOf(tools, work.tool);
  const choices = Object.keys(tools)
    .sort()
    .map((value) => ({ value, label: value }));
  return (
    <>
      <ChoiceField
        label={words.tool}
        place={`${place}/tool`}
        value={work.tool}
        choices={tool ? choices : [{ value: work.tool, label: words.unknownTool(work.tool) }, ...choices]}
        onChange={onTool}
      />
      {tool ? (
        <div className="text-sm text-muted">
          <p>{tool.description}</p>
          <EffectMark effect={tool.effect} className="mt-1" />
        </div>
      ) : null}
      <ToolArguments
        tool={work.tool}
        args={work.args}
        onChange={(args) => onChange({ ...work, args })}
        scope={scope}
        place={`${place}/args`}
      />
    </>
  );
}

function AgentForm({
  work,
  onChange,
  scope,
  place,
}: {
  work: Extract<Work, { kind: 'agent' }>;
  onChange: OnChange<Work>;
  scope: CelScope;
  place: string;
}) {
  const { tools } = useEditorEnv();
  const unknown = work.tools.filter((name) => name !== '' && !toolOf(tools, name));
  return (
    <>
      <TextField
        label={words.brief}
        place={`${place}/brief`}
        rows={4}
        value={work.brief}
        onChange={(brief) => onChange({ ...work, brief: brief ?? '' })}
      />
      <TextField
        label={words.tools}
        hint={unknown.length > 0 ? words.unknownTools(unknown) : words.toolsHint}
        place={`${place}/tools`}
        rows={3}
        className="font-mono text-sm"
        value={work.tools.join('\n')}
        onChange={(text) =>
          onChange({
            ...work,
            tools: (text ?? '')
              .split('\n')
              .map((line) => line.trim())
              .filter(Boolean),
          })
        }
      />
      <NumberField
        label={words.maxTurns}
        place={`${place}/maxTurns`}
        min={1}
        max={100}
        placeholder="20"
        value={work.maxTurns}
        onChange={(maxTurns) => onChange(without(work, 'maxTurns', maxTurns))}
      />
      <TextField
        label={words.profile}
        place={`${place}/profile`}
        value={work.profile}
        onChange={(profile) => onChange(without(work, 'profile', profile))}
      />
      <Inputs work={work} onChange={onChange} scope={scope} place={place} />
      <SchemaBox
        label={words.outputSchema}
        place={`${place}/outputSchema`}
        value={work.outputSchema}
        onChange={(outputSchema) => onChange({ ...work, outputSchema: outputSchema ?? {} })}
      />
    </>
  );
}

type WithInputs = Extract<Work, { kind: 'person' | 'model' | 'agent' }>;

function Inputs({
  work,
  onChange,
  scope,
  place,
}: {
  work: WithInputs;
  onChange: OnChange<Work>;
  scope: CelScope;
  place: string;
}) {
  return (
    <FreeValues
      label={words.inputs}
      hint={words.inputsHint}
      values={work.inputs ?? {}}
      onChange={(inputs) =>
        onChange(without(work, 'inputs', Object.keys(inputs).length > 0 ? inputs : undefined))
      }
      scope={scope}
      place={`${place}/inputs`}
    />
  );
}

/** A JSON Schema as JSON: an object that the checker can use. */
export function SchemaBox({
  label,
  hint,
  place,
  value,
  onChange,
}: {
  label: string;
  hint?: string;
  place: string;
  value: JsonObject | undefined;
  onChange(value: JsonObject | undefined): string | undefined;
}) {
  const problem = value === undefined ? undefined : schemaProblem(value);
  return (
    <JsonBox
      label={label}
      hint={hint}
      place={place}
      rows={3}
      value={value}
      problem={problem === undefined ? undefined : words.badSchema(problem)}
      onChange={(next) => {
        if (next === undefined) return onChange(undefined);
        return isObject(next) ? onChange(next) : words.notObject;
      }}
    />
  );
}

/** The object with the member set, or without it. */
export function without<T extends object, K extends keyof T>(object: T, key: K, value: T[K] | undefined): T {
  const next = { ...object };
  if (value === undefined) delete next[key];
  else next[key] = value;
  return next;
}
