/** Wrong passwords for one address before it has to wait. Addresses of the network can be many; accounts are few. */
const TRIES = 10;
const WINDOW_MS = 15 * 60 * 1000;
const KEPT = 10_000;

export type SignInLimit = {
  allows(email: string): boolean;
  failed(email: string): void;
  succeeded(email: string): void;
};

export function createSignInLimit(now: () => number): SignInLimit {
  const tries = new Map<string, { count: number; since: number }>();
  const current = (email: string) => {
    const entry = tries.get(email);
    return entry && now() - entry.since < WINDOW_MS ? entry : undefined;
  };
  return {
    allows: (email) => (current(email)?.count ?? 0) < TRIES,
    failed(email) {
      const entry = current(email) ?? { count: 0, since: now() };
      tries.delete(email);
      tries.set(email, { ...entry, count: entry.count + 1 });
      const oldest = tries.keys().next();
      if (tries.size > KEPT && !oldest.done) tries.delete(oldest.value);
    },
    succeeded: (email) => void tries.delete(email),
  };
}
