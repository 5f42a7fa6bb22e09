import type { z } from 'zod';
import type { PlanVersion } from '#db/plans.ts';
import type { VersionRow } from '../shapes/plans.ts';
import { personOf } from './run-row.ts';

export function versionRow(version: PlanVersion): z.infer<typeof VersionRow> {
  return {
    version: version.version,
    hash: version.hash,
    state: version.state,
    note: version.note,
    parent: version.parent,
    origin: version.originRunId === null ? null : { runId: version.originRunId },
    promotedAt: version.promotedAt,
    trigger: version.trigger,
    provenance: version.provenance,
    createdAt: version.createdAt,
    createdBy: personOf(version.submittedBy),
    decidedBy: personOf(version.decidedBy),
    decidedAt: version.decidedAt,
    reason: version.decisionReason,
    approvalExpiresAt: version.approvalExpiresAt,
  };
}
