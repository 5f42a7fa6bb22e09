import { DraftList } from '#components/drafts/draft-list.tsx';

export default function Route() {
  return <DraftList />;
}
