import { MissingVersions } from '#components/plan-compare/missing-versions.tsx';
import { PlanCompare } from '#components/plan-compare/plan-compare.tsx';

export default async function Route({ params }: { params: Promise<{ planId: string; range: string }> }) {
  const { planId, range } = await params;
  const match = /^([1-9]\d{0,8})\.\.\.([1-9]\d{0,8})$/.exec(range);
  if (!match) return <MissingVersions planId={planId} />;
  return <PlanCompare planId={planId} from={Number(match[1])} to={Number(match[2])} />;
}
