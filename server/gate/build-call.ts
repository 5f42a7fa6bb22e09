/** The exact call that is shown, hashed, approved and sent: built by the same function at review and at dispatch (A1). */
import { contentHash } from '#core/hash.ts';
import type { Hash } from '#core/ids.ts';
import type { JsonObject } from '#core/json.ts';
import { callRisk } from '#core/plan/call-risk.ts';
import { validateJson } from '#core/plan/json-schema.ts';
import type { Risk } from '#core/plan/schema.ts';
import type { EffectClass } from '#core/plan/tool-contract.ts';
import type { Call } from '#core/run/call.ts';
import type { Failure } from '#core/run/events.ts';
import type { ResolvedConnection } from '#server/connections/connection.ts';
import type { Connections } from '#server/connections/resolve.ts';
import type { ToolCatalog } from '#server/tools/catalog.ts';
import { effectOfCall, type Tool } from '#server/tools/tool.ts';

export type CallRequest = {
  workspaceId: string;
  tool: string;
  args: JsonObject;
  identity: string;
  /** The step's own: may only raise what the contract says. */
  risk?: Risk;
  checksHash: Hash;
  compensationHash: Hash | null;
};
export type BuiltCall = { tool: Tool; connection: ResolvedConnection | undefined; call: Call };

export async function buildCall(
  request: CallRequest,
  catalog: ToolCatalog,
  connections: Connections,
): Promise<BuiltCall | { failure: Failure }> {
  const { args } = request;
  const tool = catalog.get(request.tool);
  if (!tool) return denied('unknown-tool', `The tool ${request.tool} is not known here.`);
  const [finding] = validateJson(tool.argsSchema, args);
  if (finding)
    return permanent(
      'invalid-arguments',
      `${tool.name}${finding.path === '' ? '' : ` ${finding.path}`}: ${finding.message}`,
    );
  const refused = tool.refuse?.(args);
  if (refused !== undefined) return permanent('refused-arguments', refused);
  const connection = await connectionOf(tool, request, connections);
  if (connection && 'failure' in connection) return connection;
  const refusedThere = connection && tool.refuseAt?.(args, connection);
  if (refusedThere !== undefined) return permanent('refused-arguments', refusedThere);
  const effect = effectOfCall(tool, args, connection);
  if (connection?.readOnly && effect !== 'read')
    return denied('connection-read-only', `Connection ${connection.name} may only be read.`);
  return { tool, connection, call: callOf(request, tool, connection, effect) };
}

function callOf(
  request: CallRequest,
  tool: Tool,
  connection: ResolvedConnection | undefined,
  effect: EffectClass,
): Call {
  return {
    v: 1,
    workspace: request.workspaceId,
    tool: tool.name,
    toolVersion: tool.version,
    schemaHash: contentHash({ args: tool.argsSchema, output: tool.outputSchema }),
    args: request.args,
    resource: tool.resource(request.args),
    connection: connection?.name ?? null,
    ...(connection && { connectionHash: connection.revision }),
    identity: request.identity,
    environment: connection?.environment ?? null,
    effect,
    dedupe: effect === 'read' ? 'none' : (connection?.dedupe ?? tool.dedupe),
    risk: callRisk(tool, effect, request.risk),
    checksHash: request.checksHash,
    compensationHash: request.compensationHash,
  };
}

async function connectionOf(
  tool: Tool,
  request: CallRequest,
  connections: Connections,
): Promise<ResolvedConnection | { failure: Failure } | undefined> {
  if (tool.connectionArg === undefined) return undefined;
  const name = request.args[tool.connectionArg];
  if (typeof name !== 'string')
    return permanent('invalid-arguments', `${tool.name} needs the name of a connection.`);
  const resolved = await connections.resolve(request.workspaceId, name);
  if (!resolved.ok) return { failure: resolved.failure };
  if (resolved.connection.kind !== tool.connectionKind) {
    return permanent(
      'wrong-connection',
      `${tool.name} needs a connection of kind ${tool.connectionKind}; ${name} is of kind ${resolved.connection.kind}.`,
    );
  }
  return resolved.connection;
}

export function permanent(code: string, message: string): { failure: Failure } {
  return { failure: { class: 'permanent', code, message } };
}
export function denied(code: string, message: string): { failure: Failure } {
  return { failure: { class: 'denied', code, message } };
}
