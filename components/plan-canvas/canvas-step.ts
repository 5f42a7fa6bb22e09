import type { EffectClass } from '#core/plan/tool-contract.ts';
import type { Json } from '#core/json.ts';
import type { Budget, PlanDocument, Step } from '#core/plan/schema.ts';
import { ancestorsFirst } from './run-order.ts';

/** What a card needs to know of a step; it does not change while a version is on the screen. */
export type CanvasStep = {
  id: string;
  /** Place in run order, from 1. */
  number: number;
  title: string;
  /** Tool name, or the kind of work. */
  does: string;
  effect: EffectClass;
  needs: string[];
  success?: string;
  budget?: Budget;
  /** The condition under which it runs. */
  when?: string;
  /** What it reads of which step it needs: output names, `''` for the output as a whole. */
  reads?: Readonly<Record<string, readonly string[]>>;
  forEach?: boolean;
  needsApproval?: boolean;
  /** What is wrong with it, in a draft. */
  alert?: string;
};

export function workName(step: Step): string {
  return step.work.kind === 'tool' ? step.work.tool : step.work.kind;
}

/** `effectOf` knows the tools' contracts. A tool it does not know counts as irreversible: the worst that may be true. */
export function canvasSteps(
  document: PlanDocument,
  effectOf: (stepId: string) => EffectClass | undefined,
): CanvasStep[] {
  return ancestorsFirst(document.steps).map((step, index) => {
    const reads = readsOf(step);
    return {
      id: step.id,
      number: index + 1,
      title: step.title,
      does: workName(step),
      effect: effectOf(step.id) ?? (step.work.kind === 'tool' ? 'irreversible' : 'read'),
      needs: step.needs ?? [],
      ...(step.success ? { success: step.success } : {}),
      ...(step.budget ? { budget: step.budget } : {}),
      ...(step.when ? { when: step.when } : {}),
      ...(reads ? { reads } : {}),
      ...(step.forEach ? { forEach: true } : {}),
    };
  });
}

/** `steps["id"].output.name`: a step is named literally (P4), so that what is read is known without evaluating. */
const OUTPUT = /steps\[(["'])([^"']+)\1\]\.output(?:\.([A-Za-z_]\w*))?/g;

function readsOf(step: Step): CanvasStep['reads'] {
  const reads = new Map<string, Set<string>>();
  for (const expression of expressionsIn(step as unknown as Json)) {
    for (const [, , id = '', name = ''] of expression.matchAll(OUTPUT))
      reads.set(id, (reads.get(id) ?? new Set()).add(name));
  }
  if (reads.size === 0) return undefined;
  return Object.fromEntries([...reads].map(([id, names]) => [id, [...names]]));
}

/** Where a step holds expressions. Found by name: the parser of expressions is not for the browser's first load. */
const EXPRESSION_MEMBERS = new Set(['$expr', 'expr', 'when', 'items']);
function expressionsIn(value: Json): string[] {
  if (typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap(expressionsIn);
  return Object.entries(value).flatMap(([name, member]) =>
    typeof member === 'string' ? (EXPRESSION_MEMBERS.has(name) ? [member] : []) : expressionsIn(member),
  );
}
