'use client';
import type { ReactNode } from 'react';
import type { JsonObject } from '#core/json.ts';
import { cx } from '#components/ui/cx.ts';
import { CodeBlock } from '#components/ui/code-block.tsx';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { kindOf, leavesOf, literal, type Leaf } from './leaves.ts';

/**
 * Arguments, complete: one row a leaf, typed literals, nothing cut. Text that is code, or runs over several lines,
 * stands as it will be sent in a box that scrolls.
 */
export function ArgumentRows({
  args,
  codeArgs = {},
  flag,
  isChanged,
}: {
  args: JsonObject;
  codeArgs?: Readonly<Record<string, string>>;
  flag?: (leaf: Leaf) => ReactNode;
  isChanged?: (leaf: Leaf) => boolean;
}) {
  const leaves = leavesOf(args);
  if (leaves.length === 0) return <p className="text-sm text-muted">{messages.args.none}</p>;
  return (
    <dl className="@container divide-y divide-border rounded-control border border-border">
      {leaves.map((leaf) => (
        <div
          key={leaf.path}
          data-argument={leaf.path}
          className={cx(
            'grid gap-x-3 gap-y-1 px-3 py-1.5 @md:grid-cols-[minmax(6rem,10rem)_1fr]',
            isChanged?.(leaf) && 'bg-changed-bg',
          )}
        >
          <dt className="text-sm wrap-anywhere text-muted">{leaf.label}</dt>
          <dd className="min-w-0">
            <Value leaf={leaf} language={codeArgs[leaf.label]} />
            {flag?.(leaf)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Value({ leaf, language }: { leaf: Leaf; language: string | undefined }) {
  if (leaf.binding !== undefined) {
    return (
      <span className="font-mono text-sm wrap-anywhere">
        <span className="mr-1.5 font-sans text-xs font-medium text-faint">{messages.args.computed}</span>
        <InvisibleText text={leaf.binding} />
      </span>
    );
  }
  if (
    typeof leaf.value === 'string' &&
    (language !== undefined || leaf.value.includes('\n') || leaf.value.length > 80)
  ) {
    return <CodeBlock text={leaf.value} label={leaf.label} language={language} />;
  }
  return (
    <span className="block max-h-60 overflow-auto font-mono text-sm wrap-anywhere" title={kindOf(leaf.value)}>
      <InvisibleText text={literal(leaf.value)} />
    </span>
  );
}
