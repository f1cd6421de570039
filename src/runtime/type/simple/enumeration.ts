import { formatXsdHexBinary } from '../../xsd/binary.ts';
import { checkOneOf, oneOf, oneOfEqual } from '../../xsd/facets.ts';
import { collapse } from '../../xsd/white-space.ts';
import type { Order, Same } from '../facets.ts';
import type { Simple } from '../simple-type.ts';
import { escaped, unescaped } from './simple.ts';

/** A value of an enumeration that is a literal. */
export type Literal = string | number | bigint | boolean;

/** What else a description says of an enumeration. */
interface EnumerationDetail {
  /** Compares texts where equal values have different ones. */
  readonly order?: Order;
}

/**
 * One of several values.
 *
 * @param label name of the type, for messages
 */
export function enumeration(
  label: string,
  base: Simple,
  values: readonly Literal[],
  { order }: EnumerationDetail = {},
): Simple {
  const [first] = values;
  const hasMarkup = values.some((one) => /[&<>"\t\r\n]/.test(String(one)));
  const made = hasMarkup ? escaped : unescaped;
  const isText = typeof first === 'string';
  const { round } = base;
  const listed = round === undefined ? <T>(value: T) => value : rounding(round, values);
  return made(
    (text, reader, attribute) => {
      const value = base.parse(text, reader, attribute);
      return order === undefined
        ? oneOf(listed(value), values, label)
        : oneOfEqual(String(value), values as readonly string[], label, order);
    },
    (value) => {
      const one = listed(value);
      checkOneOf(one, values as never);
      return base.names === undefined ? String(one) : base.raw(one);
    },
    {
      enumerated: true,
      from: { base, values, label },
      json: { ...(base.json ?? { type: 'string' }), enum: values },
      ...(isText && base.words && { initial: () => first }),
      ...(base.names && { names: base.names }),
      ...(round && { round }),
    },
  );
}

/** Gives, of the numbers of an enumeration, the one that is equal to a number when rounded. */
function rounding(
  round: (value: number) => number,
  values: readonly Literal[],
): <T>(value: T) => T {
  return <T>(value: T) => {
    if (values.includes(value as never)) return value;
    const given = round(value as number);
    return (values.find((one) => round(one as number) === given) ?? value) as T;
  };
}

/** The base of an enumeration whose values are of a union: their texts. */
export const unionTexts: Simple = /* @__PURE__ */ escaped(
  (text) => collapse(text),
  (value) => String(value),
);

/** Compares texts of a list by their items: 0 for equal ones. */
export function listOrder(order: Order): Order {
  return (left, right) => {
    const items = collapse(left).split(' ');
    const others = collapse(right).split(' ');
    if (items.length !== others.length) return items.length - others.length;
    return items.every((item, index) => order(item, others[index] ?? '') === 0) ? 0 : 1;
  };
}

/** Compares texts of a list by their items. */
export function sameList(order: Order): Same {
  return sameBy(listOrder(order));
}

/** Compares lexical values. */
export function sameBy(order: Order): Same {
  return (one, _, text) => order(String(one), text) === 0;
}

/** Compares the items of a list as JavaScript prints them; bytes as hexadecimal digits. */
export const sameItems: Same = (one, value) =>
  Array.isArray(value) && one === value.map(shownItem).join(' ');

function shownItem(item: unknown): string {
  return item instanceof Uint8Array ? formatXsdHexBinary(item) : String(item);
}

/** Compares texts of hexadecimal digits, which may be of either case. */
export const sameDigits: Same = (one, _, text) => one === text.toUpperCase();

/** Compares texts in Base64, which may have spaces. */
export const sameBase64: Same = (one, _, text) => one === text.replace(/ /g, '');

/** Compares texts. */
export const sameText: Same = (one, _, text) => one === text;
