'use client';
import { useMutation } from '@tanstack/react-query';
import { ChevronDown, CirclePause, CircleStop, Play } from 'lucide-react';
import { useState } from 'react';
import { planStep } from '#core/run/step-status.ts';
import { standingEffects, undoable } from '#core/run/undo.ts';
import { effectsView } from '#core/run/views.ts';
import { parseAddressKey } from '#core/run/address.ts';
import { useLive } from '#components/live.ts';
import { newKey } from '#components/new-key.ts';
import { Refused } from '#components/refused.tsx';
import { useTRPC } from '#components/trpc.tsx';
import { Button } from '#components/ui/button.tsx';
import { Dialog } from '#components/ui/dialog.tsx';
import { Field, TextArea } from '#components/ui/field.tsx';
import { Menu, MenuItem } from '#components/ui/menu.tsx';
import { messages } from '#components/ui/messages.ts';
import { toast } from '#components/ui/toast.tsx';
import type { NameStep } from './event-text.ts';
import { useRunState } from './run-context.ts';

type Mode = 'after-running' | 'cancel-now';

/** Pause, resume and stop. A stop says first what stays behind. */
export function RunControls({
  runId,
  name,
  canOperate,
}: {
  runId: string;
  name: NameStep;
  canOperate: boolean;
}) {
  const trpc = useTRPC();
  const state = useRunState();
  const online = useLive((live) => live.link !== 'reconnecting');
  const [mode, setMode] = useState<Mode>();
  const [replanning, setReplanning] = useState(false);
  const [undoing, setUndoing] = useState(false);
  const pause = useMutation(
    trpc.runs.pause.mutationOptions({ onSuccess: () => toast(messages.run.pausedToast) }),
  );
  const resume = useMutation(
    trpc.runs.resume.mutationOptions({ onSuccess: () => toast(messages.run.resumedToast) }),
  );
  if (state.endedAt !== undefined || state.status === 'not-started') return null;
  const why = !canOperate ? messages.run.mayNotOperate : online ? undefined : messages.live.decisionsOff;
  const off = why !== undefined;
  return (
    <>
      <div className="flex flex-wrap items-center gap-2" title={why}>
        {state.status === 'paused' ? (
          <Button
            disabled={off || resume.isPending}
            onClick={() => resume.mutate({ runId, idempotencyKey: newKey() })}
          >
            <Play aria-hidden size={16} />
            <span className="max-md:sr-only">{messages.run.resume}</span>
          </Button>
        ) : state.status === 'running' ? (
          <Button
            disabled={off || pause.isPending}
            onClick={() => pause.mutate({ runId, idempotencyKey: newKey() })}
          >
            <CirclePause aria-hidden size={16} />
            <span className="max-md:sr-only">{messages.run.pause}</span>
          </Button>
        ) : null}
        <Menu
          trigger={
            <Button disabled={off}>
              <CircleStop aria-hidden size={16} />
              {messages.run.stop}
              <ChevronDown aria-hidden size={14} />
            </Button>
          }
        >
          {state.status === 'stopping' ? null : (
            <MenuItem onSelect={() => setMode('after-running')}>{messages.run.stopAfter}</MenuItem>
          )}
          <MenuItem onSelect={() => setMode('cancel-now')}>{messages.run.cancelNow}</MenuItem>
          {state.status === 'stopping' || state.undo || undoable(state).length === 0 ? null : (
            <MenuItem onSelect={() => setUndoing(true)}>{messages.run.undo}</MenuItem>
          )}
          {state.status === 'stopping' ? null : (
            <MenuItem onSelect={() => setReplanning(true)}>{messages.run.askReplan}</MenuItem>
          )}
        </Menu>
      </div>
      <Refused error={pause.error ?? resume.error} />
      <StopDialog runId={runId} mode={mode} onClose={() => setMode(undefined)} name={name} />
      <UndoDialog runId={runId} open={undoing} onClose={() => setUndoing(false)} name={name} />
      <ReplanDialog runId={runId} open={replanning} onClose={() => setReplanning(false)} />
    </>
  );
}

function StopDialog({
  runId,
  mode,
  onClose,
  name,
}: {
  runId: string;
  mode: Mode | undefined;
  onClose(): void;
  name: NameStep;
}) {
  const trpc = useTRPC();
  const state = useRunState();
  const [shown, setShown] = useState<Mode>('after-running');
  if (mode && mode !== shown) setShown(mode);
  const stop = useMutation(
    trpc.runs.stop.mutationOptions({
      onSuccess: () => {
        toast(messages.run.stopToast[shown]);
        onClose();
      },
    }),
  );
  const { remaining } = effectsView(state);
  const running = state.inFlight.map((key) => parseAddressKey(key));
  return (
    <Dialog
      open={mode !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={messages.run.stopTitle[shown]}
      description={messages.run.stopText[shown]}
      footer={
        <>
          <Button onClick={onClose}>{messages.run.keepRunning}</Button>
          <Button
            disabled={stop.isPending}
            onClick={() => stop.mutate({ runId, mode: shown, idempotencyKey: newKey() })}
          >
            {messages.run.stopSubmit[shown]}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <div>
          <h3 className="font-semibold">{messages.run.stopRunning[shown](running.length)}</h3>
          <ul className="list-disc pl-5">
            {running.map((address) => (
              <li key={`${address.stepId} ${address.item ?? ''}`}>
                {name(address)} {planStep(state, address.stepId)?.title}
              </li>
            ))}
          </ul>
        </div>
        <div>
          <h3 className="font-semibold">{messages.run.remain(remaining.length)}</h3>
          <ul className="list-disc pl-5">
            {remaining.map((effect) => (
              <li key={effect.operationKey}>
                {effect.summary}{' '}
                {effect.state === 'unknown' ? <strong>{messages.run.effectUnknown}</strong> : null}
              </li>
            ))}
          </ul>
          <p className="mt-1 text-muted">{messages.run.remainText}</p>
        </div>
        <Refused error={stop.error} />
      </div>
    </Dialog>
  );
}

/** What is taken back and in which order, and what stays, before anything is. */
function UndoDialog({
  runId,
  open,
  onClose,
  name,
}: {
  runId: string;
  open: boolean;
  onClose(): void;
  name: NameStep;
}) {
  const trpc = useTRPC();
  const state = useRunState();
  const [reason, setReason] = useState('');
  const undo = useMutation(
    trpc.runs.undo.mutationOptions({
      onSuccess: () => {
        toast(messages.run.undoToast);
        setReason('');
        onClose();
      },
    }),
  );
  const taken = undoable(state);
  const ours = new Set(taken.map(({ effect }) => effect.operationKey));
  const left = standingEffects(state).filter(({ operationKey }) => !ours.has(operationKey));
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={messages.run.undoTitle}
      description={messages.run.undoText}
      footer={
        <>
          <Button onClick={onClose}>{messages.run.keepRunning}</Button>
          <Button
            disabled={reason.trim() === '' || undo.isPending}
            onClick={() => undo.mutate({ runId, reason: reason.trim(), idempotencyKey: newKey() })}
          >
            {messages.run.undoSubmit}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-3 text-sm">
        <div>
          <h3 className="font-semibold">{messages.run.undoList(taken.length)}</h3>
          <ol className="list-decimal pl-5">
            {taken.map(({ effect, work }) => (
              <li key={effect.operationKey}>
                {name(effect.address)}: {effect.summary}{' '}
                <span className="text-muted">
                  {messages.run.undoBy(work.kind === 'tool' ? work.tool : messages.run.undoPerson)}
                </span>
              </li>
            ))}
          </ol>
        </div>
        {left.length === 0 ? null : (
          <div>
            <h3 className="font-semibold">{messages.run.undoLeft(left.length)}</h3>
            <ul className="list-disc pl-5">
              {left.map((effect) => (
                <li key={effect.operationKey}>
                  {name(effect.address)}: {effect.summary}
                </li>
              ))}
            </ul>
            <p className="mt-1 text-muted">{messages.run.undoLeftText}</p>
          </div>
        )}
        <Field label={messages.run.undoReason}>
          {(ids) => (
            <TextArea
              {...ids}
              value={reason}
              maxLength={2_000}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
        <Refused error={undo.error} />
      </div>
    </Dialog>
  );
}

function ReplanDialog({ runId, open, onClose }: { runId: string; open: boolean; onClose(): void }) {
  const trpc = useTRPC();
  const [reason, setReason] = useState('');
  const ask = useMutation(
    trpc.runs.requestReplan.mutationOptions({
      onSuccess: () => {
        toast(messages.run.replanToast);
        setReason('');
        onClose();
      },
    }),
  );
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={messages.run.replanTitle}
      description={messages.run.replanText}
      footer={
        <>
          <Button onClick={onClose}>{messages.common.cancel}</Button>
          <Button
            disabled={reason.trim() === '' || ask.isPending}
            onClick={() => ask.mutate({ runId, reason: reason.trim(), idempotencyKey: newKey() })}
          >
            {messages.run.askReplan}
          </Button>
        </>
      }
    >
      <Field label={messages.run.replanReason}>
        {(ids) => (
          <TextArea
            {...ids}
            value={reason}
            maxLength={2_000}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      <Refused error={ask.error} className="mt-2" />
    </Dialog>
  );
}
