'use client';
import { useState } from 'react';
import type { Json, JsonObject } from '#core/json.ts';
import { Checkbox, Field, Select, TextArea, TextInput } from '#components/ui/field.tsx';
import { messages } from '#components/ui/messages.ts';
import type { SchemaField } from './schema-field.ts';

/** A form drawn from a JSON Schema. Values keep their types: a number stays a number. */
export function SchemaForm({
  fields,
  values,
  onChange,
}: {
  fields: readonly SchemaField[];
  values: JsonObject;
  onChange(values: JsonObject): void;
}) {
  const set = (name: string, value: Json | undefined) => {
    const next = { ...values };
    if (value === undefined) delete next[name];
    else next[name] = value;
    onChange(next);
  };
  return (
    <div className="flex flex-col gap-3">
      {fields.map((field) => (
        <OneField
          key={field.name}
          field={field}
          value={values[field.name]}
          onChange={(value) => set(field.name, value)}
        />
      ))}
    </div>
  );
}

type OneProps = { field: SchemaField; value: Json | undefined; onChange(value: Json | undefined): void };

function OneField({ field, value, onChange }: OneProps) {
  if (field.kind === 'group') {
    return (
      <fieldset className="flex flex-col gap-3 rounded-control border border-border p-3">
        <legend className="px-1 text-sm font-medium">{field.label}</legend>
        <SchemaForm
          fields={field.fields ?? []}
          values={(value as JsonObject | undefined) ?? {}}
          onChange={onChange}
        />
      </fieldset>
    );
  }
  if (field.kind === 'boolean') {
    return (
      <Checkbox
        label={field.label}
        hint={field.description}
        checked={value === true}
        onChange={(event) => onChange(event.target.checked)}
      />
    );
  }
  const label = field.required ? field.label : messages.form.optional(field.label);
  if (field.kind === 'json')
    return <JsonField field={field} label={label} value={value} onChange={onChange} />;
  return (
    <Field
      label={label}
      hint={field.kind === 'lines' ? (field.description ?? messages.form.onePerLine) : field.description}
    >
      {(ids) => {
        if (field.kind === 'choice') {
          const index = field.choices?.findIndex((choice) => choice === value) ?? -1;
          return (
            <Select
              {...ids}
              value={index < 0 ? '' : String(index)}
              onChange={(event) =>
                onChange(event.target.value === '' ? undefined : field.choices?.[Number(event.target.value)])
              }
            >
              {field.required && index >= 0 ? null : <option value="">{messages.form.choose}</option>}
              {field.choices?.map((choice, place) => (
                <option key={place} value={place}>
                  {String(choice)}
                </option>
              ))}
            </Select>
          );
        }
        if (field.kind === 'number' || field.kind === 'integer') {
          return (
            <TextInput
              {...ids}
              inputMode={field.kind === 'integer' ? 'numeric' : 'decimal'}
              type="number"
              step={field.kind === 'integer' ? 1 : 'any'}
              value={typeof value === 'number' ? value : ''}
              onChange={(event) =>
                onChange(event.target.value === '' ? undefined : Number(event.target.value))
              }
            />
          );
        }
        if (field.kind === 'lines') {
          const text = Array.isArray(value) ? value.join('\n') : '';
          return (
            <TextArea
              {...ids}
              className="font-mono text-sm"
              value={text}
              onChange={(event) =>
                onChange(event.target.value === '' ? undefined : event.target.value.split('\n'))
              }
            />
          );
        }
        const text = typeof value === 'string' ? value : '';
        return field.kind === 'long-text' ? (
          <TextArea
            {...ids}
            value={text}
            onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
          />
        ) : (
          <TextInput
            {...ids}
            value={text}
            onChange={(event) => onChange(event.target.value === '' ? undefined : event.target.value)}
          />
        );
      }}
    </Field>
  );
}

function JsonField({ field, label, value, onChange }: OneProps & { label: string }) {
  const [text, setText] = useState(value === undefined ? '' : JSON.stringify(value, null, 2));
  const [error, setError] = useState<string>();
  return (
    <Field label={label} hint={field.description ?? messages.form.json} error={error}>
      {(ids) => (
        <TextArea
          {...ids}
          className="font-mono text-sm"
          value={text}
          onChange={(event) => {
            setText(event.target.value);
            try {
              onChange(
                event.target.value.trim() === '' ? undefined : (JSON.parse(event.target.value) as Json),
              );
              setError(undefined);
            } catch {
              setError(messages.form.notJson);
            }
          }}
        />
      )}
    </Field>
  );
}
