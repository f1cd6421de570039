import { readIds } from '../../codec/ids.ts';
import type { XmlReader } from '../../xml/reader.ts';
import { formatXsdNCName, parseXsdID, parseXsdIDREF } from '../../xsd/names.ts';
import type { Simple } from '../simple-type.ts';
import { unescaped } from './simple.ts';

const emptyNil = { nilIsEmpty: true } as const;

export const ID: Simple = /* @__PURE__ */ unescaped(parseXsdID, formatXsdNCName, emptyNil);

export const IDREF: Simple = /* @__PURE__ */ unescaped(parseXsdIDREF, formatXsdNCName, emptyNil);

/** A type whose values are, or contain, IDs and references, which are checked in each message. */
export function ids(type: Simple): Simple {
  return {
    ...type,
    parse: (text, reader, attribute) =>
      readIds(text, reader, (one, scope) => type.parse(one, scope as XmlReader), attribute),
  };
}
