/**
 * Values against a JSON Schema (2020-12), by an interpreter: a generated validator would need eval, which the pages'
 * security policy forbids. A schema that is itself broken is a finding, never an exception.
 */
import { type OutputUnit, type Schema, Validator } from '@cfworker/json-schema';
import type { Json, JsonObject } from '../json.ts';

/** `keyword` is the schema's member that was not met; absent when the schema itself cannot be used. */
export type SchemaFinding = { path: string; message: string; keyword?: string };

/** Schemas stand in contracts and plans that live on: compiled once each. */
const compiled = new WeakMap<JsonObject, Validator>();
/** These only say that something below them is wrong; what is wrong is reported by itself. */
const CONTAINERS = new Set([
  'properties',
  'items',
  'prefixItems',
  'patternProperties',
  'allOf',
  '$ref',
  '$dynamicRef',
  'then',
  'else',
  'dependentSchemas',
]);
const MAX_FINDINGS = 50;

export function validateJson(schema: JsonObject, value: Json): SchemaFinding[] {
  try {
    const { valid, errors } = validatorOf(schema).validate(value);
    if (valid) return [];
    const causes = errors.filter((error) => error.keyword !== 'false' && !isContainer(error, errors));
    return (causes.length > 0 ? causes : errors)
      .slice(0, MAX_FINDINGS)
      .map(({ instanceLocation, error, keyword }) => ({
        path: instanceLocation.replace(/^#/, ''),
        keyword,
        message:
          keyword === 'additionalProperties' ? unknownMember(error) : error.replace(/^Instance/, 'The value'),
      }));
  } catch (error) {
    return [{ path: '', message: `The schema cannot be used: ${firstLine(error)}` }];
  }
}

/** Members that may be there but are wrong are reported by themselves; one that may not be there is by its object alone. */
function isContainer({ keyword, keywordLocation }: OutputUnit, errors: readonly OutputUnit[]): boolean {
  if (keyword !== 'additionalProperties' && keyword !== 'unevaluatedProperties')
    return CONTAINERS.has(keyword);
  return errors.some(
    (other) => other.keyword !== 'false' && other.keywordLocation.startsWith(`${keywordLocation}/`),
  );
}

/** Why the schema cannot be used, if it cannot. */
export function schemaProblem(schema: JsonObject): string | undefined {
  return validateJson(schema, null).find(({ keyword }) => keyword === undefined)?.message;
}

function validatorOf(schema: JsonObject): Validator {
  const known = compiled.get(schema);
  if (known) return known;
  // The library marks the schema it is given, so it gets its own copy.
  const made = new Validator(structuredClone(schema) as Schema, '2020-12', false);
  compiled.set(schema, made);
  return made;
}

function unknownMember(message: string): string {
  const name = /^Property ("[^]*?") does not match/.exec(message)?.[1];
  return name === undefined ? message : `Unknown member ${name}.`;
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.split(/\.  |\n/)[0] ?? message;
}
