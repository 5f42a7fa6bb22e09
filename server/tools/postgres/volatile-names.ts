/**
 * Names that a text calls as functions, by which of them could leave a trace that a rollback does not take back: volatile
 * ones of PostgreSQL (nextval, pg_notify, dblink …), and every one that somebody else defined, whatever it says of itself.
 */
import type { TargetSession } from '#db/target/target-database.ts';
import { sqlWords } from './sql-words.ts';

/** Objects below this id came with PostgreSQL itself. */
const FIRST_OWN_OBJECT = 16_384;

export function calledNames(text: string): string[] {
  const words = sqlWords(text);
  return words.flatMap((word, at) => (words[at + 1] === '(' ? [bare(word)] : []));
}

function bare(word: string): string {
  return word.startsWith('"') ? word.slice(1, -1).replaceAll('""', '"') : word;
}

/** The first of these names that is no harmless function; undefined when all are. */
export async function unsafeFunction(
  session: TargetSession,
  names: readonly string[],
): Promise<string | undefined> {
  const { rows } = await session.query(
    `select p.proname as name from pg_catalog.pg_proc p
     where p.proname = any($1::text[]) and (p.provolatile = 'v' or p.oid >= $2::bigint) order by 1 limit 1`,
    [[...new Set(names)], FIRST_OWN_OBJECT],
  );
  const name = rows[0]?.name;
  return typeof name === 'string' ? name : undefined;
}

/** Operators and casts call functions without naming them. */
export async function hasUnsafeOperators(session: TargetSession): Promise<boolean> {
  const { rows } = await session.query(
    `select exists (select from pg_catalog.pg_operator o join pg_catalog.pg_proc p on p.oid = o.oprcode
              where o.oid >= $1::bigint and p.provolatile = 'v')
         or exists (select from pg_catalog.pg_cast c join pg_catalog.pg_proc p on p.oid = c.castfunc
              where c.oid >= $1::bigint and p.provolatile = 'v') as yes`,
    [FIRST_OWN_OBJECT],
  );
  return rows[0]?.yes === true;
}
