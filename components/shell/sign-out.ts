import { withBasePath } from '#components/url.ts';

export async function signOut(): Promise<void> {
  await fetch(withBasePath('/api/auth/sign-out'), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  });
  window.location.assign(withBasePath('/sign-in'));
}
