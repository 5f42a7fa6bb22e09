import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { aPlan, testCatalog } from '../../testing/build-plan.ts';
import { normalizePlan, planHash } from '../normal-form.ts';
import type { Problem } from '../problem.ts';
import { importPlan, type ImportedPlan, type ImportOptions } from './import-plan.ts';
import { lintImported } from './lint-imported.ts';

function imported(source: unknown, options: ImportOptions = {}): ImportedPlan {
  const result = importPlan(typeof source === 'string' ? source : JSON.stringify(source), options);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.plan;
}
function problemsOf(source: unknown, options: ImportOptions = {}): Problem[] {
  const result = importPlan(typeof source === 'string' ? source : JSON.stringify(source), options);
  return result.ok ? [] : result.problems;
}
const codesOf = (source: unknown, options: ImportOptions = {}) =>
  problemsOf(source, options).map(({ code }) => code);
const warningsOf = (source: unknown) => imported(source).problems.map(({ code, path }) => `${code} ${path}`);

const plan = aPlan('read -> copy, read -> check', { steps: { copy: { timeoutMs: 5_000 } } });
const list = [
  { id: 1, description: 'Read the rows of users', tool: 'test.read', success_criteria: 'The rows are there' },
  {
    id: 2,
    description: 'Copy them to archive',
    tool: 'test.write',
    success_criteria: ['Same count', 'Same sum'],
  },
];
const steps = {
  id: 'source/plan 7',
  goal: 'Users are archived',
  steps: [
    { id: 'Read users', title: 'Read', tool: 'test.read', args: { key: 'users' }, deps: [] },
    {
      id: 'Copy/2',
      title: 'Copy',
      tool: 'test.write',
      args: { key: 'archive', value: { $expr: 'steps["Read users"].output.rows' } },
      deps: ['Read users'],
    },
  ],
};

describe('our own format', () => {
  const json = JSON.stringify(plan, null, 2);
  test.each<[string, string]>([
    ['JSON', json],
    ['YAML', stringify(plan)],
    ['JSON with a byte order mark and Windows line ends', `\ufeff${json.replaceAll('\n', '\r\n')}`],
    [
      'YAML with a byte order mark and Windows line ends',
      `\ufeff${stringify(plan).replaceAll('\n', '\r\n')}`,
    ],
    ['YAML behind a comment and a document mark', `# Ours\n---\n${stringify(plan)}`],
    ['a reply of a model', `Sure, here it is:\n\`\`\`json\n${json}\n\`\`\`\nAnything else?`],
    ['a reply with a fence of YAML', `Here:\n\n\`\`\`yaml\n${stringify(plan)}\`\`\`\nDone {really}.`],
    ['a reply without a fence', `[Plan] Here: ${json} That is all.`],
    [
      'a reply that gives an example first',
      `{"note": 1} and\n\`\`\`sh\nls\n\`\`\`\n\`\`\`json\n${json}\n\`\`\``,
    ],
    [
      'a reply that says it twice',
      `${json}\nAgain:\n\`\`\`json\n${JSON.stringify(plan)}\n\`\`\`\nand {"a": `,
    ],
    ['a reply that is one member deep', `{"plan": ${json}}`],
  ])('[I1][case 1] is read as %s', (_, text) => {
    const { document, shape, problems } = imported(text);
    expect(document).toEqual(normalizePlan(plan));
    expect(planHash(document)).toBe(planHash(plan));
    expect([shape, problems]).toEqual(['plan/v1', []]);
  });

  test('[case 1] a fence inside a text of the plan is text', () => {
    const fenced = {
      ...plan,
      objective: 'Answer in ```json {"steps": []}``` and\n```json\n[{"id": 1}]\n```\n',
    };
    expect(imported(fenced).document.objective).toBe(fenced.objective);
    expect(imported(stringify(fenced)).document.objective).toBe(fenced.objective);
  });

  test('[I2] every problem is told, with its path and what is allowed', () => {
    const bad = {
      ...plan,
      approved: true,
      steps: plan.steps.map((step, at) =>
        at === 1 ? { ...step, risk: 'extreme', retry: { attempts: 1e9 } } : step,
      ),
    };
    expect(problemsOf(bad).map(({ path }) => path)).toEqual([
      '/steps/1/risk',
      '/steps/1/retry/attempts',
      '/approved',
    ]);
    expect(problemsOf(stringify(bad))).toEqual(problemsOf(bad));
  });

  test.each<[string, string, string, number, number]>([
    ['JSON alone', '\uFEFF\r\n{"goal": "g",\r\n "steps": [}', 'invalid-json', 3, 12],
    ['JSON inside a reply', 'Here:\n\n```json\n[\n  {"id": 1,}\n]\n```\n', 'invalid-json', 5, 12],
    ['YAML alone', 'goal: g\nsteps:\n  - id: a\n  - id: a: b\n', 'invalid-yaml', 4, 9],
    ['YAML inside a reply', 'Sure!\n\n```yaml\ngoal: g\ngoal: h\nsteps: []\n```\n', 'duplicate-key', 5, 1],
    ['a reply that ends too early', 'Plan:\n[{"id": "a",\n "title"', 'truncated-json', 3, 9],
  ])(
    '[I2] a text that cannot be read says where, in the text as it was given: %s',
    (_, text, code, line, column) => {
      const [problem] = problemsOf(text);
      expect(problem).toMatchObject({ code, at: { line, column } });
      expect(problem?.message).toContain(`(line ${line}, column ${column})`);
    },
  );

  test('[I2] two steps of one id are refused, not one of them', () => {
    const twice = { ...plan, steps: [...plan.steps, plan.steps[0]] };
    expect(problemsOf(twice).map(({ code, path }) => [code, path])).toEqual([
      ['duplicate-id', '/steps/3/id'],
    ]);
  });
});

describe('a list of steps, as models write it', () => {
  test.each<[string, string]>([
    ['alone', JSON.stringify(list)],
    [
      'in a fence',
      `Here is the plan:\n\n\`\`\`json\n${JSON.stringify(list, null, 2)}\n\`\`\`\nShall I start?`,
    ],
    ['between sentences', `Plan [draft 2]: ${JSON.stringify(list)} - tell me.`],
    ['as YAML', stringify(list)],
  ])('[I1] is read %s', (_, text) => {
    const { document, shape } = imported(text, { goal: 'Users are archived' });
    expect(shape).toBe('list');
    expect(document).toEqual({
      artifact: 'plan/v1',
      objective: 'Users are archived',
      steps: [
        {
          id: 'step-1',
          title: 'Read the rows of users',
          intent: 'Read the rows of users',
          success: 'The rows are there',
          rationale: 'Source id: "1"',
          work: { kind: 'tool', tool: 'test.read', args: {} },
        },
        {
          id: 'step-2',
          title: 'Copy them to archive',
          intent: 'Copy them to archive',
          success: 'Same count\nSame sum',
          rationale: 'Source id: "2"',
          work: { kind: 'tool', tool: 'test.write', args: {} },
          needs: ['step-1'],
        },
      ],
    });
  });

  test('[I1] without any dependencies they run as listed; once one says what it needs, missing lists are empty', () => {
    const needs = (source: unknown) =>
      imported(source, { goal: 'g' }).document.steps.map((step) => step.needs);
    expect(needs([{ title: 'a' }, { title: 'b' }, { title: 'c' }])).toEqual([
      undefined,
      ['step-1'],
      ['step-2'],
    ]);
    expect(needs([{ id: 'a' }, { id: 'b' }, { id: 'c', depends_on: ['a'] }])).toEqual([
      undefined,
      undefined,
      ['a'],
    ]);
    expect(
      imported([{ title: 'a' }, { title: 'b' }], { goal: 'g' }).problems.map(({ code }) => code),
    ).toContain('order-of-the-list');
  });

  test('[I2] a goal comes from the one who imports; without it the title has to do', () => {
    expect(codesOf(list)).toEqual(['missing-member']);
    expect(imported(list, { title: 'Archive users' }).document.objective).toBe('Archive users');
  });

  test.each<[string, unknown]>([
    ['plan/v1', plan],
    ['a goal and steps', steps],
  ])('[I2] the goal of the one who imports counts more than the plan’s own: %s', (_, source) => {
    const { document, title } = imported(source, { goal: ' Mine\nin two lines ' });
    expect(document.objective).toBe('Mine\nin two lines');
    expect(imported(source).document.objective).not.toBe(document.objective);
    expect(title).toBe('Mine in two lines');
  });
});

describe('{goal, steps}', () => {
  test('[I3] ids become slugs wherever they are named, and the source id stays in the rationale', () => {
    const { document, ids, sourceId } = imported(steps);
    expect(document.steps.map(({ id, needs, rationale }) => ({ id, needs, rationale }))).toEqual([
      { id: 'read-users', needs: undefined, rationale: 'Source id: "Read users"' },
      { id: 'copy-2', needs: ['read-users'], rationale: 'Source id: "Copy/2"' },
    ]);
    expect(document.steps[1]?.work).toMatchObject({
      args: { value: { $expr: 'steps["read-users"].output.rows' } },
    });
    expect(ids).toEqual([
      { from: 'Copy/2', to: 'copy-2' },
      { from: 'Read users', to: 'read-users' },
    ]);
    expect(sourceId).toBe('source/plan 7');
    expect(lintImported(document, testCatalog)).toMatchObject({ canSubmit: false });
  });

  test('[I1] YAML is read by its members, whatever comes first and whatever JSON it holds', () => {
    const args = { key: '[{"id": 1, "tool": "x"}]', value: [{ id: 'inner', tool: 'y' }] };
    const source = { source: 'elsewhere', steps: [{ id: 'a', tool: 'test.write', args }], goal: 'g' };
    expect(imported(stringify(source)).document.steps).toMatchObject([{ id: 'a', work: { args } }]);
    const flow = `source: x\ngoal: g\nsteps:\n  - id: a\n    args: {"list": [{"id": 1, "tool": "x"}]}\n    tool: t\n`;
    expect(imported(flow).document.steps).toHaveLength(1);
    expect(codesOf(`${flow}    tool: twice\n`)).toEqual(['duplicate-key']);
  });

  test('[I3] a need of no step stays a need of no step, for lint to name', () => {
    const { document } = imported({ goal: 'g', steps: [{ id: 'a', deps: ['The ghost', 'a'] }] });
    const codes = lintImported(document, testCatalog).problems.map(({ code, path }) => `${code} ${path}`);
    expect(codes.slice(0, 2)).toEqual(['self-dependency /steps/0/needs/0', 'dangling-need /steps/0/needs/1']);
  });

  test('[case 3] missing lists are empty', () => {
    const { document } = imported({ goal: 'g', steps: [{ id: 'a' }, { id: 'b', deps: null }] });
    expect(document.steps).toEqual([
      { id: 'a', title: 'a', work: { kind: 'person', prompt: 'a' } },
      { id: 'b', title: 'b', work: { kind: 'person', prompt: 'b' } },
    ]);
  });

  test('[case 4] values out of range are told together, each with its path and what is allowed', () => {
    const bad = [
      { id: 'a', risk: 'extreme', budget: -5, timeout: 'soon', retries: 1e9 },
      { id: {}, title: ['x'], tool: 3.5, args: 'x', deps: [{}], success: [1], approval: { approvers: 99 } },
      {
        id: 'c',
        budget: { costUsd: -1, tokens: 'many' },
        timeoutMs: 0,
        retry: { attempts: 0 },
        timeout_seconds: 5,
      },
      7,
    ];
    const found = problemsOf({ goal: 'g', risk: 9, steps: bad });
    expect(found.filter(({ severity }) => severity === 'error').map(({ path }) => path)).toEqual([
      '/risk',
      '/steps/0/risk',
      '/steps/0/budget',
      '/steps/0/timeout',
      '/steps/0/retries',
      '/steps/1/id',
      '/steps/1/title',
      '/steps/1/args',
      '/steps/1/deps',
      '/steps/1/success',
      '/steps/1/approval/approvers',
      '/steps/2/budget/costUsd',
      '/steps/2/budget/tokens',
      '/steps/2/timeoutMs',
      '/steps/2/retry/attempts',
      '/steps/3',
    ]);
    expect(
      found.filter(({ severity, message }) => severity === 'error' && !/allowed: /.test(message)),
    ).toEqual([]);
    expect(found.find(({ path }) => path === '/steps/0/risk')?.message).toBe(
      'Got "extreme"; allowed: "low", "medium", "high", "critical"',
    );
  });

  test('[I3] a step without an id can be needed by its title', () => {
    const source = [
      { task: 'Read users' },
      { task: 'Copy', depends_on: ['Read users'] },
      { task: 'Tell', depends_on: 'Copy' },
    ];
    expect(imported(source, { goal: 'g' }).document.steps.map(({ id, needs }) => [id, needs])).toEqual([
      ['read-users', undefined],
      ['copy', ['read-users']],
      ['step-3', ['copy']],
    ]);
    const twice = [{ task: 'a' }, { task: 'a' }, { task: 'b', depends_on: ['a'] }];
    const { document } = imported(twice, { goal: 'g' });
    expect(lintImported(document, testCatalog).problems[0]).toMatchObject({ code: 'dangling-need' });
  });

  test('[I1] steps that are sentences run as listed', () => {
    const { document } = imported({ goal: 'g', steps: ['Read the users', 'Copy them'] });
    expect(document.steps).toEqual([
      { id: 'step-1', title: 'Read the users', work: { kind: 'person', prompt: 'Read the users' } },
      { id: 'step-2', title: 'Copy them', work: { kind: 'person', prompt: 'Copy them' }, needs: ['step-1'] },
    ]);
  });

  test('[I4] what plan/v1 has no place for is kept as text or listed as left out', () => {
    const source = {
      goal: 'g',
      stats: { n: 1 },
      join: 'any after branch',
      steps: [
        {
          id: 'a',
          tool: 'test.read',
          when: "${{ x == 'y' }}",
          foreach: [1, 2],
          name: 'A',
          title: 'B',
          thought: 'hm',
        },
      ],
    };
    expect(warningsOf(source)).toEqual([
      'left-out /stats',
      'left-out /join',
      'kept-as-text /steps/0/when',
      'kept-as-text /steps/0/foreach',
      'kept-as-text /steps/0/name',
      'left-out /steps/0/thought',
    ]);
    expect(imported(source).document.steps[0]).toMatchObject({
      title: 'B',
      rationale: `when: "\${{ x == 'y' }}"\nforeach: [1,2]\nname: "A"`,
    });
    expect(JSON.stringify(imported(source).document)).not.toContain('hm');
  });

  test('[I4] placeholders of another system are told, once for all steps', () => {
    const step = (id: string) => ({ id, tool: 'test.read', args: { key: '{{steps.x.output}}' } });
    const found = imported({ goal: 'g', steps: ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map(step) }).problems;
    expect(found).toHaveLength(1);
    expect(found[0]).toMatchObject({ code: 'template-in-arguments', path: '/steps/0/args' });
    expect(found[0]?.message).toContain('in 7 steps: "a", "b", "c", "d", "e" and 2 more');
  });

  test('[I5][case 5] what a plan says of its own approval grants nothing; what is stricter stays', () => {
    const { document, problems } = imported({
      goal: 'g',
      approved: true,
      risk: 'medium',
      steps: [
        {
          id: 'a',
          tool: 'test.destroy',
          args: { key: 'x' },
          risk: 'low',
          requires_approval: false,
          approved: true,
        },
        {
          id: 'b',
          tool: 'test.read',
          args: { key: 'x' },
          risk: 'high',
          requires_approval: true,
          auto_approve: 1,
        },
        { id: 'c', tool: 'test.read', args: { key: 'x' }, approval: 'userTask' },
      ],
    });
    expect(document.steps.map(({ risk, approval }) => ({ risk, approval }))).toEqual([
      { risk: 'medium', approval: undefined },
      { risk: 'high', approval: { required: true } },
      { risk: 'medium', approval: { required: true } },
    ]);
    expect(problems.filter(({ code }) => code === 'grants-nothing').map(({ path }) => path)).toEqual([
      '/approved',
      '/steps/0/requires_approval',
      '/steps/0/approved',
      '/steps/1/auto_approve',
    ]);
    expect(JSON.stringify(document)).not.toMatch(/approved|auto/);
    expect(lintImported(document, testCatalog).problems.map(({ code }) => code)).toContain('risk-below-tool');
  });

  test.each<[string, object, object]>([
    ['timeout 30s', { timeout: '30s' }, { timeoutMs: 30_000 }],
    ['timeout 5 minutes', { timeout: '5 minutes' }, { timeoutMs: 300_000 }],
    ['timeout PT1H30M', { timeout: 'PT1H30M' }, { timeoutMs: 5_400_000 }],
    ['timeout_seconds', { timeout_seconds: 20 }, { timeoutMs: 20_000 }],
    ['two retries', { retries: 2 }, {}],
    ['no retries', { retry: 0 }, { retry: { attempts: 1 } }],
    ['a budget', { budget: { costUsd: 1 } }, { budget: { costUsd: 1 } }],
    ['a join', { join: 'any' }, { join: 'any' }],
  ])('[I1] %s is read', (_, given, expected) => {
    const { document, problems } = imported({
      goal: 'g',
      steps: [{ id: 'a', title: 'A', tool: 't', ...given }],
    });
    expect(document.steps[0]).toEqual({
      id: 'a',
      title: 'A',
      work: { kind: 'tool', tool: 't', args: {} },
      ...expected,
    });
    expect(problems).toEqual([]);
  });

  test('[I4] a number without a unit is not taken for one', () => {
    expect(warningsOf({ goal: 'g', steps: [{ id: 'a', tool: 't', timeout: 30, budget: 5 }] })).toEqual([
      'kept-as-text /steps/0/budget',
      'kept-as-text /steps/0/timeout',
    ]);
  });

  test('[I3] titles are one line; what is too long stands whole in the intent', () => {
    const long = `Prepare\r Bank\r\n\u0000Transfer ${'x'.repeat(300)}`;
    const { document } = imported({
      goal: 'g',
      steps: [{ id: 'a', title: long, tool: 't', description: 'Why' }],
    });
    expect(document.steps[0]?.title).toMatch(/^Prepare Bank Transfer x+…$/);
    expect(document.steps[0]?.title).toHaveLength(200);
    expect(document.steps[0]?.intent).toMatch(/^Prepare Bank Transfer x{300}\n\nWhy$/);
  });

  test('[I1] the same text gives the same bytes', () => {
    const text = JSON.stringify(steps);
    expect(JSON.stringify(imported(text))).toBe(JSON.stringify(imported(text)));
  });
});

describe('what is no plan', () => {
  test.each<[string, string, string[]]>([
    ['nothing', '', ['no-plan-found']],
    ['spaces', ' \n\t', ['no-plan-found']],
    ['prose', 'I cannot help with that.', ['no-plan-found']],
    ['prose with a colon', 'Note: I cannot help with that.', ['no-plan-found']],
    ['a number', '42', ['no-plan-found']],
    ['an empty list', '[]', ['no-plan-found']],
    ['an object without steps', '{"goal": "x"}', ['no-plan-found']],
    ['steps that are no list', '{"goal": "x", "steps": {"a": 1}}', ['invalid-value']],
    [
      'a plan that was given up and another',
      `{"goal":"x","steps":[{"id":"a"}]} no: {"goal":"x","steps":[{"id":"b"}]}`,
      ['several-plans'],
    ],
    ['a cut plan', JSON.stringify(steps).slice(0, 200), ['truncated-json']],
    ['a cut plan in a fence', `Here:\n\`\`\`json\n${JSON.stringify(list).slice(0, 150)}`, ['truncated-json']],
    ['a comma too many', '{"goal": "x", "steps": [],}', ['invalid-json']],
    ['a key twice', '{"goal": "x", "steps": [], "goal": "y"}', ['duplicate-key']],
    ['a key twice in YAML', 'goal: x\nsteps: []\ngoal: y', ['duplicate-key']],
    ['an integer beyond 2^53', '{"goal": "x", "steps": [{"id": 9007199254740993}]}', ['integer-too-large']],
    ['__proto__', '{"goal": "x", "steps": [{"id": "a", "args": {"__proto__": 1}}]}', ['forbidden-key']],
    ['half a surrogate pair', '{"goal": "\\ud800", "steps": [{"id": "a"}]}', ['not-json']],
    ['10,000 levels', `{"steps": ${'['.repeat(10_000)}${']'.repeat(10_000)}}`, ['too-deep']],
    ['10,000 levels in YAML', `steps: ${'['.repeat(10_000)}${']'.repeat(10_000)}`, ['too-deep']],
  ])('[I2][case 2] %s is a named problem', (_, text, codes) => {
    expect(codesOf(text)).toEqual(codes);
  });

  test('[I2][case 16] 5 MiB, 5,000 steps and 10,001 dependencies are refused by their limit', () => {
    expect(codesOf(`{"goal": "${'x'.repeat(5 * 1024 * 1024)}", "steps": []}`)).toEqual([
      'document-too-large',
    ]);
    const chain = Array.from({ length: 5_000 }, (_, at) => ({
      id: `s${at}`,
      deps: at ? [`s${at - 1}`] : [],
    }));
    expect(problemsOf({ goal: 'g', steps: chain }).map(({ message }) => message)).toEqual([
      '5000 steps: a plan holds 2000 at most',
    ]);
    const dense = Array.from({ length: 200 }, (_, at) => ({
      id: `s${at}`,
      deps: Array.from({ length: at }, (_, before) => `s${before}`),
    }));
    expect(codesOf({ goal: 'g', steps: dense })).toEqual(['too-many-dependencies']);
    expect(codesOf({ goal: 'x'.repeat(20_001), steps: [{ id: 'a', tool: 't' }] })).toEqual(['invalid-value']);
  });

  test('[I2] a problem of a limit is told where the source has it', () => {
    const source = {
      plan: { goal: 'g', tasks: [{ id: 'a', tool: 't', params: { big: 'x'.repeat(70_000) } }] },
    };
    expect(problemsOf(source).map(({ path, code }) => [code, path])).toEqual([
      ['argument-too-large', '/plan/tasks/0/params/big'],
    ]);
  });

  test.each<[string, () => string]>([
    ['4 MB of brackets', () => '['.repeat(4_000_000)],
    ['4 MB of braces in a sentence', () => `x ${'{'.repeat(4_000_000)}`],
    ['4 MB of fences', () => '```\n'.repeat(1_000_000)],
    ['4 MB of back ticks', () => '`'.repeat(4_000_000)],
    ['a million small objects', () => '{"a":1}'.repeat(500_000)],
    ['a million openings that do not end', () => `x ${'{"a":'.repeat(800_000)}`],
    ['a list of two million numbers', () => `[${'0,'.repeat(1_900_000)}0]`],
    [
      'a plan with a million constraints',
      () => `{"artifact":"plan/v1","objective":"x","steps":[],"constraints":[${'0,'.repeat(1_000_000)}0]}`,
    ],
    [
      'a step with a million members',
      () => `{"goal":"g","steps":[{${Array.from({ length: 300_000 }, (_, at) => `"k${at}":1`).join()}}]}`,
    ],
    [
      'a step with a million needs',
      () => `{"goal":"g","steps":[{"id":"a","deps":[${'"a",'.repeat(900_000)}"a"]}]}`,
    ],
  ])('[I2] %s is answered in time', { timeout: 60_000 }, (_, text) => {
    const given = text();
    const start = process.cpuUsage();
    const result = importPlan(given, { goal: 'g' });
    const { user, system } = process.cpuUsage(start);
    expect(result.ok).toBe(false);
    expect(result.ok || result.problems.length).toBeLessThan(300);
    expect((user + system) / 1_000).toBeLessThan(8_000);
  });
});
