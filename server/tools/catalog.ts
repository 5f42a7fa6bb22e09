import { assert } from '#core/assert.ts';
import type { JsonObject } from '#core/json.ts';
import type { Catalog, ConnectionInfo, ToolContract } from '#core/plan/tool-contract.ts';
import type { Tool } from './tool.ts';

export type ToolCatalog = {
  get(name: string): Tool | undefined;
  list(): readonly Tool[];
  /** What lint, review and screens may know; `connections` makes lint judge them too. */
  contracts(connections?: readonly ConnectionInfo[]): Catalog;
};

export function createCatalog(tools: readonly Tool[]): ToolCatalog {
  const byName = new Map<string, Tool>();
  for (const tool of tools) {
    assert(!byName.has(tool.name), `two tools are called ${tool.name}`);
    byName.set(tool.name, tool);
  }
  const contracts = Object.fromEntries(tools.map((tool) => [tool.name, contractOf(tool)]));
  return {
    get: (name) => byName.get(name),
    list: () => tools,
    contracts: (connections) => ({
      tools: contracts,
      ...(connections && { connections: Object.fromEntries(connections.map((one) => [one.name, one])) }),
      resourceOf: (name, args) => byName.get(name)?.resource(args) ?? undefined,
      effectOf: (name: string, args: JsonObject) => {
        const tool = byName.get(name);
        return tool?.effectOf?.(args) ?? tool?.effect;
      },
    }),
  };
}

/** The data of a tool without its functions: safe to send to a browser. */
export function contractOf(tool: Tool): ToolContract {
  const {
    name,
    version,
    description,
    argsSchema,
    outputSchema,
    effect,
    risk,
    dedupe,
    maxInFlightMs,
    canReconcile,
    connectionArg,
    connectionKind,
    commandArg,
    codeArgs,
  } = tool;
  return {
    name,
    version,
    description,
    argsSchema,
    outputSchema,
    effect,
    risk,
    dedupe,
    maxInFlightMs,
    canReconcile,
    ...(connectionArg !== undefined && { connectionArg }),
    ...(connectionKind !== undefined && { connectionKind }),
    ...(commandArg !== undefined && { commandArg }),
    ...(codeArgs !== undefined && { codeArgs }),
  };
}
