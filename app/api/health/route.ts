import { checkHealth } from '#server/health.ts';

export const dynamic = 'force-dynamic';

/** For load balancers and the launcher: 503 while the database is away. */
export async function GET(): Promise<Response> {
  const health = await checkHealth();
  const status = health.status === 'ok' ? 200 : 503;
  return Response.json(health, { status, headers: { 'cache-control': 'no-store' } });
}
