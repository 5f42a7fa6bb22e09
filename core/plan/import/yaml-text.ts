/**
 * Reads YAML 1.2 as strictly as JSON is read: duplicate keys, integers beyond 2^53 and nesting deeper than the limit are
 * refused, and so is what JSON cannot say: tags, merge keys, several documents. Aliases are followed while what they
 * repeat stays within the size of a plan.
 */
import { Composer, type CST, type ErrorCode, isAlias, isMap, isScalar, isSeq, Lexer, Parser } from 'yaml';
import type { Json } from '../../json.ts';
import { PLAN_LIMITS } from '../schema.ts';
import { readOrRefuse, TextRefused, type TextResult } from '../text-refusal.ts';

export type YamlTextResult = TextResult<YamlTextError>;
export type YamlTextError =
  | 'invalid-yaml'
  | 'unsupported-yaml'
  | 'duplicate-key'
  | 'integer-too-large'
  | 'forbidden-key'
  | 'too-deep'
  | 'document-too-large';

/** 1.3 s of reading at most; a plan of 2,000 rich steps in our own YAML has half of it. */
const MAX_LEXEMES = 1_000_000;
/** Values, with what aliases repeat. */
const MAX_VALUES = 500_000;

class Refused extends TextRefused<YamlTextError> {}

/** `before` is what stands before it in the text that a person sees: places are said in that one. */
export function parseYamlText(text: string, before = ''): YamlTextResult {
  return readOrRefuse(text, Refused, () => new Reader(text).document(), before);
}

class Reader {
  private readonly text: string;
  private readonly anchors = new Map<string, unknown>();
  private values = 0;

  constructor(text: string) {
    this.text = text;
  }

  document(): Json {
    const composer = new Composer({
      version: '1.2',
      schema: 'core',
      merge: false,
      // The library looks at every pair of keys for it; `map` below asks a set.
      uniqueKeys: false,
    });
    // Half a million errors of one text took 5 s to collect, and only the first is shown. The library reports what is
    // thrown inside a collection as one more error, so the first is kept.
    let first: Refused | undefined;
    Object.assign(composer, {
      onError: (source: unknown, code: ErrorCode, message: string, isWarning?: boolean) => {
        if (isWarning) return;
        first ??= refused(code, message, offsetOf(source));
        throw first;
      },
    });
    const [document, second] = composer.compose(this.tokens(), true, this.text.length);
    const error = document?.errors[0] ?? second?.errors[0];
    if (error) throw refused(error.code, error.message, error.pos[0]);
    if (second)
      throw new Refused('unsupported-yaml', 'One plan is one YAML document', second.range?.[0] ?? 0);
    if (document?.directives?.yaml.version !== '1.2')
      throw new Refused('unsupported-yaml', 'Only YAML 1.2 is read', 0);
    return this.value(document.contents, 0, false);
  }

  private *tokens(): Generator<CST.Token> {
    const parser = new Parser();
    let lexemes = 0;
    for (const lexeme of new Lexer().lex(this.text)) {
      lexemes += 1;
      if (lexemes > MAX_LEXEMES) throw new Refused('document-too-large', 'More YAML than a plan can have', 0);
      yield* parser.next(lexeme);
    }
    yield* parser.end();
  }

  private value(node: unknown, depth: number, isRepeated: boolean): Json {
    const at = positionOf(node);
    this.values += 1;
    if (this.values > MAX_VALUES)
      throw new Refused('document-too-large', 'More values than a plan can have', at);
    if (node === null || node === undefined) return null;
    if (isAlias(node)) {
      const target = this.anchors.get(node.source);
      if (target === undefined)
        throw new Refused('invalid-yaml', `There is no anchor "${node.source}" before this alias`, at);
      return this.value(target, depth, true);
    }
    if (!isScalar(node) && !isMap(node) && !isSeq(node))
      throw new Refused('unsupported-yaml', 'JSON has no value like this', at);
    if (node.tag !== undefined && !JSON_TAGS.has(node.tag))
      throw new Refused('unsupported-yaml', `The tag ${node.tag} cannot be read: JSON has no such type`, at);
    if (node.anchor !== undefined && !isRepeated) {
      if (this.anchors.has(node.anchor))
        throw new Refused('unsupported-yaml', `The anchor "${node.anchor}" is there twice`, at);
      this.anchors.set(node.anchor, node);
    }
    if (isScalar(node)) return this.scalar(node.value, node.source ?? '', at);
    if (depth >= PLAN_LIMITS.jsonDepth)
      throw new Refused('too-deep', `Nested deeper than ${PLAN_LIMITS.jsonDepth} levels`, at);
    if (isSeq(node)) return node.items.map((item) => this.value(item, depth + 1, isRepeated));
    const members = new Map<string, Json>();
    for (const pair of node.items) {
      const key = this.key(pair.key, at);
      if (members.has(key))
        throw new Refused(
          'duplicate-key',
          `The member ${JSON.stringify(key)} is there twice`,
          positionOf(pair.key),
        );
      members.set(key, this.value(pair.value, depth + 1, isRepeated));
    }
    return Object.fromEntries(members);
  }

  private key(node: unknown, at: number): string {
    if (!isScalar(node))
      throw new Refused('unsupported-yaml', 'A member name must be a text', positionOf(node, at));
    if (node.tag !== undefined && !JSON_TAGS.has(node.tag))
      throw new Refused('unsupported-yaml', `The tag ${node.tag} cannot be read`, positionOf(node, at));
    const key = typeof node.value === 'string' ? node.value : (node.source ?? '');
    if (key === '__proto__')
      throw new Refused(
        'forbidden-key',
        'The member name "__proto__" cannot be kept: choose another',
        positionOf(node, at),
      );
    if (key === '<<' && node.type === 'PLAIN')
      throw new Refused(
        'unsupported-yaml',
        'Merge keys are not read: write the members out',
        positionOf(node, at),
      );
    return key;
  }

  private scalar(value: unknown, source: string, at: number): Json {
    if (value === null || typeof value === 'boolean' || typeof value === 'string') return value;
    if (typeof value !== 'number') throw new Refused('unsupported-yaml', 'JSON has no value like this', at);
    if (Number.isNaN(value) || /inf/i.test(source))
      throw new Refused('unsupported-yaml', `${source} is not a JSON number`, at);
    if (!Number.isFinite(value) || (Number.isInteger(value) && !Number.isSafeInteger(value)))
      throw new Refused(
        'integer-too-large',
        `${source} is beyond 2^53 and would be rounded: pass it as a string`,
        at,
      );
    return value;
  }
}

const JSON_TAGS: ReadonlySet<string> = new Set(
  ['str', 'int', 'float', 'bool', 'null', 'map', 'seq'].map((name) => `tag:yaml.org,2002:${name}`),
);

function refused(code: ErrorCode, message: string, at: number): Refused {
  if (code === 'RESOURCE_EXHAUSTION')
    return new Refused('too-deep', `Nested deeper than ${PLAN_LIMITS.jsonDepth} levels`, at);
  return new Refused('invalid-yaml', message, at);
}

function positionOf(node: unknown, otherwise = 0): number {
  const range = (node as { range?: [number, number, number] | null } | null)?.range;
  return range?.[0] ?? otherwise;
}

/** Where an error of the library is: an offset, a range, or a token. */
function offsetOf(source: unknown): number {
  if (typeof source === 'number') return source;
  if (Array.isArray(source)) return Number(source[0]);
  return (source as { offset: number }).offset;
}
