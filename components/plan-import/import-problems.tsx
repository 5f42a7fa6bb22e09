'use client';
import type { Problem } from '#core/plan/problem.ts';
import { errorsFirst, ProblemRow } from '#components/ui/problem-row.tsx';
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
  return (
    <ul className="flex flex-col divide-y divide-border">
      {errorsFirst(problems).map((problem, index) => {
        const { at } = problem;
        const where = whereOf(problem, numbers);
        return (
          <ProblemRow key={`${problem.code} ${problem.path} ${index}`} problem={problem}>
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
          </ProblemRow>
        );
      })}
    </ul>
  );
}
