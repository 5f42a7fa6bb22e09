import type { WorkspaceRole } from '#core/policy/verdict.ts';
import type { ExpectedApproval } from './expected-approvals.ts';

export type Approvers = {
  /** The most different people any one call will ask. */
  needed: number;
  /** How many may sign the call that lacks most. */
  available: number;
  enough: boolean;
  /** Steps that nobody could get approved. */
  lacking: { stepId: string; title: string; needed: number; available: number }[];
};

/** G2. Whether enough people may approve what the plan will ask; in a solo workspace one signs for all. */
export function countApprovers(
  expected: readonly ExpectedApproval[],
  people: readonly { userId: string; roles: readonly WorkspaceRole[] }[],
  requester: string,
): Approvers {
  const asked = expected.filter((one) => one.verdict === 'ask');
  const counted = asked.map((one) => {
    const may = people.filter(({ userId, roles }) => {
      const hasRole =
        one.roles.length === 0
          ? roles.includes('approver')
          : one.roles.some((role) => roles.some((own) => own === role));
      return hasRole && !(one.notRequester && userId === requester);
    });
    return { stepId: one.stepId, title: one.title, needed: one.approvers, available: may.length };
  });
  const lacking = counted.filter(({ needed, available }) => available < needed);
  const worst = [...(lacking.length > 0 ? lacking : counted)].sort(
    (a, b) => b.needed - b.available - (a.needed - a.available) || b.needed - a.needed,
  )[0];
  const all = people.filter(({ roles }) => roles.includes('approver')).length;
  return {
    needed: worst?.needed ?? 0,
    available: worst?.available ?? all,
    enough: lacking.length === 0,
    lacking,
  };
}
