/**
 * Puts rows that other steps have read into one Markdown document. Pure: the same arguments give the same bytes. Each
 * table says which step read it, when, how many rows and with which statement, so that a reader can ask again.
 */
import { createHash } from 'node:crypto';
import type { Json, JsonObject } from '#core/json.ts';
import { readTool } from '../read-tool.ts';
import { textArg } from '../text-args.ts';

type Source = { step: string; statement: string; readAt: string };
type Section = {
  heading: string;
  text?: string;
  columns: string[];
  rows: JsonObject[];
  source: Source;
  highest?: { column: string; label: string };
};

const text = { type: 'string', maxLength: 4_000 };
const MAX_ROWS = 1_000;

export const reportMarkdown = readTool({
  name: 'report.markdown',
  version: '1',
  description: 'Put rows that other steps have read into one Markdown text, each table with its source.',
  argsSchema: {
    type: 'object',
    additionalProperties: false,
    required: ['title', 'sections'],
    properties: {
      title: { ...text, title: 'Title' },
      summary: { ...text, title: 'Summary' },
      sections: {
        type: 'array',
        minItems: 1,
        maxItems: 50,
        title: 'Sections',
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['heading', 'columns', 'rows', 'source'],
          properties: {
            heading: text,
            text,
            columns: { type: 'array', minItems: 1, maxItems: 20, items: text },
            rows: { type: 'array', maxItems: MAX_ROWS, items: { type: 'object' } },
            source: {
              type: 'object',
              additionalProperties: false,
              required: ['step', 'statement', 'readAt'],
              properties: { step: text, statement: { type: 'string', maxLength: 65_536 }, readAt: text },
            },
            highest: {
              type: 'object',
              additionalProperties: false,
              required: ['column', 'label'],
              properties: { column: text, label: text },
              description: 'Names the row with the highest number in this column.',
            },
          },
        },
      },
    },
  },
  outputSchema: {
    type: 'object',
    required: ['text', 'sha256', 'bytes'],
    properties: { text: { type: 'string' }, sha256: { type: 'string' }, bytes: { type: 'integer' } },
  },
  resource: () => null,
  summary: (args) => `Write the report "${textArg(args, 'title') ?? 'a title'}"`,
  effectSentence: () => 'Makes a text. Nothing outside is touched.',
  async execute(args) {
    const report = render(args);
    return {
      outcome: 'read',
      output: {
        text: report,
        sha256: createHash('sha256').update(report).digest('hex'),
        bytes: Buffer.byteLength(report),
      },
    };
  },
});

function render(args: JsonObject): string {
  const sections = (args['sections'] ?? []) as unknown as Section[];
  const lines = [`# ${plain(textArg(args, 'title') ?? '')}`];
  const summary = textArg(args, 'summary');
  if (summary !== undefined) lines.push('', plain(summary));
  for (const section of sections) lines.push('', ...sectionLines(section));
  return `${lines.join('\n')}\n`;
}

function sectionLines({ heading, text: words, columns, rows, source, highest }: Section): string[] {
  const found = highest && highestOf(rows, highest.column, highest.label);
  return [
    `## ${plain(heading)}`,
    ...(words === undefined ? [] : ['', plain(words)]),
    ...(found === undefined ? [] : ['', `Highest: ${plain(found)}`]),
    '',
    `| ${columns.map(plain).join(' | ')} |`,
    `|${columns.map(() => ' --- |').join('')}`,
    ...rows.map((row) => `| ${columns.map((column) => plain(shown(row[column]))).join(' | ')} |`),
    '',
    `Source: step ${plain(source.step)}, ${rows.length} ${rows.length === 1 ? 'row' : 'rows'}, read ${plain(source.readAt)}`,
    '',
    ...fenced(source.statement),
  ];
}

function highestOf(rows: readonly JsonObject[], column: string, label: string): string | undefined {
  const ranked = rows
    .map((row) => ({ name: shown(row[label]), value: Number(row[column]) }))
    .filter(({ value }) => Number.isFinite(value))
    .sort((a, b) => b.value - a.value);
  const [first, second] = ranked;
  if (!first) return undefined;
  return `${first.name} with ${first.value}${second ? ` (the next is ${second.name} with ${second.value})` : ''}`;
}

function shown(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}

/** Data never becomes markup: every sign that Markdown or HTML could read is escaped, and lines stay lines. */
function plain(value: string): string {
  return value
    .toWellFormed()
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_{}[\]()<>#+!|~@&]/g, (sign) =>
      sign === '&' ? '&amp;' : sign === '<' ? '&lt;' : `\\${sign}`,
    )
    .replaceAll(/\b(https?|www|mailto)(?=[:.])/gi, '$1\u200b');
}

/** A fence longer than any in the text. */
function fenced(statement: string): string[] {
  const longest = Math.max(2, ...[...statement.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}sql`, statement.toWellFormed(), fence];
}
