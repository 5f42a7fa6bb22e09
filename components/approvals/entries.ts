import type { Row } from './card.ts';

/** One line of the inbox: a call, or several that are reviewed in one table. */
export type Entry = { row: Row; rows: Row[] };

export function entriesOf(rows: readonly Row[]): Entry[] {
  const groups = new Map<string, Entry>();
  const entries: Entry[] = [];
  for (const row of rows) {
    const known = row.group === null ? undefined : groups.get(row.group);
    if (known) {
      known.rows.push(row);
      continue;
    }
    const entry = { row, rows: [row] };
    entries.push(entry);
    if (row.group !== null) groups.set(row.group, entry);
  }
  return entries;
}

export function hrefOf({ row, rows }: Entry): string {
  return `/approvals/${row.approvalId}${rows.length > 1 ? '?group=all' : ''}`;
}
