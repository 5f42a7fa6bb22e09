import { OctagonX, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Problem } from '#core/plan/problem.ts';
import { messages } from './messages.ts';

/** One problem of a list: what kind it is, its place (`children`), what it says, and the code for whoever reports it. */
export function ProblemRow({ problem, children }: { problem: Problem; children?: ReactNode }) {
  const isError = problem.severity === 'error';
  const Icon = isError ? OctagonX : TriangleAlert;
  return (
    <li className="flex items-start gap-2 py-1.5 text-sm">
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
        {children}
        <span className="block text-muted">{problem.message}</span>
      </span>
    </li>
  );
}

/** In their order otherwise. */
export function errorsFirst(problems: readonly Problem[]): Problem[] {
  return [...problems].sort((a, b) => Number(a.severity === 'warning') - Number(b.severity === 'warning'));
}
