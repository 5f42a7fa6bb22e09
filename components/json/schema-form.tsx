'use client';
import { Plus, Trash2 } from 'lucide-react';
import { createContext, useContext, type ReactNode } from 'react';
import type { Json, JsonObject } from '#core/json.ts';
import { bindingOf } from '#core/plan/bound-value.ts';
import { Button } from '#components/ui/button.tsx';
import { Checkbox, Field, Select, TextArea, TextInput } from '#components/ui/field.tsx';
import { messages } from '#components/ui/messages.ts';
import { JsonBox } from './json-box.tsx';
import { PlaceContext, useTypedText } from './kept-inputs.ts';
import { canShow, sameJson, startingValue, type SchemaField } from './schema-field.ts';

/**
 * Writing a plan's arguments instead of filling in a form: each value may be an expression, what may be absent is
 * absent, members the schema does not name are kept and shown, and a value is judged as it is written.
 */
export type Authoring = {
  /** The field of one expression, with its way back to a value. */
  expression(props: {
    label: string;
    hint: string | undefined;
    expr: string;
    place: string;
    onChange(value: Json | undefined): string | undefined | void;
  }): ReactNode;
  /** The button that turns a value into an expression. */
  toExpression(props: {
    label: string;
    value: Json | undefined;
    place: string;
    onChange(value: Json): void;
  }): ReactNode;
  problemOf(schema: JsonObject, value: Json): string | undefined;
};
const AuthoringContext = createContext<Authoring | undefined>(undefined);

type FormProps = {
  fields: readonly SchemaField[];
  values: JsonObject;
  onChange(values: JsonObject): string | undefined | void;
  place?: string;
};

/** A form drawn from a JSON Schema. Values keep their types: a number stays a number. */
export function SchemaForm({ authoring, ...props }: FormProps & { authoring?: Authoring | undefined }) {
  const form = <Members {...props} />;
  return authoring ? <AuthoringContext value={authoring}>{form}</AuthoringContext> : form;
}

function Members({ fields, values, onChange, place = '' }: FormProps) {
  const authoring = useContext(AuthoringContext);
  const known = new Set(fields.map(({ name }) => name));
  const others = authoring ? Object.keys(values).filter((name) => !known.has(name)) : [];
  const set = (name: string, value: Json | undefined) =>
    onChange(
      Object.fromEntries([
        ...Object.entries(values).filter(([key]) => key !== name || value !== undefined),
        ...(value === undefined ? [] : [[name, value] as const]),
      ]),
    );
  return (
    <div className="flex flex-col gap-3">
      {fields.map((field) => (
        <OneField
          key={field.name}
          field={field}
          place={`${place}/${field.name}`}
          value={Object.hasOwn(values, field.name) ? values[field.name] : undefined}
          onChange={(value) => set(field.name, value)}
        />
      ))}
      {others.map((name) => (
        <OneField
          key={name}
          field={{ name, label: messages.form.notInSchema(name), required: false, kind: 'json', schema: {} }}
          place={`${place}/${name}`}
          value={values[name]}
          onChange={(value) => set(name, value)}
        />
      ))}
    </div>
  );
}

type OneProps = {
  field: SchemaField;
  place: string;
  value: Json | undefined;
  onChange(value: Json | undefined): string | undefined | void;
};

function OneField(props: OneProps) {
  const { field, place, value, onChange } = props;
  const authoring = useContext(AuthoringContext);
  const label = field.required ? field.label : messages.form.optional(field.label);
  if (!authoring) return <Control {...props} label={label} problem={undefined} aside={null} />;
  const expr = value === undefined ? undefined : bindingOf(value);
  if (expr !== undefined)
    return authoring.expression({ label, hint: field.description, expr, place, onChange });
  const problem =
    value === undefined || hasBinding(value) ? undefined : authoring.problemOf(field.schema, value);
  return (
    <Control
      {...props}
      field={canShow(field, value) ? field : { ...field, kind: 'json' }}
      label={label}
      problem={problem}
      aside={authoring.toExpression({ label: field.label, value, place, onChange })}
    />
  );
}

function hasBinding(value: Json): boolean {
  if (value === null || typeof value !== 'object') return false;
  return bindingOf(value) !== undefined || Object.values(value).some(hasBinding);
}

type ControlProps = OneProps & { label: string; problem: string | undefined; aside: ReactNode };

function Control(props: ControlProps) {
  const { field, label, value, onChange, place, problem, aside } = props;
  const authoring = useContext(AuthoringContext);
  switch (field.kind) {
    case 'group':
      return <Group {...props} />;
    case 'list':
      return <List {...props} />;
    case 'boolean':
      return <YesNo {...props} />;
    case 'choice':
      return <Choice {...props} />;
    case 'json':
      return (
        <JsonBox
          label={label}
          hint={field.description}
          value={value}
          onChange={onChange}
          place={place}
          problem={problem}
          dropsInvalid={!authoring}
          aside={aside}
        />
      );
    case 'number':
    case 'integer':
      return <NumberInput {...props} />;
    case 'lines':
    case 'text':
    case 'long-text':
    case 'code':
      return <TextControl {...props} />;
  }
}

function Group({ field, label, value, onChange, place, aside }: ControlProps) {
  const authoring = useContext(AuthoringContext);
  if (authoring && value === undefined) {
    return (
      <div className="flex items-center justify-between gap-2">
        <Button size="sm" onClick={() => onChange(startingValue(field))}>
          <Plus aria-hidden size={14} />
          {messages.form.set(field.label)}
        </Button>
        {aside}
      </div>
    );
  }
  return (
    <fieldset className="flex flex-col gap-3 rounded-control border border-border p-3">
      <legend className="px-1 text-sm font-medium">{authoring ? label : field.label}</legend>
      {aside ? <div className="-my-2 flex justify-end">{aside}</div> : null}
      <Members
        fields={field.fields ?? []}
        values={(value as JsonObject | undefined) ?? {}}
        onChange={onChange}
        place={place}
      />
      {authoring && !field.required ? (
        <Remove label={field.label} onClick={() => onChange(undefined)} />
      ) : null}
    </fieldset>
  );
}

function List({ field, label, value, onChange, place, aside }: ControlProps) {
  const items = Array.isArray(value) ? value : [];
  const { item } = field;
  if (!item) return null;
  return (
    <fieldset className="flex flex-col gap-3 rounded-control border border-border p-3">
      <legend className="px-1 text-sm font-medium">{label}</legend>
      {aside ? <div className="-my-2 flex justify-end">{aside}</div> : null}
      {field.description ? <p className="text-xs text-faint">{field.description}</p> : null}
      {items.map((each, index) => (
        <div key={index} className="flex flex-col gap-1">
          <OneField
            field={{ ...item, name: String(index), label: messages.form.item(field.label, index + 1) }}
            place={`${place}/${index}`}
            value={each}
            onChange={(next) =>
              onChange(next === undefined ? items.toSpliced(index, 1) : items.with(index, next))
            }
          />
          <Remove
            label={messages.form.item(field.label, index + 1)}
            onClick={() => onChange(items.toSpliced(index, 1))}
          />
        </div>
      ))}
      <Button size="sm" className="self-start" onClick={() => onChange([...items, startingValue(item)])}>
        <Plus aria-hidden size={14} />
        {messages.form.add(field.label)}
      </Button>
    </fieldset>
  );
}

function Remove({ label, onClick }: { label: string; onClick(): void }) {
  return (
    <Button
      look="quiet"
      size="sm"
      className="self-start"
      aria-label={messages.form.remove(label)}
      onClick={onClick}
    >
      <Trash2 aria-hidden size={14} />
      {messages.form.removeShort}
    </Button>
  );
}

function YesNo({ field, label, value, onChange, place, problem, aside }: ControlProps) {
  const authoring = useContext(AuthoringContext);
  const key = useContext(PlaceContext) + place;
  if (!authoring || field.required) {
    return (
      <div className="flex items-start justify-between gap-2">
        <Checkbox
          label={field.label}
          hint={problem ?? field.description}
          checked={value === true}
          data-place={key}
          onChange={(event) => onChange(event.target.checked)}
        />
        {aside}
      </div>
    );
  }
  return (
    <Field label={label} hint={field.description} error={problem} aside={aside}>
      {(ids) => (
        <Select
          {...ids}
          data-place={key}
          value={value === undefined ? '' : String(value)}
          onChange={(event) =>
            onChange(event.target.value === '' ? undefined : event.target.value === 'true')
          }
        >
          <option value="">{messages.form.notSet}</option>
          <option value="true">{messages.form.yes}</option>
          <option value="false">{messages.form.no}</option>
        </Select>
      )}
    </Field>
  );
}

function Choice({ field, label, value, onChange, place, problem, aside }: ControlProps) {
  const key = useContext(PlaceContext) + place;
  const index = value === undefined ? -1 : (field.choices?.findIndex((each) => sameJson(each, value)) ?? -1);
  return (
    <Field label={label} hint={field.description} error={problem} aside={aside}>
      {(ids) => (
        <Select
          {...ids}
          data-place={key}
          value={index < 0 ? '' : String(index)}
          onChange={(event) =>
            onChange(event.target.value === '' ? undefined : field.choices?.[Number(event.target.value)])
          }
        >
          {field.required && index >= 0 ? null : <option value="">{messages.form.choose}</option>}
          {field.choices?.map((choice, place) => (
            <option key={place} value={place}>
              {typeof choice === 'string' ? choice : JSON.stringify(choice)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}

function NumberInput({ field, label, value, onChange, place, problem, aside }: ControlProps) {
  const authoring = useContext(AuthoringContext);
  const typed = useTypedText(place, typeof value === 'number' ? String(value) : '', (text) => {
    if (text.trim() === '') return onChange(undefined);
    const number = numberFrom(text, field.kind === 'integer');
    if (typeof number !== 'string') return onChange(number);
    // A form that is sent must not send the number that stood there before.
    if (!authoring) onChange(undefined);
    return number;
  });
  return (
    <Field label={label} hint={field.description} error={typed.problem ?? problem} aside={aside}>
      {(ids) => (
        <TextInput
          {...ids}
          data-place={typed.key}
          inputMode={field.kind === 'integer' ? 'numeric' : 'decimal'}
          value={typed.text}
          onChange={(event) => typed.onChange(event.target.value)}
          onBlur={typed.onBlur}
        />
      )}
    </Field>
  );
}

/** The number, or why the text is none. An integer that JavaScript would round is refused, never rounded. */
export function numberFrom(text: string, whole: boolean): number | string {
  const trimmed = text.trim();
  if (!/^[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?$/.test(trimmed)) return messages.form.notNumber(trimmed);
  const number = Number(trimmed);
  if (!Number.isFinite(number)) return messages.form.notNumber(trimmed);
  if (whole && !Number.isInteger(number)) return messages.form.notWhole(trimmed);
  if (Number.isInteger(number) && !Number.isSafeInteger(number)) return messages.form.tooLarge(trimmed);
  return number;
}

const hints: Readonly<Record<string, string>> = messages.form.formats;

function TextControl({ field, label, value, onChange, place, problem, aside }: ControlProps) {
  const lines = field.kind === 'lines';
  const shown = lines
    ? Array.isArray(value)
      ? value.join('\n')
      : ''
    : typeof value === 'string'
      ? value
      : '';
  const typed = useTypedText(place, shown, (text) => {
    if (text === '') return onChange(undefined);
    return onChange(lines ? text.split('\n') : text);
  });
  const { format } = field.schema;
  const hint =
    field.description ??
    (lines ? messages.form.onePerLine : typeof format === 'string' ? hints[format] : undefined);
  const many = lines || field.kind !== 'text';
  const control = {
    value: typed.text,
    onBlur: typed.onBlur,
    'data-place': typed.key,
    ...(field.kind === 'code' || lines ? { className: 'font-mono text-sm', spellCheck: false } : {}),
  };
  return (
    <Field label={label} hint={hint} error={typed.problem ?? problem} aside={aside}>
      {(ids) =>
        many ? (
          <TextArea
            {...ids}
            {...control}
            rows={Math.min(20, Math.max(3, typed.text.split('\n').length + 1))}
            onChange={(event) => typed.onChange(event.target.value)}
          />
        ) : (
          <TextInput {...ids} {...control} onChange={(event) => typed.onChange(event.target.value)} />
        )
      }
    </Field>
  );
}
