import * as fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { aPlan, readWork } from '../testing/build-plan.ts';
import { anyPlan } from '../testing/plan-arbitraries.ts';
import { canonicalJson } from '../json.ts';
import { normalizePlan, normalizeStep, planDefaults, planHash, withDefaults } from './normal-form.ts';
import { parsePlan } from './parse.ts';
import type { PlanDocument, Step } from './schema.ts';

/** Random plans by the hundred take longer than one example on a busy machine. */
vi.setConfig({ testTimeout: 60_000 });

/** The same document with every object's keys in the opposite order. */
function reversed<T>(value: T): T {
  if (Array.isArray(value)) return value.map(reversed) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, member]) => [key, reversed(member)]),
  ) as T;
}

/** Every default of plan/v1 written out. */
function spelledOut(document: PlanDocument): PlanDocument {
  return {
    inputs: {},
    constraints: [],
    assumptions: [],
    success: [],
    stop: [],
    ...document,
    limits: {
      concurrency: 4,
      replans: 2,
      escalateMs: 86_400_000,
      onStepFailure: 'stop',
      budget: {},
      ...document.limits,
    },
    steps: document.steps.map((step) => ({
      needs: [],
      join: 'all' as const,
      timeoutMs: 60_000,
      fallbacks: [],
      skippable: false,
      preconditions: [],
      postconditions: [],
      outputs: {},
      budget: {},
      approval: { required: false },
      ...step,
      retry: { attempts: 3, backoffMs: 1_000, maxBackoffMs: 60_000, ...step.retry },
    })),
  };
}

describe('the normal form of a plan', () => {
  test('[P9] is its own normal form', () => {
    fc.assert(
      fc.property(anyPlan, (document) => {
        const once = normalizePlan(document);
        expect(normalizePlan(once)).toEqual(once);
      }),
    );
  });

  test('[P9] is a valid document that says the same once defaults are filled in', () => {
    fc.assert(
      fc.property(anyPlan, (document) => {
        const normal = normalizePlan(document);
        expect(parsePlan(normal)).toEqual({ ok: true, document: normal });
        normal.steps.forEach((step, index) => {
          const before = document.steps[index] as Step;
          expect(withDefaults(step)).toEqual(
            withDefaults({ ...before, ...(before.needs && { needs: [...new Set(before.needs)].sort() }) }),
          );
        });
        expect(planDefaults(normal).limits).toEqual(planDefaults(document).limits);
      }),
    );
  });

  test('[P9] the hash does not depend on key order or on defaults written out', () => {
    fc.assert(
      fc.property(anyPlan, (document) => {
        expect(planHash(reversed(document))).toBe(planHash(document));
        expect(planHash(spelledOut(document))).toBe(planHash(document));
      }),
    );
  });

  test('[P9] needs are a sorted set', () => {
    const plan = aPlan('a, b, c', { steps: { c: { needs: ['b', 'a', 'b'] } } });
    expect(normalizePlan(plan).steps[2]?.needs).toEqual(['a', 'b']);
    expect(planHash(plan)).toBe(planHash(aPlan('a, b, c', { steps: { c: { needs: ['a', 'b'] } } })));
  });

  test.each<[string, Partial<Step>]>([
    ['risk', { risk: 'low' }],
    ['timeoutMs', { timeoutMs: 1_000 }],
    ['retry', { retry: { attempts: 5 } }],
    ['budget', { budget: { costUsd: 1 } }],
    ['success', { success: 'Another sentence.' }],
    ['approval', { approval: { required: true } }],
    ['join', { join: 'any' }],
    ['work', { work: readWork('other') }],
  ])('[P9] the hash changes with %s', (_, change) => {
    expect(planHash(aPlan('a -> b', { steps: { b: change } }))).not.toBe(planHash(aPlan('a -> b')));
  });

  test('[P9] a default of plan/v1 never changes: the hash of a known document is pinned', () => {
    expect(planHash(aPlan('a -> b'))).toBe(
      '8507ea92142b68b854702c096826dd1552e741c712dc3bd207cd9b07d91dd2ee',
    );
  });

  test('[P2] positions are not content: a document has no place for them', () => {
    const plan = aPlan('a');
    const moved = { ...plan, steps: [{ ...plan.steps[0], position: { x: 1, y: 2 } }] };
    const parsed = parsePlan(moved);
    expect(parsed.ok ? [] : parsed.problems.map(({ code, path }) => ({ code, path }))).toEqual([
      { code: 'unknown-member', path: '/steps/0/position' },
    ]);
  });

  test('a number of approvers means that approval is required', () => {
    const resolved = (approval: Step['approval']) =>
      withDefaults({ ...(aPlan('a').steps[0] as Step), approval }).approval;
    expect(resolved({ approvers: 2 })).toEqual({ required: true, approvers: 2 });
    expect(resolved({ required: false })).toBeUndefined();
    expect(resolved({ required: false, approvers: 2 })).toEqual({ required: false, approvers: 2 });
    expect(
      normalizeStep({ ...(aPlan('a').steps[0] as Step), approval: { required: true, approvers: 2 } })
        .approval,
    ).toEqual({ approvers: 2 });
  });

  test('[P5] ids that plain objects already have are ordinary ids', () => {
    const plan = aPlan('__proto__ -> constructor');
    expect(canonicalJson(normalizePlan(plan).steps.map(({ id, needs }) => [id, needs ?? null]))).toBe(
      '[["__proto__",null],["constructor",["__proto__"]]]',
    );
  });
});
