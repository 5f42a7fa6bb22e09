/** What WCAG 2.2 AA and the house's own rules ask of a page, looked at in the page itself. */
import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

export const DESK = { width: 1440, height: 900 };
export const PHONE = { width: 390, height: 844 };
const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** The page has its heading, and nothing of it is still loading. */
export async function settled(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
}

export async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.evaluate((name) => {
    document.documentElement.dataset.theme = name;
  }, theme);
}

/**
 * What axe finds: all rules, or those that a theme can break. A finding counts when a second look has it too: axe reads
 * names first and texts later, and a live page may change in between.
 */
export async function axe(page: Page, rules: 'all' | 'colours' = 'all', within?: string): Promise<string[]> {
  const first = await lookOnce(page, rules, within);
  if (first.length === 0) return first;
  const again = new Set(await lookOnce(page, rules, within));
  return first.filter((finding) => again.has(finding));
}

async function lookOnce(page: Page, rules: 'all' | 'colours', within?: string): Promise<string[]> {
  const builder = new AxeBuilder({ page }).setLegacyMode(true);
  if (within) builder.include(within);
  const { violations } = await (
    rules === 'all' ? builder.withTags(TAGS) : builder.withRules(['color-contrast', 'link-in-text-block'])
  ).analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(
      ({ target, failureSummary }) => `${id}: ${String(target)} ${failureSummary?.split('\n')[1] ?? ''}`,
    ),
  );
}

/** Both themes at the present size. */
export async function axeInBothThemes(page: Page): Promise<void> {
  // What a sticky bar covers at this moment would count as a small target; that focus is never covered is its own test.
  const bars = await page.addStyleTag({
    content: 'header[data-region], nav[data-region] { position: static !important }',
  });
  await setTheme(page, 'light');
  expect.soft(await axe(page), 'axe, light').toEqual([]);
  await setTheme(page, 'dark');
  expect.soft(await axe(page, 'colours'), 'axe, dark').toEqual([]);
  await setTheme(page, 'light');
  await bars.evaluate((style) => (style as HTMLElement).remove());
}

/**
 * Tabs through the page from its start. Each stop must be in the viewport, on top at its centre, and have a ring of
 * 2 px or more that stands out from what is behind it.
 */
export async function tabThrough(
  page: Page,
  presses: number,
): Promise<{ stops: number; problems: string[] }> {
  await page.evaluate(() => {
    (document.activeElement as HTMLElement | null)?.blur();
    window.scrollTo(0, 0);
    window.getSelection()?.removeAllRanges();
  });
  const problems = new Map<string, string>();
  const seen = new Set<string>();
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(lookAtFocus);
    if (!stop) {
      if (press > 2) break;
      continue;
    }
    if (seen.has(stop.path)) break;
    seen.add(stop.path);
    for (const problem of stop.problems) problems.set(`${stop.name}: ${problem}`, stop.path);
  }
  return { stops: seen.size, problems: [...problems.keys()] };
}

/** Runs in the page. */
function lookAtFocus(): { name: string; path: string; problems: string[] } | undefined {
  const focused = document.activeElement;
  if (!(focused instanceof HTMLElement) || focused === document.body) return undefined;
  const problems: string[] = [];
  const path: string[] = [];
  for (let each: Element | null = focused; each; each = each.parentElement)
    path.push(`${each.tagName}${[...(each.parentElement?.children ?? [])].indexOf(each)}`);
  const name = `<${focused.tagName.toLowerCase()}> ${(
    focused.getAttribute('aria-label') ??
    focused.innerText ??
    ''
  ).slice(0, 60)}`;

  // Of a link that goes over several lines, the first.
  const rect = focused.getClientRects()[0] ?? focused.getBoundingClientRect();
  const [left, right] = [Math.max(rect.left, 0), Math.min(rect.right, innerWidth)];
  const [top, bottom] = [Math.max(rect.top, 0), Math.min(rect.bottom, innerHeight)];
  if (right - left < 1 || bottom - top < 1) problems.push('is outside the viewport');
  else {
    const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    const label = focused.closest('label');
    if (hit && hit !== focused && !focused.contains(hit) && !label?.contains(hit))
      problems.push(
        `is covered by <${hit.tagName.toLowerCase()} class="${hit.getAttribute('class')?.slice(0, 40)}">`,
      );
  }

  const style = getComputedStyle(focused);
  const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
  const rgba = (color: string): [number, number, number, number] => {
    if (!canvas) return [0, 0, 0, 0];
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return [red, green, blue, alpha / 255];
  };
  const luminance = ([red, green, blue]: readonly number[]) => {
    const [r = 0, g = 0, b = 0] = [red, green, blue].map((value = 0) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const width = Number.parseFloat(style.outlineWidth);
  const offset = Number.parseFloat(style.outlineOffset);
  const around = (start: Element | null) => {
    let behind = start;
    while (behind && rgba(getComputedStyle(behind).backgroundColor)[3] < 1) behind = behind.parentElement;
    return luminance(rgba(getComputedStyle(behind ?? document.documentElement).backgroundColor));
  };
  const contrast = (one: number, other: number) =>
    (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05);
  // A line between two panes has no room for a ring: it becomes a bar.
  const bar = getComputedStyle(focused, '::after').backgroundColor;
  if (focused.role === 'separator' && rgba(bar)[3] === 1) {
    const seen = contrast(luminance(rgba(bar)), around(focused.parentElement));
    if (seen < 3) problems.push(`becomes a bar of ${seen.toFixed(2)}:1`);
  } else if (style.outlineStyle === 'none' || width < 2) problems.push('has no ring of 2 px');
  else {
    // A ring outside lies on what is around the element, one inside on the element itself.
    const seen = contrast(
      luminance(rgba(style.outlineColor)),
      around(offset < 0 ? focused : focused.parentElement),
    );
    if (seen < 3) problems.push(`has a ring of ${seen.toFixed(2)}:1`);
    const outer = {
      left: rect.left - Math.max(0, offset + width),
      right: rect.right + Math.max(0, offset + width),
      top: rect.top - Math.max(0, offset + width),
      bottom: rect.bottom + Math.max(0, offset + width),
    };
    for (let box = focused.parentElement; box; box = box.parentElement) {
      const { overflowX, overflowY, position } = getComputedStyle(box);
      const clip = box.getBoundingClientRect();
      if (overflowX !== 'visible' || overflowY !== 'visible') {
        const cut = [
          outer.left < clip.left - 0.5,
          outer.right > clip.right + 0.5,
          outer.top < clip.top - 0.5,
          outer.bottom > clip.bottom + 0.5,
        ].filter(Boolean).length;
        if (cut > 1 && box !== document.body && box !== document.documentElement)
          problems.push(
            `has a ring cut at ${cut} sides by <${box.tagName.toLowerCase()} class="${box.className.slice(0, 40)}">`,
          );
      }
      if (position === 'fixed') break;
    }
  }
  return { name, path: path.join('>'), problems };
}

/** Controls smaller than `size` CSS px. A link inside a sentence and the cards of the graph (the list has them too) are left out. */
export async function smallTargets(page: Page, size: number): Promise<string[]> {
  return page.evaluate((least) => {
    const controls = document.querySelectorAll<HTMLElement>(
      'a[href], button, input:not([type="hidden"]), select, textarea, summary, [role="button"], [role="tab"], [role="checkbox"], [role="menuitem"], [role="switch"]',
    );
    const small: string[] = [];
    for (const control of controls) {
      if (control.closest('[aria-hidden="true"], [inert], .react-flow')) continue;
      if (control.classList.contains('sr-only')) continue;
      const target = control.closest('label') ?? control;
      const { width, height, top } = target.getBoundingClientRect();
      if (width < 2 || height < 2 || top < -50) continue;
      if (!control.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true })) continue;
      const isInSentence =
        control.tagName === 'A' &&
        getComputedStyle(control).display === 'inline' &&
        [...(control.parentElement?.childNodes ?? [])].some(
          (node) => node.nodeType === Node.TEXT_NODE && (node.textContent ?? '').trim().length > 1,
        );
      if (isInSentence) continue;
      if (width < least - 0.5 || height < least - 0.5)
        small.push(
          `<${control.tagName.toLowerCase()}> ${(control.getAttribute('aria-label') ?? control.innerText ?? '').slice(0, 50)} ${Math.round(width)}x${Math.round(height)}`,
        );
    }
    return small;
  }, size);
}

/** How far the page itself scrolls sideways, and what sticks out. */
export async function sideways(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.documentElement;
    if (root.scrollWidth <= root.clientWidth) return [];
    const out = [...document.querySelectorAll<HTMLElement>('body *')].filter((element) => {
      if (element.getBoundingClientRect().right <= root.clientWidth + 0.5) return false;
      for (let box = element.parentElement; box && box !== document.body; box = box.parentElement) {
        if (getComputedStyle(box).overflowX !== 'visible') return false;
      }
      return true;
    });
    return [
      `${root.scrollWidth} of ${root.clientWidth} px`,
      ...out
        .slice(0, 5)
        .map(
          (each) =>
            `<${each.tagName.toLowerCase()} class="${String(each.getAttribute('class')).slice(0, 60)}">`,
        ),
    ];
  });
}

/** Texts of controls, headings and state words that are cut off. */
export async function cutTexts(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const cut: string[] = [];
    for (const element of document.querySelectorAll<HTMLElement>(
      'button, h1, h2, h3, [data-state-word], label, dt',
    )) {
      if (element.closest('.react-flow') || element.offsetParent === null) continue;
      const { overflowX, overflowY, textOverflow } = getComputedStyle(element);
      if (textOverflow === 'ellipsis' || element.classList.contains('sr-only')) continue;
      if (
        (overflowX === 'hidden' && element.scrollWidth > element.clientWidth + 1) ||
        (overflowY === 'hidden' && element.scrollHeight > element.clientHeight + 1)
      )
        cut.push(`<${element.tagName.toLowerCase()}> ${element.innerText.slice(0, 50)}`);
    }
    return cut;
  });
}

/** Makes every word of the screen 40 % longer, as another language may. */
export async function lengthenTexts(page: Page): Promise<void> {
  await page.evaluate(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const element = node.parentElement;
      if (!element || element.closest('script, style, code, pre, .font-mono, .react-flow, .sr-only'))
        continue;
      node.textContent = (node.textContent ?? '').replaceAll(
        /\p{L}{3,}/gu,
        (word) => word + word.slice(0, Math.ceil(word.length * 0.4)),
      );
    }
  });
}
