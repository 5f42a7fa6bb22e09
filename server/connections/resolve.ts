/** Turns the name of a connection into something a tool can use, after the gate, in this process only. */
import { contentHash } from '#core/hash.ts';
import type { Failure } from '#core/run/events.ts';
import { openTargetDatabase, type TargetDatabase } from '#db/target/target-database.ts';
import type { Connection, ResolvedConnection } from './connection.ts';
import { type EmbeddedCredentials, readCredential } from './credentials.ts';
import { SHELL_OFF } from './shell-off.ts';

/** Where definitions come from: the connections table, or a list in tests. */
export type ConnectionSource = { find(workspaceId: string, name: string): Promise<Connection | undefined> };
export type ResolveAnswer = { ok: true; connection: ResolvedConnection } | { ok: false; failure: Failure };
export type Connections = {
  resolve(workspaceId: string, name: string): Promise<ResolveAnswer>;
  /** The same for a definition that is not stored yet: the test button. */
  resolveDefinition(workspaceId: string, definition: Connection): Promise<ResolveAnswer>;
  /** Every secret this process has read, for redaction. */
  secrets(): readonly string[];
  close(): Promise<void>;
};

export type ConnectionsOptions = {
  source: ConnectionSource;
  /** Secrets of targets that the app itself started: {shop: () => readFileSync(…)}. */
  embedded?: EmbeddedCredentials;
  env?: Readonly<Record<string, string | undefined>>;
  /** Whether this installation lets plans run commands at all (SHELL_TOOLS). */
  shellTools?: boolean;
  /** Connections at once to one database. */
  poolSize?: number;
};

export function createConnections({
  source,
  embedded = {},
  env = process.env,
  shellTools = false,
  poolSize = 10,
}: ConnectionsOptions): Connections {
  const pools = new Map<string, { url: string; database: TargetDatabase }>();
  const known = new Set<string>();

  async function resolveDefinition(workspaceId: string, definition: Connection): Promise<ResolveAnswer> {
    if (definition.kind === 'shell' && !shellTools) {
      const message = `Connection ${definition.name}: ${SHELL_OFF.message}`;
      return { ok: false, failure: { class: 'denied', code: SHELL_OFF.code, message } };
    }
    if (definition.kind === 'folder' || definition.kind === 'shell')
      return { ok: true, connection: { ...definition, revision: contentHash(definition) } };
    const secret =
      definition.credentialRef === undefined
        ? undefined
        : await readCredential(definition.credentialRef, { env, embedded });
    if (secret && !secret.ok)
      return failed('credential-missing', `Connection ${definition.name}: ${secret.message}`);
    if (definition.kind === 'http') {
      if (secret) known.add(secret.secret);
      return {
        ok: true,
        connection: { ...definition, revision: contentHash(definition), credential: secret?.secret },
      };
    }
    const url = URL.parse(secret?.secret ?? '');
    if (!url || !/^postgres(ql)?:$/.test(url.protocol))
      return failed(
        'credential-unusable',
        `Connection ${definition.name}: the secret ${definition.credentialRef} is no postgres:// address.`,
      );
    known.add(url.href);
    if (url.password) known.add(decodeURIComponent(url.password));
    const revision = contentHash({ definition, target: targetOf(url) });
    return {
      ok: true,
      connection: {
        ...definition,
        revision,
        database: poolOf(`${workspaceId}/${definition.name}`, url.href),
      },
    };
  }

  function poolOf(key: string, url: string): TargetDatabase {
    const open = pools.get(key);
    if (open?.url === url) return open.database;
    void open?.database.close();
    const database = openTargetDatabase(url, { max: poolSize });
    pools.set(key, { url, database });
    return database;
  }

  return {
    async resolve(workspaceId, name) {
      const definition = await source.find(workspaceId, name);
      if (!definition) return failed('unknown-connection', `There is no connection called ${name}.`);
      return await resolveDefinition(workspaceId, definition);
    },
    resolveDefinition,
    secrets: () => [...known],
    async close() {
      await Promise.all([...pools.values()].map(({ database }) => database.close()));
      pools.clear();
    },
  };
}

/** Who, where and which database. The port of this machine's own server changes with every start and does not count. */
function targetOf(url: URL): string {
  const isLocal = ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname);
  return `${url.username}@${isLocal ? 'local' : url.host}${url.pathname}`;
}

function failed(code: string, message: string): ResolveAnswer {
  return { ok: false, failure: { class: 'permanent', code, message } };
}
