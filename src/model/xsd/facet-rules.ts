import type { BuiltinName } from './builtin-types.ts';
import { hasDateForm } from './lexical-forms.ts';
import type { SimpleType } from './schema.ts';
import type { FacetName, FacetSyntax } from './schema-document.ts';

/** Kinds of values that facets treat alike (XML Schema part 2 section 4.1.5). */
export type ValueKind =
  | 'text'
  | 'qname'
  | 'binary'
  | 'boolean'
  | 'decimal'
  | 'integer'
  | 'float'
  | 'double'
  | 'date'
  | 'duration';

const kinds: Readonly<Partial<Record<BuiltinName, ValueKind>>> = {
  QName: 'qname',
  NOTATION: 'qname',
  hexBinary: 'binary',
  base64Binary: 'binary',
  boolean: 'boolean',
  decimal: 'decimal',
  float: 'float',
  double: 'double',
  duration: 'duration',
  dateTime: 'date',
  date: 'date',
  time: 'date',
  gYear: 'date',
  gYearMonth: 'date',
  gMonthDay: 'date',
  gDay: 'date',
  gMonth: 'date',
};

const integer = /^(?:.*[iI]nteger|unsigned\w+|long|int|short|byte)$/;

/** The kind of a built-in type's values; text for `undefined`. */
export function kindOf(builtin: BuiltinName | undefined): ValueKind {
  const name = builtin ?? 'string';
  return integer.test(name) ? 'integer' : (kinds[name] ?? 'text');
}

const lengths: readonly FacetName[] = ['length', 'minLength', 'maxLength'];
const bounds: readonly FacetName[] = [
  ...(['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive'] as const),
];
const digits: readonly FacetName[] = ['totalDigits', 'fractionDigits'];

const applicable: Readonly<Record<ValueKind, readonly FacetName[]>> = {
  text: lengths,
  // allowed, without effect (XML Schema part 2 section 4.3.1)
  qname: lengths,
  binary: lengths,
  boolean: [],
  decimal: [...bounds, ...digits],
  integer: [...bounds, ...digits],
  float: bounds,
  double: bounds,
  date: bounds,
  duration: bounds,
};

const zone = '(?:Z|[+-]\\d\\d:\\d\\d)?';
const time = '\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?';
const date = `-?\\d{4,}(?:-\\d\\d(?:-\\d\\d(?:T${time})?)?)?`;
const partOfDate = '--\\d\\d(?:-\\d\\d)?|---\\d\\d';

const floating = /^(?:[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|-?INF|NaN)$/;

/** Lexical forms; text may have any. QNames are in the model's form, with their namespaces. */
const forms: Readonly<Partial<Record<ValueKind, RegExp>>> = {
  boolean: /^(?:true|false|0|1)$/,
  decimal: /^[+-]?(?:\d+\.?\d*|\.\d+)$/,
  integer: /^[+-]?\d+(?:\.0*)?$/,
  float: floating,
  double: floating,
  date: new RegExp(`^(?:(?:${date}|${partOfDate}|${time})${zone})$`),
  duration: /^-?P(?=.)(?:\d+Y)?(?:\d+M)?(?:\d+D)?(?:T(?=.)(?:\d+H)?(?:\d+M)?(?:\d+(?:\.\d+)?S)?)?$/,
  qname: /^(?:\{[\s\S]*\})?[^\s:{}]+$/,
  binary: /^[A-Za-z0-9+/= ]*$/,
};

/**
 * Whether a facet is allowed and has no effect: QNames have no length (XML Schema part 2 section
 * 4.3.1).
 */
export function isIdle(base: SimpleType, { name }: FacetSyntax): boolean {
  return base.variety === 'atomic' && kindOf(base.builtin) === 'qname' && lengths.includes(name);
}

/** The problem of a facet of a restriction; `undefined` if there is none. */
export function facetProblem(base: SimpleType, facet: FacetSyntax): string | undefined {
  const { name, value } = facet;
  if (name === 'pattern' || (name === 'whiteSpace' && base.variety !== 'union')) return undefined;
  const label = base.name?.localName ?? base.builtin ?? base.variety;
  if (base.variety !== 'atomic') {
    const fits = name === 'enumeration' || (base.variety === 'list' && lengths.includes(name));
    return fits ? undefined : `Facet '${name}' does not apply to a ${base.variety}`;
  }
  if (base.builtin === 'anySimpleType') return undefined;
  const kind = kindOf(base.builtin);
  if (name !== 'enumeration' && !applicable[kind].includes(name)) {
    return `Facet '${name}' does not apply to '${label}'`;
  }
  if (name !== 'enumeration' && !bounds.includes(name)) return undefined;
  const text = value.trim();
  // invalid dates are kept in enumerations, because services send them
  const isDate = name === 'enumeration' || hasDateForm(base.builtin ?? 'string', text);
  return forms[kind]?.test(text) === false || !isDate
    ? `'${value}' is not a value of '${label}', which facet '${name}' needs`
    : undefined;
}

/** Whether a text has the form of a built-in type's kind of values. */
export function hasForm(builtin: BuiltinName, text: string): boolean {
  return forms[kindOf(builtin)]?.test(text) !== false;
}

/**
 * Whether a text is valid for a type according to lexical form and enumeration, without patterns
 * and bounds.
 */
export function isValueOf(type: SimpleType, text: string): boolean {
  if (type.variety !== 'atomic') return true;
  const kind = kindOf(type.builtin);
  if (forms[kind]?.test(text.trim()) === false) return false;
  const { enumeration } = type.facets;
  if (enumeration === undefined || (kind !== 'text' && kind !== 'qname')) return true;
  return enumeration.some(({ value }) => value.trim() === text.trim());
}
