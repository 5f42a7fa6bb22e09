/** A changed text line by line, with long runs of unchanged lines folded away. */
import { diffArrays, diffLines, diffWordsWithSpace } from 'diff';

export type Line = { kind: 'same' | 'added' | 'removed'; text: string };
export type LineBlock = { kind: 'lines'; lines: Line[] } | { kind: 'folded'; lines: Line[] };

/** Unchanged lines that stay beside a change. */
const CONTEXT = 3;
/** A shorter run is not worth folding. */
const FOLD_OVER = CONTEXT * 2 + 2;

export function lineBlocks(from: string, to: string): LineBlock[] {
  const runs = diffLines(from, to).map((part) => ({
    kind: part.added ? ('added' as const) : part.removed ? ('removed' as const) : ('same' as const),
    lines: part.value.replace(/\n$/, '').split('\n'),
  }));
  const blocks: LineBlock[] = [];
  const show = (lines: Line[]) => {
    const last = blocks.at(-1);
    if (last?.kind === 'lines') last.lines.push(...lines);
    else blocks.push({ kind: 'lines', lines: [...lines] });
  };
  runs.forEach((run, index) => {
    const lines = run.lines.map((text): Line => ({ kind: run.kind, text }));
    if (run.kind !== 'same' || lines.length <= FOLD_OVER) return show(lines);
    const head = index === 0 ? 0 : CONTEXT;
    const tail = index === runs.length - 1 ? 0 : CONTEXT;
    show(lines.slice(0, head));
    blocks.push({ kind: 'folded', lines: lines.slice(head, lines.length - tail) });
    if (tail > 0) show(lines.slice(lines.length - tail));
  });
  return blocks.filter(({ lines }) => lines.length > 0);
}

export type Part = { kind: 'same' | 'added' | 'removed'; text: string };

export function wordParts(from: string, to: string): Part[] {
  return diffWordsWithSpace(from, to).map(({ added, removed, value }) => ({
    kind: added ? 'added' : removed ? 'removed' : 'same',
    text: value,
  }));
}

/** Items of a list in their order, as they were taken out and put in. */
export function itemParts(from: readonly string[], to: readonly string[]): Part[] {
  return diffArrays([...from], [...to]).flatMap(({ added, removed, value }) =>
    value.map((text): Part => ({ kind: added ? 'added' : removed ? 'removed' : 'same', text })),
  );
}

/** Longer texts are compared word by word; those of several lines line by line. */
export const WORDS_OVER = 60;
export function textLook(from: string, to: string): 'inline' | 'words' | 'lines' {
  if (from.includes('\n') || to.includes('\n')) return 'lines';
  return from.length > WORDS_OVER || to.length > WORDS_OVER ? 'words' : 'inline';
}
