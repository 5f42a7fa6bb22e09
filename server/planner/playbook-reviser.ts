import { findPlaybook } from './playbooks.ts';
import { playbookRef, type Reviser } from './playbook.ts';

/** Asks the playbook a plan was made from. A plan by a person has none: the run then escalates to a person. */
export const revisePlaybookPlan: Reviser = async ({ document, facts, trigger, provenance }) => {
  if (provenance?.kind !== 'playbook') return undefined;
  const playbook = findPlaybook(provenance.ref);
  const revision = playbook?.revise(document, facts, trigger);
  if (!playbook || !revision || revision.edits.length === 0) return undefined;
  return { ...revision, provenance: { role: 'planner', kind: 'playbook', ref: playbookRef(playbook) } };
};
