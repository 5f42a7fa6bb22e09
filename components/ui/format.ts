/** Text of numbers and times. 24 h clock, units always, exact counts (ux 10). */
const two = (value: number) => String(Math.trunc(value)).padStart(2, '0');

/** 00:04, 12:40, 1:02:07. */
export function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor((seconds % 3600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${two(minutes)}:${two(seconds % 60)}`;
}

/** 42 s, 14 min, 3 h, 2 days: one unit, rounded down, for "in …" and "… ago". */
export function roughDuration(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 48 * 3600) return `${Math.floor(seconds / 3600)} h`;
  return `${Math.floor(seconds / 86_400)} days`;
}

export function timeOfDay(at: number): string {
  const date = new Date(at);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}
export function dateAndTime(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${timeOfDay(at)}`;
}
/** A deadline: 23:58 when it is today, else with its date. */
export function untilText(at: number, now: number = Date.now()): string {
  const isToday = dateAndTime(at).slice(0, 10) === dateAndTime(now).slice(0, 10);
  return isToday ? timeOfDay(at).slice(0, 5) : dateAndTime(at).slice(0, 16);
}
export function timeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

export function count(value: number): string {
  return value.toLocaleString('en-US');
}
/** Micro-USD as dollars: at least two digits, and none that counts left out. */
export function usd(microUsd: number): string {
  return (microUsd / 1_000_000).toFixed(6).replace(/0{1,4}$/, '');
}
/** 7f3a 91c2: the first eight digits of a hash, in two groups. */
export function fingerprint(hash: string): string {
  return `${hash.slice(0, 4)} ${hash.slice(4, 8)}`;
}
