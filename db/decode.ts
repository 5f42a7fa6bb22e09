/**
 * Rows to core types. An event's row is parsed before it is folded; a shape of an older release is lifted to today's,
 * one of a newer release is refused: a worker of that release must drive the run.
 */
import type { Json } from '#core/json.ts';
import { Actor, RUN_EVENT_SCHEMA, type RunEvent, RunEventBody } from '#core/run/events.ts';

export type EventRow = {
  version: number;
  schema: number;
  type: string;
  at: number;
  actor: unknown;
  traceId: string | null;
  data: unknown;
};

/** This release cannot read the event. Nothing was folded from it on. */
export class UnreadableEventError extends Error {
  override readonly name = 'UnreadableEventError';
  readonly code: 'unknown-schema' | 'unknown-shape';
  readonly event: { version: number; schema: number; type: string };
  constructor(code: 'unknown-schema' | 'unknown-shape', event: EventRow, detail: string) {
    super(`Event ${event.version} (${event.type}, schema ${event.schema}) cannot be read: ${detail}`);
    this.code = code;
    this.event = { version: event.version, schema: event.schema, type: event.type };
  }
}

type Body = { type: string; data: unknown };

/** Lifts a body by one schema number: `upcasts[1]` makes schema 2 of schema 1. */
const upcasts: Readonly<Record<number, (body: Body) => Body>> = {};

export function decodeEvent(row: EventRow): RunEvent {
  if (row.schema > RUN_EVENT_SCHEMA || row.schema < 1)
    throw new UnreadableEventError('unknown-schema', row, `this release knows schema ${RUN_EVENT_SCHEMA}`);
  let body: Body = { type: row.type, data: row.data };
  for (let schema = row.schema; schema < RUN_EVENT_SCHEMA; schema++) {
    const lift = upcasts[schema];
    if (!lift) throw new UnreadableEventError('unknown-schema', row, `there is no way from schema ${schema}`);
    body = lift(body);
  }
  const parsed = RunEventBody.safeParse(body);
  if (!parsed.success) throw new UnreadableEventError('unknown-shape', row, parsed.error.message);
  const actor = Actor.safeParse(row.actor);
  if (!actor.success) throw new UnreadableEventError('unknown-shape', row, actor.error.message);
  return {
    version: row.version,
    schema: RUN_EVENT_SCHEMA,
    at: row.at,
    actor: actor.data,
    ...(row.traceId === null ? {} : { traceId: row.traceId }),
    // The parsed body is checked, the stored one returned: zod's records leave out a key named __proto__ (P5).
    ...(body as RunEventBody),
  };
}

/** Equal content, as JSON holds it: no member that is undefined. */
export function plainJson(value: unknown): Json {
  return JSON.parse(JSON.stringify(value)) as Json;
}
