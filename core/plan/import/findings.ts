/** What reading a foreign plan found: each error with its place, and one warning for each kind of thing, with its places. */
import { cappedProblems } from '../parse.ts';
import { pointer } from '../pointer.ts';
import type { Problem } from '../problem.ts';

const LOSSES: readonly string[] = ['kept-as-text', 'left-out'];
/** Places one warning names. */
const NAMED = 5;

type Repeated = { code: string; path: PropertyKey[]; steps: string[]; say: (where: string) => string };

/** Warnings of things that do not come along as they were (I4): a person has to have seen them. */
export function lossesOf(problems: readonly Problem[]): Problem[] {
  return problems.filter(({ code }) => LOSSES.includes(code));
}

export class Findings {
  private readonly errors: Problem[] = [];
  private readonly repeated = new Map<string, Repeated>();

  error(code: string, path: PropertyKey[], message: string): void {
    this.errors.push({ code, severity: 'error', path: pointer(path), message });
  }

  /** `what` tells kinds of one code apart; `say` is given where it was found, as `in step "a"`. */
  warn(code: string, what: string, path: PropertyKey[], say: (where: string) => string, step?: string): void {
    const key = JSON.stringify([code, what, step === undefined]);
    const known = this.repeated.get(key);
    if (known) {
      if (step !== undefined) known.steps.push(step);
    } else this.repeated.set(key, { code, path, steps: step === undefined ? [] : [step], say });
  }

  get hasErrors(): boolean {
    return this.errors.length > 0;
  }

  problems(): Problem[] {
    const warnings = [...this.repeated.values()].map(({ code, path, steps, say }): Problem => ({
      code,
      severity: 'warning',
      path: pointer(path),
      message: say(placesOf(steps)),
    }));
    return cappedProblems([...this.errors, ...warnings]);
  }
}

function placesOf(steps: readonly string[]): string {
  if (steps.length === 0) return 'in the plan';
  const named = steps.slice(0, NAMED).map((step) => `"${shortened(step)}"`);
  const more = steps.length - named.length;
  return `in ${steps.length === 1 ? 'step' : `${steps.length} steps:`} ${named.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

/** Texts of others inside our sentences are cut, so that one of them cannot fill the screen. */
export function shortened(text: string, length = 80): string {
  return text.length > length ? `${text.slice(0, length - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : text;
}
