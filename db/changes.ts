/**
 * Wakes whoever shows or drives something, over LISTEN and NOTIFY. It carries ids, never data, and may lose, double or
 * delay: a reader reads the rows. `undefined` to a listener = something may have been missed, read everything again.
 *
 *   connecting -> listening -> (connection lost) -> polling: a resync every 500 ms -> listening: a resync
 *
 * NOTIFY stays out of the statement that appends: inside it, it makes concurrent commits wait for each other.
 */
import { Client } from 'pg';
import { z } from 'zod';
import type { Sql } from './connect.ts';

const CHANNEL = 'countersign';
const PULSE_MS = 15_000;

/** Anybody who may connect can notify, so a payload is parsed like any other input. */
const Change = z.object({
  workspaceId: z.string(),
  kind: z.string(),
  runId: z.string().optional(),
  planId: z.string().optional(),
  version: z.number().optional(),
});
export type Change = z.infer<typeof Change>;
export type ChangeListener = (change: Change | undefined) => void;

export type Changes = {
  subscribe(listener: ChangeListener): () => void;
  /** Resolves when it is sent. Never rejects: a lost wake-up costs a poll. */
  notify(change: Change): Promise<void>;
  state(): 'connecting' | 'listening' | 'polling' | 'stopped';
  stop(): Promise<void>;
};

export type ChangesOptions = {
  /** For NOTIFY; may go through a pooler. */
  sql: Sql;
  /** For LISTEN; must not. Absent: this process only notifies. */
  listenUrl?: string;
  pollMs?: number;
  onError?: (error: unknown) => void;
};

export function openChanges({ sql, listenUrl, pollMs = 500, onError = () => {} }: ChangesOptions): Changes {
  const listeners = new Set<ChangeListener>();
  let state: 'connecting' | 'listening' | 'polling' | 'stopped' = 'connecting';
  let client: Client | undefined;
  let pulse: NodeJS.Timeout | undefined;
  let retry: NodeJS.Timeout | undefined;
  const poll = setInterval(() => {
    if (state !== 'listening') tell(undefined);
  }, pollMs);
  poll.unref();

  function tell(change: Change | undefined): void {
    for (const listener of listeners) {
      try {
        listener(change);
      } catch (error) {
        onError(error);
      }
    }
  }

  async function connect(): Promise<void> {
    const connecting = new Client({
      connectionString: listenUrl,
      application_name: 'countersign-listen',
      keepAlive: true,
      connectionTimeoutMillis: 10_000,
      query_timeout: 10_000,
    });
    client = connecting;

    let isLost = false;
    const lose = (error?: unknown) => {
      if (isLost || state === 'stopped') return;
      isLost = true;
      if (error !== undefined) onError(error);
      clearInterval(pulse);
      void end(connecting);
      state = 'polling';
      retry = setTimeout(() => void connect(), pollMs);
      retry.unref();
    };
    connecting.on('error', lose);
    connecting.on('end', () => lose());
    connecting.on('notification', ({ payload = '' }) => {
      const change = parse(payload);
      if (change) tell(change);
    });
    try {
      await connecting.connect();
      await connecting.query(`listen ${CHANNEL}`);
      if (isLost) return;
      if ((state as string) === 'stopped') return await end(connecting);
      state = 'listening';
      pulse = setInterval(() => void connecting.query('select 1').catch(lose), PULSE_MS); // finds a connection that died in silence
      pulse.unref();
      tell(undefined); // whatever was said while nobody listened
    } catch (error) {
      lose(error);
    }
  }
  if (listenUrl) void connect();

  // One statement for everything that gathers while the last one is under way.
  let gathered = new Map<string, Change>();
  let sending: Promise<void> | undefined;
  async function send(): Promise<void> {
    await Promise.resolve();
    while (gathered.size > 0) {
      const payloads = [...gathered.values()].map((change) => JSON.stringify(change));
      gathered = new Map();
      try {
        await sql`select pg_notify(${CHANNEL}, payload) from json_array_elements_text(${JSON.stringify(payloads)}::text::json) as payload`;
      } catch (error) {
        onError(error);
      }
    }
    sending = undefined;
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    notify(change) {
      gathered.set(JSON.stringify([change.workspaceId, change.kind, change.runId, change.planId]), change);
      sending ??= send();
      return sending;
    },
    state: () => state,
    async stop() {
      state = 'stopped';
      clearTimeout(retry);
      clearInterval(poll);
      clearInterval(pulse);
      listeners.clear();
      await sending;
      if (client) await end(client);
    },
  };
}

function parse(payload: string): Change | undefined {
  try {
    return Change.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}

/** A client whose connection is broken may fail to say goodbye; it is gone either way. */
async function end(client: Client): Promise<void> {
  try {
    await client.end();
  } catch {}
}
