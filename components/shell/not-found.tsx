import { ButtonLink } from '#components/ui/button.tsx';
import { messages } from '#components/ui/messages.ts';

export function NotFound() {
  return (
    <main id="main" className="mx-auto flex max-w-96 flex-col items-start gap-3 px-4 py-[16vh]">
      <h1 className="text-xl font-semibold">{messages.errors.notFound}</h1>
      <p className="text-muted">{messages.errors.notFoundHint}</p>
      <ButtonLink href="/">{messages.errors.toHome}</ButtonLink>
    </main>
  );
}
