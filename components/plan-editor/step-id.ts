import { slugPattern } from '#core/plan/schema.ts';

const MAX = 64;

/** A free id as near as possible to `wish`, which may be any text. The caller adds it to `taken`. */
export function freeStepId(wish: string, taken: ReadonlySet<string>): string {
  const wished = slugOf(wish);
  if (!taken.has(wished)) return wished;
  const stem = wished.replace(/_\d{1,4}$/, '');
  for (let count = 2; ; count += 1) {
    const suffix = `_${count}`;
    const id = `${stem.slice(0, MAX - suffix.length)}${suffix}`;
    if (!taken.has(id)) return id;
  }
}

function slugOf(text: string): string {
  const plain = text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_-]+/g, '_')
    .replaceAll(/_{2,}/g, '_')
    .slice(0, MAX)
    .replaceAll(/^[-_]+|[-_]+$/g, '');
  if (slugPattern.test(text)) return text;
  const started = /^[a-z]/.test(plain) ? plain : `step_${plain}`.replace(/_$/, '');
  return started.slice(0, MAX);
}
