/**
 * Every table of the product. `workspace_id` leads every primary key and every unique index, except in the tables that
 * better-auth owns (`user`, `session`, `account`, `verification`), in `workspaces` itself and in `workers`, which serve
 * all workspaces.
 *
 * Opaque documents are `json`, not `jsonb`: jsonb refuses the character U+0000, which a tool's output may hold, and one
 * such output would keep its run from ever appending again. Nothing searches inside them. Text that is hashed
 * (`approvals.call_text`) is `text`, byte for byte as it was hashed.
 *
 * `run_events` is the truth of a run. `runs`, `step_runs`, `approvals` and `effects` are projections, written by the
 * same statement as the events. There are no foreign keys on these: they have one writer, and a check costs a lookup
 * per row on the hot path.
 */
import { sql } from 'drizzle-orm';
import {
  bigint,
  boolean,
  foreignKey,
  index,
  integer,
  json,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from 'drizzle-orm/pg-core';

const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });
const createdAt = () => instant('created_at').notNull().defaultNow();
const updatedAt = () => instant('updated_at').notNull().defaultNow();

// People and workspaces

export const workspaces = pgTable('workspaces', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  /** solo: one person who may approve. team: from the second approver on (A10). */
  mode: text('mode', { enum: ['solo', 'team'] })
    .notNull()
    .default('solo'),
  /** Counter behind "Run 81". */
  lastRunNumber: integer('last_run_number').notNull().default(0),
  /** Kill switch: nothing is dispatched while it is set. */
  haltedAt: instant('halted_at'),
  haltedBy: text('halted_by'),
  createdAt: createdAt(),
});

export const members = pgTable(
  'members',
  {
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id),
    userId: text('user_id')
      .notNull()
      .references(() => user.id),
    roles: text('roles').array().notNull(),
    createdAt: createdAt(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.userId] }),
    index('members_by_user').on(table.userId),
  ],
);

export const invitations = pgTable(
  'invitations',
  {
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id),
    id: text('id').notNull(),
    /** SHA-256 of the token; the token itself is only in the link. */
    tokenHash: text('token_hash').notNull(),
    email: text('email'),
    roles: text('roles').array().notNull(),
    invitedBy: text('invited_by').notNull(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    acceptedAt: instant('accepted_at'),
    acceptedBy: text('accepted_by'),
    revokedAt: instant('revoked_at'),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.id] }),
    uniqueIndex('invitations_token').on(table.workspaceId, table.tokenHash),
    index('invitations_by_token').on(table.tokenHash),
  ],
);

export const signInLinks = pgTable(
  'sign_in_links',
  {
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id),
    tokenHash: text('token_hash').notNull(),
    userId: text('user_id').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    expiresAt: instant('expires_at').notNull(),
    usedAt: instant('used_at'),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.tokenHash] }),
    index('sign_in_links_by_token').on(table.tokenHash),
  ],
);

// better-auth's own tables: its names, its keys.

export const user = pgTable('user', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const session = pgTable(
  'session',
  {
    id: text('id').primaryKey(),
    expiresAt: instant('expires_at').notNull(),
    token: text('token').notNull().unique(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
  },
  (table) => [index('session_by_user').on(table.userId)],
);

export const account = pgTable(
  'account',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: text('user_id')
      .notNull()
      .references(() => user.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: instant('access_token_expires_at'),
    refreshTokenExpiresAt: instant('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('account_by_user').on(table.userId)],
);

export const verification = pgTable(
  'verification',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: instant('expires_at').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [index('verification_by_identifier').on(table.identifier)],
);

// Plans

export const plans = pgTable(
  'plans',
  {
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id),
    id: text('id').notNull(),
    title: text('title').notNull(),
    objective: text('objective').notNull(),
    /** The newest version that a person made or promoted; 0 before the first (V6). */
    headVersion: integer('head_version').notNull().default(0),
    /** The newest number given out, versions made inside runs included. */
    lastVersion: integer('last_version').notNull().default(0),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    archivedAt: instant('archived_at'),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.id] }),
    index('plans_recent').on(table.workspaceId, table.updatedAt.desc(), table.id),
  ],
);

export const planVersions = pgTable(
  'plan_versions',
  {
    workspaceId: text('workspace_id').notNull(),
    planId: text('plan_id').notNull(),
    version: integer('version').notNull(),
    state: text('state', { enum: ['in review', 'approved', 'superseded', 'rejected'] }).notNull(),
    hash: text('hash').notNull(),
    document: json('document').notNull(),
    parent: integer('parent'),
    note: text('note').notNull(),
    submittedBy: json('submitted_by').notNull(),
    provenance: json('provenance').notNull(),
    trigger: json('trigger'),
    /** Made inside this run; binds it alone until a person promotes it (V6). */
    originRunId: text('origin_run_id'),
    promotedAt: instant('promoted_at'),
    promotedBy: json('promoted_by'),
    createdAt: createdAt(),
    decidedBy: json('decided_by'),
    decidedAt: instant('decided_at'),
    decisionReason: text('decision_reason'),
    approvalExpiresAt: instant('approval_expires_at'),
    /** Tool name -> schema digest at approval: a changed tool lapses it (V5). */
    toolDigests: json('tool_digests'),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.planId, table.version] }),
    foreignKey({ columns: [table.workspaceId, table.planId], foreignColumns: [plans.workspaceId, plans.id] }),
    index('plan_versions_by_state').on(table.workspaceId, table.state, table.createdAt),
    index('plan_versions_by_run')
      .on(table.workspaceId, table.originRunId)
      .where(sql`origin_run_id is not null`),
  ],
);

export const planLayouts = pgTable(
  'plan_layouts',
  {
    workspaceId: text('workspace_id').notNull(),
    planId: text('plan_id').notNull(),
    positions: json('positions').notNull(),
    rev: integer('rev').notNull(),
    updatedBy: text('updated_by').notNull(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.planId] }),
    foreignKey({ columns: [table.workspaceId, table.planId], foreignColumns: [plans.workspaceId, plans.id] }),
  ],
);

/** What the layout thread drew, by what it depends on; a plan looks the same after a restart, without drawing it again. */
export const drawnLayouts = pgTable(
  'drawn_layouts',
  {
    workspaceId: text('workspace_id').notNull(),
    graphKey: text('graph_key').notNull(),
    layout: json('layout').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.graphKey] })],
);

/** Changes between versions that a person has seen, by the hash of what is said of them. */
export const seenChanges = pgTable(
  'seen_changes',
  {
    workspaceId: text('workspace_id').notNull(),
    userId: text('user_id').notNull(),
    planId: text('plan_id').notNull(),
    changeHash: text('change_hash').notNull(),
    seenAt: instant('seen_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.userId, table.planId, table.changeHash] }),
    foreignKey({ columns: [table.workspaceId, table.planId], foreignColumns: [plans.workspaceId, plans.id] }),
  ],
);

/** Steps of a plan that look alike and are not the same one, as somebody said; the lesser id first. */
export const stepsApart = pgTable(
  'steps_apart',
  {
    workspaceId: text('workspace_id').notNull(),
    planId: text('plan_id').notNull(),
    stepA: text('step_a').notNull(),
    stepB: text('step_b').notNull(),
    saidBy: json('said_by').notNull(),
    saidAt: instant('said_at').notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.planId, table.stepA, table.stepB] }),
    foreignKey({ columns: [table.workspaceId, table.planId], foreignColumns: [plans.workspaceId, plans.id] }),
  ],
);

export const drafts = pgTable(
  'drafts',
  {
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id),
    id: text('id').notNull(),
    userId: text('user_id').notNull(),
    /** Absent: a draft of a plan that does not exist yet. */
    planId: text('plan_id'),
    baseVersion: integer('base_version'),
    baseHash: text('base_hash'),
    title: text('title').notNull(),
    /** What the edits apply to when there is no base version: an import, or a proposal with errors. */
    document: json('document'),
    edits: json('edits').notNull(),
    /** Of cards of steps that no version has yet; the others stand in plan_layouts (V7). */
    positions: json('positions').notNull().default({}),
    /** Edits that a rebase could not do again, each with the reason: kept until their person lets them go (V2). */
    setAside: json('set_aside').notNull().default([]),
    rev: integer('rev').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.id] }),
    uniqueIndex('drafts_one_a_person').on(table.workspaceId, table.planId, table.userId),
    index('drafts_by_person').on(table.workspaceId, table.userId, table.updatedAt.desc()),
  ],
);

/** Plans kept to be made again; a name's newest version is the one that is offered. A version never changes. */
export const savedPlaybooks = pgTable(
  'saved_playbooks',
  {
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id),
    name: text('name').notNull(),
    version: integer('version').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    document: json('document').notNull(),
    /** PlaybookParameter[]. */
    parameters: json('parameters').notNull(),
    /** Of the title, the description, the document and the parameters. */
    hash: text('hash').notNull(),
    planId: text('plan_id').notNull(),
    planVersion: integer('plan_version').notNull(),
    /** The run that ended on this version, if it was saved from there. */
    runId: text('run_id'),
    savedBy: json('saved_by').notNull(),
    savedAt: instant('saved_at').notNull().defaultNow(),
    /** Of the newest version: hidden, not deleted; plans made from it go on naming it. */
    archivedAt: instant('archived_at'),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.name, table.version] }),
    foreignKey({
      name: 'saved_playbooks_of_version',
      columns: [table.workspaceId, table.planId, table.planVersion],
      foreignColumns: [planVersions.workspaceId, planVersions.planId, planVersions.version],
    }),
  ],
);

// Runs

export const runs = pgTable(
  'runs',
  {
    workspaceId: text('workspace_id').notNull(),
    id: text('id').notNull(),
    number: integer('number').notNull(),
    planId: text('plan_id').notNull(),
    planVersion: integer('plan_version').notNull(),
    planHash: text('plan_hash').notNull(),
    objective: text('objective').notNull(),
    status: text('status', {
      enum: ['running', 'paused', 'stopping', 'succeeded', 'failed', 'cancelled'],
    }).notNull(),
    /** Number of the last event. */
    version: integer('version').notNull(),
    /** Rises with every claim; a writer with a lower one is refused. */
    fence: integer('fence').notNull().default(0),
    /** Who drives it, and the queue's job that says so. */
    workerId: text('worker_id'),
    jobId: text('job_id'),
    claimedAt: instant('claimed_at'),
    /** Something to do now, as the last state saw it. */
    hasWork: boolean('has_work').notNull(),
    /** The earliest timer of the state, on the database's clock. */
    wakeAt: instant('wake_at'),
    done: integer('done').notNull(),
    total: integer('total').notNull(),
    /** WaitReason[]: codes and params, texts live in core/messages. */
    waits: json('waits').notNull(),
    pendingApprovals: integer('pending_approvals').notNull(),
    unknownEffects: integer('unknown_effects').notNull(),
    replans: integer('replans').notNull(),
    spent: json('spent').notNull(),
    startedBy: json('started_by'),
    startedAt: instant('started_at').notNull(),
    endedAt: instant('ended_at'),
    ending: json('ending'),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.id] }),
    index('runs_recent').on(table.workspaceId, table.startedAt.desc(), table.id),
    index('runs_by_plan').on(table.workspaceId, table.planId, table.startedAt.desc()),
    index('runs_by_status').on(table.workspaceId, table.status, table.startedAt.desc()),
    index('runs_with_work')
      .on(table.status)
      .where(sql`has_work and status in ('running', 'paused', 'stopping')`),
    index('runs_to_wake')
      .on(table.wakeAt)
      .where(sql`status in ('running', 'paused', 'stopping')`),
    index('runs_by_worker')
      .on(table.workerId)
      .where(sql`worker_id is not null`),
  ],
);

export const runEvents = pgTable(
  'run_events',
  {
    workspaceId: text('workspace_id').notNull(),
    runId: text('run_id').notNull(),
    version: integer('version').notNull(),
    schema: integer('schema').notNull(),
    type: text('type').notNull(),
    at: instant('at').notNull(),
    actor: json('actor').notNull(),
    traceId: text('trace_id'),
    data: json('data').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.runId, table.version] })],
);

export const runSnapshots = pgTable(
  'run_snapshots',
  {
    workspaceId: text('workspace_id').notNull(),
    runId: text('run_id').notNull(),
    version: integer('version').notNull(),
    /** Of the state's shape; one of another shape is left unread. */
    schema: integer('schema').notNull(),
    state: json('state').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.runId, table.version] })],
);

export const stepRuns = pgTable(
  'step_runs',
  {
    workspaceId: text('workspace_id').notNull(),
    runId: text('run_id').notNull(),
    /** addressKey: the step, and the item of a forEach. */
    address: text('address').notNull(),
    stepId: text('step_id').notNull(),
    item: integer('item'),
    status: text('status').notNull(),
    attempt: integer('attempt').notNull(),
    generation: integer('generation').notNull(),
    tool: text('tool'),
    summary: text('summary'),
    approvalId: text('approval_id'),
    failure: json('failure'),
    retryAt: instant('retry_at'),
    manual: boolean('manual').notNull(),
    startedAt: instant('started_at'),
    endedAt: instant('ended_at'),
    /** StoredValue: inline, or a reference into payloads. */
    output: json('output'),
    updatedAt: updatedAt(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.runId, table.address] })],
);

export const approvals = pgTable(
  'approvals',
  {
    workspaceId: text('workspace_id').notNull(),
    id: text('id').notNull(),
    runId: text('run_id').notNull(),
    address: text('address').notNull(),
    status: text('status', {
      enum: ['pending', 'granted', 'rejected', 'expired', 'withdrawn', 'voided', 'consumed'],
    }).notNull(),
    tier: text('tier', { enum: ['low', 'high', 'critical'] }).notNull(),
    summary: text('summary').notNull(),
    seal: text('seal').notNull(),
    callHash: text('call_hash').notNull(),
    /** Canonical text, exactly as hashed. */
    callText: text('call_text').notNull(),
    tool: text('tool').notNull(),
    /** The request without its callText. */
    request: json('request').notNull(),
    need: integer('need').notNull(),
    granted: integer('granted').notNull(),
    grants: json('grants').notNull(),
    batchOf: text('batch_of'),
    requestedAt: instant('requested_at').notNull(),
    expiresAt: instant('expires_at').notNull(),
    decidedAt: instant('decided_at'),
    /** Actor[]: whose decision it was, in order. */
    decidedBy: json('decided_by'),
    reason: text('reason'),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.id] }),
    index('approvals_by_run').on(table.workspaceId, table.runId),
    index('approvals_by_tool').on(table.workspaceId, table.tool, table.decidedAt.desc()),
    index('approvals_pending')
      .on(table.workspaceId, table.expiresAt, table.id)
      .where(sql`status = 'pending'`),
    index('approvals_decided')
      .on(table.workspaceId, table.decidedAt.desc(), table.id)
      .where(sql`status <> 'pending'`),
  ],
);

/** What one person put off ("Later"); nobody else sees it. */
export const approvalSnoozes = pgTable(
  'approval_snoozes',
  {
    workspaceId: text('workspace_id').notNull(),
    userId: text('user_id').notNull(),
    approvalId: text('approval_id').notNull(),
    untilAt: instant('until_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.userId, table.approvalId] })],
);

export const effects = pgTable(
  'effects',
  {
    workspaceId: text('workspace_id').notNull(),
    operationKey: text('operation_key').notNull(),
    runId: text('run_id').notNull(),
    address: text('address').notNull(),
    attempt: integer('attempt').notNull(),
    generation: integer('generation').notNull(),
    tool: text('tool').notNull(),
    resource: text('resource'),
    effect: text('effect', { enum: ['write', 'irreversible'] }).notNull(),
    state: text('state', { enum: ['intended', 'committed', 'not-applied', 'unknown', 'undone'] }).notNull(),
    argsHash: text('args_hash').notNull(),
    summary: text('summary').notNull(),
    intendedAt: instant('intended_at').notNull(),
    settledAt: instant('settled_at'),
    reconciledBy: json('reconciled_by'),
    evidence: text('evidence'),
    /** The operation that it took back, so that nothing of either remains (E4). */
    undoes: text('undoes'),
    updatedAt: updatedAt(),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.operationKey] }),
    index('effects_by_run').on(table.workspaceId, table.runId, table.intendedAt),
    index('effects_by_resource')
      .on(table.workspaceId, table.resource)
      .where(sql`state in ('intended', 'unknown')`),
    index('effects_unknown')
      .on(table.workspaceId, table.intendedAt)
      .where(sql`state = 'unknown'`),
  ],
);

export const payloads = pgTable(
  'payloads',
  {
    workspaceId: text('workspace_id').notNull(),
    sha256: text('sha256').notNull(),
    bytes: integer('bytes').notNull(),
    value: json('value').notNull(),
    createdAt: createdAt(),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.sha256] })],
);

// Ways out, rules, workers

export const connections = pgTable(
  'connections',
  {
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id),
    name: text('name').notNull(),
    kind: text('kind', { enum: ['postgres', 'http', 'folder', 'shell', 'mcp'] }).notNull(),
    environment: text('environment').notNull(),
    /** What only this kind has (base address, key header, lookup …), without any secret. */
    config: json('config').notNull(),
    /** `env:NAME`, `file:path` or `embedded:name`; never the secret. */
    credentialRef: text('credential_ref'),
    allowList: text('allow_list').array().notNull(),
    readOnly: boolean('read_only').notNull(),
    dedupe: text('dedupe', { enum: ['key', 'lookup', 'none'] }).notNull(),
    maxInFlightMs: integer('max_in_flight_ms').notNull(),
    testedAt: instant('tested_at'),
    testResult: json('test_result'),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    updatedAt: updatedAt(),
    archivedAt: instant('archived_at'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.name] })],
);

export const policies = pgTable(
  'policies',
  {
    workspaceId: text('workspace_id')
      .notNull()
      .references(() => workspaces.id),
    revision: integer('revision').notNull(),
    text: text('text').notNull(),
    note: text('note').notNull(),
    createdBy: text('created_by').notNull(),
    createdAt: createdAt(),
    activatedBy: text('activated_by'),
    activatedAt: instant('activated_at'),
  },
  (table) => [primaryKey({ columns: [table.workspaceId, table.revision] })],
);

export const idempotencyKeys = pgTable(
  'idempotency_keys',
  {
    workspaceId: text('workspace_id').notNull(),
    userId: text('user_id').notNull(),
    key: text('key').notNull(),
    procedure: text('procedure').notNull(),
    /** Of the input: the same key with another input is an error. */
    requestHash: text('request_hash').notNull(),
    /** Absent while the first request is still at it. */
    response: json('response'),
    createdAt: createdAt(),
    finishedAt: instant('finished_at'),
  },
  (table) => [
    primaryKey({ columns: [table.workspaceId, table.userId, table.key] }),
    index('idempotency_keys_by_age').on(table.createdAt),
  ],
);

export const workers = pgTable('workers', {
  id: text('id').primaryKey(),
  host: text('host').notNull(),
  pid: integer('pid').notNull(),
  version: text('version').notNull(),
  /** Key of the session advisory lock that it holds while it lives. */
  lockKey: bigint('lock_key', { mode: 'number' }).notNull(),
  startedAt: instant('started_at').notNull().defaultNow(),
  beatAt: instant('beat_at').notNull().defaultNow(),
  /** Since when its lock has been seen free. */
  lockGoneAt: instant('lock_gone_at'),
  stoppedAt: instant('stopped_at'),
  /** What it has counted, as prom-client writes it; see server/metrics. */
  metrics: json('metrics'),
});
