/**
 * Drives one claimed run until it waits for somebody else, is fenced, or is told to stop.
 *
 *   results -> decide, fold -> start what the fold now asks for -> commit all of it at once -> dispatch -> wait
 *
 * Level-triggered: it asks the fold what to do next, so a crash needs no path of its own. A call is dispatched strictly
 * after its intent is durable (E1). The outcome of a step and the intents of its successors share one transaction.
 * Somebody else's events (pause, approval, cancel) arrive by a poke, by a look at the log every half second, or as a
 * version conflict; an outcome then lands on the newer fold, an intent that is refused there is dropped.
 */
import { nextActions } from '#core/run/schedule.ts';
import type { Rejection } from '#core/run/commands.ts';
import { evolve } from '#core/run/evolve.ts';
import type { Actor } from '#core/run/events.ts';
import type { Action, RunState } from '#core/run/state.ts';
import { addressKey } from '#core/run/address.ts';
import { observedOutputs } from '../commands/observed-outputs.ts';
import { actionKey, createBlocked } from './blocked-actions.ts';
import type { Committer } from './committer.ts';
import type { Faults } from './fault-points.ts';
import { createInbox } from './inbox.ts';
import { addToPack, emptyPack, type Pack, type Result } from './pack.ts';
import { dispatch, type Intent } from './perform-dispatch.ts';
import { isQuick, type OutsideAction, perform } from './perform.ts';
import type { PerformDeps } from './perform-context.ts';
import { createRunOutputs } from './run-outputs.ts';

export type Claim = { workspaceId: string; runId: string; fence: number };
/** idle: it waits for a person, a long timer or nothing. interrupted: told to stop with work left. */
export type DriveEnd = 'idle' | 'fenced' | 'interrupted';
export type RunChange = { workspaceId: string; runId: string; kind: 'run'; version: number };

export type DriveDeps = PerformDeps & {
  committer: Committer;
  faults: Faults;
  random: () => number;
  log: { warn(fields: object, message: string): void; error(fields: object, message: string): void };
  driverId: string;
  /** Tells waiting browsers after a commit; never part of it. */
  notify: (change: RunChange) => void;
};
/** stop: abandon everything at once (session lost). drain: start nothing, let what is in flight finish. */
export type DriveSignals = { stop: AbortSignal; drain: AbortSignal };
export type DriveHandle = { end: Promise<DriveEnd>; poke(version?: number): void };

/** A timer that is due within this is waited for; a later one is the sweeper's. */
const LIVE_WAIT_MS = 5_000;
/** Between two looks at the log when nobody poked. */
const REFRESH_MS = 500;
/** How long an outcome waits for the intents of its successors before it is committed without them. */
const FUSE_WAIT_MS = 5;
/** outcome -> postconditions -> next intent -> … in one transaction. */
const FUSE_ROUNDS = 4;
const MOST_COMMIT_REST_MS = 10_000;

const ended = (state: RunState) =>
  state.status === 'succeeded' || state.status === 'failed' || state.status === 'cancelled';
const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

export function driveRun(deps: DriveDeps, claim: Claim, signals: DriveSignals): DriveHandle {
  const { store, clock, log, faults } = deps;
  const { workspaceId, runId, fence } = claim;
  const actor: Actor = { kind: 'driver', id: deps.driverId };
  const inbox = createInbox<Result>();
  const outputs = createRunOutputs(store, workspaceId, runId);
  const blocked = createBlocked();
  const performing = new Map<string, Promise<void>>();
  const quick = new Set<string>();
  const flying = new Map<string, { intent: Intent; abort: AbortController }>();
  /** Attempts this driver has begun: an attempt in flight that is not among them belongs to a dead worker. */
  const own = new Set<string>();
  const closing = new AbortController();
  let state: RunState;
  let needsRefresh = false;
  let refreshedAt = 0;
  let isFenced = false;

  async function main(): Promise<DriveEnd> {
    if (!(await load())) return isFenced ? 'fenced' : 'idle';
    for (;;) {
      if (signals.stop.aborted) return 'interrupted';
      await refresh();
      const pack = emptyPack();
      apply(pack, inbox.takeAll());
      let wakeAt = startActions();
      await fuse(pack);
      if (pack.events.length > 0) {
        const next = await commit(pack);
        if (isFenced) return 'fenced';
        if (signals.stop.aborted) return 'interrupted';
        for (const intent of next) fly(intent);
        abortCancelled();
        wakeAt = startActions();
      }
      if (inbox.size > 0) continue;
      const isQuiet = flying.size === 0 && performing.size === 0;
      if (isQuiet && signals.drain.aborted) return ended(state) ? 'idle' : 'interrupted';
      const due = wakeAt === null ? Infinity : wakeAt - clock.now();
      if (isQuiet && (ended(state) || due > LIVE_WAIT_MS)) return 'idle';
      await inbox.wait(Math.max(0, Math.min(due, REFRESH_MS)), clock);
      await nextTurn(); // what arrives in the same turn of the event loop is committed together
    }
  }

  async function load(): Promise<boolean> {
    const loaded = await patiently(() => store.load(workspaceId, runId));
    if (!loaded) return false;
    isFenced = loaded.fence !== fence;
    state = loaded.state;
    outputs.forget();
    refreshedAt = clock.now();
    return !isFenced;
  }

  /** Folds what somebody else has appended. Only between packs, when the fold is exactly the log. */
  async function refresh(): Promise<void> {
    if (!needsRefresh && clock.now() - refreshedAt < REFRESH_MS) return;
    needsRefresh = false;
    refreshedAt = clock.now();
    const tail = await patiently(() => store.readEvents(workspaceId, runId, state.version));
    for (const event of tail ?? []) evolve(state, event);
    for (const { key, output } of observedOutputs(tail ?? [])) outputs.remember(key, output);
    if (tail && tail.length > 0) abortCancelled();
  }

  function apply(pack: Pack, results: readonly Result[]): void {
    for (const result of results) {
      if (result.actionKey !== undefined) performing.delete(result.actionKey);
      if (isOutdated(result)) continue;
      const before = pack.events.length;
      const rejection = addToPack(pack, state, outputs, result, clock.now(), actor);
      const changedNothing = pack.events.length === before;
      if (result.actionKey !== undefined) {
        if (changedNothing) blocked.add(result.actionKey, state.version, clock.now());
        else blocked.clear(result.actionKey);
      }
      if (rejection) noteRejection(result, rejection);
    }
    for (const intent of pack.intents) own.add(attemptKey(intent.operationKey, intent.attempt));
  }

  /** Another version of the plan was adopted while this was being prepared: it is asked for again. */
  function isOutdated({ command, planVersion }: Result): boolean {
    const isFact =
      command.type === 'record-outcome' ||
      command.type === 'record-crash' ||
      command.type === 'record-reconcile';
    return !isFact && planVersion !== state.planVersion;
  }

  function noteRejection({ command }: Result, rejection: Rejection): void {
    if (command.type === 'record-outcome')
      log.warn({ runId, rejection }, 'An outcome was refused: somebody settled the attempt first');
  }

  /** Starts what the fold asks for and is not under way. Returns the earliest timer. */
  function startActions(): number | null {
    if (signals.drain.aborted || ended(state)) return null;
    const now = clock.now();
    const { actions, wakeAt } = nextActions(state, now, blocked.refused(state.version, now));
    for (const action of actions) {
      const key = actionKey(action);
      if (performing.has(key)) continue;
      if (blocked.until(key, state.version, now) === undefined) start(action, key);
    }
    const earliest = Math.min(wakeAt ?? Infinity, blocked.next(state.version, now));
    return earliest === Infinity ? null : earliest;
  }

  function start(action: Action, key: string): void {
    const { planVersion } = state;
    const isNew = (command: Result['command']) => {
      performing.set(key, Promise.resolve());
      inbox.push({ command, actionKey: key, planVersion });
    };
    if (action.type === 'fire-timers' || action.type === 'adopt-revision')
      return isNew({ type: action.type });
    if (action.type === 'attend') {
      const { address, attempt, operationKey } = action;
      if (own.has(attemptKey(operationKey, attempt))) return;
      return isNew({ type: 'record-crash', address, attempt, operationKey, jitter: deps.random() });
    }
    if (isQuick(state, action)) quick.add(key);
    performing.set(key, performOutside(action, key, planVersion));
  }

  async function performOutside(action: OutsideAction, key: string, planVersion: number): Promise<void> {
    try {
      const command = await perform(deps, { state, outputs, signal: closing.signal }, action);
      quick.delete(key);
      inbox.push({ command, actionKey: key, planVersion });
    } catch (error) {
      quick.delete(key);
      performing.delete(key);
      if (closing.signal.aborted) return;
      log.error({ runId, action: key, error }, 'An action could not be performed; it is tried again');
      blocked.add(key, undefined, clock.now());
      inbox.wake();
    }
  }

  /** Lets what needs nothing from outside join the transaction of what made it possible. */
  async function fuse(pack: Pack): Promise<void> {
    for (let round = 0; round < FUSE_ROUNDS && pack.events.length > 0; round++) {
      if (quick.size > 0) await nextTurn();
      const waited = [...quick].flatMap((key) => performing.get(key) ?? []);
      if (waited.length > 0) {
        const enough = new AbortController();
        await Promise.race([Promise.all(waited), clock.sleep(FUSE_WAIT_MS, enough.signal).catch(() => {})]);
        enough.abort();
      }
      if (inbox.size === 0) return;
      apply(pack, inbox.takeAll());
      startActions();
    }
  }

  /** Returns the intents that are durable now. After a conflict everything is decided again on the newer fold. */
  async function commit(first: Pack): Promise<Intent[]> {
    const durable: Intent[] = [];
    let unanswered = 0;
    for (let pack = first; pack.events.length > 0;) {
      await hitBefore(pack);
      const result = await append(pack);
      if (result === 'ok') {
        await hitAfter(pack);
        return [...durable, ...pack.intents];
      }
      if (isFenced || result === 'fenced') {
        isFenced = true;
        return [];
      }
      if (result === 'unknown') await rest(unanswered++);
      if (signals.stop.aborted || !(await load())) return [];
      const landed = pack.intents.filter(isInFlight);
      durable.push(...landed);
      const again = pack.results.filter(
        (one) =>
          !(result === 'plan-version' && one.command.type === 'propose-revision') &&
          !landed.some((intent) => isFor(one, intent)),
      );
      pack = emptyPack();
      apply(pack, again);
    }
    return durable;
  }

  /** A database that refuses the same commit again and again (a full disk, a wrong schema) is not asked in a tight loop. */
  async function rest(unanswered: number): Promise<void> {
    if (unanswered === 0) return;
    await clock.sleep(Math.min(100 * 2 ** unanswered, MOST_COMMIT_REST_MS), signals.stop).catch(() => {});
  }

  async function append(pack: Pack): Promise<'ok' | 'version' | 'fenced' | 'plan-version' | 'unknown'> {
    const expectedVersion = state.version - pack.events.length;
    try {
      const result = await deps.committer.append({
        workspaceId,
        runId,
        fence,
        expectedVersion,
        state,
        events: pack.events,
        touched: [...pack.touched],
        outputs: pack.outputs,
        ...(pack.planVersion ? { planVersion: pack.planVersion } : {}),
      });
      if (!result.ok) return result.reason;
      deps.notify({ workspaceId, runId, kind: 'run', version: state.version });
      return 'ok';
    } catch (error) {
      log.warn({ runId, error }, 'A commit got no answer; reading what became of it');
      return 'unknown';
    }
  }

  /** A commit without an answer may have landed (FM13): then the intent stands in the log under our own fence. */
  function isInFlight({ key, attempt, operationKey }: Intent): boolean {
    const step = state.steps[key];
    return (
      state.inFlight.includes(key) &&
      step?.call?.operationKey === operationKey &&
      step.call.attempt === attempt
    );
  }

  function isFor({ command }: Result, intent: Intent): boolean {
    return command.type === 'prepare-attempt' && addressKey(command.preparation.address) === intent.key;
  }

  function fly(intent: Intent): void {
    const abort = new AbortController();
    const { planVersion } = state;
    flying.set(intent.key, { intent, abort });
    void dispatch(deps, { workspaceId, runId }, intent, abort.signal).then(
      (command) => {
        flying.delete(intent.key);
        inbox.push({ command, planVersion });
      },
      (error: unknown) => {
        // A fault was injected, or there is a bug: without an outcome the attempt is for reconciliation to settle.
        log.error({ runId, step: intent.key, error }, 'A dispatch broke');
        flying.delete(intent.key);
        own.delete(attemptKey(intent.operationKey, intent.attempt));
        inbox.wake();
      },
    );
  }

  /** Cancel reaches a call in flight through its signal (R5); so does the loss of its attempt. */
  function abortCancelled(): void {
    for (const [key, { intent, abort }] of flying) {
      if (state.stopMode === 'cancel-now' || !isInFlight(intent))
        abort.abort(new Error(`${key} was cancelled`));
    }
  }

  /** Reads are repeated while the database is away; undefined once told to stop. */
  async function patiently<T>(read: () => Promise<T>): Promise<T | undefined> {
    for (let pauseMs = 100; ; pauseMs = Math.min(pauseMs * 2, 2_000)) {
      try {
        return await read();
      } catch (error) {
        if (signals.stop.aborted) return undefined;
        log.warn({ runId, error }, 'The run could not be read; trying again');
        await clock.sleep(pauseMs, signals.stop).catch(() => {});
      }
    }
  }

  async function hitBefore({ intents, outcomeSteps }: Pack): Promise<void> {
    if (outcomeSteps.length > 0) await faults.at('before-outcome', outcomeSteps);
    if (intents.length > 0)
      await faults.at(
        'before-intent',
        intents.map(({ address }) => address.stepId),
      );
  }
  async function hitAfter({ intents, outcomeSteps }: Pack): Promise<void> {
    if (outcomeSteps.length > 0) await faults.at('after-outcome', outcomeSteps);
    if (intents.length > 0)
      await faults.at(
        'after-intent',
        intents.map(({ address }) => address.stepId),
      );
  }

  async function run(): Promise<DriveEnd> {
    const onSignal = () => inbox.wake();
    signals.stop.addEventListener('abort', onSignal);
    signals.drain.addEventListener('abort', onSignal);
    try {
      return await main();
    } finally {
      signals.stop.removeEventListener('abort', onSignal);
      signals.drain.removeEventListener('abort', onSignal);
      closing.abort(new Error('The drive has ended'));
      for (const { abort } of flying.values()) abort.abort(new Error('The drive has ended'));
    }
  }

  return {
    end: run(),
    poke(version) {
      if (version !== undefined && state !== undefined && version <= state.version) return;
      needsRefresh = true;
      inbox.wake();
    },
  };
}

function attemptKey(operationKey: string, attempt: number): string {
  return `${operationKey}#${attempt}`;
}
