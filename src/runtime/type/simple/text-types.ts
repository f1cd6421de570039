import { asText } from '../../codec/value.ts';
import { formatXsdAnyURI, parseXsdAnyURI } from '../../xsd/any-uri.ts';
import { formatXsdChar, formatXsdGuid, parseXsdChar, parseXsdGuid } from '../../xsd/char-guid.ts';
import { collapse, replaceWhiteSpace } from '../../xsd/white-space.ts';
import type { Simple } from '../simple-type.ts';
import { escaped, unescaped } from './simple.ts';

const emptyNil = { nilIsEmpty: true } as const;
const wordLike = { nilIsEmpty: true, words: true } as const;

/** `xs:normalizedString`. */
export const normalizedString: Simple = /* @__PURE__ */ escaped(
  (text) => replaceWhiteSpace(text),
  asText,
  { ...wordLike, space: replaceWhiteSpace },
);

/** `xs:token`. */
export const token: Simple = /* @__PURE__ */ escaped((text) => collapse(text), asText, {
  ...wordLike,
  space: collapse,
});

export const anyURI: Simple = /* @__PURE__ */ escaped(parseXsdAnyURI, formatXsdAnyURI, emptyNil);

/** A GUID of .NET. */
export const guid: Simple = /* @__PURE__ */ unescaped(parseXsdGuid, formatXsdGuid, {
  initial: () => '00000000-0000-0000-0000-000000000000',
  json: { type: 'string', format: 'uuid' },
});

/** A character of .NET, which is a number on the wire. */
export const char: Simple = /* @__PURE__ */ unescaped(parseXsdChar, formatXsdChar, {
  initial: () => '\0',
});
