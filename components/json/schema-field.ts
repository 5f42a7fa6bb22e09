import type { Json, JsonObject } from '#core/json.ts';

/** What a form can draw from a JSON Schema. Whatever it does not know becomes a JSON text box: nothing is left out. */
export type SchemaField = {
  name: string;
  label: string;
  description?: string;
  required: boolean;
  kind: 'text' | 'long-text' | 'number' | 'integer' | 'boolean' | 'choice' | 'lines' | 'group' | 'json';
  choices?: Json[];
  fields?: SchemaField[];
  fallback?: Json;
  schema: JsonObject;
};

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** `first_name` and `firstName` read "First name". */
export function labelOf(name: string): string {
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .toLowerCase();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

export function fieldsOf(schema: JsonObject): SchemaField[] {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  return Object.entries(properties).map(([name, member]) =>
    fieldOf(name, isObject(member) ? member : {}, required.has(name)),
  );
}

function fieldOf(name: string, schema: JsonObject, required: boolean): SchemaField {
  const base: Omit<SchemaField, 'kind'> = {
    name,
    label: typeof schema.title === 'string' ? schema.title : labelOf(name),
    required,
    schema,
    ...(typeof schema.description === 'string' ? { description: schema.description } : {}),
    ...(schema.default !== undefined ? { fallback: schema.default } : {}),
  };
  if (Array.isArray(schema.enum)) return { ...base, kind: 'choice', choices: schema.enum };
  if (schema.const !== undefined) return { ...base, kind: 'choice', choices: [schema.const] };
  const type = typeof schema.type === 'string' ? schema.type : '';
  switch (type) {
    case 'string':
      return {
        ...base,
        kind: typeof schema.maxLength === 'number' && schema.maxLength > 500 ? 'long-text' : 'text',
      };
    case 'integer':
      return { ...base, kind: 'integer' };
    case 'number':
      return { ...base, kind: 'number' };
    case 'boolean':
      return { ...base, kind: 'boolean' };
    case 'array':
      return isObject(schema.items) && schema.items.type === 'string'
        ? { ...base, kind: 'lines' }
        : { ...base, kind: 'json' };
    case 'object':
      return isObject(schema.properties)
        ? { ...base, kind: 'group', fields: fieldsOf(schema) }
        : { ...base, kind: 'json' };
    default:
      return { ...base, kind: 'json' };
  }
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

/** Names of required fields that are still empty, as the form labels them. */
export function missingFields(fields: readonly SchemaField[], values: JsonObject): string[] {
  return fields.flatMap((field) => {
    const value = values[field.name];
    if (field.kind === 'group') return missingFields(field.fields ?? [], isObject(value) ? value : {});
    const empty = value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
    return field.required && empty ? [field.label] : [];
  });
}
