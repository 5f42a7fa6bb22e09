import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { STEP_WORDS } from '#core/messages/states.ts';
import { announce, announceNow, announcements, QUIET_MS } from './announce.ts';
import { messages } from './messages.ts';

/** What a screen reader hears: every change of the polite region, with its time. */
function hear(): { spoken: { at: number; text: string }[]; stop(): void } {
  const spoken: { at: number; text: string }[] = [];
  const stop = announcements.subscribe(({ polite }) => spoken.push({ at: Date.now(), text: polite }));
  return { spoken, stop };
}
const pauses = (spoken: { at: number }[]) =>
  spoken.slice(1).map(({ at }, index) => at - (spoken[index]?.at ?? 0));

describe('the live region', () => {
  let ear: ReturnType<typeof hear>;
  let start = 1_800_000_000_000;
  beforeEach(() => {
    vi.useFakeTimers();
    // Far from whatever the test before has said.
    start += 3_600_000;
    vi.setSystemTime(start);
    ear = hear();
  });
  afterEach(() => {
    vi.runOnlyPendingTimers();
    ear.stop();
    vi.useRealTimers();
  });

  test('[UA11] speaks at most once in 5 s during 50 events a second, and ends with the newest', () => {
    for (let event = 1; event <= 1_000; event += 1) {
      announce(messages.say.done(`Step ${event}`, event, 1_000));
      vi.advanceTimersByTime(20);
    }
    vi.advanceTimersByTime(QUIET_MS);
    expect(ear.spoken.length).toBeLessThanOrEqual(6);
    expect(Math.min(...pauses(ear.spoken))).toBeGreaterThanOrEqual(QUIET_MS);
    expect(ear.spoken.at(-1)?.text).toBe('Step 1000 done. 1000 of 1000.');
  });

  test('[UA11] says at once what needs a person, and a flood of it as one sentence every 5 s', () => {
    announce(messages.say.done('Step 1', 1, 60));
    vi.advanceTimersByTime(100);
    announceNow(messages.say.failed('Copy users'));
    expect(ear.spoken.at(-1)?.text).toBe('Copy users: Failed.');
    for (let event = 0; event < 50; event += 1) announceNow(messages.say.unknown(`Step ${event}`));
    expect(ear.spoken).toHaveLength(2);
    vi.advanceTimersByTime(QUIET_MS);
    expect(ear.spoken.map(({ text }) => text).slice(2)).toEqual([
      messages.say.several(50, messages.say.unknown('Step 49')),
    ]);
  });

  test('[UA11] uses the words of the state table', () => {
    expect(messages.say.failed('x')).toContain(STEP_WORDS.failed);
    expect(messages.say.unknown('x')).toContain(STEP_WORDS['outcome unknown']);
    expect(messages.say.needsApproval('x')).toContain(STEP_WORDS['needs approval']);
    expect(messages.say.done('x', 1, 2)).toContain(STEP_WORDS.done.toLowerCase());
  });
});
