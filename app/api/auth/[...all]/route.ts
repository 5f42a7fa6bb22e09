import { handleAuth } from '#server/auth/http.ts';
import { getWebApp } from '#server/get-web-app.ts';

export const dynamic = 'force-dynamic';

const handler = async (request: Request): Promise<Response> => handleAuth(await getWebApp(), request);
export { handler as GET, handler as POST };
