import { notFound } from 'next/navigation';
import { PlanVersion } from '#components/plan-version/plan-version.tsx';

export default async function Route({ params }: { params: Promise<{ planId: string; version: string }> }) {
  const { planId, version } = await params;
  if (!/^[1-9]\d*$/.test(version)) notFound();
  return <PlanVersion planId={planId} version={Number(version)} />;
}
