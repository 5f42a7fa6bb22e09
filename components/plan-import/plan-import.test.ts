import { createTRPCClient, httpBatchLink } from '@trpc/client';
import superjson from 'superjson';
import { describe, expect, test } from 'vitest';
import type { AppRouter } from '#server/trpc/root.ts';
import { PLAN_LIMITS } from '#core/plan/plan-limits.ts';
import type { Problem } from '#core/plan/problem.ts';
import { reasonOf } from '#components/trpc.tsx';
import { messages } from '#components/ui/messages.ts';
import { decodeText } from './decode-text.ts';
import { forgetImport, type ImportStorage, keepImport, keptImport, noChoices } from './kept-import.ts';
import { likelyTools } from './likely-tools.ts';
import { whereOf } from './problem-where.ts';
import { offsetOf } from './text-place.ts';
import { fileTooLarge, tooLarge } from './text-size.ts';

describe('what is sent', () => {
  test('a text larger than a plan is not, nor one that is larger than a request once its line ends are escaped', () => {
    const { documentBytes } = PLAN_LIMITS;
    expect(tooLarge('x'.repeat(documentBytes))).toBeUndefined();
    expect(tooLarge('x'.repeat(documentBytes + 1))).toContain('a plan may have 4.0 MiB at most');
    expect(tooLarge('ä'.repeat(documentBytes / 2 + 1))).toContain('a plan may have 4.0 MiB at most');
    expect(tooLarge('"'.repeat(documentBytes - 1))).toContain('5.0 MiB can be sent at most');
    expect(fileTooLarge(5 * 1024 * 1024)).toBeUndefined();
    expect(fileTooLarge(50 * 1024 * 1024)).toContain('This has 50.0 MiB');
  });

  test('a request that was too large all the same says so, and not that the server is away', async () => {
    const client = createTRPCClient<AppRouter>({
      links: [
        httpBatchLink({
          url: 'http://test/api/trpc',
          transformer: superjson,
          fetch: () => Promise.resolve(Response.json({ message: 'x' }, { status: 413 })),
        }),
      ],
    });
    const error: unknown = await client.plans.previewImport
      .mutate({ text: 'x' })
      .catch((why: unknown) => why);
    expect(reasonOf(error)).toMatchObject({ code: 'too-large', message: messages.errors.tooLarge });
  });
});

describe('a file', () => {
  const utf16 = (text: string) => new Uint8Array(Buffer.from(`\uFEFF${text}`, 'utf16le'));
  test('is read in UTF-8 and UTF-16, with its line ends, without its byte order mark', () => {
    expect(decodeText(new TextEncoder().encode('\uFEFFgoal: ä\r\n'))).toBe('goal: ä\r\n');
    expect(decodeText(utf16('goal: ä\r\n'))).toBe('goal: ä\r\n');
    expect(decodeText(utf16('goal: ä').map((_, at, all) => all[at ^ 1] ?? 0))).toBe('goal: ä');
    expect(decodeText(new Uint8Array())).toBe('');
  });
  test('that is no text is not taken for one', () => {
    expect(decodeText(new Uint8Array([0x50, 0x4b, 3, 4, 0xff, 0xd8]))).toBeUndefined();
    expect(decodeText(new Uint8Array([0x61, 0, 0x62]))).toBeUndefined();
  });
});

describe('what a tab keeps', () => {
  const storage = (limit = Infinity) => {
    const kept = new Map<string, string>();
    return {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => {
        if (value.length > limit) throw new Error('QuotaExceededError');
        kept.set(key, value);
      },
      removeItem: (key) => void kept.delete(key),
    } satisfies ImportStorage;
  };
  const choices = { ...noChoices, text: 'goal: g', goal: 'Mine', tools: { 'a.b': 'test.read' } };

  test('comes back whole, and is gone once it is imported', () => {
    const tab = storage();
    expect(keepImport(tab, choices)).toBe(true);
    expect(keptImport(tab)).toEqual(choices);
    forgetImport(tab);
    expect(keptImport(tab)).toEqual(noChoices);
  });
  test('is not an older text when the new one has no room, and nothing when it was written by somebody else', () => {
    const tab = storage(500);
    keepImport(tab, choices);
    expect(keepImport(tab, { ...choices, text: 'x'.repeat(600) })).toBe(false);
    expect(keptImport(tab)).toEqual(noChoices);
    tab.setItem('countersign.import', '{"text": 1}');
    expect(keptImport(tab)).toEqual(noChoices);
    tab.setItem('countersign.import', '{');
    expect(keptImport(tab)).toEqual(noChoices);
    expect(keepImport(undefined, choices)).toBe(false);
  });
});

describe('where a problem is', () => {
  const problem = (path: string, more: Partial<Problem> = {}): Problem => ({
    code: 'c',
    severity: 'error',
    path,
    message: 'm',
    ...more,
  });
  const numbers = new Map([['copy', 7]]);
  test.each<[Problem, string]>([
    [problem('', { at: { line: 3, column: 5 } }), 'Line 3, column 5'],
    [problem('/steps/0/risk'), 'Step 1, Risk'],
    [problem('/2/success_criteria/1'), 'Step 3, Success criteria, 2'],
    [problem('/plan/steps/4'), 'Step 5'],
    [problem('/steps/1/work/args/sql', { stepId: 'copy' }), 'Step 7, Args, Sql'],
    [problem('/success/0/expr'), 'Success, 1, Expr'],
    [problem('/goal'), 'Goal'],
    [problem(''), 'The whole plan'],
  ])('%o', (given, where) => expect(whereOf(given, numbers)).toBe(where));

  test('a line and a column lead to their place, also beyond the end', () => {
    const text = 'a\nbcd\n';
    expect(text[offsetOf(text, { line: 2, column: 2 })]).toBe('c');
    expect(offsetOf(text, { line: 9, column: 9 })).toBe(text.length);
  });
});

test('tools alike by name are offered first, and none when nothing is alike', () => {
  const tools = [
    { name: 'files.list', description: 'List files of a folder' },
    { name: 'http.request', description: 'Send a request' },
    { name: 'postgres.query', description: 'Read rows of a database' },
  ];
  const names = (name: string) => likelyTools(name, tools).map((tool) => tool.name);
  expect(names('db.postgresQuery')).toEqual(['postgres.query']);
  expect(names('listFiles')).toEqual(['files.list']);
  expect(names('send_http_request')).toEqual(['http.request']);
  expect(names('email')).toEqual([]);
});
