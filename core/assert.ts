/** Programmer errors only: a failed assertion is a bug, never bad input. Bad input becomes a problem or a rejection. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Bug: ${message}`);
}

/** Ends a switch over a union: a new member no longer compiles until it is handled. */
export function assertNever(value: never): never {
  throw new Error(`Bug: unexpected ${JSON.stringify(value)}`);
}

/** Returns the value, or fails loudly where its absence can only be a bug. */
export function must<T>(value: T | null | undefined, message: string): T {
  assert(value !== null && value !== undefined, message);
  return value;
}
