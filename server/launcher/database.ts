import { describeDatabase, openSql } from '#db/connect.ts';
import { startEmbedded } from '#db/embedded.ts';
import { applyMigrations } from '#db/migrate.ts';
import type { Env } from '../env.ts';
import { errorCode, errorText, LauncherProblem } from './problem.ts';

export type RunningDatabase = {
  url: string;
  directUrl: string;
  /** Whether it is a server of our own, in which we may create databases. */
  isEmbedded: boolean;
  /** Only of an embedded server: it has ended. */
  exited?: Promise<void>;
  stop(): Promise<void>;
};

/** The database of DATABASE_URL, or one of our own in DATA_DIR; reachable, but not migrated yet. */
export async function openDatabase(env: Env, say: (line: string) => void): Promise<RunningDatabase> {
  if (env.DATABASE_URL) {
    const directUrl = env.DATABASE_DIRECT_URL ?? env.DATABASE_URL;
    for (const url of new Set([env.DATABASE_URL, directUrl])) await requireReachable(url);
    return { url: env.DATABASE_URL, directUrl, isEmbedded: false, stop: async () => {} };
  }
  try {
    const server = await startEmbedded({ dataDir: env.DATA_DIR, durable: !env.PG_FAST, say });
    const { url } = server;
    return { url, directUrl: url, isEmbedded: true, exited: server.exited, stop: () => server.stop() };
  } catch (error) {
    throw new LauncherProblem(errorText(error));
  }
}

export async function migrateDatabase(database: RunningDatabase): Promise<void> {
  try {
    await applyMigrations(database.directUrl);
  } catch (error) {
    const cause = error instanceof Error && error.cause ? error.cause : error;
    const where = describeDatabase(database.directUrl);
    throw new LauncherProblem(`The tables of ${where} could not be brought up to date: ${errorText(cause)}.`);
  }
}

async function requireReachable(url: string): Promise<void> {
  const sql = openSql(url, { max: 1, connect_timeout: 5 });
  try {
    const [row] = await sql<
      { version: number }[]
    >`select current_setting('server_version_num')::int as version`;
    if (row && row.version < 150_000) {
      throw new LauncherProblem(
        `The PostgreSQL at ${describeDatabase(url)} is older than 15, which is the oldest that works.`,
      );
    }
  } catch (error) {
    if (error instanceof LauncherProblem) throw error;
    throw new LauncherProblem(
      `The database at ${describeDatabase(url)} cannot be used: ${reason(error)}; check DATABASE_URL.`,
    );
  } finally {
    await sql.end({ timeout: 1 });
  }
}

function reason(error: unknown): string {
  switch (errorCode(error)) {
    case 'ECONNREFUSED':
      return 'nothing listens there';
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return 'the host has no address';
    case 'CONNECT_TIMEOUT':
      return 'it does not answer';
    case '28P01':
    case '28000':
      return 'it refuses the user or the password';
    case '3D000':
      return 'there is no database of this name';
    default:
      return errorText(error);
  }
}
