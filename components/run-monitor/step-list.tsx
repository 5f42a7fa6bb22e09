'use client';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { memo, useDeferredValue, useEffect, useRef, useState } from 'react';
import { EffectIcon, effectWord } from '#components/marks/risk-mark.tsx';
import { StateIcon } from '#components/marks/state-badge.tsx';
import { stateLooks } from '#components/marks/state-looks.ts';
import { MarkNote } from '#components/plan-canvas/mark-note.tsx';
import type { PlanStep } from '#components/plan-version/plan-steps.ts';
import { Button } from '#components/ui/button.tsx';
import { cx } from '#components/ui/cx.ts';
import { Select, TextInput } from '#components/ui/field.tsx';
import { messages } from '#components/ui/messages.ts';
import { useRun } from './run-context.ts';
import { filterSteps, stepFilters } from './step-filter.ts';

/** Above this a plan has a search of its own. */
const FEW = 8;

/** Every step in run order with its state; a row listens to its own step only. */
export function StepList({
  steps,
  selected,
  onSelect,
  newest,
  wide,
  className,
}: {
  steps: readonly PlanStep[];
  selected: string | undefined;
  onSelect(stepId: string): void;
  /** The step that changed last, kept in view while the page follows. */
  newest: string | undefined;
  /** The list view: what it does, what it comes after, its state in words. */
  wide?: boolean;
  className?: string;
}) {
  const [show, setShow] = useQueryState('show', parseAsStringLiteral(stepFilters).withDefault('all'));
  const [find, setFind] = useState('');
  const wanted = useDeferredValue(find).trim();
  // Only a filter by state has to look at every state.
  const marks = useRun((feed) => (show === 'all' ? undefined : feed.marks));
  const shown = filterSteps(steps, marks, show, wanted);
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (newest === undefined) return;
    list.current?.querySelector(`[data-row="${CSS.escape(newest)}"]`)?.scrollIntoView({ block: 'nearest' });
  }, [newest]);
  const numberOf = new Map(steps.map((step) => [step.id, step.number]));
  return (
    <div className={cx('flex min-h-0 flex-col', className)}>
      <div className="flex flex-wrap gap-2 border-b border-border p-2">
        {steps.length > FEW ? (
          <TextInput
            type="search"
            aria-label={messages.outline.filter}
            placeholder={messages.outline.filter}
            value={find}
            onChange={(event) => setFind(event.target.value)}
            data-find
            className="h-7 min-w-24 flex-1 basis-24 text-sm max-md:h-11"
          />
        ) : null}
        <Select
          aria-label={messages.run.showSteps}
          value={show}
          onChange={(event) => void setShow(event.target.value as typeof show)}
          className="h-7 w-auto flex-1 px-2 text-sm max-md:h-11"
        >
          {stepFilters.map((value) => (
            <option key={value} value={value}>
              {messages.run.stepFilters[value]}
            </option>
          ))}
        </Select>
      </div>
      {shown.length === 0 ? (
        <div className="flex flex-col items-start gap-2 p-3 text-sm text-muted">
          {wanted ? messages.outline.noMatch(find) : messages.run.noStep}
          <Button
            size="sm"
            onClick={() => {
              setFind('');
              void setShow(null);
            }}
          >
            {messages.plan.clearFilter}
          </Button>
        </div>
      ) : null}
      <ol ref={list} className="min-h-0 flex-1 overflow-y-auto py-1" aria-label={messages.outline.title}>
        {shown.map((step) => (
          <StepRow
            key={step.id}
            step={step}
            after={wide ? afterOf(step, numberOf) : ''}
            selected={selected === step.id}
            onSelect={onSelect}
            wide={wide === true}
          />
        ))}
      </ol>
    </div>
  );
}

function afterOf(step: PlanStep, numberOf: ReadonlyMap<string, number>): string {
  const after = step.needs.flatMap((need) => numberOf.get(need) ?? []).sort((a, b) => a - b);
  return after.length > 0 ? messages.outline.after(after) : messages.outline.first;
}

const StepRow = memo(function StepRow({
  step,
  after,
  selected,
  onSelect,
  wide,
}: {
  step: PlanStep;
  after: string;
  selected: boolean;
  onSelect(stepId: string): void;
  wide: boolean;
}) {
  const mark = useRun((feed) => feed.marks[step.id]);
  const word = mark ? [stateLooks[mark.state].word, mark.detail].filter(Boolean).join(' ') : '';
  return (
    <li
      data-row={step.id}
      data-state={mark?.state}
      className="[contain-intrinsic-size:auto_36px] [content-visibility:auto]"
    >
      <button
        type="button"
        onClick={() => onSelect(step.id)}
        aria-current={selected ? 'step' : undefined}
        className={cx(
          'flex min-h-9 w-full items-center gap-2 border-l-4 border-transparent px-3 py-1 text-left text-sm -outline-offset-2 hover:bg-hover max-md:min-h-12',
          selected && 'border-accent bg-hover',
        )}
      >
        {mark ? <StateIcon state={mark.state} size={16} /> : null}
        <span className="w-5 shrink-0 text-right text-muted">{step.number}</span>
        <span className="min-w-0 flex-1">
          <span className={cx('block', wide ? 'font-medium break-words' : 'truncate')}>{step.title}</span>
          {wide ? (
            <span className="block text-xs break-words text-muted">
              <span className="font-mono">{step.does}</span> · {after}
            </span>
          ) : (
            <span className="sr-only">{word}</span>
          )}
        </span>
        <span className="shrink-0 text-right text-xs text-muted">
          {wide ? <span className="block font-semibold">{word}</span> : null}
          <MarkNote mark={mark} />
        </span>
        <span
          className={cx(
            'inline-flex shrink-0 items-center gap-1 text-xs',
            step.effect === 'irreversible' ? 'font-semibold text-text' : 'text-muted',
          )}
        >
          <EffectIcon effect={step.effect} size={14} />
          <span className={wide ? '' : 'sr-only'}>{effectWord(step.effect)}</span>
        </span>
      </button>
    </li>
  );
});
