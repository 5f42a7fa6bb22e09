import { isIP } from 'node:net';

export type OriginGuard = {
  /** Whether this is one of our own names; another site's DNS can point its name at this machine. */
  trustsHost(host: string): boolean;
  trustsOrigin(origin: string): boolean;
  /** Why this request may change nothing; undefined = it comes from a page of ours. */
  problem(headers: Headers): 'foreign-origin' | 'foreign-host' | undefined;
};

/**
 * Our names are the public one, this machine, and plain addresses, which no DNS entry can forge. `Sec-Fetch-Site` is
 * set by the browser and never by a page; where it is missing (old browsers, plain clients), Origin must name the
 * host that was asked, or the public one when a proxy changed it.
 */
export function createOriginGuard(baseUrl: string): OriginGuard {
  const own = new URL(baseUrl).host;
  const trustsHost = (host: string) => {
    if (host === own) return true;
    const name = URL.parse(`http://${host}`)?.hostname ?? '';
    return name === 'localhost' || isIP(name.replace(/^\[|\]$/g, '')) !== 0;
  };
  const trustsOrigin = (origin: string) =>
    /^https?:/.test(origin) && trustsHost(URL.parse(origin)?.host ?? '');
  return {
    trustsHost,
    trustsOrigin,
    problem(headers) {
      const host = headers.get('host') ?? '';
      if (!trustsHost(host)) return 'foreign-host';
      const site = headers.get('sec-fetch-site');
      if (site !== null) return site === 'same-origin' ? undefined : 'foreign-origin';
      const from = URL.parse(headers.get('origin') ?? '')?.host;
      return from !== undefined && (from === host || from === own) ? undefined : 'foreign-origin';
    },
  };
}
