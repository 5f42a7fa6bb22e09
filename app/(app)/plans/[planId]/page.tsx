import { NewestVersion } from '#components/plan-version/newest-version.tsx';

export default async function Route({ params }: { params: Promise<{ planId: string }> }) {
  return <NewestVersion planId={(await params).planId} />;
}
