import { PlaybookGallery } from '#components/playbooks/playbook-gallery.tsx';

export default function Route() {
  return <PlaybookGallery />;
}
