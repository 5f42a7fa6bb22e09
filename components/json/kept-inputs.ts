'use client';
import { createContext, useContext, useState } from 'react';
import { createStore, useStore, type StoreApi } from 'zustand';

/** Text that is no value yet, and why. */
export type KeptInput = { text: string; message: string };
export type KeptInputsStore = StoreApi<{ inputs: ReadonlyMap<string, KeptInput> }>;

/** What was typed and could not be taken over, by its place: it outlives the field it was typed into. */
export function createKeptInputs(): KeptInputsStore {
  return createStore(() => ({ inputs: new Map<string, KeptInput>() }));
}

export function keepInput(store: KeptInputsStore, place: string, input: KeptInput | undefined): void {
  const { inputs } = store.getState();
  if (input === undefined && !inputs.has(place)) return;
  const next = new Map(inputs);
  if (input === undefined) next.delete(place);
  else next.set(place, input);
  store.setState({ inputs: next });
}

/** Places begin anew: a step was renamed. */
export function renamePlaces(store: KeptInputsStore, from: string, to: string): void {
  store.setState(({ inputs }) => ({
    inputs: new Map(
      [...inputs].map(([place, input]) =>
        place.startsWith(`${from}/`) || place.startsWith(`${from}#`)
          ? [to + place.slice(from.length), input]
          : [place, input],
      ),
    ),
  }));
}

export const KeptInputsContext = createContext<KeptInputsStore | null>(null);
/** Put before the place of every field below: which step, which check. */
export const PlaceContext = createContext('');

export type TypedText = {
  /** The whole place, for finding the field. */
  key: string;
  text: string;
  problem: string | undefined;
  onChange(text: string): void;
  onBlur(): void;
  /** Gives up what was typed and shows the value again. */
  discard(): void;
};

/**
 * A text field over a value: shows the value until somebody types, then the text as typed. `commit` takes it over or
 * says why it cannot; then the text stays until it can or is given up. A value that changes otherwise, as by another
 * tab, takes the place of text that was taken over.
 */
export function useTypedText(
  place: string,
  shown: string,
  commit: (text: string) => string | undefined | void,
): TypedText {
  const shared = useContext(KeptInputsContext);
  const [own] = useState(createKeptInputs);
  const store = shared ?? own;
  const key = useContext(PlaceContext) + place;
  const kept = useStore(store, (state) => state.inputs.get(key));
  const [typed, setTyped] = useState<{ text: string; became?: string }>();
  if (typed && typed.became === undefined) setTyped({ text: typed.text, became: shown });
  else if (typed && typed.became !== shown) setTyped(undefined);
  return {
    key,
    text: kept?.text ?? typed?.text ?? shown,
    problem: kept?.message,
    onChange(text) {
      setTyped({ text });
      const message = commit(text);
      keepInput(store, key, typeof message === 'string' ? { text, message } : undefined);
    },
    onBlur: () => setTyped(undefined),
    discard() {
      setTyped(undefined);
      keepInput(store, key, undefined);
    },
  };
}
