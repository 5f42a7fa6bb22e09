/**
 * Laws over a whole log, written without the run machine: a second opinion. What the state forgets (an approval used
 * twice, an operation sent again while its outcome was unknown) a log still shows.
 */
import { canonicalJson } from '../json.ts';
import { normalizeStep } from '../plan/normal-form.ts';
import type { PlanDocument } from '../plan/schema.ts';
import { addressKey } from '../run/address.ts';
import type { RunEvent } from '../run/events.ts';

type Card = {
  seal: string;
  need: number;
  expiresAt: number;
  notRequester: boolean;
  barredEditor: string | undefined;
  approvers: Set<string>;
  isUsed: boolean;
  isOpen: boolean;
  isEdited?: boolean;
};

export function logProblems(log: readonly RunEvent[]): string[] {
  const problems: string[] = [];
  const operations = new Map<string, string>();
  const cards = new Map<string, Card>();
  const settled = new Set<string>();
  const succeeded = new Set<string>();
  const attempts = new Map<string, number>();
  const retries = new Map<string, number>();
  const mustDrop = new Set<string>();
  const edits = new Map<string, { argsHash: string; by: string }>();
  let lastEditor: string | undefined;
  let document: PlanDocument | undefined;
  let proposed: PlanDocument | undefined;
  let requester = '';
  let [replans, succeededChecks, isPaused, isStopping, isReplanning, hasEnded] = [
    0,
    false,
    false,
    false,
    false,
    false,
  ];
  const say = (event: RunEvent, text: string) =>
    problems.push(`Event ${event.version} (${event.type}): ${text}`);
  const stepOf = (id: string) => document?.steps.find((step) => step.id === id);

  for (const event of log) {
    if (event.type !== 'edit-dropped' && mustDrop.size > 0) {
      say(event, `${[...mustDrop].join(', ')} kept an edit of a call that a revision changed`);
      mustDrop.clear();
    }
    if (hasEnded && event.type !== 'effect-reconciled')
      say(event, 'something happened after the run had ended');
    switch (event.type) {
      case 'run-started':
        document = event.data.document;
        requester = event.data.startedBy.id;
        lastEditor = event.data.lastEditor;
        break;
      case 'run-paused':
        isPaused = true;
        break;
      case 'run-resumed':
        isPaused = false;
        break;
      case 'run-stop-requested':
        isStopping = true;
        isReplanning = false;
        break;
      case 'run-finished':
        hasEnded = true;
        if (event.data.status === 'succeeded' && (document?.success ?? []).length > 0 && !succeededChecks)
          say(event, 'succeeded without its success checks');
        break;
      case 'success-checked':
        succeededChecks = event.data.holds;
        if (event.data.holds && event.data.checks.some((result) => !result.holds))
          say(event, 'holds, while one of its checks does not');
        break;
      case 'replan-requested':
        isReplanning = true;
        break;
      case 'revision-declined':
      case 'revision-rejected':
      case 'run-escalated':
        isReplanning = false;
        break;
      case 'revision-proposed': {
        replans += 1;
        proposed = event.data.document;
        const most = document?.limits?.replans ?? 2;
        if (replans > most) say(event, `replan ${replans} of at most ${most}`);
        break;
      }
      case 'revision-adopted': {
        for (const step of document?.steps ?? []) {
          const kept = proposed?.steps.find(({ id }) => id === step.id);
          if (
            succeeded.has(step.id) &&
            (kept === undefined || canonicalJson(normalizeStep(kept)) !== canonicalJson(normalizeStep(step)))
          )
            say(event, `${step.id} had succeeded and was changed`);
        }
        for (const [key] of edits) {
          const id = key.replace(/\[\d+\]$/, '');
          const kept = proposed?.steps.find((step) => step.id === id);
          if (
            !succeeded.has(key) &&
            canonicalJson(kept?.work ?? null) !== canonicalJson(stepOf(id)?.work ?? null)
          )
            mustDrop.add(key);
        }
        document = proposed;
        isReplanning = false;
        retries.clear();
        for (const key of settled) if (key.startsWith('failed:')) settled.delete(key);
        break;
      }
      case 'approval-requested': {
        const { approval } = event.data;
        cards.set(approval.approvalId, {
          seal: approval.seal,
          need: approval.need,
          expiresAt: approval.expiresAt,
          notRequester: approval.notRequester,
          barredEditor: approval.notEditor
            ? (edits.get(addressKey(event.data.address))?.by ?? lastEditor)
            : undefined,
          approvers: new Set(),
          isUsed: false,
          isOpen: true,
        });
        break;
      }
      case 'approval-granted': {
        const card = cards.get(event.data.approvalId);
        if (!card?.isOpen) say(event, 'granted an approval that is not open');
        if (card?.isEdited) say(event, 'granted a call whose arguments were edited since');
        if (card && event.at >= card.expiresAt) say(event, 'granted after expiry');
        if (card?.notRequester && event.data.by.id === requester) say(event, 'granted by the requester');
        if (card && card.barredEditor === event.data.by.id) say(event, 'granted by who edited the call');
        if (card?.approvers.has(event.data.by.id)) say(event, 'granted twice by one person');
        if (card && card.approvers.size >= card.need) say(event, 'granted an approval that has been decided');
        card?.approvers.add(event.data.by.id);
        break;
      }
      case 'approval-extended': {
        const card = cards.get(event.data.approvalId);
        if (!card?.isOpen || event.at >= card.expiresAt) say(event, 'extended an approval that is over');
        if (card) card.expiresAt = event.data.expiresAt;
        break;
      }
      case 'arguments-edited': {
        const { address, argsHash, by, approvalId } = event.data;
        const card = cards.get(approvalId);
        if (!card?.isOpen || card.isUsed) say(event, 'edited a call whose card is not open');
        if (card) card.isEdited = true;
        edits.set(addressKey(address), { argsHash, by: by.id });
        break;
      }
      case 'edit-dropped':
        mustDrop.delete(addressKey(event.data.address));
        edits.delete(addressKey(event.data.address));
        break;
      case 'approval-rejected':
      case 'approval-expired':
      case 'approval-withdrawn':
      case 'approval-voided': {
        const card = cards.get(event.data.approvalId);
        if (card) card.isOpen = false;
        break;
      }
      case 'attempt-dispatched': {
        const { data } = event;
        const key = addressKey(data.address);
        if (isPaused || isStopping || isReplanning)
          say(
            event,
            `${key} was started while the run was ${isPaused ? 'paused' : isStopping ? 'stopping' : 'replanning'}`,
          );
        const open = (stepOf(data.address.stepId)?.needs ?? []).filter(
          (need) => !settled.has(need) && !settled.has(`failed:${need}`),
        );
        if (open.length > 0) say(event, `${key} was started before ${open.join(', ')} had ended`);
        const edit = edits.get(key);
        if (edit && edit.argsHash !== data.argsHash)
          say(event, `${key} was sent with other arguments than a person gave it`);
        const before = operations.get(data.operationKey);
        if (data.effect !== 'read' && before !== undefined && before !== 'not-applied')
          say(event, `${key} was sent again while its operation was ${before}`);
        operations.set(data.operationKey, 'in flight');
        attempts.set(key, data.attempt);
        if (
          data.policy.verdict === 'ask' &&
          data.consumes.length === 0 &&
          (data.coveredBy ?? []).length === 0
        )
          say(event, `${key} was sent without the approval that policy asks for`);
        for (const id of [...data.consumes, ...(data.coveredBy ?? [])]) {
          const card = cards.get(id);
          if (!card) {
            say(event, `${id} does not exist`);
            continue;
          }
          if (card.seal !== data.seal) say(event, `${id} is for another seal`);
          if (event.at >= card.expiresAt) say(event, `${id} had expired`);
          if (card.approvers.size < card.need)
            say(event, `${id} has ${card.approvers.size} of ${card.need} approvers`);
          if (!card.isOpen) say(event, `${id} is not open`);
          if (data.consumes.includes(id) && card.isUsed) say(event, `${id} is consumed twice`);
          card.isUsed = true;
        }
        break;
      }
      case 'attempt-finished':
        if (attempts.get(addressKey(event.data.address)) !== event.data.attempt)
          say(event, 'ends an attempt that is not in flight');
        operations.set(event.data.operationKey, event.data.outcome);
        break;
      case 'effect-reconciled':
        operations.set(event.data.operationKey, event.data.verdict);
        break;
      case 'retry-scheduled': {
        const key = addressKey(event.data.address);
        const isCounted = event.actor.kind !== 'person' && event.data.failure.code !== 'worker-died';
        retries.set(
          key,
          isCounted
            ? (retries.get(key) ?? 0) + 1
            : event.actor.kind === 'person'
              ? 0
              : (retries.get(key) ?? 0),
        );
        const most = (stepOf(event.data.address.stepId)?.retry?.attempts ?? 3) - 1;
        if ((retries.get(key) ?? 0) > most) say(event, `${key} is retried more often than ${most} times`);
        for (const [operation, state] of operations)
          if (state === 'unknown' && operation === lastOperation(log, event, key))
            say(event, `${key} is retried while its outcome is not known`);
        break;
      }
      case 'step-failed': {
        settled.add(`failed:${addressKey(event.data.address)}`);
        if (operations.get(lastOperation(log, event, addressKey(event.data.address)) ?? '') === 'unknown')
          say(event, 'failed while its outcome is not known');
        break;
      }
      case 'step-succeeded': {
        const step = stepOf(event.data.address.stepId);
        const isParent = step?.forEach !== undefined && event.data.address.item === undefined;
        const missing = (step?.postconditions ?? []).filter(
          (check) => !event.data.checks.some((result) => result.id === check.id && result.holds),
        );
        if (!isParent && missing.length > 0)
          say(event, `succeeded without ${missing.map((check) => check.id).join(', ')}`);
        settled.add(addressKey(event.data.address));
        succeeded.add(addressKey(event.data.address));
        break;
      }
      case 'step-skipped':
      case 'step-cancelled':
      case 'step-dropped':
        settled.add(addressKey(event.data.address));
        break;
      default:
    }
  }
  return problems;
}

/** The operation that was sent last for an address before an event. */
function lastOperation(log: readonly RunEvent[], before: RunEvent, key: string): string | undefined {
  const sent = log.findLast(
    (event) =>
      event.version < before.version &&
      event.type === 'attempt-dispatched' &&
      addressKey(event.data.address) === key,
  );
  return sent?.type === 'attempt-dispatched' ? sent.data.operationKey : undefined;
}
