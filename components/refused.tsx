'use client';
import { reasonOf } from './trpc.tsx';
import { Notice } from './ui/notice.tsx';

/** Why a request was refused, as the server says it, with the fields it names. */
export function Refused({ error, className }: { error: unknown; className?: string }) {
  if (!error) return null;
  const { message, fields, code } = reasonOf(error);
  const named = code === 'invalid-input' ? Object.entries(fields) : [];
  return (
    <div role="alert" className={className}>
      <Notice look="problem" title={message}>
        {named.length > 0 ? (
          <ul>
            {named.map(([name, text]) => (
              <li key={name}>
                {name}: {String(text)}
              </li>
            ))}
          </ul>
        ) : null}
      </Notice>
    </div>
  );
}
