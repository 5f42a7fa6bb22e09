/**
 * What the plan model, policy and screens may know of a tool without running it (domain T1). Pure data plus pure
 * functions: the catalog is built by the server from its tools and sent to the browser without the functions.
 */
import type { Json, JsonObject } from '../json.ts';
import type { Risk } from './schema.ts';

export type EffectClass = 'read' | 'write' | 'irreversible';
/** How a repeated call is told from a new one: the target keeps our key, can be asked, or neither. */
export type Dedupe = 'key' | 'lookup' | 'none';

export type ToolContract = {
  name: string;
  /** Raised on any change of behaviour; part of every call's hash. */
  version: string;
  description: string;
  /** JSON Schema of the arguments. */
  argsSchema: JsonObject;
  outputSchema: JsonObject;
  effect: EffectClass;
  risk: Risk;
  dedupe: Dedupe;
  /** After this long a call that was sent can no longer take effect. */
  maxInFlightMs: number;
  /** Whether the outcome of a lost call can be found out without a person. */
  canReconcile: boolean;
  /** Which argument names the connection, if the tool goes outside (T3). */
  connectionArg?: string;
  /** The kind of connection it needs. */
  connectionKind?: string;
  /** Which argument names one of the connection's commands. */
  commandArg?: string;
  /** Which args hold text to be shown as code, and in what language: {"sql": "sql"}. */
  codeArgs?: Record<string, string>;
};

/** Kinds a connection may have and which tools may use it are checked by lint when the connection list is known. */
export type ConnectionInfo = {
  name: string;
  kind: string;
  environment: string;
  readOnly: boolean;
  /** By name, where an admin wrote what may be run. */
  commands?: Readonly<Record<string, CommandInfo>>;
};
/** `argsSchema`: JSON Schema of the whole arguments of a call of this command. */
export type CommandInfo = { description?: string; effect: EffectClass; argsSchema: JsonObject };

export type Catalog = {
  tools: Readonly<Record<string, ToolContract>>;
  /** Absent: lint does not judge connections. */
  connections?: Readonly<Record<string, ConnectionInfo>>;
  /** What a call writes or reads, for "two unordered writers of one resource"; args may still hold bindings. */
  resourceOf?: (tool: string, args: JsonObject) => string | undefined;
  /** Whether policy would ask a person about a call of the tool (G1 preview). Absent: lint does not judge. */
  policyAsks?: (tool: string, args: JsonObject) => boolean | undefined;
  /** The effect class of one call, where the tool can say more of it than of all its calls. */
  effectOf?: (tool: string, args: JsonObject) => EffectClass | undefined;
};

export type ToolOutput = Json;
