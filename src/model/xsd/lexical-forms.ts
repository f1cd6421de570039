import type { PatternMatcher } from '../pattern/pattern-match.ts';
import type { BuiltinName } from './builtin-types.ts';
import { isOnCalendar } from './date-compare.ts';

const zone = '(?:Z|[+-]\\d\\d:\\d\\d)?';
const time = '\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?';
const year = '-?\\d{4,}';

/** Lexical forms of dates, each of its own type. */
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

/** Names and the like, as patterns of XML Schema. */
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

/** Longer names are not looked at. */
const longestName = 1000;

/** Most names there are; a longer way of saying whether a text is one takes more time. */
const plainName = /^[A-Za-z_][\w.-]*$/;

/**
 * Whether a text is a date of the kind of a built-in type, and on the calendar; others have any
 * form.
 */
export function hasDateForm(builtin: BuiltinName, text: string): boolean {
  const form = dates[builtin];
  if (form === undefined) return true;
  // as the first edition of the standard had it
  const date = builtin === 'gMonth' ? text.replace(/^(--\d\d)--/, '$1') : text;
  return form.test(date) && isOnCalendar(date);
}

/**
 * Whether a text has the form that values of a built-in type have (XML Schema part 2 section 3),
 * beside what facets say of all its kind: that dates are of the right kind and on the calendar,
 * names are names, and octets whole.
 *
 * @param text without white space around it
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
