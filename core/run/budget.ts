/**
 * Spend of a run (domain B): reserve before, settle after. Money is integer micro-USD. What is reserved plus what is
 * spent stays within the limit, also with parallel steps. Time is a deadline, kept by timers.
 */
import type { Budget } from '../plan/schema.ts';
import type { Spend } from './events.ts';

export const NOTHING: Spend = { costMicroUsd: 0, tokens: 0, toolCalls: 0 };

export const addSpend = (a: Spend, b: Spend): Spend => ({
  costMicroUsd: a.costMicroUsd + b.costMicroUsd,
  tokens: a.tokens + b.tokens,
  toolCalls: a.toolCalls + b.toolCalls,
});
export const subtractSpend = (a: Spend, b: Spend): Spend => ({
  costMicroUsd: a.costMicroUsd - b.costMicroUsd,
  tokens: a.tokens - b.tokens,
  toolCalls: a.toolCalls - b.toolCalls,
});

/** A budget of the plan as limits of a spend; a member that is absent is no limit. */
export function spendLimits(budget: Budget | undefined): Partial<Spend> {
  return {
    ...(budget?.costUsd !== undefined && { costMicroUsd: Math.round(budget.costUsd * 1_000_000) }),
    ...(budget?.tokens !== undefined && { tokens: budget.tokens }),
    ...(budget?.toolCalls !== undefined && { toolCalls: budget.toolCalls }),
  };
}

export type SpendMember = keyof Spend;
const members: SpendMember[] = ['costMicroUsd', 'tokens', 'toolCalls'];

/** The first member of `limits` that `used` plus `more` would pass. */
export function overLimit(limits: Partial<Spend>, used: Spend, more: Spend): SpendMember | undefined {
  return members.find((member) => {
    const limit = limits[member];
    return limit !== undefined && used[member] + more[member] > limit;
  });
}
