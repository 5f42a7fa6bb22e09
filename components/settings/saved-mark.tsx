'use client';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { messages } from '#components/ui/messages.ts';

/** Said beside the field that was saved, until it changes again. `kept` is false when only this page remembers it. */
export type Saved = { kept: boolean; times: number } | undefined;

export function useSaved(): { saved: Saved; mark(kept?: boolean): void } {
  const [saved, setSaved] = useState<Saved>();
  return {
    saved,
    mark: (kept = true) => setSaved((before) => ({ kept, times: (before?.times ?? 0) + 1 })),
  };
}

export function SavedMark({ saved }: { saved: Saved }) {
  return (
    <span role="status" className="text-sm text-muted">
      {saved ? (
        <span key={saved.times} className="inline-flex items-center gap-1">
          <Check aria-hidden size={14} strokeWidth={2.25} />
          {saved.kept ? messages.common.saved : messages.preferences.notKept}
        </span>
      ) : null}
    </span>
  );
}
