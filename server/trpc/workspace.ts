import { z } from 'zod';
import { notBuilt, procedureFor, router } from './init.ts';
import { Email, Role, Time, Workspace, WorkspaceMode, once } from './shapes/people.ts';

const Member = z.strictObject({ userId: z.string(), name: z.string(), email: z.string(), roles: z.array(Role), since: Time });
const Invitation = z.strictObject({ id: z.string(), email: z.string().nullable(), roles: z.array(Role), createdAt: Time, expiresAt: Time });
const Roles = z.array(Role).min(1).max(5);

export const workspaceRouter = router({
  members: procedureFor('viewer')
    .output(z.strictObject({ workspace: Workspace, members: z.array(Member), invitations: z.array(Invitation) }))
    .query(() => notBuilt()),
  /** The link is shown once; nothing is sent. */
  invite: procedureFor('admin')
    .input(z.strictObject({ email: Email.optional(), roles: Roles, ...once }))
    .output(z.strictObject({ id: z.string(), link: z.string(), expiresAt: Time }))
    .mutation(() => notBuilt()),
  /** For somebody who is signed in already; a new person uses session.join. */
  acceptInvite: procedureFor('viewer').input(z.strictObject({ token: z.string().min(20).max(200), ...once })).output(z.strictObject({ workspaceId: z.string() })).mutation(() => notBuilt()),
  setRoles: procedureFor('admin').input(z.strictObject({ userId: z.string().min(1), roles: Roles, ...once })).output(Member).mutation(() => notBuilt()),
  setMode: procedureFor('admin').input(z.strictObject({ mode: WorkspaceMode, ...once })).output(Workspace).mutation(() => notBuilt()),
});
