import { betterAuth } from 'better-auth';
import { drizzleAdapter } from 'better-auth/adapters/drizzle';
import { APIError, createAuthMiddleware } from 'better-auth/api';
import type { Db } from '#db/connect.ts';
import { account, session, user, verification } from '#db/schema.ts';
import { logFor } from '#server/log.ts';
import { createSignInLimit } from './sign-in-limit.ts';

export const PASSWORD_LENGTH = { min: 12, max: 200 } as const;
const DAY_S = 24 * 60 * 60;

export type AuthOptions = {
  db: Db;
  secret: string;
  /** Where people reach the application, BASE_PATH included. */ baseUrl: string;
  trustsOrigin: (origin: string) => boolean;
};

/**
 * Sessions and passwords are better-auth's. Accounts are made by our links only (first-link.ts, join.ts), so its
 * sign-up and everything that changes an account without a form of ours are off.
 */
export function createAuth({ db, secret, baseUrl, trustsOrigin }: AuthOptions) {
  const url = new URL(baseUrl);
  const limit = createSignInLimit(Date.now);
  return betterAuth({
    appName: 'Countersign',
    baseURL: url.origin,
    basePath: `${url.pathname.replace(/\/$/, '')}/api/auth`,
    secret,
    database: drizzleAdapter(db, { provider: 'pg', schema: { user, session, account, verification } }),
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      minPasswordLength: PASSWORD_LENGTH.min,
      maxPasswordLength: PASSWORD_LENGTH.max,
    },
    session: { expiresIn: 7 * DAY_S, updateAge: DAY_S, cookieCache: { enabled: false } },
    disabledPaths: [
      '/sign-up/email',
      '/update-user',
      '/change-email',
      '/delete-user',
      '/request-password-reset',
      '/reset-password',
      '/send-verification-email',
      '/verify-email',
      '/sign-in/social',
      '/link-social',
      '/unlink-account',
      '/list-accounts',
      '/get-access-token',
      '/refresh-token',
      '/account-info',
    ],
    rateLimit: {
      enabled: true,
      storage: 'memory',
      window: 60,
      max: 300,
      customRules: { '/sign-in/email': { window: 60, max: 20 } },
    },
    trustedOrigins: (request) => {
      const origin = request?.headers.get('origin');
      return Promise.resolve(origin && trustsOrigin(origin) ? [origin] : []);
    },
    advanced: {
      cookiePrefix: 'countersign',
      useSecureCookies: url.protocol === 'https:',
      defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', path: url.pathname },
    },
    hooks: {
      before: createAuthMiddleware((ctx) => {
        if (ctx.path === '/sign-in/email' && !limit.allows(emailOf(ctx.body)))
          throw new APIError('TOO_MANY_REQUESTS', { message: 'Too many wrong passwords. Wait 15 minutes.' });
        return Promise.resolve();
      }),
      after: createAuthMiddleware((ctx) => {
        if (ctx.path === '/sign-in/email') {
          if (ctx.context.newSession) limit.succeeded(emailOf(ctx.body));
          else limit.failed(emailOf(ctx.body));
        }
        return Promise.resolve();
      }),
    },
    telemetry: { enabled: false },
    logger: {
      log: (level, message) => logFor({ component: 'auth' })[level === 'debug' ? 'debug' : level](message),
    },
  });
}
export type Auth = ReturnType<typeof createAuth>;

function emailOf(body: unknown): string {
  const email = (body as { email?: unknown } | undefined)?.email;
  return typeof email === 'string' ? email.toLowerCase().slice(0, 320) : '';
}
