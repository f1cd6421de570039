import type { PatternMatcher } from '../pattern/pattern-match.ts';
import type { BuiltinName } from './builtin-types.ts';
import { isOnCalendar } from './date-compare.ts';

const zone = '(?:Z|[+-]\\d\\d:\\d\\d)?';
const time = '\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?';
const year = '-?\\d{4,}';

/** Lexical forms of dates by type. */
const dates: Readonly<Partial<Record<BuiltinName, RegExp>>> = {
  dateTime: new RegExp(`^${year}-\\d\\d-\\d\\dT${time}${zone}$`),
  date: new RegExp(`^${year}-\\d\\d-\\d\\d${zone}$`),
  time: new RegExp(`^${time}${zone}$`),
  gYearMonth: new RegExp(`^${year}-\\d\\d${zone}$`),
  gYear: new RegExp(`^${year}${zone}$`),
  gMonthDay: new RegExp(`^--\\d\\d-\\d\\d${zone}$`),
  gDay: new RegExp(`^---\\d\\d${zone}$`),
  gMonth: new RegExp(`^--\\d\\d${zone}$`),
};

/** Names and similar types as patterns of XML Schema. */
const name = '[\\i-[:]][\\c-[:]]*';
const names: Readonly<Partial<Record<BuiltinName, string>>> = {
  language: '[a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*',
  Name: '\\i\\c*',
  NMTOKEN: '\\c+',
  NCName: name,
  ID: name,
  IDREF: name,
  ENTITY: name,
};

/** Longer names are not checked. */
const longestName = 1000;

/** Matches most names, faster than the full pattern. */
const plainName = /^[A-Za-z_][\w.-]*$/;

/** Whether a text is a valid date of a built-in type; true for types that are not dates. */
export function hasDateForm(builtin: BuiltinName, text: string): boolean {
  const form = dates[builtin];
  if (form === undefined) return true;
  // in the form of the standard's first edition
  const date = builtin === 'gMonth' ? text.replace(/^(--\d\d)--/, '$1') : text;
  return form.test(date) && isOnCalendar(date);
}

/**
 * Whether a text has the specific form of a built-in type (XML Schema part 2 section 3), beyond
 * that of its kind: valid dates with the right parts, valid names, and whole octets.
 *
 * @param text without surrounding white space
 */
export function hasOwnForm(builtin: BuiltinName, text: string, patterns: PatternMatcher): boolean {
  if (builtin === 'hexBinary') return /^(?:[0-9A-Fa-f]{2})*$/.test(text);
  if (builtin === 'base64Binary') {
    return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(
      text.replaceAll(' ', ''),
    );
  }
  const pattern = names[builtin];
  if (pattern === undefined) return hasDateForm(builtin, text);
  if (builtin !== 'language' && plainName.test(text)) return true;
  return text.length > longestName || patterns.matches(pattern, text) !== false;
}
