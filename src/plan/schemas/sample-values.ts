import { createPatternMatcher } from '../../model/pattern/pattern-match.ts';
import { sampleSimple } from '../../model/sample/sample-simple.ts';
import type { BuiltinName } from '../../model/xsd/builtin-types.ts';
import type { SimpleType } from '../../model/xsd/schema.ts';
import { valueDefect } from '../../model/xsd/value-defect.ts';
import type { Json } from '../json-schema/json.ts';
import { atomicType, isRestricted } from '../shapes/shape-simple-type.ts';
import type { Shaper } from '../shapes/shaper.ts';

/** Built-ins that accept any text, so that a property's name is a valid sample. */
const plainTexts: ReadonlySet<BuiltinName> = new Set<BuiltinName>([
  'anySimpleType',
  'string',
  'normalizedString',
  'token',
]);

/**
 * Two values of a simple type as JSON, or one if they are equal; `undefined` if a sample needs
 * none: booleans, and texts that may be anything.
 *
 * @param name of the element or attribute
 */
export function exampleValues(
  type: SimpleType,
  name: string,
  shaper: Shaper,
): readonly Json[] | undefined {
  const { builtin = 'string', variety, facets } = type;
  // a type of the user's own is a text in JSON
  const isBoolean = builtin === 'boolean' && shaper.own(type) === undefined;
  const isPlain = plainTexts.has(builtin) || isBoolean;
  if (variety === 'atomic' && isPlain && !isRestricted(facets)) return undefined;
  const found = [0, 1].map((ordinal) =>
    jsonOf(type, sampleSimple(type, { name, ordinal }), shaper),
  );
  const [first, second] = found;
  return JSON.stringify(first) === JSON.stringify(second) ? found.slice(0, 1) : found;
}

/** Whether a text is a value of the type. Defaults in contracts may not be. */
export function isValue(type: SimpleType, text: string): boolean {
  return valueDefect(type, text, createPatternMatcher()) === undefined;
}

/** A lexical value in the JSON form of generated code. */
export function jsonOf(type: SimpleType, text: string, shaper: Shaper): Json {
  if (shaper.own(type) !== undefined) return text;
  if (type.variety === 'list' && type.item !== undefined) {
    const { item } = type;
    const values = item.facets.enumeration?.map(({ value }) => value);
    // a value with a space cannot be an item
    const words = text
      .split(/\s+/)
      .filter((word) => word !== '' && values?.includes(word) !== false);
    return words.map((word) => jsonOf(item, word, shaper));
  }
  if (type.variety === 'union') {
    // the values of an enumeration are texts
    if (shaper.members(type) !== undefined) return text;
    const member = type.members?.find((one) => isValue(one, text));
    return member === undefined ? text : jsonOf(member, text, shaper);
  }
  if (type.builtin === 'char') return String.fromCharCode(Number(text));
  switch (atomicType(type, shaper)) {
    case 'number':
      return Number.isFinite(Number(text)) ? Number(text) : text.trim();
    case 'bigint':
      return String(BigInt(text.trim().replace(/^\+/, '')));
    case 'boolean':
      return ['true', '1'].includes(text.trim());
    case 'Uint8Array':
      return type.builtin === 'hexBinary'
        ? Buffer.from(text.trim(), 'hex').toString('base64')
        : text.replace(/\s/g, '');
    case 'Date':
      return new Date(/(?:Z|[+-]\d\d:\d\d)$/.test(text) ? text : `${text}Z`).toISOString();
    default:
      return text;
  }
}
