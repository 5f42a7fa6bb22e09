'use client';
import { useId, useMemo, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { useTypedText } from '#components/json/kept-inputs.ts';
import { Field, TextArea } from '#components/ui/field.tsx';
import { isComposing } from '#components/ui/is-composing.ts';
import { messages } from '#components/ui/messages-editor.ts';
import { OptionList } from '#components/ui/option-list.tsx';
import { complete, type Completion } from './cel-complete.ts';
import { celProblem, type CelScope } from './cel-scope.ts';

const words = messages.editor.cel;

/**
 * One expression: a text box with a list of what may be written at the cursor. The list opens while a name is typed or
 * with Ctrl Space; arrows choose, Enter takes, Esc closes. What is wrong is said below, never only shown.
 */
export function CelField({
  label,
  hint,
  expr,
  onChange,
  scope,
  place,
  aside,
  optional,
}: {
  label: string;
  hint?: ReactNode;
  expr: string;
  onChange(expr: string): string | undefined | void;
  scope: CelScope;
  place: string;
  /** Beside the box: the way back to a plain value. */
  aside?: ReactNode;
  /** No expression at all is fine too. */
  optional?: boolean;
}) {
  const box = useRef<HTMLTextAreaElement>(null);
  const listId = useId();
  const [cursor, setCursor] = useState<number>();
  const [active, setActive] = useState(0);
  const typed = useTypedText(place, expr, onChange);
  const { text } = typed;
  const found = useMemo(
    () => (cursor === undefined ? undefined : complete(text, cursor, scope)),
    [text, cursor, scope],
  );
  const options = found?.options ?? [];
  const open = options.length > 0;
  const problem = text === '' && optional ? undefined : celProblem(text, scope);

  const close = () => setCursor(undefined);
  const openAt = (at: number) => {
    setCursor(at);
    setActive(0);
  };
  const take = (option: Completion) => {
    if (!found) return;
    const next = text.slice(0, found.from) + option.insert + text.slice(found.to);
    const at = found.from + option.insert.length;
    typed.onChange(next);
    requestAnimationFrame(() => {
      box.current?.focus();
      box.current?.setSelectionRange(at, at);
    });
    // `steps[` leads on to the ids, a step or a member to what is below it.
    if (option.insert.endsWith('[')) openAt(at);
    else close();
  };
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault();
      openAt(event.currentTarget.selectionStart);
      return;
    }
    if (!open || isComposing(event)) return;
    const chosen = options[active];
    switch (event.key) {
      case 'ArrowDown':
        setActive((active + 1) % options.length);
        break;
      case 'ArrowUp':
        setActive((active - 1 + options.length) % options.length);
        break;
      case 'Enter':
        if (chosen) take(chosen);
        break;
      case 'Escape':
        close();
        break;
      case 'Tab':
      case 'ArrowLeft':
      case 'ArrowRight':
      case 'Home':
      case 'End':
        close();
        return;
      default:
        return;
    }
    event.preventDefault();
    // Not to the dialog or sheet around it.
    event.stopPropagation();
    event.nativeEvent.stopImmediatePropagation();
  };

  return (
    <div>
      <Field label={label} hint={hint} error={typed.problem ?? problem} aside={aside}>
        {(ids) => (
          <div className="relative">
            <TextArea
              {...ids}
              ref={box}
              data-place={typed.key}
              rows={Math.min(12, Math.max(1, text.split('\n').length, Math.ceil(text.length / 44)))}
              spellCheck={false}
              autoCapitalize="off"
              autoCorrect="off"
              className="min-h-9 resize-y py-1.5 font-mono text-sm max-md:min-h-11"
              aria-autocomplete="list"
              aria-haspopup="listbox"
              {...(open ? { 'aria-controls': listId, 'aria-activedescendant': `${listId}-${active}` } : {})}
              value={text}
              onChange={(event) => {
                typed.onChange(event.target.value);
                openAt(event.target.selectionStart);
              }}
              onBlur={() => {
                typed.onBlur();
                close();
              }}
              onKeyDown={onKeyDown}
              onClick={close}
            />
            {open ? (
              <OptionList
                id={listId}
                label={words.suggestions}
                options={options.map((option) => ({
                  key: option.label,
                  content: (
                    <span className="flex items-baseline justify-between gap-3">
                      <span className="font-mono">{option.label}</span>
                      <span className="min-w-0 truncate text-xs text-muted">{option.detail}</span>
                    </span>
                  ),
                }))}
                active={active}
                onTake={(index) => {
                  const option = options[index];
                  if (option) take(option);
                }}
                className="absolute inset-x-0 z-50 mt-1 max-h-56 rounded-control border border-border-strong bg-surface shadow-layer"
              />
            ) : null}
          </div>
        )}
      </Field>
      <p role="status" className="sr-only">
        {open ? words.count(options.length) : ''}
      </p>
    </div>
  );
}
