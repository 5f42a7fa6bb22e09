/**
 * Whether a statement leaves nothing behind when its transaction is rolled back. Asked of the server's own plan and
 * catalogues; where they do not say, the answer is no.
 */
import type { Json, JsonObject } from '#core/json.ts';
import type { TargetSession } from '#db/target/target-database.ts';
import { sqlWords } from './sql-words.ts';
import { calledNames, hasUnsafeOperators, unsafeFunction } from './volatile-names.ts';

type Change = { operation: string; schema: string; table: string };

const verbs = ['insert', 'update', 'delete'];

/** INSERT, UPDATE or DELETE; anything else is not tried. */
export function isChangeOfRows(sql: string): boolean {
  return verbs.includes(sqlWords(sql)[0] ?? '');
}

/** Why it cannot be tried, as one sentence; undefined when it can. */
export async function whyNoDryRun(
  session: TargetSession,
  sql: string,
  params: readonly Json[],
): Promise<string | undefined> {
  const words = sqlWords(sql);
  if (!isChangeOfRows(sql)) return 'Only a single INSERT, UPDATE or DELETE can be tried and rolled back.';
  if (words.includes('conflict') && words.includes('update'))
    return 'INSERT … ON CONFLICT DO UPDATE cannot be looked into before it runs.';
  const inText = await unsafeFunction(session, calledNames(sql));
  if (inText !== undefined) return calls(inText);
  const plan = await planOf(session, sql, params);
  if (typeof plan === 'string') return plan;
  const inPlan = await unsafeFunction(session, plan.texts.flatMap(calledNames));
  if (inPlan !== undefined) return calls(inPlan);
  if (await hasUnsafeOperators(session))
    return 'This database has operators or casts whose functions may leave a trace.';
  return whyNotTable(session, plan.change);
}

function calls(name: string): string {
  return `It calls ${name}(), whose effects a rollback may not take back.`;
}

async function planOf(
  session: TargetSession,
  sql: string,
  params: readonly Json[],
): Promise<{ change: Change; texts: string[] } | string> {
  const { rows } = await session.query(`explain (verbose, format json) ${sql}`, params);
  const plans = rows[0]?.['QUERY PLAN'];
  if (!Array.isArray(plans) || plans.length !== 1)
    return 'A rule of the table turns it into other statements.';
  const [changes, texts]: [JsonObject[], string[]] = [[], []];
  let foreign = false;
  const visit = (value: Json | undefined): void => {
    if (typeof value === 'string') texts.push(value);
    else if (Array.isArray(value)) value.forEach(visit);
    else if (value !== null && value !== undefined && typeof value === 'object') {
      const type = value['Node Type'];
      if (type === 'ModifyTable') changes.push(value);
      if (type === 'Foreign Scan' || type === 'Custom Scan') foreign = true;
      Object.values(value).forEach(visit);
    }
  };
  visit(plans);
  if (foreign) return 'It reads a foreign table.';
  const [only] = changes;
  if (!only || changes.length > 1 || only['Target Tables'] !== undefined)
    return 'It changes several tables, or a partitioned one.';
  const { Operation: operation, Schema: schema, 'Relation Name': table } = only;
  if (typeof operation !== 'string' || typeof schema !== 'string' || typeof table !== 'string')
    return 'The database does not say which table it changes.';
  return { change: { operation, schema, table }, texts };
}

async function whyNotTable(session: TargetSession, change: Change): Promise<string | undefined> {
  const { operation, schema, table } = change;
  const { rows } = await session.query(
    `select c.relkind as kind, c.relhassubclass as parent, c.relrowsecurity as guarded,
       exists (select from pg_catalog.pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal and t.tgenabled <> 'D') as triggers,
       exists (select from pg_catalog.pg_rewrite r where r.ev_class = c.oid and r.ev_type <> '1') as rules,
       coalesce((select k.conrelid::regclass::text from pg_catalog.pg_constraint k
         where k.confrelid = c.oid and k.contype = 'f'
           and (($3 = 'Delete' and k.confdeltype in ('c', 'n', 'd')) or ($3 = 'Update' and k.confupdtype in ('c', 'n', 'd')))
         order by 1 limit 1), '') as cascades,
       coalesce((select string_agg(pg_catalog.pg_get_constraintdef(k.oid), ' ') from pg_catalog.pg_constraint k
         where k.contype = 'c' and (k.conrelid = c.oid or k.contypid in
           (select a.atttypid from pg_catalog.pg_attribute a where a.attrelid = c.oid and a.attnum > 0))), '') as checks
     from pg_catalog.pg_class c join pg_catalog.pg_namespace n on n.oid = c.relnamespace
     where n.nspname = $1 and c.relname = $2`,
    [schema, table, operation],
  );
  const [found] = rows;
  if (!found || found.kind !== 'r' || found.parent === true)
    return `${schema}.${table} is no plain table: what else changes with it is not known.`;
  if (found.triggers === true)
    return `${schema}.${table} has triggers, which may do more than this statement.`;
  if (found.rules === true) return `${schema}.${table} has rules, which may do more than this statement.`;
  if (found.guarded === true)
    return `${schema}.${table} has row security, whose checks cannot be looked into.`;
  if (found.cascades !== '') return `It also changes ${String(found.cascades)} through a foreign key.`;
  const inChecks = await unsafeFunction(session, calledNames(String(found.checks)));
  return inChecks === undefined ? undefined : calls(inChecks);
}
