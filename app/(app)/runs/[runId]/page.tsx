import { RunMonitor } from '#components/run-monitor/run-monitor.tsx';

export default async function Route({ params }: { params: Promise<{ runId: string }> }) {
  return <RunMonitor runId={(await params).runId} />;
}
