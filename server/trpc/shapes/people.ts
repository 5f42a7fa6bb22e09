import { z } from 'zod';
import { workspaceRoles } from '#core/policy/verdict.ts';

export const Role = z.enum(workspaceRoles);
export const Person = z.strictObject({ id: z.string(), name: z.string() });
export const WorkspaceMode = z.enum(['solo', 'team']);
export const Workspace = z.strictObject({ id: z.string(), name: z.string(), mode: WorkspaceMode });
export const Email = z
  .email()
  .max(320)
  .transform((value) => value.toLowerCase());
export const Password = z.string().min(12).max(200);

/** Same key and same request: the first answer again. Same key, another request: refused. */
export const IdempotencyKey = z.string().min(8).max(200);
/** Members that every mutation takes. */
export const once = { idempotencyKey: IdempotencyKey.optional() };
export const Done = z.strictObject({ done: z.literal(true) });
export const PlanId = z.string().min(1).max(100);
export const RunId = z.string().min(1).max(100);
export const VersionNumber = z.int().min(1);
export const HashText = z.string().regex(/^[0-9a-f]{64}$/);
/** Milliseconds since 1970. */
export const Time = z.number();
