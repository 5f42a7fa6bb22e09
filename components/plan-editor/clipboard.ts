/** Best effort: without the browser's leave, pasting in this editor works all the same. */
export function writeClipboard(text: string): void {
  void navigator.clipboard?.writeText(text).catch(() => undefined);
}

/** Text is being edited, or some is marked: the clipboard is the text's. */
export function clipboardIsForText(target: EventTarget | null): boolean {
  if (target instanceof Element && target.closest('input, textarea, select, [contenteditable]')) return true;
  return (document.getSelection()?.toString() ?? '') !== '';
}
