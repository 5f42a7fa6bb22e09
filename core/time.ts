/** Milliseconds since 1970 UTC. Core has no clock: every instant comes in with a command or an event. */
export type Instant = number & { readonly __brand?: 'instant' };
/** A length of time in milliseconds. */
export type DurationMs = number & { readonly __brand?: 'durationMs' };
