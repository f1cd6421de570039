import { docComment, isIdentifier, stringLiteral } from '../print/encode.ts';
import { laidOut } from '../print/lay-out.ts';
import { fits, unionType } from '../print/layout.ts';
import { distinct, mention, otherNames } from '../print/mentions.ts';
import {
  type Expression,
  type Given,
  joined,
  type NameUse,
  named,
  node,
  text,
} from '../print/node.ts';
import { print } from '../print/print.ts';
import type { Statement } from '../print/statement.ts';
import type { TypeText } from '../print/typescript-type.ts';
import type { CodecPlan } from '../result/plan.ts';

/** There are a few hundred names in the runtime, and each is used very often. */
const runtimeNodes = new Map<string, Expression>();

/** A function, constant or class of the runtime. */
export function runtime(name: string): Expression {
  const known = runtimeNodes.get(name);
  if (known !== undefined) return known;
  const made = named('runtime', name);
  runtimeNodes.set(name, made);
  return made;
}

/** A type of the runtime. */
export function runtimeType(name: string): Expression {
  return named('runtimeType', name);
}

/** Another function or constant of `codecs.ts`. */
export function codec(name: string): Expression {
  return named('codecs', name);
}

/** A parameter of the function; one that no expression uses is marked with an underscore. */
export function local(name: string): Expression {
  return named('parameter', name);
}

/** A type. */
export function typed({ text: flat, names, runtime: types }: TypeText): Expression {
  if (names.length === 0 && types.length === 0) return text(flat);
  const uses: NameUse[] = names.map((name) => ({ from: 'types', name }));
  return text(flat, uses.concat(types.map((name) => ({ from: 'runtimeType', name }))));
}

/** A property of an expression. */
export function property(object: Given, name: string): Expression {
  return joined(object, isIdentifier(name) ? `.${name}` : `[${stringLiteral(name)}]`);
}

/** A parameter of a codec. */
export interface Parameter {
  readonly name: string;
  readonly type: Given;
  /** Members of the type, where it is a union that may be broken. */
  readonly members?: readonly string[] | undefined;
  readonly optional?: boolean | undefined;
}

/** A parameter of a type of the contract. */
export function parameterOf(name: string, type: TypeText): Parameter {
  return { name, type: typed(type), members: type.members };
}

/** The parameter of functions that read, which is there even if it is not used. */
export const reader: Parameter = { name: 'reader', type: runtimeType('XmlReader') };

/** A codec function. */
export interface CodecFunction {
  readonly name: string;
  readonly exported: boolean;
  readonly doc: string;
  readonly parameters: readonly Parameter[];
  readonly returns: Given;
  readonly body: readonly Statement[];
  /** Namespace it belongs to: decides the file when output is split. */
  readonly namespace: string;
}

/** The names in a codec, by where they are from. */
interface Names {
  readonly runtime: string[];
  readonly runtimeType: string[];
  readonly types: string[];
  readonly codecs: string[];
  readonly parameter: string[];
}

function createNames(): Names {
  return { runtime: [], runtimeType: [], types: [], codecs: [], parameter: [] };
}

function add(found: Names, names: readonly NameUse[]): void {
  for (const { from, name } of names) mention(found[from], name);
}

function planOf(
  text: string,
  found: Names,
  { name, exported, namespace }: Pick<CodecPlan, 'name' | 'exported' | 'namespace'>,
): CodecPlan {
  return {
    name,
    exported,
    text,
    runtimeValues: distinct(found.runtime),
    runtimeTypes: distinct(found.runtimeType),
    typeNames: distinct(found.types),
    uses: otherNames(found.codecs, name),
    namespace,
  };
}

/** Prints a function. What it imports follows from its nodes. */
export function codecFunction(codec: CodecFunction): CodecPlan {
  const found = createNames();
  const lines = [''];
  print(codec.body, 1, { lines, use: (names) => add(found, names) });
  lines[0] = headOf(codec, found);
  lines.push('}');
  // joined at once: parts that are put together later would each be copied again
  return planOf(lines.join('\n'), found, codec);
}

function headOf(codec: CodecFunction, found: Names): string {
  const { name, exported, doc, parameters } = codec;
  const returns = node(codec.returns);
  add(found, returns.names);
  const list = parameters.map((parameter) => {
    const type = node(parameter.type);
    add(found, type.names);
    const isUsed = parameter === reader || found.parameter.includes(parameter.name);
    const optional = parameter.optional === true ? '?' : '';
    const before = `${isUsed ? '' : '_'}${parameter.name}${optional}: `;
    return { before, text: before + type.flat, members: parameter.members ?? [] };
  });
  const open = `${exported ? 'export function ' : 'function '}${name}(`;
  const close = `): ${returns.flat} {`;
  const one = `${open}${list.map((parameter) => parameter.text).join(', ')}${close}`;
  const isFlat = list.length === 0 || fits(one);
  const below = list.map(({ before, text, members }) => {
    if (fits(`${text},`, 1) || members.length < 2) return `  ${text},\n`;
    return `  ${unionType({ before, members, after: ',', indent: 1 })}\n`;
  });
  return (
    docComment(doc === '' ? [] : [doc]) + (isFlat ? one : `${open}\n${below.join('')}${close}`)
  );
}

/**
 * Prints a constant.
 *
 * @param type a text of TypeScript, absent where it follows from the value
 */
export function codecConstant(
  name: string,
  type: Given | undefined,
  value: Given,
  namespace: string,
): CodecPlan {
  const found = createNames();
  const [declared, given] = [type === undefined ? undefined : node(type), node(value)];
  add(found, declared?.names ?? []);
  add(found, given.names);
  const before = declared === undefined ? `const ${name} =` : `const ${name}: ${declared.flat} =`;
  return planOf(laidOut(before, given, ';', 0), found, { name, exported: false, namespace });
}
