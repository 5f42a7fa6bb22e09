'use client';
import { create } from 'zustand';
import { THEME_KEY } from './theme-script.ts';

export type Theme = 'light' | 'dark' | 'system';

export const useTheme = create<{ theme: Theme }>(() => ({ theme: 'system' }));

function apply(theme: Theme): void {
  const dark = theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
}
export function setTheme(theme: Theme): void {
  try {
    localStorage.setItem(THEME_KEY, theme);
  } catch {
    // Private windows may refuse storage; the theme then lasts as long as the page.
  }
  useTheme.setState({ theme });
  apply(theme);
}
/** Reads the stored choice and follows the system while it is "system". Returns its stop. */
export function followTheme(): () => void {
  try {
    const stored = localStorage.getItem(THEME_KEY);
    if (stored === 'light' || stored === 'dark') useTheme.setState({ theme: stored });
  } catch {
    // As above.
  }
  const media = matchMedia('(prefers-color-scheme: dark)');
  const onChange = () => apply(useTheme.getState().theme);
  media.addEventListener('change', onChange);
  return () => media.removeEventListener('change', onChange);
}
