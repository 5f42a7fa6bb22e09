import { z } from 'zod';
import { findLink } from '#db/accounts.ts';
import { join } from '#server/auth/join.ts';
import { hashToken } from '#server/auth/tokens.ts';
import { procedureFor, publicProcedure, router } from './init.ts';
import { Email, Password, Role, Workspace, once } from './shapes/people.ts';

const Token = z.string().min(20).max(200);
const Me = z.strictObject({
  user: z.strictObject({ id: z.string(), name: z.string(), email: z.string() }),
  workspace: Workspace,
  roles: z.array(Role),
  needsPassword: z.boolean(),
});
const LinkShape = z.strictObject({
  kind: z.enum(['first', 'invitation', 'invalid']),
  workspace: z.string().nullable(),
  /** Set when the invitation is for one address. */
  email: z.string().nullable(),
  roles: z.array(Role),
});

export const sessionRouter = router({
  me: procedureFor('viewer')
    .output(Me)
    .query(({ ctx }) => {
      const { user, workspace, roles, needsPassword } = ctx.session;
      return { user, workspace, roles, needsPassword };
    }),

  /** What the sign-in page should show for a link. A GET uses nothing up: mail scanners follow links too. */
  link: publicProcedure
    .input(z.strictObject({ token: Token }))
    .output(LinkShape)
    .query(async ({ ctx, input }) => {
      const link = await findLink(ctx.app.sql, hashToken(input.token));
      if (!link) return { kind: 'invalid', workspace: null, email: null, roles: [] };
      return { kind: link.kind, workspace: link.workspaceName, email: link.email, roles: link.roles };
    }),

  /** Uses up a first sign-in link or an invitation: makes the account and signs it in. */
  join: publicProcedure
    .input(
      z.strictObject({
        token: Token,
        name: z.string().trim().min(1).max(200),
        email: Email,
        password: Password,
        ...once,
      }),
    )
    .output(z.strictObject({ userId: z.string() }))
    .mutation(async ({ ctx, input }) => {
      const { userId, cookies } = await join(ctx.app, input, ctx.request.headers);
      for (const cookie of cookies) ctx.answerHeaders.append('set-cookie', cookie);
      return { userId };
    }),
});
