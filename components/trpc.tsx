'use client';
import {
  createTRPCClient,
  httpBatchLink,
  httpSubscriptionLink,
  retryLink,
  splitLink,
  TRPCClientError,
} from '@trpc/client';
import { createTRPCContext } from '@trpc/tanstack-react-query';
import type { inferRouterInputs, inferRouterOutputs } from '@trpc/server';
import superjson from 'superjson';
import type { AppRouter } from '#server/trpc/root.ts';
import { limitedFetch, NoAnswerError } from './limited-fetch.ts';
import { messages } from './ui/messages.ts';
import { withBasePath } from './url.ts';

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();
export type RouterOutputs = inferRouterOutputs<AppRouter>;
export type RouterInputs = inferRouterInputs<AppRouter>;
export type ApiClient = ReturnType<typeof createApiClient>;

export function createApiClient() {
  const url = withBasePath('/api/trpc');
  return createTRPCClient<AppRouter>({
    links: [
      splitLink({
        condition: (operation) => operation.type === 'subscription',
        true: [
          // EventSource alone gives up for good on any answer that is not a stream (a 503 while the server restarts).
          retryLink<AppRouter>({
            retry: ({ error }) => error.data?.code !== 'UNAUTHORIZED',
            retryDelayMs: (attempt) => Math.min(250 * 2 ** attempt, 5_000),
          }),
          httpSubscriptionLink({ url, transformer: superjson }),
        ],
        false: httpBatchLink({
          url,
          transformer: superjson,
          maxItems: 20,
          maxURLLength: 6_000,
          fetch: limitedFetch((input, init) => fetch(input, init)),
        }),
      }),
    ],
  });
}

/** Code, fields and sentence of a refused request; a failure to reach the server has the code `unreachable`. */
export type Reason = { code: string; fields: Record<string, unknown>; message: string };
export function reasonOf(error: unknown): Reason {
  if (error instanceof TRPCClientError) {
    const reason = (error as TRPCClientError<AppRouter>).data?.reason;
    if (reason) return reason;
    // Refused before it reached a procedure, so the answer is none of the router's.
    const answer = error.meta?.['response'];
    if (answer instanceof Response && answer.status === 413)
      return { code: 'too-large', fields: {}, message: messages.errors.tooLarge };
    if (error.cause instanceof NoAnswerError)
      return { code: 'no-answer', fields: {}, message: messages.errors.noAnswer };
  }
  return { code: 'unreachable', fields: {}, message: 'The server could not be reached.' };
}
export function isNotSignedIn(error: unknown): boolean {
  return reasonOf(error).code === 'not-signed-in';
}
