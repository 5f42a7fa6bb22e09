import Link from 'next/link';
import { messages } from '#components/ui/messages.ts';
import { StateBadge } from '#components/marks/state-badge.tsx';
import { markOfStep } from '#components/marks/state-looks.ts';
import type { Card } from './card.ts';

type Graph = Card['neighbourhood'];
const [W, H, GAP_X, GAP_Y] = [44, 26, 18, 10];

/** The steps around this one, small: numbers and arrows to see the place, the list beside it to read. */
export function MiniGraph({ graph, stepId, runId }: { graph: Graph; stepId: string; runId: string }) {
  const place = new Map(
    graph.nodes.map((node) => [node.stepId, { x: node.column * (W + GAP_X), y: node.row * (H + GAP_Y) }]),
  );
  const width = Math.max(...graph.nodes.map(({ column }) => column)) * (W + GAP_X) + W;
  const height = Math.max(...graph.nodes.map(({ row }) => row)) * (H + GAP_Y) + H;
  if (graph.nodes.length === 0) return null;
  return (
    <section className="rounded-card border border-border bg-surface p-3">
      <h2 className="mb-2 font-semibold">{messages.approval.around}</h2>
      <svg
        viewBox={`-2 -2 ${width + 4} ${height + 4}`}
        role="img"
        aria-label={messages.approval.aroundLabel(graph.nodes.length)}
        className="max-h-44 w-full"
        style={{ maxWidth: (width + 4) * 1.4 }}
      >
        {graph.edges.map(({ from, to }) => {
          const [a, b] = [place.get(from), place.get(to)];
          if (!a || !b) return null;
          const [x1, y1, x2, y2] = [a.x + W, a.y + H / 2, b.x, b.y + H / 2];
          return (
            <path
              key={`${from} ${to}`}
              d={`M${x1} ${y1} C${x1 + GAP_X / 2} ${y1} ${x2 - GAP_X / 2} ${y2} ${x2} ${y2}`}
              fill="none"
              stroke="var(--edge)"
              strokeWidth="1.25"
            />
          );
        })}
        {graph.nodes.map((node) => {
          const at = place.get(node.stepId);
          const isThis = node.stepId === stepId;
          return at ? (
            <g key={node.stepId}>
              <rect
                x={at.x}
                y={at.y}
                width={W}
                height={H}
                rx={isThis ? H / 2 : 4}
                fill={isThis ? 'var(--state-approval-bg)' : 'var(--surface)'}
                stroke={isThis ? 'var(--state-approval)' : 'var(--border-strong)'}
                strokeWidth={isThis ? 2 : 1}
              />
              <text
                x={at.x + W / 2}
                y={at.y + H / 2 + 4}
                textAnchor="middle"
                fontSize="12"
                fontWeight={isThis ? 700 : 500}
                fill="var(--text)"
              >
                {node.number}
              </text>
            </g>
          ) : null;
        })}
      </svg>
      <ol className="mt-2 flex flex-col gap-0.5 text-sm">
        {graph.nodes.map((node) => (
          <li key={node.stepId} className="flex items-baseline gap-2">
            <span className="w-5 shrink-0 text-right text-muted">{node.number}</span>
            <Link
              href={`/runs/${runId}?step=${encodeURIComponent(node.stepId)}`}
              aria-current={node.stepId === stepId ? 'step' : undefined}
              className={`row-link min-w-0 flex-1 wrap-anywhere ${node.stepId === stepId ? 'font-semibold' : ''}`}
            >
              {node.title}
            </Link>
            <StateBadge state={markOfStep(node.status)} size={14} className="text-xs" />
          </li>
        ))}
      </ol>
      {graph.more > 0 ? (
        <p className="mt-1 text-xs text-muted">{messages.approval.aroundMore(graph.more)}</p>
      ) : null}
    </section>
  );
}
