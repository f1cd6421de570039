import type { SimpleType } from '../../model/xsd/schema.ts';
import { simpleTypeWord } from '../../plan/messages/type-word.ts';
import type { TypeMapping } from '../../plan/scope/shape-options.ts';
import { type Converted, convertLeaf, mapLeaf } from './convert-leaf.ts';

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
    return { ok: false, expected: `one of ${members.map(simpleTypeWord).join(', ')}` };
  }
  const { enumeration } = type.facets;
  const builtin = type.builtin ?? 'string';
  const converted = mapLeaf(builtin, convertLeaf(builtin, value), types);
  const listed = enumeration?.some((one) => one.value === String(value)) ?? true;
  if (enumeration === undefined || (converted.ok && listed)) return converted;
  return { ok: false, expected: `one of ${enumeration.map((one) => one.value).join(', ')}` };
}

function convertList(item: SimpleType, value: unknown, types: TypeMapping): Converted {
  const items = typeof value === 'string' ? value.split(/\s+/).filter((one) => one !== '') : value;
  if (!Array.isArray(items)) return { ok: false, expected: `a list of ${simpleTypeWord(item)}` };
  const values: unknown[] = [];
  for (const one of items) {
    const converted = convertSimple(item, one, types);
    if (!converted.ok) return converted;
    values.push(converted.value);
  }
  return { ok: true, value: values };
}
