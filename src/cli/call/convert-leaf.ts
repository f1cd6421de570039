import type { BuiltinName } from '../../model/xsd/builtin-types.ts';
import { integerRanges } from '../../model/xsd/integer-ranges.ts';
import type { TypeMapping } from '../../plan/scope/shape-options.ts';
import { builtinShape } from '../../plan/shapes/shape-simple.ts';
import { parseXsdDateTimeAsDate } from '../../runtime/xsd/date-object.ts';

/** Result of a conversion: the value, or what was expected. */
export type Converted =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly expected: string };

const floats: Readonly<Record<string, number>> = {
  INF: Number.POSITIVE_INFINITY,
  '-INF': Number.NEGATIVE_INFINITY,
  NaN: Number.NaN,
};

const done = (value: unknown): Converted => ({ ok: true, value });
const wrong = (expected: string): Converted => ({ ok: false, expected: expected });

/**
 * Converts a text of the command line, or a value of a JSON document, to a built-in type in
 * generated code: numbers, bigints, booleans, bytes, otherwise texts. The codec checks ranges and
 * other lexical forms.
 */
export function convertLeaf(builtin: BuiltinName, value: unknown): Converted {
  const text = typeof value === 'string' ? value.trim() : undefined;
  const { type } = builtinShape(builtin, {});
  const range = integerRanges[builtin];
  if (type === 'number' && range !== undefined) {
    const number =
      text === undefined ? value : /^[+-]?\d{1,15}$/.test(text) ? Number(text) : undefined;
    const [low, high] = range;
    const fits =
      typeof number === 'number' &&
      Number.isInteger(number) &&
      number >= Number(low) &&
      number <= Number(high);
    return fits ? done(number) : wrong(`a whole number from ${low} to ${high}`);
  }
  if (type === 'bigint') {
    if (text !== undefined && /^[+-]?\d+$/.test(text)) {
      return done(BigInt(text.replace(/^\+/, '')));
    }
    return Number.isSafeInteger(value) ? done(BigInt(Number(value))) : wrong('a whole number');
  }
  switch (builtin) {
    case 'boolean':
      if (typeof value === 'boolean') return done(value);
      if (text === 'true' || text === '1') return done(true);
      return text === 'false' || text === '0' ? done(false) : wrong('true or false');
    case 'float':
    case 'double': {
      if (typeof value === 'number') return done(value);
      const special = text === undefined ? undefined : floats[text];
      if (special !== undefined) return done(special);
      const plain = text !== undefined && /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text);
      return plain ? done(Number(text)) : wrong('a number, INF, -INF or NaN');
    }
    case 'decimal':
      if (typeof value === 'number' && /^-?\d+(\.\d+)?$/.test(String(value))) {
        return done(String(value));
      }
      return text !== undefined && /^[+-]?(\d+\.?\d*|\.\d+)$/.test(text)
        ? done(text)
        : wrong('a decimal number without exponent');
    case 'base64Binary':
      return text !== undefined && /^[A-Za-z0-9+/\s]*={0,2}$/.test(text)
        ? done(new Uint8Array(Buffer.from(text, 'base64')))
        : wrong('bytes in base64');
    case 'hexBinary':
      return text !== undefined && /^([0-9A-Fa-f]{2})*$/.test(text)
        ? done(new Uint8Array(Buffer.from(text, 'hex')))
        : wrong('bytes in hexadecimal digits');
    default:
      return typeof value === 'string' ? done(value) : wrong('a text');
  }
}

/** The value in the type that the configuration maps the built-in type to. */
export function mapLeaf(builtin: BuiltinName, converted: Converted, types: TypeMapping): Converted {
  if (!converted.ok) return converted;
  const { value } = converted;
  const { type } = builtinShape(builtin, types);
  if (type === 'number' && typeof value !== 'number') return done(Number(value));
  if (type === 'string' && typeof value === 'bigint') return done(String(value));
  if (type === 'string' && value instanceof Uint8Array) {
    return done(Buffer.from(value).toString(builtin === 'hexBinary' ? 'hex' : 'base64'));
  }
  if (type !== 'Date' || typeof value !== 'string') return converted;
  try {
    return done(parseXsdDateTimeAsDate(value));
  } catch {
    return wrong('a date and time such as 2024-01-15T08:30:00Z');
  }
}
