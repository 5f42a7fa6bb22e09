/** Lint problems carry their sentence; here is how they are announced together. */
import type { Problem } from '../plan/problem.ts';
import { plural } from './words.ts';

export function problemsText(problems: readonly Problem[]): string {
  const errors = problems.filter((problem) => problem.severity === 'error').length;
  const warnings = problems.length - errors;
  if (problems.length === 0) return 'No problems';
  return [
    errors > 0 ? plural(errors, 'error') : undefined,
    warnings > 0 ? plural(warnings, 'warning') : undefined,
  ]
    .filter((part) => part !== undefined)
    .join(', ');
}
