import type { WebApp } from '#server/web-app.ts';

const MAX_BODY = 16 * 1024;

/** Sign-in and sign-out. The same guard as for every mutation stands before better-auth's own. */
export async function handleAuth(app: WebApp, request: Request): Promise<Response> {
  if (request.method === 'POST') {
    const problem = app.origins.problem(request.headers);
    if (problem)
      return Response.json(
        { code: problem, message: 'This request did not come from a page of this application.' },
        { status: 403 },
      );
    if (!request.headers.get('content-type')?.toLowerCase().startsWith('application/json'))
      return Response.json({ code: 'json-only', message: 'Send JSON.' }, { status: 415 });
    if (Number(request.headers.get('content-length') ?? MAX_BODY + 1) > MAX_BODY)
      return Response.json({ code: 'too-large', message: 'The request is too large.' }, { status: 413 });
  }
  return app.auth.handler(inPublicName(request, app.baseUrl));
}

/** Next hands on its own idea of host and path; better-auth matches its base path against the address. */
function inPublicName(request: Request, baseUrl: string): Request {
  const base = new URL(baseUrl);
  const asked = new URL(request.url);
  const at = asked.pathname.indexOf('/api/auth');
  const url = new URL(
    `${base.pathname.replace(/\/$/, '')}${asked.pathname.slice(Math.max(0, at))}${asked.search}`,
    base.origin,
  );
  return new Request(url, request);
}
