'use client';
import type { ReactNode } from 'react';
import type { PlanDocument } from '#core/plan/schema.ts';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';

/** What the plan as a whole is for and bound by. */
export function PlanFacts({ document }: { document: PlanDocument }) {
  return (
    <div className="flex flex-col gap-4 wrap-anywhere">
      <Block title={messages.plan.objective}>
        <p className="whitespace-pre-wrap">
          <InvisibleText text={document.objective} />
        </p>
      </Block>
      {document.constraints && document.constraints.length > 0 ? (
        <Block title={messages.plan.constraints}>
          <ul className="list-disc pl-4">
            {document.constraints.map((constraint) => (
              <li key={constraint.id}>
                <InvisibleText text={constraint.text} />
              </li>
            ))}
          </ul>
        </Block>
      ) : null}
      {document.assumptions && document.assumptions.length > 0 ? (
        <Block title={messages.plan.assumptions}>
          <ul className="list-disc pl-4">
            {document.assumptions.map((assumption) => (
              <li key={assumption.id}>
                <InvisibleText text={assumption.statement} />{' '}
                <span className="text-muted">
                  {assumption.check ? messages.plan.checked : messages.plan.notVerifiable}
                </span>
              </li>
            ))}
          </ul>
        </Block>
      ) : null}
      <Block title={messages.plan.success}>
        {document.success && document.success.length > 0 ? (
          <ul className="flex flex-col gap-1">
            {document.success.map((check) => (
              <li key={check.id}>
                <code className="break-all">{check.expr}</code>
                <span className="block text-muted">{messages.step.otherwise(check.message)}</span>
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-muted">{messages.plan.noSuccess}</p>
        )}
      </Block>
      <Block title={messages.plan.limits}>
        <p>{messages.plan.limitsText(document.limits ?? {})}</p>
      </Block>
      <p className="text-sm text-muted">{messages.newPlan.grantsNothing}</p>
    </div>
  );
}

export function Block({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="text-sm">
      <h2 className="mb-0.5 text-xs font-semibold text-muted">{title}</h2>
      {children}
    </section>
  );
}
