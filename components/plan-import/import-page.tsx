'use client';
import dynamic from 'next/dynamic';
import { useTrail } from '#components/shell/breadcrumb.tsx';
import { Page } from '#components/shell/page.tsx';
import { messages } from '#components/ui/messages.ts';
import { planImport as words } from '#components/ui/messages-import.ts';
import { Loading } from '#components/ui/skeleton.tsx';

/** What this tab has kept is only there in the browser. */
const ImportScreen = dynamic(() => import('./import-screen.tsx').then((screen) => screen.ImportScreen), {
  ssr: false,
  loading: () => <Loading />,
});

export function ImportPage() {
  useTrail([{ label: messages.nav.plans, href: '/plans' }, { label: words.title }]);
  return (
    <Page title={words.title} meta={words.intro}>
      <ImportScreen />
    </Page>
  );
}
