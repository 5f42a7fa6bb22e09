import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { JsonObject } from '#core/json.ts';
import type { ToolContext } from '../tool.ts';
import { reportMarkdown } from './report-markdown.ts';

const context = {} as ToolContext;
async function textOf(args: JsonObject): Promise<string> {
  const made = await reportMarkdown.execute(args, context);
  if (made.outcome !== 'read') throw new Error(JSON.stringify(made));
  return (made.output as { text: string }).text;
}
const section = (more: JsonObject = {}): JsonObject => ({
  heading: 'By warehouse',
  columns: ['warehouse', 'hours'],
  rows: [
    { warehouse: 'north', hours: 71.5 },
    { warehouse: 'south', hours: '12' },
  ],
  source: { step: 'by_warehouse', statement: 'SELECT 1', readAt: '2026-11-30T10:00:00Z' },
  highest: { column: 'hours', label: 'warehouse' },
  ...more,
});

test('each table names its step, rows, time and statement', async () => {
  expect(await textOf({ title: 'Slow orders', summary: 'Since May.', sections: [section()] })).toBe(
    `# Slow orders

Since May.

## By warehouse

Highest: north with 71.5 \\(the next is south with 12\\)

| warehouse | hours |
| --- | --- |
| north | 71.5 |
| south | 12 |

Source: step by\\_warehouse, 2 rows, read 2026-11-30T10:00:00Z

\`\`\`sql
SELECT 1
\`\`\`
`,
  );
});

test('[T4] data never becomes markup, a link, a mention or another row', async () => {
  const evil = '| x |\n# h <img src=x> [a](http://e.example) @ada **b** `c` &amp;';
  const report = await textOf({
    title: evil,
    sections: [
      section({ rows: [{ warehouse: evil, hours: 1 }], highest: { column: 'hours', label: 'warehouse' } }),
    ],
  });
  const row = report.split('\n').find((line) => line.startsWith('| \\|'));
  expect(row?.match(/(?<!\\)\|/g)).toHaveLength(3);
  expect(report).not.toMatch(/(?<!\\)<img|(?<!\\)\]\(|(?<!\\)@ada|http:\/\//);
  expect(report.split('\n').filter((line) => line.startsWith('# '))).toHaveLength(1);
});

test('[R2] the same rows give the same bytes, whatever is in them', async () => {
  await fc.assert(
    fc.asyncProperty(fc.string(), fc.string(), async (cell, statement) => {
      const args = {
        title: 't',
        sections: [
          section({
            rows: [{ warehouse: cell, hours: 1 }],
            source: { step: 's', statement, readAt: 'now' },
          }),
        ],
      };
      const report = await textOf(args);
      expect(report).toBe(await textOf(args));
      const fence = /^(`{3,})sql$/m.exec(report)?.[1] ?? '';
      expect(report.trimEnd().endsWith(fence)).toBe(true);
      expect(statement).not.toContain(fence);
    }),
    { numRuns: 200 },
  );
});
