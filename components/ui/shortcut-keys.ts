/**
 * Keys of a shortcut, written as text: `c`, `?`, `g h` (one after the other), `mod+k` (Ctrl, on a Mac Cmd),
 * `alt+ArrowLeft`, `shift+F6`. Names of keys are those of `KeyboardEvent.key`.
 */
export type Stroke = { key: string; mod: boolean; alt: boolean; shift: boolean };
export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

export function strokesOf(keys: string): Stroke[] {
  return keys.split(' ').map((text) => {
    const parts = text === '+' ? ['+'] : text.split('+');
    const key = parts.at(-1) ?? '';
    return {
      key: key.length === 1 ? key.toLowerCase() : key,
      mod: parts.slice(0, -1).includes('mod'),
      alt: parts.slice(0, -1).includes('alt'),
      shift: parts.slice(0, -1).includes('shift'),
    };
  });
}

/** One character without Ctrl, Cmd or Alt: what speech input and resting hands can type by accident (WCAG 2.1.4). */
export function isSingleKey(keys: string): boolean {
  return strokesOf(keys).some(({ key, mod, alt }) => key.length === 1 && !mod && !alt);
}

const isLetter = (key: string) => /^\p{L}$/u.test(key);

export function matches(stroke: Stroke, press: KeyPress, isMac: boolean): boolean {
  const key = press.key.length === 1 ? press.key.toLowerCase() : press.key;
  const [mod, other] = isMac ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey];
  if (key !== stroke.key || mod !== stroke.mod || other || press.altKey !== stroke.alt) return false;
  // Signs such as ? need Shift on one layout and not on another; letters and named keys mean what is written.
  return (key.length === 1 && !isLetter(key) && !stroke.mod) || press.shiftKey === stroke.shift;
}

const named: Record<string, string> = {
  ArrowLeft: '←',
  ArrowRight: '→',
  ArrowUp: '↑',
  ArrowDown: '↓',
  Escape: 'Esc',
  ' ': 'Space',
};
/** As people read it, one text a stroke: `Ctrl K`, on a Mac `⌘ K`. */
export function keysText(keys: string, isMac: boolean): string[] {
  return strokesOf(keys).map(({ key, mod, alt, shift }) =>
    [
      mod ? (isMac ? '⌘' : 'Ctrl') : '',
      alt ? (isMac ? '⌥' : 'Alt') : '',
      shift ? 'Shift' : '',
      named[key] ?? (key.length === 1 ? key.toUpperCase() : key),
    ]
      .filter(Boolean)
      .join(' '),
  );
}

/** As `aria-keyshortcuts` wants it. Sequences have no form there. */
export function ariaKeys(keys: string, isMac: boolean): string | undefined {
  const [stroke, ...more] = strokesOf(keys);
  if (!stroke || more.length > 0) return undefined;
  const { key, mod, alt, shift } = stroke;
  return [
    mod ? (isMac ? 'Meta' : 'Control') : '',
    alt ? 'Alt' : '',
    shift ? 'Shift' : '',
    key.length === 1 ? key.toUpperCase() : key,
  ]
    .filter(Boolean)
    .join('+');
}
