/** Takes known secrets out of whatever a tool returned, before it reaches an event, a card or a log (T4). */
import type { Json } from '#core/json.ts';

export const REDACTED = '[redacted]';
/** Shorter ones would hit ordinary words. */
const SHORTEST_SECRET = 6;

export type Redactor = { text(text: string): string; json<T extends Json>(value: T): T };

export function createRedactor(secrets: () => readonly string[]): Redactor {
  let count = -1;
  let pattern: RegExp | undefined;
  function current(): RegExp | undefined {
    const known = secrets();
    if (known.length !== count) {
      count = known.length;
      pattern = patternOf(known);
    }
    return pattern;
  }
  function text(value: string): string {
    const found = current();
    return found ? value.replaceAll(found, REDACTED) : value;
  }
  function json(value: Json): Json {
    if (typeof value === 'string') return text(value);
    if (value === null || typeof value !== 'object') return value;
    if (Array.isArray(value)) return value.map(json);
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [text(key), json(member)]));
  }
  return { text, json: <T extends Json>(value: T) => (current() ? (json(value) as T) : value) };
}

function patternOf(secrets: readonly string[]): RegExp | undefined {
  const spellings = new Set(
    secrets.filter((secret) => secret.length >= SHORTEST_SECRET).flatMap(spellingsOf),
  );
  if (spellings.size === 0) return undefined;
  const longestFirst = [...spellings].sort((a, b) => b.length - a.length);
  return new RegExp(
    longestFirst.map((spelling) => spelling.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&')).join('|'),
    'g',
  );
}

/** As it is, URL-encoded, as a JSON string, and in base64 at each of the three offsets it may have inside a longer text. */
function spellingsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, 'utf8');
  const base64 = [0, 1, 2].flatMap((offset) => {
    const padded = Buffer.concat([Buffer.alloc(offset), bytes]);
    // The first and last characters mix with the neighbours' bits and are cut off.
    const skip = offset === 0 ? 0 : offset + 1;
    const usable = Math.floor((padded.length * 8) / 6);
    return [padded.toString('base64').slice(skip, usable), padded.toString('base64url').slice(skip, usable)];
  });
  const all = [
    secret,
    encodeURIComponent(secret),
    encodeURI(secret),
    new URLSearchParams([['', secret]]).toString().slice(1),
    JSON.stringify(secret).slice(1, -1),
    ...base64,
  ];
  return all.filter((spelling) => spelling.length >= SHORTEST_SECRET);
}
