/** Where a line and a column, from 1, are in a text whose line ends may have become `\n`. */
export function offsetOf(text: string, { line, column }: { line: number; column: number }): number {
  let start = 0;
  for (let passed = 1; passed < line; passed += 1) {
    const end = text.indexOf('\n', start);
    if (end < 0) break;
    start = end + 1;
  }
  return Math.min(start + column - 1, text.length);
}
