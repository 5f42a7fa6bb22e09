import { Home } from '#components/home/home.tsx';

export default function Route() {
  return <Home />;
}
