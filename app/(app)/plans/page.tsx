import { PlanList } from '#components/plan-list/plan-list.tsx';

export default function Route() {
  return <PlanList />;
}
