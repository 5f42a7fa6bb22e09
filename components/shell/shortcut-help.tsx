'use client';
import Link from 'next/link';
import { usePreferences } from '#components/preferences.ts';
import { Dialog } from '#components/ui/dialog.tsx';
import { Keys } from '#components/ui/keys.tsx';
import { messages } from '#components/ui/messages.ts';
import { useShortcutRegistry } from '#components/ui/shortcuts.ts';
import { closeLayer } from './layers.ts';

const text = messages.shortcuts;

/** What keys do here: the registered shortcuts of this screen first, then those of every page. */
export function ShortcutHelp() {
  const registered = useShortcutRegistry((state) => state.groups);
  const singleKeys = usePreferences((state) => state.singleKeys);
  const headings = [...new Set(registered.map(({ group }) => group))].filter(
    (heading) => heading !== text.everywhere,
  );
  const groups = [...headings, text.everywhere].map((heading) => ({
    heading,
    shortcuts: registered.filter(({ group }) => group === heading).flatMap(({ shortcuts }) => shortcuts),
  }));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && closeLayer()}
      title={text.title}
      wide
      description={
        <>
          {singleKeys === 'on' ? text.on : text.off}{' '}
          <Link href="/settings#shortcuts" className="underline" onClick={closeLayer}>
            {text.change}
          </Link>
        </>
      }
    >
      <div className="gap-8 md:columns-2">
        {groups.map(({ heading, shortcuts }) => (
          <section key={heading} className="mb-4 break-inside-avoid">
            <h2 className="mb-1 text-sm font-semibold">{heading}</h2>
            <dl>
              {shortcuts.map(({ keys, label }) => (
                <div
                  key={`${keys} ${label}`}
                  className="flex min-h-8 items-center justify-between gap-4 border-b border-border py-1 last:border-b-0"
                >
                  <dt className="min-w-0">{label}</dt>
                  <dd className="shrink-0">
                    <Keys keys={keys} />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
