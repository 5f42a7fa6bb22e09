/** What a change of a table reaches: its size, and who reads it or refers to it. Catalogues only, read-only. */
import type { JsonObject } from '#core/json.ts';
import type { ResolvedPostgresConnection } from '#server/connections/connection.ts';
import { textArg } from '../text-args.ts';
import type { LookContext, Reach } from '../tool.ts';
import { droppedColumn, targetOfSql } from './statement.ts';

const STATEMENT_MS = 2_000;
const NAMED = 20;

export async function reachOfStatement(args: JsonObject, context: LookContext): Promise<Reach | null> {
  const { database } = context.connection as ResolvedPostgresConnection; // the gate has checked the kind
  const sql = textArg(args, 'sql') ?? '';
  const target = targetOfSql(sql);
  if (target === undefined) return null;
  const column = droppedColumn(sql) ?? null;
  return await database.use(context.signal, async (session) => {
    await session.query('begin read only');
    await session.query("select set_config('statement_timeout', $1, true)", [`${STATEMENT_MS}`]);
    const { rows } = await session.query(
      `with target as (
         select c.oid, c.relkind, c.reltuples, a.attnum from pg_catalog.pg_class c
         left join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attname = $2
         where c.oid = to_regclass($1)
       )
       select t.relkind::text as kind, t.reltuples::float8 as rows,
         pg_catalog.pg_size_pretty(pg_catalog.pg_total_relation_size(t.oid)) as size,
         array(select distinct r.ev_class::regclass::text from pg_catalog.pg_depend d
           join pg_catalog.pg_rewrite r on r.oid = d.objid
           where d.classid = 'pg_catalog.pg_rewrite'::regclass and d.refobjid = t.oid and r.ev_class <> t.oid
             and (t.attnum is null or d.refobjsubid = t.attnum)
           order by 1 limit ${NAMED}) as views,
         array(select distinct k.conrelid::regclass::text from pg_catalog.pg_constraint k
           where k.contype = 'f' and k.confrelid = t.oid and k.conrelid <> t.oid and (t.attnum is null or t.attnum = any(k.confkey))
           order by 1 limit ${NAMED}) as referring,
         (select count(*)::int from pg_catalog.pg_trigger g where g.tgrelid = t.oid and not g.tgisinternal and g.tgenabled <> 'D') as triggers
       from target t`,
      [quoted(target), column],
    );
    await session.query('rollback');
    const [found] = rows;
    if (!found) return null;
    return {
      target: column === null ? target : `${target}.${column}`,
      kind: column === null ? (kinds[String(found.kind)] ?? 'relation') : 'column',
      estimatedRows: typeof found.rows === 'number' && found.rows >= 0 ? Math.round(found.rows) : null,
      size: typeof found.size === 'string' ? found.size : null,
      readBy: texts(found.views),
      referredBy: texts(found.referring),
      triggers: typeof found.triggers === 'number' ? found.triggers : 0,
    };
  });
}

const kinds: Record<string, string> = {
  r: 'table',
  p: 'partitioned table',
  v: 'view',
  m: 'materialized view',
  f: 'foreign table',
  i: 'index',
  S: 'sequence',
};

function quoted(name: string): string {
  return name
    .split('.')
    .map((part) => `"${part.replaceAll('"', '""')}"`)
    .join('.');
}

function texts(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : [];
}
