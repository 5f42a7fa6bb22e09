import type { RunEvent } from '#core/run/events.ts';
import { progress } from '#core/run/views.ts';
import { announce, announceNow } from '#components/ui/announcer.tsx';
import { messages } from '#components/ui/messages.ts';
import type { RunStore } from './run-store.ts';

/** Says aloud what just happened: progress now and then, what needs a person at once (ux 9). */
export function announceEvents(events: readonly RunEvent[], store: RunStore): void {
  const { state } = store.getState();
  const { done, total } = progress(state);
  const numberOf = (stepId: string) => state.document.steps.find((step) => step.id === stepId)?.title ?? stepId;
  for (const event of events) {
    switch (event.type) {
      case 'step-succeeded':
        announce(messages.say.done(numberOf(event.data.address.stepId), done, total));
        break;
      case 'step-failed':
        announceNow(messages.say.failed(numberOf(event.data.address.stepId)));
        break;
      case 'approval-requested':
        announceNow(messages.say.needsApproval(event.data.approval.summary));
        break;
      case 'attempt-finished':
        if (event.data.outcome === 'unknown') announceNow(messages.say.unknown(numberOf(event.data.address.stepId)));
        break;
      case 'run-finished':
        announceNow(messages.say.finished(messages.run.statusWords[event.data.status]));
        break;
    }
  }
}
