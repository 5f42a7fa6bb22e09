import { findSavedPlaybook, listSavedPlaybooks, type SavedPlaybook } from '#db/saved-playbooks.ts';
import type { Playbook } from '#server/planner/playbook.ts';
import { findPlaybook, listPlaybooks } from '#server/planner/playbooks.ts';
import { playbookOfSaved } from '#server/planner/saved-playbook.ts';
import type { WebApp } from '#server/web-app.ts';

/** `saved`: where it comes from; null for one that the product brings. */
export type OfferedPlaybook = { playbook: Playbook; saved: SavedPlaybook | null };

/** What a workspace may make plans of: its own and those of the product, hidden ones too. */
export async function listOffered(app: Pick<WebApp, 'sql'>, workspaceId: string): Promise<OfferedPlaybook[]> {
  const saved = await listSavedPlaybooks(app.sql, workspaceId);
  return [
    ...saved.map((each) => ({ playbook: playbookOfSaved(each), saved: each })),
    ...listPlaybooks().map((playbook) => ({ playbook, saved: null })),
  ];
}

/** By a name, which means its newest version, or by `name@version`. */
export async function findOffered(
  app: Pick<WebApp, 'sql'>,
  workspaceId: string,
  ref: string,
): Promise<OfferedPlaybook | undefined> {
  const builtIn = findPlaybook(ref);
  if (builtIn) return { playbook: builtIn, saved: null };
  const [, name = ref, version] = /^([^@]*)@([1-9]\d{0,8})$/.exec(ref) ?? [];
  const saved = await findSavedPlaybook(
    app.sql,
    workspaceId,
    name,
    version === undefined ? undefined : Number(version),
  );
  return saved && { playbook: playbookOfSaved(saved), saved };
}
