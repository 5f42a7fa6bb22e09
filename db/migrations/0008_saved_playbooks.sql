CREATE TABLE "saved_playbooks" (
	"workspace_id" text NOT NULL,
	"name" text NOT NULL,
	"version" integer NOT NULL,
	"title" text NOT NULL,
	"description" text NOT NULL,
	"document" json NOT NULL,
	"parameters" json NOT NULL,
	"hash" text NOT NULL,
	"plan_id" text NOT NULL,
	"plan_version" integer NOT NULL,
	"run_id" text,
	"saved_by" json NOT NULL,
	"saved_at" timestamp with time zone DEFAULT now() NOT NULL,
	"archived_at" timestamp with time zone,
	CONSTRAINT "saved_playbooks_workspace_id_name_version_pk" PRIMARY KEY("workspace_id","name","version")
);
--> statement-breakpoint
ALTER TABLE "saved_playbooks" ADD CONSTRAINT "saved_playbooks_workspace_id_workspaces_id_fk" FOREIGN KEY ("workspace_id") REFERENCES "public"."workspaces"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_playbooks" ADD CONSTRAINT "saved_playbooks_of_version" FOREIGN KEY ("workspace_id","plan_id","plan_version") REFERENCES "public"."plan_versions"("workspace_id","plan_id","version") ON DELETE no action ON UPDATE no action;