import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor, REDACTED } from './redact.ts';

const SECRET = 'p@ss w"rd/+é';
const redactor = createRedactor(() => [SECRET, 'abc']);

describe('[T4] redaction', () => {
  test.each([
    ['as it is', SECRET],
    ['URL-encoded', encodeURIComponent(SECRET)],
    ['as a form value', new URLSearchParams({ a: SECRET }).toString().slice(2)],
    ['inside JSON text', JSON.stringify(SECRET).slice(1, -1)],
  ])('[T4] takes out a secret %s', (_how, spelling) => {
    expect(redactor.text(`before ${spelling} after`)).toBe(`before ${REDACTED} after`);
  });

  test('[T4] takes out a secret in base64 at any place of a longer text', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary-ascii', maxLength: 9 }),
        fc.string({ unit: 'binary-ascii', maxLength: 9 }),
        fc.constantFrom('base64' as const, 'base64url' as const),
        (before, after, encoding) => {
          const found = redactor.text(Buffer.from(before + SECRET + after).toString(encoding));
          expect(found).toContain(REDACTED);
        },
      ),
    );
  });

  test('[T4] goes through lists, objects and names, and leaves other values alone', () => {
    expect(redactor.json({ [SECRET]: [1, null, true, { deep: `x${SECRET}` }] })).toEqual({
      [REDACTED]: [1, null, true, { deep: `x${REDACTED}` }],
    });
  });

  test('[T4] too short a secret is not searched for, and a new one counts at once', () => {
    expect(redactor.text('abc')).toBe('abc');
    const known: string[] = [];
    const growing = createRedactor(() => known);
    expect(growing.text('hunter22')).toBe('hunter22');
    known.push('hunter22');
    expect(growing.text('hunter22')).toBe(REDACTED);
  });
});
