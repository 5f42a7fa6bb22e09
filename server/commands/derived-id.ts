import { contentHash } from '#core/hash.ts';

/** The same parts give the same id: a repeated request makes nothing twice, even when its first answer was lost. */
export function derivedId(prefix: string, ...parts: string[]): string {
  return `${prefix}_${contentHash(parts).slice(0, 26)}`;
}
