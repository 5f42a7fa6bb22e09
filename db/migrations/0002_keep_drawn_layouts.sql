CREATE TABLE "drawn_layouts" (
	"workspace_id" text NOT NULL,
	"graph_key" text NOT NULL,
	"layout" json NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "drawn_layouts_workspace_id_graph_key_pk" PRIMARY KEY("workspace_id","graph_key")
);
