'use client';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Problem } from '#core/plan/problem.ts';
import type { PlanDocument } from '#core/plan/schema.ts';
import type { ToolContract } from '#core/plan/tool-contract.ts';
import { PlanCanvas } from '#components/plan-canvas/plan-canvas.tsx';
import { draftSteps, everyPosition } from '#components/plan-editor/draft-steps.ts';
import { ReadFailed } from '#components/query-state.tsx';
import { useTRPCClient } from '#components/trpc.tsx';
import { planImport as words } from '#components/ui/messages-import.ts';
import { Loading } from '#components/ui/skeleton.tsx';

/** The plan as it would be drawn here, and the same as a list. */
export function PreviewGraph({
  document,
  problems,
  tools,
}: {
  document: PlanDocument;
  problems: readonly Problem[];
  tools: Readonly<Record<string, ToolContract>>;
}) {
  const client = useTRPCClient();
  const shape = JSON.stringify(document.steps.map(({ id, needs = [] }) => [id, needs]));
  const layout = useQuery({
    queryKey: ['plan-import', 'layout', shape],
    queryFn: () =>
      client.drafts.tidy.mutate({
        steps: document.steps.map(({ id, needs }) => ({ id, ...(needs ? { needs } : {}) })),
      }),
    staleTime: Infinity,
    gcTime: 0,
  });
  const steps = useMemo(
    () => draftSteps(document, { tools, connections: [] }, problems),
    [document, tools, problems],
  );
  const positions = useMemo(
    () => (layout.data ? everyPosition(steps, layout.data.positions) : undefined),
    [steps, layout.data],
  );
  return (
    <div className="flex flex-col gap-2">
      <div className="h-72 overflow-hidden rounded-control border border-border">
        {positions ? (
          <PlanCanvas
            key={shape}
            label={words.graph(steps.length)}
            steps={steps}
            positions={positions}
            routes={layout.data?.edges}
          />
        ) : layout.isError ? (
          <ReadFailed error={layout.error} retry={() => void layout.refetch()} />
        ) : (
          <Loading className="p-3" />
        )}
      </div>
      <details>
        <summary className="min-h-6 cursor-pointer py-1 text-sm font-medium max-md:min-h-11 max-md:py-3">
          {words.steps(steps.length)}
        </summary>
        <ol className="max-h-80 overflow-y-auto text-sm">
          {steps.map(({ id, number, title, does }) => (
            <li key={id} className="flex gap-2 py-0.5">
              <span className="w-8 shrink-0 text-right text-muted">{number}</span>
              <span className="min-w-0 flex-1 wrap-anywhere">
                {title} <span className="font-mono text-xs text-muted">{does}</span>
              </span>
            </li>
          ))}
        </ol>
      </details>
    </div>
  );
}
