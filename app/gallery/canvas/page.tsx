import type { Metadata } from 'next';
import { CanvasBench } from './canvas-bench.tsx';

export const metadata: Metadata = { title: 'Canvas bench' };

/** A made-up plan of any size and a run that never ends, for `npm run bench -- canvas`. Not linked from anywhere. */
export default function CanvasBenchPage() {
  return <CanvasBench />;
}
