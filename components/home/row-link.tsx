'use client';
import { ChevronRight } from 'lucide-react';
import Link from 'next/link';
import type { ReactNode } from 'react';

/** A row that leads somewhere; J and K walk over them. */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link
      href={href}
      data-row-link
      className="flex min-h-11 items-center gap-3 px-3 py-2 -outline-offset-2 hover:bg-hover"
    >
      {children}
      <ChevronRight aria-hidden size={16} className="shrink-0 text-faint" />
    </Link>
  );
}
