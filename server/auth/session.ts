import { hasPassword, membershipsOf } from '#db/accounts.ts';
import type { Sql } from '#db/connect.ts';
import type { Session } from '#server/trpc/context.ts';
import type { Auth } from './auth.ts';

/** Who asks. Roles are read on every request, so taking one away works at once. */
export async function readSession(app: { sql: Sql; auth: Auth }, headers: Headers): Promise<Session | null> {
  if (!headers.get('cookie')?.includes('countersign.')) return null;
  const found = await app.auth.api.getSession({ headers });
  if (!found) return null;
  const [memberships, password] = await Promise.all([
    membershipsOf(app.sql, found.user.id),
    hasPassword(app.sql, found.user.id),
  ]);
  const wished = headers.get('x-workspace');
  const membership = memberships.find(({ workspace }) => workspace.id === wished) ?? memberships[0];
  if (!membership) return null;
  const { id, name, email } = found.user;
  return { sessionId: found.session.id, user: { id, name, email }, ...membership, needsPassword: !password };
}
