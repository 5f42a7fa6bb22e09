CREATE TABLE "account" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider_id" text NOT NULL,
	"user_id" text NOT NULL,
	"access_token" text,
	"refresh_token" text,
	"id_token" text,
	"access_token_expires_at" timestamp with time zone,
	"refresh_token_expires_at" timestamp with time zone,
	"scope" text,
	"password" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "approvals" (
	"workspace_id" text NOT NULL,
	"id" text NOT NULL,
	"run_id" text NOT NULL,
	"address" text NOT NULL,
	"status" text NOT NULL,
	"tier" text NOT NULL,
	"summary" text NOT NULL,
	"seal" text NOT NULL,
	"call_hash" text NOT NULL,
	"call_text" text NOT NULL,
	"tool" text NOT NULL,
	"request" json NOT NULL,
	"need" integer NOT NULL,
	"granted" integer NOT NULL,
	"grants" json NOT NULL,
	"batch_of" text,
	"requested_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"decided_at" timestamp with time zone,
	"decided_by" json,
	"reason" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "approvals_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "connections" (
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"environment" text NOT NULL,
	"config" json NOT NULL,
	"credential_ref" text,
	"allow_list" text[] NOT NULL,
	"read_only" boolean NOT NULL,
	"dedupe" text NOT NULL,
	"max_in_flight_ms" integer NOT NULL,
	"tested_at" timestamp with time zone,
	"test_result" json,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp with time zone,
	CONSTRAINT "connections_workspace_id_name_pk" PRIMARY KEY("workspace_id","name")
);
--> statement-breakpoint
CREATE TABLE "drafts" (
	"workspace_id" text NOT NULL,
	"id" text NOT NULL,
	"user_id" text NOT NULL,
	"plan_id" text,
	"base_version" integer,
	"base_hash" text,
	"title" text NOT NULL,
	"document" json,
	"edits" json NOT NULL,
	"rev" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "drafts_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "effects" (
	"workspace_id" text NOT NULL,
	"operation_key" text NOT NULL,
	"run_id" text NOT NULL,
	"address" text NOT NULL,
	"attempt" integer NOT NULL,
	"generation" integer NOT NULL,
	"tool" text NOT NULL,
	"resource" text,
	"effect" text NOT NULL,
	"state" text NOT NULL,
	"args_hash" text NOT NULL,
	"summary" text NOT NULL,
	"intended_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	"reconciled_by" json,
	"evidence" text,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "effects_workspace_id_operation_key_pk" PRIMARY KEY("workspace_id","operation_key")
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"workspace_id" text NOT NULL,
	"user_id" text NOT NULL,
	"key" text NOT NULL,
	"procedure" text NOT NULL,
	"request_hash" text NOT NULL,
	"response" json,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"finished_at" timestamp with time zone,
	CONSTRAINT "idempotency_keys_workspace_id_user_id_key_pk" PRIMARY KEY("workspace_id","user_id","key")
);
--> statement-breakpoint
CREATE TABLE "invitations" (
	"workspace_id" text NOT NULL,
	"id" text NOT NULL,
	"token_hash" text NOT NULL,
	"email" text,
	"roles" text[] NOT NULL,
	"invited_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"accepted_at" timestamp with time zone,
	"accepted_by" text,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "invitations_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "members" (
	"workspace_id" text NOT NULL,
	"user_id" text NOT NULL,
	"roles" text[] NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "members_workspace_id_user_id_pk" PRIMARY KEY("workspace_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "payloads" (
	"workspace_id" text NOT NULL,
	"sha256" text NOT NULL,
	"bytes" integer NOT NULL,
	"value" json NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payloads_workspace_id_sha256_pk" PRIMARY KEY("workspace_id","sha256")
);
--> statement-breakpoint
CREATE TABLE "plan_layouts" (
	"workspace_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"positions" json NOT NULL,
	"rev" integer NOT NULL,
	"updated_by" text NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "plan_layouts_workspace_id_plan_id_pk" PRIMARY KEY("workspace_id","plan_id")
);
--> statement-breakpoint
CREATE TABLE "plan_versions" (
	"workspace_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"version" integer NOT NULL,
	"state" text NOT NULL,
	"hash" text NOT NULL,
	"document" json NOT NULL,
	"parent" integer,
	"note" text NOT NULL,
	"submitted_by" json NOT NULL,
	"provenance" json NOT NULL,
	"trigger" json,
	"origin_run_id" text,
	"promoted_at" timestamp with time zone,
	"promoted_by" json,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"decided_by" json,
	"decided_at" timestamp with time zone,
	"decision_reason" text,
	"approval_expires_at" timestamp with time zone,
	"tool_digests" json,
	CONSTRAINT "plan_versions_workspace_id_plan_id_version_pk" PRIMARY KEY("workspace_id","plan_id","version")
);
--> statement-breakpoint
CREATE TABLE "plans" (
	"workspace_id" text NOT NULL,
	"id" text NOT NULL,
	"title" text NOT NULL,
	"objective" text NOT NULL,
	"head_version" integer DEFAULT 0 NOT NULL,
	"last_version" integer DEFAULT 0 NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp with time zone,
	CONSTRAINT "plans_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "policies" (
	"workspace_id" text NOT NULL,
	"revision" integer NOT NULL,
	"text" text NOT NULL,
	"note" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"activated_by" text,
	"activated_at" timestamp with time zone,
	CONSTRAINT "policies_workspace_id_revision_pk" PRIMARY KEY("workspace_id","revision")
);
--> statement-breakpoint
CREATE TABLE "run_events" (
	"workspace_id" text NOT NULL,
	"run_id" text NOT NULL,
	"version" integer NOT NULL,
	"schema" integer NOT NULL,
	"type" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor" json NOT NULL,
	"trace_id" text,
	"data" json NOT NULL,
	CONSTRAINT "run_events_workspace_id_run_id_version_pk" PRIMARY KEY("workspace_id","run_id","version")
);
--> statement-breakpoint
CREATE TABLE "run_snapshots" (
	"workspace_id" text NOT NULL,
	"run_id" text NOT NULL,
	"version" integer NOT NULL,
	"schema" integer NOT NULL,
	"state" json NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "run_snapshots_workspace_id_run_id_version_pk" PRIMARY KEY("workspace_id","run_id","version")
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"workspace_id" text NOT NULL,
	"id" text NOT NULL,
	"number" integer NOT NULL,
	"plan_id" text NOT NULL,
	"plan_version" integer NOT NULL,
	"plan_hash" text NOT NULL,
	"objective" text NOT NULL,
	"status" text NOT NULL,
	"version" integer NOT NULL,
	"fence" integer DEFAULT 0 NOT NULL,
	"worker_id" text,
	"job_id" text,
	"claimed_at" timestamp with time zone,
	"has_work" boolean NOT NULL,
	"wake_at" timestamp with time zone,
	"done" integer NOT NULL,
	"total" integer NOT NULL,
	"waits" json NOT NULL,
	"pending_approvals" integer NOT NULL,
	"unknown_effects" integer NOT NULL,
	"replans" integer NOT NULL,
	"spent" json NOT NULL,
	"started_by" json,
	"started_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ending" json,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "runs_workspace_id_id_pk" PRIMARY KEY("workspace_id","id")
);
--> statement-breakpoint
CREATE TABLE "session" (
	"id" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"token" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"user_id" text NOT NULL,
	CONSTRAINT "session_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "sign_in_links" (
	"workspace_id" text NOT NULL,
	"token_hash" text NOT NULL,
	"user_id" text NOT NULL,
	"created_by" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "sign_in_links_workspace_id_token_hash_pk" PRIMARY KEY("workspace_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "step_runs" (
	"workspace_id" text NOT NULL,
	"run_id" text NOT NULL,
	"address" text NOT NULL,
	"step_id" text NOT NULL,
	"item" integer,
	"status" text NOT NULL,
	"attempt" integer NOT NULL,
	"generation" integer NOT NULL,
	"tool" text,
	"summary" text,
	"approval_id" text,
	"failure" json,
	"retry_at" timestamp with time zone,
	"manual" boolean NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"output" json,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "step_runs_workspace_id_run_id_address_pk" PRIMARY KEY("workspace_id","run_id","address")
);
--> statement-breakpoint
CREATE TABLE "user" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "user_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "verification" (
	"id" text PRIMARY KEY NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "workers" (
	"id" text PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"pid" integer NOT NULL,
	"version" text NOT NULL,
	"lock_key" bigint NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"beat_at" timestamp with time zone DEFAULT now() NOT NULL,
	"lock_gone_at" timestamp with time zone,
	"stopped_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "workspaces" (
	"id" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"mode" text DEFAULT 'solo' NOT NULL,
	"last_run_number" integer DEFAULT 0 NOT NULL,
	"halted_at" timestamp with time zone,
	"halted_by" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account" ADD CONSTRAINT "account_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "connections" ADD CONSTRAINT "connections_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "drafts" ADD CONSTRAINT "drafts_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "invitations" ADD CONSTRAINT "invitations_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_layouts" ADD CONSTRAINT "plan_layouts_workspace_id_plan_id_plans_workspace_id_id_fk" FOREIGN KEY ("workspace_id","plan_id") REFERENCES "public"."plans"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plan_versions" ADD CONSTRAINT "plan_versions_workspace_id_plan_id_plans_workspace_id_id_fk" FOREIGN KEY ("workspace_id","plan_id") REFERENCES "public"."plans"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "plans" ADD CONSTRAINT "plans_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "policies" ADD CONSTRAINT "policies_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "session" ADD CONSTRAINT "session_user_id_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."user"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sign_in_links" ADD CONSTRAINT "sign_in_links_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_by_user" ON "account" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "approvals_by_run" ON "approvals" USING btree ("workspace_id","run_id");--> statement-breakpoint
CREATE INDEX "approvals_by_tool" ON "approvals" USING btree ("workspace_id","tool","decided_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "approvals_pending" ON "approvals" USING btree ("workspace_id","expires_at","id") WHERE status = 'pending';--> statement-breakpoint
CREATE INDEX "approvals_decided" ON "approvals" USING btree ("workspace_id","decided_at" DESC NULLS LAST,"id") WHERE status <> 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "drafts_one_a_person" ON "drafts" USING btree ("workspace_id","plan_id","user_id");--> statement-breakpoint
CREATE INDEX "drafts_by_person" ON "drafts" USING btree ("workspace_id","user_id","updated_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "effects_by_run" ON "effects" USING btree ("workspace_id","run_id","intended_at");--> statement-breakpoint
CREATE INDEX "effects_by_resource" ON "effects" USING btree ("workspace_id","resource") WHERE state in ('intended', 'unknown');--> statement-breakpoint
CREATE INDEX "effects_unknown" ON "effects" USING btree ("workspace_id","intended_at") WHERE state = 'unknown';--> statement-breakpoint
CREATE INDEX "idempotency_keys_by_age" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "invitations_token" ON "invitations" USING btree ("workspace_id","token_hash");--> statement-breakpoint
CREATE INDEX "invitations_by_token" ON "invitations" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "members_by_user" ON "members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "plan_versions_by_state" ON "plan_versions" USING btree ("workspace_id","state","created_at");--> statement-breakpoint
CREATE INDEX "plan_versions_by_run" ON "plan_versions" USING btree ("workspace_id","origin_run_id") WHERE origin_run_id is not null;--> statement-breakpoint
CREATE INDEX "plans_recent" ON "plans" USING btree ("workspace_id","updated_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "runs_recent" ON "runs" USING btree ("workspace_id","started_at" DESC NULLS LAST,"id");--> statement-breakpoint
CREATE INDEX "runs_by_plan" ON "runs" USING btree ("workspace_id","plan_id","started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "runs_by_status" ON "runs" USING btree ("workspace_id","status","started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "runs_with_work" ON "runs" USING btree ("status") WHERE has_work and status in ('running', 'paused', 'stopping');--> statement-breakpoint
CREATE INDEX "runs_to_wake" ON "runs" USING btree ("wake_at") WHERE status in ('running', 'paused', 'stopping');--> statement-breakpoint
CREATE INDEX "runs_by_worker" ON "runs" USING btree ("worker_id") WHERE worker_id is not null;--> statement-breakpoint
CREATE INDEX "session_by_user" ON "session" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "sign_in_links_by_token" ON "sign_in_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "verification_by_identifier" ON "verification" USING btree ("identifier");