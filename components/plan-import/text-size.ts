import { PLAN_LIMITS } from '#core/plan/plan-limits.ts';
import { planImport as words } from '#components/ui/messages-import.ts';

/** Of a request beside the text: the other members, and what else is sent along with it. */
const ROOM_BYTES = 128 * 1024;

/** Why a text is not sent at all: larger than a plan, or than a request once its quotes and line ends are escaped. */
export function tooLarge(text: string): string | undefined {
  const bytes = bytesOf(text);
  if (bytes > PLAN_LIMITS.documentBytes)
    return words.tooLarge(words.size(bytes), words.size(PLAN_LIMITS.documentBytes));
  const sent = bytesOf(JSON.stringify(text)) + ROOM_BYTES;
  return sent > PLAN_LIMITS.requestBytes
    ? words.tooLargeToSend(words.size(sent), words.size(PLAN_LIMITS.requestBytes))
    : undefined;
}

/** The same of a file, before it is read: no encoding makes a plan of more than a request. */
export function fileTooLarge(bytes: number): string | undefined {
  return bytes > 2 * PLAN_LIMITS.requestBytes
    ? words.tooLarge(words.size(bytes), words.size(PLAN_LIMITS.documentBytes))
    : undefined;
}

export function bytesOf(text: string): number {
  return new Blob([text]).size;
}
