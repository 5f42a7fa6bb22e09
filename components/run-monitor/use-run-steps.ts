'use client';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import { planSteps, type PlanStep } from '#components/plan-version/plan-steps.ts';
import { useTRPC } from '#components/trpc.tsx';
import { messages } from '#components/ui/messages.ts';
import type { NameStep } from './event-text.ts';
import { useRun } from './run-context.ts';

export type RunSteps = {
  steps: PlanStep[];
  byId: ReadonlyMap<string, PlanStep>;
  name: NameStep;
  /** What the tools do is known; before that no step may be called anything. */
  isKnown: boolean;
  /** The plan has moved on; this run stays on its version. */
  newerVersion: number | null;
};

/** The steps of the version the run is on now. */
export function useRunSteps(planId: string): RunSteps {
  const trpc = useTRPC();
  const document = useRun((feed) => feed.state.document);
  const planVersion = useRun((feed) => feed.state.planVersion);
  const version = useQuery({
    ...trpc.plans.version.queryOptions({ planId, version: planVersion }),
    staleTime: 60_000,
    placeholderData: (before) => before,
  });
  const expected = version.data?.approvalsExpected;
  const steps = useMemo(() => planSteps(document, expected ?? []), [document, expected]);
  const byId = useMemo(() => new Map(steps.map((step) => [step.id, step])), [steps]);
  const name: NameStep = useCallback(
    (each) => {
      const number = byId.get(each.stepId)?.number;
      if (number === undefined) return each.stepId;
      return each.item === undefined ? messages.common.step(number) : messages.step.part(number, each.item);
    },
    [byId],
  );
  return {
    steps,
    byId,
    name,
    isKnown: !version.isPending,
    newerVersion: version.data?.newerVersion ?? null,
  };
}
