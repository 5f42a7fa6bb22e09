import type { Readable } from 'node:stream';

/** Reads a stream to its end and keeps its last bytes: what a program says last is what says how it went. */
export function keepTail(
  stream: Readable | null,
  mostBytes: number,
): { text(): string; truncated(): boolean } {
  let chunks: Buffer[] = [];
  let held = 0;
  let isTruncated = false;
  stream?.on('data', (chunk: Buffer) => {
    chunks.push(chunk);
    held += chunk.length;
    if (held <= 2 * mostBytes) return;
    chunks = [Buffer.concat(chunks).subarray(-mostBytes)];
    held = mostBytes;
    isTruncated = true;
  });
  stream?.on('error', () => {}); // what came before it counts
  const truncated = () => isTruncated || held > mostBytes;
  return {
    truncated,
    text() {
      const bytes = Buffer.concat(chunks).subarray(-mostBytes);
      // A character that was cut in two: its rest is left out.
      const start = truncated() ? bytes.findIndex((byte) => (byte & 0xc0) !== 0x80) : 0;
      return bytes.subarray(Math.max(start, 0)).toString('utf8').replaceAll('\0', '\ufffd');
    },
  };
}
