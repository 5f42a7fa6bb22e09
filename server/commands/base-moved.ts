import { refuse, type RefusedError } from '#server/refusal.ts';

/** V2. Nothing was overwritten; the person has three ways to go on. */
export function refuseMovedBase(baseVersion: number, head: { version: number; hash: string }): RefusedError {
  return refuse(
    409,
    'base-moved',
    `v${head.version} arrived while you edited v${baseVersion}. Nothing was overwritten.`,
    {
      baseVersion,
      headVersion: head.version,
      headHash: head.hash,
      choices: ['rebase', 'save-as-separate-version', 'discard'],
    },
  );
}
