'use client';
import { TriangleAlert } from 'lucide-react';
import { useDeferredValue, useState, type KeyboardEvent, type RefObject } from 'react';
import { EffectIcon, effectWord } from '#components/marks/risk-mark.tsx';
import type { CanvasStep } from '#components/plan-canvas/canvas-step.ts';
import { cx } from '#components/ui/cx.ts';
import { TextInput } from '#components/ui/field.tsx';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { isComposing } from '#components/ui/is-composing.ts';
import { messages } from '#components/ui/messages-editor.ts';
import { useEditorActions } from './editor-actions.ts';
import { useEditor } from './editor-store.ts';

const words = messages.editor.list;

/** Every step as a row: opens its form, and is selected with a box, without Shift or dragging. */
export function EditorList({
  steps,
  onOpen,
  searchRef,
  wide,
  className,
}: {
  steps: readonly CanvasStep[];
  onOpen(stepId: string): void;
  searchRef?: RefObject<HTMLInputElement | null>;
  /** With what each runs after. */
  wide?: boolean;
  className?: string;
}) {
  const selection = useEditor((state) => state.selection);
  const actions = useEditorActions();
  const [filter, setFilter] = useState('');
  const wanted = useDeferredValue(filter).trim().toLowerCase();
  const shown = wanted
    ? steps.filter((step) =>
        `${step.number} ${step.title} ${step.does} ${step.id}`.toLowerCase().includes(wanted),
      )
    : steps;
  const numberOf = new Map(steps.map((step) => [step.id, step.number]));
  const onKeyDown = (event: KeyboardEvent) => {
    const to = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
    const row = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset.row;
    if (to === undefined || row === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    const at = shown.findIndex(({ id }) => id === row) + to;
    const next = shown[Math.max(0, Math.min(shown.length - 1, at))];
    event.preventDefault();
    const list = event.currentTarget;
    list.querySelector<HTMLElement>(`button[data-row="${CSS.escape(next?.id ?? '')}"]`)?.focus();
  };
  return (
    <div className={cx('flex min-h-0 flex-col', className)}>
      <div className="border-b border-border p-2">
        <TextInput
          ref={searchRef}
          type="search"
          aria-label={words.find}
          placeholder={words.find}
          value={filter}
          onChange={(event) => setFilter(event.target.value)}
          onKeyDown={(event) => {
            const [first] = shown;
            if (event.key === 'Enter' && first && !isComposing(event)) onOpen(first.id);
          }}
          className="h-7 text-sm max-md:h-11"
        />
      </div>
      {shown.length === 0 && steps.length > 0 ? (
        <p className="p-3 text-sm text-muted">{messages.outline.noMatch(filter)}</p>
      ) : null}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- arrow keys of the rows' buttons, handled once */}
      <ol
        className="relative min-h-0 flex-1 overflow-y-auto py-1"
        aria-label={words.title}
        onKeyDown={onKeyDown}
      >
        {shown.map((step) => {
          const after = step.needs.flatMap((need) => numberOf.get(need) ?? []).sort((a, b) => a - b);
          const chosen = selection.includes(step.id);
          return (
            <li
              key={step.id}
              className={cx(
                'flex items-stretch border-l-4 border-transparent',
                chosen && 'border-accent bg-hover',
              )}
            >
              <label className="flex min-w-8 cursor-pointer items-center justify-center max-md:min-w-11">
                <input
                  type="checkbox"
                  className="size-4 accent-(--accent) max-md:size-5"
                  aria-label={words.select(step.number, step.title)}
                  checked={chosen}
                  onChange={() => actions.toggle(step.id)}
                />
              </label>
              <button
                type="button"
                data-row={step.id}
                aria-current={chosen && selection.length === 1 ? 'step' : undefined}
                onClick={() => onOpen(step.id)}
                className="flex min-h-9 min-w-0 flex-1 items-center gap-2 py-1 pr-3 text-left text-sm -outline-offset-2 hover:bg-hover max-md:min-h-12"
              >
                <span className="w-5 shrink-0 text-right text-muted">{step.number}</span>
                <span className="min-w-0 flex-1">
                  <span className={wide ? 'block font-medium break-words' : 'block truncate'}>
                    <InvisibleText text={step.title} />
                  </span>
                  {wide ? (
                    <span className="block text-xs break-words text-muted">
                      <span className="font-mono">{step.does}</span> ·{' '}
                      {after.length > 0 ? messages.outline.after(after) : messages.outline.first}
                    </span>
                  ) : null}
                </span>
                {step.alert ? (
                  <span className="inline-flex shrink-0 items-center gap-1 text-xs font-semibold text-danger">
                    <TriangleAlert aria-hidden size={14} />
                    {step.alert}
                  </span>
                ) : null}
                <span className="inline-flex shrink-0 items-center gap-1 text-xs text-muted">
                  <EffectIcon effect={step.effect} size={14} />
                  {effectWord(step.effect)}
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
