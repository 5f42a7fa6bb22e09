/**
 * The run store on PostgreSQL.
 *
 *   append: one statement for any number of runs. It locks the rows of the runs in one order, compares version and
 *   fence, and writes events, projections and snapshots for the batches that hold. A batch that also makes or decides
 *   a plan version, or rings, goes alone in a small transaction; those are rare.
 *
 * A connection lost during append leaves its outcome unknown: read the tail before appending again (FM13).
 */
import { assert, must } from '#core/assert.ts';
import type { Json } from '#core/json.ts';
import { RUN_EVENT_SCHEMA, type RunEvent, type StoredValue } from '#core/run/events.ts';
import { evolve, initialState } from '#core/run/evolve.ts';
import type { RunState } from '#core/run/state.ts';
import type { Sql } from './connect.ts';
import { decodeEvent, type EventRow } from './decode.ts';
import { putPayload, readPayload, readPayloads, resolveStored } from './payloads.ts';
import {
  approvalRows,
  columnText,
  effectRows,
  isoTime,
  runRow,
  stepRows,
  touchedRecords,
} from './run-projections.ts';
import { STATE_SCHEMA } from './run-snapshot.ts';
import {
  type AppendBatch,
  type AppendResult,
  type LoadedRun,
  type RunPlanVersion,
  type RunStore,
  type RunStoreOptions,
  SNAPSHOT_EVERY,
} from './run-store.ts';
import { inTransaction } from './transaction.ts';

/** Wakes a driver inside the transaction it is given. */
export type RingInside = (tx: Sql, workspaceId: string, runId: string) => Promise<void>;
export type PostgresRunStoreOptions = RunStoreOptions & { ring?: RingInside };

const READ_LIMIT = 100_000;

export function createPostgresRunStore(sql: Sql, options: PostgresRunStoreOptions = {}): RunStore {
  const { snapshotEvery = SNAPSHOT_EVERY, ring } = options;

  async function append(batches: AppendBatch[]): Promise<AppendResult[]> {
    const answers = new Map<AppendBatch, AppendResult>();
    // One row of `runs` is updated once a statement, so a second batch of a run takes a turn of its own.
    for (let left = batches; left.length > 0; left = left.filter((batch) => !answers.has(batch))) {
      const turn = left.filter((batch, at) => left.findIndex((other) => isSameRun(batch, other)) === at);
      const plain = turn.filter((batch) => !isSpecial(batch));
      const results = plain.length > 0 ? await appendStatement(sql, plain, snapshotEvery) : [];
      plain.forEach((batch, at) => answers.set(batch, must(results[at], 'a batch without an answer')));
      for (const batch of turn.filter(isSpecial)) answers.set(batch, await appendInTransaction(batch));
    }
    return batches.map((batch) => must(answers.get(batch), 'a batch without an answer'));
  }

  async function appendInTransaction(batch: AppendBatch): Promise<AppendResult> {
    const undo = new RolledBack();
    try {
      await inTransaction(sql, async (tx) => {
        const [result] = await appendStatement(tx, [batch], snapshotEvery);
        undo.result = must(result, 'a batch without an answer');
        if (!undo.result.ok) throw undo;
        if (batch.planVersion && !(await insertPlanVersion(tx, batch.workspaceId, batch.planVersion))) {
          undo.result = { ok: false, reason: 'plan-version' };
          throw undo;
        }
        if (batch.planVersionState) await setRunVersionState(tx, batch);
        if (batch.ring) await ring?.(tx, batch.workspaceId, batch.runId);
      });
    } catch (error) {
      if (error !== undo) throw error;
    }
    return undo.result;
  }

  async function load(workspaceId: string, runId: string): Promise<LoadedRun | undefined> {
    const [run] = await sql<{ fence: number }[]>`
      select fence from runs where workspace_id = ${workspaceId} and id = ${runId}`;
    if (!run) return undefined;
    const [snapshot] = await sql<{ state: RunState }[]>`
      select state from run_snapshots
      where workspace_id = ${workspaceId} and run_id = ${runId} and schema = ${STATE_SCHEMA}
      order by version desc limit 1`;
    const state = snapshot?.state ?? initialState();
    for (const event of await readEvents(workspaceId, runId, state.version)) evolve(state, event);
    return { state, version: state.version, fence: run.fence };
  }

  async function readEvents(
    workspaceId: string,
    runId: string,
    after: number,
    limit = READ_LIMIT,
  ): Promise<RunEvent[]> {
    const rows = await sql<EventRow[]>`
      select version, schema, type, (extract(epoch from at) * 1000)::float8 as at, actor, trace_id as "traceId", data from run_events
      where workspace_id = ${workspaceId} and run_id = ${runId} and version > ${after}
      order by version limit ${limit}`;
    return rows.map(decodeEvent);
  }

  async function readOutputs(
    workspaceId: string,
    runId: string,
    keys?: string[],
  ): Promise<Record<string, Json>> {
    const rows = await sql<{ address: string; output: StoredValue }[]>`
      select address, output from step_runs
      where workspace_id = ${workspaceId} and run_id = ${runId} and output is not null
        and (${keys === undefined} or address = any(${keys ?? []}))`;
    const hashes = rows.flatMap(({ output }) => ('ref' in output ? [output.ref.sha256] : []));
    const payloads = await readPayloads(sql, workspaceId, hashes);
    return Object.fromEntries(rows.map(({ address, output }) => [address, resolveStored(output, payloads)]));
  }

  return {
    append,
    load,
    readEvents,
    readOutputs,
    putPayload: (workspaceId, value) => putPayload(sql, workspaceId, value),
    readPayload: (workspaceId, sha256) => readPayload(sql, workspaceId, sha256),
    async nextPlanVersion(workspaceId, planId) {
      const [plan] = await sql<{ last: number }[]>`
        select last_version as last from plans where workspace_id = ${workspaceId} and id = ${planId}`;
      return (plan?.last ?? 0) + 1;
    },
    async versionHashes(workspaceId, runId) {
      return [
        ...(await sql<{ version: number; hash: string }[]>`
          select version, hash from plan_versions
          where workspace_id = ${workspaceId} and origin_run_id = ${runId} order by version`),
      ];
    },
  };
}

/** Thrown to roll back; carries the answer out. */
class RolledBack extends Error {
  result: AppendResult = { ok: true };
}

const isSameRun = (a: AppendBatch, b: AppendBatch) => a.workspaceId === b.workspaceId && a.runId === b.runId;
const isSpecial = (batch: AppendBatch) =>
  batch.planVersion !== undefined || batch.planVersionState !== undefined || batch.ring === true;

type Won = { ord: number; won: boolean; version: number | null; fence: number | null };

async function appendStatement(
  sql: Sql,
  batches: readonly AppendBatch[],
  snapshotEvery: number,
): Promise<AppendResult[]> {
  const rows = rowsOf(batches, snapshotEvery);
  const text = (list: unknown[]) => JSON.stringify(list);
  // Opaque documents come as JSON inside a JSON string: the parameter is parsed as a list of rows, they are not.
  const answers = await sql<Won[]>`
    with batch as materialized (
      select * from json_to_recordset(${text(rows.runs)}::text::json) as b(
        ord int, workspace_id text, run_id text, expected int, version int, held int, plan_id text, plan_version int,
        plan_hash text, objective text, status text, has_work boolean, wake_at timestamptz, done int, total int,
        waits text, pending_approvals int, unknown_effects int, replans int, spent text, started_by text,
        started_at timestamptz, ended_at timestamptz, ending text, at timestamptz)
    ), numbered as (
      update workspaces w set last_run_number = w.last_run_number + starting.count
      from (select workspace_id, count(*)::int as count from batch where expected = 0 group by workspace_id) starting
      where w.id = starting.workspace_id
      returning w.id, w.last_run_number - starting.count as base
    ), inserted as (
      insert into runs (
        workspace_id, id, number, plan_id, plan_version, plan_hash, objective, status, version, has_work, wake_at, done,
        total, waits, pending_approvals, unknown_effects, replans, spent, started_by, started_at, ended_at, ending, updated_at)
      select b.workspace_id, b.run_id,
        coalesce(n.base, 0) + row_number() over (partition by b.workspace_id order by b.ord), b.plan_id, b.plan_version,
        b.plan_hash, b.objective, b.status, b.version, b.has_work, b.wake_at, b.done, b.total, b.waits::json,
        b.pending_approvals, b.unknown_effects, b.replans, b.spent::json, b.started_by::json, b.started_at, b.ended_at,
        b.ending::json, b.at
      from batch b left join numbered n on n.id = b.workspace_id
      where b.expected = 0
      on conflict (workspace_id, id) do nothing
      returning workspace_id, id
    ), locked as materialized (
      select b.ord, r.workspace_id, r.id, r.version, r.fence
      from batch b join runs r on r.workspace_id = b.workspace_id and r.id = b.run_id
      where b.expected > 0
      order by r.workspace_id, r.id
      for no key update of r
    ), updated as (
      update runs r set
        plan_version = b.plan_version, plan_hash = b.plan_hash, objective = b.objective, status = b.status,
        version = b.version, has_work = b.has_work, wake_at = b.wake_at, done = b.done, total = b.total,
        waits = b.waits::json, pending_approvals = b.pending_approvals, unknown_effects = b.unknown_effects,
        replans = b.replans, spent = b.spent::json, ended_at = b.ended_at, ending = b.ending::json, updated_at = b.at
      from locked l join batch b on b.ord = l.ord
      where r.workspace_id = l.workspace_id and r.id = l.id
        and l.version = b.expected and r.version = b.expected
        and (b.held is null or (l.fence = b.held and r.fence = b.held))
      returning b.ord
    ), won as (
      select ord from updated
      union all
      select b.ord from batch b join inserted i on i.workspace_id = b.workspace_id and i.id = b.run_id
    ), target as (
      select b.ord, b.workspace_id, b.run_id, b.version, b.at from won join batch b using (ord)
    ), new_events as (
      insert into run_events (workspace_id, run_id, version, schema, type, at, actor, trace_id, data)
      select t.workspace_id, t.run_id, e.version, ${RUN_EVENT_SCHEMA}::int, e.type, e.at, e.actor::json, e.trace_id, e.data::json
      from json_to_recordset(${text(rows.events)}::text::json) as e(
        ord int, version int, type text, at timestamptz, actor text, trace_id text, data text)
      join target t using (ord)
    ), new_steps as (
      insert into step_runs (
        workspace_id, run_id, address, step_id, item, status, attempt, generation, tool, summary, approval_id, failure,
        retry_at, manual, started_at, ended_at, output, updated_at)
      select t.workspace_id, t.run_id, s.address, s.step_id, s.item, s.status, s.attempt, s.generation, s.tool, s.summary,
        s.approval_id, s.failure::json, s.retry_at, s.manual, s.started_at, s.ended_at, s.output::json, t.at
      from json_to_recordset(${text(rows.steps)}::text::json) as s(
        ord int, address text, step_id text, item int, status text, attempt int, generation int, tool text, summary text,
        approval_id text, failure text, retry_at timestamptz, manual boolean, started_at timestamptz,
        ended_at timestamptz, output text)
      join target t using (ord)
      on conflict (workspace_id, run_id, address) do update set
        status = excluded.status, attempt = excluded.attempt, generation = excluded.generation, tool = excluded.tool,
        summary = excluded.summary, approval_id = excluded.approval_id, failure = excluded.failure,
        retry_at = excluded.retry_at, manual = excluded.manual, started_at = excluded.started_at,
        ended_at = excluded.ended_at, output = coalesce(excluded.output, step_runs.output), updated_at = excluded.updated_at
    ), new_approvals as (
      insert into approvals (
        workspace_id, id, run_id, address, status, tier, summary, seal, call_hash, call_text, tool, request, need, granted,
        grants, batch_of, requested_at, expires_at, decided_at, decided_by, reason, updated_at)
      select t.workspace_id, a.id, t.run_id, a.address, a.status, a.tier, a.summary, a.seal, a.call_hash, a.call_text, a.tool,
        a.request::json, a.need, a.granted, a.grants::json, a.batch_of, a.requested_at, a.expires_at, a.decided_at,
        a.decided_by::json, a.reason, t.at
      from json_to_recordset(${text(rows.approvals)}::text::json) as a(
        ord int, id text, address text, status text, tier text, summary text, seal text, call_hash text, call_text text, tool text,
        request text, need int, granted int, grants text, batch_of text, requested_at timestamptz,
        expires_at timestamptz, decided_at timestamptz, decided_by text, reason text)
      join target t using (ord)
      on conflict (workspace_id, id) do update set
        status = excluded.status, granted = excluded.granted, grants = excluded.grants, decided_at = excluded.decided_at,
        expires_at = excluded.expires_at, request = excluded.request,
        decided_by = coalesce(excluded.decided_by, approvals.decided_by), reason = excluded.reason,
        updated_at = excluded.updated_at
    ), new_effects as (
      insert into effects (
        workspace_id, operation_key, run_id, address, attempt, generation, tool, resource, effect, state, args_hash,
        summary, intended_at, settled_at, reconciled_by, evidence, undoes, updated_at)
      select t.workspace_id, f.operation_key, t.run_id, f.address, f.attempt, f.generation, f.tool, f.resource, f.effect,
        f.state, f.args_hash, f.summary, f.intended_at, f.settled_at, f.reconciled_by::json, f.evidence,
        f.undoes, t.at
      from json_to_recordset(${text(rows.effects)}::text::json) as f(
        ord int, operation_key text, address text, attempt int, generation int, tool text, resource text, effect text,
        state text, args_hash text, summary text, intended_at timestamptz, settled_at timestamptz, reconciled_by text,
        evidence text, undoes text)
      join target t using (ord)
      on conflict (workspace_id, operation_key) do update set
        attempt = excluded.attempt, state = excluded.state, settled_at = excluded.settled_at,
        reconciled_by = excluded.reconciled_by, evidence = excluded.evidence, undoes = excluded.undoes,
        updated_at = excluded.updated_at
    ), snapshot as materialized (
      select t.workspace_id, t.run_id, t.version, p.state
      from json_to_recordset(${text(rows.snapshots)}::text::json) as p(ord int, state text) join target t using (ord)
    ), dropped as (
      delete from run_snapshots old using snapshot s
      where old.workspace_id = s.workspace_id and old.run_id = s.run_id and old.version < s.version
    ), kept as (
      insert into run_snapshots (workspace_id, run_id, version, schema, state)
      select workspace_id, run_id, version, ${STATE_SCHEMA}::int, state::json from snapshot
      on conflict do nothing
    )
    select b.ord, w.ord is not null as won, l.version, l.fence
    from batch b left join won w using (ord) left join locked l using (ord)
    order by b.ord`;
  return answers.map((answer, at): AppendResult => {
    if (answer.won) return { ok: true };
    const { fence } = must(batches[at], 'an answer without a batch');
    const isFenced = fence !== undefined && answer.fence !== null && answer.fence !== fence;
    return { ok: false, reason: isFenced ? 'fenced' : 'version' };
  });
}

function rowsOf(batches: readonly AppendBatch[], snapshotEvery: number) {
  const rows = {
    runs: [] as unknown[],
    events: [] as unknown[],
    steps: [] as unknown[],
    approvals: [] as unknown[],
    effects: [] as unknown[],
    snapshots: [] as unknown[],
  };
  batches.forEach((batch, ord) => {
    const { workspaceId, runId, expectedVersion, fence, events, state, touched } = batch;
    const last = must(events.at(-1), 'an append without events');
    const version = expectedVersion + events.length;
    assert(state.version === version, `the state is at ${state.version}, the append ends at ${version}`);
    const run = runRow(state, last.at);
    rows.runs.push({
      ord,
      workspace_id: workspaceId,
      run_id: runId,
      expected: expectedVersion,
      version,
      held: fence ?? null,
      ...run,
    });
    events.forEach((event, at) => {
      rows.events.push({
        ord,
        version: expectedVersion + at + 1,
        type: event.type,
        at: isoTime(event.at),
        actor: JSON.stringify(event.actor),
        trace_id: event.traceId === undefined ? null : columnText(event.traceId),
        data: JSON.stringify(event.data),
      });
    });
    const { approvalIds, operationKeys } = touchedRecords(events, state, touched);
    for (const step of stepRows(batch)) rows.steps.push({ ord, ...step });
    for (const approval of approvalRows(state, approvalIds, events))
      rows.approvals.push({ ord, ...approval });
    for (const effect of effectRows(state, operationKeys)) rows.effects.push({ ord, ...effect });
    const crossed = Math.floor(version / snapshotEvery) > Math.floor(expectedVersion / snapshotEvery);
    if (batch.snapshot || crossed) rows.snapshots.push({ ord, state: JSON.stringify(state) });
  });
  return rows;
}

/** False when the number is taken. */
async function insertPlanVersion(tx: Sql, workspaceId: string, made: RunPlanVersion): Promise<boolean> {
  // The plan's row first: people's saves hold it while they take a number.
  const counted = await tx`
    update plans set last_version = ${made.version}
    where workspace_id = ${workspaceId} and id = ${made.planId} and last_version = ${made.version - 1}
    returning id`;
  if (counted.length === 0) return false;
  const system = { kind: 'system', id: 'countersign' };
  const isApproved = made.state === 'approved';
  await tx`
    insert into plan_versions (
      workspace_id, plan_id, version, state, hash, document, parent, note, submitted_by, provenance, trigger,
      origin_run_id, decided_by, decided_at)
    values (
      ${workspaceId}, ${made.planId}, ${made.version}, ${made.state}, ${made.hash},
      ${JSON.stringify(made.document)}::text::json, ${made.parent}, ${columnText(made.note)},
      ${JSON.stringify(made.submittedBy ?? system)}::text::json, ${JSON.stringify(made.provenance)}::text::json,
      ${JSON.stringify(made.trigger)}::text::json, ${made.originRunId},
      ${isApproved ? JSON.stringify(system) : null}::text::json, case when ${isApproved} then now() end)`;
  return true;
}

async function setRunVersionState(tx: Sql, batch: AppendBatch): Promise<void> {
  const change = must(batch.planVersionState, 'no version state to set');
  await tx`
    update plan_versions set
      state = ${change.state}, decided_by = ${JSON.stringify(change.by)}::text::json, decided_at = now(),
      decision_reason = ${change.reason === undefined ? null : columnText(change.reason)}
    where workspace_id = ${batch.workspaceId} and plan_id = ${change.planId} and version = ${change.version}
      and origin_run_id = ${batch.runId} and promoted_at is null and state = 'in review'`;
}
