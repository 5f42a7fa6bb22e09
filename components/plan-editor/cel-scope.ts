import type { Json, JsonObject } from '#core/json.ts';
import { celReferences, type CelName } from '#core/plan/cel.ts';
import { ancestry } from '#core/plan/graph.ts';
import type { PlanDocument, Step } from '#core/plan/schema.ts';
import type { ToolContract } from '#core/plan/tool-contract.ts';
import { messages } from '#components/ui/messages-editor.ts';

type Tools = Readonly<Record<string, ToolContract>>;
export type ReadableStep = { id: string; title: string; schema: JsonObject | undefined };

/** What an expression may read where it stands: for completion and for telling at once what is wrong. */
export type CelScope = {
  names: readonly CelName[];
  inputs: JsonObject;
  steps: readonly ReadableStep[];
  /** Steps there are, readable or not. */
  allSteps: ReadonlySet<string>;
  /** Schemas of `item`, `probe` and `output`, where they are known. */
  schemas: Partial<Record<CelName, JsonObject>>;
};

/** Where an expression of a step stands. `after`: checks after the step and its compensation also see its output. */
export type CelPlace = 'before' | 'after' | 'condition';

export function outputSchema(step: Step, tools: Tools): JsonObject | undefined {
  if (step.outputs) return step.outputs;
  switch (step.work.kind) {
    case 'tool':
      return Object.hasOwn(tools, step.work.tool) ? tools[step.work.tool]?.outputSchema : undefined;
    case 'model':
    case 'agent':
      return step.work.outputSchema;
    case 'person':
      return step.work.form;
    case 'checkpoint':
      return undefined;
  }
}

export function stepScope(document: PlanDocument, step: Step, tools: Tools, place: CelPlace): CelScope {
  const known = ancestry(document);
  const readable = document.steps.filter(
    ({ id }) => known.isAncestor(id, step.id) || (place === 'after' && id === step.id),
  );
  const names: CelName[] = ['inputs', 'steps', 'run'];
  if (step.forEach && place !== 'condition') names.push('item');
  if (place === 'after') names.push('output');
  const scope = makeScope(document, readable, tools, names);
  const own = outputSchema(step, tools);
  const items = step.forEach ? listSchema(step.forEach.items, scope) : undefined;
  return { ...scope, schemas: { ...(own ? { output: own } : {}), ...(items ? { item: items } : {}) } };
}

/** Success and stop checks and those of assumptions: every step may be read. */
export function planScope(document: PlanDocument, tools: Tools): CelScope {
  return makeScope(document, document.steps, tools, ['inputs', 'steps', 'run']);
}

/** The scope of a check with a probe: its answer has a name too. */
export function withProbe(scope: CelScope, tool: ToolContract | undefined): CelScope {
  return {
    ...scope,
    names: [...scope.names, 'probe'],
    schemas: { ...scope.schemas, ...(tool ? { probe: tool.outputSchema } : {}) },
  };
}

function makeScope(
  document: PlanDocument,
  readable: readonly Step[],
  tools: Tools,
  names: CelName[],
): CelScope {
  return {
    names,
    inputs: document.inputs ?? {},
    steps: readable.map((step) => ({
      id: step.id,
      title: step.title,
      // One item's result each, in the items' order.
      schema: forEachSchema(step, outputSchema(step, tools)),
    })),
    allSteps: new Set(document.steps.map(({ id }) => id)),
    schemas: {},
  };
}

function forEachSchema(step: Step, schema: JsonObject | undefined): JsonObject | undefined {
  return step.forEach ? { type: 'array', ...(schema ? { items: schema } : {}) } : schema;
}

function listSchema(expr: string, scope: CelScope): JsonObject | undefined {
  const list = schemaAt(expr.trim(), scope);
  const items = list?.['items'];
  return isObject(items) ? items : undefined;
}

/** The schema of a plain path such as `steps["a"].output.rows[0].id`; undefined when it is not known. */
export function schemaAt(path: string, scope: CelScope): JsonObject | undefined {
  const parts = pathParts(path);
  if (!parts) return undefined;
  const [name, ...rest] = parts;
  if (name === 'inputs') return descend(schemaOf(scope.inputs), rest);
  if (name === 'run') return descend(RUN_SCHEMA, rest);
  if (name === 'steps') {
    const [id, output, ...below] = rest;
    if (id === undefined || output === undefined) return undefined;
    const step = scope.steps.find((each) => each.id === id);
    return output === 'output' && step ? descend(step.schema, below) : undefined;
  }
  const known = name === undefined ? undefined : scope.schemas[name as CelName];
  return descend(known, rest);
}

/** `steps["a"].output[0].x` → steps, a, output, 0, x. Undefined for what is no plain path. */
export function pathParts(path: string): string[] | undefined {
  const head = /^[A-Za-z_]\w*/.exec(path)?.[0];
  if (head === undefined) return undefined;
  const parts = [head];
  let rest = path.slice(head.length);
  while (rest !== '') {
    const next = /^(?:\.([A-Za-z_]\w*)|\["([^"]*)"\]|\['([^']*)'\]|\[(\d+)\])/.exec(rest);
    if (!next) return undefined;
    parts.push(next[1] ?? next[2] ?? next[3] ?? next[4] ?? '');
    rest = rest.slice(next[0].length);
  }
  return parts;
}

const RUN_SCHEMA: JsonObject = {
  type: 'object',
  properties: {
    id: { type: 'string' },
    plan: { type: 'string' },
    planVersion: { type: 'integer' },
    startedAt: { type: 'integer' },
  },
};

function descend(schema: JsonObject | undefined, parts: readonly string[]): JsonObject | undefined {
  let at = schema;
  for (const part of parts) {
    if (!at) return undefined;
    const properties = at['properties'];
    const member = isObject(properties) && Object.hasOwn(properties, part) ? properties[part] : undefined;
    const next = member ?? (/^\d+$/.test(part) ? at['items'] : undefined);
    at = isObject(next) ? next : undefined;
  }
  return at;
}

/** A schema that says what the value looks like, for completing members of plan inputs. */
function schemaOf(value: Json): JsonObject {
  if (Array.isArray(value))
    return { type: 'array', ...(value[0] === undefined ? {} : { items: schemaOf(value[0]) }) };
  if (value === null) return { type: 'null' };
  if (typeof value === 'object')
    return {
      type: 'object',
      properties: Object.fromEntries(Object.entries(value).map(([key, each]) => [key, schemaOf(each)])),
    };
  return {
    type: typeof value === 'number' ? (Number.isInteger(value) ? 'integer' : 'number') : typeof value,
  };
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** What is wrong with an expression where it stands, in one sentence; undefined when nothing is. */
export function celProblem(expr: string, scope: CelScope): string | undefined {
  if (expr.trim() === '') return messages.editor.cel.empty;
  const references = celReferences(expr);
  if (!references.ok) return messages.editor.cel.notCel(references.message);
  const unknown = references.names.find((name) => !scope.names.includes(name));
  if (unknown !== undefined) return messages.editor.cel.notHere(unknown, scope.names);
  const input = references.inputs.find((name) => !Object.hasOwn(scope.inputs, name));
  if (input !== undefined) return messages.editor.cel.noInput(input);
  for (const id of references.steps) {
    if (!scope.allSteps.has(id)) return messages.editor.cel.noStep(id);
    if (!scope.steps.some((step) => step.id === id)) return messages.editor.cel.notBefore(id);
  }
  return undefined;
}
