import { docComment } from '../encode.ts';
import { fits, indentation, unionType } from '../layout.ts';
import { distinct, mention, otherNames } from '../mentions.ts';
import type { CodecPlan } from '../plan.ts';
import type { TypeText } from '../shape.ts';
import { statement } from './statement.ts';

/** Collects the lines of one function of `codecs.ts`, and what they mention in the lists of `mentions.ts`. */
export interface Code {
  /** The first is kept free for the head of the function. */
  readonly lines: string[];
  readonly values: string[];
  readonly types: string[];
  readonly typeNames: string[];
  readonly uses: string[];
  indent: number;
}

/** An empty function body. */
export function createCode(): Code {
  return { lines: [''], values: [], types: [], typeNames: [], uses: [], indent: 1 };
}

/** Mentions a runtime function. */
export function runtime(code: Code, name: string): string {
  return mention(code.values, name);
}

/** Mentions a runtime type. */
export function runtimeType(code: Code, name: string): string {
  return mention(code.types, name);
}

/** Mentions another codec function or constant. */
export function uses(code: Code, name: string): string {
  return mention(code.uses, name);
}

/** Mentions a type. */
export function typed(code: Code, type: TypeText): string {
  const { names, runtime: types } = type;
  // most mention nothing
  if (names.length > 0) for (const name of names) mention(code.typeNames, name);
  if (types.length > 0) for (const name of types) runtimeType(code, name);
  return type.text;
}

/** Adds a line at the current depth. */
export function line(code: Code, text: string): void {
  code.lines.push(text === '' ? '' : indentation(code.indent) + text);
}

/** Whether text fits on a line at the current depth. */
export function fitsLine(code: Code, text: string): boolean {
  return fits(text, code.indent);
}

/** `left = right;`, broken where it is too long. */
export function assign(code: Code, left: string, right: string): void {
  statement(code, `${left} =`, right);
}

/** A block: `head {`, what `inside` adds, `}`. */
export function block(code: Code, head: string, inside: () => void, tail = ''): void {
  line(code, `${head} {`);
  code.indent += 1;
  inside();
  code.indent -= 1;
  line(code, `}${tail}`);
}

/** `if (…) {`, its conditions on lines of their own where they are too long for one. */
export function ifBlock(
  code: Code,
  conditions: readonly string[],
  operator: '&&' | '||',
  inside: () => void,
): void {
  const text = `if (${conditions.join(` ${operator} `)})`;
  if (fitsLine(code, `${text} {`)) {
    block(code, text, inside);
    return;
  }
  line(code, 'if (');
  conditions.forEach((condition, index) => {
    line(code, `  ${condition}${index < conditions.length - 1 ? ` ${operator}` : ''}`);
  });
  block(code, ')', inside);
}

/** An object literal, one property a line, behind `head`. */
export function objectLines(
  code: Code,
  head: string,
  entries: readonly (readonly [key: string, value: string])[],
  tail: string,
): void {
  if (entries.length === 0) {
    line(code, `${head}{}${tail}`);
    return;
  }
  line(code, `${head}{`);
  code.indent += 1;
  for (const entry of entries) statement(code, `${entry[0]}:`, entry[1], ',');
  code.indent -= 1;
  line(code, `}${tail}`);
}

/** The parameter of functions that read, each of which uses it. */
export const readerParameter = 'reader: XmlReader';

/** A finished function. */
export function finishFunction(
  code: Code,
  options: {
    readonly name: string;
    readonly exported: boolean;
    readonly doc: string;
    readonly parameters: readonly string[];
    readonly returns: string;
    readonly namespace: string;
  },
): CodecPlan {
  const { name, exported, doc, returns } = options;
  const { lines } = code;
  const parameters = options.parameters.map((parameter) => markUnused(parameter, lines));
  const open = `${exported ? 'export function ' : 'function '}${name}(`;
  const close = `): ${returns} {`;
  const one = `${open}${parameters.join(', ')}${close}`;
  const head =
    parameters.length === 0 || fits(one)
      ? one
      : `${open}\n${parameters.map(parameterLine).join('')}${close}`;
  lines[0] = doc === '' ? head : docComment([doc]) + head;
  lines.push('}');
  // joined at once: parts that are put together later would each be copied again
  return finish(code, name, exported, lines.join('\n'), options.namespace);
}

/** A parameter the body has no use for, as the writer of a type without content: an underscore says it is not forgotten. */
function markUnused(parameter: string, body: readonly string[]): string {
  if (parameter === readerParameter) return parameter;
  const end = parameter.indexOf(':');
  const name = parameter.slice(0, parameter.charAt(end - 1) === '?' ? end - 1 : end);
  for (const text of body) if (mentions(text, name)) return parameter;
  return `_${parameter}`;
}

function mentions(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!isWord(text.charCodeAt(at - 1)) && !isWord(text.charCodeAt(at + name.length))) return true;
  }
  return false;
}

/** Whether a character is a letter or digit of ASCII or `_`; beyond the ends of a text there is none. */
function isWord(unit: number): boolean {
  if (unit < 0x3a) return unit >= 0x30;
  if (unit < 0x5b) return unit >= 0x41;
  return unit === 0x5f || (unit >= 0x61 && unit <= 0x7a);
}

/** A parameter on a line of its own, a union among its types broken where that is too long. */
function parameterLine(parameter: string): string {
  const flat = `${parameter},`;
  if (fits(flat, 1) || !parameter.includes(' | ')) return `  ${flat}\n`;
  const end = parameter.indexOf(': ') + 2;
  const type = parameter.slice(end);
  const text = unionType({
    before: parameter.slice(0, end),
    members: type.startsWith('readonly ') ? [type] : type.split(' | '),
    after: ',',
    indent: 1,
  });
  return `  ${text}\n`;
}

/** A constant, broken behind the sign where it is too long. */
export function constantText(before: string, value: string): string {
  const flat = `${before} ${value};`;
  return fits(flat) ? flat : `${before}\n  ${value};`;
}

/** A finished constant or function whose text is complete. */
export function finish(
  code: Code,
  name: string,
  exported: boolean,
  text: string,
  namespace: string,
): CodecPlan {
  const { values, types, typeNames, uses: used } = code;
  return {
    name,
    exported,
    text,
    runtimeValues: distinct(values),
    runtimeTypes: distinct(types),
    typeNames: distinct(typeNames),
    uses: otherNames(used, name),
    namespace,
  };
}
