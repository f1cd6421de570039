// What a lexical value is in TypeScript, and whether a type takes it: after the standard, apart
// from the product's own functions.
import { isInteger, limitsOf, rangeOf } from './lexical-numbers.mjs';
import { mappedValue } from './mapped-types.mjs';
import { matchesPatterns } from './patterns.mjs';

const forms = {
  boolean: /^(true|false|0|1)$/,
  decimal: /^[+-]?(\d+(\.\d*)?|\.\d+)$/,
  float: /^([+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?|-?INF|NaN)$/,
  hexBinary: /^([0-9a-fA-F]{2})*$/,
  base64Binary: /^(?:[A-Za-z0-9+/] ?)*(= ?){0,2}$/,
  language: /^[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*$/,
  Name: /^[\p{L}_:][\p{L}\p{N}\p{M}._:-]*$/u,
  NCName: /^[\p{L}_][\p{L}\p{N}\p{M}._-]*$/u,
  NMTOKEN: /^[\p{L}\p{N}\p{M}._:-]+$/u,
  QName: /^(\{\S+\})?[\p{L}_][\p{L}\p{N}\p{M}._-]*$/u,
  duration: /^-?P(?=.)(\d+Y)?(\d+M)?(\d+D)?(T(?=.)(\d+H)?(\d+M)?(\d+(\.\d+)?S)?)?$/,
  dateTime: /^-?\d{4,}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/,
  date: /^-?\d{4,}-\d\d-\d\d(Z|[+-]\d\d:\d\d)?$/,
  time: /^\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)?$/,
  gYear: /^-?\d{4,}(Z|[+-]\d\d:\d\d)?$/,
  gYearMonth: /^-?\d{4,}-\d\d(Z|[+-]\d\d:\d\d)?$/,
  gMonthDay: /^--\d\d-\d\d(Z|[+-]\d\d:\d\d)?$/,
  gDay: /^---\d\d(Z|[+-]\d\d:\d\d)?$/,
  gMonth: /^--\d\d(Z|[+-]\d\d:\d\d)?$/,
  guid: /^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$/,
};
forms.double = forms.float;
for (const name of ['ID', 'IDREF', 'ENTITY']) forms[name] = forms.NCName;
forms.NOTATION = forms.QName;

const lengthOf = (builtin, text) => {
  if (builtin === 'hexBinary') return text.length / 2;
  if (builtin === 'base64Binary') return Buffer.from(text, 'base64').length;
  if (/^(NMTOKENS|IDREFS|ENTITIES)$/.test(builtin)) return text.split(' ').length;
  return [...text].length;
};

function lengthFits(facets, length) {
  return (
    (facets.length ?? length) === length &&
    length >= (facets.minLength ?? 0) &&
    length <= (facets.maxLength ?? Number.POSITIVE_INFINITY)
  );
}

function digitsFit(facets, text) {
  const [whole = '', fraction = ''] = text.replace(/^[+-]/, '').split('.');
  const kept = fraction.replace(/0+$/, '');
  const total = whole.replace(/^0+/, '').length + kept.length;
  return (
    total <= (facets.totalDigits ?? total) && kept.length <= (facets.fractionDigits ?? kept.length)
  );
}

/** The zone at the end of a date or time. */
export const zoneOf = (text) => /(?:Z|[+-]\d\d:\d\d)$/.exec(text)?.[0] ?? '';

/**
 * Order of two numbers, or of two dates or times of one zone, which is that of their texts; NaN for
 * others.
 */
function order(builtin, left, right) {
  if (forms[builtin] === forms.float) return Number(left) - Number(right);
  const plain =
    zoneOf(left) === zoneOf(right) && left.length >= 4 && !/^-\d|^-?P/.test(left + right);
  const point = (text) => (/:\d\d$/.test(text) ? `${text}.0` : text);
  const [a, b] = [left, right].map((text) =>
    point(text.slice(0, text.length - zoneOf(text).length)),
  );
  if (!plain || /^\d*/.exec(a)[0].length !== /^\d*/.exec(b)[0].length) return Number.NaN;
  return a < b ? -1 : a > b ? 1 : 0;
}

function boundsFit(builtin, facets, text) {
  const { minInclusive, maxInclusive, minExclusive, maxExclusive } = facets;
  if (text === minInclusive || text === maxInclusive) return true;
  return (
    (minInclusive === undefined || order(builtin, text, minInclusive) >= 0) &&
    (maxInclusive === undefined || order(builtin, text, maxInclusive) <= 0) &&
    (minExclusive === undefined || order(builtin, text, minExclusive) > 0) &&
    (maxExclusive === undefined || order(builtin, text, maxExclusive) < 0)
  );
}

const monthLengths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** Whether the numbers of a date or time are ones there are, and so are those of its zone. */
function calendarFits(builtin, text) {
  const form =
    /^(?:(-?\d{4,})?-*(?:(\d\d)?(?:-(\d\d))?)?)?(?:T?(\d\d):(\d\d):(\d\d)(\.\d+)?)?(?:Z|[+-](\d\d):(\d\d))?$/;
  const source = builtin === 'gDay' ? `2024-01-${text.slice(3)}` : text;
  const [, year, month, day, hour, minute, second, fraction, zoneHour, zoneMinute] =
    form.exec(source) ?? [];
  const upTo = (value, most) => value === undefined || Number(value) <= most;
  if (year !== undefined && /^-?0+$/.test(year)) return false;
  if (month !== undefined && (Number(month) < 1 || Number(month) > 12)) return false;
  if (day !== undefined && (Number(day) < 1 || Number(day) > monthLengths[Number(month) - 1]))
    return false;
  const leap = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0);
  if (year !== undefined && month === '02' && day === '29' && !leap) return false;
  const endOfDay =
    hour === '24' && minute === '00' && second === '00' && !/[1-9]/.test(fraction ?? '');
  const zone = Number(zoneHour ?? 0) * 60 + Number(zoneMinute ?? 0);
  return (
    (upTo(hour, 23) || endOfDay) &&
    upTo(minute, 59) &&
    upTo(second, 59) &&
    upTo(zoneMinute, 59) &&
    zone <= 840
  );
}

const calendars = new Set([
  'dateTime',
  'date',
  'time',
  'gYear',
  'gYearMonth',
  'gMonthDay',
  'gDay',
  'gMonth',
]);

function atomicAccepts(builtin, facets, text) {
  if (isInteger(builtin) || builtin === 'decimal') {
    const form = builtin === 'decimal' ? forms.decimal : /^[+-]?\d+$/;
    if (!form.test(text) || !digitsFit(facets, text)) return false;
    const places = (text.split('.')[1] ?? '').length;
    const [low, high] = rangeOf(builtin, { ...facets, totalDigits: undefined }, places);
    const value = BigInt(text.replace('.', '').replace(/^\+/, ''));
    return limitsOf(builtin) === undefined && places > 20 ? true : value >= low && value <= high;
  }
  if (forms[builtin] !== undefined && !forms[builtin].test(text)) return false;
  if (calendars.has(builtin) && !calendarFits(builtin, text)) return false;
  return lengthFits(facets, lengthOf(builtin, text)) && boundsFit(builtin, facets, text);
}

/** Whether a text, white space dealt with, is a value of a type. */
export function accepts(type, text) {
  const { facets } = type;
  if (facets.patterns !== undefined && !matchesPatterns(facets.patterns, text)) return false;
  if (facets.enumeration !== undefined) {
    const same =
      type.variety === 'atomic' && type.builtin !== undefined
        ? facets.enumeration.some(
            (one) =>
              one.value.replace(/[ \t\r\n]+/g, ' ').trim() ===
              text.replace(/[ \t\r\n]+/g, ' ').trim(),
          )
        : facets.enumeration.some((one) => one.value.trim() === text);
    if (!same) return false;
  }
  if (type.variety === 'list') {
    const items = text === '' ? [] : text.split(' ');
    return lengthFits(facets, items.length) && items.every((item) => accepts(type.item, item));
  }
  if (type.variety === 'union') return type.members.some((member) => accepts(member, text));
  return atomicAccepts(type.builtin ?? 'string', facets, text);
}

const numbers = new Set([
  'byte',
  'short',
  'int',
  'unsignedByte',
  'unsignedShort',
  'unsignedInt',
  'float',
  'double',
]);

function floatOf(text) {
  if (text === 'INF') return Number.POSITIVE_INFINITY;
  return text === '-INF' ? Number.NEGATIVE_INFINITY : Number(text);
}

/** The value a text has in TypeScript, by default or as the settings of a shaper map its type. */
export function typedValue(type, text, shaper) {
  const use = shaper.own(type);
  if (use !== undefined) return mappedValue(use, text);
  if (type.variety === 'list') {
    return text === '' ? [] : text.split(' ').map((item) => typedValue(type.item, item, shaper));
  }
  if (type.variety === 'union') {
    if (type.facets.enumeration !== undefined) return text;
    const member = type.members.find((one) => accepts(one, text));
    return member === undefined ? text : typedValue(member, text, shaper);
  }
  const { builtin } = type;
  if (numbers.has(builtin)) return floatOf(text);
  if (builtin === 'char') return String.fromCharCode(Number(text));
  if (isInteger(builtin)) return BigInt(text);
  if (builtin === 'boolean') return text === 'true' || text === '1';
  if (builtin === 'hexBinary') return new Uint8Array(Buffer.from(text, 'hex'));
  if (builtin === 'base64Binary') return new Uint8Array(Buffer.from(text, 'base64'));
  return text;
}
