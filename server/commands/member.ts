import type { WorkspaceRole } from '#core/policy/verdict.ts';
import type { Decider } from '#core/run/commands.ts';
import type { Actor } from '#core/run/events.ts';

/** Who asks, as the session says; a request's body never does. */
export type Member = {
  user: { id: string; name: string };
  workspace: { id: string; name: string; mode: 'solo' | 'team' };
  roles: WorkspaceRole[];
};

export function actorOf(member: Member): Actor {
  return { kind: 'person', id: member.user.id, name: member.user.name };
}
export function deciderOf(member: Member): Decider {
  return { actor: actorOf(member), roles: member.roles };
}
