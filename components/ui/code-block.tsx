'use client';
import { Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from './button.tsx';
import { cx } from './cx.ts';
import { InvisibleText } from './invisible-text.tsx';
import { messages } from './messages.ts';

/** Code or data, complete, in a box that scrolls by itself. Plain text with invisible characters shown. */
export function CodeBlock({
  text,
  label,
  language,
  className,
}: {
  text: string;
  label: string;
  language?: string | undefined;
  className?: string;
}) {
  return (
    <figure className={cx('overflow-hidden rounded-control border border-border bg-sunken', className)}>
      <figcaption className="flex items-center justify-between gap-2 border-b border-border px-2 py-0.5 text-xs text-faint">
        <span>{language ? `${label} · ${language.toUpperCase()}` : label}</span>
        <CopyButton text={text} />
      </figcaption>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a box that scrolls must be reachable by keyboard */}
      <pre
        tabIndex={0}
        aria-label={label}
        role="group"
        className="max-h-96 overflow-auto px-3 py-2 break-words whitespace-pre-wrap -outline-offset-2"
      >
        <code>
          <InvisibleText text={text} />
        </code>
      </pre>
    </figure>
  );
}

/** `text` may be a function of the moment of the click (an address that only the browser knows). */
export function CopyButton({
  text,
  label = messages.common.copy,
  title,
  className,
}: {
  text: string | (() => string);
  label?: string;
  /** What is copied, where the label does not say it. */
  title?: string;
  className?: string;
}) {
  const [copied, setCopied] = useState(false);
  return (
    <Button
      look="quiet"
      size="sm"
      title={title}
      className={className}
      onClick={() => {
        copyText(typeof text === 'string' ? text : text()).then(
          () => setCopied(true),
          () => setCopied(false),
        );
      }}
      onBlur={() => setCopied(false)}
    >
      <Copy aria-hidden size={14} />
      {copied ? messages.common.copied : label}
    </Button>
  );
}

/** Browsers give the clipboard only to secure pages; elsewhere the old way through a selection still works. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const box = document.createElement('textarea');
  box.value = text;
  document.body.append(box);
  box.select();
  document.execCommand('copy');
  box.remove();
}
