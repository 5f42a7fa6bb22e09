import { planJsonSchema } from '#core/plan/plan-json-schema.ts';

export const dynamic = 'force-static';

/** The JSON Schema of the plan artifact, for editors and programs. */
export function GET(): Response {
  return Response.json(planJsonSchema(), {
    headers: { 'content-type': 'application/schema+json', 'access-control-allow-origin': '*' },
  });
}
