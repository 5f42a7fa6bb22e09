import type { Json, JsonObject } from '#core/json.ts';

/** What a form can draw from a JSON Schema. Whatever it does not know becomes a JSON text box: nothing is left out. */
export type SchemaField = {
  name: string;
  label: string;
  description?: string;
  required: boolean;
  kind:
    | 'text'
    | 'long-text'
    | 'code'
    | 'number'
    | 'integer'
    | 'boolean'
    | 'choice'
    | 'lines'
    | 'list'
    | 'group'
    | 'json';
  choices?: Json[];
  fields?: SchemaField[];
  /** What each item of a list is. */
  item?: SchemaField;
  fallback?: Json;
  schema: JsonObject;
};

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Deeper than this, what is below is JSON: nobody fills in the tenth nested box, and a schema may name itself. */
const MAX_DEPTH = 6;

/** `first_name` and `firstName` read "First name". */
export function labelOf(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** `code`: names of members whose text is code, with its language. */
export function fieldsOf(schema: JsonObject, code: Readonly<Record<string, string>> = {}): SchemaField[] {
  return membersOf(schema, 0).map((field) =>
    Object.hasOwn(code, field.name) && (field.kind === 'text' || field.kind === 'long-text')
      ? { ...field, kind: 'code' }
      : field,
  );
}

function membersOf(schema: JsonObject, depth: number): SchemaField[] {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return Object.entries(properties).map(([name, member]) =>
    fieldOf(name, isObject(member) ? member : {}, required.has(name), depth),
  );
}

function fieldOf(name: string, schema: JsonObject, required: boolean, depth: number): SchemaField {
  const base: Omit<SchemaField, 'kind'> = {
    name,
    label: typeof schema.title === 'string' ? schema.title : labelOf(name),
    required,
    schema,
    ...(typeof schema.description === 'string' ? { description: schema.description } : {}),
    ...(schema.default !== undefined ? { fallback: schema.default } : {}),
  };
  const choices = choicesOf(schema);
  if (choices) return { ...base, kind: 'choice', choices };
  // Several shapes at once (anyOf, oneOf, allOf, $ref) are written as JSON and checked against the schema.
  if (['anyOf', 'oneOf', 'allOf', '$ref', 'not', 'if'].some((keyword) => Object.hasOwn(schema, keyword)))
    return { ...base, kind: 'json' };
  switch (schema.type) {
    case 'string':
      return { ...base, kind: isLong(schema) ? 'long-text' : 'text' };
    case 'integer':
      return { ...base, kind: 'integer' };
    case 'number':
      return { ...base, kind: 'number' };
    case 'boolean':
      return { ...base, kind: 'boolean' };
    case 'array':
      return listOf(base, schema, depth);
    case 'object':
      return isObject(schema.properties) && depth < MAX_DEPTH
        ? { ...base, kind: 'group', fields: membersOf(schema, depth + 1) }
        : { ...base, kind: 'json' };
    default:
      return { ...base, kind: 'json' };
  }
}

function choicesOf(schema: JsonObject): Json[] | undefined {
  if (Array.isArray(schema.enum)) return schema.enum;
  if (schema.const !== undefined) return [schema.const];
  const branches = schema.oneOf ?? schema.anyOf;
  if (!Array.isArray(branches) || branches.length === 0) return undefined;
  const constants = branches.map((branch) => (isObject(branch) ? branch.const : undefined));
  return constants.every((each) => each !== undefined) ? (constants as Json[]) : undefined;
}

function isLong(schema: JsonObject): boolean {
  return typeof schema.maxLength === 'number' && schema.maxLength > 500;
}

function listOf(base: Omit<SchemaField, 'kind'>, schema: JsonObject, depth: number): SchemaField {
  if (!isObject(schema.items) || depth >= MAX_DEPTH) return { ...base, kind: 'json' };
  const item = fieldOf('', schema.items, true, depth + 1);
  if (item.kind === 'json') return { ...base, kind: 'json' };
  return item.kind === 'text' ? { ...base, kind: 'lines', item } : { ...base, kind: 'list', item };
}

/** Whether a field of this kind can show the value as it is; what it cannot show is shown as JSON. */
export function canShow(field: SchemaField, value: Json | undefined): boolean {
  if (value === undefined) return true;
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' && !value.includes('\n');
    case 'long-text':
    case 'code':
      return typeof value === 'string';
    case 'number':
    case 'integer':
      return typeof value === 'number';
    case 'boolean':
      return typeof value === 'boolean';
    case 'choice':
      return field.choices?.some((choice) => sameJson(choice, value)) ?? false;
    case 'lines':
      return Array.isArray(value) && value.every((line) => typeof line === 'string' && !line.includes('\n'));
    case 'list':
      return Array.isArray(value);
    case 'group':
      return isObject(value);
    case 'json':
      return true;
  }
}

export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** Values the form starts with: defaults, and an empty value only where a box needs one. */
export function startingValues(fields: readonly SchemaField[]): JsonObject {
  const values: JsonObject = {};
  for (const field of fields) {
    if (field.fallback !== undefined) values[field.name] = field.fallback;
    else if (field.kind === 'group') values[field.name] = startingValues(field.fields ?? []);
    else if (field.kind === 'boolean') values[field.name] = false;
    else if (field.kind === 'choice' && field.required && field.choices?.length === 1)
      values[field.name] = field.choices[0] as Json;
  }
  return values;
}

/** What a new item of a list, or a member that is set at last, starts with. */
export function startingValue(field: SchemaField): Json {
  if (field.fallback !== undefined) return field.fallback;
  switch (field.kind) {
    case 'number':
    case 'integer':
      return typeof field.schema.minimum === 'number' ? field.schema.minimum : 0;
    case 'boolean':
      return false;
    case 'choice':
      return field.choices?.[0] ?? null;
    case 'lines':
    case 'list':
      return [];
    case 'group':
      return requiredValues(field.fields ?? []);
    case 'json':
      return null;
    case 'text':
    case 'long-text':
    case 'code':
      return '';
  }
}

/** The members an object must have, each with a value to start from. What may be absent is absent. */
export function requiredValues(fields: readonly SchemaField[]): JsonObject {
  return Object.fromEntries(
    fields.filter((field) => field.required).map((field) => [field.name, startingValue(field)]),
  );
}

/** Names of required fields that are still empty, as the form labels them. */
export function missingFields(fields: readonly SchemaField[], values: JsonObject): string[] {
  return fields.flatMap((field) => {
    const value = values[field.name];
    if (field.kind === 'group') return missingFields(field.fields ?? [], isObject(value) ? value : {});
    const empty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
    return field.required && empty ? [field.label] : [];
  });
}
