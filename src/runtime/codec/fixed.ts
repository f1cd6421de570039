import { notEncodable } from '../xml/write-text.ts';
import { XmlValueError } from '../xml/xml-error.ts';
import { cut } from '../xsd/bad-text.ts';

/** Returns the lexical form of a value. */
type Format<T> = (value: T) => string;

/** Compares lexical forms: 0 for those of one value. */
type Order = (left: string, right: string) => number;

const sameText: Order = (left, right) => (left === right ? 0 : 1);

/** A fixed value that is an object. */
interface FixedObject<T> {
  readonly fixed: T;
  readonly format: Format<T>;
  readonly order?: Order | undefined;
}

/** The error for a value other than the fixed one. `text` is the form that came. */
export function otherValue(
  value: unknown,
  fixed: unknown,
  text: string = String(value),
): XmlValueError {
  return new XmlValueError(`The value must be '${String(fixed)}', not '${cut(text)}'.`).carry(
    value,
  );
}

function isSame(value: unknown, fixed: unknown): boolean {
  // NaN is, and -0 is not another value than 0
  return value === fixed || Object.is(value, fixed);
}

/** A value that must be the fixed value of the schema. */
export function mustBe<const T>(value: unknown, fixed: T): T {
  if (isSame(value, fixed)) return fixed;
  throw otherValue(value, fixed);
}

/**
 * A text that must denote the fixed value of the schema, such as `1.0` for `1`. Returns the fixed
 * value.
 */
export function mustEqual<const T extends string>(
  text: string,
  fixed: T,
  compare: (left: string, right: string) => number,
): T {
  if (text === fixed || compare(text, fixed) === 0) return fixed;
  throw otherValue(text, fixed);
}

/**
 * An object that must be equal to the fixed value of the schema. The lexical forms are compared.
 */
export function mustMatch<T>(value: T, fixed: T, format: Format<T>, order: Order = sameText): T {
  const expected = format(fixed);
  const text = format(value);
  if (order(text, expected) === 0) return value;
  throw otherValue(value, expected, text);
}

/**
 * The fixed value of the schema, which is also written if none is given; another value is an error.
 */
export function fixedValue<T>(value: unknown, fixed: T): T {
  if (value === undefined || isSame(value, fixed)) return fixed;
  const shown = typeof fixed === 'string' ? `'${fixed}'` : String(fixed);
  throw notEncodable(shown, value);
}

/** As {@link fixedValue}, for values that are objects. The lexical forms are compared. */
export function fixedMatch<T>(
  value: T | undefined,
  { fixed, format, order = sameText }: FixedObject<T>,
): T {
  if (value === undefined) return fixed;
  const expected = format(fixed);
  const text = format(value);
  if (order(text, expected) === 0) return value;
  throw notEncodable(`'${expected}'`, text);
}
