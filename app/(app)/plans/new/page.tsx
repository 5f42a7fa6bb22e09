import { NewPlan } from '#components/new-plan/new-plan.tsx';

export default function Route() {
  return <NewPlan />;
}
