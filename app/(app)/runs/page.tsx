import { RunList } from '#components/run-list/run-list.tsx';

export default function Route() {
  return <RunList />;
}
