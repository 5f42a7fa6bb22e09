/**
 * A database outside of the product that plans work on. Its connections are pooled, reset after each use
 * (settings, session locks, temporary tables) and thrown away after an error or a cancel.
 */
import pg from 'pg';
import type { Json } from '#core/json.ts';
import { type RowCaps, TargetQuery, type TargetResult } from './target-query.ts';

export type TargetSession = {
  /** One statement. Rejects with pg.DatabaseError (the server answered) or another error (the connection is gone). */
  query(sql: string, params?: readonly Json[], caps?: RowCaps): Promise<TargetResult>;
};
export type TargetDatabase = {
  /**
   * Hands out one connection for `work`. When the signal aborts, the running statement is cancelled from outside and
   * `work` sees its error; afterwards the connection is destroyed, so a transaction it left open is rolled back.
   */
  use<T>(signal: AbortSignal, work: (session: TargetSession) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

export const NO_ROWS: RowCaps = { rows: 100, bytes: 8 * 1024 * 1024, beyond: 'count' };
const CONNECT_TIMEOUT_MS = 10_000;
const IDLE_MS = 10_000;
/** How long a cancelled statement gets to answer before its connection is cut. */
const CANCEL_GRACE_MS = 1_000;

/** The connection could not be had: nothing of the work was sent. */
export class TargetUnavailable extends Error {
  override readonly name = 'TargetUnavailable';
}

export function openTargetDatabase(url: string, options: { max?: number } = {}): TargetDatabase {
  const config: pg.PoolConfig = {
    connectionString: url,
    max: options.max ?? 10,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    idleTimeoutMillis: IDLE_MS,
    allowExitOnIdle: true,
    application_name: 'countersign',
  };
  const pool = new pg.Pool(config);
  pool.on('error', () => {}); // an idle connection ended; the pool has dropped it
  let closing: Promise<void> | undefined;
  return {
    async use(signal, work) {
      const client = await connect(pool, signal);
      let clean = false;
      const broken = () => {};
      client.on('error', broken); // the running query rejects as well
      const cancel = () => void cancelBackend(config, client);
      signal.addEventListener('abort', cancel, { once: true });
      try {
        const result = await work(sessionOf(client, signal));
        // What `work` answered stands, whatever becomes of the connection afterwards.
        if (!signal.aborted) clean = await reset(client);
        return result;
      } finally {
        signal.removeEventListener('abort', cancel);
        client.off('error', broken);
        client.release(!clean);
      }
    },
    close: () => (closing ??= pool.end()),
  };
}

async function reset(client: pg.PoolClient): Promise<boolean> {
  return await client.query('discard all').then(
    () => true,
    () => false,
  );
}

async function connect(pool: pg.Pool, signal: AbortSignal): Promise<pg.PoolClient> {
  if (signal.aborted) throw new TargetUnavailable('Stopped before a connection was made.');
  const asked = pool.connect();
  const aborted = Promise.withResolvers<never>();
  const stop = () => aborted.reject(new TargetUnavailable('Stopped before a connection was made.'));
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([asked, aborted.promise]);
  } catch (error) {
    void asked.then(
      (late) => late.release(),
      () => {},
    );
    if (error instanceof TargetUnavailable) throw error;
    throw new TargetUnavailable('The database could not be reached.', { cause: error });
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function sessionOf(client: pg.PoolClient, signal: AbortSignal): TargetSession {
  return {
    query(sql, params = [], caps = NO_ROWS) {
      if (signal.aborted) return Promise.reject(new Error('Stopped.', { cause: signal.reason }));
      const query = new TargetQuery(sql, params, caps);
      client.query(query);
      return query.result;
    },
  };
}

/** Cancels from a connection of its own, as the busy one cannot be asked; cuts the busy one if that does not help. */
async function cancelBackend(config: pg.PoolConfig, client: pg.PoolClient): Promise<void> {
  const { processID, connection } = client as pg.PoolClient & {
    processID: number;
    connection: pg.Connection;
  };
  const cut = setTimeout(() => connection.stream.destroy(), CANCEL_GRACE_MS);
  connection.stream.once('close', () => clearTimeout(cut));
  const canceller = new pg.Client(config);
  canceller.on('error', () => {});
  try {
    await canceller.connect();
    await canceller.query('select pg_cancel_backend($1)', [processID]);
  } catch {
    connection.stream.destroy();
  } finally {
    await canceller.end().catch(() => {});
  }
}
