import type { Problem } from '../problem.ts';
import type { Budget } from '../schema.ts';
import { error, type LintRule, warning } from './context.ts';

const UNITS: Record<keyof Budget, (value: number) => string> = {
  costUsd: (value) => `$${value}`,
  tokens: (value) => `${value} tokens`,
  toolCalls: (value) => `${value} tool calls`,
  durationMs: (value) => `${value / 1000} s`,
};

/** A step that alone may spend more than the plan, or steps that together may. Times of parallel steps do not add up. */
export const overBudget: LintRule = ({ document }) => {
  const limit = document.limits?.budget;
  if (!limit) return [];
  const problems: Problem[] = [];
  for (const [name, shown] of Object.entries(UNITS) as [keyof Budget, (value: number) => string][]) {
    const most = limit[name];
    if (most === undefined) continue;
    let micros = 0;
    document.steps.forEach((step, index) => {
      const own = step.budget?.[name] ?? 0;
      micros += Math.round(own * 1_000_000);
      if (own > most) {
        problems.push(
          error(
            'over-budget',
            ['steps', index, 'budget', name],
            `Step "${step.id}" may spend ${shown(own)}, the whole plan ${shown(most)}`,
            { step },
          ),
        );
      }
    });
    if (name !== 'durationMs' && micros > Math.round(most * 1_000_000)) {
      problems.push(
        warning(
          'over-budget',
          ['limits', 'budget', name],
          `The steps together may spend ${shown(micros / 1_000_000)}, the plan ${shown(most)}`,
        ),
      );
    }
  }
  return problems;
};
