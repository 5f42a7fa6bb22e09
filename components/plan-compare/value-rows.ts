/** The difference of two values as rows that can be read one by one: one for each leaf that is not the same. */
import { canonicalJson, type Json } from '#core/json.ts';
import { hiddenFingerprint } from '#core/plan/hidden-values.ts';

export type ValueRow = { path: string; from?: Json; to?: Json };
export type ValueRows = { rows: ValueRow[]; same: number };

/** Names by which the items of a list know each other. */
const KEYS = ['id', 'name', 'key', 'path'] as const;

export function valueRows(from: Json | undefined, to: Json | undefined): ValueRows {
  const found: ValueRows = { rows: [], same: 0 };
  compare(from, to, '', found);
  return found;
}

function compare(from: Json | undefined, to: Json | undefined, path: string, found: ValueRows): void {
  if (from !== undefined && to !== undefined && canonicalJson(from) === canonicalJson(to)) {
    found.same += 1;
    return;
  }
  const members = membersOf(from, to);
  if (!members) {
    found.rows.push({ path, ...(from !== undefined && { from }), ...(to !== undefined && { to }) });
    return;
  }
  for (const { name, a, b } of members)
    compare(a, b, path === '' || name.startsWith('[') ? `${path}${name}` : `${path}.${name}`, found);
}

type Member = { name: string; a: Json | undefined; b: Json | undefined };

/** What both sides are made of; undefined when a value is to be read whole. */
function membersOf(from: Json | undefined, to: Json | undefined): Member[] | undefined {
  const both = [from, to].filter((value) => value !== undefined);
  if (both.some((value) => hiddenFingerprint(value) !== undefined)) return undefined;
  if (both.every(isObject)) {
    const [a, b] = [isObject(from) ? from : {}, isObject(to) ? to : {}];
    const names = [...new Set([...Object.keys(a), ...Object.keys(b)])];
    if (names.length === 0) return undefined;
    return names.map((name) => ({ name, a: own(a, name), b: own(b, name) }));
  }
  if (both.length === 2 && both.every(Array.isArray)) {
    const [a, b] = [from as Json[], to as Json[]];
    const key = sharedKey([...a, ...b], a, b);
    if (key) {
      const [was, is] = [indexBy(a, key), indexBy(b, key)];
      return [...new Set([...was.keys(), ...is.keys()])].map((name) => ({
        name: `[${name}]`,
        a: was.get(name),
        b: is.get(name),
      }));
    }
    if ([...a, ...b].every(isObject) && a.length === b.length)
      return a.map((item, index) => ({ name: `[${index}]`, a: item, b: b[index] }));
  }
  return undefined;
}

function sharedKey(items: readonly Json[], ...lists: readonly Json[][]): string | undefined {
  if (items.length === 0) return undefined;
  return KEYS.find((key) =>
    lists.every((list) => {
      const names = list.map((item) => (isObject(item) ? own(item, key) : undefined));
      return names.every((name) => typeof name === 'string') && new Set(names).size === names.length;
    }),
  );
}

function indexBy(list: readonly Json[], key: string): Map<string, Json> {
  return new Map(list.map((item) => [String(isObject(item) ? own(item, key) : ''), item]));
}

function own(object: { [key: string]: Json }, name: string): Json | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
