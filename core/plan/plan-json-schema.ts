import { z } from 'zod';
import type { JsonObject } from '../json.ts';
import { PlanDocument } from './schema.ts';

/** JSON Schema (2020-12) of plan/v1, for editors, models and other programs. Lint (P7) says what a schema cannot. */
export function planJsonSchema(): JsonObject {
  const schema = z.toJSONSchema(PlanDocument, {
    io: 'input',
    reused: 'ref',
    unrepresentable: 'any',
  }) as JsonObject;
  return { ...schema, $id: 'urn:countersign:plan:v1', title: 'Plan artifact v1' };
}
