import { readFileSync } from 'node:fs';
import {
  differenceCiede2000,
  filterDeficiencyDeuter,
  filterDeficiencyProt,
  filterDeficiencyTrit,
  parse,
  wcagContrast,
  type Color,
} from 'culori';
import { describe, expect, test } from 'vitest';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');
/** The custom properties of one theme's block. */
function tokensOf(theme: 'light' | 'dark'): Record<string, string> {
  const block = new RegExp(`\\[data-theme=['"]${theme}['"]\\] \\{([^}]*)\\}`).exec(css)?.[1] ?? '';
  return Object.fromEntries(
    [...block.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6});/g)].map((match) => [match[1], match[2]]),
  );
}
const states = ['neutral', 'running', 'approval', 'done', 'failed', 'unknown'];
const diffs = ['added', 'removed', 'changed', 'moved'];
const visions = {
  normal: (color: Color) => color,
  protan: filterDeficiencyProt(1),
  deutan: filterDeficiencyDeuter(1),
  tritan: filterDeficiencyTrit(1),
};

describe.each(['light', 'dark'] as const)('tokens of the %s theme', (theme) => {
  const tokens = tokensOf(theme);
  const color = (name: string) => {
    const value = tokens[name];
    if (value === undefined) throw new Error(`No token --${name}`);
    return value;
  };
  test('[UA9] text reads at 4.5:1 or better on every ground', () => {
    for (const text of ['text', 'muted', 'faint', 'danger', 'accent']) {
      for (const ground of ['canvas', 'surface', 'sunken'])
        expect(wcagContrast(color(text), color(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    }
    for (const text of ['text', 'muted'])
      expect(wcagContrast(color(text), color('hover')), `${text} on hover`).toBeGreaterThanOrEqual(4.5);
    expect(wcagContrast(color('on-accent'), color('accent'))).toBeGreaterThanOrEqual(4.5);
    expect(wcagContrast(color('on-danger'), color('danger'))).toBeGreaterThanOrEqual(4.5);
  });
  test('[UA9] what must be seen as a control, an edge or the focus stands out at 3:1 or better', () => {
    for (const line of ['border-strong', 'edge', 'focus']) {
      for (const ground of ['canvas', 'surface', 'sunken'])
        expect(wcagContrast(color(line), color(ground)), `${line} on ${ground}`).toBeGreaterThanOrEqual(3);
    }
  });
  test('[UA9] each state and diff colour reads on the grounds and on its own tint, and text reads on the tint', () => {
    for (const name of [...states.map((state) => `state-${state}`), ...diffs.map((diff) => `diff-${diff}`)]) {
      for (const ground of ['surface', 'canvas', `${name}-bg`])
        expect(wcagContrast(color(name), color(ground)), `${name} on ${ground}`).toBeGreaterThanOrEqual(4.5);
      expect(wcagContrast(color('text'), color(`${name}-bg`)), `text on ${name}-bg`).toBeGreaterThanOrEqual(
        4.5,
      );
    }
  });
  test.each(Object.keys(visions) as (keyof typeof visions)[])(
    '[UA9] state and diff colours are 14 apart (CIEDE2000) in %s vision',
    (vision) => {
      const distance = differenceCiede2000();
      for (const [prefix, names] of [
        ['state', states],
        ['diff', diffs],
      ] as const) {
        for (const [index, a] of names.entries()) {
          for (const b of names.slice(index + 1)) {
            const seen = (name: string) => {
              const parsed = parse(color(`${prefix}-${name}`));
              if (!parsed) throw new Error(`Not a colour: ${name}`);
              return visions[vision](parsed) as Color;
            };
            expect(distance(seen(a), seen(b)), `${a} and ${b}`).toBeGreaterThanOrEqual(13.95);
          }
        }
      }
    },
  );
});
