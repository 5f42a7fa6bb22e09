'use client';
import { create } from 'zustand';
import { PREFERENCES_KEY } from './preferences-script.ts';

/** How this browser shows things. Kept here and not on the server: a phone at night and a desk differ. */
const choices = {
  theme: ['system', 'light', 'dark'],
  density: ['comfortable', 'compact'],
  motion: ['system', 'off'],
  /** Shortcuts of one character (WCAG 2.1.4). */
  singleKeys: ['on', 'off'],
  rail: ['narrow', 'pinned'],
} as const;
export type Preferences = { [Name in keyof typeof choices]: (typeof choices)[Name][number] };

const defaults: Preferences = {
  theme: 'system',
  density: 'comfortable',
  motion: 'system',
  singleKeys: 'on',
  rail: 'narrow',
};
export const usePreferences = create<Preferences>(() => defaults);

/** What was stored, as far as it makes sense; anything else is the default. */
export function readPreferences(stored: string | null): Preferences {
  let value: unknown;
  try {
    value = JSON.parse(stored ?? '{}');
  } catch {
    return defaults;
  }
  if (typeof value !== 'object' || value === null) return defaults;
  const known = Object.entries(value).filter(([name, choice]) =>
    (choices as Record<string, readonly unknown[]>)[name]?.includes(choice),
  );
  return { ...defaults, ...Object.fromEntries(known) };
}

function apply({ theme, density, motion, rail }: Preferences): void {
  const { dataset } = document.documentElement;
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  dataset.theme = dark ? 'dark' : 'light';
  const mark = (name: string, value: string, plain: string) => {
    if (value === plain) delete dataset[name];
    else dataset[name] = value;
  };
  mark('density', density, defaults.density);
  mark('motion', motion, defaults.motion);
  mark('rail', rail, defaults.rail);
}

/** False when the browser keeps nothing (a private window): the choice then lasts as long as the page. */
export function setPreference<Name extends keyof Preferences>(name: Name, value: Preferences[Name]): boolean {
  usePreferences.setState({ [name]: value });
  const preferences = usePreferences.getState();
  apply(preferences);
  try {
    localStorage.setItem(PREFERENCES_KEY, JSON.stringify(preferences));
    return true;
  } catch {
    return false;
  }
}

/** Reads what is stored and follows the system's theme and other tabs. Returns its stop. */
export function followPreferences(): () => void {
  const read = () => {
    let stored: string | null = null;
    try {
      stored = localStorage.getItem(PREFERENCES_KEY);
    } catch {
      // As in setPreference.
    }
    usePreferences.setState(readPreferences(stored));
    apply(usePreferences.getState());
  };
  read();
  const media = matchMedia('(prefers-color-scheme: dark)');
  const onChange = () => apply(usePreferences.getState());
  const onStorage = (event: StorageEvent) => {
    if (event.key === PREFERENCES_KEY) read();
  };
  media.addEventListener('change', onChange);
  window.addEventListener('storage', onStorage);
  return () => {
    media.removeEventListener('change', onChange);
    window.removeEventListener('storage', onStorage);
  };
}
