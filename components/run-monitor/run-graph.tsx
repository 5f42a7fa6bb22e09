'use client';
import { useQuery } from '@tanstack/react-query';
import { PlanCanvas } from '#components/plan-canvas/plan-canvas.tsx';
import type { PlanStep } from '#components/plan-version/plan-steps.ts';
import { QueryState } from '#components/query-state.tsx';
import { useTRPC } from '#components/trpc.tsx';
import { messages } from '#components/ui/messages.ts';
import { useRun } from './run-context.ts';

export function RunGraph({
  steps,
  selected,
  onSelect,
  onOpen,
}: {
  steps: readonly PlanStep[];
  selected: string | undefined;
  onSelect(id: string | undefined): void;
  onOpen(): void;
}) {
  const trpc = useTRPC();
  const marks = useRun((feed) => feed.marks);
  const planId = useRun((feed) => feed.state.planId);
  const version = useRun((feed) => feed.state.planVersion);
  const layout = useQuery({
    ...trpc.plans.layout.queryOptions({ planId, version }),
    staleTime: Infinity,
    placeholderData: (before) => before,
  });
  return (
    <div className="h-[60dvh] min-h-0 lg:h-auto lg:flex-1">
      {layout.data ? (
        <PlanCanvas
          label={messages.canvas.graph(steps.length)}
          steps={steps}
          positions={layout.data.positions}
          routes={layout.data.edges}
          marks={marks}
          selected={selected}
          onSelect={onSelect}
          onOpen={onOpen}
        />
      ) : layout.isError ? (
        <QueryState query={layout}>{() => null}</QueryState>
      ) : (
        <p className="p-3 text-sm text-muted">{messages.canvas.drawing}</p>
      )}
    </div>
  );
}
