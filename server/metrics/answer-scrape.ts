import { createHash, timingSafeEqual } from 'node:crypto';
import { contentType, scrape, type ScrapeDeps } from './scrape.ts';

const textHeaders = { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' };
const say = (status: number, text: string, headers: Record<string, string> = {}) =>
  new Response(`${text}\n`, { status, headers: { ...textHeaders, ...headers } });

/** 404 while it is off, 401 without the token, 503 while the database is away. */
export async function answerScrape(
  request: Request,
  token: string | undefined,
  open: () => Promise<ScrapeDeps>,
): Promise<Response> {
  if (token === undefined) return say(404, 'Metrics are off. Set METRICS_TOKEN to turn them on.');
  const given = /^Bearer (.+)$/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
  if (!isEqual(given, token))
    return say(401, 'Send the value of METRICS_TOKEN as a bearer token.', { 'www-authenticate': 'Bearer' });
  try {
    const text = await scrape(await open());
    return new Response(text, { headers: { 'content-type': contentType, 'cache-control': 'no-store' } });
  } catch {
    return say(503, 'The database does not answer.');
  }
}

/** Hashed first, so that neither length nor content shows in the time it takes. */
function isEqual(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
