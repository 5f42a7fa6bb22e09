import { createHash, randomBytes } from 'node:crypto';

/** 256 random bits for a link. The database keeps only the hash: who reads a backup can use no link. */
export function newToken(): string {
  return randomBytes(32).toString('base64url');
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
