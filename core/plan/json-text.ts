/**
 * Reads JSON text strictly: duplicate keys, integers beyond 2^53 and nesting deeper than the limit are refused, where
 * `JSON.parse` would keep the last, round, or overflow (P6, P9). A byte order mark and CRLF are accepted.
 * Says `truncated` when the text ends before its value does: a cut reply is told apart from a wrong one.
 */
import type { Json } from '../json.ts';
import { PLAN_LIMITS } from './plan-limits.ts';
import { readOrRefuse, TextRefused, type TextResult } from './text-refusal.ts';

export type JsonTextResult = TextResult<JsonTextError>;
export type JsonTextError =
  | 'invalid-json'
  | 'truncated-json'
  | 'duplicate-key'
  | 'integer-too-large'
  | 'forbidden-key'
  | 'too-deep';

class Refused extends TextRefused<JsonTextError> {}

/** `before` is what stands before it in the text that a person sees: places are said in that one. */
export function parseJsonText(text: string, before = ''): JsonTextResult {
  return readOrRefuse(text, Refused, () => new Reader(text).document(), before);
}

class Reader {
  private readonly text: string;
  private at = 0;
  private depth = 0;

  constructor(text: string) {
    this.text = text;
    if (text.charCodeAt(0) === 0xfeff) this.at = 1;
  }

  document(): Json {
    const value = this.value();
    this.space();
    if (this.at < this.text.length) throw this.refuse('Unexpected text after the end of the JSON value');
    return value;
  }

  private value(): Json {
    this.space();
    const char = this.text[this.at];
    switch (char) {
      case '{':
        return this.nested(() => this.object());
      case '[':
        return this.nested(() => this.array());
      case '"':
        return this.string();
      case 't':
        return this.word('true', true);
      case 'f':
        return this.word('false', false);
      case 'n':
        return this.word('null', null);
      case undefined:
      default:
        return this.number();
    }
  }

  private nested<T>(read: () => T): T {
    this.depth += 1;
    if (this.depth > PLAN_LIMITS.jsonDepth) {
      throw new Refused('too-deep', `Nested deeper than ${PLAN_LIMITS.jsonDepth} levels`, this.at);
    }
    const value = read();
    this.depth -= 1;
    return value;
  }

  private object(): Json {
    const members: [string, Json][] = [];
    const seen = new Set<string>();
    this.at += 1;
    if (this.closes('}')) return {};
    for (;;) {
      this.space();
      const start = this.at;
      if (this.text[start] !== '"') throw this.refuse('Expected a member name in double quotes');
      const key = this.string();
      if (seen.has(key))
        throw new Refused('duplicate-key', `The member ${JSON.stringify(key)} is there twice`, start);
      if (key === '__proto__') {
        throw new Refused(
          'forbidden-key',
          'The member name "__proto__" cannot be kept: choose another',
          start,
        );
      }
      seen.add(key);
      this.space();
      if (this.text[this.at] !== ':') throw this.refuse('Expected ":"');
      this.at += 1;
      members.push([key, this.value()]);
      if (this.closes('}')) return Object.fromEntries(members);
      this.comma('}');
    }
  }

  private array(): Json {
    const items: Json[] = [];
    this.at += 1;
    if (this.closes(']')) return items;
    for (;;) {
      items.push(this.value());
      if (this.closes(']')) return items;
      this.comma(']');
    }
  }

  private closes(bracket: string): boolean {
    this.space();
    if (this.text[this.at] !== bracket) return false;
    this.at += 1;
    return true;
  }

  private comma(bracket: string): void {
    if (this.text[this.at] !== ',') throw this.refuse(`Expected "," or "${bracket}"`);
    this.at += 1;
  }

  private string(): string {
    const start = this.at;
    let end = start + 1;
    for (;;) {
      const code = this.text.charCodeAt(end);
      if (Number.isNaN(code)) {
        this.at = this.text.length;
        throw this.refuse('The text ends inside a string');
      }
      if (code === 0x22) break;
      if (code < 0x20) {
        this.at = end;
        throw this.refuse('A control character inside a string must be escaped');
      }
      end += code === 0x5c ? 2 : 1;
    }
    this.at = end + 1;
    try {
      return JSON.parse(this.text.slice(start, this.at)) as string;
    } catch {
      throw new Refused('invalid-json', 'Invalid escape in a string', start);
    }
  }

  private word<T extends Json>(word: string, value: T): T {
    if (!this.text.startsWith(word, this.at)) {
      if (word.startsWith(this.text.slice(this.at))) this.at = this.text.length;
      throw this.refuse(`Expected ${word}`);
    }
    this.at += word.length;
    return value;
  }

  private number(): number {
    numberPattern.lastIndex = this.at;
    const literal = numberPattern.exec(this.text)?.[0];
    if (literal === undefined) throw this.refuse('Expected a JSON value');
    const value = Number(literal);
    if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value))) {
      throw new Refused(
        'integer-too-large',
        `${literal} is beyond 2^53 and would be rounded: pass it as a string`,
        this.at,
      );
    }
    this.at += literal.length;
    return value;
  }

  private space(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.at += 1;
    }
  }

  private refuse(message: string): Refused {
    return this.at >= this.text.length
      ? new Refused('truncated-json', 'The text ends before its JSON value does', this.text.length)
      : new Refused('invalid-json', message, this.at);
  }
}

const numberPattern = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
