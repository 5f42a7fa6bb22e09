'use client';
import Link from 'next/link';
import { ArgumentRows } from '#components/json/argument-rows.tsx';
import type { Leaf } from '#components/json/leaves.ts';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { changedFirst, notesAt, type ArgumentNote } from './argument-notes.ts';
import type { Card } from './card.ts';

/** Row 5: every value of the call, with where it comes from when that is not the reviewed plan itself. */
export function CardArguments({ card }: { card: Card }) {
  const isChange = ({ kind }: ArgumentNote) => kind === 'changed' || kind === 'edited';
  const flag = ({ path, value }: Leaf) => notesList(notesAt(card, path, value), card.runId);
  return (
    <ArgumentRows
      args={changedFirst(card)}
      codeArgs={card.codeArgs}
      isChanged={({ path, value }) => notesAt(card, path, value).some(isChange)}
      flag={flag}
    />
  );
}

function notesList(notes: readonly ArgumentNote[], runId: string) {
  if (notes.length === 0) return null;
  return (
    <ul className="mt-0.5 flex flex-wrap gap-x-3 text-xs">
      {notes.map((note) => (
        <li key={JSON.stringify(note)}>
          <Note note={note} runId={runId} />
        </li>
      ))}
    </ul>
  );
}

function Note({ note, runId }: { note: ArgumentNote; runId: string }) {
  const text = messages.approval.notes;
  switch (note.kind) {
    case 'changed':
    case 'edited':
      return (
        <span className="font-medium text-changed">
          {note.kind === 'changed' ? text.changed(note.since) : text.edited(note.by)}
          {note.was === null ? null : (
            <>
              {' '}
              {text.was}{' '}
              <del className="font-mono break-all">
                <InvisibleText text={note.was} />
              </del>
            </>
          )}
        </span>
      );
    case 'step-output':
      return (
        <Link
          href={`/runs/${runId}?step=${encodeURIComponent(note.stepId)}&tab=call`}
          className="text-link text-muted"
        >
          {text.fromStep(note.stepId)}
        </Link>
      );
    case 'item':
      return <span className="text-muted">{text.fromItem}</span>;
    case 'input':
      return <span className="text-muted">{text.fromInput}</span>;
    case 'untrusted':
      return <span className="font-medium text-danger">{text.untrusted}</span>;
    case 'empty':
      return <span className="font-medium">{text.empty}</span>;
    case 'long':
      return <span className="text-muted">{text.characters(note.characters)}</span>;
  }
}
