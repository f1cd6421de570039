import type { Simple } from '../../type/simple-type.ts';
import { parseXsdBase64Binary, parseXsdHexBinary } from '../../xsd/binary.ts';
import { parseXsdDateTimeAsDate } from '../../xsd/date-object.ts';
import { flagBits, simpleKind } from './simple-kind.ts';
import { scriptText } from './write-text.ts';

/**
 * Writes a value of a simple type as the serializer of .NET does: enumerations as numbers,
 * moments as `"\/Date(0)\/"`, bytes as a list of numbers. Only `NaN` and infinite numbers are texts
 * here, because no parser of JSON takes what .NET writes.
 *
 * @throws EncodeError the value does not have the type
 */
export function simpleJson(type: Simple, value: unknown): string {
  return textJson(type, type.raw(value as never));
}

function textJson(type: Simple, text: string): string {
  const found = simpleKind(type);
  switch (found.kind) {
    case 'boolean':
      return text;
    case 'number':
      return numberJson(text);
    case 'moment':
      return momentJson(text);
    case 'date':
      return momentJson(`${text.slice(0, dateEnd(text))}T00:00:00${text.slice(dateEnd(text))}`);
    case 'base64':
      return `[${parseXsdBase64Binary(text).join(',')}]`;
    case 'hex':
      return `[${parseXsdHexBinary(text).join(',')}]`;
    case 'list':
      return `[${wordsOf(text)
        .map((word) => textJson(found.item, word))
        .join(',')}]`;
    case 'enum': {
      const at = found.names.indexOf(text);
      return at < 0 ? scriptText(text) : String(at);
    }
    case 'flags': {
      const bits = flagBits(found.names);
      return String(wordsOf(text).reduce((sum, word) => sum | (bits.get(word) ?? 0n), 0n));
    }
    default:
      return scriptText(text);
  }
}

/** Texts between white space. */
export function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

/** Where the zone of a date begins, if it has one. */
function dateEnd(text: string): number {
  const found = /(?:Z|[+-]\d\d:\d\d)$/.exec(text);
  return found?.index ?? text.length;
}

function momentJson(text: string): string {
  return `"\\/Date(${parseXsdDateTimeAsDate(text).getTime()})\\/"`;
}

/** A number of XML Schema as one of JSON. */
function numberJson(text: string): string {
  const [, sign, whole = '', fraction = '', exponent = ''] =
    /^([+-]?)0*(\d*)(?:\.(\d*))?([eE][+-]?\d+)?$/.exec(text) ?? [];
  if (sign === undefined) return scriptText(text.replace('INF', 'Infinity'));
  const minus = sign === '-' ? '-' : '';
  const digits = whole === '' ? '0' : whole;
  return minus + digits + (fraction === '' ? '' : `.${fraction}`) + exponent;
}
