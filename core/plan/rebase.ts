/**
 * Edits made on one version, done again on a newer one (V2). What the other side changed is never overwritten: an edit
 * that would is set aside with the reason, and so is one that leans on it. Nothing is lost: each edit is applied,
 * already true there, or set aside.
 */
import { canonicalJson } from '../json.ts';
import { applyEdit, type PlanEdit } from './edit.ts';
import { findCycle } from './graph.ts';
import type { PlanDocument, Step } from './schema.ts';

export type SetAside = { edit: PlanEdit; reason: string };
export type Rebased = { document: PlanDocument; edits: PlanEdit[]; setAside: SetAside[] };

export function rebaseEdits(from: PlanDocument, to: PlanDocument, edits: readonly PlanEdit[]): Rebased {
  const theirs = changesOf(from, to);
  /** The id a step had in `from`, by its id now. */
  const origin = new Map<string, string>(from.steps.map(({ id }) => [id, id]));
  /** Ids that only an edit set aside would have given. */
  const missing = new Set<string>();
  const rebased: Rebased = { document: to, edits: [], setAside: [] };
  let own = from;

  for (const edit of edits) {
    const meant = applyEdit(own, edit);
    if (meant.ok) own = meant.document;
    const reason = lean(edit, missing) ?? theirs.conflict(edit, origin, rebased.document);
    const result =
      reason === undefined ? redo(rebased.document, edit, own) : { kind: 'refused' as const, reason };
    if (result.kind === 'refused') {
      rebased.setAside.push({ edit, reason: result.reason });
      if (edit.type === 'add-step') missing.add(edit.step.id);
      if (edit.type === 'rename-step') missing.add(edit.to);
      continue;
    }
    if (result.kind === 'applied') {
      rebased.document = result.document;
      rebased.edits.push(result.edit);
    }
    follow(edit, origin, missing);
  }
  return rebased;
}

/** Which step an id names from here on. */
function follow(edit: PlanEdit, origin: Map<string, string>, missing: Set<string>): void {
  if (edit.type === 'add-step') {
    origin.delete(edit.step.id);
    missing.delete(edit.step.id);
  }
  if (edit.type === 'remove-step') origin.delete(edit.stepId);
  if (edit.type !== 'rename-step') return;
  const id = origin.get(edit.stepId);
  origin.delete(edit.stepId);
  missing.delete(edit.to);
  if (id !== undefined) origin.set(edit.to, id);
}

function lean(edit: PlanEdit, missing: ReadonlySet<string>): string | undefined {
  const ids = [
    'stepId' in edit ? edit.stepId : undefined,
    edit.type === 'add-dependency' || edit.type === 'remove-dependency' ? edit.needs : undefined,
    ...(edit.type === 'add-step' || edit.type === 'replace-step' ? (edit.step.needs ?? []) : []),
  ];
  const id = ids.find((each) => each !== undefined && missing.has(each));
  return id === undefined ? undefined : `It leans on step "${id}", whose edit was set aside`;
}

type Redone =
  | { kind: 'applied'; document: PlanDocument; edit: PlanEdit }
  | { kind: 'already' }
  | { kind: 'refused'; reason: string };

/** `own` = what the edits made of their own base: a cycle that was there already is a problem of the draft, not of the rebase. */
function redo(document: PlanDocument, edit: PlanEdit, own: PlanDocument): Redone {
  if (isTrueAlready(document, edit)) return { kind: 'already' };
  const fitted = fitTo(document, edit);
  const result = applyEdit(document, fitted);
  if (!result.ok) return { kind: 'refused', reason: result.message };
  if (addsDependency(fitted) && !findCycle(document) && !findCycle(own)) {
    const cycle = findCycle(result.document);
    if (cycle)
      return { kind: 'refused', reason: `These steps would wait for each other: ${cycle.join(' > ')}` };
  }
  return { kind: 'applied', document: result.document, edit: fitted };
}

function isTrueAlready(document: PlanDocument, edit: PlanEdit): boolean {
  switch (edit.type) {
    case 'remove-step':
      return !stepOf(document, edit.stepId);
    case 'remove-dependency': {
      const step = stepOf(document, edit.stepId);
      return step !== undefined && !step.needs?.includes(edit.needs);
    }
    case 'add-dependency':
      return stepOf(document, edit.stepId)?.needs?.includes(edit.needs) ?? false;
    case 'add-step':
      return isSame(stepOf(document, edit.step.id), edit.step);
    case 'set-step-field': {
      const step = stepOf(document, edit.stepId);
      return step !== undefined && isSame(step[edit.field], edit.value);
    }
    case 'replace-step':
      return isSame(stepOf(document, edit.stepId), edit.step);
    case 'set-plan-field':
      return isSame(document[edit.field], edit.value);
    case 'rename-step':
    case 'move-step':
      return false;
  }
}

/** Places in a list that has another length now. */
function fitTo(document: PlanDocument, edit: PlanEdit): PlanEdit {
  const { length } = document.steps;
  if (edit.type === 'add-step' && edit.at !== undefined) return { ...edit, at: Math.min(edit.at, length) };
  if (edit.type === 'move-step') return { ...edit, to: Math.min(edit.to, Math.max(0, length - 1)) };
  return edit;
}

function addsDependency(edit: PlanEdit): boolean {
  return edit.type === 'add-dependency' || edit.type === 'replace-step' || edit.type === 'add-step';
}

/** What the newer version has changed, and why an edit of the older one would take it back. */
function changesOf(from: PlanDocument, to: PlanDocument) {
  const before = new Map(from.steps.map((step) => [step.id, step]));
  const after = new Map(to.steps.map((step) => [step.id, step]));

  function changedIn(id: string, field: keyof Step): boolean {
    const [old, now] = [before.get(id), after.get(id)];
    return old !== undefined && now !== undefined && !isSame(old[field], now[field]);
  }
  function isChanged(id: string): boolean {
    const [old, now] = [before.get(id), after.get(id)];
    return old !== undefined && now !== undefined && !isSame(old, now);
  }

  return {
    conflict(
      edit: PlanEdit,
      origin: ReadonlyMap<string, string>,
      document: PlanDocument,
    ): string | undefined {
      if (edit.type === 'set-plan-field') {
        if (isSame(from[edit.field], to[edit.field]) || isSame(to[edit.field], edit.value)) return undefined;
        return `The newer version changed "${edit.field}" of the plan too`;
      }
      if (edit.type === 'add-step') return undefined;
      const id = origin.get(edit.stepId);
      if (id === undefined) return undefined;
      if (!after.has(id) && edit.type !== 'remove-step') return `The newer version has no step "${id}"`;
      const step = stepOf(document, edit.stepId);
      switch (edit.type) {
        case 'set-step-field':
          if (!changedIn(id, edit.field) || isSame(step?.[edit.field], edit.value)) return undefined;
          return `The newer version changed "${edit.field}" of step "${id}" too`;
        case 'replace-step':
          return isChanged(id) && !isSame(step, edit.step)
            ? `The newer version changed step "${id}" too`
            : undefined;
        case 'remove-step':
          return isChanged(id)
            ? `The newer version changed step "${id}", which this edit removes`
            : undefined;
        default:
          return undefined;
      }
    },
  };
}

function stepOf(document: PlanDocument, id: string): Step | undefined {
  return document.steps.find((step) => step.id === id);
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || canonicalJson({ value: a }) === canonicalJson({ value: b });
}
