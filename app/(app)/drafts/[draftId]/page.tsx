import { EditorPage } from '#components/plan-editor/editor-page.tsx';

export default async function Route({ params }: { params: Promise<{ draftId: string }> }) {
  const { draftId } = await params;
  return <EditorPage place={{ draftId }} />;
}
