/** GET a version as a file: JSON, YAML, a Mermaid flowchart or a picture. */
import { exportJson } from '#core/plan/export/json-export.ts';
import { exportMermaid } from '#core/plan/export/mermaid-export.ts';
import { exportSvg } from '#core/plan/export/svg-export.ts';
import { exportYaml } from '#core/plan/export/yaml-export.ts';
import type { EffectClass } from '#core/plan/tool-contract.ts';
import { readSession } from '#server/auth/session.ts';
import { type StartReview, reviewStart } from '#server/commands/start-run.ts';
import { layoutOfVersion } from '#server/layout/plan-layouts.ts';
import { notFound, refuse, RefusedError } from '#server/refusal.ts';
import { planSummary, summaryText } from '#server/review/plan-summary.ts';
import type { Session } from '#server/trpc/context.ts';
import type { WebApp } from '#server/web-app.ts';

export const EXPORT_FORMATS = ['json', 'yaml', 'mermaid', 'svg'] as const;
type Format = (typeof EXPORT_FORMATS)[number];
type Named = { planId: string; version: string; format: string };

const files: Record<Format, { type: string; extension: string }> = {
  json: { type: 'application/json; charset=utf-8', extension: 'json' },
  yaml: { type: 'application/yaml; charset=utf-8', extension: 'yaml' },
  mermaid: { type: 'text/plain; charset=utf-8', extension: 'mmd' },
  svg: { type: 'image/svg+xml; charset=utf-8', extension: 'svg' },
};

export async function handleExport(app: WebApp, request: Request, named: Named): Promise<Response> {
  const session = await readSession(app, request.headers);
  return exportPlan(app, session, named);
}

/** As `handleExport`, for a session that is known. */
export async function exportPlan(app: WebApp, session: Session | null, named: Named): Promise<Response> {
  try {
    if (!session) throw refuse(401, 'not-signed-in', 'Sign in to download a plan.');
    const format = EXPORT_FORMATS.find((each) => each === named.format);
    if (!format || !/^[1-9]\d{0,8}$/.test(named.version)) throw notFound('file');
    const review = await reviewStart(app, session, named.planId, Number(named.version));
    const text = await textOf(app, session, review, format);
    const { type, extension } = files[format];
    const name = `${fileName(review.title)}-v${review.version.version}.${extension}`;
    return new Response(text, {
      headers: {
        'content-type': type,
        'content-disposition': `attachment; filename="${name}"`,
        // A picture opened in a tab of its own must not become a page of ours.
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        'x-content-type-options': 'nosniff',
        'cache-control': 'private, no-store',
      },
    });
  } catch (error) {
    if (!(error instanceof RefusedError)) throw error;
    return Response.json(error.refusal, { status: error.status, headers: { 'cache-control': 'no-store' } });
  }
}

async function textOf(app: WebApp, session: Session, review: StartReview, format: Format): Promise<string> {
  const { version, approvals, title } = review;
  const { document } = version;
  if (format === 'json') return exportJson(document);
  if (format === 'yaml') return exportYaml(document);
  const expected = new Map(approvals.map((each) => [each.stepId, each]));
  const effectOf = (stepId: string): EffectClass => expected.get(stepId)?.effect ?? 'read';
  const named = `${title}, v${version.version}`;
  if (format === 'mermaid') return exportMermaid(named, document, effectOf);
  const [layout, catalog] = await Promise.all([
    layoutOfVersion(app.sql, session.workspace.id, version),
    app.catalog(session.workspace.id),
  ]);
  const asking = approvals.filter(({ verdict }) => verdict === 'ask').length;
  return exportSvg(document, layout, {
    title: named,
    description: `${summaryText(planSummary(document, catalog), asking)}. State: ${version.state}.`,
    effectOf,
    asksApproval: (stepId) => expected.get(stepId)?.verdict === 'ask',
  });
}

/** Letters and digits that every file system takes. */
export function fileName(title: string): string {
  const plain = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 60)
    .replace(/-+$/, '');
  return plain === '' ? 'plan' : plain;
}
