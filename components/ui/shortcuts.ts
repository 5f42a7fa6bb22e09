'use client';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { create } from 'zustand';
import { usePreferences } from '#components/preferences.ts';
import { isSingleKey, matches, strokesOf, type KeyPress } from './shortcut-keys.ts';

/**
 * The one registry of shortcuts: what is registered works while its screen is mounted and is listed by the help (`?`).
 * Single keys do nothing while typing, in dialogs and menus, and when switched off in Settings.
 */
export type Shortcut = {
  keys: string;
  /** What it does, for the help. */
  label: string;
  /** Without it the shortcut is only listed: a widget such as the graph handles the key itself. */
  run?: () => void;
  /** Called when the key is let go of, for what lasts while it is held. */
  release?: () => void;
  /** Also while typing. For keys with Ctrl, Cmd or Alt. */
  whileTyping?: boolean;
  /** Again and again while it is held. */
  repeats?: boolean;
};
type Registered = { group: string; shortcuts: readonly Shortcut[] };

export const useShortcutRegistry = create<{ groups: readonly Registered[] }>(() => ({ groups: [] }));

/** Registers shortcuts under the heading `group`. Later ones win, so a screen may take a key of the shell. */
export function useShortcuts(group: string, shortcuts: readonly Shortcut[], enabled = true): void {
  const latest = useRef(shortcuts);
  useEffect(() => {
    latest.current = shortcuts;
  });
  const shape = JSON.stringify(
    shortcuts.map(({ run, release, ...listed }) => ({
      listed,
      runs: Boolean(run),
      releases: Boolean(release),
    })),
  );
  useEffect(() => {
    if (!enabled) return;
    const shapes = JSON.parse(shape) as { listed: Shortcut; runs: boolean; releases: boolean }[];
    const registered: Registered = {
      group,
      shortcuts: shapes.map(({ listed, runs, releases }, index): Shortcut => ({
        ...listed,
        ...(runs ? { run: () => latest.current[index]?.run?.() } : {}),
        ...(releases ? { release: () => latest.current[index]?.release?.() } : {}),
      })),
    };
    useShortcutRegistry.setState(({ groups }) => ({ groups: [...groups, registered] }));
    return () =>
      useShortcutRegistry.setState(({ groups }) => ({
        groups: groups.filter((each) => each !== registered),
      }));
  }, [group, shape, enabled]);
}

export type Where = { typing: boolean; inLayer: boolean; singleKeys: boolean; isMac: boolean };
export type Found = { shortcut?: Shortcut; waits: boolean };

/** The shortcut of a key press after the presses before it; `waits` when it may still become a sequence. */
export function find(
  groups: readonly Registered[],
  presses: readonly KeyPress[],
  { typing, inLayer, singleKeys, isMac }: Where,
): Found {
  let waits = false;
  for (const { shortcuts } of groups.toReversed()) {
    for (const shortcut of shortcuts) {
      if (!shortcut.run || inLayer) continue;
      const single = isSingleKey(shortcut.keys);
      if ((single && (typing || !singleKeys)) || (typing && !shortcut.whileTyping)) continue;
      const strokes = strokesOf(shortcut.keys);
      const fits = presses.every((press, index) => {
        const stroke = strokes[index];
        return stroke !== undefined && matches(stroke, press, isMac);
      });
      if (!fits) continue;
      if (strokes.length === presses.length) return { shortcut, waits: false };
      waits = true;
    }
  }
  return { waits };
}

const isMac = () => /Mac|iPhone|iPad/.test(navigator.platform);
const never = () => () => undefined;
/** Whether Cmd is the modifier here; false while the server renders. */
export function useIsMac(): boolean {
  return useSyncExternalStore(never, isMac, () => false);
}

const notTyped = new Set([
  'button',
  'checkbox',
  'color',
  'file',
  'image',
  'radio',
  'range',
  'reset',
  'submit',
]);
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !notTyped.has(target.type);
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    target.isContentEditable ||
    ['textbox', 'combobox', 'searchbox', 'listbox', 'spinbutton'].includes(target.role ?? '')
  );
}
const isLayerOpen = () =>
  document.querySelector(
    '[role="dialog"]:not([data-state="closed"]), [role="alertdialog"], [role="menu"], [role="listbox"]:not([data-inline])',
  ) !== null;

const SEQUENCE_MS = 1_200;

/** Listens for the whole page. The shell calls it once. */
export function listenForShortcuts(): () => void {
  let before: KeyboardEvent[] = [];
  let held: { key: string; release: () => void } | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const forget = () => {
    before = [];
    clearTimeout(timer);
  };
  const letGo = () => {
    held?.release();
    held = undefined;
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.defaultPrevented || event.isComposing) return;
    if (['Shift', 'Control', 'Alt', 'Meta'].includes(event.key)) return;
    const where: Where = {
      typing: isTyping(event.target),
      inLayer: isLayerOpen(),
      singleKeys: usePreferences.getState().singleKeys === 'on',
      isMac: isMac(),
    };
    const { groups } = useShortcutRegistry.getState();
    let found = find(groups, [...before, event], where);
    if (!found.shortcut && !found.waits && before.length > 0) {
      forget();
      found = find(groups, [event], where);
    }
    if (!found.shortcut) {
      if (!found.waits) return forget();
      before = [...before, event];
      clearTimeout(timer);
      timer = setTimeout(forget, SEQUENCE_MS);
      return;
    }
    forget();
    event.preventDefault();
    const { shortcut } = found;
    if (event.repeat && !shortcut.repeats) return;
    if (shortcut.release) held = { key: event.key.toLowerCase(), release: shortcut.release };
    shortcut.run?.();
  };
  const onKeyUp = (event: KeyboardEvent) => {
    if (held && event.key.toLowerCase() === held.key) letGo();
  };
  window.addEventListener('keydown', onKeyDown);
  window.addEventListener('keyup', onKeyUp);
  window.addEventListener('blur', letGo);
  return () => {
    forget();
    letGo();
    window.removeEventListener('keydown', onKeyDown);
    window.removeEventListener('keyup', onKeyUp);
    window.removeEventListener('blur', letGo);
  };
}
