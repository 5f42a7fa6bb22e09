/** P6. Limits of a document; beyond them import and submit refuse with the limit's name. */
export const PLAN_LIMITS = {
  steps: 2_000,
  dependencies: 10_000,
  documentBytes: 4 * 1024 * 1024,
  requestBytes: 5 * 1024 * 1024,
  argumentBytes: 64 * 1024,
  jsonDepth: 32,
} as const;
