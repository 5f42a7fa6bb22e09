/** Small forms shared by the sentences: lists, counts, lengths of time, instants (UTC; screens show local time themselves). */
export function list(items: readonly string[], last: 'and' | 'or' = 'and'): string {
  if (items.length <= 1) return items[0] ?? '';
  return `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`;
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** "8 s", "14 min", "2 h", "3 d": one unit, rounded up, so nothing is promised too early. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1_000));
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.ceil(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.ceil(hours / 24)} d`;
}

export function atTime(at: unknown): string {
  return typeof at === 'number' ? ` at ${new Date(at).toISOString().slice(11, 16)} UTC` : '';
}

export function nameOf(actor: unknown): string {
  const { name, id } = (actor ?? {}) as { name?: string; id?: string };
  return name ?? id ?? 'Someone';
}
