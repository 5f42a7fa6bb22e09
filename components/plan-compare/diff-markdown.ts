/**
 * A comparison as Markdown, for a ticket or a chat. Whatever stands in a plan is put into code: there nothing of it can
 * become markup, a mention, a link or HTML.
 */
import type { Json } from '#core/json.ts';
import { hiddenFingerprint } from '#core/plan/hidden-values.ts';
import { splitInvisible } from '#components/ui/invisible.ts';
import { messages } from '#components/ui/messages.ts';
import { byClass, changesOf, PLAN, type Change, type Comparison, type FieldChange } from './changes.ts';
import { fieldLabel } from './field-label.ts';
import { textLook } from './text-lines.ts';
import { diffLines } from 'diff';

const signs = { added: '+', removed: '−', changed: '~', again: '~', moved: '↕' } as const;

export function comparisonMarkdown(data: Comparison): string {
  const { from, to, diff } = data;
  const changes = changesOf(data);
  const parts = [
    `# ${messages.compare.range(from.version, to.version)}: ${code(data.title)}`,
    diff.summary.text,
    ...(to.trigger ? [messages.compare.why(code(to.trigger.message))] : to.note ? [code(to.note)] : []),
    ...(['A', 'B', 'C'] as const).flatMap((section) => {
      const mine = changes.filter((change) => change.class === section);
      return mine.length === 0
        ? []
        : [`## ${messages.compare.headings[section](mine.length)}`, ...mine.flatMap(changeText)];
    }),
    ...(data.kept.length > 0
      ? [
          `## ${messages.compare.keptTitle(data.kept.length)}`,
          data.kept
            .map(({ title, effects }) =>
              [
                `- ${code(title)}`,
                ...effects.map(
                  ({ summary, state }) => `  - ${code(summary)}: ${messages.compare.effect(state, 1)}`,
                ),
              ].join('\n'),
            )
            .join('\n'),
        ]
      : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

function changeText(change: Change): string[] {
  const name =
    change.id === PLAN ? messages.compare.planFields : `${code(change.title)} (${code(change.id)})`;
  const likeness = change.step?.matchedBy === 'likeness' ? change.step.likeness : undefined;
  const whole =
    change.kind === 'added'
      ? change.step?.toStep
      : change.kind === 'removed'
        ? change.step?.fromStep
        : undefined;
  return [
    `### ${signs[change.kind]} ${kindWord(change)}: ${name}`,
    ...(likeness === undefined ? [] : [messages.compare.likeness(likeness)]),
    ...byClass(change.fields).flatMap((field) => fieldText(change.id, field)),
    ...(whole ? [block(JSON.stringify(whole, null, 2), 'json')] : []),
  ];
}

function kindWord({ kind }: Change): string {
  return (messages.diff.prefix[kind] ?? '').replace(/\. $/, '');
}

function fieldText(id: string, { path, from, to, why }: FieldChange): string[] {
  const label = path === '' ? '' : `${code(fieldLabel(id, path))}: `;
  const reason = why ? ` (${code(why)})` : '';
  if (from === undefined && to === undefined) return why ? [`- ${label}${code(why)}`] : [];
  if (typeof from === 'string' && typeof to === 'string' && textLook(from, to) === 'lines')
    return [`- ${label}${why ? code(why) : ''}`.trimEnd(), block(linesOf(from, to), 'diff')];
  return [`- ${label}${value(from)} → ${value(to)}${reason}`];
}

function value(json: Json | undefined): string {
  if (json === undefined) return messages.common.none;
  const hidden = hiddenFingerprint(json);
  return hidden === undefined ? code(JSON.stringify(json)) : messages.compare.hiddenValue(hidden);
}

function linesOf(from: string, to: string): string {
  return diffLines(from, to)
    .flatMap(({ added, removed, value: text }) =>
      text
        .replace(/\n$/, '')
        .split('\n')
        .map((line) => `${added ? '+' : removed ? '-' : ' '} ${line}`),
    )
    .join('\n');
}

/** One line in a code span that nothing inside can end. */
function code(text: string): string {
  const line = visible(text)
    .replaceAll(/\r\n?|\n/g, '⏎')
    .replaceAll('\t', '→');
  if (line.trim() === '') return '` `';
  const fence = '`'.repeat(longestRun(line) + 1);
  const pad = /^[` ]|[` ]$/.test(line) ? ' ' : '';
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Lines in a fenced block that none of them can end. */
function block(text: string, language: string): string {
  const lines = text.split(/\r\n?|\n/).map(visible);
  const fence = '`'.repeat(Math.max(3, longestRun(text) + 1));
  return [`${fence}${language}`, ...lines, fence].join('\n');
}

function longestRun(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
}

function visible(text: string): string {
  return splitInvisible(text)
    .map((part) => (part.kind === 'text' ? part.text : `[${part.code}]`))
    .join('');
}
