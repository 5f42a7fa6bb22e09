import { bindingOf } from '../binding.ts';
import { commandOf } from '../connection-command.ts';
import { celReferences, evaluateCel } from '../cel.ts';
import type { JsonObject } from '../../json.ts';
import type { Problem } from '../problem.ts';
import type { Step } from '../schema.ts';
import { effectOf, probesOf, error, type LintContext, type LintRule, toolOf, worksOf } from './context.ts';

/** Connections and commands that the workspace does not have or the tool cannot use, and writes where only reads may be. */
export const unknownConnection: LintRule = ({ document, catalog }) => {
  const { connections } = catalog;
  if (!connections) return [];
  const problems: Problem[] = [];
  const judge = (tool: string, args: JsonObject, path: PropertyKey[], step: Step | undefined) => {
    const contract = toolOf(catalog, tool);
    if (contract?.connectionArg === undefined) return;
    const name = literal(document, args, contract.connectionArg);
    if (name === undefined) return;
    const at = [...path, contract.connectionArg];
    const connection = Object.hasOwn(connections, name) ? connections[name] : undefined;
    if (!connection)
      problems.push(error('unknown-connection', at, `There is no connection "${name}"`, { step }));
    else if (contract.connectionKind !== undefined && connection.kind !== contract.connectionKind) {
      const message = `${tool} needs a connection of kind ${contract.connectionKind}, and "${name}" is of kind ${connection.kind}`;
      problems.push(error('wrong-connection', at, message, { step }));
    } else if (connection.readOnly && effectOf(catalog, { kind: 'tool', tool, args }) !== 'read') {
      problems.push(
        error(
          'read-only-connection',
          at,
          `The connection "${name}" may only read, and ${tool} changes things`,
          { step },
        ),
      );
    }
    const command = commandOf(catalog, tool, args);
    if (command.kind === 'missing')
      problems.push(
        error(
          'unknown-command',
          [...path, contract.commandArg ?? ''],
          `The connection "${name}" has no command "${command.name}"`,
          { step },
        ),
      );
  };
  document.steps.forEach((step, index) => {
    for (const { work, path } of worksOf(step, index))
      if (work.kind === 'tool') judge(work.tool, work.args, [...path, 'args'], step);
  });
  for (const { check, path, step } of probesOf(document)) {
    if (check.probe) judge(check.probe.tool, check.probe.args, [...path, 'probe', 'args'], step);
  }
  return problems;
};

/** The value as far as the plan itself says it: written out, or bound to inputs alone. */
function literal({ inputs }: LintContext['document'], args: JsonObject, name: string): string | undefined {
  const value = Object.hasOwn(args, name) ? args[name] : undefined;
  if (typeof value === 'string') return value;
  const expr = value === undefined ? undefined : bindingOf(value);
  if (expr === undefined) return undefined;
  const references = celReferences(expr);
  if (!references.ok || references.names.some((each) => each !== 'inputs')) return undefined;
  const result = evaluateCel(expr, { inputs: inputs ?? {} });
  return result.ok && typeof result.value === 'string' ? result.value : undefined;
}
