import { cx } from '#components/ui/cx.ts';

/** `again` is `changed` in such a way that it needs approval again. */
export type DiffKind = 'added' | 'removed' | 'changed' | 'again' | 'moved' | 'unchanged';

type Marked = Exclude<DiffKind, 'unchanged'>;
const tabs: Record<Marked, { sign: string; word: string; tab: string; text: string }> = {
  added: { sign: '+', word: 'Added', tab: 'bg-added text-surface', text: 'text-added' },
  removed: { sign: '−', word: 'Removed', tab: 'bg-removed text-surface', text: 'text-removed' },
  changed: { sign: '~', word: 'Changed', tab: 'bg-changed text-surface', text: 'text-changed' },
  again: { sign: '~', word: 'Needs approval again', tab: 'bg-changed text-surface', text: 'text-changed' },
  moved: { sign: '↕', word: 'Moved', tab: 'bg-moved text-surface', text: 'text-moved' },
};

export function diffWord(kind: Marked): string {
  return tabs[kind].word;
}
/** The tab on a card: sign and word. */
export function DiffTab({ kind, className }: { kind: Marked; className?: string }) {
  const { sign, word, tab } = tabs[kind];
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1 rounded-chip px-1.5 text-xs font-semibold whitespace-nowrap',
        tab,
        className,
      )}
      data-diff={kind === 'again' ? 'changed' : kind}
    >
      <span aria-hidden>{sign}</span>
      {word}
    </span>
  );
}
/** Sign alone, for dense lists; the word is in the row. */
export function DiffSign({ kind }: { kind: Marked }) {
  return (
    <span
      aria-hidden
      className={cx('w-4 shrink-0 text-center font-mono text-md leading-5 font-bold', tabs[kind].text)}
    >
      {tabs[kind].sign}
    </span>
  );
}
