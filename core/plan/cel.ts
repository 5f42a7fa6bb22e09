/**
 * CEL, the one expression language (P4). Values go in as Map objects, never as plain ones, so that a step called
 * `constructor` or `__proto__` is an ordinary key. Integers of JSON are CEL ints (BigInt inside, number outside).
 * A step is named literally: `steps["id"].output`; what an expression reads is therefore known without evaluating it.
 * Each `steps["id"]` is rewritten to an alias (`__step0`) before evaluation: a hyphen is a minus, and `has()` takes
 * names joined by dots only.
 * Beyond the standard, arithmetic and comparison of an int with a double is done as double: JSON does not tell 3 from 3.0.
 * There is no regular expression function: JavaScript's can take exponential time on a hostile pattern.
 */
import { type ASTNode, Environment, EvaluationError, ParseError, TypeError } from '@marcbachmann/cel-js';
import { assertNever } from '../assert.ts';
import type { Json } from '../json.ts';

export type StepOutputs = Readonly<Record<string, { output: Json | null }>>;
/** What an expression may read. A name that is absent cannot be read: the expression fails. */
export type CelContext = {
  inputs?: Readonly<Record<string, Json>>;
  /** Build with Object.fromEntries: assigning `record['__proto__']` would not make a key. */
  steps?: StepOutputs;
  run?: Json;
  item?: Json;
  probe?: Json;
  output?: Json;
};
export type CelName = keyof CelContext;
export type CelResult = { ok: true; value: Json } | { ok: false; message: string };
/** What is read, each once, in order of appearance: steps, names, and members of `inputs` that must be there. */
export type CelReferences =
  | { ok: true; steps: string[]; names: CelName[]; inputs: string[] }
  | { ok: false; message: string };

const NAMES: readonly CelName[] = ['inputs', 'steps', 'run', 'item', 'probe', 'output'];
/** Names the language itself brings: types and namespaces. */
const BUILT_IN = new Set([
  'cel',
  'optional',
  'bool',
  'bytes',
  'double',
  'int',
  'list',
  'map',
  'null_type',
  'string',
  'type',
  'uint',
]);
const ALIAS = '__step';
const COMPREHENSIONS = new Set(['all', 'exists', 'exists_one', 'map', 'filter']);
const LIMITS = {
  maxAstNodes: 2_000,
  maxDepth: 60,
  maxListElements: 1_000,
  maxMapEntries: 1_000,
  maxCallArguments: 16,
};
/** Parsed expressions kept; a plan of 2,000 steps has a few thousand. */
const CACHE_SIZE = 5_000;

export function evaluateCel(expr: string, context: CelContext): CelResult {
  const compiled = compile(expr);
  if (!compiled.ok) return compiled;
  try {
    const values: Record<string, unknown> = {};
    for (const name of compiled.names) {
      if (name === 'steps') continue;
      const value = context[name];
      if (value === undefined) return { ok: false, message: `"${name}" cannot be read here` };
      values[name] = toCel(value);
    }
    for (const [index, id] of compiled.steps.entries()) {
      const step = context.steps && Object.hasOwn(context.steps, id) ? context.steps[id] : undefined;
      if (!step) return { ok: false, message: `Step "${id}" has no output yet` };
      values[`${ALIAS}${index}`] = new Map([['output', toCel(step.output)]]);
    }
    return fromCel(compiled.evaluate(values), 0);
  } catch (error) {
    return { ok: false, message: sentence(error) };
  }
}

export function celReferences(expr: string): CelReferences {
  const compiled = compile(expr);
  return compiled.ok
    ? { ok: true, steps: [...compiled.steps], names: [...compiled.names], inputs: [...compiled.inputs] }
    : compiled;
}

/** The expression with steps named anew, all else kept to the letter. An expression that does not parse stays as it is. */
export function renameStepsInCel(expr: string, rename: (id: string) => string): string {
  const compiled = compile(expr);
  if (!compiled.ok || !compiled.steps.some((id) => rename(id) !== id)) return expr;
  return replacePlaces(expr, compiled.places, (id, text) =>
    rename(id) === id ? text : `steps[${JSON.stringify(rename(id))}]`,
  );
}

/** The expression with every `steps["id"]` passed through `replace`. */
function replacePlaces(
  expr: string,
  places: readonly Place[],
  replace: (id: string, text: string) => string,
): string {
  let replaced = expr;
  for (const { id, start, end } of places.toSorted((a, b) => b.start - a.start)) {
    replaced = replaced.slice(0, start) + replace(id, expr.slice(start, end)) + replaced.slice(end);
  }
  return replaced;
}

type Place = { id: string; start: number; end: number };
type Compiled =
  | {
      ok: true;
      evaluate: (values: Record<string, unknown>) => unknown;
      steps: string[];
      names: CelName[];
      inputs: string[];
      places: Place[];
    }
  | { ok: false; message: string };

const cache = new Map<string, Compiled>();

function compile(expr: string): Compiled {
  const known = cache.get(expr);
  if (known) return known;
  const compiled = compileNew(expr);
  if (cache.size >= CACHE_SIZE) cache.delete(cache.keys().next().value as string);
  cache.set(expr, compiled);
  return compiled;
}

function compileNew(expr: string): Compiled {
  try {
    const found = new References();
    found.visit(environment.parse(expr).ast, new Set());
    if (found.complaint !== undefined) return { ok: false, message: found.complaint };
    const steps = [...found.steps];
    const parsed = environment.parse(
      replacePlaces(expr, found.places, (id) => `${ALIAS}${steps.indexOf(id)}`),
    );
    const checked = parsed.check();
    if (!checked.valid) return { ok: false, message: sentence(checked.error) };
    return {
      ok: true,
      evaluate: (values) => parsed(values) as unknown,
      steps,
      names: [...found.names],
      inputs: [...found.inputs],
      places: found.places,
    };
  } catch (error) {
    return { ok: false, message: sentence(error) };
  }
}

/** Walks the tree for what it reads. Depth is bounded by the parser. */
class References {
  readonly steps = new Set<string>();
  readonly names = new Set<CelName>();
  readonly inputs = new Set<string>();
  readonly places: Place[] = [];
  complaint: string | undefined;

  visit(node: ASTNode, bound: ReadonlySet<string>): void {
    switch (node.op) {
      case 'value':
        return;
      case 'id':
        return this.name(node.args, bound);
      case '.':
        this.input(node.args[0], node.args[1], bound);
        if (this.step(node, node.args[0], node.args[1], bound)) return;
        return this.visit(node.args[0], bound);
      case '.?':
        if (this.step(node, node.args[0], node.args[1], bound)) return;
        return this.visit(node.args[0], bound);
      case '[]':
      case '[?]': {
        const [of, key] = node.args;
        const member = key.op === 'value' && typeof key.args === 'string' ? key.args : undefined;
        if (node.op === '[]') this.input(of, member, bound);
        if (this.step(node, of, member, bound)) return;
        this.visit(of, bound);
        return this.visit(key, bound);
      }
      case 'call':
        if (node.args[0] === 'matches')
          this.complain('"matches" is not offered: use contains, startsWith or endsWith');
        if (node.args[0] === 'has') return this.has(node.args[1], bound);
        for (const argument of node.args[1]) this.visit(argument, bound);
        return;
      case 'rcall':
        return this.method(node.args[0], node.args[1], node.args[2], bound);
      case 'list':
        for (const item of node.args) this.visit(item, bound);
        return;
      case 'map':
        for (const [key, value] of node.args) {
          this.visit(key, bound);
          this.visit(value, bound);
        }
        return;
      case '!_':
      case '-_':
        return this.visit(node.args, bound);
      case '?:':
      case '||':
      case '&&':
      case '==':
      case '!=':
      case '<':
      case '<=':
      case '>':
      case '>=':
      case 'in':
      case '+':
      case '-':
      case '*':
      case '/':
      case '%':
        for (const operand of node.args) this.visit(operand, bound);
        return;
      default:
        assertNever(node);
    }
  }

  private input(of: ASTNode, member: string | undefined, bound: ReadonlySet<string>): void {
    if (of.op === 'id' && of.args === 'inputs' && member !== undefined && !bound.has('inputs'))
      this.inputs.add(member);
  }

  /** `has(inputs.x)` asks whether there is an x: it need not be there. */
  private has(parameters: ASTNode[], bound: ReadonlySet<string>): void {
    const before = [...this.inputs];
    for (const parameter of parameters) this.visit(parameter, bound);
    this.inputs.clear();
    for (const known of before) this.inputs.add(known);
  }

  private name(name: string, bound: ReadonlySet<string>): void {
    if (bound.has(name) || BUILT_IN.has(name)) return;
    if (name === 'steps') this.complain('Name the step: steps["id"].output');
    else if (isName(name)) this.names.add(name);
    else this.complain(`Unknown name "${name}": an expression reads ${NAMES.join(', ')}`);
  }

  /** `steps["id"].output` or `steps.id.output`; `node` reads `member` of `of`. */
  private step(node: ASTNode, of: ASTNode, member: string | undefined, bound: ReadonlySet<string>): boolean {
    if (bound.has('steps')) return false;
    if (of.op === 'id' && of.args === 'steps') {
      this.complain(
        member === undefined
          ? 'Name the step literally: steps["id"].output'
          : `Only the output of a step can be read: steps[${JSON.stringify(member)}].output`,
      );
      return true;
    }
    if ((of.op !== '.' && of.op !== '[]') || of.args[0].op !== 'id' || of.args[0].args !== 'steps')
      return false;
    const named = of.args[1];
    const id =
      typeof named === 'string'
        ? named
        : named.op === 'value' && typeof named.args === 'string'
          ? named.args
          : undefined;
    if (id === undefined) this.complain('Name the step literally: steps["id"].output');
    else if (member !== 'output')
      this.complain(`Only the output of a step can be read: steps[${JSON.stringify(id)}].output`);
    else {
      this.names.add('steps');
      this.steps.add(id);
      this.places.push({ id, start: of.range.start, end: of.range.end });
    }
    return true;
  }

  private method(name: string, receiver: ASTNode, parameters: ASTNode[], bound: ReadonlySet<string>): void {
    if (name === 'matches') this.complain('"matches" is not offered: use contains, startsWith or endsWith');
    this.visit(receiver, bound);
    const variable = parameters[0];
    const binds =
      COMPREHENSIONS.has(name) || (name === 'bind' && receiver.op === 'id' && receiver.args === 'cel');
    if (!binds || variable?.op !== 'id') {
      for (const parameter of parameters) this.visit(parameter, bound);
      return;
    }
    if (variable.args.startsWith(ALIAS)) this.complain(`Names beginning with ${ALIAS} are taken`);
    const inside = new Set(bound).add(variable.args);
    if (name === 'bind' && parameters[1]) this.visit(parameters[1], bound);
    for (const parameter of parameters.slice(name === 'bind' ? 2 : 1)) this.visit(parameter, inside);
  }

  private complain(message: string): void {
    this.complaint ??= message;
  }
}

function isName(name: string): name is CelName {
  return (NAMES as readonly string[]).includes(name);
}

function makeEnvironment(): Environment {
  const made = new Environment({
    unlistedVariablesAreDyn: true,
    homogeneousAggregateLiterals: false,
    enableOptionalTypes: true,
    limits: LIMITS,
  });
  const arithmetic: Record<string, (a: number, b: number) => number> = {
    '+': (a, b) => a + b,
    '-': (a, b) => a - b,
    '*': (a, b) => a * b,
    '/': (a, b) => a / b,
  };
  for (const [operator, apply] of Object.entries(arithmetic)) {
    const handler = (a: unknown, b: unknown) => apply(Number(a), Number(b));
    made.registerOperator(`int ${operator} double: double`, handler);
    made.registerOperator(`double ${operator} int: double`, handler);
  }
  // Brings `double == int` and both of `!=` with it.
  made.registerOperator('int == double: bool', (a, b) => Number(a) === Number(b));
  return made;
}

const environment = makeEnvironment();

function toCel(value: Json): unknown {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(toCel);
  return new Map(Object.entries(value).map(([key, member]) => [key, toCel(member)]));
}

const MAX_RESULT_DEPTH = 64;

function fromCel(value: unknown, depth: number): CelResult {
  if (depth > MAX_RESULT_DEPTH) return { ok: false, message: 'The result is nested too deep' };
  if (value === null || typeof value === 'boolean' || typeof value === 'string') return { ok: true, value };
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number)
      ? { ok: true, value: number }
      : { ok: false, message: `${value} is beyond 2^53 and would be rounded: use string()` };
  }
  if (typeof value === 'number') {
    return Number.isFinite(value)
      ? { ok: true, value }
      : { ok: false, message: `The result is ${value}, which is no JSON number` };
  }
  if (value instanceof Date && !Number.isNaN(value.valueOf()))
    return { ok: true, value: value.toISOString() };
  if (Array.isArray(value)) {
    const items: Json[] = [];
    for (const item of value) {
      const converted = fromCel(item, depth + 1);
      if (!converted.ok) return converted;
      items.push(converted.value);
    }
    return { ok: true, value: items };
  }
  const entries =
    value instanceof Map ? [...value.entries()] : isPlain(value) ? Object.entries(value) : undefined;
  if (!entries) return { ok: false, message: 'The result is no JSON value' };
  const members: [string, Json][] = [];
  for (const [key, member] of entries) {
    const converted = fromCel(member, depth + 1);
    if (!converted.ok) return converted;
    members.push([String(key), converted.value]);
  }
  return { ok: true, value: Object.fromEntries(members) };
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

/** The first line: the library adds a picture of the place below it. */
function sentence(error: unknown): string {
  const known = error instanceof ParseError || error instanceof EvaluationError || error instanceof TypeError;
  const message = known ? error.summary : error instanceof Error ? error.message : String(error);
  const line = message.split('\n')[0] ?? message;
  return line === 'has() invalid argument'
    ? 'has() takes names joined by dots, such as has(steps["a"].output.url)'
    : line;
}
