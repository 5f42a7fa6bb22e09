import type { Tool } from './tool.ts';
import { httpRequest } from './builtin/http-request.ts';
import { postgresExecute } from './builtin/postgres-execute.ts';
import { postgresQuery } from './builtin/postgres-query.ts';

export const builtinTools: readonly Tool[] = [postgresQuery, postgresExecute, httpRequest];
