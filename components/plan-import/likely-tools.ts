import type { ToolContract } from '#core/plan/tool-contract.ts';

const SHOWN = 3;

/** Tools that have words of this name in theirs, most words first. A help to find them: none is chosen for anybody. */
export function likelyTools<T extends Pick<ToolContract, 'name' | 'description'>>(
  name: string,
  tools: readonly T[],
): T[] {
  const wanted = wordsOf(name);
  return tools
    .map((tool) => {
      const inName = overlap(wanted, wordsOf(tool.name));
      return { tool, score: 2 * inName + overlap(wanted, wordsOf(tool.description)) };
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, SHOWN)
    .map(({ tool }) => tool);
}

function wordsOf(text: string): ReadonlySet<string> {
  const apart = text.replace(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase();
  return new Set(apart.split(/[^a-z0-9]+/).filter((word) => word.length > 2));
}

function overlap(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return [...a].filter((word) => b.has(word)).length;
}
