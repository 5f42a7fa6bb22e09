import { z } from 'zod';
import type { Json } from '#core/json.ts';
import { Risk } from '#core/plan/schema.ts';
import type { ConnectionInfo, ToolContract } from '#core/plan/tool-contract.ts';
import { procedureFor, router } from './init.ts';

const Schema = z.record(z.string(), z.json() as z.ZodType<Json>);
const ConnectionShape = z.strictObject({
  name: z.string(),
  kind: z.string(),
  environment: z.string(),
  readOnly: z.boolean(),
  commands: z
    .record(
      z.string(),
      z.strictObject({
        description: z.string().optional(),
        effect: z.enum(['read', 'write', 'irreversible']),
        argsSchema: Schema,
      }),
    )
    .optional(),
});
const ToolShape = z.strictObject({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  effect: z.enum(['read', 'write', 'irreversible']),
  risk: Risk,
  argsSchema: Schema,
  outputSchema: Schema,
  dedupe: z.enum(['key', 'lookup', 'none']),
  maxInFlightMs: z.number(),
  /** Whether a lost outcome can be found out without a person. */
  canReconcile: z.boolean(),
  connectionArg: z.string().optional(),
  connectionKind: z.string().optional(),
  commandArg: z.string().optional(),
  codeArgs: z.record(z.string(), z.string()).optional(),
  /** Names of those it can use: of its kind, and not read-only when it changes things. */
  connections: z.array(z.string()),
});

export const toolsRouter = router({
  /** What the editor offers and lints with: contracts and connections, without functions and without credentials. */
  list: procedureFor('viewer')
    .output(z.strictObject({ tools: z.array(ToolShape), connections: z.array(ConnectionShape) }))
    .query(async ({ ctx: { app, session } }) => {
      const { tools, connections = {} } = await app.catalog(session.workspace.id);
      const known = Object.values(connections);
      return {
        tools: Object.values(tools)
          .map((tool) => ({
            ...tool,
            connections: known.filter((one) => fits(tool, one)).map(({ name }) => name),
          }))
          .sort((a, b) => (a.name < b.name ? -1 : 1)),
        connections: known,
      };
    }),
});

function fits({ connectionArg, connectionKind, effect }: ToolContract, connection: ConnectionInfo): boolean {
  if (connectionArg === undefined) return false;
  if (connectionKind !== undefined && connectionKind !== connection.kind) return false;
  if (effect === 'read' || !connection.readOnly) return true;
  return Object.values(connection.commands ?? {}).some((command) => command.effect === 'read');
}
