import { Connections } from '#components/connections/connections.tsx';

export default function Route() {
  return <Connections />;
}
