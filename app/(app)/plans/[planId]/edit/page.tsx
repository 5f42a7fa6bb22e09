import { EditorPage } from '#components/plan-editor/editor-page.tsx';

export default async function Route({ params }: { params: Promise<{ planId: string }> }) {
  const { planId } = await params;
  return <EditorPage place={{ planId }} />;
}
