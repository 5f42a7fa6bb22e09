import { Fragment } from 'react';
import { splitInvisible } from './invisible.ts';

/**
 * Untrusted text as it is: never Markdown, never HTML; characters that hide or reorder text stand as chips.
 * One element, so that a row that lays out its children keeps it together.
 */
export function InvisibleText({ text }: { text: string }) {
  const parts = splitInvisible(text);
  if (parts.length === 1 && parts[0]?.kind === 'text') return <>{text}</>;
  return (
    <span>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {part.kind === 'text' ? (
            part.text
          ) : (
            <span
              className="mx-px inline-block rounded-chip border border-danger px-1 font-mono text-xs leading-4 text-danger"
              title={part.name}
            >
              {part.code}
            </span>
          )}
        </Fragment>
      ))}
    </span>
  );
}
