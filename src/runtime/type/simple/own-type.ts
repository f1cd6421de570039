import { checkOwn, formatOwn, parseOwn } from '../../codec/own-type.ts';
import { outside } from '../../xsd/qname.ts';
import type { Facets } from '../facets.ts';
import type { Simple } from '../simple-type.ts';
import { matchingForm } from './matching-form.ts';
import { escaped } from './simple.ts';

/** A type of the user in place of one of the contract. */
export interface OwnType<T> {
  /** Converts a text to a value, and throws if it cannot. */
  readonly parse: (text: string) => T;
  /** Converts a value to its text, and throws if it has none. */
  readonly format: (value: T) => string;
  /** The type of the contract, which checks the text; omitted if it accepts any text. */
  readonly wire?: Simple;
  /** Processes white space before the text is converted. */
  readonly space?: (text: string) => string;
  /** Patterns of the text, and other forms of a value that may match them. */
  readonly forms?: Pick<Facets, 'patterns' | 'forms'>;
}

/** Reads a text, or the bytes of a part of the message as base64. */
function readOwn(include: NonNullable<Simple['include']>): NonNullable<Simple['read']> {
  return (reader, parse) => include(reader, parse) ?? reader.value((text) => parse(text, reader));
}

/** A simple type whose values are of a user's own type. */
export function own<T>({ parse, format, wire, space, forms = {} }: OwnType<T>): Simple {
  const check = wire && ((text: string): unknown => wire.parse(text, outside));
  return escaped(
    (text) => parseOwn(space === undefined ? text : space(text), parse, check),
    (value) => {
      const text = matchingForm(formatOwn(value as T, format), forms);
      return check === undefined ? text : checkOwn(text, check);
    },
    {
      from: { own: true, ...(wire && { base: wire }) },
      ...(wire?.include && { include: wire.include, read: readOwn(wire.include) }),
    },
  );
}
