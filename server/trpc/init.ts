import { initTRPC } from '@trpc/server';
import superjson from 'superjson';
import type { WorkspaceRole } from '#core/policy/verdict.ts';
import { refuse } from '#server/refusal.ts';
import type { Context } from './context.ts';
import { refusalOf } from './errors.ts';

type Meta = { role: WorkspaceRole | 'anyone' };

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

const originMessages = {
  'foreign-origin': 'This request did not come from a page of this application.',
  'foreign-host': 'This address is not one of the application. Set PUBLIC_URL to the address people use.',
};

/** Another site's page can make a browser send requests here; it may change nothing. */
const guarded = t.procedure.use(({ ctx, type, next }) => {
  const problem = type === 'mutation' ? ctx.app.origins.problem(ctx.request.headers) : undefined;
  if (problem) throw refuse(403, problem, originMessages[problem]);
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
