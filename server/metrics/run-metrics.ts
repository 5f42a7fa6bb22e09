/**
 * What one process has seen happen to runs, as counters: fed with the events that were stored, never with intentions.
 * Durations are seconds, as Prometheus has them.
 */
import { collectDefaultMetrics, Counter, Histogram, Registry } from 'prom-client';
import { addressKey } from '#core/run/address.ts';
import type { NewRunEvent } from '#core/run/events.ts';
import type { AppendBatch, AppendResult, RunStore } from '#db/run-store.ts';

const ATTEMPT_SECONDS = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1_800];
/** Attempts whose outcome is still to come; those of a run that another worker took over are let go, oldest first. */
const OPEN_KEPT = 10_000;

export type RunMetrics = ReturnType<typeof createRunMetrics>;

export function createRunMetrics(process: { worker: string } | { web: string }) {
  const registry = new Registry();
  registry.setDefaultLabels(process);
  collectDefaultMetrics({ register: registry });
  const counter = <L extends string>(name: string, help: string, labelNames: L[]) =>
    new Counter({ name: `countersign_${name}`, help, labelNames, registers: [registry] });
  const runsStarted = counter('runs_started_total', 'Runs started.', []);
  const runsFinished = counter('runs_finished_total', 'Runs that ended, by how.', ['status']);
  const attempts = counter('attempts_total', 'Calls that were sent, by what became of them.', [
    'tool',
    'outcome',
  ]);
  const attemptSeconds = new Histogram({
    name: 'countersign_attempt_duration_seconds',
    help: 'From the stored intent to the stored outcome of a call.',
    labelNames: ['tool'],
    buckets: ATTEMPT_SECONDS,
    registers: [registry],
  });
  const retries = counter('retries_total', 'Attempts that failed and will be made again, by cause.', [
    'class',
  ]);
  const stepsFailed = counter('steps_failed_total', 'Steps that failed for good, by cause.', ['class']);
  const recovered = counter(
    'recovered_attempts_total',
    'Calls whose worker died before it stored the outcome.',
    [],
  );
  const reconciled = counter(
    'effects_reconciled_total',
    'Unknown outcomes that were found out, and by whom.',
    ['verdict', 'by'],
  );
  const replans = counter('replans_total', 'Times a run asked for a new version, by trigger.', ['trigger']);
  const decisions = counter('approvals_decided_total', 'Approval requests that ended, by how.', ['decision']);
  const leasesLost = counter('leases_lost_total', 'Runs taken from this worker while it drove them.', []);
  const runsSeized = counter('runs_seized_total', 'Runs freed from dead workers.', []);

  const open = new Map<string, { tool: string; at: number }>();
  function dispatched(key: string, tool: string, at: number): void {
    open.set(key, { tool, at });
    const oldest = open.keys().next();
    if (open.size > OPEN_KEPT && !oldest.done) open.delete(oldest.value);
  }

  function observe(runId: string, event: NewRunEvent): void {
    switch (event.type) {
      case 'run-started':
        return runsStarted.inc();
      case 'run-finished':
        return runsFinished.inc({ status: event.data.status });
      case 'attempt-dispatched':
        return dispatched(attemptKey(runId, event.data), event.data.tool, event.at);
      case 'attempt-finished': {
        const key = attemptKey(runId, event.data);
        const intent = open.get(key);
        open.delete(key);
        const tool = intent?.tool ?? 'unknown';
        attempts.inc({ tool, outcome: event.data.outcome });
        if (intent) attemptSeconds.observe({ tool }, Math.max(0, event.at - intent.at) / 1_000);
        if (event.data.crashed) recovered.inc();
        return;
      }
      case 'effect-reconciled':
        return reconciled.inc({
          verdict: event.data.verdict,
          by: event.data.by.kind === 'person' ? 'person' : 'lookup',
        });
      case 'retry-scheduled':
        return event.data.waits ? undefined : retries.inc({ class: event.data.failure.class });
      case 'step-failed':
        return stepsFailed.inc({ class: event.data.failure.class });
      case 'replan-requested':
        return replans.inc({ trigger: event.data.trigger.kind });
      case 'approval-granted':
        return event.data.granted >= event.data.need ? decisions.inc({ decision: 'granted' }) : undefined;
      case 'approval-rejected':
        return decisions.inc({ decision: 'rejected' });
      case 'approval-expired':
        return decisions.inc({ decision: 'expired' });
      case 'approval-voided':
        return decisions.inc({ decision: 'voided' });
      default:
    }
  }

  return {
    registry,
    /** The same store; what it stored is counted. */
    watch(store: RunStore): RunStore {
      return {
        ...store,
        async append(batches: AppendBatch[]): Promise<AppendResult[]> {
          const results = await store.append(batches);
          batches.forEach(({ runId, events }, index) => {
            if (results[index]?.ok) for (const event of events) observe(runId, event);
          });
          return results;
        },
      };
    },
    leaseLost: () => leasesLost.inc(),
    seized: (count: number) => runsSeized.inc(count),
  };
}

function attemptKey(
  runId: string,
  {
    address,
    operationKey,
    attempt,
  }: { address: Parameters<typeof addressKey>[0]; operationKey: string; attempt: number },
): string {
  return [runId, addressKey(address), operationKey, attempt].join(' ');
}
