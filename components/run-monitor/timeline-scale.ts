import type { Span } from './timeline-spans.ts';

/** Nothing ran in it, for more than a tenth of the whole: drawn as one narrow strip until somebody opens it. */
export type Gap = { from: number; to: number };
export type Scale = {
  from: number;
  to: number;
  width: number;
  gaps: readonly Gap[];
  x(at: number): number;
  /** Where the axis has a tick: outside of closed gaps, with room for its text. */
  ticks: readonly number[];
  tickMs: number;
};

export const GAP_PX = 48;
const GAP_SHARE = 0.1;
const SHORTEST_GAP_MS = 5_000;
const TICK_PX = 90;
const TICK_TEXT_PX = 60;
const NICE_MS = [
  1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 15_000, 30_000, 60_000, 120_000, 300_000,
  600_000, 900_000, 1_800_000, 3_600_000, 7_200_000, 21_600_000, 43_200_000, 86_400_000,
];
const works = (span: Span) => span.kind === 'running' || span.kind === 'checking' || span.kind === 'retry';

/** Stretches in which no step ran. Waiting for a person is not running. */
export function idleGaps(spans: Iterable<Span>, from: number, to: number): Gap[] {
  const busy = [...spans]
    .filter(works)
    .map((span) => ({ from: span.from, to: span.to ?? to }))
    .sort((a, b) => a.from - b.from);
  const shortest = Math.max(SHORTEST_GAP_MS, (to - from) * GAP_SHARE);
  const gaps: Gap[] = [];
  let end = from;
  for (const span of [...busy, { from: to, to }]) {
    if (span.from - end > shortest) gaps.push({ from: end, to: span.from });
    end = Math.max(end, span.to);
  }
  return gaps;
}

/** Time to pixels, with every closed gap GAP_PX wide. */
export function timeScale(from: number, to: number, width: number, gaps: readonly Gap[]): Scale {
  const closedMs = gaps.reduce((sum, gap) => sum + gap.to - gap.from, 0);
  const openMs = Math.max(1, to - from - closedMs);
  const openPx = Math.max(1, width - gaps.length * GAP_PX);
  const perMs = openPx / openMs;
  const x = (at: number): number => {
    const time = Math.min(Math.max(at, from), to);
    let px = (time - from) * perMs;
    for (const gap of gaps) {
      if (time <= gap.from) break;
      const inside = Math.min(time, gap.to) - gap.from;
      px += (inside / (gap.to - gap.from)) * GAP_PX - inside * perMs;
    }
    return px;
  };
  const step = NICE_MS.find((each) => each * perMs >= TICK_PX) ?? openMs;
  const ticks: number[] = [];
  for (let at = Math.ceil(from / step) * step; at <= to && ticks.length < 100; at += step) {
    const gap = gaps.find((each) => at >= each.from && at <= each.to);
    if (gap) at = Math.ceil(gap.to / step) * step;
    if (at <= to && x(at) <= width - TICK_TEXT_PX && hasRoom(at, gaps, x)) ticks.push(at);
  }
  return { from, to, width, gaps, x, ticks, tickMs: step };
}

function hasRoom(at: number, gaps: readonly Gap[], x: (at: number) => number): boolean {
  return gaps.every((gap) => at >= gap.to || x(at) + TICK_TEXT_PX <= x(gap.from));
}
