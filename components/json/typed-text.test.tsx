// @vitest-environment happy-dom
import { act, useEffect, useState } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useTypedText, type TypedText } from './kept-inputs.ts';

let root: Root;
let typed: TypedText;
let changeElsewhere: (value: string) => void;
beforeEach(() => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  root = createRoot(document.createElement('div'));
});
afterEach(async () => {
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});

/** A field over a value that is kept without the spaces around it. */
function Box({ show }: { show(field: TypedText, setValue: (value: string) => void): void }) {
  const [value, setValue] = useState('one');
  const field = useTypedText('title', value, (text) => (text === '' ? 'Needed.' : setValue(text.trim())));
  useEffect(() => show(field, setValue), [show, field]);
  return null;
}
const show = (field: TypedText, setValue: (value: string) => void) => {
  typed = field;
  changeElsewhere = setValue;
};

test('text stays as it is typed, until the value changes otherwise', async () => {
  await act(async () => root.render(<Box show={show} />));
  await act(async () => typed.onChange('two '));
  expect(typed.text).toBe('two ');
  await act(async () => typed.onChange('two  t'));
  expect(typed.text).toBe('two  t');
  await act(async () => changeElsewhere('three'));
  expect(typed.text).toBe('three');
});

test('text that could not be taken over stays also then', async () => {
  await act(async () => root.render(<Box show={show} />));
  await act(async () => typed.onChange(''));
  await act(async () => changeElsewhere('three'));
  expect([typed.text, typed.problem]).toEqual(['', 'Needed.']);
  await act(async () => typed.discard());
  expect(typed.text).toBe('three');
});
