import { handleExport } from '#server/export/plan-export.ts';
import { getWebApp } from '#server/get-web-app.ts';

export const dynamic = 'force-dynamic';

type Context = { params: Promise<{ planId: string; version: string; format: string }> };

export async function GET(request: Request, { params }: Context): Promise<Response> {
  return handleExport(await getWebApp(), request, await params);
}
