'use client';
import { effectsView } from '#core/run/views.ts';
import { SaveRunAsPlaybook } from '#components/playbooks/save-as-playbook.tsx';
import { Button } from '#components/ui/button.tsx';
import { InvisibleText } from '#components/ui/invisible-text.tsx';
import { messages } from '#components/ui/messages.ts';
import { Notice } from '#components/ui/notice.tsx';
import { CheckResults } from './check-results.tsx';
import { useRunState } from './run-context.ts';
import { RunAgain } from './run-again.tsx';

/** How it ended, on what evidence, and what remains. */
export function RunEnd({ onEffects, canOperate }: { onEffects(): void; canOperate: boolean }) {
  const state = useRunState();
  if (!state.end) return null;
  const { remaining, unknown } = effectsView(state);
  return (
    <div className="border-b border-border px-4 py-2">
      <Notice
        look={unknown > 0 ? 'ink' : state.end.status === 'failed' ? 'problem' : 'plain'}
        title={messages.run.ended[state.end.end]}
        action={
          <>
            {remaining.length > 0 ? (
              <Button size="sm" onClick={onEffects}>
                {messages.run.showEffects(remaining.length)}
              </Button>
            ) : null}
            <RunAgain planId={state.planId} planVersion={state.planVersion} canOperate={canOperate} />
            <SaveRunAsPlaybook planId={state.planId} version={state.planVersion} runId={state.runId} />
          </>
        }
      >
        <InvisibleText text={state.end.reason} /> {messages.run.remain(remaining.length)}
        {unknown > 0 ? <strong> {messages.run.unknownRemain(unknown)}</strong> : null}
        {state.successChecks ? (
          <details className="mt-1">
            <summary className="min-h-6 text-sm font-medium max-md:min-h-11">
              {messages.run.evidence(state.successChecks.checks.length)}
            </summary>
            <CheckResults checks={state.successChecks.checks} />
          </details>
        ) : null}
      </Notice>
    </div>
  );
}
