import { clock } from '../../diagnostics/clock.ts';
import { harmless } from '../../diagnostics/words.ts';
import type { ServiceModel } from '../../model/services.ts';

/** Functions that colour a text for a terminal, or leave it unchanged. */
export interface Colours {
  readonly enabled: boolean;
  bold(text: string): string;
  dim(text: string): string;
  red(text: string): string;
  green(text: string): string;
  yellow(text: string): string;
  cyan(text: string): string;
}

/** Inputs for deciding about colours. */
interface ColourInputs {
  /** `false` with `--no-color`. */
  readonly enabled: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly terminal: boolean;
}

/**
 * Whether to use colours: never with `--no-color` or a non-empty `NO_COLOR`, otherwise always with
 * `FORCE_COLOR` (unless it is `0` or `false`), otherwise on a terminal that is not `dumb`.
 */
export function wantsColours({ enabled, environment, terminal }: ColourInputs): boolean {
  if (!enabled || (environment.NO_COLOR ?? '') !== '') return false;
  const forced = environment.FORCE_COLOR;
  if (forced !== undefined) return forced !== '0' && forced !== 'false';
  return terminal && environment.TERM !== 'dumb';
}

/** Creates the colour functions. */
export function createColours(enabled: boolean): Colours {
  const dress = (open: number, close: number) => (text: string) =>
    enabled ? `${ownSequence(`[${open}m`)}${text}${ownSequence(`[${close}m`)}` : text;
  return {
    enabled,
    bold: dress(1, 22),
    dim: dress(2, 22),
    red: dress(31, 39),
    green: dress(32, 39),
    yellow: dress(33, 39),
    cyan: dress(36, 39),
  };
}

/**
 * The colours for output to a terminal or elsewhere.
 *
 * @param enabled `false` with `--no-color`
 */
export function coloursFor(terminal: object | undefined, enabled: boolean): Colours {
  const environment = process.env;
  return createColours(
    wantsColours({ enabled: enabled, environment, terminal: terminal !== undefined }),
  );
}

/**
 * Stands for ESC in our own sequences until they are written. It differs in each run, so that no
 * contract, answer or argument contains it.
 */
const mark = `\u001b${Math.random().toString(36).padEnd(12, '0')}`;

/** One of our own control sequences, such as `[31m`, which is all that reaches a terminal. */
function ownSequence(rest: string): string {
  return mark + rest;
}

/** Declares all sequences of a text as our own: everything else in it is harmless already. */
export function withOwnSequences(text: string): string {
  return text.replaceAll('\u001b', mark);
}

/** A text for a terminal, in which everything but our own sequences is harmless. */
export function terminalText(text: string): string {
  return text
    .split(mark)
    .map((part) => harmless(part, 'keep-lines'))
    .join('\u001b');
}

/** A text for a file or another program: unchanged, with our own sequences. */
export function pipedText(text: string): string {
  return text.replaceAll(mark, '\u001b');
}

/**
 * A text for people, wherever they read it: in a terminal, or in the log of a workflow, whose
 * runner executes lines such as `::error::…` and `##[error]…`.
 */
export function logText(text: string): string {
  return terminalText(text)
    .replace(/^([^\S\n]*):(?=:)/gm, '$1: ')
    .replace(/#(?=#\w*\[)/g, '# ');
}

/** A number with its noun: `1 service`, `2 services`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

/** A number of operations, and of those left out: `3 operations (1 left out)`. */
function operationsText(count: number, leftOut: number): string {
  return `${counted(count, 'operation')}${leftOut > 0 ? ` (${leftOut} left out)` : ''}`;
}

/** Numbers of what a contract has. A plain XML Schema has only elements and types. */
export type ContentCounts =
  | { readonly services: number; readonly operations: number; readonly leftOut: number }
  | { readonly elements: number; readonly types: number };

/** What contracts have: `2 services, 3 operations`, for plain XML Schemas `4 elements, 5 types`. */
export function contentText(contracts: readonly ContentCounts[]): string {
  const total = { services: 0, operations: 0, leftOut: 0, elements: 0, types: 0 };
  for (const counts of contracts) {
    for (const [key, count] of Object.entries(counts)) total[key as keyof typeof total] += count;
  }
  const hasServices = contracts.some((one) => 'services' in one);
  const hasSchemas = contracts.some((one) => 'elements' in one);
  return [
    ...(hasServices
      ? [counted(total.services, 'service'), operationsText(total.operations, total.leftOut)]
      : []),
    ...(hasSchemas ? [counted(total.elements, 'element'), counted(total.types, 'type')] : []),
  ].join(', ');
}

/** The counts of a plain XML Schema; `undefined` for another contract. */
export function schemaCounts({
  isSchema,
  elements,
  types,
}: ServiceModel): ContentCounts | undefined {
  return isSchema && { elements: elements.length, types: types.length };
}

/** Seconds since a moment of `clock()`, such as `0.4 s`. */
export function secondsSince(start: number): string {
  return `${((clock() - start) / 1000).toFixed(1)} s`;
}

/**
 * Writes a result of generated code as JSON with two spaces of indentation: bigints as numbers with
 * all their digits, bytes in base64, dates in ISO form, numbers that JSON does not have as `"INF"`,
 * `"-INF"`, `"NaN"`. Absent properties are omitted.
 */
export function jsonText(value: unknown, indent: string = ''): string {
  switch (typeof value) {
    case 'bigint':
      return value.toString();
    case 'number':
      if (Number.isFinite(value)) return Object.is(value, -0) ? '-0' : String(value);
      return Number.isNaN(value) ? '"NaN"' : value > 0 ? '"INF"' : '"-INF"';
    case 'string':
    case 'boolean':
      return JSON.stringify(value);
    case 'object':
      return value === null ? 'null' : objectText(value, indent);
    default:
      return 'null';
  }
}

function objectText(value: object, indent: string): string {
  if (value instanceof Uint8Array) return `"${Buffer.from(value).toString('base64')}"`;
  if (value instanceof Date) return JSON.stringify(value);
  const inner = `${indent}  `;
  const block = (open: string, lines: readonly string[], close: string): string =>
    lines.length === 0
      ? `${open}${close}`
      : `${open}\n${lines.map((line) => `${inner}${line}`).join(',\n')}\n${indent}${close}`;
  if (Array.isArray(value)) {
    return block(
      '[',
      value.map((one) => jsonText(one, inner)),
      ']',
    );
  }
  const lines = Object.entries(value)
    .filter(([, one]) => one !== undefined)
    .map(([name, one]) => `${JSON.stringify(name)}: ${jsonText(one, inner)}`);
  return block('{', lines, '}');
}
