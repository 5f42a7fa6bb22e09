'use client';
import type { MarkState } from '#components/marks/state-looks.ts';
import { messages } from '#components/ui/messages.ts';
import { GAP_PX, type Scale } from './timeline-scale.ts';
import type { Span, SpanKind } from './timeline-spans.ts';

const TOP = 7;
const HEIGHT = 14;
const ARROW = 7;
/** A bar that is shorter than this could not be seen. */
const SHORTEST = 3;

/** The bars of one step. Every kind has a shape or a pattern of its own, so that none is told by colour alone. */
export function TimelineBars({
  spans,
  scale,
  state,
}: {
  spans: readonly Span[];
  scale: Scale;
  state: MarkState | undefined;
}) {
  return (
    <svg aria-hidden width="100%" height="28" className="absolute inset-0 overflow-visible" data-bars>
      {scale.gaps.map((gap) => (
        <rect
          key={gap.from}
          x={scale.x(gap.from)}
          y={0}
          width={GAP_PX}
          height={28}
          fill="url(#timeline-gap)"
        />
      ))}
      {spans.map((span, index) => (
        <Bar key={`${span.from} ${index}`} span={span} scale={scale} failed={state === 'failed'} />
      ))}
      {spans.length === 0 ? null : (
        <line
          x1={scale.x(scale.to)}
          x2={scale.x(scale.to)}
          y1={0}
          y2={28}
          stroke="var(--border-strong)"
          strokeDasharray="2 2"
        />
      )}
    </svg>
  );
}

function Bar({ span, scale, failed }: { span: Span; scale: Scale; failed: boolean }) {
  const x = scale.x(span.from);
  const end = scale.x(span.to ?? scale.to);
  const width = Math.max(SHORTEST, end - x);
  const goesOn = span.to === undefined;
  switch (span.kind) {
    case 'running': {
      const fill =
        failed && !goesOn ? 'var(--state-failed)' : goesOn ? 'var(--state-running)' : 'var(--state-done)';
      return goesOn ? (
        <path
          data-bar={span.kind}
          fill={fill}
          d={`M${x} ${TOP}h${Math.max(0, width - ARROW)}l${Math.min(ARROW, width)} ${HEIGHT / 2}l${-Math.min(ARROW, width)} ${HEIGHT / 2}h${-Math.max(0, width - ARROW)}z`}
        />
      ) : (
        <rect data-bar={span.kind} x={x} y={TOP} width={width} height={HEIGHT} rx={2} fill={fill} />
      );
    }
    case 'checking':
      return (
        <rect
          data-bar={span.kind}
          x={x}
          y={TOP + 4}
          width={width}
          height={HEIGHT - 8}
          fill="var(--state-running)"
        />
      );
    case 'retry':
      return (
        <rect
          data-bar={span.kind}
          x={x}
          y={TOP}
          width={width}
          height={HEIGHT}
          fill="url(#timeline-hatch)"
          stroke="var(--state-running)"
        />
      );
    case 'wait':
      return (
        <g data-bar={span.kind}>
          <rect
            x={x + 0.5}
            y={TOP - 2}
            width={Math.max(SHORTEST, width - 1)}
            height={HEIGHT + 4}
            rx={2}
            fill="var(--state-approval-bg)"
            stroke="var(--state-approval)"
            strokeWidth={1.5}
            strokeDasharray="2 2"
          />
          {goesOn && width > 104 ? (
            <text x={x + 6} y={18} fontSize={11} fill="var(--text)">
              {messages.timeline.waiting}
            </text>
          ) : null}
        </g>
      );
    case 'unknown':
      return (
        <g data-bar={span.kind}>
          <rect
            x={x + 1}
            y={TOP - 1}
            width={Math.max(14, width - 2)}
            height={HEIGHT + 2}
            fill="var(--state-unknown-bg)"
            stroke="var(--state-unknown)"
            strokeWidth={2}
          />
          <text x={x + 5} y={19} fontSize={12} fontWeight={700} fill="var(--state-unknown)">
            {messages.timeline.question}
          </text>
        </g>
      );
  }
}

/** Patterns that the bars of all rows use. */
export function TimelinePatterns() {
  return (
    <svg aria-hidden width="0" height="0" className="absolute">
      <defs>
        <pattern
          id="timeline-hatch"
          width="6"
          height="6"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(-45)"
        >
          <rect width="6" height="6" fill="var(--surface)" />
          <rect width="6" height="3" fill="var(--state-running)" />
        </pattern>
        <pattern id="timeline-gap" width="8" height="28" patternUnits="userSpaceOnUse">
          <path d="M0 14l4-4l4 4" fill="none" stroke="var(--border-strong)" />
        </pattern>
      </defs>
    </svg>
  );
}

const kinds: SpanKind[] = ['running', 'checking', 'retry', 'wait', 'unknown'];
const sample: Scale = { from: 0, to: 1, width: 28, gaps: [], x: (at) => at * 28, ticks: [], tickMs: 1 };
export function TimelineLegend() {
  return (
    <ul
      aria-label={messages.timeline.legend}
      className="flex flex-wrap gap-x-4 gap-y-1 border-b border-border px-3 py-1 text-xs text-muted"
    >
      {kinds.map((kind) => (
        <li key={kind} className="flex items-center gap-1.5">
          <svg aria-hidden width="28" height="28" className="-my-1.5">
            <Bar
              span={{ kind, from: 0, ...(kind === 'running' ? {} : { to: 1 }) }}
              scale={sample}
              failed={false}
            />
          </svg>
          {messages.timeline.kinds[kind]}
        </li>
      ))}
    </ul>
  );
}
