'use client';
import type { Json } from '#core/json.ts';
import { hiddenFingerprint } from '#core/plan/hidden-values.ts';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { byClass, fact, type FieldChange } from './changes.ts';
import { fieldLabel } from './field-label.ts';
import { itemParts, textLook, wordParts, type Part } from './text-lines.ts';
import { TextLines } from './text-diff.tsx';
import { valueRows, type ValueRow } from './value-rows.ts';

/** One row a changed field: name, old, new, why it matters. Never Markdown. */
export function FieldRows({ changeId = '', fields }: { changeId?: string; fields: readonly FieldChange[] }) {
  if (fields.length === 0) return null;
  return (
    <ul className="divide-y divide-border rounded-control border border-border text-sm">
      {byClass(fields).map((field, index) => (
        <li
          key={`${field.path} ${index}`}
          data-fact={changeId === '' ? undefined : fact.field(changeId, field.path)}
          className="flex flex-col gap-0.5 px-3 py-1.5"
        >
          <span className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="text-sm font-medium wrap-anywhere" title={field.path}>
              {fieldLabel(changeId, field.path)}
            </span>
            {field.class === 'A' ? (
              <span className="text-xs font-semibold text-changed">{messages.compare.againShort}</span>
            ) : null}
          </span>
          <Difference from={field.from} to={field.to} />
          {field.why ? (
            <span className="text-xs wrap-anywhere text-muted">
              <InvisibleText text={field.why} />
            </span>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

/** By the kind of value: one line, words, lines, the items of a list, or the leaves of what has a structure. */
export function Difference({ from, to }: { from?: Json | undefined; to?: Json | undefined }) {
  // A step that is new or gone as a whole: its own facts are shown beside it.
  if (from === undefined && to === undefined) return null;
  const { rows, same } = valueRows(from, to);
  const only = rows.length === 1 && rows[0]?.path === '' ? rows[0] : undefined;
  if (only) return <Leaf row={only} />;
  const isWhole = from === undefined || to === undefined;
  return (
    <span className="flex flex-col gap-1">
      {isWhole ? (
        <span className="text-muted">
          {from === undefined ? messages.compare.addedValue : messages.compare.removedValue}
        </span>
      ) : null}
      {rows.map((row) => (
        <span key={row.path} className="flex flex-col border-l-2 border-border pl-2">
          <span className="font-mono text-xs wrap-anywhere text-muted">
            <InvisibleText text={row.path} />
          </span>
          <Leaf row={row} isPart={isWhole} />
        </span>
      ))}
      {same > 0 ? <span className="text-xs text-muted">{messages.compare.unchangedFields(same)}</span> : null}
    </span>
  );
}

/** `isPart`: of a whole that is new or gone, which is said once above. */
function Leaf({ row: { from, to }, isPart }: { row: ValueRow; isPart?: boolean }) {
  const [was, is] = [hiddenFingerprint(from), hiddenFingerprint(to)];
  if (was !== undefined || is !== undefined) return <Hidden from={was} to={is} />;
  if (typeof from === 'string' && typeof to === 'string') {
    const look = textLook(from, to);
    if (look === 'lines') return <TextLines from={from} to={to} />;
    if (look === 'words') return <Parts parts={wordParts(from, to)} />;
  }
  if (Array.isArray(from) && Array.isArray(to)) {
    const [before, after] = [from.map(text), to.map(text)];
    return <Parts parts={itemParts(before, after)} asItems />;
  }
  const whole = from === undefined ? to : to === undefined ? from : undefined;
  if (typeof whole === 'string' && whole.includes('\n'))
    return <TextLines from={from === undefined ? '' : whole} to={to === undefined ? '' : whole} />;
  return (
    <span className="font-mono text-sm wrap-anywhere">
      {from !== undefined ? (
        <del className="text-removed decoration-1">
          <span className="sr-only">{messages.compare.before} </span>
          <InvisibleText text={text(from)} />
        </del>
      ) : isPart ? null : (
        <span className="font-sans text-muted">{messages.compare.addedValue}</span>
      )}
      {isPart ? null : <span aria-hidden> → </span>}
      {to !== undefined ? (
        <ins className="font-semibold text-added no-underline">
          <span className="sr-only">{messages.compare.after} </span>
          <InvisibleText text={text(to)} />
        </ins>
      ) : isPart ? null : (
        <span className="font-sans text-muted">{messages.compare.removedValue}</span>
      )}
    </span>
  );
}

/** Typed literals: "5" and 5 differ on the screen as they do in the call. */
function text(value: Json): string {
  return JSON.stringify(value);
}

function Hidden({ from, to }: { from: string | undefined; to: string | undefined }) {
  const said = (fingerprint: string | undefined, absent: string) =>
    fingerprint === undefined ? absent : messages.compare.hiddenValue(fingerprint);
  return (
    <span className="text-sm">
      <span className="font-semibold">{messages.compare.hidden}</span>{' '}
      <span className="font-mono text-xs text-muted">
        {said(from, messages.compare.addedValue)}
        <span aria-hidden> → </span>
        {said(to, messages.compare.removedValue)}
      </span>
    </span>
  );
}

function Parts({ parts, asItems }: { parts: readonly Part[]; asItems?: boolean }) {
  return (
    <span
      className={
        asItems
          ? 'flex flex-wrap gap-1 font-mono text-sm'
          : 'block max-h-72 overflow-auto font-mono text-sm wrap-anywhere whitespace-pre-wrap'
      }
    >
      {parts.map((part, index) =>
        part.kind === 'added' ? (
          <ins key={index} className="rounded-chip bg-added-bg text-added no-underline">
            <span className="sr-only">{messages.compare.after} </span>
            {asItems ? '+ ' : null}
            <InvisibleText text={part.text} />
          </ins>
        ) : part.kind === 'removed' ? (
          <del key={index} className="rounded-chip bg-removed-bg text-removed">
            <span className="sr-only">{messages.compare.before} </span>
            {asItems ? '− ' : null}
            <InvisibleText text={part.text} />
          </del>
        ) : (
          <span key={index}>
            <InvisibleText text={part.text} />
          </span>
        ),
      )}
    </span>
  );
}
