import { docContent, isIdentifier, stringLiteral, wrappedLines } from '../print/encode.ts';
import { laidOut } from '../print/lay-out.ts';
import { fits, unionType } from '../print/layout.ts';
import {
  call,
  type Expression,
  type Given,
  joined,
  joinNames,
  type NameUse,
  named,
  node,
} from '../print/node.ts';
import { addTo, type Printed, print } from '../print/print.ts';
import { rethrown, type Statement } from '../print/statement.ts';
import { runtimeType } from '../print/type-node.ts';
import type { CodecPlan, ConstantPlan } from '../result/plan.ts';

/** The runtime has a few hundred names, each used very often. */
const runtimeNodes = new Map<string, Expression>();

/** A function, constant or class of the runtime. */
export function runtime(name: string): Expression {
  const known = runtimeNodes.get(name);
  if (known !== undefined) return known;
  const created = named('runtime', name);
  runtimeNodes.set(name, created);
  return created;
}

/** Another function or constant of `codecs.ts`. */
export function codec(name: string): Expression {
  return named('codecs', name);
}

/** A function of the user. */
export function ownFunction(name: string): Expression {
  return named('own', name);
}

/** A parameter of the function. If no expression uses it, it gets an underscore. */
export function local(name: string): Expression {
  return named('parameter', name);
}

/** A property of an expression. */
export function property(object: Given, name: string): Expression {
  return joined(object, isIdentifier(name) ? `.${name}` : `[${stringLiteral(name)}]`);
}

/** A parameter of a codec. */
export interface Parameter {
  readonly name: string;
  readonly type: Given;
  readonly optional?: boolean | undefined;
}

/** The parameter of functions that read, kept even if it is not used. */
export const reader: Parameter = { name: 'reader', type: runtimeType('XmlReader') };

/** A codec function. */
export interface CodecFunction {
  readonly name: string;
  /** Whether other files may import it. Default false. */
  readonly exported?: boolean;
  /** Absent if the name says it all. */
  readonly doc?: string;
  readonly parameters?: readonly Parameter[];
  readonly returns: Given;
  readonly body: readonly Statement[];
  /** Namespace it belongs to, which decides the file when output is split. */
  readonly namespace: string;
}

/** Prints a function. Its imports follow from its nodes. */
export function codecFunction(codec: CodecFunction): CodecPlan {
  const { name, exported = false, doc, namespace } = codec;
  const printed: Printed = { lines: [], names: [] };
  print(codec.body, 1, printed);
  const returns = node(codec.returns);
  const { lines, names } = printed;
  addTo(names, returns.names);
  return {
    kind: 'function',
    exported,
    name,
    doc: docContent(doc === undefined ? [] : wrappedLines(doc)),
    ...parametersOf(codec, returns.flat, names),
    returns: returns.flat,
    body: lines.join('\n'),
    names: names.filter(({ from }) => from !== 'parameter'),
    namespace,
  };
}

function parametersOf(
  { name, exported, parameters = [] }: CodecFunction,
  returns: string,
  names: NameUse[],
): { readonly parameters: string; readonly exportedParameters: string } {
  let flat = '';
  for (const parameter of parameters) {
    const type = node(parameter.type);
    flat += `${flat === '' ? '(' : ', '}${beforeType(parameter, names)}${type.flat}`;
    addTo(names, type.names);
  }
  flat = flat === '' ? '()' : `${flat})`;
  const head = `function ${name}${flat}: ${returns} {`;
  const [fitsAsIs, fitsExported] = [fits(head), fits(`export ${head}`)];
  if (fitsExported || parameters.length === 0)
    return { parameters: flat, exportedParameters: flat };
  const below = parameters.map((parameter) => {
    const type = node(parameter.type);
    const members = type.kind === 'type' ? type.members : [type.flat];
    const before = beforeType(parameter, names);
    return `  ${unionType({ before, members, after: ',', indent: 1 })}\n`;
  });
  const broken = `(\n${below.join('')})`;
  const isFlat = fitsAsIs && exported !== true;
  return { parameters: isFlat ? flat : broken, exportedParameters: broken };
}

/** A parameter up to its type. */
function beforeType(parameter: Parameter, used: readonly NameUse[]): string {
  const { name, optional } = parameter;
  const isUsed =
    parameter === reader || used.some((one) => one.from === 'parameter' && one.name === name);
  return `${isUsed ? '' : '_'}${name}${optional === true ? '?' : ''}: `;
}

/** Statements that read a whole message. Errors get the reader's position. */
export function readOrThrow(
  body: readonly Statement[],
  complete: (error: Expression) => Expression = (error) => error,
): Statement {
  return rethrown(body, complete(call(runtime('unreadable'), 'error', 'reader')));
}

/** Statements that write a value. Errors get the path in it. */
export function writeOrThrow(
  body: readonly Statement[],
  value: Expression,
  complete: (error: Expression) => Expression = (error) => error,
): Statement {
  return rethrown(body, complete(call(runtime('unwritable'), 'error', value)));
}

/**
 * Prints a constant.
 *
 * @param type omitted if it follows from the value
 */
export function codecConstant(
  name: string,
  type: Given | undefined,
  value: Given,
  namespace: string,
): ConstantPlan {
  const [declared, given] = [type === undefined ? undefined : node(type), node(value)];
  const head = declared === undefined ? `const ${name} =` : `const ${name}: ${declared.flat} =`;
  const text = laidOut(head, given, ';', 0);
  const exported = `export ${head}`;
  const [first = ''] = text.split('\n', 1);
  const asExport = fits(`export ${first}`) ? `export ${text}` : laidOut(exported, given, ';', 0);
  return {
    kind: 'constant',
    exported: false,
    name,
    type: declared?.flat,
    value: text.slice(head.length, -1),
    exportedValue: asExport.slice(exported.length, -1),
    names: joinNames(declared === undefined ? [given] : [given, declared]),
    namespace,
  };
}
