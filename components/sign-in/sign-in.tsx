'use client';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'next/navigation';
import { followPreferences } from '#components/preferences.ts';
import { useTRPC } from '#components/trpc.tsx';
import { QueryState } from '#components/query-state.tsx';
import { ButtonLink } from '#components/ui/button.tsx';
import { messages } from '#components/ui/messages.ts';
import { JoinForm } from './join-form.tsx';
import { PasswordForm } from './password-form.tsx';
import { safeNext } from './safe-next.ts';

export function SignIn() {
  const search = useSearchParams();
  const token = search.get('token');
  const next = safeNext(search.get('next'));
  useEffect(followPreferences, []);
  return (
    <main id="main" className="flex min-h-dvh items-start justify-center px-4 py-[12vh]">
      <div className="w-full max-w-96">
        <p className="mb-4 flex items-center gap-2 text-md font-semibold">
          <span aria-hidden className="flex size-8 items-center justify-center rounded-card bg-text">
            <svg width="20" height="20" viewBox="0 0 32 32" fill="none">
              <path
                d="M6 8h12M6 14h7"
                stroke="var(--surface)"
                strokeWidth="3"
                strokeLinecap="round"
                opacity="0.7"
              />
              <path
                d="m10 22 5 5L26 15"
                stroke="var(--surface)"
                strokeWidth="4"
                strokeLinecap="round"
                strokeLinejoin="round"
              />
            </svg>
          </span>
          {messages.common.product}
        </p>
        <div className="rounded-approval border border-border bg-surface p-5">
          {token ? <WithLink token={token} /> : <PasswordForm next={next} />}
        </div>
      </div>
    </main>
  );
}

function WithLink({ token }: { token: string }) {
  const trpc = useTRPC();
  const link = useQuery({
    ...trpc.session.link.queryOptions({ token }),
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  });
  return (
    <QueryState query={link} rows={3} heading={messages.signIn.title}>
      {(data) =>
        data.kind === 'invalid' ? (
          <div className="flex flex-col items-start gap-3">
            <h1 className="text-lg font-semibold">{messages.signIn.linkInvalid}</h1>
            <p className="text-muted">{messages.signIn.linkInvalidHint}</p>
            <ButtonLink href="/sign-in">{messages.signIn.toSignIn}</ButtonLink>
          </div>
        ) : (
          <JoinForm token={token} kind={data.kind} workspace={data.workspace} email={data.email} />
        )
      }
    </QueryState>
  );
}
