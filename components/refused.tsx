'use client';
import { ReasonDetails } from './reason-details.tsx';
import { reasonOf } from './trpc.tsx';
import { Notice } from './ui/notice.tsx';

/** Why a request was refused, as the server says it, with the fields it names. */
export function Refused({ error, className }: { error: unknown; className?: string }) {
  if (!error) return null;
  const reason = reasonOf(error);
  const { message, fields, code } = reason;
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
        <ReasonDetails reason={reason} />
      </Notice>
    </div>
  );
}
