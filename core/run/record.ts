/**
 * Records keyed by ids that people choose: `__proto__` and `constructor` are ordinary ids (P5), so every read asks for
 * an own property and every write defines one. `overlay` gives a record that reads through to its base and keeps its
 * writes to itself: `decide` uses it to see its own events' consequences without copying or changing the state.
 */
const BASE = Symbol('base');
type Layered<T> = Record<string, T> & { [BASE]?: Record<string, T> };

export function get<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  if (Object.hasOwn(record, key)) return record[key];
  const base = (record as Layered<T>)[BASE];
  return base === undefined ? undefined : get(base, key);
}

export function put<T>(record: Record<string, T>, key: string, value: T): void {
  if (key === '__proto__')
    Object.defineProperty(record, key, { value, enumerable: true, configurable: true, writable: true });
  else record[key] = value;
}

export function overlay<T>(base: Record<string, T>): Record<string, T> {
  const layer: Layered<T> = {};
  Object.defineProperty(layer, BASE, { value: base });
  return layer;
}

/** Keys in order of insertion, of the base first. */
export function keysOf<T>(record: Readonly<Record<string, T>>): string[] {
  const base = (record as Layered<T>)[BASE];
  if (base === undefined) return Object.keys(record);
  return [...keysOf(base), ...Object.keys(record).filter((key) => get(base, key) === undefined)];
}
