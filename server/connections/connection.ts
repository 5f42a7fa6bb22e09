/**
 * A connection: the only way out (domain T3). An admin made it; a plan names it and never an address with
 * credentials. The definition holds a reference to the secret, never the secret.
 */
import type { Hash } from '#core/ids.ts';
import type { Dedupe } from '#core/plan/tool-contract.ts';
import type { CommandTemplate } from './command-template.ts';
import type { TargetDatabase } from '#db/target/target-database.ts';

type Common = {
  name: string;
  environment: string;
  /** Tools that write refuse it. */
  readOnly: boolean;
  dedupe: Dedupe;
  maxInFlightMs: number;
};

export type PostgresConnection = Common & {
  kind: 'postgres';
  /** `env:NAME`, `file:/path` or `embedded:name`: where the address with its password is read from. */
  credentialRef: string;
};

export type HttpLookup = {
  /** Path below the base address; `{key}` stands for the operation key. */
  path: string;
  /** CEL over `output` = {status, headers, body}: true = the effect is there. */
  committedWhen: string;
};

export type HttpConnection = Common & {
  kind: 'http';
  baseUrl: string;
  /** Secret value of `credentialHeader`; absent = the service asks for none. */
  credentialRef?: string;
  /** `authorization` when absent. */
  credentialHeader?: string;
  /** Hosts (`host` or `host:port`) that a redirect of a read may lead to; the base address's own is always in it. */
  allowList: string[];
  /** Loopback, private and link-local addresses may be reached. */
  allowPrivate: boolean;
  /** Header that carries the operation key (dedupe: key, lookup). */
  keyHeader?: string;
  /** How long the service remembers a key; sending again later would be a new effect. */
  keyRetentionMs?: number;
  lookup?: HttpLookup;
};

/** A folder of the machine that runs the worker; plans name paths below it. */
export type FolderConnection = Common & {
  kind: 'folder';
  /** Absolute. */
  path: string;
};

/** Programs of the machine that runs the worker, each with the arguments an admin fixed. */
export type ShellConnection = Common & {
  kind: 'shell';
  /** Absolute: the working folder of every command. */
  path: string;
  commands: readonly CommandTemplate[];
};

export type Connection = PostgresConnection | HttpConnection | FolderConnection | ShellConnection;

/** Hash of the definition and of where it leads, without the secret: part of every call's hash. */
type Resolved = { revision: Hash };
export type ResolvedPostgresConnection = PostgresConnection & Resolved & { database: TargetDatabase };
export type ResolvedHttpConnection = HttpConnection & Resolved & { credential: string | undefined };
export type ResolvedFolderConnection = FolderConnection & Resolved;
export type ResolvedShellConnection = ShellConnection & Resolved;
/** With what it needs to be used; lives in the gate's process only. */
export type ResolvedConnection =
  | ResolvedPostgresConnection
  | ResolvedHttpConnection
  | ResolvedFolderConnection
  | ResolvedShellConnection;
