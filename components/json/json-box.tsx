'use client';
import type { ReactNode } from 'react';
import type { Json } from '#core/json.ts';
import { parseJsonText } from '#core/plan/json-text.ts';
import { cx } from '#components/ui/cx.ts';
import { Field, TextArea } from '#components/ui/field.tsx';
import { messages } from '#components/ui/messages.ts';
import { useTypedText } from './kept-inputs.ts';

/** A value as JSON text. What does not parse stays as typed, with the place where reading it stopped. */
export function JsonBox({
  label,
  hint,
  value,
  onChange,
  place,
  problem,
  rows = 4,
  className,
  dropsInvalid,
  aside,
}: {
  label: ReactNode;
  hint?: ReactNode;
  value: Json | undefined;
  onChange(value: Json | undefined): string | undefined | void;
  place: string;
  /** What is wrong with the value that is there. */
  problem?: string | undefined;
  rows?: number;
  className?: string;
  /** While the text does not parse there is no value, rather than the one before. */
  dropsInvalid?: boolean;
  aside?: ReactNode;
}) {
  const shown = value === undefined ? '' : JSON.stringify(value, null, 2);
  const typed = useTypedText(`${place}#json`, shown, (text) => {
    if (text.trim() === '') return onChange(undefined);
    const parsed = parseJsonText(text);
    if (!parsed.ok) {
      if (dropsInvalid) onChange(undefined);
      return messages.form.notJsonAt(parsed.line, parsed.column, parsed.message);
    }
    return onChange(parsed.value);
  });
  return (
    <Field label={label} hint={hint ?? messages.form.json} error={typed.problem ?? problem} aside={aside}>
      {(ids) => (
        <TextArea
          {...ids}
          data-place={typed.key.replace(/#json$/, '')}
          rows={Math.min(24, Math.max(rows, typed.text.split('\n').length))}
          spellCheck={false}
          className={cx('font-mono text-sm', className)}
          value={typed.text}
          onChange={(event) => typed.onChange(event.target.value)}
          onBlur={typed.onBlur}
        />
      )}
    </Field>
  );
}
