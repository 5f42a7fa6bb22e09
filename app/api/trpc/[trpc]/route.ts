import { getWebApp } from '#server/get-web-app.ts';
import { handleTrpc } from '#server/trpc/http.ts';

export const dynamic = 'force-dynamic';

const handler = async (request: Request): Promise<Response> => handleTrpc(await getWebApp(), request);
export { handler as GET, handler as POST };
