import { notFound } from 'next/navigation';
import { PlanCompare } from '#components/plan-compare/plan-compare.tsx';

export default async function Route({ params }: { params: Promise<{ planId: string; range: string }> }) {
  const { planId, range } = await params;
  const match = /^([1-9]\d*)\.\.\.([1-9]\d*)$/.exec(decodeURIComponent(range));
  if (!match) notFound();
  return <PlanCompare planId={planId} from={Number(match[1])} to={Number(match[2])} />;
}
