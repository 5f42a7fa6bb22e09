import { describe, expect, test } from 'vitest';
import { ariaKeys, isSingleKey, keysText, matches, strokesOf, type KeyPress } from './shortcut-keys.ts';
import { find, type Shortcut, type Where } from './shortcuts.ts';

const press = (key: string, more: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...more,
});
const idle: Where = { typing: false, inLayer: false, singleKeys: true, isMac: false };
const run = () => undefined;
const shortcuts: Shortcut[] = [
  { keys: 'c', label: 'Compare', run },
  { keys: 'g h', label: 'Home', run },
  { keys: '?', label: 'Help', run },
  { keys: 'mod+k', label: 'Search', run, whileTyping: true },
  { keys: 'mod+z', label: 'Undo', run },
  { keys: 'ArrowRight', label: 'Next step' },
];
const named = (presses: KeyPress[], where: Partial<Where> = {}) =>
  find([{ group: 'Page', shortcuts }], presses, { ...idle, ...where }).shortcut?.label;

describe('a key press finds its shortcut', () => {
  test('by key, sign, sequence and with Ctrl', () => {
    expect(named([press('c')])).toBe('Compare');
    expect(named([press('?', { shiftKey: true })])).toBe('Help');
    expect(named([press('k', { ctrlKey: true })])).toBe('Search');
    expect(named([press('g'), press('h')])).toBe('Home');
    expect(find([{ group: 'Page', shortcuts }], [press('g')], idle)).toEqual({ waits: true });
  });
  test('and no other one', () => {
    expect(named([press('c', { ctrlKey: true })])).toBeUndefined();
    expect(named([press('c', { shiftKey: true })])).toBeUndefined();
    expect(named([press('c', { altKey: true })])).toBeUndefined();
    expect(named([press('k', { metaKey: true })])).toBeUndefined();
    expect(named([press('ArrowRight')])).toBeUndefined();
  });
  test('Cmd is the modifier of a Mac', () => {
    expect(named([press('k', { metaKey: true })], { isMac: true })).toBe('Search');
    expect(named([press('k', { ctrlKey: true })], { isMac: true })).toBeUndefined();
  });
  test('Caps Lock changes nothing', () => {
    expect(named([press('C')])).toBe('Compare');
  });
  test('the last registered wins', () => {
    const later = { group: 'Dialog', shortcuts: [{ keys: 'c', label: 'Later', run }] };
    expect(find([{ group: 'Page', shortcuts }, later], [press('c')], idle).shortcut?.label).toBe('Later');
  });
});

describe('[UA14] single keys do nothing', () => {
  test.each([
    ['while typing', { typing: true }],
    ['in a dialog or menu', { inLayer: true }],
    ['when switched off', { singleKeys: false }],
  ])('%s', (_, where) => {
    for (const presses of [[press('c')], [press('?')], [press('g'), press('h')]])
      expect(named(presses, where)).toBeUndefined();
  });
  test('with Ctrl they work when switched off, and while typing only if they say so', () => {
    expect(named([press('k', { ctrlKey: true })], { singleKeys: false })).toBe('Search');
    expect(named([press('k', { ctrlKey: true })], { typing: true })).toBe('Search');
    expect(named([press('z', { ctrlKey: true })], { typing: true })).toBeUndefined();
  });
});

test('keys are read and shown', () => {
  expect(strokesOf('alt+shift+ArrowLeft')).toEqual([
    { key: 'ArrowLeft', mod: false, alt: true, shift: true },
  ]);
  expect(keysText('g h', false)).toEqual(['G', 'H']);
  expect(keysText('mod+k', false)).toEqual(['Ctrl K']);
  expect(keysText('mod+k', true)).toEqual(['⌘ K']);
  expect(keysText('alt+ArrowUp', false)).toEqual(['Alt ↑']);
  expect(ariaKeys('mod+k', false)).toBe('Control+K');
  expect(ariaKeys('g h', false)).toBeUndefined();
  expect([isSingleKey('c'), isSingleKey('F6'), isSingleKey('mod+k'), isSingleKey('g h')]).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect(
    matches({ key: '+', mod: false, alt: false, shift: false }, press('+', { shiftKey: true }), false),
  ).toBe(true);
});
