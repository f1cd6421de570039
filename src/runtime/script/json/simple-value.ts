import { messageOf } from '../../operation/errors.ts';
import type { Simple } from '../../type/simple-type.ts';
import { formatXsdBase64Binary, formatXsdHexBinary } from '../../xsd/binary.ts';
import { outside } from '../../xsd/qname.ts';
import { ScriptError } from './script-error.ts';
import { isScriptList, isScriptObject, ScriptNumber, type ScriptValue } from './script-value.ts';
import { wordsOf } from './simple-json.ts';
import { flagBits, type SimpleKind, simpleKind } from './simple-kind.ts';

/** The first and the last moment that .NET has, in milliseconds since 1970. */
const firstMoment = -62_135_596_800_000;
const lastMoment = 253_402_300_799_999;
/** With and without the backslashes by which .NET knows it from a text. */
const dateForm = /^\/Date\((-?\d{1,15})(?:[a-zA-Z]|[+-]\d{4})?\)\/$/;

/**
 * The value of a simple type that JSON means. As .NET does, it takes numbers as texts and the
 * other way round, and enumerations by number or name.
 *
 * @throws ScriptError there is none
 */
export function simpleValue(type: Simple, json: ScriptValue): unknown {
  const text = textOf(type, json);
  try {
    return type.parse(text, outside);
  } catch (error) {
    throw new ScriptError(messageOf(error), 'System.ArgumentException', error);
  }
}

/** The text that a simple type has for JSON. */
function textOf(type: Simple, json: ScriptValue): string {
  if (json === null) throw new ScriptError('Cannot convert null to a value type.');
  const found = simpleKind(type);
  if (isScriptList(json)) return listText(found, json);
  if (isScriptObject(json)) throw misfit('an object');
  const text = plainText(json);
  switch (found.kind) {
    case 'boolean':
      return /^(?:true|false)$/i.test(text) ? text.toLowerCase() : text;
    case 'number':
      return numberText(text);
    case 'moment':
      return momentText(text);
    case 'date':
      return dateText(text);
    case 'enum':
      return enumText(found.names, text);
    case 'flags':
      return flagsText(found.names, text);
    default:
      return text;
  }
}

/** A value that is no list or object, as .NET converts it to a text. */
function plainText(json: boolean | string | ScriptNumber): string {
  if (typeof json === 'string') return json;
  if (json instanceof ScriptNumber) return json.text;
  return json ? 'True' : 'False';
}

function listText(found: SimpleKind, json: readonly ScriptValue[]): string {
  switch (found.kind) {
    case 'base64':
      return formatXsdBase64Binary(bytesOf(json));
    case 'hex':
      return formatXsdHexBinary(bytesOf(json));
    case 'list':
      return json.map((item) => textOf(found.item, item)).join(' ');
    default:
      throw misfit('an array');
  }
}

function bytesOf(json: readonly ScriptValue[]): Uint8Array {
  return Uint8Array.from(json, (item) => {
    const byte = item instanceof ScriptNumber ? Number(item.text) : Number.NaN;
    if (Number.isInteger(byte) && byte >= 0 && byte <= 255) return byte;
    throw new ScriptError('Value was either too large or too small for an unsigned byte.');
  });
}

/** Numbers with an exponent are of type double in .NET, which a whole number may be, too. */
function numberText(text: string): string {
  if (/^[+-]?Infinity$/.test(text)) return text.replace('Infinity', 'INF').replace('+', '');
  if (!/[eE]/.test(text)) return text;
  const plain = String(Number(text));
  return /[eN]/.test(plain) ? text : plain;
}

function momentText(text: string): string {
  const moment = momentOf(text);
  if (moment !== undefined) return moment.toISOString().replace(/\.000Z$/, 'Z');
  return /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00` : text;
}

/** The day of a moment by the local clock, as days without a zone are. */
function dateText(text: string): string {
  const isLong = /^\d{4}-\d\d-\d\dT/.test(text);
  const moment = momentOf(text) ?? (isLong ? new Date(text) : undefined);
  if (moment === undefined || Number.isNaN(moment.getTime())) return text;
  const parts = [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()];
  return parts.map((part, at) => String(part).padStart(at === 0 ? 4 : 2, '0')).join('-');
}

/** The moment that `/Date(0)/` says. */
function momentOf(text: string): Date | undefined {
  const found = dateForm.exec(text);
  if (found === null) return undefined;
  const time = Number(found[1]);
  if (time >= firstMoment && time <= lastMoment) return new Date(time);
  throw new ScriptError('The added or subtracted value results in an un-representable DateTime.');
}

function enumText(names: readonly string[], text: string): string {
  if (/^\d+$/.test(text)) return names[Number(text)] ?? text;
  return named(names, text);
}

/** Names regardless of case, as .NET does. */
function named(names: readonly string[], text: string): string {
  const lower = text.trim().toLowerCase();
  return (
    names.find((name) => name === text) ??
    names.find((name) => name.toLowerCase() === lower) ??
    text
  );
}

function flagsText(names: readonly string[], text: string): string {
  if (!/^\d{1,20}$/.test(text)) {
    const words = text.includes(',') ? text.split(',') : wordsOf(text);
    return words.map((word) => named(names, word)).join(' ');
  }
  const bits = [...flagBits(names)];
  const given = BigInt(text);
  if (given === 0n)
    return bits.flatMap(([name, bit]): string | [] => (bit === 0n ? name : [])).join(' ');
  const set = bits.filter(([, bit]) => (given & bit) !== 0n);
  const known = set.reduce((sum, [, bit]) => sum | bit, 0n);
  if (known !== given) throw new ScriptError(`${text} is not a valid value for the flags.`);
  return set.map(([name]) => name).join(' ');
}

function misfit(what: string): ScriptError {
  return new ScriptError(`The value must be a single one, not ${what}.`);
}
