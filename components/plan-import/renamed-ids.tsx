import { planImport as words } from '#components/ui/messages-import.ts';

/** Rows that are shown at once; the rest is in the rationale of each step. */
const SHOWN = 200;

/** Ids of the text that are none here, beside what they became. */
export function RenamedIds({ ids }: { ids: readonly { from: string; to: string }[] }) {
  if (ids.length === 0) return null;
  return (
    <details className="rounded-card border border-border bg-surface px-3 py-1">
      <summary className="min-h-6 cursor-pointer py-1 font-semibold max-md:min-h-11 max-md:py-3">
        {words.ids(ids.length)}
      </summary>
      <p className="pb-2 text-sm text-muted">{words.idsText}</p>
      <table className="w-full table-fixed text-left text-sm">
        <thead>
          <tr className="text-muted">
            <th scope="col" className="py-1 pr-2 font-medium">
              {words.idFrom}
            </th>
            <th scope="col" className="py-1 font-medium">
              {words.idTo}
            </th>
          </tr>
        </thead>
        <tbody>
          {ids.slice(0, SHOWN).map(({ from, to }) => (
            <tr key={from} className="border-t border-border align-top font-mono">
              <td className="py-1 pr-2 wrap-anywhere">{from}</td>
              <td className="py-1 wrap-anywhere">{to}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
