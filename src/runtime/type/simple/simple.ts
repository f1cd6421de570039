import { asText, plainText } from '../../codec/value.ts';
import { escapeText, formatXsdString } from '../../xml/write-text.ts';
import { type Format, type Parse, SCAN, type Simple, TEXT, VALUE } from '../simple-type.ts';

/** What is said of a simple type beside its functions. */
export type Traits = Partial<Omit<Simple, 'parse' | 'raw' | 'format' | 'plain'>>;

/** A type whose text has no markup. */
export function unescaped(parse: Parse, format: Format, traits: Traits = {}): Simple {
  const way = traits.scan === undefined ? VALUE : SCAN;
  return { way, parse, raw: format, format, plain: true, ...traits, ...namesOf(format, traits) };
}

/** A type whose text is escaped. */
export function escaped(parse: Parse, raw: Format, traits: Traits = {}): Simple {
  const format = (value: never): string => escapeText(raw(value));
  return { way: VALUE, parse, raw, format, ...traits, ...namesOf(raw, traits) };
}

/** A type whose values may be written in an element in another way than as their text. */
export function optimized(type: Simple, format: Format): Simple {
  return { ...type, format };
}

/** QNames are written by the text of the type itself. */
function namesOf(raw: Format, { names }: Traits): Pick<Traits, 'names'> {
  return names === undefined ? {} : { names: names.of(raw) };
}

/** `xs:string`, and `xs:anySimpleType`. */
export const string: Simple = {
  way: TEXT,
  parse: plainText,
  raw: asText,
  format: formatXsdString,
  nilIsEmpty: true,
  words: true,
};
