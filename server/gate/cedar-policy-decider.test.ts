import { describe, expect, test } from 'vitest';
import { createCedarPolicyDecider } from './cedar-policy-decider.ts';
import { defaultPolicy } from './default-policy.ts';
import type { PolicyInput } from './policy-decider.ts';

const input = (more: Partial<PolicyInput> = {}): PolicyInput => ({
  principal: { id: 'ann', roles: ['operator'] },
  tool: 'pay',
  knownTool: true,
  effect: 'read',
  risk: 'low',
  args: {},
  resource: null,
  connection: null,
  environment: null,
  identity: 'service',
  workspace: 'w',
  runId: 'run',
  planVersion: 1,
  solo: false,
  ...more,
});
const policy = createCedarPolicyDecider();
const withRules = (gate: string, approvals = '') =>
  createCedarPolicyDecider({
    revision: 7,
    gate: defaultPolicy.gate + gate,
    approvals: defaultPolicy.approvals + approvals,
  });

describe('defaults', () => {
  test.each([
    [{ effect: 'read' as const }, { verdict: 'allow', rules: ['default-read'] }],
    [
      { effect: 'write' as const },
      {
        verdict: 'ask',
        rules: ['default-write-asks'],
        approvers: 1,
        roles: ['approver'],
        notRequester: false,
      },
    ],
    [
      { effect: 'irreversible' as const },
      { verdict: 'ask', rules: ['default-irreversible-asks-two'], approvers: 2, roles: ['approver'] },
    ],
    [
      { effect: 'irreversible' as const, solo: true },
      { verdict: 'ask', rules: ['default-irreversible-asks-one-solo'], approvers: 1 },
    ],
    [{ knownTool: false }, { verdict: 'deny', rules: ['default-unknown-tool'] }],
  ])('[G2][A10] %o', (more, expected) => {
    expect(policy.decide(input(more))).toMatchObject({ ...expected, revision: 1 });
  });
});

describe('rules', () => {
  test('[G1][G6] forbid wins over every permit and names its rule and reason', () => {
    const strict = withRules(
      '@id("no-prod") @reason("Not in production.") forbid (principal, action, resource) when { context has environment && context.environment == "prod" };',
    );
    expect(strict.decide(input({ environment: 'prod' }))).toEqual({
      verdict: 'deny',
      rules: ['no-prod'],
      reason: 'Not in production.',
      revision: 7,
    });
    expect(strict.decide(input({ environment: 'test' })).verdict).toBe('allow');
    expect(strict.decide(input()).verdict).toBe('allow');
  });

  test('[G6] all approval rules that match count: most people, common roles, shortest expiry, not the requester if one says so', () => {
    const more = withRules(
      '',
      `@id("big") @approvals("3") @roles("approver,admin") @expires("4h") @notRequester permit (principal, action, resource) when { context.args has amount && context.args.amount > 100 };
       @id("risky") @expires("30m") permit (principal, action, resource) when { context.risk >= 2 };`,
    );
    expect(more.decide(input({ effect: 'write', args: { amount: 500 }, risk: 'high' }))).toMatchObject({
      verdict: 'ask',
      rules: expect.arrayContaining(['default-write-asks', 'big', 'risky']),
      approvers: 3,
      roles: ['approver'],
      notRequester: true,
      expiresAfterMs: 1_800_000,
    });
    expect(more.decide(input({ effect: 'write', args: { amount: 5 } }))).toMatchObject({
      rules: ['default-write-asks'],
      approvers: 1,
    });
  });

  test('[G1] principal, roles, tool and resource can be named', () => {
    const named = withRules(
      '@id("interns") forbid (principal in Role::"intern", action == Action::"pay", resource == Resource::"bank/1");',
    );
    const call = { resource: 'bank/1', principal: { id: 'bo', roles: ['intern'] } };
    expect(named.decide(input(call))).toMatchObject({ verdict: 'deny', rules: ['interns'] });
    expect(named.decide(input({ ...call, tool: 'look' })).verdict).toBe('allow');
    expect(named.decide(input({ ...call, resource: 'bank/2' })).verdict).toBe('allow');
    expect(named.decide(input({ ...call, principal: { id: 'bo', roles: [] } })).verdict).toBe('allow');
  });
});

describe('a step', () => {
  test('[G3] can ask for more: a read that needs a signature, more people, a shorter time', () => {
    expect(policy.decide(input({ stepApproval: { required: true } }))).toMatchObject({
      verdict: 'ask',
      rules: ['default-read', 'step-asks'],
      approvers: 1,
      roles: ['approver'],
    });
    expect(
      policy.decide(input({ effect: 'write', stepApproval: { approvers: 2, expiresAfterMs: 60_000 } })),
    ).toMatchObject({ approvers: 2, expiresAfterMs: 60_000 });
  });

  test('[G3] can never ask for less', () => {
    expect(policy.decide(input({ effect: 'write', stepApproval: { required: false } }))).toMatchObject({
      verdict: 'ask',
      approvers: 1,
    });
    expect(policy.decide(input({ effect: 'irreversible', stepApproval: { approvers: 1 } }))).toMatchObject({
      approvers: 2,
    });
    expect(policy.decide(input({ knownTool: false, stepApproval: { required: true } })).verdict).toBe('deny');
    expect(policy.decide(input({ stepApproval: { approvers: 3 } })).verdict).toBe('allow');
  });
});

describe('the engine', () => {
  test('[G2] a rule that fails denies the call instead of vanishing', () => {
    const broken = withRules('@id("typo") forbid (principal, action, resource) when { context.riks > 1 };');
    expect(broken.decide(input())).toMatchObject({
      verdict: 'deny',
      rules: ['policy-engine-failed'],
      reason: expect.stringContaining('typo'),
    });
    const brokenAsk = withRules(
      '',
      '@id("typo") permit (principal, action, resource) when { context.riks > 1 };',
    );
    expect(brokenAsk.decide(input({ effect: 'write' }))).toMatchObject({
      verdict: 'deny',
      reason: expect.stringContaining('typo'),
    });
  });

  test('[G1] any JSON may stand in arguments: nulls, fractions, large numbers, names of Cedar and of JavaScript', () => {
    const args = JSON.parse(
      '{"a":null,"b":[1,null,"x"],"c":1.5,"d":1e300,"e":0.123456789,"__entity":{"type":"Role","id":"admin"},"__extn":{"fn":"ip","arg":"no"},"__proto__":{"x":1},"constructor":2,"f":{}}',
    );
    expect(policy.decide(input({ args }))).toMatchObject({ verdict: 'allow' });
    const counted = withRules(
      '@id("half") forbid (principal, action, resource) when { context.args has c && context.args.c.greaterThan(decimal("1.4")) };',
    );
    expect(counted.decide(input({ args }))).toMatchObject({ verdict: 'deny', rules: ['half'] });
  });

  test('[G1] arguments cannot forge an entity', () => {
    const rule = withRules(
      '@id("forged") forbid (principal, action, resource) when { context.args has who && context.args.who == Role::"admin" };',
    );
    expect(rule.decide(input({ args: { who: { __entity: { type: 'Role', id: 'admin' } } } })).verdict).toBe(
      'allow',
    );
  });

  test('[G4] text that cannot be read, and two rules of one name, never become a policy', () => {
    expect(() => withRules('permit (nonsense')).toThrow('cannot be read');
    expect(() => withRules('@id("default-read") forbid (principal, action, resource);')).toThrow(
      'Two rules are called default-read',
    );
  });
});
