/** Why a connection that runs commands can be neither made nor used. */
export const SHELL_OFF = {
  code: 'shell-tools-off',
  message:
    'Running commands is off in this installation. Nothing was run. Who runs it can set SHELL_TOOLS=on for web and workers.',
} as const;
