'use client';
import { useContext, type ReactNode } from 'react';
import { PlaceContext, useTypedText } from '#components/json/kept-inputs.ts';
import { numberFrom } from '#components/json/schema-form.tsx';
import { Field, Select, TextArea, TextInput } from '#components/ui/field.tsx';
import { messages } from '#components/ui/messages-editor.ts';
import { durationFrom, durationText } from './duration.ts';

const words = messages.editor.step;
type Answer = string | undefined | void;
type Base = { label: string; hint?: ReactNode; place: string };

/** Empty is absent; where there must be something, it is said. */
export function TextField({
  label,
  hint,
  place,
  value,
  onChange,
  needed,
  rows,
  className,
}: Base & {
  value: string | undefined;
  onChange(value: string | undefined): Answer;
  /** What is said when it is empty and may not be. */
  needed?: string;
  rows?: number;
  className?: string;
}) {
  const typed = useTypedText(place, value ?? '', (text) => {
    if (text.trim() !== '') return onChange(text);
    return needed ?? onChange(undefined);
  });
  const control = {
    value: typed.text,
    onBlur: typed.onBlur,
    'data-place': typed.key,
    ...(className === undefined ? {} : { className }),
  };
  return (
    <Field label={label} hint={hint} error={typed.problem}>
      {(ids) =>
        rows === undefined ? (
          <TextInput {...ids} {...control} onChange={(event) => typed.onChange(event.target.value)} />
        ) : (
          <TextArea
            {...ids}
            {...control}
            rows={Math.min(16, Math.max(rows, typed.text.split('\n').length))}
            onChange={(event) => typed.onChange(event.target.value)}
          />
        )
      }
    </Field>
  );
}

export function NumberField({
  label,
  hint,
  place,
  value,
  onChange,
  min,
  max,
  whole = true,
  placeholder,
}: Base & {
  value: number | undefined;
  onChange(value: number | undefined): Answer;
  min: number;
  max: number;
  whole?: boolean;
  placeholder?: string;
}) {
  const typed = useTypedText(place, value === undefined ? '' : String(value), (text) => {
    if (text.trim() === '') return onChange(undefined);
    const number = numberFrom(text, whole);
    if (typeof number === 'string') return number;
    return number < min || number > max ? words.whole(text.trim(), min, max) : onChange(number);
  });
  return (
    <Field label={label} hint={hint} error={typed.problem}>
      {(ids) => (
        <TextInput
          {...ids}
          data-place={typed.key}
          inputMode={whole ? 'numeric' : 'decimal'}
          placeholder={placeholder}
          value={typed.text}
          onBlur={typed.onBlur}
          onChange={(event) => typed.onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

/** Milliseconds, written as people write time. */
export function DurationField({
  label,
  place,
  value,
  onChange,
  fallback,
  min = 1,
  max = Number.MAX_SAFE_INTEGER,
}: Base & {
  value: number | undefined;
  onChange(value: number | undefined): Answer;
  fallback?: number;
  min?: number;
  max?: number;
}) {
  const typed = useTypedText(place, value === undefined ? '' : durationText(value), (text) => {
    if (text.trim() === '') return onChange(undefined);
    const ms = durationFrom(text);
    if (ms === undefined) return words.notDuration(text.trim());
    return ms < min || ms > max ? words.notDuration(text.trim()) : onChange(ms);
  });
  return (
    <Field
      label={label}
      hint={fallback === undefined ? words.durationHint : words.byDefault(durationText(fallback))}
      error={typed.problem}
    >
      {(ids) => (
        <TextInput
          {...ids}
          data-place={typed.key}
          value={typed.text}
          onBlur={typed.onBlur}
          onChange={(event) => typed.onChange(event.target.value)}
        />
      )}
    </Field>
  );
}

export function ChoiceField<Value extends string>({
  label,
  hint,
  place,
  value,
  choices,
  onChange,
}: Base & {
  value: Value;
  choices: readonly { value: NoInfer<Value>; label: string }[];
  onChange(value: NoInfer<Value>): void;
}) {
  const place_ = useContext(PlaceContext) + place;
  return (
    <Field label={label} hint={hint}>
      {(ids) => (
        <Select
          {...ids}
          data-place={place_}
          value={value}
          onChange={(event) => onChange(event.target.value as Value)}
        >
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </Select>
      )}
    </Field>
  );
}
