import type { BuiltinName } from '../../model/xsd/builtin-types.ts';
import type { SimpleType } from '../../model/xsd/schema.ts';
import { builtinConstant } from '../../plan/describe/simple/builtin-simple.ts';
import { simpleTypeWord } from '../../plan/messages/type-word.ts';
import type { TypeMapping } from '../../plan/scope/shape-options.ts';
import { builtinOf, builtinShape } from '../../plan/shapes/shape-simple.ts';
import type { Simple } from '../../runtime/type/simple-type.ts';
import * as described from '../../runtime/type.ts';
import { XmlError } from '../../runtime/xml/xml-error.ts';
import { outside } from '../../runtime/xsd/qname.ts';

/** What the runtime knows of each built-in type. */
const constants = described as unknown as Readonly<Record<string, Simple>>;

/** The error for a value that is not what is expected: `'x' is not an int`. */
export function unfit(value: unknown, expected: string): XmlError {
  const shown = typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
  return new XmlError('malformed', `${shown} is not ${expected}`, 'value');
}

/**
 * The value of a simple type in generated code, for a text of the command line or a value of a JSON
 * document: items of a list, the first matching member of a union, a value of an enumeration. Other
 * facets are checked when it is written.
 *
 * @throws XmlError it is none
 */
export function simpleValue(type: SimpleType, given: unknown, types: TypeMapping): unknown {
  const { variety, item, members, facets } = type;
  if (variety === 'list' && item !== undefined) return listValue(item, given, types);
  if (variety === 'union') return unionValue(members ?? [], given, types);
  const value = builtinValue(builtinOf(type), given, types);
  const literals = facets.enumeration?.map((one) => one.value);
  if (literals?.includes(String(given)) ?? true) return value;
  throw unfit(given, `one of ${literals?.join(', ')}`);
}

function listValue(item: SimpleType, given: unknown, types: TypeMapping): readonly unknown[] {
  const items = typeof given === 'string' ? given.split(/\s+/).filter((one) => one !== '') : given;
  if (!Array.isArray(items)) throw unfit(given, `a list of ${simpleTypeWord(item)}`);
  return items.map((one: unknown) => simpleValue(item, one, types));
}

function unionValue(members: readonly SimpleType[], given: unknown, types: TypeMapping): unknown {
  for (const member of members) {
    try {
      return simpleValue(member, given, types);
    } catch (error) {
      if (!(error instanceof XmlError)) throw error;
    }
  }
  throw unfit(given, `one of ${members.map(simpleTypeWord).join(', ')}`);
}

/** The value, as readers of messages read its text. */
function builtinValue(builtin: BuiltinName, given: unknown, types: TypeMapping): unknown {
  const { codec } = builtinShape(builtin, types);
  // the text of a char in a message is a number
  if (codec.kind === 'text' || builtin === 'char') {
    if (typeof given === 'string') return given;
    throw unfit(given, 'a text');
  }
  if (typeof given !== 'string' && !isExact(builtin, given)) {
    throw unfit(given, `of type ${builtin}`);
  }
  return constants[builtinConstant(builtin, codec)]?.parse(String(given), outside);
}

/** Whether a value of JSON that is no text says exactly what it is. */
function isExact(builtin: BuiltinName, value: unknown): boolean {
  const { type } = builtinShape(builtin, {});
  if (type === 'boolean') return typeof value === 'boolean';
  if (builtin === 'float' || builtin === 'double' || builtin === 'decimal') {
    return typeof value === 'number';
  }
  return (type === 'number' || type === 'bigint') && Number.isSafeInteger(value);
}
