import { z } from 'zod';
import {
  acceptInvitation,
  findWorkspace,
  listInvitations,
  listMembers,
  saveInvitation,
  setMode,
  setRoles,
} from '#db/accounts.ts';
import { signInLink } from '#server/auth/link-address.ts';
import { hashToken, newToken } from '#server/auth/tokens.ts';
import { newId } from '#server/new-id.ts';
import { notFound, refuse } from '#server/refusal.ts';
import { must } from '#core/assert.ts';
import { procedureFor, router } from './init.ts';
import { onceFor } from './once-for.ts';
import { Email, Role, Time, Workspace, WorkspaceMode, once } from './shapes/people.ts';

const Member = z.strictObject({
  userId: z.string(),
  name: z.string(),
  email: z.string(),
  roles: z.array(Role),
  since: Time,
});
const Invitation = z.strictObject({
  id: z.string(),
  email: z.string().nullable(),
  roles: z.array(Role),
  createdAt: Time,
  expiresAt: Time,
});
const Roles = z
  .array(Role)
  .min(1)
  .max(5)
  .transform((roles) => [...new Set(roles)].sort());
const INVITATION_LIFE_MS = 7 * 24 * 60 * 60 * 1000;

export const workspaceRouter = router({
  members: procedureFor('viewer')
    .output(
      z.strictObject({ workspace: Workspace, members: z.array(Member), invitations: z.array(Invitation) }),
    )
    .query(async ({ ctx: { app, session } }) => {
      const [workspace, members, invitations] = await Promise.all([
        findWorkspace(app.sql, session.workspace.id),
        listMembers(app.sql, session.workspace.id),
        listInvitations(app.sql, session.workspace.id),
      ]);
      return { workspace: must(workspace, 'a session has a workspace'), members, invitations };
    }),

  /** The link is in this answer only; nothing is sent. A repeated key makes a new link, since the old one is not kept. */
  invite: procedureFor('admin')
    .input(z.strictObject({ email: Email.optional(), roles: Roles, ...once }))
    .output(z.strictObject({ id: z.string(), link: z.string(), expiresAt: Time }))
    .mutation(async ({ ctx: { app, session }, input }) => {
      const token = newToken();
      const id = newId('inv');
      const expiresAt = await saveInvitation(app.sql, {
        workspaceId: session.workspace.id,
        id,
        tokenHash: hashToken(token),
        email: input.email ?? null,
        roles: input.roles,
        invitedBy: session.user.id,
        lifeMs: INVITATION_LIFE_MS,
      });
      return { id, link: signInLink(app.baseUrl, token), expiresAt };
    }),

  /** For somebody who has an account; a new person uses session.join. */
  acceptInvite: procedureFor('viewer')
    .input(z.strictObject({ token: z.string().min(20).max(200), ...once }))
    .output(z.strictObject({ workspaceId: z.string() }))
    .mutation(({ ctx, input }) =>
      onceFor(ctx, 'workspace.acceptInvite', { ...input, token: hashToken(input.token) }, async () => {
        const { id: userId, email } = ctx.session.user;
        const accepted = await acceptInvitation(ctx.app.sql, hashToken(input.token), { userId, email });
        if (accepted.ok) return { workspaceId: accepted.workspaceId };
        if (accepted.reason === 'other-email')
          throw refuse(403, 'other-email', 'This invitation is for another e-mail address.');
        throw refuse(409, 'link-invalid', 'This link was used, replaced or has expired. Ask for a new one.');
      }),
    ),

  setRoles: procedureFor('admin')
    .input(z.strictObject({ userId: z.string().min(1), roles: Roles, ...once }))
    .output(Member)
    .mutation(({ ctx, input }) =>
      onceFor(ctx, 'workspace.setRoles', input, async () => {
        const { workspace } = ctx.session;
        const set = await setRoles(ctx.app.sql, workspace.id, input.userId, input.roles);
        if (!set.ok && set.reason === 'unknown') throw notFound('member');
        if (!set.ok) throw refuse(409, 'last-admin', 'Somebody has to stay admin.');
        await ctx.app.feed.notify({ workspaceId: workspace.id, kind: 'workspace' });
        return set.member;
      }),
    ),

  setMode: procedureFor('admin')
    .input(z.strictObject({ mode: WorkspaceMode, ...once }))
    .output(Workspace)
    .mutation(({ ctx, input }) =>
      onceFor(ctx, 'workspace.setMode', input, async () => {
        const { workspace } = ctx.session;
        const set = await setMode(ctx.app.sql, workspace.id, input.mode);
        if (!set.ok)
          throw refuse(
            409,
            'several-approvers',
            `${set.approvers} people may approve here: that is a team.`,
            { approvers: set.approvers },
          );
        await ctx.app.feed.notify({ workspaceId: workspace.id, kind: 'workspace' });
        return set.workspace;
      }),
    ),
});
