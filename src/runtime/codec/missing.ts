import { deviate } from '../xml/deviation.ts';
import { XmlValueError } from '../xml/error.ts';
import type { XmlReader } from '../xml/reader.ts';

/** An error: the element is required and there is no value it could have. */
export function missing(reader: XmlReader, name: string): never {
  return deviate(reader, new XmlValueError(`Missing required element '${name}'.`, 'missing'), name);
}

/** The same of an element that repeats: a lenient reader takes an empty list for it. */
export function missingList(reader: XmlReader, name: string): never[] {
  const error = new XmlValueError(`Missing required element '${name}'.`, 'missing');
  return deviate(reader, error.carry([]), name);
}

/** A missing integer: 0 as ASMX has it, or an error. */
export function missingNumber(reader: XmlReader, name: string): number {
  return reader.defaults ? 0 : missing(reader, name);
}

/** A missing float or double: 0, or an error. */
export function missingFloat(reader: XmlReader, name: string): number {
  return reader.defaults ? 0 : missing(reader, name);
}

/** A missing long: 0, or an error. */
export function missingBigint(reader: XmlReader, name: string): bigint {
  return reader.defaults ? 0n : missing(reader, name);
}

/** A missing boolean: false, or an error. */
export function missingBoolean(reader: XmlReader, name: string): boolean {
  return reader.defaults ? false : missing(reader, name);
}

/** A missing decimal: `0`, or an error. */
export function missingDecimal(reader: XmlReader, name: string): string {
  return reader.defaults ? '0' : missing(reader, name);
}

/** A missing dateTime: .NET's earliest, or an error. */
export function missingDateTime(reader: XmlReader, name: string): string {
  return reader.defaults ? '0001-01-01T00:00:00' : missing(reader, name);
}
