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

/** Result of a conversion: the value, or what is wrong, such as `'x' is not an int`. */
export type Converted =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problem: string };

/** The result for a value that is not what is expected. */
export function unfit(value: unknown, expected: string): Converted {
  const shown = typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
  return { ok: false, problem: `${shown} is not ${expected}` };
}

/**
 * Converts a text of the command line, or a value of a JSON document, to a simple type in generated
 * code: items of a list, the first matching member of a union, a value of an enumeration. Other
 * facets are checked when it is written.
 */
export function convertSimple(type: SimpleType, value: unknown, types: TypeMapping): Converted {
  if (type.variety === 'list' && type.item !== undefined) {
    return convertList(type.item, value, types);
  }
  if (type.variety === 'union') {
    const members = type.members ?? [];
    for (const member of members) {
      const converted = convertSimple(member, value, types);
      if (converted.ok) return converted;
    }
    return unfit(value, `one of ${members.map(simpleTypeWord).join(', ')}`);
  }
  const { enumeration } = type.facets;
  const converted = convertBuiltin(builtinOf(type), value, types);
  const listed = enumeration?.some((one) => one.value === String(value)) ?? true;
  if (enumeration === undefined || (converted.ok && listed)) return converted;
  return unfit(value, `one of ${enumeration.map((one) => one.value).join(', ')}`);
}

function convertList(item: SimpleType, value: unknown, types: TypeMapping): Converted {
  const items = typeof value === 'string' ? value.split(/\s+/).filter((one) => one !== '') : value;
  if (!Array.isArray(items)) return unfit(value, `a list of ${simpleTypeWord(item)}`);
  const values: unknown[] = [];
  for (const one of items) {
    const converted = convertSimple(item, one, types);
    if (!converted.ok) return converted;
    values.push(converted.value);
  }
  return { ok: true, value: values };
}

/** Converts a value as readers of messages read its text. */
function convertBuiltin(builtin: BuiltinName, value: unknown, types: TypeMapping): Converted {
  const { codec } = builtinShape(builtin, types);
  // the text of a char in a message is a number
  if (codec.kind === 'text' || builtin === 'char') {
    return typeof value === 'string' ? { ok: true, value } : unfit(value, 'a text');
  }
  if (typeof value !== 'string' && !isExact(builtin, value)) {
    return unfit(value, `of type ${builtin}`);
  }
  try {
    const text = String(value);
    const type = constants[builtinConstant(builtin, codec)];
    return { ok: true, value: type?.parse(text, outside) };
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    return { ok: false, problem: (error.told ?? error.message).replace(/\.$/, '') };
  }
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
