/**
 * Rows of the sample `shop` database: thousands of plausible customers and their orders, the same for the same seed.
 * The seed also chooses the dirt in users.full_name, so that a plan meets real trouble and not a staged one.
 */
import { random } from './random.ts';

export type ShopDirt = 'clean' | 'comma' | 'spaces' | 'single';
export type ShopUser = { id: number; fullName: string; email: string; createdAt: string };
export type ShopOrder = { id: number; userId: number; totalCents: number; status: string; placedAt: string };

const first =
  'Ada Amara Anna Ben Carlos Chen Daniel Dina Elif Emma Fatima Felix Grace Hana Hugo Ines Ivan Jonas Julia Kofi Lena Liam Lucia Maja Marco Mei Mina Noah Nora Omar Paula Priya Rafael Rosa Samir Sara Sven Tara Tomas Vera Yuki Zoe'.split(
    ' ',
  );
const last =
  'Abbas Andersson Bauer Becker Brown Castro Costa Diaz Dubois Eriksen Fischer Garcia Haddad Horvat Ito Jensen Kaya Keller Khan Kowalski Lopez Martin Mensah Meyer Moreau Nguyen Novak Okafor Olsen Patel Petrov Rossi Sato Schmidt Silva Singh Tanaka Thomas Weber Yilmaz Zhang'.split(
    ' ',
  );

const dirtOf: readonly ShopDirt[] = ['clean', 'comma', 'spaces', 'single'];
/** 0 clean, 1 "Last, First", 2 stray spaces, 3 single names; further seeds repeat these with other rows. */
export function dirtOfSeed(seed: number): ShopDirt {
  return dirtOf[seed % dirtOf.length] ?? 'clean';
}

export function shopUsers(seed: number, count = 4_000): ShopUser[] {
  const draw = random(seed + 1);
  const pick = (list: readonly string[]) => list[Math.floor(draw() * list.length)] ?? 'Ada';
  const dirt = dirtOfSeed(seed);
  return Array.from({ length: count }, (_, index) => {
    const id = index + 1;
    const name: [string, string] = [pick(first), pick(last)];
    // About one row in forty is dirty: often enough to meet, rare enough to be overlooked.
    const fullName = dirt !== 'clean' && draw() < 0.025 ? dirty(dirt, name) : name.join(' ');
    return {
      id,
      fullName,
      email: `${name.join('.').toLowerCase()}.${id}@example.com`,
      createdAt: dayOf(draw),
    };
  });
}

function dirty(dirt: ShopDirt, [given, family]: [string, string]): string {
  if (dirt === 'comma') return `${family}, ${given}`;
  if (dirt === 'spaces') return ` ${given}  ${family}`;
  if (dirt === 'single') return given;
  return `${given} ${family}`;
}

export function shopOrders(seed: number, users: number, count = 6_000): ShopOrder[] {
  const draw = random(seed + 7);
  const states = ['paid', 'paid', 'paid', 'shipped', 'shipped', 'refunded'];
  return Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    userId: 1 + Math.floor(draw() * users),
    totalCents: 500 + Math.floor(draw() * 20_000),
    status: states[Math.floor(draw() * states.length)] ?? 'paid',
    placedAt: dayOf(draw),
  }));
}

function dayOf(draw: () => number): string {
  return new Date(Date.UTC(2025, 0, 1) + Math.floor(draw() * 500) * 86_400_000).toISOString();
}
