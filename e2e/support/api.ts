/** The API as a signed-in person's browser uses it: for bringing a screen's data about without clicking it together. */
import type { BrowserContext } from '@playwright/test';
import { createTRPCClient, httpBatchLink } from '@trpc/client';
import superjson from 'superjson';
import type { AppRouter } from '#server/trpc/root.ts';

export type Api = ReturnType<typeof createTRPCClient<AppRouter>>;
export type Cookies = Parameters<BrowserContext['addCookies']>[0];
export type Member = { api: Api; cookies: Cookies };

/** Uses up a one-time link, as the sign-in page does, and keeps the session. */
export async function joinByApi(
  baseUrl: string,
  link: string,
  person: { name: string; email: string },
): Promise<Member> {
  const cookies = new Map<string, string>();
  const api = createTRPCClient<AppRouter>({
    links: [
      httpBatchLink({
        url: new URL('/api/trpc', baseUrl).href,
        transformer: superjson,
        fetch: async (input, init) => {
          const headers = new Headers(init?.headers as HeadersInit);
          headers.set('origin', new URL(baseUrl).origin);
          headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
          const response = await fetch(input as RequestInfo, { ...(init as RequestInit), headers });
          for (const line of response.headers.getSetCookie()) {
            const [pair = ''] = line.split(';');
            cookies.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
          }
          return response;
        },
      }),
    ],
  });
  const token = new URL(link).searchParams.get('token') ?? '';
  await api.session.join.mutate({
    token,
    ...person,
    password: 'a long enough password',
    idempotencyKey: crypto.randomUUID(),
  });
  return {
    api,
    cookies: [...cookies].map(([name, value]) => ({
      name,
      value,
      url: baseUrl,
      httpOnly: true,
      sameSite: 'Lax' as const,
    })),
  };
}
