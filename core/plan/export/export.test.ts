import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { anyPlan } from '#core/testing/plan-arbitraries.ts';
import { aPlan, readWork, writeWork } from '#core/testing/build-plan.ts';
import { importPlan } from '../import/import-plan.ts';
import { planHash } from '../normal-form.ts';
import type { PlanDocument } from '../schema.ts';
import { exportJson } from './json-export.ts';
import { exportMermaid, escapeLabel } from './mermaid-export.ts';
import { escapeXml, exportSvg, type DrawnPlan } from './svg-export.ts';
import { visibleText } from './visible-text.ts';
import { exportYaml } from './yaml-export.ts';

vi.setConfig({ testTimeout: 20_000 });

const nasty = [
  '"]; end\nsubgraph x',
  '%%{init: {"securityLevel":"loose"}}%%',
  '<script>alert(1)</script>',
  ']]> &amp; <!-- x -->',
  '\u202Eevil\u2066 zero\u200Bwidth',
  'null',
  '1e3',
  '0x1F',
  '2026-01-01',
  'yes',
  ' - leading',
  'trailing ',
  'a: b # c',
  '\r\nlines\n\n\tand tabs\u0007\u0000',
  '|',
  '&anchor *alias !!tag',
  '---',
  '😀 e\u0301 數',
  '`tick` #quot; #35;',
];

function weird(): PlanDocument {
  const plan = aPlan('__proto__ -> constructor, __proto__ -> end, constructor -> graph, end -> graph');
  return {
    ...plan,
    objective: nasty.join('\n'),
    steps: plan.steps.map((step, index) => ({
      ...step,
      title: nasty[index] ?? 'x',
      intent: nasty.join(' '),
      rationale: nasty[(index + 4) % nasty.length] ?? '',
      work: {
        ...writeWork('x'),
        args: { sql: nasty, [nasty[index] ?? 'k']: { deep: [null, true, 1.5, -0, 'no'] } },
      },
      ...(index === 3 ? { when: 'steps["end"].output.n > 1 && "]" != "|"' } : {}),
    })),
  };
}

function drawnOf(document: PlanDocument): DrawnPlan {
  const at = (index: number) => ({ x: (index % 40) * 344, y: Math.floor(index / 40) * 128 });
  const place = new Map(document.steps.map((step, index) => [step.id, at(index)]));
  return {
    positions: Object.fromEntries(place),
    edges: document.steps.flatMap((step) =>
      (step.needs ?? []).flatMap((need) => {
        const [from, to] = [place.get(need), place.get(step.id)];
        return from && to
          ? [
              {
                from: need,
                to: step.id,
                points: [
                  { x: from.x + 272, y: from.y + 48 },
                  { x: to.x, y: to.y + 48 },
                ],
              },
            ]
          : [];
      }),
    ),
  };
}

const facts = {
  title: nasty.join(' '),
  description: '4 steps',
  effectOf: () => 'irreversible' as const,
  asksApproval: () => true,
};
const svgOf = (document: PlanDocument) => exportSvg(document, drawnOf(document), facts);

function large(): PlanDocument {
  const plan = aPlan(Array.from({ length: 2_000 }, (_, at) => `s${at}`).join(', '));
  return {
    ...plan,
    steps: plan.steps.map((step, at) => ({
      ...step,
      title: `Step ${at}`,
      needs: at < 2 ? [] : [`s${at - 1}`, `s${at - 2}`],
      work: readWork('x'),
    })),
  };
}

describe('[I7, X1] JSON and YAML come back with the same hash', () => {
  const same = (document: PlanDocument, text: string) => {
    const read = importPlan(text);
    if (!read.ok) throw new Error(JSON.stringify(read.problems));
    expect(planHash(read.plan.document)).toBe(planHash(document));
  };
  test('of a plan whose texts look like syntax', () => {
    same(weird(), exportJson(weird()));
    same(weird(), exportYaml(weird()));
  });
  test('of any plan', () => {
    fc.assert(
      fc.property(anyPlan, (document) => {
        same(document, exportJson(document));
        same(document, exportYaml(document));
      }),
      { numRuns: 25 },
    );
  });
  test('of any text in any place', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }), (text) => {
        const document: PlanDocument = {
          ...aPlan('a'),
          objective: text,
          steps: [
            {
              ...aPlan('a').steps[0],
              id: 'a',
              title: text,
              work: { ...readWork('x'), args: { text, list: [text, { text }] } },
            },
          ],
        };
        same(document, exportYaml(document));
        same(document, exportJson(document));
      }),
      { numRuns: 100 },
    );
  });
  test('of 2,000 steps', () => {
    same(large(), exportJson(large()));
    same(large(), exportYaml(large()));
  });
});

test('[X2] no file holds a character that cannot be seen or that turns the reading direction', () => {
  const hidden = /[\u202A-\u202E\u2066-\u2069\u200B-\u200F\u0000-\u0008\u007F]/; // oxlint-disable-line no-control-regex -- what is looked for
  for (const text of [
    exportJson(weird()),
    exportYaml(weird()),
    exportMermaid(nasty.join(), weird(), () => 'read'),
    svgOf(weird()),
  ])
    expect(text).not.toMatch(hidden);
  expect(visibleText('a\u202Eb\nc')).toBe('a[U+202E]b c');
});

describe('[X3] Mermaid', () => {
  test('a plan as a flowchart', () => {
    const plan = aPlan('look -> copy -> check, look -> check');
    const [look, copy, check] = plan.steps;
    const document: PlanDocument = {
      ...plan,
      steps: [
        { ...look, id: 'look', title: 'Look at "users"', work: readWork() },
        { ...copy, id: 'copy', title: 'Copy', needs: ['look'], work: writeWork() },
        {
          ...check,
          id: 'check',
          title: 'Check',
          needs: ['look', 'copy'],
          when: 'steps["copy"].output.n > 0',
          work: readWork(),
        },
      ],
    };
    expect(exportMermaid('Users: split', document, (id) => (id === 'copy' ? 'write' : 'read'))).toBe(
      [
        '---',
        'title: "Users  split"',
        '---',
        'flowchart LR',
        '  s1(["1 Look at #34;users#34;<br/>test.read"]):::read',
        '  s2["2 Copy<br/>test.write"]:::write',
        '  s3(["3 Check<br/>test.read"]):::read',
        '  s1 --> s2',
        '  s1 -->|"if steps#91;#34;copy#34;#93;.output.n #62; 0"| s3',
        '  s2 -->|"if steps#91;#34;copy#34;#93;.output.n #62; 0"| s3',
        '  classDef read fill:#ffffff,stroke:#64748b,color:#0f172a',
        '  classDef write fill:#ffffff,stroke:#475569,stroke-width:2px,color:#0f172a',
        '',
      ].join('\n'),
    );
  });
  const LINE =
    /^(---|title: "[^"%{}<>]*"|flowchart LR| {2}s\d+(\(\["|\["|\{\{")[^"%{}<>[\]|]*<br\/>[^"%{}<>[\]|]*("\]\)|"\]|"\}\}):::(read|write|irreversible)| {2}s\d+ -->(\|"[^"%{}<>[\]|]*"\|)? s\d+| {2}classDef [\w ,:#-]+|)$/u;
  test('no id or text of a plan ends a label, adds a line or sets an option', () => {
    for (const line of exportMermaid(nasty.join(), weird(), () => 'irreversible').split('\n'))
      expect(line).toMatch(LINE);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(escapeLabel(text, 80)).toMatch(/^([\p{L}\p{M}\p{N} .,_…-]|#\d+;)*$/u);
      }),
    );
  });
  test('2,000 steps have as many nodes and all their lines', () => {
    const lines = exportMermaid('Large', large(), () => 'read').split('\n');
    expect(lines.filter((line) => line.includes('-->'))).toHaveLength(3_996);
    expect(lines.filter((line) => line.endsWith(':::read'))).toHaveLength(2_000);
  });
});

describe('[X4] SVG', () => {
  /** Well-formed, by a scan: tags close in order, attributes are quoted, no stray sign. */
  function elements(xml: string): string[] {
    const open: string[] = [];
    const names: string[] = [];
    const body = xml.replace(/^<\?xml[^?]*\?>/, '');
    const tag = /<(\/?)([a-z]+)((?:\s[a-zA-Z:-]+="[^"<>&]*")*)\s*(\/?)>|&(?:amp|lt|gt|quot|#39);|[^<>&]/gy;
    for (let at = 0; at < body.length;) {
      tag.lastIndex = at;
      const found = tag.exec(body);
      if (!found) throw new Error(`Not well-formed at ${body.slice(at, at + 60)}`);
      at = tag.lastIndex;
      const [, closing, name, , selfClosing] = found;
      if (!name) continue;
      if (closing) expect(open.pop()).toBe(name);
      else {
        names.push(name);
        if (!selfClosing) open.push(name);
      }
    }
    expect(open).toEqual([]);
    return names;
  }
  test('is well-formed and holds nothing that runs or loads, whatever the plan says', () => {
    const names = elements(svgOf(weird()));
    expect([...new Set(names)].sort()).toEqual([
      'defs',
      'desc',
      'g',
      'marker',
      'path',
      'rect',
      'svg',
      'text',
      'title',
    ]);
    expect(svgOf(weird())).not.toMatch(/href|\bon\w+=|style=|url\((?!#arrow)/);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        expect(escapeXml(text)).not.toMatch(/[<>"']|&(?!amp;|lt;|gt;|quot;|#39;)/);
      }),
    );
  });
  test('says what it shows, and names each step in full', () => {
    const svg = svgOf(weird());
    expect(svg).toContain('<desc id="plan-description">4 steps</desc>');
    expect(svg).toContain('role="img" aria-labelledby="plan-title plan-description"');
    expect(svg).toContain('<title>Step 3, &lt;script&gt;alert(1)&lt;/script&gt;</title>');
    expect(svg).toContain('Asks approval · Irreversible');
  });
  test('a step without a place is left out with its lines; an empty plan is a picture too', () => {
    const document = aPlan('a -> b');
    const drawn = drawnOf(document);
    const { b: _, ...rest } = drawn.positions;
    expect(
      elements(exportSvg(document, { ...drawn, positions: rest }, facts)).filter((name) => name === 'path'),
    ).toHaveLength(1);
    expect(elements(exportSvg({ ...document, steps: [] }, { positions: {}, edges: [] }, facts))).toContain(
      'svg',
    );
  });
  test('draws 2,000 steps', () => {
    const names = elements(svgOf(large()));
    expect(names.filter((name) => name === 'path')).toHaveLength(3_996 + 1);
  });
});
