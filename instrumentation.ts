export async function register(): Promise<void> {
  // Node code lives in a second file, or the build warns about the Edge runtime.
  if (process.env.NEXT_RUNTIME === 'nodejs') await import('./instrumentation-node.ts');
}
