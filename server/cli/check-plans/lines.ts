import { createReadStream } from 'node:fs';

export type Line =
  | { number: number; text: string }
  | { number: number; unreadable: 'too-long' | 'not-utf-8' };

const NEWLINE = 0x0a;

/** Lines of a file, each read up to `cap` bytes, so that a file without line ends cannot fill the memory. */
export async function* linesOf(file: string, cap: number): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  let size = 0;
  let number = 1;
  const take = (): Line => {
    const line: Line =
      size > cap ? { number, unreadable: 'too-long' } : { number, ...decoded(Buffer.concat(parts)) };
    parts = [];
    size = 0;
    number += 1;
    return line;
  };
  for await (const chunk of createReadStream(file) as AsyncIterable<Buffer>) {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(NEWLINE, from);
      const part = chunk.subarray(from, end < 0 ? chunk.length : end);
      size += part.length;
      if (size <= cap) parts.push(part);
      if (end < 0) break;
      yield take();
      from = end + 1;
    }
  }
  if (size > 0) yield take();
}

function decoded(bytes: Buffer): { text: string } | { unreadable: 'not-utf-8' } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { unreadable: 'not-utf-8' };
  }
}
