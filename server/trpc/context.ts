import type { WorkspaceRole } from '#core/policy/verdict.ts';
import type { WebApp } from '#server/web-app.ts';

export type Session = {
  sessionId: string;
  user: { id: string; name: string; email: string };
  workspace: { id: string; name: string; mode: 'solo' | 'team' };
  roles: WorkspaceRole[];
  needsPassword: boolean;
};

export type Context = {
  app: WebApp;
  session: Session | null;
  /** Where the request says it comes from; checked before every mutation. */
  request: { method: string; headers: Headers };
  /** Reads the session again: a stream outlives the request that opened it. */
  again: () => Promise<Session | null>;
  /** Sent with the answer: cookies of a sign-in. */
  answerHeaders: Headers;
};

/** What a procedure of a member sees. */
export type MemberContext = Context & { session: Session };
