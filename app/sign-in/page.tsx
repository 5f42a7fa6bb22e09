import type { Metadata } from 'next';
import { Suspense } from 'react';
import { SignIn } from '#components/sign-in/sign-in.tsx';

export const metadata: Metadata = { title: 'Sign in', referrer: 'no-referrer' };

export default function SignInPage() {
  return (
    <Suspense>
      <SignIn />
    </Suspense>
  );
}
