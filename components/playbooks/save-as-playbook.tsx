'use client';
import { useQuery } from '@tanstack/react-query';
import { BookMarked } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useTRPC, type RouterOutputs } from '#components/trpc.tsx';
import { Button } from '#components/ui/button.tsx';
import { messages } from '#components/ui/messages.ts';
import { SavePlaybookDialog } from './save-playbook-dialog.tsx';

type Version = RouterOutputs['plans']['version'];
type Source = Pick<Version, 'planId' | 'version'>;
const words = messages.playbooks.save;

/** Keeps the version that is shown. Who may not make plans does not see it. */
export function SaveAsPlaybook({ version }: { version: Source }) {
  return (
    <Opener source={version}>
      {(open) => (
        <Button aria-label={words.button} onClick={open}>
          <BookMarked aria-hidden size={16} />
          <span className="max-2xl:hidden">{words.button}</span>
        </Button>
      )}
    </Opener>
  );
}

/** Keeps the version that a run ended on. */
export function SaveRunAsPlaybook({ runId, ...source }: Source & { runId: string }) {
  return (
    <Opener source={source} runId={runId}>
      {(open) => (
        <Button size="sm" onClick={open}>
          {words.button}
        </Button>
      )}
    </Opener>
  );
}

function Opener({
  source,
  runId,
  children,
}: {
  source: Source;
  runId?: string;
  children(open: () => void): ReactNode;
}) {
  const trpc = useTRPC();
  const me = useQuery(trpc.session.me.queryOptions());
  const [opened, setOpened] = useState(false);
  const may = me.data?.roles.includes('author') ?? false;
  const version = useQuery({
    ...trpc.plans.version.queryOptions({ planId: source.planId, version: source.version }),
    enabled: may && opened,
  });
  if (!may) return null;
  return (
    <>
      {children(() => setOpened(true))}
      {opened && version.data ? (
        <SavePlaybookDialog version={version.data} runId={runId} onClose={() => setOpened(false)} />
      ) : null}
    </>
  );
}
