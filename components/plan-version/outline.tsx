'use client';
import { useDeferredValue, useState } from 'react';
import { EffectIcon, effectWord } from '#components/marks/risk-mark.tsx';
import { StateIcon } from '#components/marks/state-badge.tsx';
import { stateLooks } from '#components/marks/state-looks.ts';
import type { CanvasStep } from '#components/plan-canvas/canvas-step.ts';
import { MarkNote } from '#components/plan-canvas/mark-note.tsx';
import type { StepMark } from '#components/plan-canvas/canvas-store.ts';
import { Button } from '#components/ui/button.tsx';
import { cx } from '#components/ui/cx.ts';
import { TextInput } from '#components/ui/field.tsx';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';

/** Every step as text, in run order. It says all that the graph says: state, effect, what it comes after. */
export function Outline({
  steps,
  marks,
  selected,
  onSelect,
  withNeeds,
  className,
}: {
  steps: readonly CanvasStep[];
  marks?: Readonly<Record<string, StepMark>> | undefined;
  selected: string | undefined;
  onSelect(stepId: string): void;
  /** The list view: wider rows with "After 2, 3". */
  withNeeds?: boolean;
  className?: string;
}) {
  const [filter, setFilter] = useState('');
  const wanted = useDeferredValue(filter).trim().toLowerCase();
  const shown = wanted
    ? steps.filter((step) => `${step.number} ${step.title} ${step.does}`.toLowerCase().includes(wanted))
    : steps;
  const numberOf = new Map(steps.map((step) => [step.id, step.number]));
  return (
    <div className={cx('flex min-h-0 flex-col', className)}>
      {steps.length > 5 ? (
        <div className="border-b border-border p-2">
          <TextInput
            type="search"
            aria-label={messages.outline.filter}
            placeholder={messages.outline.filter}
            value={filter}
            onChange={(event) => setFilter(event.target.value)}
            className="h-7 text-sm max-md:h-11"
          />
        </div>
      ) : null}
      {shown.length === 0 ? (
        <p className="flex flex-wrap items-center gap-2 p-3 text-sm text-muted">
          {messages.outline.noMatch(filter)}
          <Button size="sm" onClick={() => setFilter('')}>
            {messages.plan.clearFilter}
          </Button>
        </p>
      ) : null}
      <ol className="min-h-0 flex-1 overflow-y-auto py-1" aria-label={messages.outline.title}>
        {shown.map((step) => {
          const mark = marks?.[step.id];
          const after = step.needs.flatMap((need) => numberOf.get(need) ?? []).sort((a, b) => a - b);
          return (
            <li
              key={step.id}
              // Rows out of sight of a long plan are not laid out.
              className={
                steps.length > 100
                  ? '[contain-intrinsic-block-size:auto_40px] [content-visibility:auto]'
                  : undefined
              }
            >
              <button
                type="button"
                onClick={() => onSelect(step.id)}
                aria-current={selected === step.id ? 'step' : undefined}
                className={cx(
                  'flex min-h-9 w-full items-center gap-2 border-l-4 border-transparent px-3 py-1 text-left text-sm -outline-offset-2 hover:bg-hover max-md:min-h-12',
                  selected === step.id && 'border-accent bg-hover',
                )}
              >
                {mark ? <StateIcon state={mark.state} size={16} /> : null}
                <span className="w-5 shrink-0 text-right text-muted">{step.number}</span>
                <span className="min-w-0 flex-1">
                  <span className={cx('block', withNeeds ? 'font-medium break-words' : 'truncate')}>
                    <InvisibleText text={step.title} />
                  </span>
                  {withNeeds ? (
                    <span className="block text-xs break-words text-muted">
                      <span className="font-mono">{step.does}</span> ·{' '}
                      {after.length > 0 ? messages.outline.after(after) : messages.outline.first}
                    </span>
                  ) : null}
                  {mark ? (
                    <span className="sr-only">
                      {[stateLooks[mark.state].word, mark.detail].filter(Boolean).join(' ')}
                    </span>
                  ) : null}
                </span>
                {mark && (withNeeds || mark.note || mark.since) ? (
                  <span className="shrink-0 text-right text-xs text-muted">
                    {withNeeds ? (
                      <span className="block font-semibold">
                        {[stateLooks[mark.state].word, mark.detail].filter(Boolean).join(' ')}
                      </span>
                    ) : null}
                    <MarkNote mark={mark} />
                  </span>
                ) : null}
                <span
                  className={cx(
                    'inline-flex shrink-0 items-center gap-1 text-xs',
                    step.effect === 'irreversible' ? 'font-semibold text-text' : 'text-muted',
                  )}
                >
                  <EffectIcon effect={step.effect} size={14} />
                  <span className={mark && !withNeeds ? 'sr-only' : ''}>{effectWord(step.effect)}</span>
                </span>
              </button>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
