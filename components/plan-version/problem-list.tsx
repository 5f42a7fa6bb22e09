'use client';
import { OctagonX, TriangleAlert } from 'lucide-react';
import type { Problem } from '#core/plan/problem.ts';
import { messages } from '#components/ui/messages.ts';

/** Errors first, each with its step; the code is there for whoever reports it. */
export function ProblemList({
  problems,
  onStep,
}: {
  problems: readonly Problem[];
  onStep?: (stepId: string) => void;
}) {
  const ordered = [...problems].sort(
    (a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'),
  );
  return (
    <ul className="flex flex-col divide-y divide-border">
      {ordered.map((problem, index) => {
        const Icon = problem.severity === 'error' ? OctagonX : TriangleAlert;
        const { stepId } = problem;
        return (
          <li
            key={`${problem.code} ${problem.path} ${index}`}
            className="flex items-start gap-2 py-1.5 text-sm"
          >
            <Icon
              aria-hidden
              size={16}
              className={`mt-0.5 shrink-0 ${problem.severity === 'error' ? 'text-failed' : 'text-approval'}`}
            />
            <span className="min-w-0 flex-1 break-words">
              <code className="float-right ml-2 text-xs leading-5 text-faint">{problem.code}</code>
              <span className="font-medium">
                {problem.severity === 'error' ? messages.problems.error : messages.problems.warning}
              </span>
              {stepId === undefined ? null : onStep ? (
                <button
                  type="button"
                  onClick={() => onStep(stepId)}
                  className="ml-1 rounded-chip font-mono underline"
                >
                  {stepId}
                </button>
              ) : (
                <span className="ml-1 font-mono">{stepId}</span>
              )}
              <span className="block text-muted">{problem.message}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
