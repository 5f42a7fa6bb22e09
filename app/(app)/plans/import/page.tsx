import { ImportPage } from '#components/plan-import/import-page.tsx';

export default function Route() {
  return <ImportPage />;
}
