'use client';
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useCallback } from 'react';
import type { Address } from '#core/run/address.ts';

export const tabs = ['graph', 'timeline', 'list', 'activity', 'effects'] as const;
export type RunTab = (typeof tabs)[number];

/** Where in the run the page is: all of it in the address, so that Back undoes it and a copied link opens it. */
export function useRunPlace() {
  const [place, setPlace] = useQueryStates(
    { tab: parseAsStringLiteral(tabs), step: parseAsString, item: parseAsInteger, obs: parseAsInteger },
    { history: 'push' },
  );
  const select = useCallback(
    (to: Address | undefined) => void setPlace({ step: to?.stepId ?? null, item: to?.item ?? null }),
    [setPlace],
  );
  const selectStep = useCallback(
    (stepId: string | undefined) => select(stepId === undefined ? undefined : { stepId }),
    [select],
  );
  const openTab = useCallback((tab: RunTab) => void setPlace({ tab }), [setPlace]);
  return { place, select, selectStep, openTab };
}
