export const PREFERENCES_KEY = 'countersign.preferences';

/** Runs in <head> before the first paint, so that a dark room stays dark. Kept in step with `apply` in preferences.ts. */
export const preferencesScript = `(function(){var r=document.documentElement.dataset,p={};try{p=JSON.parse(localStorage.getItem('${PREFERENCES_KEY}')||'{}')||{}}catch(e){}r.theme=p.theme==='light'||p.theme==='dark'?p.theme:matchMedia('(prefers-color-scheme: dark)').matches?'dark':'light';if(p.density==='compact')r.density='compact';if(p.motion==='off')r.motion='off';if(p.rail==='pinned')r.rail='pinned'})()`;
