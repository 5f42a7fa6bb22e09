import { type Address, addressKey, parseAddressKey } from '#core/run/address.ts';
import type { WaitReason } from '#core/run/views.ts';
import type { ApprovalRecord } from '#db/approvals.ts';
import type { EffectRecord } from '#db/effects.ts';
import type { RunHead } from '#db/runs.ts';
import type { Need } from '../shapes/needs.ts';

type Run = Pick<RunHead, 'runId' | 'number' | 'planId' | 'planTitle' | 'planVersion' | 'startedAt' | 'waits'>;
type Asked = Pick<
  ApprovalRecord,
  'approvalId' | 'runId' | 'planId' | 'planTitle' | 'address' | 'request' | 'requestedAt' | 'expiresAt'
>;
type Unknown = Pick<EffectRecord, 'runId' | 'address' | 'summary' | 'intendedAt' | 'operationKey'> & {
  runNumber: number;
  planId: string;
  planTitle: string;
  planVersion: number;
};

/** What waits for somebody: cards they may decide, and what runs name; unknown outcomes also after a run has ended. */
export function needsOf(
  live: readonly Run[],
  approvals: readonly Asked[],
  unknown: readonly Unknown[],
): Need[] {
  const numbers = new Map(live.map((run) => [run.runId, run.number]));
  const found: Need[] = approvalNeeds(approvals, numbers);
  const told = new Set<string>();
  for (const run of live) {
    for (const wait of run.waits as WaitReason[]) {
      const need = needOf(run, wait, unknown);
      if (need) found.push(need);
    }
    told.add(run.runId);
  }
  for (const effect of unknown) if (!told.has(effect.runId)) found.push(leftUnknown(effect));
  return found;
}

/** The calls of one batch are one row. */
function approvalNeeds(approvals: readonly Asked[], numbers: ReadonlyMap<string, number>): Need[] {
  const rows = new Map<string, Need>();
  for (const asked of approvals) {
    const { approvalId, runId, planId, planTitle, request, requestedAt, expiresAt } = asked;
    const key = request.batchOf === undefined ? approvalId : `${runId} ${request.batchOf}`;
    const first = rows.get(key);
    if (first) {
      first.calls += 1;
      first.expiresAt = Math.min(first.expiresAt ?? expiresAt, expiresAt);
      continue;
    }
    rows.set(key, {
      kind: 'approval',
      tier: request.tier,
      title: request.summary,
      calls: 1,
      runId,
      runNumber: numbers.get(runId) ?? 0,
      planTitle,
      address: parseAddressKey(asked.address),
      approvalId,
      planId,
      planVersion: null,
      since: requestedAt,
      expiresAt,
    });
  }
  return [...rows.values()];
}

/** Nobody has said what became of it, and no run asks any more. */
function leftUnknown(effect: Unknown): Need {
  const { runId, runNumber, planId, planTitle, planVersion, address, summary, intendedAt } = effect;
  return {
    kind: 'unknown',
    tier: null,
    title: summary,
    calls: 1,
    runId,
    runNumber,
    planTitle,
    address: parseAddressKey(address),
    approvalId: null,
    planId,
    planVersion,
    since: intendedAt,
    expiresAt: null,
  };
}

function needOf(run: Run, wait: WaitReason, unknown: readonly Unknown[]): Need | undefined {
  const { runId, number: runNumber, planId, planTitle } = run;
  const address: Address | null = wait.address ?? null;
  const base = {
    tier: null,
    calls: 1,
    runId,
    runNumber,
    planTitle,
    address,
    approvalId: null,
    planId,
    planVersion: null,
    since: run.startedAt,
    expiresAt: null,
  };
  const title = wait.stepTitle ?? planTitle;
  if (wait.code === 'unknown-outcome') {
    const key = address && addressKey(address);
    const effect = unknown.find((one) => one.runId === runId && one.address === key);
    return {
      ...base,
      kind: 'unknown',
      title: effect?.summary ?? title,
      since: effect?.intendedAt ?? base.since,
    };
  }
  if (wait.code === 'person-step') return { ...base, kind: 'person', title };
  if (wait.code === 'revision-review')
    return {
      ...base,
      kind: 'revision',
      title: planTitle,
      planVersion: numberOr(wait['planVersion']),
      address: null,
    };
  if (wait.code === 'escalation')
    return { ...base, kind: 'escalation', title, expiresAt: numberOr(wait['untilAt']) };
  return undefined; // approvals come from their own table; the rest waits for no person
}

function numberOr(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

/** Unknown outcomes and critical calls by time left, then the rest by tier and time. */
export function byUrgency(a: Need, b: Need): number {
  const rank = (need: Need) =>
    need.kind === 'unknown' || need.tier === 'critical' ? 0 : need.tier === 'low' ? 2 : 1;
  const until = (need: Need) => need.expiresAt ?? (need.kind === 'unknown' ? 0 : Number.MAX_SAFE_INTEGER);
  return rank(a) - rank(b) || until(a) - until(b) || a.since - b.since;
}
