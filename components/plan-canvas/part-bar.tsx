import { stateLooks } from '#components/marks/state-looks.ts';
import { segmentsOf, type Parts } from './groups.ts';

/** One segment a state, as wide as its share. Decoration: the counts stand beside it in words. */
export function PartBar({ parts }: { parts: Parts }) {
  return (
    <span aria-hidden className="part-bar">
      {segmentsOf(parts).map(({ state, count }) => (
        <span key={state} data-tone={stateLooks[state].tone} data-state={state} style={{ flexGrow: count }} />
      ))}
    </span>
  );
}

/** "6 done, 1 running, 1 waiting". */
export function partsText(parts: Parts): string {
  return segmentsOf(parts)
    .map(({ state, count }) => `${count.toLocaleString('en-US')} ${stateLooks[state].word.toLowerCase()}`)
    .join(', ');
}
