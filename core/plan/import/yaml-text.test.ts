import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { stringify } from 'yaml';
import type { Json } from '../../json.ts';
import { parseYamlText } from './yaml-text.ts';

function valueOf(text: string): Json {
  const read = parseYamlText(text);
  if (!read.ok) throw new Error(read.message);
  return read.value;
}
function refusalOf(text: string): string | undefined {
  const read = parseYamlText(text);
  return read.ok ? undefined : read.code;
}
/** Processor time, which other processes do not add to. */
function cpuMs(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}

describe('YAML as strict as JSON', () => {
  test('[I1] the core types are read, and what other versions take for more stays text', () => {
    expect(valueOf('a: 0x1F\nb: 1_000\nc: yes\nd: 2020-01-01\ne: ~\nf:\ng: !!str 12\n1: x\ntrue: y')).toEqual(
      {
        a: 31,
        b: '1_000',
        c: 'yes',
        d: '2020-01-01',
        e: null,
        f: null,
        g: '12',
        1: 'x',
        true: 'y',
      },
    );
  });

  test('[I1] Windows line ends and a byte order mark change nothing', () => {
    expect(valueOf('\ufeffa: 1\r\nb: |\r\n  x\r\n  y\r\n')).toEqual({ a: 1, b: 'x\ny\n' });
  });

  test('[I2] aliases are followed', () => {
    expect(valueOf('a: &a {x: [1]}\nb: *a')).toEqual({ a: { x: [1] }, b: { x: [1] } });
  });

  test.each([
    ['a key twice', 'a: 1\nb: 2\n"a": 3', 'duplicate-key'],
    ['a number and a text that are one key', '1: a\n"1": b', 'duplicate-key'],
    ['an integer beyond 2^53', 'a: 9007199254740993', 'integer-too-large'],
    ['a number beyond all numbers', 'a: 1e999', 'integer-too-large'],
    ['infinity', 'a: -.inf', 'unsupported-yaml'],
    ['not a number', 'a: .NaN', 'unsupported-yaml'],
    ['a tag of YAML that JSON has no type for', 'a: !!binary aGk=', 'unsupported-yaml'],
    ['a tag of its own', 'a: !shell rm', 'unsupported-yaml'],
    ['a tag on a key', '!x a: 1', 'unsupported-yaml'],
    ['a merge key', 'a: &a {b: 1}\nc: {<<: *a}', 'unsupported-yaml'],
    ['two documents', 'a: 1\n---\nb: 2', 'unsupported-yaml'],
    ['another version', '%YAML 1.1\n---\na: yes', 'unsupported-yaml'],
    ['a list as a key', '? [a]\n: b', 'unsupported-yaml'],
    ['an anchor twice', 'a: &a 1\nb: &a 2', 'unsupported-yaml'],
    ['an alias of nothing', 'a: *b', 'invalid-yaml'],
    ['an alias of itself', 'a: &a [*a]', 'too-deep'],
    ['__proto__', '__proto__: {x: 1}', 'forbidden-key'],
    ['a tab for indentation', 'a:\n\tb: 1', 'invalid-yaml'],
    ['an escape there is not, inside a list', '[{a: "\\q"}]', 'invalid-yaml'],
    ['33 levels', `${'['.repeat(33)}${']'.repeat(33)}`, 'too-deep'],
  ])('[I2] %s is refused by name', (_, text, code) => {
    expect(refusalOf(text)).toBe(code);
  });

  test('[I2] 32 levels are read', () => {
    expect(refusalOf(`${'['.repeat(32)}${']'.repeat(32)}`)).toBeUndefined();
  });

  const MB = 1_000_000;
  test.each<[string, () => string, string | undefined]>([
    ['10,000 lists inside each other', () => '['.repeat(10_000), 'too-deep'],
    ['100,000 closed lists', () => `a: ${'['.repeat(100_000)}${']'.repeat(100_000)}`, 'too-deep'],
    ['100,000 dashes', () => `${'- '.repeat(100_000)}x`, 'too-deep'],
    ['100,000 maps', () => `${'{a: '.repeat(100_000)}1`, 'too-deep'],
    [
      'aliases that grow to 10^9',
      () =>
        [
          'a: &a [x,x,x,x,x,x,x,x,x]',
          ...'bcdefghij'
            .split('')
            .map((name, at) => `${name}: &${name} [${Array(9).fill(`*${'abcdefghij'[at]}`).join()}]`),
        ].join('\n'),
      'document-too-large',
    ],
    ['4 MB of comments', () => '# x\n'.repeat(MB), 'document-too-large'],
    ['100,000 keys', () => Array.from({ length: 100_000 }, (_, at) => `k${at}: 1`).join('\n'), undefined],
    ['200,000 errors', () => `a: "${'x\n'.repeat(MB / 5)}"`, 'invalid-yaml'],
    ['100,000 documents', () => '---\n'.repeat(100_000), 'unsupported-yaml'],
    ['4 MB of plain text', () => `a: ${'x y '.repeat(MB)}`, undefined],
  ])('[I2] %s take no longer than a plan may', { timeout: 60_000 }, (_, text, code) => {
    const given = text();
    let refusal: string | undefined;
    const ms = cpuMs(() => (refusal = refusalOf(given)));
    expect(refusal).toBe(code);
    expect(ms).toBeLessThan(8_000);
  });

  test('[I7] what is written as YAML is read as it was', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4, noUnicodeString: false }), (value) => {
        fc.pre(!JSON.stringify(value).includes('"__proto__"'));
        fc.pre(!/\d{16}|e\+?\d/.test(JSON.stringify(value)));
        const plain = JSON.parse(JSON.stringify(value)) as Json;
        expect(valueOf(stringify(plain, { version: '1.2', aliasDuplicateObjects: false }))).toEqual(plain);
      }),
    );
  });

  test('[I2] any text is a value or a problem', () => {
    const bits = fc.constantFrom(
      'a',
      ': ',
      '- ',
      '\n',
      '  ',
      '[',
      ']',
      '{',
      '}',
      '&a ',
      '*a',
      '!x ',
      '"',
      "'",
      '|',
      '#',
      '%',
      '---',
      '? ',
      '\t',
      '\r',
      '\u0000',
      '1',
    );
    fc.assert(
      fc.property(fc.array(bits, { maxLength: 40 }), (parts) => {
        parseYamlText(parts.join(''));
      }),
      { numRuns: 1_000 },
    );
  });
});
