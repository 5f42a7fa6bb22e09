import { addressKey } from '#core/run/address.ts';
import type { RunEvent } from '#core/run/events.ts';
import { get } from '#core/run/record.ts';
import type { RunState } from '#core/run/state.ts';
import { addressOf } from './event-text.ts';

/** What a step did for a while. `wait` is for a person; `retry` is the pause before the next attempt. */
export type SpanKind = 'running' | 'checking' | 'retry' | 'wait' | 'unknown';
export type Span = { kind: SpanKind; from: number; /** Absent: it still goes on. */ to?: number };

type Open = { kind: SpanKind; from: number; stepId: string };

/** What an event starts for its step; null ends what there was, undefined says nothing about it. */
function begins(event: RunEvent): SpanKind | null | undefined {
  switch (event.type) {
    case 'approval-requested':
    case 'person-asked':
      return 'wait';
    case 'approval-granted':
      return event.data.granted >= event.data.need ? null : undefined;
    case 'approval-rejected':
    case 'approval-expired':
    case 'approval-withdrawn':
    case 'approval-voided':
    case 'person-answered':
      return null;
    case 'attempt-dispatched':
      return 'running';
    case 'attempt-finished':
      return event.data.outcome === 'unknown' ? 'unknown' : 'checking';
    case 'effect-reconciled':
      return event.data.verdict === 'committed' ? 'checking' : null;
    case 'retry-scheduled':
      return event.data.waits ? 'wait' : 'retry';
    case 'step-succeeded':
    case 'step-failed':
    case 'step-skipped':
    case 'step-dropped':
    case 'step-cancelled':
      return null;
    default:
      return undefined;
  }
}

/** The spans of every step, parts under their step's id, in the order of their beginning. */
export function spansOf(
  events: readonly RunEvent[],
  approvals: RunState['approvals'],
): ReadonlyMap<string, Span[]> {
  const spans = new Map<string, Span[]>();
  const open = new Map<string, Open>();
  const addressOfApproval = (approvalId: string) => get(approvals, approvalId)?.address;
  const close = (key: string, at: number) => {
    const span = open.get(key);
    if (!span) return;
    open.delete(key);
    const { kind, from, stepId } = span;
    // Checks that took no time are no span of their own.
    if (kind !== 'checking' || at > from) listOf(spans, stepId).push({ kind, from, to: at });
  };
  for (const event of events) {
    if (event.type === 'run-finished') {
      for (const [key, span] of open) if (span.kind !== 'unknown') close(key, event.at);
      continue;
    }
    const kind = begins(event);
    if (kind === undefined) continue;
    const address = addressOf(event, addressOfApproval);
    if (!address) continue;
    const key = addressKey(address);
    close(key, event.at);
    if (kind !== null) open.set(key, { kind, from: event.at, stepId: address.stepId });
  }
  for (const { kind, from, stepId } of open.values()) listOf(spans, stepId).push({ kind, from });
  for (const list of spans.values()) list.sort((a, b) => a.from - b.from);
  return spans;
}
function listOf(spans: Map<string, Span[]>, stepId: string): Span[] {
  const list = spans.get(stepId) ?? [];
  spans.set(stepId, list);
  return list;
}
