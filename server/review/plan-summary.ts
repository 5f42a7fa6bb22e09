import type { PlanDocument, Risk } from '#core/plan/schema.ts';
import type { Catalog } from '#core/plan/tool-contract.ts';
import { effectOfWork } from './expected-approvals.ts';

export type PlanSummary = {
  steps: number;
  reads: number;
  writes: number;
  irreversible: number;
  riskiest: Risk;
};

const risks: Risk[] = ['low', 'medium', 'high', 'critical'];

/** Counts by what a step's tool does to the world; a tool nobody knows counts as the worst. */
export function planSummary(document: PlanDocument, catalog: Catalog): PlanSummary {
  const summary: PlanSummary = {
    steps: document.steps.length,
    reads: 0,
    writes: 0,
    irreversible: 0,
    riskiest: 'low',
  };
  for (const step of document.steps) {
    const { work } = step;
    if (work.kind !== 'tool') continue;
    const contract = Object.hasOwn(catalog.tools, work.tool) ? catalog.tools[work.tool] : undefined;
    const effect = contract ? effectOfWork(catalog, work, contract) : 'irreversible';
    if (effect === 'read') summary.reads += 1;
    else if (effect === 'write') summary.writes += 1;
    else summary.irreversible += 1;
    for (const risk of [contract?.risk ?? 'critical', step.risk]) {
      if (risk !== undefined && risks.indexOf(risk) > risks.indexOf(summary.riskiest))
        summary.riskiest = risk;
    }
  }
  return summary;
}

const counted = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;

/** "6 steps, 2 writes, 1 irreversible, 3 approvals". */
export function summaryText(summary: PlanSummary, approvals: number): string {
  const parts = [counted(summary.steps, 'step')];
  if (summary.writes > 0) parts.push(counted(summary.writes, 'write'));
  if (summary.irreversible > 0) parts.push(`${summary.irreversible} irreversible`);
  parts.push(counted(approvals, 'approval'));
  return parts.join(', ');
}
