/** How long a process that lost its launcher may take to stop by itself. */
const GRACE_MS = 5_000;

/**
 * Ends this process when its launcher does, kill -9 included: the operating system closes the IPC channel.
 * Does nothing in a process that was not forked.
 */
export function endWithParent(): void {
  if (!process.channel) return;
  process.once('disconnect', () => {
    process.kill(process.pid, 'SIGTERM');
    setTimeout(() => process.exit(1), GRACE_MS).unref();
  });
  process.channel.unref();
}
