/** The shapes of plans that are read, and the names that planners give the same thing. The first name present counts. */
import type { Json, JsonObject } from '../../json.ts';

/** Of a plan that is not plan/v1. */
export const PLAN_NAMES = {
  id: ['id', 'plan_id', 'planId'],
  title: ['title', 'name'],
  goal: ['goal', 'objective'],
  steps: ['steps', 'tasks', 'plan'],
  constraints: ['constraints'],
} as const;

export const STEP_NAMES = {
  id: ['id', 'step_id', 'stepId'],
  title: ['title', 'name', 'task'],
  intent: ['intent', 'description', 'details'],
  tool: ['tool', 'tool_name', 'toolName'],
  args: ['args', 'arguments', 'parameters', 'params'],
  needs: ['needs', 'deps', 'depends_on', 'dependsOn', 'dependencies'],
  success: ['success', 'success_criteria', 'successCriteria', 'acceptance_criteria', 'acceptanceCriteria'],
  rationale: ['rationale'],
} as const;

/** Of a step or of the whole plan. */
export const SETTING_NAMES = {
  risk: ['risk', 'risk_level', 'riskLevel'],
  approval: ['approval', 'requires_approval', 'requiresApproval', 'needs_approval', 'needsApproval'],
  budget: ['budget'],
  timeout: ['timeoutMs', 'timeout_ms', 'timeoutSeconds', 'timeout_seconds', 'timeout'],
  retry: ['retry', 'retries', 'max_retries', 'maxRetries'],
} as const;

/** What a plan would say of itself to get past a person. It has no meaning here (G3, P3). */
export const GRANTS: readonly string[] = [
  'approved',
  'is_approved',
  'isApproved',
  'pre_approved',
  'preApproved',
  'auto_approve',
  'autoApprove',
  'auto_approved',
  'autoApproved',
  'skip_approval',
  'skipApproval',
  'approved_by',
  'approvedBy',
  'trusted',
];

/** Private reasoning of a model, which no document holds (P3). */
export const PRIVATE: readonly string[] = [
  'thought',
  'thoughts',
  'thinking',
  'reasoning',
  'chain_of_thought',
  'chainOfThought',
  'scratchpad',
];

/** Members a plan text begins with. */
export const PLAN_MEMBERS: readonly string[] = [
  'artifact',
  ...PLAN_NAMES.goal,
  ...PLAN_NAMES.steps,
  ...PLAN_NAMES.id,
  ...PLAN_NAMES.title,
  'inputs',
];
export const STEP_MEMBERS: readonly string[] = Object.values(STEP_NAMES).flat();

export type Shape = 'plan/v1' | 'steps' | 'list';

/** How a value would be read; undefined when it is no plan. `{"plan": {…}}` alone is the plan inside. */
export function shapeOf(value: Json): { shape: Shape; value: Json; at: string[] } | undefined {
  if (Array.isArray(value)) return value.some(isStep) ? { shape: 'list', value, at: [] } : undefined;
  if (!isObject(value)) return undefined;
  if (Object.hasOwn(value, 'artifact')) return { shape: 'plan/v1', value, at: [] };
  if (nameIn(value, PLAN_NAMES.steps) === undefined) return undefined;
  if (Object.keys(value).length === 1 && isObject(value.plan)) {
    const found = shapeOf(value.plan);
    return found && { ...found, at: ['plan', ...found.at] };
  }
  return { shape: 'steps', value, at: [] };
}

export function looksLikePlan(value: Json): boolean {
  return shapeOf(value) !== undefined;
}

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The first of these names that the object has with a value. */
export function nameIn(object: JsonObject, names: readonly string[]): string | undefined {
  return names.find((name) => Object.hasOwn(object, name) && object[name] !== null);
}

function isStep(value: Json): boolean {
  return isObject(value) && nameIn(value, STEP_MEMBERS) !== undefined;
}
