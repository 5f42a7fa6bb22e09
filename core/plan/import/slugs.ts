/**
 * Step ids out of the ids of another system. Which slug an id gets depends on the set of ids and not on their order, so
 * that importing a text again after a step was moved gives the same ids.
 */
import { textHash } from '../../hash.ts';
import { slugPattern } from '../schema.ts';

const MAX_LENGTH = 64;
const HASH_LENGTH = 6;
/** What stands behind this says nothing to a reader any more; the hash is over all of it. */
const READ_AT_MOST = 256;

/** The slug of every id. Different ids get different slugs; an id that is a slug keeps its name. */
export function slugsOf(ids: Iterable<string>): Map<string, string> {
  const all = [...new Set(ids)].toSorted();
  const slugs = new Map(all.filter((id) => slugPattern.test(id)).map((id) => [id, id]));
  const taken = new Set(slugs.keys());
  const wanted = Map.groupBy(
    all.filter((id) => !slugs.has(id)),
    baseOf,
  );
  const unclear: [base: string, id: string][] = [];
  for (const [base, same] of wanted) {
    const [only] = same;
    if (only !== undefined && same.length === 1 && base.length <= MAX_LENGTH && !taken.has(base)) {
      slugs.set(only, base);
      taken.add(base);
    } else unclear.push(...same.map((id): [string, string] => [base, id]));
  }
  for (const [base, id] of unclear) {
    const slug = hashed(base, id, taken);
    slugs.set(id, slug);
    taken.add(slug);
  }
  return slugs;
}

/** What can be read of an id in the letters of a slug; may be too long. */
function baseOf(id: string): string {
  const text = id
    .slice(0, READ_AT_MOST)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  if (text === '') return 'step';
  return /^[0-9]/.test(text) ? `step-${text}` : text;
}

function hashed(base: string, id: string, taken: ReadonlySet<string>): string {
  for (let round = 0; ; round += 1) {
    const hash = textHash(round === 0 ? id : `${id} ${round}`).slice(0, HASH_LENGTH);
    const slug = `${base.slice(0, MAX_LENGTH - HASH_LENGTH - 1).replace(/-+$/, '')}-${hash}`;
    if (!taken.has(slug)) return slug;
  }
}
