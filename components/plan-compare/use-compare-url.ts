'use client';
import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';

export const views = ['overlay', 'split', 'list'] as const;
export type View = (typeof views)[number];

/** Everything that is seen of a comparison, in the address: Back works, and a copied link opens the same. */
export function useCompareUrl(preset: View) {
  const [query, set] = useQueryStates(
    {
      view: parseAsStringLiteral(views),
      only: parseAsStringLiteral(['auth']),
      step: parseAsString,
      unchanged: parseAsStringLiteral(['off']),
    },
    { history: 'push' },
  );
  return {
    view: query.view ?? preset,
    onlyAuth: query.only === 'auth',
    selected: query.step ?? undefined,
    hidesUnchanged: query.unchanged === 'off',
    setView: (view: View) => void set({ view }),
    setOnlyAuth: (on: boolean) => void set({ only: on ? 'auth' : null }),
    select: (id: string | undefined) => void set({ step: id ?? null }),
    setHidesUnchanged: (on: boolean) => void set({ unchanged: on ? 'off' : null }),
  };
}
export type CompareUrl = ReturnType<typeof useCompareUrl>;
