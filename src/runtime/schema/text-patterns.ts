/**
 * Patterns of texts in JSON. Every lexical value of the type passes (XML Schema 2, 3.2 and 3.3),
 * and most other texts do not. JSON Schema's formats `date-time`, `date` and `time` would refuse
 * texts without a zone.
 */
const zone = '(?:Z|[+-][0-9]{2}:[0-9]{2})?';
const year = '-?[0-9]{4,}';
const two = '[0-9]{2}';
const clock = `${two}:${two}:${two}(?:\\.[0-9]+)?`;
const date = `${year}-${two}-${two}`;
const days = '(?:[0-9]+Y)?(?:[0-9]+M)?(?:[0-9]+D)?';
const times = '(?:[0-9]+H)?(?:[0-9]+M)?(?:[0-9]+(?:\\.[0-9]+)?S)?';
/** Characters that are in no name. */
const others = '\\s<>&"\'/=(){}\\[\\]';

/** The forms of texts that are not any. */
export type TextForm =
  | 'whole'
  | 'bigint'
  | 'base64'
  | 'base64Text'
  | 'hexText'
  | 'decimal'
  | 'dateTime'
  | 'date'
  | 'time'
  | 'duration'
  | 'gYearMonth'
  | 'gYear'
  | 'gMonthDay'
  | 'gDay'
  | 'gMonth'
  | 'language'
  | 'anyURI'
  | 'token'
  | 'noColon'
  | 'QName';

/** A pattern for each form of a text. */
export const textPatterns: Readonly<Record<TextForm, string>> = {
  whole: '^[+-]?[0-9]+$',
  bigint: '^-?[0-9]+$',
  base64: '^[A-Za-z0-9+/]*={0,2}$',
  base64Text: '^[A-Za-z0-9+/=\\s]*$',
  hexText: '^[0-9A-Fa-f\\s]*$',
  decimal: '^[+-]?(?:[0-9]+(?:\\.[0-9]*)?|\\.[0-9]+)$',
  dateTime: `^${date}T${clock}${zone}$`,
  date: `^${date}${zone}$`,
  time: `^${clock}${zone}$`,
  duration: `^-?P(?!$)${days}(?:T(?!$)${times})?$`,
  gYearMonth: `^${year}-${two}${zone}$`,
  gYear: `^${year}${zone}$`,
  gMonthDay: `^--${two}-${two}${zone}$`,
  gDay: `^---${two}${zone}$`,
  gMonth: `^--${two}(?:--)?${zone}$`,
  language: '^\\s*[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*\\s*$',
  anyURI: '^[^#]*(?:#[^#]*)?$',
  token: `^\\s*[^${others}]+\\s*$`,
  noColon: `^\\s*[^:${others}]+\\s*$`,
  QName: `^(?:\\{.*\\})?[^:${others}]+$`,
};
