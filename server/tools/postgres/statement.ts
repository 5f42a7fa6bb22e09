/** What kind of statement a text is, judged from its words: effect class, refusals, the table it names. */
import type { EffectClass } from '#core/plan/tool-contract.ts';
import { KEY_TABLE } from '#db/target/operation-keys.ts';
import { sqlWords } from './sql-words.ts';

const readStarts = new Set(['select', 'with', 'values', 'table', 'show', 'explain']);
/** They would end or split the transaction that carries the operation key. */
const transactionControl = new Set([
  'begin',
  'start',
  'commit',
  'end',
  'rollback',
  'abort',
  'savepoint',
  'release',
]);

export function refuseRead(sql: string): string | undefined {
  const words = sqlWords(sql);
  const first = words.find((word) => word !== '(');
  if (first === undefined) return 'The statement is empty.';
  if (!readStarts.has(first))
    return `postgres.query only reads: it runs SELECT, WITH, VALUES, TABLE, SHOW and EXPLAIN, not ${first.toUpperCase()}.`;
  return undefined;
}

export function refuseWrite(sql: string): string | undefined {
  const words = sqlWords(sql);
  const [first, second] = words;
  if (first === undefined) return 'The statement is empty.';
  if (transactionControl.has(first) || (first === 'prepare' && second === 'transaction')) {
    return `${first.toUpperCase()} is not available: every statement runs in a transaction of its own.`;
  }
  if (first === 'copy') return 'COPY is not available: it can write outside of the transaction.';
  if (first === 'vacuum' || words.includes('concurrently')) return cannotRunInTransaction;
  if (words.some((word) => unquoted(word) === KEY_TABLE))
    return `The table ${KEY_TABLE} is the record of what was done and cannot be changed by a plan.`;
  return undefined;
}

export const cannotRunInTransaction =
  'This statement cannot run inside a transaction (such as VACUUM or CREATE INDEX CONCURRENTLY), so nobody could find out after a crash whether it ran. Run it by hand.';

/**
 * DROP, TRUNCATE, an ALTER that drops a column or constraint, and DELETE without WHERE cannot be undone.
 * DO and CALL hide what they run, so they count as irreversible too.
 */
export function effectOfSql(sql: string): EffectClass {
  const words = sqlWords(sql);
  const first = words[0];
  if (first === 'do' || first === 'call' || first === 'drop' || first === 'truncate' || first === 'execute')
    return 'irreversible';
  if (first === 'alter' && dropsSomething(words)) return 'irreversible';
  if (
    words.some((word, index) => word === 'delete' && words[index + 1] === 'from' && !hasWhere(words, index))
  )
    return 'irreversible';
  return 'write';
}

/** ALTER COLUMN c DROP DEFAULT (NOT NULL, IDENTITY, EXPRESSION) loses no data; any other DROP does. */
function dropsSomething(words: readonly string[]): boolean {
  return words.some(
    (word, index) =>
      word === 'drop' && !(propertyWords.has(words[index + 1] ?? '') && isAlterColumn(words, index)),
  );
}
const propertyWords = new Set(['default', 'not', 'identity', 'expression']);
function isAlterColumn(words: readonly string[], drop: number): boolean {
  return (
    (drop > 3 && words[drop - 2] === 'alter') || (words[drop - 2] === 'column' && words[drop - 3] === 'alter')
  );
}

/** Looks for WHERE in the same parentheses as the DELETE. */
function hasWhere(words: readonly string[], from: number): boolean {
  let depth = 0;
  for (let index = from; index < words.length; index++) {
    const word = words[index];
    if (word === '(') depth++;
    if (word === ')') depth--;
    if (depth < 0) return false;
    if (word === 'where' && depth === 0) return true;
  }
  return false;
}

/** The first table a statement names, for people and for "who writes this": `users`, `shop.users`; undefined = cannot tell. */
export function targetOfSql(sql: string): string | undefined {
  const words = sqlWords(sql);
  const skip = new Set([
    'into',
    'from',
    'only',
    'table',
    'view',
    'materialized',
    'index',
    'if',
    'not',
    'exists',
    'or',
    'replace',
    'unique',
    'type',
    'sequence',
    'schema',
    'temporary',
    'temp',
    'unlogged',
    'function',
    'trigger',
    'recursive',
  ]);
  const verb = words.findIndex((word) =>
    [
      'insert',
      'update',
      'delete',
      'merge',
      'create',
      'alter',
      'drop',
      'truncate',
      'comment',
      'grant',
    ].includes(word),
  );
  if (verb < 0) return undefined;
  const isIndex = words.slice(verb, verb + 4).includes('index') && words[verb] === 'create';
  let at = isIndex ? words.indexOf('on', verb) + 1 : verb + 1;
  while (skip.has(words[at] ?? '')) at++;
  const name = words[at];
  if (name === undefined || !/^["\p{L}_]/u.test(name)) return undefined;
  const full =
    words[at + 1] === '.' && words[at + 2]
      ? `${unquoted(name)}.${unquoted(words[at + 2] ?? '')}`
      : unquoted(name);
  return full;
}

/** DROP COLUMN full_name of ALTER TABLE: the column. */
export function droppedColumn(sql: string): string | undefined {
  const words = sqlWords(sql);
  const drop = words.indexOf('drop');
  if (
    words[0] !== 'alter' ||
    words[1] !== 'table' ||
    drop < 0 ||
    isAlterColumn(words, drop) ||
    words[drop + 1] === 'constraint'
  )
    return undefined;
  let at = drop + 1;
  while (['column', 'if', 'exists'].includes(words[at] ?? '')) at++;
  return words[at] && unquoted(words[at] ?? '');
}

function unquoted(name: string): string {
  return name.startsWith('"') ? name.slice(1, -1).replaceAll('""', '"') : name;
}
