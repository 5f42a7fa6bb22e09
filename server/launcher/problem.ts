/** A reason not to start that a person can act on: printed as it is, without a stack. */
export class LauncherProblem extends Error {
  override readonly name = 'LauncherProblem';
  readonly exitCode: number;
  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** Exit code when another launcher holds the folder. */
export const ALREADY_RUNNING = 3;

export function errorCode(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : '';
}

export function errorText(error: unknown): string {
  return error instanceof Error ? error.message || errorCode(error) || error.name : String(error);
}
