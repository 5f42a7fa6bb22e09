'use client';
import { messages } from '#components/ui/messages.ts';
import { ChangeDetail, Stays } from './change-detail.tsx';
import { sections } from './change-nav.tsx';
import type { Comparison } from './changes.ts';
import type { CompareData } from './use-comparison.ts';

/** Everything at once, in the order of reading: all that the graph shows, and more. */
export function ChangeList({
  data,
  compare,
  selected,
  hidesUnchanged,
}: {
  data: Comparison;
  compare: CompareData;
  selected: string | undefined;
  hidesUnchanged: boolean;
}) {
  return (
    <div className="mx-auto flex max-w-[860px] flex-col gap-4">
      {sections.map((section) => {
        const changes = compare.changes.filter((change) => change.class === section);
        if (changes.length === 0) return null;
        const isChosen = changes.some(({ id }) => id === selected);
        return (
          <details
            key={`${section} ${isChosen}`}
            open={section !== 'C' || isChosen}
            className="rounded-card border border-border bg-surface"
          >
            <summary className="min-h-9 px-3 py-2 font-semibold -outline-offset-2 max-md:min-h-11">
              {messages.compare.headings[section](changes.length)}
            </summary>
            <ul className="divide-y divide-border border-t border-border">
              {changes.map((change) => (
                <li
                  key={change.id}
                  data-change={change.id}
                  data-current={change.id === selected || undefined}
                  className="scroll-mt-24 p-3 [contain-intrinsic-size:auto_160px] [content-visibility:auto] data-[current]:shadow-[inset_3px_0_0_var(--accent)]"
                >
                  <ChangeDetail data={data} change={change} compare={compare} />
                </li>
              ))}
            </ul>
          </details>
        );
      })}
      <div className="flex flex-col gap-4 rounded-card border border-border bg-surface p-3">
        <Stays data={data} />
      </div>
      {hidesUnchanged || compare.unchanged.length === 0 ? null : (
        <details className="text-sm text-muted">
          <summary className="min-h-6 max-md:min-h-11">
            {messages.compare.unchanged(compare.unchanged.length)}
          </summary>
          <ul className="pl-4">
            {compare.unchanged.map(({ id, title }) => (
              <li key={id}>
                {compare.numberOf(id)} {title}
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  );
}
