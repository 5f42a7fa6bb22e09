/** What a run waits for, in words: one table for lists, strips and notifications. Total over the codes. */
import type { Address } from '../run/address.ts';
import type { WaitCode, WaitReason } from '../run/views.ts';
import { duration, plural } from './words.ts';

/** `calls`: how many calls of one batch this reason stands for. */
export type Waiting = WaitReason & { calls?: number };
/** Names a step as its screen does, for example "Step 4". */
export type NameStep = (address: Address) => string;
/** When it ends by itself, and how; the screens count down to it. */
export type WaitTimer = { word: string; at: number };

type Words = {
  title(reason: Waiting, step: string, named: boolean): string;
  detail?(reason: Waiting): string;
  timer?(reason: Waiting): WaitTimer | undefined;
};
const timer = (word: string, at: unknown): WaitTimer | undefined =>
  typeof at === 'number' ? { word, at } : undefined;
const stillRunning = ({ inFlight }: Waiting): string =>
  Number(inFlight) === 0
    ? 'No step is running.'
    : `${plural(Number(inFlight), 'step')} still ${Number(inFlight) === 1 ? 'runs' : 'run'}.`;

const WORDS: Record<WaitCode, Words> = {
  approval: {
    title: ({ calls = 1, summary, stepTitle }, step, named) =>
      calls > 1
        ? `${step} needs approval of ${plural(calls, 'call')}${named ? `: ${String(stepTitle)}` : ''}`
        : `${step} needs approval: ${String(summary)}`,
    detail: ({ granted, need }) =>
      Number(need) > 1 ? `${String(granted)} of ${String(need)} approved.` : '',
    timer: ({ expiresAt }) => timer('Expires in', expiresAt),
  },
  'approval-expired': {
    title: (_, step) => `${step}: approval expired`,
    detail: () => 'Nothing was approved. Ask again when somebody can decide.',
  },
  'unknown-outcome': {
    title: ({ summary }, step) => `${step}, outcome unknown${summary ? `: ${String(summary)}` : ''}`,
    detail: () =>
      'It was sent, and no answer says whether it took effect. Find out, or say so with evidence.',
  },
  reconcile: {
    title: (_, step) => `${step}, outcome unknown. It is being looked up.`,
    timer: ({ at }) => timer('Next check in', at),
  },
  retry: {
    title: ({ retry, attempts }, step) => `${step}: retry ${String(retry)} of ${String(attempts)}`,
    timer: ({ at }) => timer('Starts in', at),
  },
  'look-again': {
    title: ({ message }, step) => `${step}: not yet. ${String(message)}`,
    timer: ({ at }) => timer('Looks again in', at),
  },
  'person-step': {
    title: ({ stepTitle }, step, named) =>
      `${step} waits for a person${named ? `: ${String(stepTitle)}` : ''}`,
  },
  'revision-review': {
    title: ({ planVersion }) => `v${String(planVersion)} waits for review`,
    detail: ({ reasons }) =>
      `${plural(Number(reasons), 'reason')} to review it. Until it is decided, nothing new starts.`,
  },
  revision: {
    title: ({ phase }) =>
      phase === 'approved'
        ? 'The new version starts once changed steps have ended'
        : 'A revision is being made',
    detail: ({ message }) => String(message ?? ''),
  },
  escalation: {
    title: (_, step) =>
      step
        ? `${step} failed, and no recovery is left. A person decides.`
        : 'No recovery is left. A person decides.',
    detail: ({ reason }) => String(reason),
    timer: ({ untilAt }) => timer('The run fails in', untilAt),
  },
  budget: { title: () => 'A limit is reached', detail: ({ message }) => String(message) },
  paused: { title: () => 'Paused. Nothing new starts.', detail: stillRunning },
  stopping: { title: () => 'Stopping. Nothing new starts.', detail: stillRunning },
};

/** The reason by name. Without `name` a step is called by its title, as a list outside of the run does. */
export function waitTitle(reason: Waiting, name?: NameStep): string {
  const { stepTitle, address } = reason;
  const isNamed = name !== undefined && address !== undefined;
  const title = stepTitle === undefined ? '' : `"${stepTitle}"`;
  const item = address?.item === undefined ? title : `${title}, item ${address.item + 1}`;
  return WORDS[reason.code].title(reason, isNamed ? name(address) : item, isNamed);
}

/** What to know beside it, without any time; empty when the title says it all. */
export function waitDetail(reason: Waiting): string {
  return WORDS[reason.code].detail?.(reason) ?? '';
}

export function waitTimer(reason: Waiting): WaitTimer | undefined {
  return WORDS[reason.code].timer?.(reason);
}

const DETAIL_IN_LISTS: WaitCode[] = ['escalation', 'budget'];
/** One line for a list, with the time that is left. */
export function waitMessage(reason: Waiting): string {
  const left = reason['leftMs'] ?? reason['inMs'];
  const detail = DETAIL_IN_LISTS.includes(reason.code) ? ` ${waitDetail(reason)}` : '';
  const when = waitTimer(reason);
  const time = when && typeof left === 'number' ? ` (${when.word.toLowerCase()} ${duration(left)})` : '';
  return `${waitTitle(reason)}${detail}${time}`;
}
