'use client';
import { Handle, Position } from '@xyflow/react';
import { TriangleAlert } from 'lucide-react';
import { memo } from 'react';
import { get } from '#core/run/record.ts';
import { DiffTab } from '#components/marks/diff-tab.tsx';
import { EffectIcon, effectWord } from '#components/marks/risk-mark.tsx';
import { StateIcon } from '#components/marks/state-badge.tsx';
import { stateLooks } from '#components/marks/state-looks.ts';
import { messages } from '#components/ui/messages.ts';
import type { CanvasStep } from './canvas-step.ts';
import { useCanvas, type StepMark } from './canvas-store.ts';
import { CardNote } from './mark-note.tsx';
import { PartBar, partsText } from './part-bar.tsx';

/** "Step 4, Switch writes. Needs approval. Irreversible. After 2, 3." */
export function stepName(step: CanvasStep, mark: StepMark | undefined, numbers: readonly number[]): string {
  const word = mark
    ? [stateLooks[mark.state].word, mark.detail].filter(Boolean).join(' ')
    : step.needsApproval
      ? messages.canvas.asks
      : undefined;
  const parts = mark?.parts ? partsText(mark.parts) : undefined;
  const facts = [word, effectWord(step.effect), step.alert, parts].flatMap((text) =>
    text ? [`${text}.`] : [],
  );
  return messages.canvas.stepName(step.number, step.title, facts.join(' '), numbers);
}

/**
 * One card. Inside is one button and nothing else that acts: actions live in the panel (ux 6.1). Its name holds the
 * visible words in their order; what is not in the name (tool, time) is drawn by the style sheet from `data-text`.
 */
export const StepNode = memo(function StepNode({ id }: { id: string }) {
  const step = useCanvas((state) => get(state.steps, id));
  const mark = useCanvas((state) => get(state.marks, id));
  const diff = useCanvas((state) => get(state.diff, id));
  const active = useCanvas((state) => state.active === id);
  const selected = useCanvas((state) => state.selected === id || state.chosen.has(id));
  const editable = useCanvas((state) => state.editable);
  const far = useCanvas((state) => state.near !== undefined && !state.near.has(id));
  const dim = useCanvas(
    (state) => state.dimUnchanged && (get(state.diff, id) ?? 'unchanged') === 'unchanged',
  );
  const steps = useCanvas((state) => state.steps);
  if (!step) return null;
  const numbers = step.needs.flatMap((need) => get(steps, need)?.number ?? []).sort((a, b) => a - b);
  const look = mark ? stateLooks[mark.state] : undefined;
  const marked = diff && diff !== 'unchanged' ? diff : undefined;
  return (
    <>
      <Handle type="target" position={Position.Left} isConnectable={editable} aria-hidden="true" />
      {marked ? (
        <span aria-hidden className="step-diff">
          <DiffTab kind={marked} />
        </span>
      ) : null}
      <button
        type="button"
        className="step-card"
        data-step={id}
        data-tone={look?.tone ?? 'neutral'}
        data-shape={look?.shape ?? 'solid'}
        data-bar={look?.bar ?? false}
        data-tint={look?.tint ?? false}
        data-state={mark?.state}
        data-diff={marked === 'again' ? 'changed' : marked}
        data-fact={marked ? `step ${marked} ${id}` : undefined}
        data-dim={dim || far || undefined}
        tabIndex={active ? 0 : -1}
        aria-pressed={selected}
        aria-label={`${marked ? messages.diff.prefix[marked] : ''}${stepName(step, mark, numbers)}`}
      >
        <span className="step-row step-head">
          {mark ? (
            <StateIcon state={mark.state} className="step-icon" />
          ) : (
            <EffectIcon effect={step.effect} size={76} className="step-glyph" />
          )}
          <span className="step-number">{step.number}</span> <span className="step-title">{step.title}</span>{' '}
          <EffectIcon effect={step.effect} size={28} className="step-risk-far" />
        </span>
        <span className="step-row step-tool">
          <span className="step-does" data-text={step.does} />
          <CardNote mark={mark} />
        </span>{' '}
        {mark?.parts ? <PartBar parts={mark.parts} /> : null}
        <span className="step-row step-foot">
          {look ? (
            <span className="step-word">{[look.word, mark?.detail].filter(Boolean).join(' ')}</span>
          ) : step.needsApproval ? (
            <span className="step-asks">{messages.canvas.asks}</span>
          ) : null}{' '}
          <span className="step-risk" data-effect={step.effect}>
            <EffectIcon effect={step.effect} />
            {effectWord(step.effect)}
          </span>
          {step.alert ? (
            <span className="step-alert">
              <TriangleAlert aria-hidden size={14} />
              {step.alert}
            </span>
          ) : null}
          {step.forEach ? <span className="step-each" data-text={messages.canvas.forEach} /> : null}
        </span>
        <More step={step} numbers={numbers} />
      </button>
      <Handle type="source" position={Position.Right} isConnectable={editable} aria-hidden="true" />
    </>
  );
});

/** What a card adds when one is close: how one sees that it is done, what it comes after, what it may cost. */
function More({ step, numbers }: { step: CanvasStep; numbers: readonly number[] }) {
  const budget = step.budget ? messages.canvas.budget(step.budget) : '';
  return (
    <span className="step-more">
      <span
        className="step-success"
        data-text={step.success ? messages.canvas.success(step.success) : messages.step.noSuccess}
      />
      <span
        className="step-needs"
        data-text={[messages.canvas.after(numbers), budget].filter(Boolean).join(' · ')}
      />
    </span>
  );
}
