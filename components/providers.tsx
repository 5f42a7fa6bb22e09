'use client';
import { QueryCache, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { NuqsAdapter } from 'nuqs/adapters/next/app';
import { useEffect, useState, type ReactNode } from 'react';
import { onPoke, startLive, type Poke } from './live.ts';
import { createApiClient, isNotSignedIn, reasonOf, TRPCProvider, useTRPC, type ApiClient } from './trpc.tsx';
import { Announcer } from './ui/announcer.tsx';
import { Toaster } from './ui/toast.tsx';
import { TooltipProvider } from './ui/tooltip.tsx';
import { withBasePath } from './url.ts';

function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error) => {
        if (!isNotSignedIn(error) || window.location.pathname === withBasePath('/sign-in')) return;
        const next = window.location.pathname.slice(withBasePath('').length) + window.location.search;
        window.location.assign(withBasePath(`/sign-in?next=${encodeURIComponent(next)}`));
      },
    }),
    defaultOptions: {
      queries: {
        staleTime: 10_000,
        retry: (failures, error) => failures < 2 && reasonOf(error).code === 'unreachable',
        refetchOnWindowFocus: true,
      },
    },
  });
}

export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  const [client] = useState(createApiClient);
  return (
    <NuqsAdapter>
      <QueryClientProvider client={queryClient}>
        <TRPCProvider trpcClient={client} queryClient={queryClient}>
          <TooltipProvider>
            <Live client={client} queryClient={queryClient} />
            {children}
            <Toaster />
            <Announcer />
          </TooltipProvider>
        </TRPCProvider>
      </QueryClientProvider>
    </NuqsAdapter>
  );
}

/** Reads again what a poke says has changed. Many pokes within a quarter of a second are one reading. */
function Live({ client, queryClient }: { client: ApiClient; queryClient: QueryClient }) {
  const trpc = useTRPC();
  const pathname = usePathname();
  const quiet = pathname === '/sign-in' || pathname.startsWith('/gallery');
  useEffect(() => {
    if (quiet) return;
    return startLive(client);
  }, [client, quiet]);
  useEffect(() => {
    const kinds = new Set<Poke['kind']>();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const readAgain = () => {
      timer = undefined;
      const stale = kinds.has('resync') ? [undefined] : [...kinds].flatMap((kind) => keysOf(trpc, kind));
      kinds.clear();
      for (const queryKey of stale) void queryClient.invalidateQueries(queryKey ? { queryKey } : {});
    };
    const stop = onPoke((poke) => {
      kinds.add(poke.kind);
      timer ??= setTimeout(readAgain, 250);
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [queryClient, trpc]);
  return null;
}

function keysOf(
  trpc: ReturnType<typeof useTRPC>,
  kind: Exclude<Poke['kind'], 'resync'> | 'resync',
): (readonly unknown[])[] {
  const home = trpc.home.pathKey();
  switch (kind) {
    case 'run':
      // The run page folds events itself; here are the lists and the facts that events do not carry.
      return [
        home,
        trpc.runs.list.pathKey(),
        trpc.runs.effects.pathKey(),
        trpc.runs.stepOutput.pathKey(),
        trpc.approvals.pathKey(),
        trpc.plans.version.pathKey(),
      ];
    case 'approval':
      return [home, trpc.approvals.pathKey()];
    case 'plan':
      return [home, trpc.plans.pathKey(), trpc.comparisons.pathKey()];
    case 'workspace':
      return [trpc.workspace.pathKey(), trpc.session.pathKey()];
    case 'connection':
      return [trpc.connections.pathKey(), trpc.runs.startPreview.pathKey()];
    case 'resync':
      return [];
  }
}
