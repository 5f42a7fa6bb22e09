'use client';
import { useMemo } from 'react';
import { diffPlans, isEmptyDiff, type PlanDiff, type StepChange } from '#core/plan/diff.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import { DiffTab } from '#components/marks/diff-tab.tsx';
import { PLAN } from '#components/plan-compare/changes.ts';
import { FieldRows } from '#components/plan-compare/field-view.tsx';
import { messages } from '#components/ui/messages-editor.ts';
import { useEditorEnv, type EditorEnv } from './editor-env.ts';

const words = messages.editor.submit;

export function useDraftDiff(base: PlanDocument, document: PlanDocument, { tools }: EditorEnv): PlanDiff {
  return useMemo(() => diffPlans(base, document, { tools }), [base, document, tools]);
}
export { isEmptyDiff };

/** My own changes, read before they are saved: what needs approval again first, wording last and closed. */
export function DraftDiff({ base, document }: { base: PlanDocument; document: PlanDocument }) {
  const diff = useDraftDiff(base, document, useEditorEnv());
  const changes = diff.steps.filter(({ kind }) => kind !== 'unchanged');
  const groups = [
    { key: 'A', title: words.needsApproval },
    { key: 'B', title: words.behaviour },
    { key: 'C', title: words.wording },
  ] as const;
  const planFields = (key: 'A' | 'B' | 'C') => diff.plan.filter((field) => field.class === key);
  return (
    <div className="flex flex-col gap-3">
      <p className="text-sm">{isEmptyDiff(diff) ? words.noChange : diff.summary.text}</p>
      {groups.map(({ key, title }) => {
        const own = changes.filter((change) => change.class === key);
        const plan = planFields(key);
        if (own.length + plan.length === 0) return null;
        return (
          <details key={key} open={key !== 'C'}>
            <summary className="min-h-6 cursor-pointer text-sm font-semibold max-md:min-h-11">
              {`${title} (${own.length + (plan.length > 0 ? 1 : 0)})`}
            </summary>
            <ul className="mt-1 flex flex-col gap-2">
              {plan.length > 0 ? (
                <li className="flex flex-col gap-1">
                  <span className="text-sm font-medium">{messages.editor.problems.plan}</span>
                  <FieldRows changeId={PLAN} fields={plan} />
                </li>
              ) : null}
              {own.map((change) => (
                <Change key={`${change.kind} ${change.stepId}`} change={change} />
              ))}
            </ul>
          </details>
        );
      })}
    </div>
  );
}

function Change({ change }: { change: StepChange }) {
  return (
    <li className="flex flex-col gap-1">
      <span className="flex items-center gap-2 text-sm">
        {change.kind === 'unchanged' ? null : <DiffTab kind={change.kind} />}
        <span className="font-medium">{change.toStep?.title ?? change.fromStep?.title ?? change.stepId}</span>
      </span>
      {change.kind === 'added' || change.kind === 'removed' ? null : (
        <FieldRows changeId={change.stepId} fields={change.fields} />
      )}
    </li>
  );
}
