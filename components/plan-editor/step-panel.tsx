'use client';
import type { Ref } from 'react';
import type { CanvasStep } from '#components/plan-canvas/canvas-step.ts';
import { EffectMark } from '#components/marks/risk-mark.tsx';
import { ProblemList } from '#components/plan-version/problem-list.tsx';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages-editor.ts';
import { useEditorActions } from './editor-actions.ts';
import { useEditor } from './editor-store.ts';
import { useEditorUi } from './editor-ui.ts';
import { PlanForm } from './plan-form.tsx';
import { StepActions } from './step-actions.tsx';
import { StepForm } from './step-form.tsx';

/** Beside the graph: the selected step, several of them, or the plan itself. */
export function EditorPanel({
  steps,
  headingRef,
  inSheet,
}: {
  steps: readonly CanvasStep[];
  headingRef: Ref<HTMLHeadingElement>;
  /** The sheet has a heading of its own. */
  inSheet?: boolean;
}) {
  const document = useEditor((state) => state.document);
  const selection = useEditor((state) => state.selection);
  const problems = useEditor((state) => state.problems);
  const showsPlan = useEditorUi((state) => state.showsPlan);
  const actions = useEditorActions();
  const [only, ...others] = selection;
  const heading = 'text-md font-semibold wrap-anywhere outline-offset-4';
  if (showsPlan || only === undefined) {
    return (
      <div className="flex flex-col gap-3">
        {inSheet ? null : (
          <h2 ref={headingRef} tabIndex={-1} className={heading}>
            {messages.editor.about}
          </h2>
        )}
        <PlanForm />
      </div>
    );
  }
  if (others.length > 0) {
    return (
      <div className="flex flex-col gap-3">
        <h2 ref={headingRef} tabIndex={-1} className={heading}>
          {messages.editor.selected(selection.length)}
        </h2>
        <StepActions ids={selection} />
        <ul className="list-disc pl-4 text-sm">
          {steps
            .filter(({ id }) => selection.includes(id))
            .map((step) => (
              <li key={step.id}>
                {step.number} <InvisibleText text={step.title} />
              </li>
            ))}
        </ul>
      </div>
    );
  }
  const step = document.steps.find(({ id }) => id === only);
  const card = steps.find(({ id }) => id === only);
  if (!step || !card) return <p className="text-sm text-muted">{messages.editor.step.gone}</p>;
  const own = problems.filter(({ stepId }) => stepId === only);
  return (
    <div className="flex flex-col gap-3">
      {inSheet ? null : (
        <h2 ref={headingRef} tabIndex={-1} className={heading}>
          <span className="font-normal text-muted">{messages.common.step(card.number)}</span>{' '}
          <InvisibleText text={step.title} />
        </h2>
      )}
      <EffectMark effect={card.effect} className="text-sm" />
      <StepActions ids={[only]} />
      {own.length > 0 ? (
        <section aria-label={messages.editor.step.problems}>
          <ProblemList problems={own} />
        </section>
      ) : null}
      <StepForm key={only} step={step} onRunsAfter={() => actions.askRunsAfter(only)} />
    </div>
  );
}
