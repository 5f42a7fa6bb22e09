import type { z } from 'zod';
import { waitMessage } from '#core/messages/waits.ts';
import type { WaitCode, WaitReason } from '#core/run/views.ts';
import type { Actor } from '#core/run/events.ts';
import type { RunHead } from '#db/runs.ts';
import type { RunRow } from '../shapes/runs.ts';

const FOR_PEOPLE: WaitCode[] = [
  'approval',
  'approval-expired',
  'unknown-outcome',
  'person-step',
  'revision-review',
  'escalation',
];

export function runRow(head: RunHead, now: number): z.infer<typeof RunRow> {
  const waits = (head.waits as WaitReason[]).map((wait) => asOf(wait, now));
  const [first] = waits;
  return {
    runId: head.runId,
    number: head.number,
    planId: head.planId,
    planTitle: head.planTitle,
    planVersion: head.planVersion,
    status: head.status,
    startedAt: head.startedAt,
    endedAt: head.endedAt,
    startedBy: personOf(head.startedBy),
    done: head.done,
    total: head.total,
    needsYou: waits.filter(({ code }) => FOR_PEOPLE.includes(code)).length,
    replans: head.replans,
    costMicroUsd: head.spent.costMicroUsd,
    waiting: first ? waitMessage(first) : null,
    waits,
    end: head.ending && { end: head.ending.end, reason: head.ending.reason },
  };
}

/** The row holds the time left as it was when the run changed last; people read it later. */
function asOf(wait: WaitReason, now: number): WaitReason {
  const until = wait['expiresAt'] ?? wait['untilAt'] ?? wait['at'];
  if (typeof until !== 'number') return wait;
  const left = Math.max(0, until - now);
  return { ...wait, ...('leftMs' in wait && { leftMs: left }), ...('inMs' in wait && { inMs: left }) };
}

export function personOf(actor: Actor | null | undefined): { id: string; name: string } | null {
  return actor ? { id: actor.id, name: actor.name ?? actor.id } : null;
}
