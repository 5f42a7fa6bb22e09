import { startingValues, fieldsOf, labelOf } from '#components/json/schema-field.ts';
import { messages } from '#components/ui/messages.ts';
import type { Step, Work } from '#core/plan/schema.ts';
import type { ConnectionInfo, ToolContract } from '#core/plan/tool-contract.ts';
import { freeStepId } from '../step-id.ts';

export type NewWork =
  | { tool: ToolContract; connections?: readonly ConnectionInfo[] }
  | { kind: Exclude<Work['kind'], 'tool'> };

/**
 * A step to start from. Of a tool's arguments it holds what the schema gives, and the connection when only one fits;
 * what a person must say stays open, and lint asks for it.
 */
export function defaultStep(made: NewWork, taken: ReadonlySet<string>): Step {
  if ('tool' in made) {
    const title = labelOf(made.tool.name.replaceAll('.', '_'));
    return {
      id: freeStepId(made.tool.name, taken),
      title,
      work: toolWork(made.tool, made.connections ?? []),
    };
  }
  return {
    id: freeStepId(made.kind, taken),
    title: messages.intents.newTitle[made.kind],
    work: workOf(made.kind),
  };
}

function toolWork(tool: ToolContract, connections: readonly ConnectionInfo[]): Work {
  const args = startingValues(
    fieldsOf(tool.argsSchema).filter(({ required, fallback }) => required || fallback !== undefined),
  );
  const [only, ...others] = connections.filter((connection) => canUse(tool, connection));
  const named =
    tool.connectionArg !== undefined && only && others.length === 0
      ? { [tool.connectionArg]: only.name }
      : {};
  return { kind: 'tool', tool: tool.name, args: { ...args, ...named } };
}

/** Of its kind, and not read-only when all it could be asked there changes things. */
export function canUse(tool: ToolContract, connection: ConnectionInfo): boolean {
  if (tool.connectionKind !== undefined && tool.connectionKind !== connection.kind) return false;
  if (tool.effect === 'read' || !connection.readOnly) return true;
  return Object.values(connection.commands ?? {}).some((command) => command.effect === 'read');
}

function workOf(kind: Exclude<Work['kind'], 'tool'>): Work {
  const prompt = messages.intents.prompt[kind];
  switch (kind) {
    case 'model':
      return { kind, prompt, outputSchema: { type: 'object' } };
    case 'agent':
      return { kind, brief: prompt, tools: [], outputSchema: { type: 'object' } };
    case 'person':
      return { kind, prompt };
    case 'checkpoint':
      return { kind, question: prompt };
  }
}
