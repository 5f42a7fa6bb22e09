/**
 * Random walks over the run machine. At each step the moves that the state invites are listed and one is drawn, so that
 * deep states are reached; now and then an old command is repeated or a card is decided with a wrong seal. Everything
 * depends on the numbers drawn: a failing walk shrinks and repeats.
 */
import type { RunEvent } from '../run/events.ts';
import { addressKey } from '../run/address.ts';
import { fold } from '../run/evolve.ts';
import { get } from '../run/record.ts';
import { nextActions } from '../run/schedule.ts';
import { waitingReasons } from '../run/views.ts';
import { planHash } from '../plan/normal-form.ts';
import type { PlanDocument } from '../plan/schema.ts';
import { aPlan, irreversibleWork, testCatalog, writeWork } from './build-plan.ts';
import {
  ana,
  answers,
  approver,
  at,
  ben,
  crashes,
  decides,
  driver,
  edits,
  engine as realEngine,
  failsWith,
  isLost,
  ONE_CALL,
  plain,
  planner,
  postconditions,
  prepares,
  reconciles,
  rejects,
  successChecks,
  TestRun,
  timer,
  type Ask,
  type Engine,
  type Prepared,
} from './given.ts';
import { logProblems } from './log-problems.ts';

export type Draw = { pick: number; detail: number };
export type Walk = { run: TestRun; problems: string[]; accepted: number };
const cleo = { kind: 'person', id: 'cleo' } as const;
const WRONG_SEAL = 'another seal';
const people = [ana, ben, cleo] as const;

const check = (id: string) => ({ id, expr: 'true', message: `${id} does not hold.` });
/** Between them they hold every kind of work, join, gate and limit that a run knows. */
export const worlds: Record<string, PlanDocument> = {
  diamond: aPlan('a -> d, b -> d, c -> d', {
    limits: { concurrency: 2 },
    steps: {
      a: { work: writeWork('users') },
      b: { work: writeWork('users', 2) },
      c: { postconditions: [check('c-done')] },
      d: { work: writeWork('orders'), postconditions: [check('d-done')] },
    },
  }),
  signatures: aPlan('a -> b, c', {
    steps: {
      a: { work: irreversibleWork('users') },
      b: { work: writeWork('users'), approval: { approvers: 2, expiresAfterMs: 3_000 } },
      c: { work: writeWork('orders'), skippable: true, postconditions: [check('c-done')] },
    },
    limits: { replans: 0 },
  }),
  items: aPlan('list -> copy -> end', {
    limits: { concurrency: 2, onStepFailure: 'finish-independent' },
    steps: { copy: { work: writeWork('users'), forEach: { items: '[1]', concurrency: 1, maxItems: 3 } } },
  }),
  budget: aPlan('a, b, c -> d', {
    limits: { budget: { toolCalls: 4 }, escalateMs: 5_000 },
    steps: { a: { work: writeWork('users') } },
  }),
  people: aPlan('ask -> a -> b', {
    steps: {
      ask: { work: { kind: 'person', prompt: 'Which?' } },
      b: { work: { kind: 'tool', tool: 'test.opaque', args: { key: 'users' } } },
    },
    limits: { replans: 1 },
  }),
  joins: aPlan('a -> d, b -> d, c -> d -> e, a -> f, c -> f', {
    limits: { concurrency: 2, onStepFailure: 'finish-independent' },
    steps: {
      d: { join: { atLeast: 2 } },
      e: { join: 'any' },
      f: { join: 'any', forEach: { items: '[1]', concurrency: 1, maxItems: 3 } },
    },
  }),
};

export function walk(document: PlanDocument, draws: readonly Draw[], engine: Engine = realEngine): Walk {
  const run = new TestRun(document, {
    startedBy: ana,
    lastEditor: 'ben',
    engine,
    planHash: planHash(document),
    checks: false,
  });
  const problems: string[] = [];
  const past: Ask[] = [];
  let accepted = 0;
  for (const draw of draws) {
    const moves = movesOf(run, draw.detail, past);
    const move = moves[draw.pick % moves.length];
    if (move === undefined) break;
    run.now += draw.detail % 7 === 0 ? 400 : 1;
    const length = run.log.length;
    const ask = move(run);
    try {
      if (run.attempt(ask).ok) {
        accepted += 1;
        past.push(ask);
        if (ask.type === 'decide-approvals' && ask.decisions.some(({ seal }) => seal === WRONG_SEAL))
          problems.push('A decision with a wrong seal was taken.');
      }
    } catch (error) {
      problems.push(String(error));
      break;
    }
    if (run.log.length > length) problems.push(...run.problems, ...silence(run));
    if (problems.length > 0) break;
  }
  problems.push(...logProblems(run.log), ...replayProblems(run.log, run));
  return { run, problems, accepted };
}

/** A run that is not over acts, wakes up by itself, or says what it waits for. */
function silence(run: TestRun): string[] {
  const { state } = run;
  if (state.endedAt !== undefined) return [];
  const { actions, wakeAt } = nextActions(state, run.now);
  return actions.length > 0 || wakeAt !== null || waitingReasons(state, run.now).length > 0
    ? []
    : ['The run has not ended, does nothing and says nothing.'];
}

function replayProblems(log: readonly RunEvent[], run: TestRun): string[] {
  if (run.engine !== realEngine) return [];
  return JSON.stringify(plain(fold(log))) === JSON.stringify(plain(run.state))
    ? []
    : ['The log does not replay to the state.'];
}

type Move = (run: TestRun) => Ask;

function movesOf(run: TestRun, detail: number, past: readonly Ask[]): Move[] {
  const { state } = run;
  const moves: Move[] = [];
  const odd = (one: number) => detail % one === 0;
  for (const key of [...state.ready, ...state.retrying, ...(odd(3) ? state.asking : [])])
    moves.push(...starts(run, key, detail));
  for (const key of state.inFlight) {
    moves.push(answers(key), answers(key), failsWith(key, odd(2) ? 'transient' : 'permanent'), isLost(key));
    if (odd(4)) moves.push(crashes(key));
    if (state.status === 'stopping') moves.push(failsWith(key, 'cancelled'));
  }
  for (const key of state.checking) moves.push(postconditions(key), postconditions(key, !odd(5)));
  for (const key of state.unknown) {
    moves.push(
      reconciles(key, 'committed'),
      reconciles(key, 'not-applied', !odd(3)),
      reconciles(key, 'inconclusive'),
    );
    moves.push((r) => ({
      type: 'resolve-unknown',
      address: at(key),
      operationKey: r.step(key).call?.operationKey ?? '',
      verdict: odd(2) ? 'happened' : 'did-not-happen',
      evidence: 'I looked at the rows.',
      actor: ana,
    }));
  }
  for (const key of state.asking) {
    const person = people[detail % people.length] ?? ana;
    moves.push(decides(key, person), decides(key, ana), decides(key, cleo));
    if (odd(3))
      moves.push(
        decides(key, person, {
          decisions: [{ approvalId: run.approval(key).request.approvalId, seal: WRONG_SEAL }],
        }),
      );
    if (odd(5))
      moves.push(rejects(key, person, { next: odd(2) ? 'skip' : 'replan' }), () => ({
        type: 'ask-approval-again',
        address: at(key),
        actor: ana,
      }));
  }
  for (const key of state.persons)
    moves.push(() => ({ type: 'answer-person-step', address: at(key), output: { inline: 1 }, actor: ben }));
  for (const key of state.failed) moves.push(() => ({ type: 'retry-step', address: at(key), actor: ana }));
  for (const approval of Object.values(state.approvals)) {
    /** The second person, whose page still shows the card. */
    if (approval.status === 'granted' && odd(3))
      moves.push(() => ({
        type: 'decide-approvals',
        actor: cleo,
        decider: approver(cleo),
        verdict: 'approve',
        decisions: [{ approvalId: approval.request.approvalId, seal: approval.request.seal }],
        planVersion: state.planVersion,
        policyRevision: 1,
        reason: 'I have read the call.',
        typed: 'users',
      }));
    if (approval.status === 'pending' && odd(7)) {
      const { address } = approval;
      const key = addressKey(address);
      if (get(state.steps, key)?.approvalId === approval.request.approvalId) {
        const args = { key: 'users', value: 10 + (detail % 3) };
        moves.push(edits(key, odd(2) ? ben : cleo, args));
      }
    }
    if (approval.status === 'pending' && odd(29))
      moves.push(() => ({
        type: 'extend-approvals',
        actor: cleo,
        decider: approver(cleo),
        approvalIds: [approval.request.approvalId],
      }));
    if (approval.status === 'granted' && odd(11))
      moves.push(() => ({
        type: 'withdraw-approval',
        approvalId: approval.request.approvalId,
        actor: ben,
        decider: approver(ben),
      }));
  }
  moves.push(...revisions(run, detail));
  if (state.openSteps === 0) moves.push(successChecks(!odd(4)));
  if (odd(2)) moves.push((r) => later(r, detail));
  if (odd(9))
    moves.push(() => ({ type: state.status === 'paused' ? 'resume-run' : 'pause-run', actor: ana }));
  if (state.status === 'paused') moves.push(() => ({ type: 'resume-run', actor: ana }));
  if (odd(23))
    moves.push(() => ({ type: 'stop-run', mode: odd(2) ? 'cancel-now' : 'after-running', actor: ana }));
  const old = past[detail % Math.max(past.length, 1)];
  if (old && odd(3))
    moves.push(
      () => old,
      () => old,
    );
  return moves;
}

function later(run: TestRun, detail: number): Ask {
  const { wakeAt } = nextActions(run.state, run.now);
  run.now = wakeAt !== null && detail % 4 === 0 ? wakeAt : run.now + (detail % 2_000);
  return { type: 'fire-timers', actor: timer };
}

function starts(run: TestRun, key: string, detail: number): Move[] {
  const { state } = run;
  const planned = state.document.steps.find((step) => step.id === at(key).stepId);
  const step = get(state.steps, key);
  if (!planned || !step) return [];
  if (planned.forEach && step.address.item === undefined)
    return [
      () => ({
        type: 'expand-for-each',
        address: step.address,
        count: detail % 5,
        items: { inline: [] },
        itemsHash: 'i',
      }),
    ];
  if (planned.work.kind === 'person')
    return [() => ({ type: 'ask-person', address: step.address, prompt: 'Which?' })];
  const policy = {
    ...(planned.work.kind === 'tool' &&
      planned.work.tool !== 'test.read' && { notRequester: detail % 3 !== 0 }),
    ...(detail % 2 === 0 && { expiresAfterMs: 2_000 }),
  };
  const usual: Prepared = { policy, estimate: { ...ONE_CALL, toolCalls: 1 + (detail % 2) } };
  const moves: Move[] = [prepares(key, usual), prepares(key, usual)];
  if (detail % 4 === 0)
    moves.push(prepares(key, { ...usual, with: { risk: 'high', connection: `other-${detail % 3}` } }));
  if (detail % 8 === 0)
    moves.push(
      prepares(key, {
        ...usual,
        checks: [{ id: 'pre', kind: 'precondition', expr: 'false', holds: false, at: run.now }],
      }),
    );
  if (step.edit && planned.work.kind === 'tool' && detail % 3 === 0)
    moves.push(
      prepares(key, {
        ...usual,
        policy: { ...policy, verdict: 'allow' },
        with: { args: planned.work.args },
      }),
    );
  if (detail % 8 === 1) moves.push(prepares(key, { ...usual, askOnly: true }));
  if (detail % 8 === 2) moves.push(prepares(key, { ...usual, policy: { ...policy, verdict: 'deny' } }));
  if (detail % 8 === 3)
    moves.push(
      () => ({ type: 'skip-step', address: step.address, cause: 'when', reason: 'no' }),
      () => ({
        type: 'fail-preparation',
        address: step.address,
        failure: { class: 'transient', code: 'probe', message: 'No answer.' },
      }),
    );
  return moves;
}

function revisions(run: TestRun, detail: number): Move[] {
  const { replan } = run.state;
  if (!replan)
    return detail % 13 === 0 ? [() => ({ type: 'request-replan', reason: 'Other plans.', actor: ana })] : [];
  switch (replan.phase) {
    case 'asked': {
      const next = revise(run, detail);
      const propose: Move = (r) => ({
        type: 'propose-revision',
        actor: planner,
        planVersion: r.state.planVersion + 1 + r.state.replanRefusals + r.state.replans,
        document: next,
        planHash: planHash(next),
        note: 'Another way.',
        provenance: { role: 'recovery', kind: 'playbook', ref: 'walk@1' },
        catalog: testCatalog,
        earlierHashes: [],
      });
      return [
        propose,
        propose,
        () => ({ type: 'decline-revision', reason: 'Nothing fits.', actor: planner }),
      ];
    }
    case 'review': {
      const { planVersion, planHash: hash } = replan;
      return (['approve', 'approve', 'reject'] as const).map((verdict): Move => () => ({
        type: 'decide-revision',
        actor: ben,
        decider: approver(ben),
        planVersion,
        planHash: hash,
        verdict,
        reason: 'I have read it.',
      }));
    }
    case 'approved':
      return [() => ({ type: 'adopt-revision', actor: driver })];
  }
}

/** Changes, drops or adds one step; now and then one that must not change. */
function revise(run: TestRun, detail: number): PlanDocument {
  const { document, steps } = run.state;
  const open = document.steps.filter(
    (step) => !['succeeded', 'skipped'].includes(get(steps, step.id)?.status ?? '') || detail % 9 === 0,
  );
  const target = open[detail % Math.max(open.length, 1)];
  if (!target) return document;
  const attempts = 1 + (detail % 6);
  if (detail % 5 === 0)
    return {
      ...document,
      steps: document.steps
        .filter((step) => step !== target)
        .map((step) => ({ ...step, needs: (step.needs ?? []).filter((need) => need !== target.id) })),
    };
  if (detail % 5 === 1)
    return {
      ...document,
      steps: [
        ...document.steps,
        { ...target, id: `new-${detail % 4}`, title: 'New', work: writeWork('more'), needs: [target.id] },
      ],
    };
  return {
    ...document,
    steps: document.steps.map((step) =>
      step === target
        ? { ...step, retry: { attempts }, ...(detail % 5 === 2 && { work: writeWork('users', detail % 3) }) }
        : step,
    ),
  };
}
