import type { Metadata } from 'next';
import { Gallery } from './gallery.tsx';

export const metadata: Metadata = { title: 'Gallery' };

/** Every state of the components on one page, from fixtures. Not linked from the navigation. */
export default function GalleryPage() {
  return <Gallery />;
}
