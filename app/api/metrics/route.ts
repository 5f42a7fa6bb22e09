import { getEnv } from '#server/env.ts';
import { getWebApp } from '#server/get-web-app.ts';
import { answerScrape } from '#server/metrics/answer-scrape.ts';

export const dynamic = 'force-dynamic';

/** For Prometheus, with the token of the setting METRICS_TOKEN; without that setting it is off. */
export function GET(request: Request): Promise<Response> {
  const { METRICS_TOKEN: token, DEAD_AFTER_MS: deadAfterMs } = getEnv();
  return answerScrape(request, token, async () => ({ ...(await getWebApp()), deadAfterMs }));
}
