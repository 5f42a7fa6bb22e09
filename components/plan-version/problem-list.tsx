'use client';
import type { Problem } from '#core/plan/problem.ts';
import { errorsFirst, ProblemRow } from '#components/ui/problem-row.tsx';

/** Errors first, each with its step; the code is there for whoever reports it. */
export function ProblemList({
  problems,
  onStep,
}: {
  problems: readonly Problem[];
  onStep?: (stepId: string) => void;
}) {
  return (
    <ul className="flex flex-col divide-y divide-border">
      {errorsFirst(problems).map((problem, index) => {
        const { stepId } = problem;
        return (
          <ProblemRow key={`${problem.code} ${problem.path} ${index}`} problem={problem}>
            {stepId === undefined ? null : onStep ? (
              <button
                type="button"
                onClick={() => onStep(stepId)}
                className="rounded-chip font-mono underline"
              >
                {stepId}
              </button>
            ) : (
              <span className="font-mono">{stepId}</span>
            )}
          </ProblemRow>
        );
      })}
    </ul>
  );
}
