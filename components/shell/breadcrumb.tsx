'use client';
import Link from 'next/link';
import { Fragment, useEffect } from 'react';
import { create } from 'zustand';
import { cx } from '#components/ui/cx.ts';
import { messages } from '#components/ui/messages.ts';

export type Crumb = { label: string; href?: string };
const useCrumbs = create<{ crumbs: Crumb[] }>(() => ({ crumbs: [] }));

/** A page says where it is and names the tab; the top bar shows it. */
export function useTrail(crumbs: Crumb[], title?: string): void {
  const key = JSON.stringify([crumbs, title]);
  useEffect(() => {
    const [trail, name] = JSON.parse(key) as [Crumb[], string | undefined];
    useCrumbs.setState({ crumbs: trail });
    const label = name ?? trail.at(-1)?.label;
    document.title = label ? `${label} · ${messages.common.product}` : messages.common.product;
  }, [key]);
}

export function Breadcrumb() {
  const crumbs = useCrumbs((state) => state.crumbs);
  // A phone has room for two: where one is, and the way back.
  const firstOnPhone = Math.max(0, crumbs.length - 2);
  return (
    <nav aria-label={messages.nav.breadcrumb} className="min-w-0 flex-1">
      <ol className="flex min-w-0 items-center gap-1.5 text-sm">
        <li className="shrink-0 font-semibold max-md:hidden">
          <Link
            href="/"
            className="block min-h-6 truncate rounded-chip leading-6 -outline-offset-2 hover:underline max-md:min-h-11 max-md:min-w-11 max-md:leading-11"
          >
            {messages.common.product}
          </Link>
        </li>
        {crumbs.map((crumb, index) => (
          <Fragment key={`${index} ${crumb.label}`}>
            <li aria-hidden className={cx('text-faint', index <= firstOnPhone && 'max-md:hidden')}>
              /
            </li>
            <li
              className={cx(
                index === crumbs.length - 1
                  ? 'min-w-0 truncate text-text'
                  : index === 0
                    ? 'shrink-0 text-muted'
                    : 'min-w-0 truncate text-muted max-md:max-w-24',
                index < firstOnPhone && 'max-md:hidden',
              )}
            >
              {crumb.href && index < crumbs.length - 1 ? (
                <Link
                  href={crumb.href}
                  className="block min-h-6 truncate rounded-chip leading-6 -outline-offset-2 hover:underline max-md:min-h-11 max-md:min-w-11 max-md:leading-11"
                >
                  {crumb.label}
                </Link>
              ) : (
                <span aria-current={index === crumbs.length - 1 ? 'page' : undefined}>{crumb.label}</span>
              )}
            </li>
          </Fragment>
        ))}
      </ol>
    </nav>
  );
}
