import { assertNever } from '#core/assert.ts';
import type { Address } from '#core/run/address.ts';
import type { RunEvent } from '#core/run/events.ts';
import { timeOfDay } from '#components/ui/format.ts';
import { messages } from '#components/ui/messages.ts';

/** Names a step as the screens do: "Step 4" or, for one item of a forEach, "Step 4, part 3". */
export type NameStep = (address: Address) => string;

/** One event in one sentence, from facts that code recorded. */
export function eventText(event: RunEvent, name: NameStep): string {
  const say = messages.event;
  const by = event.actor.name ?? event.actor.id;
  switch (event.type) {
    case 'run-started':
      return say.started(event.data.startedBy.name ?? event.data.startedBy.id, event.data.planVersion);
    case 'run-paused':
      return say.paused(by);
    case 'run-resumed':
      return say.resumed(by);
    case 'run-stop-requested':
      return say.stopRequested(by, event.data.mode);
    case 'run-finished':
      return say.finished(event.data.status, event.data.reason);
    case 'run-escalated':
      return say.escalated(event.data.reason);
    case 'success-checked':
      return say.successChecked(
        event.data.checks.filter((check) => check.holds).length,
        event.data.checks.length,
      );
    case 'for-each-expanded':
      return say.expanded(name(event.data.address), event.data.count);
    case 'step-skipped':
      return say.skipped(name(event.data.address), event.data.reason);
    case 'step-dropped':
      return say.dropped(name(event.data.address), event.data.planVersion);
    case 'step-cancelled':
      return say.cancelled(name(event.data.address), event.data.reason);
    case 'approval-requested':
      return say.approvalRequested(name(event.data.address), event.data.approval.summary);
    case 'approval-granted':
      return say.granted(event.data.by.name ?? event.data.by.id, event.data.granted, event.data.need);
    case 'approval-rejected':
      return say.rejected(event.data.by.name ?? event.data.by.id, event.data.reason);
    case 'approval-expired':
      return say.expired;
    case 'approval-extended':
      return say.extended(event.data.by.name ?? event.data.by.id, timeOfDay(event.data.expiresAt));
    case 'arguments-edited':
      return say.argumentsEdited(
        event.data.by.name ?? event.data.by.id,
        name(event.data.address),
        event.data.origins.flatMap(({ origin, path }) => (origin === 'edit' ? [path.slice(1)] : [])),
      );
    case 'edit-dropped':
      return say.editDropped(name(event.data.address), event.data.planVersion);
    case 'approval-withdrawn':
      return say.withdrawn(event.data.by.name ?? event.data.by.id);
    case 'approval-carried':
      return say.carried(name(event.data.address), event.data.planVersion);
    case 'effect-reused':
      return say.reused(name(event.data.address));
    case 'approval-voided':
      return say.voided(event.data.cause, event.data.members);
    case 'attempt-dispatched':
      return say.dispatched(name(event.data.address), event.data.summary, event.data.attempt);
    case 'attempt-finished':
      return say.outcome(name(event.data.address), event.data.outcome, event.data.failure?.message);
    case 'effect-reconciled':
      return say.reconciled(
        name(event.data.address),
        event.data.verdict,
        event.data.evidence,
        event.data.by.kind === 'person' ? (event.data.by.name ?? event.data.by.id) : undefined,
      );
    case 'effects-undone':
      return say.undone(name(event.data.address), event.data.operationKeys.length);
    case 'reconcile-inconclusive':
      return say.inconclusive(name(event.data.address), event.data.reason);
    case 'step-succeeded':
      return say.succeeded(name(event.data.address), event.data.manual === true);
    case 'step-failed':
      return say.failed(name(event.data.address), event.data.failure.message);
    case 'retry-scheduled':
      return event.data.waits
        ? say.notYet(name(event.data.address), event.data.failure.message)
        : say.retry(name(event.data.address), event.data.failure.message);
    case 'person-asked':
      return say.personAsked(name(event.data.address), event.data.prompt);
    case 'person-answered':
      return say.personAnswered(name(event.data.address), event.data.by.name ?? event.data.by.id);
    case 'replan-requested':
      return say.replanRequested(event.data.trigger.message);
    case 'revision-declined':
      return say.revisionDeclined(event.data.reason);
    case 'revision-refused':
      return say.revisionRefused(event.data.reasons);
    case 'revision-proposed':
      return say.revisionProposed(
        event.data.planVersion,
        event.data.note,
        event.data.reviewReasons.length > 0,
      );
    case 'revision-approved':
      return say.revisionApproved(event.data.planVersion, event.data.by.name ?? event.data.by.id);
    case 'revision-rejected':
      return say.revisionRejected(
        event.data.planVersion,
        event.data.by.name ?? event.data.by.id,
        event.data.reason,
      );
    case 'revision-adopted':
      return say.revisionAdopted(event.data.planVersion);
    case 'budget-exhausted':
      return event.data.message;
    default:
      return assertNever(event);
  }
}

/** The step an event is about. An approval's decision names only the approval: its step is looked up. */
export function addressOf(
  event: RunEvent,
  addressOfApproval: (approvalId: string) => Address | undefined,
): Address | undefined {
  if ('address' in event.data) return event.data.address;
  if ('approvalId' in event.data) return addressOfApproval(event.data.approvalId);
  return undefined;
}
