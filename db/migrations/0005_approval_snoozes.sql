CREATE TABLE "approval_snoozes" (
	"workspace_id" text NOT NULL,
	"user_id" text NOT NULL,
	"approval_id" text NOT NULL,
	"until_at" timestamp with time zone NOT NULL,
	CONSTRAINT "approval_snoozes_workspace_id_user_id_approval_id_pk" PRIMARY KEY("workspace_id","user_id","approval_id")
);
