/**
 * PlanEdit: the one vocabulary of change: the editor's undo history, drafts, a playbook's revision and a model's
 * proposal are all lists of these. Plain data; `applyEdit` never mutates its input, `invertEdit` gives the undo.
 */
import { canonicalJson, type Json } from '../json.ts';
import { renameStep } from './expressions.ts';
import { PlanDocument, slugPattern, Step } from './schema.ts';

export type PlanEdit =
  | { type: 'add-step'; step: Step; /** index in steps[]; the end when absent */ at?: number }
  | { type: 'remove-step'; stepId: string }
  /** Replaces the id everywhere: needs, expressions, assumptions. */
  | { type: 'rename-step'; stepId: string; to: string }
  | { type: 'replace-step'; stepId: string; step: Step }
  /** value undefined removes the member. `field` is a top-level member of Step other than id and needs. */
  | { type: 'set-step-field'; stepId: string; field: Exclude<keyof Step, 'id' | 'needs'>; value?: Json }
  | { type: 'add-dependency'; stepId: string; needs: string }
  | { type: 'remove-dependency'; stepId: string; needs: string }
  | { type: 'move-step'; stepId: string; to: number }
  /** `field` is a top-level member of the document other than artifact and steps. */
  | { type: 'set-plan-field'; field: Exclude<keyof PlanDocument, 'artifact' | 'steps'>; value?: Json };

export type EditResult = { ok: true; document: PlanDocument } | { ok: false; message: string };

/** The edited document; the given one is not touched. What it cannot do it says; a cycle or a bad binding is for lint. */
export function applyEdit(document: PlanDocument, edit: PlanEdit): EditResult {
  switch (edit.type) {
    case 'add-step': {
      if (findStep(document, edit.step.id)) return no(`There is a step "${edit.step.id}" already`);
      const at = edit.at ?? document.steps.length;
      if (!isIndex(at, document.steps.length + 1))
        return no(`There is no place ${at} among ${document.steps.length} steps`);
      return withValidStep(edit.step, (step) => ({
        ...document,
        steps: document.steps.toSpliced(at, 0, step),
      }));
    }
    case 'remove-step':
      return withStep(document, edit.stepId, (_, index) => yes(removeStepAt(document, index)));
    case 'rename-step':
      return withStep(document, edit.stepId, () => {
        if (edit.to === edit.stepId) return yes(document);
        if (!slugPattern.test(edit.to))
          return no(`"${edit.to}" is no step id: a-z, 0-9, - and _, starting with a letter or _`);
        if (findStep(document, edit.to)) return no(`There is a step "${edit.to}" already`);
        return yes(renameStep(document, edit.stepId, edit.to));
      });
    case 'replace-step':
      if (edit.step.id !== edit.stepId) return no('A replaced step keeps its id: rename it first');
      return withStep(document, edit.stepId, (_, index) =>
        withValidStep(edit.step, (step) => ({ ...document, steps: document.steps.with(index, step) })),
      );
    case 'set-step-field':
      return withStep(document, edit.stepId, (step, index) => {
        if (!Object.hasOwn(Step.shape, edit.field) || ['id', 'needs'].includes(edit.field))
          return no(`A step has no field "${edit.field}" to set`);
        return withValidStep(setMember(step, edit.field, edit.value), (set) => ({
          ...document,
          steps: document.steps.with(index, set),
        }));
      });
    case 'add-dependency':
      return withStep(document, edit.stepId, (step, index) => {
        if (!findStep(document, edit.needs)) return no(`There is no step "${edit.needs}"`);
        if (step.needs?.includes(edit.needs)) return yes(document);
        return yes(withNeeds(document, index, [...(step.needs ?? []), edit.needs]));
      });
    case 'remove-dependency':
      return withStep(document, edit.stepId, (step, index) => {
        if (!step.needs?.includes(edit.needs))
          return no(`Step "${edit.stepId}" does not need "${edit.needs}"`);
        return yes(
          withNeeds(
            document,
            index,
            step.needs.filter((id) => id !== edit.needs),
          ),
        );
      });
    case 'move-step':
      return withStep(document, edit.stepId, (step, index) => {
        if (!isIndex(edit.to, document.steps.length))
          return no(`There is no place ${edit.to} among ${document.steps.length} steps`);
        return yes({ ...document, steps: document.steps.toSpliced(index, 1).toSpliced(edit.to, 0, step) });
      });
    case 'set-plan-field': {
      if (!Object.hasOwn(PlanDocument.shape, edit.field) || ['artifact', 'steps'].includes(edit.field))
        return no(`A plan has no field "${edit.field}" to set`);
      const field = PlanDocument.shape[edit.field].safeParse(edit.value);
      if (!field.success) return no(`${edit.field}: ${field.error.issues[0]?.message ?? 'not valid'}`);
      return yes(setMember(document, edit.field, edit.value));
    }
  }
}

/** All edits in order, or the first that cannot be done, and nothing. */
export function applyEdits(document: PlanDocument, edits: readonly PlanEdit[]): EditResult {
  let edited = document;
  for (const edit of edits) {
    const result = applyEdit(edited, edit);
    if (!result.ok) return result;
    edited = result.document;
  }
  return yes(edited);
}

/** The edits that take back `edit` on `document` (as it was before). Empty when the edit cannot be done or changes nothing. */
export function invertEdit(document: PlanDocument, edit: PlanEdit): PlanEdit[] {
  const edited = applyEdit(document, edit);
  if (!edited.ok) return [];
  const back = plainInverse(document, edit);
  const restored = applyEdits(edited.document, back);
  return restored.ok ? [...back, ...repairs(restored.document, document)] : [];
}

function plainInverse(document: PlanDocument, edit: PlanEdit): PlanEdit[] {
  switch (edit.type) {
    case 'add-step':
      return [{ type: 'remove-step', stepId: edit.step.id }];
    case 'remove-step': {
      const at = document.steps.findIndex((step) => step.id === edit.stepId);
      const step = document.steps[at];
      return step ? [{ type: 'add-step', step, at }] : [];
    }
    case 'rename-step':
      return [{ type: 'rename-step', stepId: edit.to, to: edit.stepId }];
    case 'move-step':
      return [
        {
          type: 'move-step',
          stepId: edit.stepId,
          to: document.steps.findIndex((step) => step.id === edit.stepId),
        },
      ];
    case 'replace-step':
    case 'set-step-field':
    case 'add-dependency':
    case 'remove-dependency':
    case 'set-plan-field':
      return [];
  }
}

/** What still differs, step by step and field by field: both documents have the same steps in the same order. */
function repairs(from: PlanDocument, to: PlanDocument): PlanEdit[] {
  const edits: PlanEdit[] = [];
  to.steps.forEach((step, index) => {
    if (!isSame(from.steps[index], step)) edits.push({ type: 'replace-step', stepId: step.id, step });
  });
  for (const field of planFields) {
    if (isSame(from[field], to[field])) continue;
    edits.push(
      to[field] === undefined
        ? { type: 'set-plan-field', field }
        : { type: 'set-plan-field', field, value: to[field] as Json },
    );
  }
  return edits;
}

const planFields = Object.keys(PlanDocument.shape).filter(
  (field) => field !== 'artifact' && field !== 'steps',
) as Exclude<keyof PlanDocument, 'artifact' | 'steps'>[];

function removeStepAt(document: PlanDocument, index: number): PlanDocument {
  const removed = document.steps[index]?.id;
  const without = (ids: string[]) => ids.filter((id) => id !== removed);
  const steps = document.steps
    .toSpliced(index, 1)
    .map((step) =>
      step.needs?.includes(removed ?? '')
        ? setMember(step, 'needs', emptyToAbsent(without(step.needs)))
        : step,
    );
  if (!document.assumptions?.some(({ steps: leaning }) => leaning?.includes(removed ?? '')))
    return { ...document, steps };
  const assumptions = document.assumptions.map((assumption) =>
    assumption.steps ? { ...assumption, steps: without(assumption.steps) } : assumption,
  );
  return { ...document, steps, assumptions };
}

function withNeeds(document: PlanDocument, index: number, needs: string[]): PlanDocument {
  const step = document.steps[index] as Step;
  return { ...document, steps: document.steps.with(index, setMember(step, 'needs', emptyToAbsent(needs))) };
}

function withStep(
  document: PlanDocument,
  stepId: string,
  edit: (step: Step, index: number) => EditResult,
): EditResult {
  const index = document.steps.findIndex((step) => step.id === stepId);
  const step = document.steps[index];
  return step ? edit(step, index) : no(`There is no step "${stepId}"`);
}

function withValidStep(step: unknown, place: (step: Step) => PlanDocument): EditResult {
  const parsed = Step.safeParse(step);
  if (parsed.success) return yes(place(parsed.data));
  const issue = parsed.error.issues[0];
  return no(`${issue?.path.join('.') || 'step'}: ${issue?.message ?? 'not valid'}`);
}

function setMember<T extends object>(object: T, member: string, value: unknown): T {
  const { [member as keyof T]: _, ...rest } = object;
  return (value === undefined ? rest : { ...rest, [member]: value }) as T;
}

function findStep(document: PlanDocument, id: string): Step | undefined {
  return document.steps.find((step) => step.id === id);
}

function emptyToAbsent(ids: string[]): string[] | undefined {
  return ids.length > 0 ? ids : undefined;
}

function isIndex(value: number, length: number): boolean {
  return Number.isInteger(value) && value >= 0 && value < length;
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || canonicalJson({ value: a }) === canonicalJson({ value: b });
}

function yes(document: PlanDocument): EditResult {
  return { ok: true, document };
}

function no(message: string): EditResult {
  return { ok: false, message };
}
