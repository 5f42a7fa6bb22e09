'use client';
import { budgetView, effectsView } from '#core/run/views.ts';
import { clock, count, usd } from '#components/ui/format.ts';
import { messages } from '#components/ui/messages.ts';
import { useNow } from '#components/ui/use-now.ts';
import { useRunState } from './run-context.ts';

/** Spent against the limits, and what happened in the outside world. */
export function BudgetRow() {
  const state = useRunState();
  const now = useNow();
  const budget = budgetView(state);
  const effects = effectsView(state);
  const elapsed = (state.endedAt ?? Math.max(now, state.startedAt)) - state.startedAt;
  const limitMs = budget.deadlineAt === undefined ? undefined : budget.deadlineAt - state.startedAt;
  const facts: [string, string][] = [
    [
      messages.budget.cost,
      messages.budget.of(
        usd(budget.spent.costMicroUsd),
        budget.budget.costUsd === undefined ? undefined : usd(budget.budget.costUsd * 1_000_000),
        'USD',
      ) + (budget.spentUnknown ? messages.budget.partly : ''),
    ],
    [
      messages.budget.time,
      messages.budget.of(clock(elapsed), limitMs === undefined ? undefined : clock(limitMs), ''),
    ],
    [
      messages.budget.toolCalls,
      messages.budget.of(
        count(budget.spent.toolCalls),
        budget.budget.toolCalls === undefined ? undefined : count(budget.budget.toolCalls),
        '',
      ),
    ],
    ...(budget.spent.tokens > 0 || budget.budget.tokens !== undefined
      ? [
          [
            messages.budget.tokens,
            messages.budget.of(
              count(budget.spent.tokens),
              budget.budget.tokens === undefined ? undefined : count(budget.budget.tokens),
              '',
            ),
          ] as [string, string],
        ]
      : []),
    [messages.budget.replans, messages.budget.of(String(budget.replans), String(budget.replansAllowed), '')],
    [messages.budget.effects, messages.budget.effectCounts(effects.committed, effects.unknown)],
  ];
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-1 border-t border-border bg-surface px-4 py-2 text-sm">
      {facts.map(([label, value]) => (
        <div key={label} className="flex gap-1.5">
          <dt className="text-muted">{label}</dt>
          <dd className="font-medium">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
