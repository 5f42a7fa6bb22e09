import { ensureFirstWorkspace, hasUsers, saveFirstLink } from '#db/accounts.ts';
import type { Sql } from '#db/connect.ts';
import { signInLink } from './link-address.ts';
import { hashToken, newToken } from './tokens.ts';

const LIFE_MS = 24 * 60 * 60 * 1000;

/**
 * The link that makes the first account, printed by the launcher: who can read the console may own the installation.
 * Undefined as soon as anybody has an account. Each start makes a new link and voids the one before.
 */
export async function createFirstSignInLink(sql: Sql, baseUrl: string): Promise<string | undefined> {
  const workspaceId = await ensureFirstWorkspace(sql);
  if (await hasUsers(sql)) return undefined;
  const token = newToken();
  await saveFirstLink(sql, workspaceId, hashToken(token), LIFE_MS);
  return signInLink(baseUrl, token);
}
