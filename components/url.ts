/**
 * Every address that `next/link` and the router do not write (API, streams, copied links) goes through here:
 * BASE_PATH is part of the build, and only Next's own links add it by themselves.
 */
export const basePath = process.env.NEXT_PUBLIC_BASE_PATH ?? '';

export function withBasePath(path: string): string {
  return `${basePath}${path}`;
}

/** An address to paste elsewhere. Browser only. */
export function absoluteUrl(path: string): string {
  return new URL(withBasePath(path), window.location.origin).toString();
}
