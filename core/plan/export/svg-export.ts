import { roundedPath, type Point } from '../rounded-path.ts';
import type { PlanDocument, Step } from '../schema.ts';
import type { EffectClass } from '../tool-contract.ts';
import { shortened, visibleText } from './visible-text.ts';

export type DrawnPlan = {
  positions: Readonly<Record<string, Point>>;
  edges: readonly { from: string; to: string; points: readonly Point[] }[];
};
export type SvgFacts = {
  title: string;
  /** Version, state, counts: a line for people who cannot see the drawing. */
  description: string;
  effectOf(stepId: string): EffectClass;
  asksApproval(stepId: string): boolean;
};

const CARD = { width: 272, height: 96 };
const MARGIN = 24;
const HEADER = 56;
const TITLE_LETTERS = 28;
const TOOL_LETTERS = 33;

/** The light theme's colours, written out: a file has no style sheet of ours. */
const ink = {
  text: '#0f172a',
  muted: '#475569',
  line: '#64748b',
  border: '#94a3b8',
  paper: '#ffffff',
  canvas: '#f8fafc',
};
const effects: Record<EffectClass, { word: string; width: number }> = {
  read: { word: 'Read', width: 1 },
  write: { word: 'Write', width: 2 },
  irreversible: { word: 'Irreversible', width: 4 },
};

/** The plan as a picture, from the stored layout: no script, no style sheet, no link, nothing loaded. */
export function exportSvg(document: PlanDocument, drawn: DrawnPlan, facts: SvgFacts): string {
  const placed = document.steps.flatMap((step, index) => {
    const at = Object.hasOwn(drawn.positions, step.id) ? drawn.positions[step.id] : undefined;
    return at ? [{ step, at, number: index + 1 }] : [];
  });
  const known = new Set(placed.map(({ step }) => step.id));
  const edges = drawn.edges.filter(({ from, to }) => known.has(from) && known.has(to));
  const all = [
    ...placed.flatMap(({ at }) => [at, { x: at.x + CARD.width, y: at.y + CARD.height }]),
    ...edges.flatMap(({ points }) => points),
  ];
  const [left, top, right, bottom] = bounds(all);
  const width = Math.max(right - left, 320) + 2 * MARGIN;
  const height = bottom - top + 2 * MARGIN + HEADER;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-labelledby="plan-title plan-description" font-family="Inter, system-ui, sans-serif">`,
    `<title id="plan-title">${escapeXml(facts.title)}</title>`,
    `<desc id="plan-description">${escapeXml(facts.description)}</desc>`,
    `<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto-start-reverse"><path d="M0 0 8 4 0 8z" fill="${ink.line}"/></marker></defs>`,
    `<rect width="${width}" height="${height}" fill="${ink.canvas}"/>`,
    `<text x="${MARGIN}" y="${MARGIN + 14}" font-size="18" font-weight="600" fill="${ink.text}">${escapeXml(shortened(visibleText(facts.title), 80))}</text>`,
    `<text x="${MARGIN}" y="${MARGIN + 34}" font-size="13" fill="${ink.muted}">${escapeXml(shortened(visibleText(facts.description), 140))}</text>`,
    `<g transform="translate(${MARGIN - left} ${MARGIN + HEADER - top})">`,
    ...edges.map(
      ({ points }) =>
        `<path d="${roundedPath(points).path}" fill="none" stroke="${ink.line}" stroke-width="1.5" marker-end="url(#arrow)"/>`,
    ),
    ...placed.map(({ step, at, number }) => card(step, at, number, facts)),
    '</g>',
    '</svg>',
    '',
  ].join('\n');
}

function card(step: Step, at: Point, number: number, facts: SvgFacts): string {
  const { word, width } = effects[facts.effectOf(step.id)];
  const tool = step.work.kind === 'tool' ? step.work.tool : step.work.kind;
  const foot = [facts.asksApproval(step.id) ? 'Asks approval' : '', word].filter(Boolean).join(' · ');
  const line = (y: number, style: string, text: string) =>
    `<text x="16" y="${y}" ${style}>${escapeXml(text)}</text>`;
  return [
    `<g transform="translate(${at.x} ${at.y})">`,
    `<title>${escapeXml(`Step ${number}, ${visibleText(step.title)}`)}</title>`,
    `<rect width="${CARD.width}" height="${CARD.height}" rx="8" fill="${ink.paper}" stroke="${width > 1 ? ink.text : ink.border}" stroke-width="${width}"/>`,
    line(
      28,
      `font-size="14" font-weight="600" fill="${ink.text}"`,
      shortened(`${number} ${visibleText(step.title)}`, TITLE_LETTERS),
    ),
    line(
      53,
      `font-size="12" font-family="JetBrains Mono, ui-monospace, monospace" fill="${ink.muted}"`,
      shortened(visibleText(tool), TOOL_LETTERS),
    ),
    line(78, `font-size="12" font-weight="600" fill="${ink.muted}"`, foot),
    '</g>',
  ].join('');
}

function bounds(points: readonly Point[]): [number, number, number, number] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    left = Math.min(left, x);
    top = Math.min(top, y);
    right = Math.max(right, x);
    bottom = Math.max(bottom, y);
  }
  return points.length === 0 ? [0, 0, 0, 0] : [left, top, right, bottom];
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
export function escapeXml(text: string): string {
  return visibleText(text).replaceAll(/[&<>"']/g, (sign) => entities[sign] ?? sign);
}
