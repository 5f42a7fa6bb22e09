/**
 * Tries one INSERT, UPDATE or DELETE in a transaction that is always rolled back (T1). It takes the same locks as the
 * call would, so it waits at most a second for one and holds its own for at most three.
 */
import type { Json, JsonObject } from '#core/json.ts';
import { targetFailureOf } from '#db/target/target-failure.ts';
import type { TargetSession } from '#db/target/target-database.ts';
import type { ResolvedPostgresConnection } from '#server/connections/connection.ts';
import { listArg, textArg } from '../text-args.ts';
import type { DryRun, DryRunRow, LookContext } from '../tool.ts';
import { postgresFailure } from './failure-of.ts';
import { whyNoDryRun } from './may-dry-run.ts';
import { sqlWords } from './sql-words.ts';

const LOCK_WAIT_MS = 1_000;
const STATEMENT_MS = 3_000;
const SAMPLE = { rows: 5, bytes: 32 * 1024, beyond: 'count' } as const;
/** `returning old.*` of UPDATE. */
const KNOWS_OLD_ROWS = 180_000;

type Tried = { rows: number; sample: DryRunRow[] };

export async function dryRunStatement(
  args: JsonObject,
  context: LookContext,
  outOfRange: (rows: number) => string | undefined,
): Promise<DryRun> {
  const { database } = context.connection as ResolvedPostgresConnection; // the gate has checked the kind
  const sql = textArg(args, 'sql') ?? '';
  const params = listArg(args, 'params');
  try {
    return await database.use(context.signal, async (session) => {
      await session.query('begin isolation level read committed read write');
      await session.query(
        "select set_config('lock_timeout', $1, true), set_config('statement_timeout', $2, true)",
        [`${LOCK_WAIT_MS}`, `${STATEMENT_MS}`],
      );
      try {
        const why = await whyNoDryRun(session, sql, params);
        if (why !== undefined) return { done: false, why };
        const tried = await tryStatement(session, sql, params);
        const problem = outOfRange(tried.rows);
        return { done: true, ...tried, ...(problem !== undefined && { wouldFail: problem }) };
      } finally {
        await session.query('rollback');
      }
    });
  } catch (error) {
    const found = targetFailureOf(error);
    const { message } = postgresFailure(error);
    if (found.kind === 'server' && found.sqlState === '55P03')
      return { done: false, why: 'Rows it would change are locked by somebody else right now.' };
    if (found.kind === 'server' && found.sqlState === '57014')
      return { done: false, why: `It did not end within ${STATEMENT_MS / 1_000} s and was rolled back.` };
    if (found.kind === 'server') return { done: true, rows: 0, sample: [], wouldFail: message };
    return { done: false, why: `The database could not be asked: ${message}` };
  }
}

async function tryStatement(session: TargetSession, sql: string, params: readonly Json[]): Promise<Tried> {
  const words = sqlWords(sql);
  const body = sql.trim().replace(/;\s*$/, '');
  const own = words.includes('returning');
  const knowsOld = words[0] === 'update' && (await serverVersion(session)) >= KNOWS_OLD_ROWS;
  const tail = own
    ? ''
    : knowsOld
      ? '\nreturning to_jsonb(old) as before, to_jsonb(new) as after'
      : '\nreturning *';
  await session.query('savepoint sample');
  try {
    const { rows, rowCount } = await session.query(`${body}${tail}`, params, SAMPLE);
    const sample = rows.map((row): DryRunRow => {
      if (!own && knowsOld) return { before: asRow(row.before), after: asRow(row.after) };
      return words[0] === 'delete' ? { before: row, after: null } : { before: null, after: row };
    });
    return { rows: rowCount, sample };
  } catch (error) {
    const found = targetFailureOf(error);
    // The text ends in a way that takes no RETURNING; without one there is a count and no sample.
    if (own || found.kind !== 'server' || found.sqlState !== '42601') throw error;
    await session.query('rollback to savepoint sample');
    const { rowCount } = await session.query(sql, params, SAMPLE);
    return { rows: rowCount, sample: [] };
  }
}

async function serverVersion(session: TargetSession): Promise<number> {
  const { rows } = await session.query("select current_setting('server_version_num')::int as version");
  return Number(rows[0]?.version ?? 0);
}

function asRow(value: Json | undefined): JsonObject | null {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : null;
}
