export const THEME_KEY = 'countersign.theme';

/** Runs in <head> before the first paint, so that a dark room stays dark. Kept in step with `apply` in theme.ts. */
export const themeScript = `try{var t=localStorage.getItem('${THEME_KEY}')||'system';document.documentElement.dataset.theme=t==='system'?(matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light'):t}catch(e){document.documentElement.dataset.theme='light'}`;
