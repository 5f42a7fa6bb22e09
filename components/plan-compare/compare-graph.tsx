'use client';
import { useState } from 'react';
import { DiffSign, diffWord } from '#components/marks/diff-tab.tsx';
import { PlanCanvas } from '#components/plan-canvas/plan-canvas.tsx';
import { createViewportLink } from '#components/plan-canvas/viewport-link.ts';
import type { RouterOutputs } from '#components/trpc.tsx';
import { messages } from '#components/ui/messages.ts';
import type { Comparison } from './changes.ts';
import type { CompareData, Side } from './use-comparison.ts';

type Layout = RouterOutputs['comparisons']['layout'];
export type GraphProps = {
  data: Comparison;
  compare: CompareData;
  layout: Layout;
  selected: string | undefined;
  onSelect(id: string | undefined): void;
  onOpen(): void;
};

/** Both versions in one graph. While the key is held, the earlier one alone stands in the same places. */
export function OverlayGraph({ showsBefore, ...props }: GraphProps & { showsBefore: boolean }) {
  const { data, compare } = props;
  const { from, to } = data;
  return (
    <div className="relative h-full min-h-0" data-showing={showsBefore ? 'before' : 'both'}>
      <Canvas
        {...props}
        side={showsBefore ? compare.before : { ...compare.overlay, slots: none }}
        label={messages.compare.overlayGraph(from.version, to.version, compare.overlay.steps.length)}
      />
      {showsBefore ? (
        <p
          role="status"
          className="absolute top-2 left-2 z-10 rounded-chip border border-border-strong bg-surface px-2 text-sm font-semibold"
        >
          {messages.compare.showsBefore(from.version)}
        </p>
      ) : null}
      <Legend />
    </div>
  );
}
const none: string[] = [];

/** Two canvases on the same places, which move as one. What a side lacks leaves its place free. */
export function SplitGraph(props: GraphProps) {
  const { data, compare } = props;
  const [link] = useState(createViewportLink);
  const panes = [
    { side: compare.before, version: data.from.version, name: messages.compare.sideBefore },
    { side: compare.after, version: data.to.version, name: messages.compare.sideAfter },
  ];
  return (
    <div className="grid h-full min-h-0 grid-rows-2 md:grid-cols-2 md:grid-rows-1">
      {panes.map(({ side, version, name }, index) => (
        <div
          key={index}
          data-pane={index === 0 ? 'before' : 'after'}
          className="flex min-h-0 min-w-0 flex-col border-border max-md:not-first:border-t md:not-first:border-l"
        >
          <h2 className="border-b border-border bg-surface px-3 py-1 text-sm font-semibold">
            {name(version)}
          </h2>
          <div className="min-h-0 flex-1">
            <Canvas
              {...props}
              side={side}
              link={link}
              label={messages.compare.sideGraph(version, side.steps.length)}
            />
          </div>
        </div>
      ))}
    </div>
  );
}

function Canvas({
  side,
  label,
  link,
  layout,
  selected,
  onSelect,
  onOpen,
}: GraphProps & { side: Side; label: string; link?: ReturnType<typeof createViewportLink> }) {
  return (
    <PlanCanvas
      label={label}
      steps={side.steps}
      positions={layout.positions}
      routes={layout.edges}
      diff={side.diff}
      edgeKinds={side.edgeKinds}
      slots={side.slots}
      link={link}
      dimUnchanged
      selected={selected}
      onSelect={onSelect}
      onOpen={onOpen}
    />
  );
}

const kinds = ['added', 'removed', 'changed', 'moved'] as const;
function Legend() {
  return (
    <p className="pointer-events-none absolute top-2 right-2 z-10 flex flex-wrap gap-x-3 rounded-chip border border-border bg-surface px-2 py-0.5 text-xs">
      <span className="text-muted">{messages.compare.legend}</span>
      {kinds.map((kind) => (
        <span key={kind} className="inline-flex items-center">
          <DiffSign kind={kind} />
          {diffWord(kind)}
        </span>
      ))}
    </p>
  );
}
