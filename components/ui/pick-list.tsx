'use client';
import { useDeferredValue, useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Field, TextInput } from './field.tsx';
import { isComposing } from './is-composing.ts';
import { messages } from './messages-editor.ts';
import { OptionList } from './option-list.tsx';

export type Pick = {
  key: string;
  /** What is searched, and what is said. */
  text: string;
  detail?: ReactNode;
  /** Why it cannot be taken; it is shown all the same. */
  off?: string;
};

/** A combobox whose list is always there: type to narrow it, arrows to choose, Enter to take. */
export function PickList({
  label,
  picks,
  onTake,
  focusFirst,
}: {
  label: string;
  picks: readonly Pick[];
  onTake(key: string): void;
  focusFirst?: boolean;
}) {
  const listId = useId();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const wanted = useDeferredValue(text).trim().toLowerCase();
  const shown = wanted === '' ? picks : picks.filter((pick) => pick.text.toLowerCase().includes(wanted));
  const at = Math.min(active, shown.length - 1);
  const take = (index: number) => {
    const pick = shown[index];
    if (!pick || pick.off !== undefined) return;
    onTake(pick.key);
    setText('');
    setActive(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (isComposing(event)) return;
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }[event.key];
    if (step !== undefined && shown.length > 0) {
      const next = Math.abs(step) === 1 ? (at + step + shown.length) % shown.length : at + step;
      setActive(Math.max(0, Math.min(shown.length - 1, next)));
    } else if (event.key === 'Enter') take(at);
    else return;
    event.preventDefault();
  };
  return (
    <div className="flex flex-col gap-1">
      <Field label={label}>
        {(ids) => (
          <TextInput
            {...ids}
            role="combobox"
            autoComplete="off"
            aria-expanded={shown.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            {...(shown.length > 0 ? { 'aria-activedescendant': `${listId}-${at}` } : {})}
            data-dialog-focus={focusFirst || undefined}
            value={text}
            onChange={(event) => {
              setText(event.target.value);
              setActive(0);
            }}
            onKeyDown={onKeyDown}
          />
        )}
      </Field>
      <p role="status" className="text-xs text-faint">
        {shown.length === 0 ? messages.editor.combobox.none : messages.editor.combobox.count(shown.length)}
      </p>
      <OptionList
        id={listId}
        label={label}
        active={at}
        onTake={take}
        options={shown.map((pick) => ({
          key: pick.key,
          off: pick.off !== undefined,
          content: (
            <span className="flex items-baseline justify-between gap-3">
              <span className="min-w-0">
                <span className="break-words">{pick.text}</span>
                {pick.off === undefined ? null : (
                  <span className="block text-xs">{messages.editor.runsAfter.cannot(pick.off)}</span>
                )}
              </span>
              {pick.detail ? <span className="shrink-0 text-xs text-muted">{pick.detail}</span> : null}
            </span>
          ),
        }))}
        className="max-h-72 rounded-control border border-border"
      />
    </div>
  );
}
