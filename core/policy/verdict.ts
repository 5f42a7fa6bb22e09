/** What policy answered about one call. Made by the policy decider in the server; enters `decide` as data (G). */
export type PolicyVerdict = {
  verdict: 'allow' | 'ask' | 'deny';
  /** Ids of the rules that fired; `default-…` for G2's defaults. */
  rules: string[];
  /** Why, in one sentence for people. */
  reason: string;
  /** Of the policy document that answered. */
  revision: number;
  /** Only for `ask`: how many different people, of which roles. */
  approvers?: number;
  roles?: string[];
  notRequester?: boolean;
  expiresAfterMs?: number;
};

export const workspaceRoles = ['viewer', 'author', 'operator', 'approver', 'admin'] as const;
export type WorkspaceRole = (typeof workspaceRoles)[number];
