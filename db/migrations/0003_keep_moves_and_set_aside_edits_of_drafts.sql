ALTER TABLE "drafts" ADD COLUMN "positions" json DEFAULT '{}'::json NOT NULL;--> statement-breakpoint
ALTER TABLE "drafts" ADD COLUMN "set_aside" json DEFAULT '[]'::json NOT NULL;