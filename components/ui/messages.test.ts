import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { messages } from './messages-editor.ts';

const root = path.resolve(import.meta.dirname, '..');
const screens = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.tsx'),
);

/** Every sentence of the catalogue; functions are called with values that read like a person's. */
function sentences(value: unknown, at: string): [string, string][] {
  if (typeof value === 'string') return [[at, value]];
  if (typeof value === 'function' || value === null || typeof value !== 'object') return [];
  return Object.entries(value).flatMap(([key, member]) => sentences(member, `${at}.${key}`));
}

describe('the catalogue of strings', () => {
  test('has no empty string', () => {
    for (const [at, text] of sentences(messages, 'messages')) expect(text.trim(), at).not.toBe('');
  });
  test('keeps to the words of the product', () => {
    const banned = /\b(please|oops|successfully|just|simply|submit|confirm|execute)\b|!/i;
    for (const [at, text] of sentences(messages, 'messages')) expect(text, at).not.toMatch(banned);
  });
  test('counts with the right form', () => {
    expect(messages.common.steps(1)).toBe('1 step');
    expect(messages.common.steps(1_204)).toBe('1,204 steps');
    expect(messages.approval.approveSome(3, 8)).toBe('Approve 3 of 8 calls');
  });
  test.each(screens)('%s has no literal text of its own', (file) => {
    const source = readFileSync(path.join(root, file), 'utf8');
    const texts = [...source.matchAll(/>\s*([A-Z][a-z]+(?: [a-z]+)+[.?]?)\s*</g)].map((match) => match[1]);
    const names = [...source.matchAll(/\b(?:aria-label|title|placeholder|label|hint)="([A-Z][^"]*)"/g)].map(
      (match) => match[1],
    );
    // A placeholder that shows a format is not text.
    const format = new Set(['Authorization', 'Idempotency-Key']);
    expect([...texts, ...names].filter((text) => !format.has(text ?? ''))).toEqual([]);
  });
});
