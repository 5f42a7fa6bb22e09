/** Focuses what appears within the next half second: a card or a field that is being drawn. */
export function focusWhenThere(find: () => HTMLElement | null | undefined, frames = 30): void {
  const element = find();
  if (element) {
    element.focus({ preventScroll: false });
    return;
  }
  if (frames > 0) requestAnimationFrame(() => focusWhenThere(find, frames - 1));
}

/** The card in the graph, or the row in the list. */
export function focusStep(id: string): void {
  const name = CSS.escape(id);
  requestAnimationFrame(() =>
    focusWhenThere(
      () =>
        document.querySelector<HTMLElement>(`.plan-canvas [data-step="${name}"]`) ??
        document.querySelector<HTMLElement>(`[data-row="${name}"]`),
    ),
  );
}

/**
 * The field of a place such as `step:copy/work/args/sql`, or the nearest one around it; closed sections around it open.
 */
export function focusPlace(place: string): void {
  focusWhenThere(() => {
    const path = place.replace(/#json$/, '');
    for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('/')))) {
      const found = document.querySelector<HTMLElement>(`[data-place="${CSS.escape(at)}"]`);
      if (!found) continue;
      for (
        let around = found.closest('details');
        around;
        around = around.parentElement?.closest('details') ?? null
      )
        around.open = true;
      return found;
    }
    return undefined;
  });
}
