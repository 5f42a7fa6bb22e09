'use client';
import { OctagonX, TriangleAlert } from 'lucide-react';
import type { Problem } from '#core/plan/problem.ts';
import { messages } from '#components/ui/messages.ts';
import { whereOf } from './problem-where.ts';

const noNumbers: ReadonlyMap<string, number> = new Map();

/** Errors first, each with its place; a place in the text is the way there. */
export function ImportProblems({
  problems,
  numbers = noNumbers,
  onPlace,
}: {
  problems: readonly Problem[];
  numbers?: ReadonlyMap<string, number>;
  onPlace?: ((at: { line: number; column: number }) => void) | undefined;
}) {
  const errors = problems.filter(({ severity }) => severity === 'error');
  const warnings = problems.filter(({ severity }) => severity === 'warning');
  return (
    <ul className="flex flex-col divide-y divide-border">
      {[...errors, ...warnings].map((problem, index) => {
        const isError = problem.severity === 'error';
        const Icon = isError ? OctagonX : TriangleAlert;
        const { at } = problem;
        const where = whereOf(problem, numbers);
        return (
          <li
            key={`${problem.code} ${problem.path} ${index}`}
            className="flex items-start gap-2 py-1.5 text-sm"
          >
            <Icon
              aria-hidden
              size={16}
              className={`mt-0.5 shrink-0 ${isError ? 'text-failed' : 'text-approval'}`}
            />
            <span className="min-w-0 flex-1 wrap-anywhere">
              <code className="float-right ml-2 text-xs leading-5 text-faint">{problem.code}</code>
              <span className="font-medium">
                {isError ? messages.problems.error : messages.problems.warning}
              </span>{' '}
              {at && onPlace ? (
                <button
                  type="button"
                  onClick={() => onPlace(at)}
                  className="min-h-6 rounded-chip underline underline-offset-2 max-md:min-h-11"
                >
                  {where}
                </button>
              ) : (
                <span>{where}</span>
              )}
              <span className="block text-muted">{problem.message}</span>
            </span>
          </li>
        );
      })}
    </ul>
  );
}
