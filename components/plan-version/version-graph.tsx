'use client';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { newKey } from '#components/new-key.ts';
import { PlanCanvas } from '#components/plan-canvas/plan-canvas.tsx';
import { QueryState } from '#components/query-state.tsx';
import { Refused } from '#components/refused.tsx';
import { useTRPC, type RouterOutputs } from '#components/trpc.tsx';
import { Button } from '#components/ui/button.tsx';
import { messages } from '#components/ui/messages.ts';
import { useShortcuts } from '#components/ui/shortcuts.ts';
import { Loading } from '#components/ui/skeleton.tsx';
import { toast } from '#components/ui/toast.tsx';
import type { PlanStep } from './plan-steps.ts';

type Version = RouterOutputs['plans']['version'];
type Positions = RouterOutputs['plans']['layout']['positions'];
/** From here a tidy drawing is worth the move. */
const CROSSES_MORE = 2;

/** The graph, and the offer to lay it out anew: outlines first, cards move when somebody says so. */
export function VersionGraph({
  version,
  steps,
  selected,
  onSelect,
  onOpen,
}: {
  version: Version;
  steps: readonly PlanStep[];
  selected: string | undefined;
  onSelect(id: string | undefined): void;
  onOpen(): void;
}) {
  const trpc = useTRPC();
  const named = { planId: version.planId, version: version.version };
  const layout = useQuery({ ...trpc.plans.layout.queryOptions(named), staleTime: Infinity });
  const me = useQuery(trpc.session.me.queryOptions());
  const mayTidy = me.data?.roles.includes('author') ?? false;
  const tidy = useQuery({ ...trpc.plans.tidy.queryOptions(named), enabled: mayTidy, staleTime: Infinity });
  const [isPreview, setPreview] = useState(false);
  const fresh = tidy.data?.layout.positions;
  const isTidy = layout.data !== undefined && fresh !== undefined && samePlaces(layout.data.positions, fresh);
  const canTidy = mayTidy && !isTidy && layout.data !== undefined;
  useShortcuts(messages.canvas.shortcuts, [
    { keys: 't', label: messages.canvas.tidyHint, run: () => setPreview(canTidy) },
  ]);
  const crossings = tidy.data?.crossings;
  const crossesMore =
    crossings !== null && crossings !== undefined && crossings.now > CROSSES_MORE * crossings.tidy;
  return (
    <div className="relative flex h-[56dvh] min-h-0 flex-col lg:h-auto lg:flex-1">
      {layout.data ? (
        <>
          {isPreview && fresh ? (
            <TidyPreview
              planId={version.planId}
              before={layout.data.positions}
              after={fresh}
              onDone={() => setPreview(false)}
            />
          ) : canTidy && crossesMore ? (
            <div className="flex items-center gap-3 border-b border-border bg-surface px-3 py-1 text-sm text-muted">
              <span className="flex-1">{messages.canvas.crossings(crossings.now, crossings.tidy)}</span>
              <Button size="sm" onClick={() => setPreview(true)}>
                {messages.canvas.tidy}
              </Button>
            </div>
          ) : null}
          <div className="min-h-0 flex-1">
            <PlanCanvas
              label={messages.canvas.graph(steps.length)}
              steps={steps}
              positions={layout.data.positions}
              routes={layout.data.edges}
              selected={selected}
              onSelect={onSelect}
              onOpen={onOpen}
              onTidy={canTidy && !isPreview ? () => setPreview(true) : undefined}
              ghosts={isPreview ? fresh : undefined}
              grouping={!isPreview}
            />
          </div>
        </>
      ) : layout.isError ? (
        <QueryState query={layout}>{() => null}</QueryState>
      ) : (
        <div className="p-3">
          <p className="text-sm text-muted">{messages.canvas.drawing}</p>
          <Loading />
        </div>
      )}
    </div>
  );
}

function samePlaces(a: Positions, b: Positions): boolean {
  return Object.entries(b).every(([id, { x, y }]) => {
    const at = Object.hasOwn(a, id) ? a[id] : undefined;
    return at?.x === x && at.y === y;
  });
}

function TidyPreview({
  planId,
  before,
  after,
  onDone,
}: {
  planId: string;
  before: Positions;
  after: Positions;
  onDone(): void;
}) {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const again = () => {
    void queryClient.invalidateQueries({ queryKey: trpc.plans.layout.queryKey() });
    void queryClient.invalidateQueries({ queryKey: trpc.plans.tidy.queryKey() });
  };
  const undo = useMutation(trpc.plans.moveSteps.mutationOptions({ onSuccess: again }));
  const apply = useMutation(
    trpc.plans.moveSteps.mutationOptions({
      onSuccess: () => {
        again();
        onDone();
        toast(messages.canvas.tidied, {
          label: messages.canvas.moveBack,
          run: () => undo.mutate({ planId, positions: before, idempotencyKey: newKey() }),
        });
      },
    }),
  );
  return (
    <div className="border-b border-border bg-surface px-3 py-1 text-sm">
      <div className="flex flex-wrap items-center gap-2">
        <span role="status" className="flex-1">
          {messages.canvas.tidyPreview}
        </span>
        <Button size="sm" onClick={onDone}>
          {messages.common.cancel}
        </Button>
        <Button
          size="sm"
          look="primary"
          disabled={apply.isPending}
          onClick={() => apply.mutate({ planId, positions: after, idempotencyKey: newKey() })}
        >
          {messages.canvas.tidyApply}
        </Button>
      </div>
      <Refused error={apply.error} className="mt-1" />
    </div>
  );
}
