/** A connection that offers named commands (an admin wrote each of them) says more of a call than its tool can. */
import type { JsonObject } from '../json.ts';
import type { Catalog, CommandInfo } from './tool-contract.ts';

export type CommandAnswer =
  /** The tool has no commands, or which one it is stands in no plan yet. */
  { kind: 'none' } | { kind: 'missing'; name: string } | { kind: 'known'; command: CommandInfo };

export function commandOf(catalog: Catalog, tool: string, args: JsonObject): CommandAnswer {
  const contract = Object.hasOwn(catalog.tools, tool) ? catalog.tools[tool] : undefined;
  if (contract?.commandArg === undefined || contract.connectionArg === undefined) return { kind: 'none' };
  const connection = textOf(args, contract.connectionArg);
  const name = textOf(args, contract.commandArg);
  const { connections } = catalog;
  if (connection === undefined || name === undefined || !connections) return { kind: 'none' };
  const commands = Object.hasOwn(connections, connection) ? connections[connection]?.commands : undefined;
  if (!commands) return { kind: 'none' };
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  return command ? { kind: 'known', command } : { kind: 'missing', name };
}

function textOf(args: JsonObject, name: string): string | undefined {
  const value = Object.hasOwn(args, name) ? args[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}
