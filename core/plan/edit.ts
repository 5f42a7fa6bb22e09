/**
 * PlanEdit: the one vocabulary of change: the editor's undo history, drafts, a playbook's revision and a model's
 * proposal are all lists of these. Plain data; `applyEdit` never mutates its input, `invertEdit` gives the undo.
 */
import type { Json } from '../json.ts';
import type { PlanDocument, Step } from './schema.ts';

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
