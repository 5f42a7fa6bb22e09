import type { Json } from '#core/json.ts';
import { once } from '#server/commands/once.ts';
import type { MemberContext } from './context.ts';

/** A mutation's work, done once per idempotency key of this person in this workspace. */
export function onceFor<T extends Json>(
  ctx: MemberContext,
  procedure: string,
  input: { idempotencyKey?: string | undefined; [member: string]: unknown },
  work: () => Promise<T>,
): Promise<T> {
  const { user, workspace } = ctx.session;
  return once(ctx.app, { workspaceId: workspace.id, userId: user.id, procedure, input }, work);
}
