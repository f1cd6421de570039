import { readIds } from '../../codec/ids.ts';
import type { XmlReader } from '../../xml/reader.ts';
import { formatXsdNCName, parseXsdID, parseXsdIDREF } from '../../xsd/names.ts';
import { ELEMENT, type Simple } from '../simple-type.ts';
import { unescaped } from './simple.ts';

const emptyNil = { nilIsEmpty: true } as const;

export const xsdID: Simple = /* @__PURE__ */ unescaped(parseXsdID, formatXsdNCName, emptyNil);

export const xsdIDREF: Simple = /* @__PURE__ */ unescaped(parseXsdIDREF, formatXsdNCName, emptyNil);

const known = new WeakMap<Simple, Simple>();

/**
 * A type whose values are, or contain, IDs and references, which are checked in each message. They
 * are read as elements, because their place is told.
 */
export function ids(type: Simple): Simple {
  const before = known.get(type);
  if (before !== undefined) return before;
  const { scan, ...others } = type;
  const made: Simple = {
    ...others,
    from: { base: type },
    way: ELEMENT,
    parse: (text, reader, attribute) =>
      readIds(text, reader, (one, scope) => type.parse(one, scope as XmlReader), attribute),
  };
  known.set(type, made);
  return made;
}
