'use client';
import { useEffect, useRef } from 'react';
import { DiffSign, diffWord } from '#components/marks/diff-tab.tsx';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import type { Change } from './changes.ts';
import type { CompareData } from './use-comparison.ts';

export const sections = ['A', 'B', 'C'] as const;

/** The changes in the order of reading, each with its mark of having been seen. */
export function ChangeNav({
  compare,
  selected,
  onSelect,
  onOpen,
}: {
  compare: CompareData;
  selected: string | undefined;
  onSelect(id: string): void;
  onOpen(): void;
}) {
  return (
    <>
      {sections.map((section) => {
        const changes = compare.changes.filter((change) => change.class === section);
        if (changes.length === 0) return null;
        return (
          <details
            key={`${section} ${changes.some(({ id }) => id === selected)}`}
            open={section !== 'C' || changes.some(({ id }) => id === selected)}
            className="border-b border-border"
          >
            <summary className="min-h-9 px-3 py-2 text-sm font-semibold -outline-offset-2">
              {messages.compare.headings[section](changes.length)}
            </summary>
            <ul className="pb-1">
              {changes.map((change) => (
                <Row
                  key={change.id}
                  change={change}
                  compare={compare}
                  isSelected={selected === change.id}
                  onSelect={onSelect}
                  onOpen={onOpen}
                />
              ))}
            </ul>
          </details>
        );
      })}
    </>
  );
}

function Row({
  change,
  compare,
  isSelected,
  onSelect,
  onOpen,
}: {
  change: Change;
  compare: CompareData;
  isSelected: boolean;
  onSelect(id: string): void;
  onOpen(): void;
}) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isSelected) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isSelected]);
  const seen = compare.seen.isSeen(change);
  const number = compare.numberOf(change.id);
  return (
    <li ref={row} className="flex items-center pr-2 has-[[aria-current]]:bg-hover">
      <button
        type="button"
        onClick={(event) => {
          onSelect(change.id);
          // By keyboard: a pointer's click counts its clicks.
          if (event.detail === 0) onOpen();
        }}
        aria-current={isSelected || undefined}
        className="flex min-h-9 min-w-0 flex-1 items-center gap-2 py-1 pr-1 pl-3 text-left text-sm -outline-offset-2 hover:bg-hover"
      >
        <DiffSign kind={change.kind} />
        <span className="min-w-0 flex-1 truncate" title={change.title}>
          {number === undefined ? null : <span className="text-muted">{number} </span>}
          <InvisibleText text={change.title} />
        </span>
        <span className="text-xs text-muted">{change.kind === 'again' ? '' : diffWord(change.kind)}</span>
      </button>
      <label className="flex size-6 shrink-0 items-center justify-center">
        <input
          type="checkbox"
          checked={seen}
          aria-label={messages.compare.seenOf(change.title)}
          onChange={() => compare.seen.set(change, !seen)}
          className="size-4 accent-accent"
        />
      </label>
    </li>
  );
}
