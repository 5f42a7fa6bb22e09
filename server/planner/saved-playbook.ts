import { toolOf } from '#core/plan/lint-rules/context.ts';
import {
  fillTemplate,
  parametersSchema,
  type CodeArguments,
  type PlaybookTemplate,
} from '#core/plan/playbook-template.ts';
import type { Catalog } from '#core/plan/tool-contract.ts';
import type { Playbook } from './playbook.ts';

export type SavedTemplate = PlaybookTemplate & {
  name: string;
  version: number;
  title: string;
  description: string;
};

const SHORTEST_HINT = 4;

/** A plan somebody saved, as a planner. It has no answer to what a run finds: the run escalates to a person (N8). */
export function playbookOfSaved(saved: SavedTemplate): Playbook {
  const words = saved.title.toLowerCase().match(/[\p{L}\p{N}_-]+/gu) ?? [];
  return {
    id: saved.name,
    version: saved.version,
    title: saved.title,
    description: saved.description,
    hints: [...new Set([saved.name, ...words.filter((word) => word.length >= SHORTEST_HINT)])],
    parameters: parametersSchema(saved),
    plan(goal, parameters) {
      const filled = fillTemplate(saved, parameters, goal);
      if (!filled.ok) throw new Error(`Parameters of ${saved.name} were not checked.`);
      return filled.document;
    },
    revise: () => undefined,
  };
}

/** Which arguments of a tool hold code, as its contract says. */
export function codeArgumentsOf(catalog: Catalog): CodeArguments {
  return (tool) => Object.keys(toolOf(catalog, tool)?.codeArgs ?? {});
}
