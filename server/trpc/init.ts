import { initTRPC } from '@trpc/server';
import superjson from 'superjson';
import { ZodError } from 'zod';
import type { WorkspaceRole } from '#core/policy/verdict.ts';
import type { Context } from './context.ts';
import { assertSameOrigin } from './same-origin.ts';
import { refuse, RefusedError, type Refusal } from './errors.ts';

type Meta = { role: WorkspaceRole | 'anyone' };

function refusalOf(error: Error & { cause?: unknown; code?: string }): Refusal {
  if (error instanceof RefusedError) return error.refusal;
  if (error.cause instanceof ZodError) {
    const fields = Object.fromEntries(error.cause.issues.map((issue) => [issue.path.join('.') || 'input', issue.message]));
    return { code: 'invalid-input', fields, message: 'Some values cannot be used.' };
  }
  if (error.code === 'INTERNAL_SERVER_ERROR') return { code: 'server-error', fields: {}, message: 'The server failed. Nothing was reported as done. Try again.' };
  return { code: (error.code ?? 'error').toLowerCase().replaceAll('_', '-'), fields: {}, message: error.message };
}

const t = initTRPC
  .context<Context>()
  .meta<Meta>()
  .create({
    transformer: superjson,
    errorFormatter({ shape, error }) {
      const reason = refusalOf(error);
      const { code, httpStatus, path } = shape.data;
      return { ...shape, message: reason.message, data: { code, httpStatus, path, reason } };
    },
    sse: {
      ping: { enabled: true, intervalMs: 5_000 },
      client: { reconnectAfterInactivityMs: 15_000 },
    },
  });

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

const guarded = t.procedure.use(({ ctx, type, next }) => {
  if (type === 'mutation') assertSameOrigin(ctx.request.headers);
  return next();
});

/** For pages before sign-in. */
export const publicProcedure = guarded.meta({ role: 'anyone' });

/** The only way to make a procedure of a workspace: it says which role may call it. Every member may view. */
export function procedureFor(role: WorkspaceRole) {
  return guarded.meta({ role }).use(({ ctx, next }) => {
    const { session } = ctx;
    if (!session) throw refuse(401, 'not-signed-in', 'Sign in first.');
    const allowed = role === 'viewer' ? session.roles.length > 0 : session.roles.includes(role);
    if (!allowed) throw refuse(403, 'role-missing', `This needs the role "${role}".`, { role });
    return next({ ctx: { ...ctx, session } });
  });
}

/** A procedure whose work is still to come. */
export function notBuilt(): never {
  throw refuse(422, 'feature-not-available', 'This is not available yet.');
}
