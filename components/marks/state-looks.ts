import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleDot,
  CirclePause,
  CircleQuestionMark,
  CircleStop,
  Hand,
  ListChecks,
  LoaderCircle,
  Minus,
  OctagonX,
  RotateCw,
  SkipForward,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import type { RunStatus, StepStatus } from '#core/run/state.ts';

/** The state words of the screens, same everywhere. */
export type MarkState =
  | 'waiting'
  | 'ready'
  | 'checking'
  | 'needs-approval'
  | 'running'
  | 'retrying'
  | 'unknown'
  | 'done'
  | 'failed'
  | 'skipped'
  | 'cancelled'
  | 'undone'
  | 'dropped'
  | 'paused'
  | 'stopping';

type Tone = 'neutral' | 'running' | 'approval' | 'done' | 'failed' | 'unknown';
export type Look = {
  word: string;
  icon: LucideIcon;
  tone: Tone;
  /** Outline of a card. */
  shape: 'dashed' | 'solid' | 'dotted' | 'thick';
  bar: boolean;
  tint: boolean;
};

const look = (
  word: string,
  icon: LucideIcon,
  tone: Tone,
  shape: Look['shape'],
  more: Partial<Look> = {},
): Look => ({
  word,
  icon,
  tone,
  shape,
  bar: false,
  tint: false,
  ...more,
});

export const stateLooks: Record<MarkState, Look> = {
  waiting: look('Waiting', CircleDashed, 'neutral', 'dashed'),
  ready: look('Ready', CircleDot, 'neutral', 'solid'),
  checking: look('Checking', ListChecks, 'running', 'solid', { bar: true }),
  'needs-approval': look('Needs approval', Hand, 'approval', 'thick', { bar: true, tint: true }),
  running: look('Running', LoaderCircle, 'running', 'solid', { bar: true }),
  retrying: look('Retry', RotateCw, 'running', 'solid', { bar: true }),
  unknown: look('Outcome unknown', CircleQuestionMark, 'unknown', 'thick', { bar: true }),
  done: look('Done', CircleCheck, 'done', 'solid', { bar: true }),
  failed: look('Failed', OctagonX, 'failed', 'solid', { bar: true, tint: true }),
  skipped: look('Skipped', SkipForward, 'neutral', 'dashed'),
  cancelled: look('Cancelled', Ban, 'neutral', 'dashed'),
  undone: look('Undone', Undo2, 'done', 'solid', { bar: true }),
  dropped: look('Dropped', Minus, 'neutral', 'dashed'),
  paused: look('Paused', CirclePause, 'neutral', 'dotted'),
  stopping: look('Stopping', CircleStop, 'neutral', 'dotted'),
};

export const toneText: Record<Tone, string> = {
  neutral: 'text-neutral',
  running: 'text-running',
  approval: 'text-approval',
  done: 'text-done',
  failed: 'text-failed',
  unknown: 'text-unknown',
};

const ofStep: Record<StepStatus, MarkState> = {
  waiting: 'waiting',
  ready: 'ready',
  checking: 'checking',
  'needs-approval': 'needs-approval',
  running: 'running',
  'retry-wait': 'retrying',
  unknown: 'unknown',
  succeeded: 'done',
  failed: 'failed',
  skipped: 'skipped',
  cancelled: 'cancelled',
  undone: 'undone',
  dropped: 'dropped',
};
export function markOfStep(status: StepStatus): MarkState {
  return ofStep[status];
}

const ofRun: Record<RunStatus, MarkState> = {
  'not-started': 'waiting',
  running: 'running',
  paused: 'paused',
  stopping: 'stopping',
  succeeded: 'done',
  failed: 'failed',
  cancelled: 'cancelled',
};
export function markOfRun(status: RunStatus): MarkState {
  return ofRun[status];
}
