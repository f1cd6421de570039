import { readIds } from '../../codec/ids.ts';
import type { XmlReader } from '../../xml/reader.ts';
import {
  formatXsdLanguage,
  formatXsdName,
  formatXsdNCName,
  formatXsdNmToken,
  parseXsdENTITY,
  parseXsdID,
  parseXsdIDREF,
  parseXsdLanguage,
  parseXsdName,
  parseXsdNCName,
  parseXsdNmToken,
} from '../../xsd/names.ts';
import { ELEMENT, type Simple } from '../simple-type.ts';
import { unescaped } from './simple.ts';

const emptyNil = { nilIsEmpty: true } as const;
const wordLike = { ...emptyNil, words: true } as const;

export const language: Simple = /* @__PURE__ */ unescaped(
  parseXsdLanguage,
  formatXsdLanguage,
  emptyNil,
);

export const xsdName: Simple = /* @__PURE__ */ unescaped(parseXsdName, formatXsdName, emptyNil);

export const xsdNCName: Simple = /* @__PURE__ */ unescaped(
  parseXsdNCName,
  formatXsdNCName,
  emptyNil,
);

export const xsdNMTOKEN: Simple = /* @__PURE__ */ unescaped(
  parseXsdNmToken,
  formatXsdNmToken,
  wordLike,
);

export const xsdENTITY: Simple = /* @__PURE__ */ unescaped(
  parseXsdENTITY,
  formatXsdNCName,
  emptyNil,
);

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
