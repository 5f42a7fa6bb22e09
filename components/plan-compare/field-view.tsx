'use client';
import { diffLines, diffWordsWithSpace } from 'diff';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import type { FieldChange } from './changes.ts';

/** One row a changed field: path, old, new, why it matters. Never Markdown. */
export function FieldRows({ fields }: { fields: readonly FieldChange[] }) {
  if (fields.length === 0) return null;
  const order = { A: 0, B: 1, C: 2 } as const;
  return (
    <ul className="divide-y divide-border rounded-control border border-border text-sm">
      {[...fields]
        .sort((a, b) => order[a.class] - order[b.class])
        .map((field) => (
          <li key={field.path} className="flex flex-col gap-0.5 px-3 py-1.5">
            <span className="flex flex-wrap items-baseline justify-between gap-x-3">
              <span className="font-mono text-xs break-all text-muted">{field.path.replace(/^\//, '')}</span>
              {field.class === 'A' ? (
                <span className="text-xs font-semibold text-changed">{messages.compare.againShort}</span>
              ) : null}
            </span>
            <Change from={field.from} to={field.to} />
            {field.why ? <span className="text-xs text-muted">{field.why}</span> : null}
          </li>
        ))}
    </ul>
  );
}

function Change({ from, to }: Pick<FieldChange, 'from' | 'to'>) {
  // A step that is new or gone as a whole: its own facts are shown beside it.
  if (from === undefined && to === undefined) return null;
  if (
    typeof from === 'string' &&
    typeof to === 'string' &&
    (from.length > 60 || to.length > 60 || from.includes('\n') || to.includes('\n'))
  )
    return <TextChange from={from} to={to} />;
  return (
    <span className="font-mono text-sm break-all">
      {from === undefined ? null : (
        <del className="text-removed decoration-1">
          <span className="sr-only">{messages.compare.before} </span>
          <InvisibleText text={JSON.stringify(from)} />
        </del>
      )}
      <span aria-hidden> → </span>
      {to === undefined ? (
        <span className="font-sans text-muted">{messages.compare.removedValue}</span>
      ) : (
        <ins className="font-semibold text-added no-underline">
          <span className="sr-only">{messages.compare.after} </span>
          <InvisibleText text={JSON.stringify(to)} />
        </ins>
      )}
    </span>
  );
}

function TextChange({ from, to }: { from: string; to: string }) {
  const parts = from.includes('\n') || to.includes('\n') ? diffLines(from, to) : diffWordsWithSpace(from, to);
  return (
    <span className="block max-h-72 overflow-auto font-mono text-sm break-words whitespace-pre-wrap">
      {parts.map((part, index) =>
        part.added ? (
          <ins key={index} className="bg-added-bg text-added no-underline">
            <InvisibleText text={part.value} />
          </ins>
        ) : part.removed ? (
          <del key={index} className="bg-removed-bg text-removed">
            <InvisibleText text={part.value} />
          </del>
        ) : (
          <InvisibleText key={index} text={part.value} />
        ),
      )}
    </span>
  );
}
