'use client';
import { Check, X } from 'lucide-react';
import type { CheckResult } from '#core/run/events.ts';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { Time } from '#components/ui/time.tsx';

/** Facts by code: what was checked, what it found, when. */
export function CheckResults({ checks }: { checks: readonly CheckResult[] }) {
  if (checks.length === 0) return <p className="text-sm text-muted">{messages.checks.none}</p>;
  return (
    <ul className="divide-y divide-border rounded-control border border-border text-sm">
      {checks.map((check, index) => (
        <li key={`${check.id} ${check.at} ${index}`} className="flex gap-2 px-3 py-1.5">
          {check.holds ? (
            <Check aria-hidden size={16} className="mt-0.5 shrink-0 text-done" />
          ) : (
            <X aria-hidden size={16} className="mt-0.5 shrink-0 text-danger" />
          )}
          <div className="min-w-0 flex-1">
            <span className="sr-only">{check.holds ? messages.checks.holds : messages.checks.fails} </span>
            <code className="break-all">
              <InvisibleText text={check.expr} />
            </code>
            {check.message ? (
              <span className={check.holds ? 'block text-muted' : 'block font-medium'}>
                <InvisibleText text={check.message} />
              </span>
            ) : null}
            {check.value !== undefined && check.value !== check.holds ? (
              <span className="block text-muted">{messages.checks.value(JSON.stringify(check.value))}</span>
            ) : null}
            {check.probe ? (
              <span className="block font-mono text-xs break-all text-muted">
                {messages.checks.probe}{' '}
                <InvisibleText
                  text={
                    'inline' in check.probe ? JSON.stringify(check.probe.inline) : check.probe.ref.preview
                  }
                />
              </span>
            ) : null}
          </div>
          <span className="shrink-0 text-xs text-faint">
            {messages.checks.kinds[check.kind]}, <Time at={check.at} exact />
          </span>
        </li>
      ))}
    </ul>
  );
}
