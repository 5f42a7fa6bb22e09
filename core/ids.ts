/** Branded ids: strings at run time, apart for the compiler. Made by `server/new-id.ts`; core never makes one. */
type Brand<Name extends string> = string & { readonly __brand: Name };

export type WorkspaceId = Brand<'workspace'>;
export type UserId = Brand<'user'>;
export type PlanId = Brand<'plan'>;
export type StepId = Brand<'step'>;
export type RunId = Brand<'run'>;
export type ApprovalId = Brand<'approval'>;
/** hash(run, address, work slot, argument hash, generation): stable over retries, handed to the tool (domain E). */
export type OperationKey = Brand<'operation'>;
/** SHA-256 in hex over canonical JSON. */
export type Hash = Brand<'hash'>;
