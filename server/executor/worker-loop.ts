/**
 * One worker: claims runs, drives several at once, beats, sweeps, and stops in an orderly way.
 *
 *   working -> (SIGTERM) draining: claims nothing, calls in flight get ten seconds -> stopped
 *           `-> (session lost, taken for dead) stops dispatching at once -> stopped
 *
 * NOTIFY and rings only make it faster: it looks for runs every half second anyway.
 */
import type { Changes } from '#db/changes.ts';
import type { Sql } from '#db/connect.ts';
import type { Claim, Queue } from '#db/queue.ts';
import { beatWorker, type WorkerRegistration } from '#db/workers.ts';
import type { Logger } from '../log.ts';
import type { Driver } from './driver.ts';
import type { Faults } from './fault-points.ts';

export type WorkerDeps = {
  sql: Sql;
  queue: Queue;
  changes: Pick<Changes, 'subscribe'>;
  driver: Driver;
  registration: WorkerRegistration;
  faults: Faults;
  log: Logger;
  /** Runs at once. */
  capacity: number;
  beatMs: number;
  /** Another worker has taken a run from this one. */
  onLeaseLost: () => void;
};

export type WorkerLoop = {
  /** Looks for runs without waiting for the poll. */
  look(): void;
  /** Lets calls in flight finish for a while, gives its runs back and resolves. */
  drain(): Promise<void>;
  /** It is no longer the holder of its runs: abandons everything. */
  abandon(): void;
  /** Resolves when it has stopped, for whatever reason. */
  readonly stopped: Promise<'drained' | 'lost'>;
};

const POLL_MS = 500;
const DRAIN_MS = 10_000;

export function startWorkerLoop(deps: WorkerDeps): WorkerLoop {
  const { queue, driver, log, registration } = deps;
  const driving = new Map<string, { claim: Claim; stop: AbortController; done: Promise<void> }>();
  const stopped = Promise.withResolvers<'drained' | 'lost'>();
  let isStopping = false;
  let isLooking = false;
  let lookAgain = false;

  async function look(): Promise<void> {
    lookAgain = true;
    if (isLooking) return;
    isLooking = true;
    // oxlint-disable-next-line no-unmodified-loop-condition -- stop() sets it while a claim is awaited
    while (lookAgain && !isStopping && registration.isHeld()) {
      lookAgain = false;
      const free = deps.capacity - driving.size;
      if (free <= 0) break;
      try {
        const claims = await queue.claim(registration.id, free);
        for (const claim of claims) take(claim);
        if (claims.length === free) lookAgain = true;
      } catch (error) {
        log.warn({ error }, 'Runs could not be claimed');
      }
    }
    isLooking = false;
  }

  function take(claim: Claim): void {
    const stop = new AbortController();
    const before = driving.get(claim.runId);
    before?.stop.abort(new Error('The run was claimed again')); // its fence is old
    if (isStopping) stop.abort();
    driving.set(claim.runId, { claim, stop, done: driveOne(claim, stop.signal) });
  }

  async function driveOne(claim: Claim, stop: AbortSignal): Promise<void> {
    try {
      const end = await driver.drive(claim, stop);
      await deps.faults.at('before-ack', []);
      if (end === 'idle') await queue.complete(claim);
      if (end === 'interrupted' && registration.isHeld()) await queue.release(claim);
    } catch (error) {
      log.error({ error, runId: claim.runId }, 'A drive broke; the sweeper rings the run again');
      await queue.release(claim).catch(() => {});
    }
    if (driving.get(claim.runId)?.claim.fence === claim.fence) driving.delete(claim.runId);
    if (!isStopping) void look();
  }

  async function beat(): Promise<void> {
    try {
      if (!(await beatWorker(deps.sql, registration.id))) return abandon();
      const claims = [...driving.values()].map(({ claim }) => claim);
      const held = new Set((await queue.beat(claims)).map(({ jobId }) => jobId));
      for (const claim of claims) {
        if (held.has(claim.jobId)) continue;
        deps.onLeaseLost();
        driving.get(claim.runId)?.stop.abort(new Error('Another worker holds the run'));
      }
    } catch (error) {
      log.warn({ error }, 'A beat failed');
    }
  }

  function abandon(): void {
    if (isStopping) return;
    log.error({}, 'This worker has lost its session or was taken for dead; it stops');
    end('lost');
    for (const { stop } of driving.values()) stop.abort(new Error('The worker lost its session'));
  }

  function end(how: 'drained' | 'lost'): void {
    isStopping = true;
    clearInterval(poll);
    clearInterval(beating);
    unsubscribe();
    driver.drain();
    void Promise.all([...driving.values()].map(({ done }) => done)).then(() => stopped.resolve(how));
  }

  const unsubscribe = deps.changes.subscribe((change) => {
    if (!change) {
      for (const runId of driving.keys()) driver.poke(runId);
      void look();
    } else if (change.runId !== undefined) {
      if (driving.has(change.runId)) driver.poke(change.runId, change.version);
      else void look();
    }
  });
  const poll = setInterval(() => void look(), POLL_MS);
  const beating = setInterval(() => void beat(), deps.beatMs);
  void look();

  return {
    look: () => void look(),
    abandon,
    stopped: stopped.promise,
    async drain() {
      if (!isStopping) end('drained');
      const late = setTimeout(() => {
        for (const { stop } of driving.values()) stop.abort(new Error('The worker has to stop now'));
      }, DRAIN_MS);
      await stopped.promise;
      clearTimeout(late);
    },
  };
}
