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

/** What `read` gives of the text, or its refusal with line and column. */
export function readOrRefuse<Code extends string>(
  text: string,
  refused: new (code: Code, message: string, at: number) => TextRefused<Code>,
  read: () => Json,
): TextResult<Code> {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    if (!(error instanceof refused)) throw error;
    const before = text.slice(0, error.at);
    const line = before.split('\n').length;
    const column = error.at - before.lastIndexOf('\n');
    return {
      ok: false,
      code: error.code,
      message: `${error.message} (line ${line}, column ${column})`,
      line,
      column,
    };
  }
}
