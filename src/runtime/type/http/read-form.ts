import type { FormReader } from '../../form/reader.ts';
import { outside } from '../../xsd/qname.ts';
import {
  integer,
  long,
  negativeInteger,
  nonNegativeInteger,
  nonPositiveInteger,
  positiveInteger,
  unsignedLong,
} from '../simple/integer-types.ts';
import { dateTime } from '../simple/moment-types.ts';
import {
  boolean,
  byte,
  decimal,
  double,
  float,
  int,
  short,
  unsignedByte,
  unsignedInt,
  unsignedShort,
} from '../simple/number-types.ts';
import { string } from '../simple/simple.ts';
import { char } from '../simple/text-types.ts';
import type { Simple } from '../simple-type.ts';
import type { Form, Parameter } from './form.ts';

type Conversion = (form: FormReader, name: string) => unknown;

/** The types that ASMX has in forms, where their texts are not those of XML. */
const conversions: ReadonlyMap<Simple, Conversion> = /* @__PURE__ */ new Map<Simple, Conversion>([
  [string, (form, name) => form.string(name)],
  [boolean, (form, name) => form.boolean(name)],
  [byte, (form, name) => form.byte(name)],
  [short, (form, name) => form.short(name)],
  [int, (form, name) => form.int(name)],
  [long, (form, name) => form.long(name)],
  [unsignedByte, (form, name) => form.unsignedByte(name)],
  [unsignedShort, (form, name) => form.unsignedShort(name)],
  [unsignedInt, (form, name) => form.unsignedInt(name)],
  [unsignedLong, (form, name) => form.unsignedLong(name)],
  [integer, (form, name) => form.integer(name)],
  [nonNegativeInteger, (form, name) => form.nonNegativeInteger(name)],
  [positiveInteger, (form, name) => form.positiveInteger(name)],
  [nonPositiveInteger, (form, name) => form.nonPositiveInteger(name)],
  [negativeInteger, (form, name) => form.negativeInteger(name)],
  [decimal, (form, name) => form.decimal(name)],
  [float, (form, name) => form.float(name)],
  [double, (form, name) => form.double(name)],
  [dateTime, (form, name) => form.dateTime(name)],
  [char, (form, name) => form.char(name)],
]);

/**
 * Reads the parameters of an operation. Properties without a parameter are absent.
 *
 * @throws FormError a parameter is missing, or its text has no value
 */
export function readForm<T>(form: Form<T>, given: FormReader): T {
  const value: Record<string, unknown> = {};
  for (const one of form.parameters()) {
    const { name, property = name } = one;
    value[property] = isAbsent(one, given) ? undefined : readParameter(one, given);
  }
  return value as T;
}

/** Whether a parameter is left out. Forms send empty fields. */
function isAbsent({ name, optional }: Parameter, form: FormReader): boolean {
  if (optional === undefined || optional === 'written') return false;
  return !(optional === 'empty' ? form.isFilled(name) : form.has(name));
}

function readParameter(parameter: Parameter, form: FormReader): unknown {
  const { name, bytes, list } = parameter;
  if (bytes === true) return form.bytes(name);
  if (bytes !== undefined) return bytes.raw(form.bytes(name) as never);
  return list ? form.list(name, (item) => readOne(parameter, item)) : readOne(parameter, form);
}

function readOne(parameter: Parameter, form: FormReader): unknown {
  const { name, type, wire, flags, label = name } = parameter;
  const conversion = conversions.get(wire ?? type);
  if (conversion !== undefined) {
    const value = conversion(form, name);
    if (wire === undefined) return value;
    const text = wire.raw(value as never);
    return form.lexical(name, () => type.parse(text, outside), label);
  }
  const values = type.enumerated ? (type.json?.enum as readonly string[]) : [];
  if (typeof values[0] === 'string') return form.enumeration(name, values, label);
  const parse = (text: string): unknown => type.parse(text, outside);
  if (!flags) return form.lexical(name, parse, label);
  const { items } = (type.json ?? {}) as { readonly items?: { readonly enum?: readonly string[] } };
  return form.flags(name, parse, label, items?.enum);
}

/** Reads a query string or form. */
