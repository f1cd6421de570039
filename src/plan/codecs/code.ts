import { docComment } from '../encode.ts';
import { fits, indentation, unionType } from '../layout.ts';
import type { CodecPlan } from '../plan.ts';
import type { TypeText } from '../shape.ts';
import { statement } from './statement.ts';

/** Collects the lines of one function of `codecs.ts` and what they mention. */
export interface Code {
  /** The first is kept free for the head of the function. */
  readonly lines: string[];
  readonly values: Set<string>;
  /** Few, so that a list is enough. */
  readonly types: string[];
  readonly typeNames: Set<string>;
  readonly uses: Set<string>;
  indent: number;
}

/** An empty function body. */
export function createCode(): Code {
  return {
    lines: [''],
    values: new Set(),
    types: [],
    typeNames: new Set(),
    uses: new Set(),
    indent: 1,
  };
}

/** Mentions a runtime function. */
export function runtime(code: Code, name: string): string {
  code.values.add(name);
  return name;
}

/** Mentions a runtime type. */
export function runtimeType(code: Code, name: string): string {
  if (!code.types.includes(name)) code.types.push(name);
  return name;
}

/** Mentions another codec function or constant. */
export function uses(code: Code, name: string): string {
  code.uses.add(name);
  return name;
}

/** Mentions a type. */
export function typed(code: Code, type: TypeText): string {
  const { names, runtime: types } = type;
  // most mention nothing
  if (names.length > 0) for (const name of names) code.typeNames.add(name);
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
  const { name, returns } = options;
  const parameters = options.parameters.map((parameter) => markUnused(parameter, code.lines));
  const open = `${options.exported ? 'export ' : ''}function ${name}(`;
  const one = `${open}${parameters.join(', ')}): ${returns} {`;
  const head =
    fits(one) || parameters.length === 0
      ? one
      : `${open}\n${parameters.map(parameterLine).join('')}): ${returns} {`;
  const { lines } = code;
  lines[0] = docComment(options.doc === '' ? [] : [options.doc]) + head;
  lines.push('}');
  // joined at once: parts that are put together later would each be copied again
  return finish(code, name, options.exported, lines.join('\n'), options.namespace);
}

/** A parameter the body has no use for, as the writer of a type without content: an underscore says it is not forgotten. */
function markUnused(parameter: string, body: readonly string[]): string {
  if (parameter === readerParameter) return parameter;
  const name = parameter.slice(0, parameter.indexOf(':')).replace('?', '');
  return body.some((text) => mentions(text, name)) ? parameter : `_${parameter}`;
}

function mentions(text: string, name: string): boolean {
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!isWord(text.charAt(at - 1)) && !isWord(text.charAt(at + name.length))) return true;
  }
  return false;
}

function isWord(character: string): boolean {
  return /\w/.test(character);
}

/** A parameter on a line of its own, a union among its types broken where that is too long. */
function parameterLine(parameter: string): string {
  const [name = '', type = ''] = parameter.split(': ');
  const text = unionType({
    before: `${name}: `,
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
  code.uses.delete(name);
  return {
    name,
    exported,
    text,
    runtimeValues: [...code.values],
    runtimeTypes: code.types,
    typeNames: [...code.typeNames],
    uses: [...code.uses],
    namespace,
  };
}
