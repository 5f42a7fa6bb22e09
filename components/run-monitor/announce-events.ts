import type { RunEvent } from '#core/run/events.ts';
import { progress } from '#core/run/views.ts';
import { announce, announceNow } from '#components/ui/announcer.tsx';
import { messages } from '#components/ui/messages.ts';
import type { RunStore } from './run-store.ts';

/** Says aloud what just happened: progress now and then, what needs a person at once (ux 9). */
export function announceEvents(events: readonly RunEvent[], store: RunStore): void {
  const { state } = store.getState();
  const { done, total } = progress(state);
  const titleOf = (stepId: string) =>
    state.document.steps.find((step) => step.id === stepId)?.title ?? stepId;
  for (const event of events) {
    if (event.type === 'step-succeeded')
      announce(messages.say.done(titleOf(event.data.address.stepId), done, total));
    else if (event.type === 'step-failed')
      announceNow(messages.say.failed(titleOf(event.data.address.stepId)));
    else if (event.type === 'approval-requested')
      announceNow(messages.say.needsApproval(event.data.approval.summary));
    else if (event.type === 'run-finished')
      announceNow(messages.say.finished(messages.run.statusWords[event.data.status]));
    else if (event.type === 'attempt-finished' && event.data.outcome === 'unknown')
      announceNow(messages.say.unknown(titleOf(event.data.address.stepId)));
  }
}
