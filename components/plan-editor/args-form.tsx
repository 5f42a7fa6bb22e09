'use client';
import { Plus } from 'lucide-react';
import { useContext, useId, useState } from 'react';
import type { Json, JsonObject } from '#core/json.ts';
import { PlaceContext } from '#components/json/kept-inputs.ts';
import { fieldsOf, type SchemaField } from '#components/json/schema-field.ts';
import { SchemaForm } from '#components/json/schema-form.tsx';
import { Button } from '#components/ui/button.tsx';
import { Field, TextInput } from '#components/ui/field.tsx';
import { isComposing } from '#components/ui/is-composing.ts';
import { messages } from '#components/ui/messages-editor.ts';
import type { CelScope } from './cel-scope.ts';
import { toolOf, useEditorEnv } from './editor-env.ts';
import { useAuthoring } from './use-authoring.tsx';

const words = messages.editor.step;

/** The arguments of a tool, drawn from its schema; the connection is chosen among those there are. */
export function ToolArguments({
  tool: name,
  args,
  onChange,
  scope,
  place,
}: {
  tool: string;
  args: JsonObject;
  onChange(args: JsonObject): string | undefined;
  scope: CelScope;
  place: string;
}) {
  const { tools, connections } = useEditorEnv();
  const tool = toolOf(tools, name);
  const authoring = useAuthoring(scope);
  if (!tool) {
    return (
      <FreeValues
        label={words.arguments}
        hint={words.noToolHint}
        values={args}
        onChange={onChange}
        scope={scope}
        place={place}
      />
    );
  }
  const fields = fieldsOf(tool.argsSchema, tool.codeArgs).map((field): SchemaField => {
    const current = args[field.name];
    if (field.name !== tool.connectionArg || field.kind !== 'text') return field;
    const names = connections
      .filter(({ readOnly }) => tool.effect === 'read' || !readOnly)
      .map((each) => each.name);
    const choices = typeof current === 'string' && !names.includes(current) ? [...names, current] : names;
    return choices.length > 0 ? { ...field, kind: 'choice', choices } : field;
  });
  return (
    <div className="flex flex-col gap-3">
      <SchemaForm fields={fields} values={args} onChange={onChange} place={place} authoring={authoring} />
      {isOpen(tool.argsSchema) ? (
        <NewMember taken={args} onAdd={(added) => onChange({ ...args, [added]: '' })} />
      ) : null}
    </div>
  );
}

/** Further members are welcome to the schema, as in a map of headers. */
function isOpen(schema: JsonObject): boolean {
  return schema['additionalProperties'] !== false && schema['properties'] === undefined;
}

/** Named values without a schema: inputs of a person or a model, arguments of an unknown tool. */
export function FreeValues({
  label,
  hint,
  values,
  onChange,
  scope,
  place,
}: {
  label: string;
  hint?: string;
  values: JsonObject;
  onChange(values: JsonObject): string | undefined;
  scope: CelScope;
  place: string;
}) {
  const authoring = useAuthoring(scope);
  const key = useContext(PlaceContext) + place;
  const fields = Object.entries(values).map(([name, value]): SchemaField => ({
    name,
    label: name,
    required: true,
    kind: typeof value === 'string' ? 'long-text' : 'json',
    schema: {},
  }));
  return (
    <fieldset
      className="flex flex-col gap-3 rounded-control border border-border p-3"
      data-place={key}
      tabIndex={-1}
    >
      <legend className="px-1 text-sm font-medium">{label}</legend>
      {hint ? <p className="text-xs text-faint">{hint}</p> : null}
      {fields.map((field) => (
        <div key={field.name} className="flex flex-col gap-1">
          <SchemaForm
            fields={[field]}
            values={{ [field.name]: values[field.name] ?? '' }}
            onChange={(next) => onChange({ ...values, [field.name]: next[field.name] ?? '' })}
            place={place}
            authoring={authoring}
          />
          <Button
            look="quiet"
            size="sm"
            className="self-start"
            aria-label={messages.form.remove(field.name)}
            onClick={() =>
              onChange(Object.fromEntries(Object.entries(values).filter(([name]) => name !== field.name)))
            }
          >
            {messages.form.removeShort}
          </Button>
        </div>
      ))}
      <NewMember taken={values} onAdd={(name) => onChange({ ...values, [name]: '' })} />
    </fieldset>
  );
}

export function NewMember({
  taken,
  onAdd,
  label = words.addInput,
}: {
  taken: Readonly<Record<string, Json>>;
  onAdd(name: string): void;
  label?: string;
}) {
  const [name, setName] = useState('');
  const id = useId();
  const trimmed = name.trim();
  const problem = Object.hasOwn(taken, trimmed) ? words.nameTaken(trimmed) : undefined;
  const add = () => {
    if (trimmed === '' || problem !== undefined) return;
    onAdd(trimmed);
    setName('');
  };
  return (
    <div className="flex items-start gap-2">
      <Field label={label} error={problem} className="min-w-0 flex-1">
        {(ids) => (
          <TextInput
            {...ids}
            value={name}
            onChange={(event) => setName(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || isComposing(event)) return;
              event.preventDefault();
              add();
            }}
          />
        )}
      </Field>
      <Button id={id} className="mt-6" onClick={add}>
        <Plus aria-hidden size={14} />
        {words.add}
      </Button>
    </div>
  );
}
