import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const SHORTEST = 32;

/** What signs the session cookies: AUTH_SECRET, or a file of our own in DATA_DIR, made once. */
export function authSecret(dataDir: string, given: string | undefined = process.env['AUTH_SECRET']): string {
  if (given) {
    if (given.length < SHORTEST) throw new Error(`AUTH_SECRET must have at least ${SHORTEST} characters.`);
    return given;
  }
  const file = path.join(dataDir, 'secret');
  mkdirSync(dataDir, { recursive: true });
  try {
    // 'wx' fails where the file exists: of two processes that start together one writes, both read the same.
    writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < SHORTEST)
    throw new Error(`${file} is damaged: delete it and start again; everybody signs in anew.`);
  return secret;
}
