import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { useTestDatabase } from '#db/testing/database.ts';
import type { Connection } from './connection.ts';
import { createConnections } from './resolve.ts';
import { testConnection } from './test-connection.ts';

const database = useTestDatabase({ empty: true });
const folder = mkdtempSync(path.join(os.tmpdir(), 'countersign-credentials-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const definition = (credentialRef: string, more: Partial<Connection> = {}) =>
  ({
    name: 'shop',
    kind: 'postgres',
    environment: 'test',
    readOnly: false,
    dedupe: 'key',
    maxInFlightMs: 0,
    credentialRef,
    ...more,
  }) as Connection;
const open = (one: Connection, more: Partial<Parameters<typeof createConnections>[0]> = {}) =>
  createConnections({
    source: { find: async (_workspace, name) => (name === one.name ? one : undefined) },
    env: { SHOP: database().url },
    ...more,
  });

describe('credentials', () => {
  test('[T3] a secret is read by reference: a variable, a file, or what the app itself started', async () => {
    const file = path.join(folder, 'shop.url');
    writeFileSync(file, `${database().url}\n`);
    for (const reference of ['env:SHOP', `file:${file}`, 'embedded:shop']) {
      const connections = open(definition(reference), { embedded: { shop: () => database().url } });
      const resolved = await connections.resolve('w', 'shop');
      if (!resolved.ok || resolved.connection.kind !== 'postgres') throw new Error(reference);
      const answer = await resolved.connection.database.use(new AbortController().signal, (session) =>
        session.query('select 1 as one'),
      );
      expect(answer.rows).toEqual([{ one: 1 }]);
      expect(connections.secrets()).toContain(new URL(database().url).href);
      await connections.close();
    }
  });

  test.each([
    ['env:NOTHING', 'not there or empty'],
    ['file:/nothing/here', 'not there or empty'],
    ['embedded:constructor', 'not there or empty'],
    ['postgres://user:pw@host/db', 'no reference to a secret'],
  ])('[T3] %s: %s', async (reference, message) => {
    const connections = open(definition(reference));
    expect(await connections.resolve('w', 'shop')).toMatchObject({
      ok: false,
      failure: { class: 'permanent', message: expect.stringContaining(message) },
    });
    expect(await connections.resolve('w', 'other')).toMatchObject({
      ok: false,
      failure: { code: 'unknown-connection' },
    });
    await connections.close();
  });

  test('[A4] the revision follows where a connection leads, and not its password', async () => {
    const revisionOf = async (url: string, more: Partial<Connection> = {}) => {
      const connections = open(definition('env:SHOP', more), { env: { SHOP: url } });
      const resolved = await connections.resolve('w', 'shop');
      await connections.close();
      return resolved.ok ? resolved.connection.revision : resolved.failure;
    };
    const first = await revisionOf('postgres://ann:one@db.example/shop');
    expect(await revisionOf('postgres://ann:two@db.example/shop')).toBe(first);
    expect(await revisionOf('postgres://ann:one@other.example/shop')).not.toBe(first);
    expect(await revisionOf('postgres://root:one@db.example/shop')).not.toBe(first);
    expect(await revisionOf('postgres://ann:one@db.example/shop', { readOnly: true })).not.toBe(first);
    expect(await revisionOf('postgres://ann:one@127.0.0.1:5001/shop')).toBe(
      await revisionOf('postgres://ann:one@127.0.0.1:5002/shop'),
    );
  });
});

describe('the test button', () => {
  test('[E3][T3] makes the key table where the connection keeps keys, twice without harm', async () => {
    const connections = open(definition('env:SHOP'));
    const found = async () =>
      (await database().sql`select to_regclass('countersign_operations') is not null as there`)[0]?.['there'];
    expect(await found()).toBe(false);
    expect(await testConnection(connections, 'w', definition('env:SHOP', { dedupe: 'none' }))).toMatchObject({
      ok: true,
    });
    expect(await found()).toBe(false);
    expect(await testConnection(connections, 'w', definition('env:SHOP'))).toMatchObject({ ok: true });
    expect(await testConnection(connections, 'w', definition('env:SHOP'))).toMatchObject({ ok: true });
    expect(await found()).toBe(true);
    await connections.close();
  });

  test('[T3] says why it fails, without the secret', async () => {
    const wrong = new URL(database().url);
    wrong.pathname = '/not_a_database';
    const connections = open(definition('env:SHOP'), { env: { SHOP: wrong.href } });
    const result = await testConnection(connections, 'w', definition('env:SHOP'));
    expect(result.ok).toBe(false);
    if (wrong.password) expect(result.message).not.toContain(wrong.password);
    await connections.close();
  });
});
