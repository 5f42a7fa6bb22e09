/** Where to go after signing in: a path of ours, never another site (`//evil`, `/\evil`, `https:` are refused). */
export function safeNext(next: string | null): string {
  return next && /^\/(?![/\\])/.test(next) && !next.startsWith('/sign-in') ? next : '/';
}
