/** Tests of the tests: a run machine with one safeguard broken must be caught by the laws, or the laws are too weak. */
import { describe, expect, test } from 'vitest';
import { walk, worlds, type Draw } from '#core/testing/explore.ts';
import { mutate, type Mutant } from '#core/testing/mutants.ts';
import { seeded } from '#core/testing/seed.ts';

const one = (name: string, file: string, find: string, replace: string): Mutant => ({
  name,
  changes: [{ file, find, replace }],
});

/** Where a mutant shows soonest; absent: anywhere. */
const soonest: [start: string, worlds: string[]][] = [
  ['[A6] an edit outlives', ['diamond', 'people']],
  ['[A6] an edited call', ['diamond', 'people']],
  ['[A', ['signatures', 'people']],
  ['[R1] concurrency', ['joins']],
  ['[R1] the con', ['items']],
  ['[R12', ['diamond']],
  ['[R13', ['diamond']],
  ['[R8', ['joins']],
  ['[B1', ['budget']],
  ['[F2', ['joins']],
  ['[E2] a com', ['signatures']],
];
const mutants: Mutant[] = [
  one(
    '[A1] a grant for another seal is used',
    'approval.ts',
    'approval.request.seal !== seal || isExpired(approval, at)) return false;',
    'isExpired(approval, at)) return false;',
  ),
  one('[A1] expiry is ignored', 'approval.ts', 'return at >= approval.request.expiresAt;', 'return false;'),
  {
    name: '[A1] an approval is used for two operations',
    changes: [
      { file: 'evolve.ts', find: "status: 'consumed', consumedBy", replace: "status: 'granted', consumedBy" },
      {
        file: 'evolve.ts',
        find: 'retryAt: undefined, approvalId: undefined, startedAt',
        replace: 'retryAt: undefined, startedAt',
      },
    ],
  },
  one('[A2] a decision may name any seal', 'deciding/approvals.ts', "['seal', seal, request.seal], ", ''),
  one(
    '[A3] a card that was decided is decided again',
    'deciding/approvals.ts',
    "case 'granted': case 'consumed': {",
    "case 'granted': return undefined; case 'consumed': {",
  ),
  one(
    '[A5] the requester may approve',
    'deciding/approvals.ts',
    'request.notRequester && actor.id',
    'false && actor.id',
  ),
  one(
    '[A5] one person signs twice',
    'deciding/approvals.ts',
    "if (grants.some((grant) => grant.by.id === actor.id)) return reject('approver-decided-before'",
    "if (false) return reject('approver-decided-before'",
  ),
  {
    name: '[A5] one signature is always enough',
    changes: [
      { file: 'evolve.ts', find: 'grants.length >= approval.request.need', replace: 'grants.length >= 1' },
      /** The intent counts again by itself; both must be gone for the call to pass. */
      {
        file: 'approval.ts',
        find: 'return grants.length >= approversNeeded(state, step, policy);',
        replace: 'return true;',
      },
    ],
  },
  one(
    '[A6] who edited the call approves it',
    'deciding/approvals.ts',
    'request.notEditor && actor.id === editorOf(state, request)',
    'request.notEditor && actor.id === state.lastEditor',
  ),
  one(
    '[A6] an edited call is sent as it was planned',
    'deciding/preparation.ts',
    'step.edit && step.edit.argsHash !== preparation.argsHash',
    'false',
  ),
  one(
    '[A6] the card of an edited call stays open',
    'deciding/edits.ts',
    "voidApproval(context, approval, 'arguments-edited', ['args']);",
    '',
  ),
  one(
    '[A6] an edit outlives the call it was made for',
    'deciding/revisions.ts',
    'for (const address of outdated)',
    'for (const address of outdated.slice(outdated.length))',
  ),
  one(
    '[R1] concurrency is ignored',
    'deciding/preparation.ts',
    'state.inFlight.length >= concurrency',
    'false',
  ),
  one(
    '[R1] the concurrency of a forEach is ignored',
    'deciding/preparation.ts',
    'siblings >= ofStep',
    'false',
  ),
  one(
    '[R12] writes of one resource run together',
    'deciding/preparation.ts',
    '[...state.inFlight, ...state.unknown].find',
    '[].find',
  ),
  one(
    '[R12] an unknown write lets go of its resource',
    'deciding/preparation.ts',
    '[...state.inFlight, ...state.unknown].find',
    '[...state.inFlight].find',
  ),
  one(
    '[R6] pause starts new steps',
    'deciding/context.ts',
    "if (state.status === 'paused') return reject",
    'if (false) return reject',
  ),
  one(
    '[R13] a step starts when its first need has ended',
    'step-status.ts',
    "remainingNeeds === 0 && dependant.status === 'waiting'",
    "dependant.status === 'waiting'",
  ),
  one(
    '[R7] a run succeeds whatever its success checks say',
    'deciding/lifecycle.ts',
    'checks.length > 0 && checks.every((check) => check.holds)',
    'true',
  ),
  one(
    '[R8] an outcome of an earlier attempt is taken',
    'deciding/outcomes.ts',
    'step.call.attempt === command.attempt && ',
    '',
  ),
  one(
    '[E2] a lost write is retried',
    'deciding/outcomes.ts',
    "if (outcome === 'unknown') return undefined;",
    "if (outcome === 'unknown') return failStep(context, address, { class: 'transient', code: 'lost', message: 'Lost.' }), undefined;",
  ),
  one(
    '[E2] a committed operation is sent again',
    'deciding/preparation.ts',
    "get(state.effects, operationKey)?.state === 'committed'",
    'false',
  ),
  one('[F2] retries have no end', 'deciding/settle.ts', 'retryOf(planned).attempts - 1 - step.tries', '1'),
  one(
    '[B1] what is reserved does not count',
    'deciding/preparation.ts',
    'addSpend(state.spent, state.reserved)',
    'state.spent',
  ),
  one(
    '[B1] a reservation is not settled',
    'evolve.ts',
    'state.reserved = subtractSpend(state.reserved, step.call?.reserved ?? NOTHING);',
    '',
  ),
  one(
    '[N2] a revision may change finished steps',
    'replan.ts',
    "const mustKeep = isFinished(current) ? 'is finished' :",
    'const mustKeep =',
  ),
  one(
    '[N5] replans have no end',
    'deciding/context.ts',
    'limits(context).replans - context.state.replans',
    '1',
  ),
  one(
    '[N7] steps start while a revision is open',
    'deciding/context.ts',
    "if (state.replan) return reject('replan-pending'",
    "if (false) return reject('replan-pending'",
  ),
  one(
    '[R2] an index is not kept',
    'step-status.ts',
    'if (to) state[to] = [...state[to], key];',
    "if (to && to !== 'checking') state[to] = [...state[to], key];",
  ),
];

const WALKS = 400;
const LENGTH = 120;

function drawsOf(seed: number): Draw[] {
  const chance = seeded(seed);
  return Array.from({ length: LENGTH }, () => ({ pick: chance.below(10_000), detail: chance.below(10_000) }));
}

describe('each mutant is caught', () => {
  test.each(mutants)('$name', { timeout: 60_000 }, async (mutant) => {
    const broken = await mutate(mutant);
    const documents = Object.entries(worlds)
      .filter(([name]) =>
        (soonest.find(([start]) => mutant.name.startsWith(start))?.[1] ?? [name]).includes(name),
      )
      .map(([, document]) => document);
    let caught: string[] = [];
    for (let seed = 1; seed <= WALKS && caught.length === 0; seed += 1) {
      for (const document of documents) {
        if (caught.length === 0) caught = walk(document, drawsOf(seed), broken).problems;
      }
    }
    expect(caught).not.toEqual([]);
  });

  test('the machine itself is not', async () => {
    const same = await mutate({ name: 'none', changes: [] });
    for (let seed = 1; seed <= 5; seed += 1)
      for (const document of Object.values(worlds))
        expect(walk(document, drawsOf(seed), same).problems).toEqual([]);
  });
});
