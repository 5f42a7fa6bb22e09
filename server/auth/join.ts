import { hashPassword } from 'better-auth/crypto';
import { joinByLink } from '#db/accounts.ts';
import { createConnection } from '#db/connections.ts';
import type { Sql } from '#db/connect.ts';
import { newId } from '#server/new-id.ts';
import { refuse } from '#server/refusal.ts';
import { sampleConnections } from '#server/samples/sample-connections.ts';
import type { Auth } from './auth.ts';
import { hashToken } from './tokens.ts';

export type JoinInput = { token: string; name: string; email: string; password: string };

const refusals = {
  link: () => refuse(409, 'link-invalid', 'This link was used, replaced or has expired. Ask for a new one.'),
  'email-taken': () =>
    refuse(
      409,
      'email-taken',
      'Somebody with this e-mail has an account already. Sign in first, then open the link.',
      { field: 'email' },
    ),
  'other-email': () =>
    refuse(403, 'other-email', 'This invitation is for another e-mail address.', { field: 'email' }),
};

/** Makes the account that a link promises, and signs it in: the answer carries the cookies. */
export async function join(
  app: { sql: Sql; auth: Auth; dataDir: string },
  input: JoinInput,
  headers: Headers,
): Promise<{ userId: string; cookies: string[] }> {
  const userId = newId('user');
  const passwordHash = await hashPassword(input.password);
  const { name, email } = input;
  const joined = await joinByLink(app.sql, hashToken(input.token), {
    userId,
    name,
    email,
    passwordHash,
    accountId: newId('acc'),
  });
  if (!joined.ok) throw refusals[joined.reason]();
  if (joined.kind === 'first') await addSampleConnections(app, joined.workspaceId, userId);
  const signedIn = await app.auth.api.signInEmail({
    body: { email, password: input.password },
    headers,
    returnHeaders: true,
  });
  return { userId, cookies: signedIn.headers.getSetCookie() };
}

/** The first workspace starts with the samples that are really there, so that the first plan can run at once. */
async function addSampleConnections(
  app: { sql: Sql; dataDir: string },
  workspaceId: string,
  createdBy: string,
): Promise<void> {
  for (const sample of sampleConnections(app.dataDir))
    await createConnection(app.sql, { workspaceId, ...sample, createdBy });
}
