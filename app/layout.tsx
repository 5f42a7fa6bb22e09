import '@fontsource-variable/inter';
import '@fontsource-variable/jetbrains-mono';
import './globals.css';
import type { Metadata, Viewport } from 'next';
import { headers } from 'next/headers';
import type { ReactNode } from 'react';
import { Providers } from '#components/providers.tsx';
import { preferencesScript } from '#components/preferences-script.ts';

export const metadata: Metadata = {
  title: { default: 'Countersign', template: '%s · Countersign' },
  robots: { index: false },
};
export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [{ media: '(prefers-color-scheme: dark)', color: '#0d1117' }, { color: '#f6f7f9' }],
};

/** Rendered on request: the nonce of the content security policy is this request's own (proxy.ts). */
export default async function RootLayout({ children }: { children: ReactNode }) {
  const nonce = (await headers()).get('x-nonce') ?? undefined;
  return (
    <html lang="en" data-theme="light" suppressHydrationWarning>
      <head>
        {/* oxlint-disable-next-line react/no-danger -- a constant of ours; it must run before the first paint */}
        <script
          nonce={nonce}
          suppressHydrationWarning
          dangerouslySetInnerHTML={{ __html: preferencesScript }}
        />
      </head>
      <body>
        <Providers>{children}</Providers>
      </body>
    </html>
  );
}
