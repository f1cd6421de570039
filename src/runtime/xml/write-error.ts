/**
 * Thrown when a value cannot be written: it is of another type, out of range, or holds characters
 * XML cannot carry. Names the object and its property; `pathOf` finds the way to it from the root
 * on demand.
 */
export class EncodeError extends Error {
  override readonly name: string = 'EncodeError';
  /** Object or array that holds the value; undefined when the writer was not told. */
  readonly owner: object | undefined;
  /** Property of `owner`, or index where it is an array. */
  readonly property: string;
  /** Path of the value, such as `order.items[3].sku`, once it was searched. */
  path: string | undefined;

  constructor(message: string, owner?: object | undefined, property = '') {
    super(message);
    this.owner = owner;
    this.property = property;
  }
}

const SHOWN = 40;

/** Shows a value in an error message: its type, and the value itself where it is short. */
export function describeValue(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return value.length > SHOWN
        ? `the string ${JSON.stringify(value.slice(0, SHOWN))}…`
        : `the string ${JSON.stringify(value)}`;
    case 'number':
    case 'boolean':
      return `the ${typeof value} ${String(value)}`;
    case 'bigint':
      return `the bigint ${String(value).slice(0, SHOWN)}`;
    case 'object':
      if (value === null) return 'null';
      return Array.isArray(value) ? 'an array' : 'an object';
    default:
      return typeof value;
  }
}

/** The error for a value that is not `expected`, such as `an int (-2147483648 to 2147483647)`. */
export function notEncodable(
  expected: string,
  value: unknown,
  owner: object | undefined,
  property: string,
): EncodeError {
  return new EncodeError(`Expected ${expected}, got ${describeValue(value)}.`, owner, property);
}
