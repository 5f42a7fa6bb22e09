'use client';
import { useMemo, useState } from 'react';
import { cx } from '#components/ui/cx.ts';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { lineBlocks, type Line } from './text-lines.ts';

const signs = { added: '+', removed: '−', same: ' ' } as const;

/** A text of several lines: what was taken out and put in, with three lines around it; the rest on demand. */
export function TextLines({ from, to }: { from: string; to: string }) {
  const blocks = useMemo(() => lineBlocks(from, to), [from, to]);
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set());
  return (
    <span className="block max-h-96 overflow-auto rounded-chip border border-border bg-sunken py-1 font-mono text-sm">
      {blocks.map((block, index) =>
        block.kind === 'folded' && !unfolded.has(index) ? (
          <button
            key={index}
            type="button"
            onClick={() => setUnfolded(new Set([...unfolded, index]))}
            className="block min-h-6 w-full px-2 text-left font-sans text-xs text-muted underline underline-offset-2 -outline-offset-2 hover:bg-hover max-md:min-h-11"
          >
            {messages.common.show} {messages.compare.unchangedLines(block.lines.length)}
          </button>
        ) : (
          block.lines.map((line, at) => <Row key={`${index} ${at}`} line={line} />)
        ),
      )}
    </span>
  );
}

function Row({ line: { kind, text } }: { line: Line }) {
  const body = (
    <>
      <span aria-hidden className="mr-2 inline-block w-2 select-none">
        {signs[kind]}
      </span>
      <InvisibleText text={text} />
    </>
  );
  const look = 'block px-2 whitespace-pre-wrap wrap-anywhere';
  if (kind === 'added')
    return (
      <ins className={cx(look, 'bg-added-bg text-added no-underline')}>
        <span className="sr-only">{messages.compare.after} </span>
        {body}
      </ins>
    );
  if (kind === 'removed')
    return (
      <del className={cx(look, 'bg-removed-bg text-removed no-underline')}>
        <span className="sr-only">{messages.compare.before} </span>
        {body}
      </del>
    );
  return <span className={look}>{body}</span>;
}
