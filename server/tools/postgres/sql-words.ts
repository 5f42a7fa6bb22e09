/**
 * The words of a statement, lower case, without comments, strings and quoted names: enough to say what kind of
 * statement it is. It does not parse SQL; where it cannot tell, callers take the stricter answer. What runs is the
 * server's decision.
 */
export function sqlWords(sql: string): string[] {
  const words: string[] = [];
  let at = 0;
  while (at < sql.length) {
    const rest = sql.slice(at, at + 2);
    if (rest === '--') at = endOf(sql, '\n', at + 2);
    else if (rest === '/*') at = endOfComment(sql, at + 2);
    else if (rest[0] === "'") at = endOfQuoted(sql, at, escapes(sql, at));
    else if (rest[0] === '"') {
      const end = endOfQuoted(sql, at, false);
      words.push(sql.slice(at, end)); // a name keeps its quotes: never a keyword
      at = end;
    } else if (rest[0] === '$' && dollarTag(sql, at)) {
      const tag = dollarTag(sql, at) ?? '';
      at = endOf(sql, tag, at + tag.length);
      words.push('$body$');
    } else {
      const word = wordAt(sql, at);
      if (word) words.push(word.toLowerCase());
      else if (/[(),;.]/.test(rest[0] ?? '')) words.push(rest[0] ?? '');
      at += word?.length ?? 1;
    }
  }
  return words;
}

const word = /[\p{L}_][\p{L}\p{N}_$]*/uy;
function wordAt(sql: string, at: number): string | undefined {
  word.lastIndex = at;
  return word.exec(sql)?.[0];
}

const tag = /\$(?:[\p{L}_][\p{L}\p{N}_]*)?\$/uy;
function dollarTag(sql: string, at: number): string | undefined {
  tag.lastIndex = at;
  return tag.exec(sql)?.[0];
}

function endOf(sql: string, text: string, from: number): number {
  const found = sql.indexOf(text, from);
  return found < 0 ? sql.length : found + text.length;
}

/** PostgreSQL's block comments nest. */
function endOfComment(sql: string, from: number): number {
  let depth = 1;
  let at = from;
  while (at < sql.length && depth > 0) {
    const two = sql.slice(at, at + 2);
    if (two === '/*') depth++;
    if (two === '*/') depth--;
    at += two === '/*' || two === '*/' ? 2 : 1;
  }
  return at;
}

/** E'…' reads backslashes as escapes. */
function escapes(sql: string, at: number): boolean {
  return /[eE]/.test(sql[at - 1] ?? '') && !/[\p{L}\p{N}_$]/u.test(sql[at - 2] ?? ' ');
}

function endOfQuoted(sql: string, from: number, backslashes: boolean): number {
  const quote = sql[from];
  let at = from + 1;
  while (at < sql.length) {
    if (backslashes && sql[at] === '\\') at += 2;
    else if (sql[at] !== quote) at++;
    else if (sql[at + 1] === quote) at += 2;
    else return at + 1;
  }
  return at;
}
