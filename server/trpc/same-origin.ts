import { refuse } from './errors.ts';

/**
 * A browser that sends another site's request says so: every mutation must come from our own pages (case of a
 * forged form or fetch). `Sec-Fetch-Site` cannot be set by a page; where it is missing, Origin must name our host.
 */
export function assertSameOrigin(headers: Headers): void {
  const site = headers.get('sec-fetch-site');
  if (site === 'same-origin') return;
  if (site === null && originMatchesHost(headers)) return;
  throw refuse(403, 'foreign-origin', 'This request did not come from a page of this application.');
}

function originMatchesHost(headers: Headers): boolean {
  const origin = headers.get('origin');
  const host = headers.get('x-forwarded-host') ?? headers.get('host');
  if (!origin || !host) return false;
  return URL.parse(origin)?.host === host;
}
