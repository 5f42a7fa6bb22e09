/** Partners of the sample shop: the same for the same seed. Those who were not seen for long still hold an API key. */
import { random } from './random.ts';

export type Partner = { id: string; name: string; contact: string; lastSeenAt: string };

const places =
  'Aachen Basel Bergen Bilbao Bruges Cork Delft Dresden Essen Gdansk Genoa Ghent Graz Kassel Krakow Lille Linz Lyon Malmo Nantes Odense Porto Pula Siena Turku Utrecht'.split(
    ' ',
  );
const trades = ['Books', 'Coffee', 'Cycles', 'Garden', 'Lamps', 'Paper', 'Shoes', 'Tea', 'Tools', 'Toys'];
export const PARTNERS = 24;
/** Before this day nobody may have been seen; after it everybody who still works with the shop was. */
export const INACTIVE_BEFORE = '2026-01-01';

export function samplePartners(seed: number): Partner[] {
  const draw = random(seed + 31);
  const inactive = new Set<number>();
  while (inactive.size < 5) inactive.add(Math.floor(draw() * PARTNERS));
  return Array.from({ length: PARTNERS }, (_, index) => {
    const name = `${places[index]} ${trades[Math.floor(draw() * trades.length)]}`;
    const days = Math.floor(draw() * 150);
    const since = inactive.has(index) ? Date.UTC(2025, 6, 1) : Date.UTC(2026, 5, 1);
    return {
      id: `p-${String(index + 1).padStart(3, '0')}`,
      name,
      contact: `it@${name.toLowerCase().replaceAll(' ', '-')}.example`,
      lastSeenAt: new Date(since + days * 86_400_000).toISOString(),
    };
  });
}

/** The partner whose key store is slow: it takes the change at once and answers when nobody waits any more. */
export function slowPartner(partners: readonly Partner[]): string {
  return partners.filter(({ lastSeenAt }) => lastSeenAt < INACTIVE_BEFORE)[1]?.id ?? '';
}
