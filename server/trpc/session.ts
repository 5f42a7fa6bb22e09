import { z } from 'zod';
import { notBuilt, procedureFor, publicProcedure, router } from './init.ts';
import { Email, Password, Role, Workspace, once } from './shapes/people.ts';

const Token = z.string().min(20).max(200);
const Me = z.strictObject({
  user: z.strictObject({ id: z.string(), name: z.string(), email: z.string() }),
  workspace: Workspace,
  roles: z.array(Role),
  needsPassword: z.boolean(),
});

export const sessionRouter = router({
  me: procedureFor('viewer').output(Me).query(({ ctx }) => {
    const { user, workspace, roles, needsPassword } = ctx.session;
    return { user, workspace, roles, needsPassword };
  }),
  /** What the sign-in page should show: a plain sign-in, or the form that a link opens. */
  link: publicProcedure
    .input(z.strictObject({ token: Token }))
    .output(z.strictObject({ kind: z.enum(['first', 'invitation', 'invalid']), workspace: z.string().nullable(), email: z.string().nullable(), roles: z.array(Role) }))
    .query(() => notBuilt()),
  /** Uses up a first sign-in link or an invitation: makes the account and signs it in. */
  join: publicProcedure
    .input(z.strictObject({ token: Token, name: z.string().trim().min(1).max(200), email: Email, password: Password, ...once }))
    .output(z.strictObject({ userId: z.string() }))
    .mutation(() => notBuilt()),
});
