import { describe, expect, test } from 'vitest';
import { createOriginGuard } from './origin.ts';

const guard = createOriginGuard('https://plans.example.org/tools');
const problem = (headers: Record<string, string>) => guard.problem(new Headers(headers));

describe('a request that changes something', () => {
  test.each([
    ['a page of ours', { host: 'plans.example.org', 'sec-fetch-site': 'same-origin' }],
    ['a program that names our origin', { host: 'plans.example.org', origin: 'https://plans.example.org' }],
    ['a page on this machine', { host: '127.0.0.1:3000', 'sec-fetch-site': 'same-origin' }],
    ['localhost', { host: 'localhost:3000', origin: 'http://localhost:3000' }],
    ['IPv6', { host: '[::1]:3000', origin: 'http://[::1]:3000' }],
    ['a proxy that changed the host', { host: '10.0.0.7:3000', origin: 'https://plans.example.org' }],
  ])('passes from %s', (_name, headers) => {
    expect(problem(headers)).toBeUndefined();
  });

  test.each([
    [
      'another site',
      { host: 'plans.example.org', 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' },
    ],
    ['a sister site', { host: 'plans.example.org', 'sec-fetch-site': 'same-site' }],
    ['an address typed by hand', { host: 'plans.example.org', 'sec-fetch-site': 'none' }],
    [
      'a lying origin beside an honest browser',
      { host: 'plans.example.org', 'sec-fetch-site': 'cross-site', origin: 'https://plans.example.org' },
    ],
    ['another site in an old browser', { host: 'plans.example.org', origin: 'https://evil.example' }],
    ['nobody', { host: 'plans.example.org' }],
    ['a sandboxed page', { host: 'plans.example.org', origin: 'null' }],
    ['another port of this machine', { host: '127.0.0.1:3000', origin: 'http://127.0.0.1:9999' }],
  ])('is refused from %s', (_name, headers) => {
    expect(problem(headers)).toBe('foreign-origin');
  });

  test('is refused under a name that was re-pointed here, although the browser calls it same-origin', () => {
    expect(
      problem({
        host: 'evil.example:3000',
        'sec-fetch-site': 'same-origin',
        origin: 'http://evil.example:3000',
      }),
    ).toBe('foreign-host');
  });
});
