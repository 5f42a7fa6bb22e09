import type { Tool } from './tool.ts';
import { filesRemove, filesWrite } from './builtin/files-change.ts';
import { filesList } from './builtin/files-list.ts';
import { filesRead } from './builtin/files-read.ts';
import { httpRequest } from './builtin/http-request.ts';
import { notifyWebhook } from './builtin/notify-webhook.ts';
import { postgresExecute } from './builtin/postgres-execute.ts';
import { postgresQuery } from './builtin/postgres-query.ts';
import { reportMarkdown } from './builtin/report-markdown.ts';
import { shellRun } from './builtin/shell-run.ts';
import { waitFor } from './builtin/wait-for.ts';

export const builtinTools: readonly Tool[] = [
  postgresQuery,
  postgresExecute,
  httpRequest,
  filesList,
  filesRead,
  filesWrite,
  filesRemove,
  notifyWebhook,
  reportMarkdown,
  shellRun,
  waitFor,
];
