/**
 * Writes to a PostgreSQL connection: one statement in one transaction that holds the operation key too (E3).
 * Committed together or not at all, so whoever asks for the key later gets an exact answer.
 */
import type { Json, JsonObject } from '#core/json.ts';
import type { Failure } from '#core/run/events.ts';
import { claimKey, storeResult } from '#db/target/operation-keys.ts';
import type { TargetSession } from '#db/target/target-database.ts';
import type { ResolvedPostgresConnection } from '#server/connections/connection.ts';
import { dryRunStatement } from '../postgres/dry-run.ts';
import { isChangeOfRows } from '../postgres/may-dry-run.ts';
import { isServerAnswer, postgresFailure } from '../postgres/failure-of.ts';
import { reachOfStatement } from '../postgres/reach.ts';
import { droppedColumn, effectOfSql, refuseWrite, targetOfSql } from '../postgres/statement.ts';
import { listArg, shortSql, textArg } from '../text-args.ts';
import {
  ONE_CALL,
  type ReconcileResult,
  type Tool,
  type ToolContext,
  type ToolOutcome,
  type ToolReconcileContext,
} from '../tool.ts';
import { QUERY_LIMITS, rowsSchema, sqlArgs } from './postgres-query.ts';

export const postgresExecute: Tool = {
  name: 'postgres.execute',
  version: '1',
  description: 'Run one changing SQL statement on a PostgreSQL connection, in one transaction.',
  argsSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['connection', 'sql'],
    properties: {
      ...sqlArgs,
      expectRows: {
        type: 'object',
        title: 'Rows it may touch',
        description: 'Outside of these bounds everything is rolled back.',
        additionalProperties: false,
        properties: { min: { type: 'integer', minimum: 0 }, max: { type: 'integer', minimum: 0 } },
      },
    },
  },
  outputSchema: rowsSchema,
  effect: 'write',
  risk: 'medium',
  dedupe: 'key',
  maxInFlightMs: 0,
  canReconcile: true,
  connectionArg: 'connection',
  connectionKind: 'postgres',
  codeArgs: { sql: 'sql' },
  effectOf: (args) => effectOfSql(textArg(args, 'sql') ?? ''),
  refuse: (args) => refuseWrite(textArg(args, 'sql') ?? ''),
  resource: resourceOf,
  summary: summaryOf,
  effectSentence: (args) =>
    effectOfSql(textArg(args, 'sql') ?? '') === 'irreversible'
      ? 'Changes the database for good: what it removes cannot be brought back from here.'
      : 'Changes the database in one transaction. Another statement can change it back.',
  estimate: () => ONE_CALL,
  execute: write,
  reconcile: findOut,
  mayDryRun: (args) => isChangeOfRows(textArg(args, 'sql') ?? ''),
  dryRun: (args, context) => dryRunStatement(args, context, (rows) => outOfRange(args['expectRows'], rows)),
  reach: reachOfStatement,
};

function resourceOf(args: JsonObject): string | null {
  const connection = textArg(args, 'connection');
  if (connection === undefined) return null;
  const target = targetOfSql(textArg(args, 'sql') ?? '');
  return target === undefined ? connection : `${connection}/${target}`;
}

function summaryOf(args: JsonObject): string {
  const sql = textArg(args, 'sql') ?? '';
  const connection = textArg(args, 'connection') ?? 'a database';
  const target = targetOfSql(sql);
  const column = droppedColumn(sql);
  if (column !== undefined && target !== undefined) return `Drop column ${column} of ${connection}.${target}`;
  return `Change ${target === undefined ? connection : `${connection}.${target}`}: ${shortSql(sql)}`;
}

async function write(args: JsonObject, context: ToolContext): Promise<ToolOutcome> {
  const { database } = context.connection as ResolvedPostgresConnection; // the gate has checked the kind
  let commitSent = false;
  try {
    return await database.use(context.signal, (session) =>
      transact(session, args, context, () => {
        commitSent = true;
      }),
    );
  } catch (error) {
    if (error instanceof OutOfRange)
      return notApplied({ class: 'permanent', code: 'rows-out-of-range', message: error.message });
    const failure = postgresFailure(error);
    // The server's own "no" ends the transaction, also as the answer to COMMIT. Before COMMIT nothing can stay either;
    // but a time limit or a stop is never called a failure (E2): the key tells.
    if (isServerAnswer(error) && !context.signal.aborted) return notApplied(asWrite(failure));
    if (!commitSent && !context.signal.aborted) return notApplied(asWrite(failure));
    return { outcome: 'unknown', failure: asWrite(failure) };
  }
}

/** `timed-out` is for reads only (F1). */
function asWrite(failure: Failure): Failure {
  return failure.class === 'timed-out' ? { ...failure, class: 'transient' } : failure;
}

function notApplied(failure: Failure, final = false): ToolOutcome {
  return { outcome: 'not-applied', failure, final };
}

async function transact(
  session: TargetSession,
  args: JsonObject,
  context: ToolContext,
  onCommit: () => void,
): Promise<ToolOutcome> {
  const keyed = context.connection?.dedupe === 'key';
  await session.query('begin isolation level read committed read write');
  await session.query("select set_config('statement_timeout', $1, true)", [String(context.timeoutMs)]);
  if (keyed) {
    const claim = await claimKey(session, context.operationKey, 'done');
    if (claim.taken === 'before') {
      await session.query('rollback');
      if (claim.state === 'done') return { outcome: 'committed', output: claim.result };
      return notApplied(
        {
          class: 'permanent',
          code: 'operation-void',
          message: 'This operation was declared as not done; it can no longer happen under this key.',
        },
        true,
      );
    }
  }
  const { rows, rowCount, truncated } = await session.query(
    textArg(args, 'sql') ?? '',
    listArg(args, 'params'),
    { ...QUERY_LIMITS, beyond: 'count' },
  );
  const problem = outOfRange(args['expectRows'], rowCount);
  if (problem) throw new OutOfRange(problem);
  const output: Json = { rows, rowCount, truncated };
  if (keyed) await storeResult(session, context.operationKey, output);
  onCommit();
  const committed = await session.query('commit');
  if (committed.command !== 'COMMIT') {
    return notApplied({
      class: 'permanent',
      code: 'rolled-back',
      message: 'The database rolled the transaction back.',
    });
  }
  return { outcome: 'committed', output };
}

/** Thrown inside the transaction so that its connection is dropped and the server rolls back. */
class OutOfRange extends Error {
  override readonly name = 'OutOfRange';
}

function outOfRange(expected: Json | undefined, rowCount: number): string | undefined {
  if (expected === null || typeof expected !== 'object' || Array.isArray(expected)) return undefined;
  const { min, max } = expected;
  const tooFew = typeof min === 'number' && rowCount < min;
  const tooMany = typeof max === 'number' && rowCount > max;
  if (!tooFew && !tooMany) return undefined;
  const bounds =
    typeof min === 'number' && typeof max === 'number'
      ? `between ${min} and ${max}`
      : typeof min === 'number'
        ? `at least ${min}`
        : `at most ${String(max)}`;
  return `The statement touched ${rowCount} rows, expected ${bounds}. Everything was rolled back.`;
}

/** Claims the key as void: waits for a live transaction that holds it, and defeats one that comes later. */
async function findOut(_args: JsonObject, context: ToolReconcileContext): Promise<ReconcileResult> {
  const { database, dedupe } = context.connection as ResolvedPostgresConnection;
  if (dedupe !== 'key')
    return {
      verdict: 'inconclusive',
      final: true,
      evidence: 'This connection keeps no operation keys, so the database cannot say.',
    };
  try {
    return await database.use(context.signal, async (session) => {
      await session.query('begin isolation level read committed read write');
      await session.query("select set_config('statement_timeout', $1, true)", [String(context.timeoutMs)]);
      const claim = await claimKey(session, context.operationKey, 'void');
      await session.query('commit');
      if (claim.taken === 'before' && claim.state === 'done') {
        return {
          verdict: 'committed',
          final: true,
          evidence: 'The operation key is in the database, in the transaction of this change.',
          output: claim.result,
        };
      }
      return {
        verdict: 'not-applied',
        final: true,
        evidence:
          'The operation key was not in the database; it is now marked void, so a late attempt fails.',
      };
    });
  } catch (error) {
    return {
      verdict: 'inconclusive',
      final: false,
      evidence: `The database could not be asked: ${postgresFailure(error).message}`,
    };
  }
}
