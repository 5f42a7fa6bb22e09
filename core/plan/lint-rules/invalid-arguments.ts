import type { JsonObject } from '../../json.ts';
import { bindingReferences } from '../binding.ts';
import { commandOf } from '../connection-command.ts';
import { schemaProblem, type SchemaFinding, validateJson } from '../json-schema.ts';
import { pointer } from '../pointer.ts';
import type { Problem } from '../problem.ts';
import type { Step } from '../schema.ts';
import { probesOf, error, type LintRule, toolOf, worksOf } from './context.ts';

/** Arguments against the tool's schema, and the plan's own schemas for use. A bound value is judged when it is known. */
export const invalidArguments: LintRule = ({ document, catalog }) => {
  const problems: Problem[] = [];
  const judgeArgs = (tool: string, args: JsonObject, path: PropertyKey[], step: Step | undefined) => {
    const contract = toolOf(catalog, tool);
    if (!contract) return;
    const bound = bindingReferences(args).map((binding) => binding.path);
    const named = commandOf(catalog, tool, args);
    const ofCommand = named.kind === 'known' ? validateJson(named.command.argsSchema, args) : [];
    for (const finding of [...validateJson(contract.argsSchema, args), ...ofCommand]) {
      if (dependsOnBinding(finding, bound)) continue;
      problems.push(
        error('invalid-arguments', pointer(path) + finding.path, `Arguments of ${tool}: ${finding.message}`, {
          step,
        }),
      );
    }
  };
  const judgeSchema = (schema: JsonObject | undefined, path: PropertyKey[], step: Step) => {
    const message = schema && schemaProblem(schema);
    if (message !== undefined) problems.push(error('invalid-schema', path, message, { step }));
  };
  document.steps.forEach((step, index) => {
    judgeSchema(step.outputs, ['steps', index, 'outputs'], step);
    for (const { work, path } of worksOf(step, index)) {
      if (work.kind === 'tool') judgeArgs(work.tool, work.args, [...path, 'args'], step);
      if (work.kind === 'model' || work.kind === 'agent')
        judgeSchema(work.outputSchema, [...path, 'outputSchema'], step);
      if (work.kind === 'person') judgeSchema(work.form, [...path, 'form'], step);
    }
  });
  for (const { check, path, step } of probesOf(document)) {
    if (check.probe) judgeArgs(check.probe.tool, check.probe.args, [...path, 'probe', 'args'], step);
  }
  return problems;
};

/** Judgements of the whole that a value not yet known can turn. */
const OF_THE_WHOLE = new Set(['anyOf', 'oneOf', 'not', 'if', 'enum', 'const', 'uniqueItems', 'contains']);

function dependsOnBinding({ path, keyword }: SchemaFinding, bound: string[]): boolean {
  return bound.some(
    (at) =>
      path === at ||
      path.startsWith(`${at}/`) ||
      (keyword !== undefined && OF_THE_WHOLE.has(keyword) && at.startsWith(`${path}/`)),
  );
}
