CREATE TABLE "seen_changes" (
	"workspace_id" text NOT NULL,
	"user_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"change_hash" text NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "seen_changes_workspace_id_user_id_plan_id_change_hash_pk" PRIMARY KEY("workspace_id","user_id","plan_id","change_hash")
);
--> statement-breakpoint
CREATE TABLE "steps_apart" (
	"workspace_id" text NOT NULL,
	"plan_id" text NOT NULL,
	"step_a" text NOT NULL,
	"step_b" text NOT NULL,
	"said_by" json NOT NULL,
	"said_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "steps_apart_workspace_id_plan_id_step_a_step_b_pk" PRIMARY KEY("workspace_id","plan_id","step_a","step_b")
);
--> statement-breakpoint
ALTER TABLE "seen_changes" ADD CONSTRAINT "seen_changes_workspace_id_plan_id_plans_workspace_id_id_fk" FOREIGN KEY ("workspace_id","plan_id") REFERENCES "public"."plans"("workspace_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "steps_apart" ADD CONSTRAINT "steps_apart_workspace_id_plan_id_plans_workspace_id_id_fk" FOREIGN KEY ("workspace_id","plan_id") REFERENCES "public"."plans"("workspace_id","id") ON DELETE no action ON UPDATE no action;