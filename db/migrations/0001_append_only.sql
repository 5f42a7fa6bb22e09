-- A run's events and a plan version's content never change (P1, I5). The product has no statement that would try;
-- these triggers are for the one somebody writes by mistake, and cost nothing on insert.
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP USING ERRCODE = 'restrict_violation';
END
$$;
--> statement-breakpoint
CREATE TRIGGER run_events_append_only BEFORE UPDATE OR DELETE ON run_events
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
--> statement-breakpoint
CREATE TRIGGER plan_versions_content BEFORE UPDATE OF workspace_id, plan_id, version, hash, document, parent, note, submitted_by, provenance, trigger, origin_run_id, created_at OR DELETE ON plan_versions
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
