/** Reads from a PostgreSQL connection in a read-only transaction that is always rolled back. */
import type { JsonObject } from '#core/json.ts';
import type { ResolvedPostgresConnection } from '#server/connections/connection.ts';
import { isServerAnswer, postgresFailure } from '../postgres/failure-of.ts';
import { refuseRead } from '../postgres/statement.ts';
import { listArg, shortSql, textArg } from '../text-args.ts';
import { ONE_CALL, type Tool, type ToolContext, type ToolOutcome } from '../tool.ts';

export const QUERY_LIMITS = { rows: 1_000, bytes: 1024 * 1024 } as const;

export const rowsSchema: JsonObject = {
  type: 'object',
  required: ['rows', 'rowCount', 'truncated'],
  properties: {
    rows: {
      type: 'array',
      items: { type: 'object' },
      description: 'At most 1,000; bigint and numeric stand as text.',
    },
    rowCount: { type: 'integer' },
    truncated: { type: 'boolean', description: 'There are more rows than were returned.' },
  },
};

export const sqlArgs: JsonObject = {
  connection: { type: 'string', minLength: 1, title: 'Connection' },
  sql: { type: 'string', minLength: 1, maxLength: 65_536, title: 'Statement' },
  params: { type: 'array', maxItems: 1_000, title: 'Values of $1, $2 …' },
};

export const postgresQuery: Tool = {
  name: 'postgres.query',
  version: '1',
  description: 'Run one reading SQL statement on a PostgreSQL connection, in a read-only transaction.',
  argsSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['connection', 'sql'],
    properties: sqlArgs,
  },
  outputSchema: rowsSchema,
  effect: 'read',
  risk: 'low',
  dedupe: 'none',
  maxInFlightMs: 0,
  canReconcile: false,
  connectionArg: 'connection',
  connectionKind: 'postgres',
  codeArgs: { sql: 'sql' },
  refuse: (args) => refuseRead(textArg(args, 'sql') ?? ''),
  resource: (args) => textArg(args, 'connection') ?? null,
  summary: (args) =>
    `Read from ${textArg(args, 'connection') ?? 'a database'}: ${shortSql(textArg(args, 'sql') ?? '…')}`,
  effectSentence: () => 'Reads only. The transaction is read-only and always rolled back.',
  estimate: () => ONE_CALL,
  async execute(args, context) {
    try {
      return await read(args, context);
    } catch (error) {
      const failure = postgresFailure(error);
      const stopped = context.signal.aborted && !isServerAnswer(error);
      return {
        outcome: 'not-applied',
        final: false,
        failure: stopped ? { ...failure, class: 'timed-out' } : failure,
      };
    }
  },
};

async function read(args: JsonObject, { connection, signal, timeoutMs }: ToolContext): Promise<ToolOutcome> {
  const { database } = connection as ResolvedPostgresConnection; // the gate has checked the kind
  const sql = textArg(args, 'sql') ?? '';
  return await database.use(signal, async (session) => {
    await session.query('begin isolation level read committed read only');
    await session.query("select set_config('statement_timeout', $1, true)", [String(timeoutMs)]);
    const { rows, rowCount, truncated } = await session.query(sql, listArg(args, 'params'), {
      ...QUERY_LIMITS,
      beyond: 'stop',
    });
    await session.query('rollback');
    return { outcome: 'read', output: { rows, rowCount, truncated } };
  });
}
