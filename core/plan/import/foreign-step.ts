/** One step of a foreign plan as a step of plan/v1, with the source's ids still in it. */
import type { Json, JsonObject } from '../../json.ts';
import { Step, type Work } from '../schema.ts';
import { type Findings, shortened } from './findings.ts';
import { isTemplate, readSettings, type Settings } from './settings.ts';
import { GRANTS, isObject, nameIn, PRIVATE, SETTING_NAMES, STEP_NAMES } from './shapes.ts';

export type ForeignStep = {
  /** As the source spells it; undefined when it gives none. */
  sourceId: string | undefined;
  /** As the source spells it, for those that name steps by their titles. */
  name: string | undefined;
  /** Only a sentence: it cannot say what it needs. */
  isSentence: boolean;
  /** Source ids; undefined when the step has no such member. */
  needs: string[] | undefined;
  step: Omit<Step, 'id' | 'needs'>;
  /** Where the source has the arguments, for problems found later. */
  argsName: string;
};

const TITLE_LENGTH = 200;
const TEXT_LENGTH = 20_000;
const TOOL_LENGTH = 500;
/** Leaves room for the source's id. */
const RATIONALE_LENGTH = 18_000;

export function readForeignStep(
  given: Json | undefined,
  path: PropertyKey[],
  findings: Findings,
  inherited: Settings,
): ForeignStep | undefined {
  const isSentence = typeof given === 'string' && given.trim() !== '';
  const value: Json | undefined = isSentence ? { title: given } : given;
  if (!isObject(value)) {
    findings.error(
      'invalid-value',
      path,
      `Got ${shown(value)}; allowed: an object with the members of a step, or a sentence`,
    );
    return undefined;
  }
  const read = new Members(value, path, findings);
  const sourceId = read.id();
  const name = sourceId ?? String(Number(path.at(-1)) + 1);
  const kept: string[] = [];
  const keep = (member: string, why: string): undefined => {
    findings.warn(
      'kept-as-text',
      member,
      [...path, member],
      (where) => `"${shortened(member)}" ${where} ${why}; it is kept as text in the rationale`,
      name,
    );
    kept.push(`${member}: ${JSON.stringify(value[member])}`);
  };
  const title = read.text(STEP_NAMES.title);
  const intent = read.text(STEP_NAMES.intent);
  const tool = read.text(STEP_NAMES.tool, TOOL_LENGTH)?.trim() || undefined;
  const args = read.object(STEP_NAMES.args);
  const needs = read.ids(STEP_NAMES.needs);
  const success = read.sentences(STEP_NAMES.success);
  const rationale = read.text(STEP_NAMES.rationale);
  const own = readSettings({ from: value, path, findings, keep, step: name });
  const join = Step.shape.join.safeParse(value.join);
  const named = nameOf(title, intent, tool ?? name);
  const hasArgs = args !== undefined && Object.keys(args).length > 0;
  if (!tool && hasArgs) keep(read.used(STEP_NAMES.args), 'belongs to no tool');
  if (!tool) {
    findings.warn(
      'no-tool',
      '',
      path,
      (where) => `There is no tool ${where}: a person does it, until the step gets one`,
      name,
    );
  }
  if (tool && args && hasTemplate(args)) {
    findings.warn(
      'template-in-arguments',
      '',
      [...path, read.used(STEP_NAMES.args)],
      (where) =>
        `Arguments ${where} hold placeholders of another system, which are sent as they are: bind them`,
      name,
    );
  }
  for (const member of Object.keys(value)) {
    if (read.known.has(member) || value[member] === null) continue;
    if (member === 'join' && join.success) continue;
    if (GRANTS.includes(member)) refuseGrant(findings, path, member, name);
    else if (PRIVATE.includes(member))
      leaveOut(findings, path, member, 'private reasoning is not stored', name);
    else
      keep(
        member,
        isTemplate(value[member] ?? null)
          ? 'is an expression of another system and is not read'
          : 'is not read',
      );
  }
  return {
    sourceId,
    name: title,
    isSentence,
    needs,
    argsName: read.used(STEP_NAMES.args),
    step: {
      title: named.title,
      ...(named.intent !== undefined && { intent: named.intent }),
      ...(success !== undefined && { success }),
      ...withRationale(rationale, kept, path, findings),
      work: workOf(tool, args, named),
      ...(join.success && join.data !== undefined && { join: join.data }),
      ...tightest(inherited, own),
    },
  };
}

/** Members of one step, read by their names; what cannot be read becomes an error with what is allowed. */
class Members {
  readonly known = new Set<string>(Object.values(SETTING_NAMES).flat());
  private readonly value: JsonObject;
  private readonly path: PropertyKey[];
  private readonly findings: Findings;

  constructor(value: JsonObject, path: PropertyKey[], findings: Findings) {
    this.value = value;
    this.path = path;
    this.findings = findings;
    for (const names of Object.values(SETTING_NAMES)) this.onlyFirst(names);
  }

  /** The name the source uses, or the first there is. */
  used(names: readonly string[]): string {
    return nameIn(this.value, names) ?? names[0] ?? '';
  }

  id(): string | undefined {
    return this.read(STEP_NAMES.id, idOf, 'a text or a number');
  }

  text(names: readonly string[], length = TEXT_LENGTH): string | undefined {
    const asText = (value: Json) => (typeof value === 'number' ? String(value) : value);
    return this.read(
      names,
      (value) => {
        const text = asText(value);
        return typeof text === 'string' && text.length <= length ? text : undefined;
      },
      `a text of ${length} characters at most`,
    );
  }

  /** One text, or several that are read as one. */
  sentences(names: readonly string[]): string | undefined {
    return this.read(
      names,
      (value) => {
        const texts = Array.isArray(value) ? value : [value];
        if (!texts.every((text) => typeof text === 'string')) return undefined;
        const text = texts.join('\n');
        return text.length <= TEXT_LENGTH ? text : undefined;
      },
      `a text or a list of texts, of ${TEXT_LENGTH} characters at most`,
    );
  }

  object(names: readonly string[]): JsonObject | undefined {
    return this.read(names, (value) => (isObject(value) ? value : undefined), 'an object');
  }

  ids(names: readonly string[]): string[] | undefined {
    return this.read(
      names,
      (value) => {
        const ids = (Array.isArray(value) ? value : [value]).map(idOf);
        return ids.every((id) => id !== undefined) ? ids : undefined;
      },
      'a list of step ids',
    );
  }

  private read<T>(
    names: readonly string[],
    as: (value: Json) => T | undefined,
    allowed: string,
  ): T | undefined {
    const name = this.onlyFirst(names);
    if (name === undefined) return undefined;
    const value = this.value[name] as Json;
    const result = as(value);
    if (result === undefined)
      this.findings.error('invalid-value', [...this.path, name], `Got ${shown(value)}; allowed: ${allowed}`);
    return result;
  }

  /** The first name counts; what stands under another name of the same thing is not known, so it is kept as text. */
  private onlyFirst(names: readonly string[]): string | undefined {
    const name = nameIn(this.value, names);
    for (const other of names) this.known.delete(other);
    if (name !== undefined) this.known.add(name);
    return name;
  }
}

function idOf(value: Json): string | undefined {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A title in one line; what does not fit into it stands in the intent. */
function nameOf(title: string | undefined, intent: string | undefined, otherwise: string): Named {
  const line = oneLine(title ?? '') || oneLine(intent?.split('\n')[0] ?? '') || oneLine(otherwise) || 'Step';
  const short = shortened(line, TITLE_LENGTH);
  const whole = short === line || title === undefined ? undefined : line;
  const parts = [whole, intent?.trim() || undefined].filter((part) => part !== undefined);
  return { title: short, intent: parts.length > 0 ? parts.join('\n\n').slice(0, TEXT_LENGTH) : undefined };
}
type Named = { title: string; intent: string | undefined };

/** Without line breaks and control characters. */
export function oneLine(text: string): string {
  return text.replaceAll(/[\s\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

function workOf(tool: string | undefined, args: JsonObject | undefined, { title, intent }: Named): Work {
  if (tool !== undefined) return { kind: 'tool', tool, args: args ?? {} };
  const prompt = intent === undefined || intent === title ? title : `${title}\n\n${intent}`;
  return { kind: 'person', prompt: prompt.slice(0, TEXT_LENGTH) };
}

function withRationale(
  rationale: string | undefined,
  kept: string[],
  path: PropertyKey[],
  findings: Findings,
): { rationale?: string } {
  if (rationale === undefined && kept.length === 0) return {};
  const text = [...(rationale?.trim() ? [rationale.trim()] : []), ...kept].join('\n');
  if (text.length > RATIONALE_LENGTH) {
    findings.error(
      'invalid-value',
      path,
      `What is kept as text (${text.length} characters) is longer than the ${RATIONALE_LENGTH} a rationale holds`,
    );
  }
  return { rationale: text };
}

const RISKS = ['low', 'medium', 'high', 'critical'] as const;

/** What the plan says of all its steps holds for each, unless the step is stricter. */
function tightest(plan: Settings, step: Settings): Settings {
  const risk = RISKS.findLast((each) => each === plan.risk || each === step.risk);
  return {
    ...step,
    ...(risk && { risk }),
    ...(plan.approval && !step.approval && { approval: plan.approval }),
  };
}

function hasTemplate(value: Json): boolean {
  if (Array.isArray(value)) return value.some(hasTemplate);
  return isObject(value) ? Object.values(value).some(hasTemplate) : isTemplate(value);
}

export function refuseGrant(findings: Findings, path: PropertyKey[], member: string, step?: string): void {
  findings.warn(
    'grants-nothing',
    member,
    [...path, member],
    (where) => `"${member}" ${where} has no effect: only a person approves, and only what policy asks about`,
    step,
  );
}

export function leaveOut(
  findings: Findings,
  path: PropertyKey[],
  member: string,
  why: string,
  step?: string,
): void {
  findings.warn(
    'left-out',
    member,
    [...path, member],
    (where) => `"${shortened(member)}" ${where} is left out: ${why}`,
    step,
  );
}

function shown(value: Json | undefined): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  return isObject(value) ? 'an object' : shortened(JSON.stringify(value));
}
