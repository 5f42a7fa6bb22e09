import type { z } from 'zod';
import type { ExpectedApproval as Expected } from '#server/review/expected-approvals.ts';
import type { ExpectedApproval } from '../shapes/plans.ts';

export function expectedShape({ notRequester: _for, ...shape }: Expected): z.infer<typeof ExpectedApproval> {
  return shape;
}
