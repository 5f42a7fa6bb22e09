import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openSql } from '../connect.ts';
import { startEmbedded } from '../embedded.ts';
import { applyMigrations } from '../migrate.ts';

export const TEMPLATE = 'countersign_template';

/** Replaces the name of the database in an address. */
export function withDatabase(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}

/** One throw-away server with a migrated template; every test file clones it. */
export async function startTestServer() {
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'countersign-test-'));
  chmodSync(dataDir, 0o755); // PostgreSQL may run as another account
  const server = await startEmbedded({ dataDir, durable: false, maxConnections: 300 });
  const stop = async () => {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  try {
    const sql = openSql(server.url, { max: 1 });
    await sql`create database ${sql(TEMPLATE)}`;
    await sql.end();
    await applyMigrations(withDatabase(server.url, TEMPLATE));
  } catch (error) {
    await stop();
    throw error;
  }
  return { url: server.url, stop };
}
