/** How a reader of text refuses it: what is wrong, and where. */
import type { Json } from '../json.ts';

export type TextResult<Code extends string> =
  | { ok: true; value: Json }
  | { ok: false; code: Code; message: string; line: number; column: number };

export class TextRefused<Code extends string> extends Error {
  readonly code: Code;
  readonly at: number;
  constructor(code: Code, message: string, at: number) {
    super(message);
    this.code = code;
    this.at = at;
  }
}

/** What `read` gives of the text, or its refusal with line and column: in the whole, when `before` stands before the text. */
export function readOrRefuse<Code extends string>(
  text: string,
  refused: new (code: Code, message: string, at: number) => TextRefused<Code>,
  read: () => Json,
  before = '',
): TextResult<Code> {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    if (!(error instanceof refused)) throw error;
    const { line, column } = placeAt(`${before}${text.slice(0, error.at)}`);
    return {
      ok: false,
      code: error.code,
      message: `${error.message} (line ${line}, column ${column})`,
      line,
      column,
    };
  }
}

/** Where the text that comes after `before` begins. */
function placeAt(before: string): { line: number; column: number } {
  let line = 1;
  let start = 0;
  for (let end = before.indexOf('\n'); end >= 0; end = before.indexOf('\n', start)) {
    line += 1;
    start = end + 1;
  }
  return { line, column: before.length - start + 1 };
}
