import { PlanHistory } from '#components/plan-history/plan-history.tsx';

export default async function Route({ params }: { params: Promise<{ planId: string }> }) {
  const { planId } = await params;
  return <PlanHistory planId={planId} />;
}
