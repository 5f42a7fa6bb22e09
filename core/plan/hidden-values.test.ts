import { expect, test } from 'vitest';
import { aPlan, testCatalog } from '../testing/build-plan.ts';
import { diffPlans } from './diff.ts';
import { hiddenFingerprint, hideSecrets, isSecretName } from './hidden-values.ts';
import type { Json } from '../json.ts';

const withArgs = (args: { [name: string]: Json }) =>
  aPlan('a', { steps: { a: { work: { kind: 'tool', tool: 'test.read', args } } } });

test('[case 110] a changed secret is hidden with both fingerprints, and what stands beside it is not', () => {
  const diff = hideSecrets(
    diffPlans(
      withArgs({
        key: 'one',
        secretRef: 'vault:one',
        headers: { authorization: 'Bearer one', accept: 'text' },
      }),
      withArgs({
        key: 'two',
        secretRef: 'vault:two',
        headers: { authorization: 'Bearer two', accept: 'text' },
      }),
      testCatalog,
    ),
  );
  const said = JSON.stringify(diff);
  for (const secret of ['Bearer', 'vault:']) expect(said).not.toContain(secret);
  const fields = new Map(diff.steps[0]?.fields.map((field) => [field.path, field]));
  expect(fields.get('/work/args/key')).toMatchObject({ from: 'one', to: 'two' });
  const secret = fields.get('/work/args/secretRef');
  expect(hiddenFingerprint(secret?.from)).toMatch(/^[0-9a-f]{8}$/);
  expect(hiddenFingerprint(secret?.from)).not.toBe(hiddenFingerprint(secret?.to));
  expect(fields.get('/work/args/headers')).toMatchObject({ from: { accept: 'text' } });
});

test('[case 110] names that say secret, and names that only sound like it', () => {
  for (const name of [
    'password',
    'apiKey',
    'api_key',
    'access-token',
    'clientSecret',
    'Authorization',
    'db_credentials',
  ])
    expect([name, isSecretName(name)]).toEqual([name, true]);
  for (const name of ['tokens', 'key', 'author', 'secretary', 'max_tokens', 'passage', 'path'])
    expect([name, isSecretName(name)]).toEqual([name, false]);
});

test('a budget of tokens and a check called secret are no secrets', () => {
  const diff = hideSecrets(
    diffPlans(
      aPlan('a', {
        steps: { a: { budget: { tokens: 1 } } },
        constraints: [{ id: 'no-secret', text: 'One.' }],
      }),
      aPlan('a', {
        steps: { a: { budget: { tokens: 2 } } },
        constraints: [{ id: 'no-secret', text: 'Two.' }],
      }),
      testCatalog,
    ),
  );
  expect(diff.steps[0]?.fields).toMatchObject([{ from: 1, to: 2 }]);
  expect(diff.plan).toMatchObject([{ from: { text: 'One.' }, to: { text: 'Two.' } }]);
});
