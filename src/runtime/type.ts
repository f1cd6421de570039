/** Imported only by generated descriptions: types, members, messages. */

export { type ContractNames, carefully, strictly } from './codec/declared.ts';
export { checkingIds } from './codec/ids.ts';
export {
  formatTemporalDate,
  formatTemporalDateTime,
  formatTemporalDuration,
  formatTemporalTime,
  temporalDate,
  temporalDateTime,
  temporalDuration,
  temporalTime,
} from './codec/temporal.ts';
export { fromDocument, toDocument } from './document/document.ts';
export { formChar, formFloat } from './form/writer.ts';
export {
  attaches,
  readsAttached,
} from './mime/message-parts.ts';
export type { AnyOf } from './operation/any-of.ts';
export type { JsonValue, NoInput } from './operation/names.ts';
export type { AnyBranch } from './operation/one-of.ts';
export {
  base64Forms,
  booleanForms,
  decimalForms,
  floatForms,
  hexForms,
  integerForms,
  listForms,
  momentForms,
  secondForms,
} from './pattern/lexical-forms.ts';
export { linearPattern } from './pattern/linear-pattern.ts';
export { refuseLost } from './soap/encoding/encoded-values.ts';
export { inlineReferences } from './soap/encoding/inline-references.ts';
export { array } from './type/array.ts';
export { byPosition } from './type/by-position.ts';
export type {
  ArrayType,
  HeadElements,
  ObjectType,
} from './type/description.ts';
export {
  family,
  member,
  someOf,
} from './type/family.ts';
export { quickly } from './type/fast.ts';
export { readFlat } from './type/flat/read.ts';
export { readFlatValue } from './type/flat/read-result.ts';
export { writeFlat, writeFlatValue } from './type/flat/write.ts';
export { readHeader, writeHeader } from './type/header.ts';
export { type FormParameters, form, parameter } from './type/http/form.ts';
export { httpMessage, httpXml, writeDocument } from './type/http/other-results.ts';
export { readForm } from './type/http/read-form.ts';
export { type HttpResult, httpResult, readResult, writeResult } from './type/http/result.ts';
export { writeForm, writeLocation } from './type/http/write-form.ts';
export { keptArray } from './type/kept-array.ts';
export {
  any,
  anyXml,
  mixed,
  mixedContent,
  nilXml,
} from './type/member/any.ts';
export {
  anyAttributes,
  attribute,
  namespaces,
  optionalAttribute,
} from './type/member/attribute.ts';
export { allowing, allowingRoot } from './type/member/block.ts';
export {
  choice,
  sequence,
} from './type/member/choice.ts';
export {
  element,
  optional,
} from './type/member/field.ts';
export {
  fixed,
  textFixed,
  textOr,
  withDefault,
} from './type/member/given.ts';
export {
  group,
  head,
} from './type/member/group.ts';
export { heldNode } from './type/member/held-node.ts';
export { leftOut, nil } from './type/member/nil.ts';
export { nilWithAttributes } from './type/member/nil-attributes.ts';
export { repeated } from './type/member/repeated.ts';
export {
  simpleContent,
  text,
} from './type/member/text.ts';
export {
  type MessageType,
  readMessage,
  readRoot,
  readsElement,
  skipMessage,
  writeMessage,
} from './type/message.ts';
export {
  bodyOf,
  empty,
  flat,
  nothing,
  parts,
  record,
  result,
  root,
  wrapped,
} from './type/message-kinds.ts';
export { object } from './type/object.ts';
export { ordered } from './type/ordered.ts';
export { soapArrays } from './type/read-soap-arrays.ts';
export {
  base64Binary,
  base64BinaryAsString,
  hexBinary,
  hexBinaryAsString,
} from './type/simple/binary-types.ts';
export {
  enumeration,
  listOrder,
  sameBase64,
  sameBy,
  sameDigits,
  sameItems,
  sameList,
  sameText,
  unionTexts,
} from './type/simple/enumeration.ts';
export {
  integer,
  integerAsNumber,
  integerAsString,
  long,
  longAsNumber,
  longAsString,
  negativeInteger,
  negativeIntegerAsNumber,
  negativeIntegerAsString,
  nonNegativeInteger,
  nonNegativeIntegerAsNumber,
  nonNegativeIntegerAsString,
  nonPositiveInteger,
  nonPositiveIntegerAsNumber,
  nonPositiveIntegerAsString,
  positiveInteger,
  positiveIntegerAsNumber,
  positiveIntegerAsString,
  unsignedLong,
  unsignedLongAsNumber,
  unsignedLongAsString,
} from './type/simple/integer-types.ts';
export {
  list,
  union,
} from './type/simple/list.ts';
export {
  date,
  dateTime,
  dateTimeAsDate,
  duration,
  gDay,
  gMonth,
  gMonthDay,
  gYear,
  gYearMonth,
  time,
  zonedDateTimeAsDate,
} from './type/simple/moment-types.ts';
export {
  ids,
  language,
  xsdENTITY,
  xsdID,
  xsdIDREF,
  xsdName,
  xsdNCName,
  xsdNMTOKEN,
} from './type/simple/name-types.ts';
export {
  boolean,
  byte,
  decimal,
  decimalAsNumber,
  double,
  float,
  int,
  short,
  unsignedByte,
  unsignedInt,
  unsignedShort,
} from './type/simple/number-types.ts';
export { own } from './type/simple/own-type.ts';
export {
  namesOrTexts,
  qualified,
  xsdQName,
} from './type/simple/qname-type.ts';
export { restrict } from './type/simple/restrict.ts';
export { string } from './type/simple/simple.ts';
export { byteStream } from './type/simple/stream-type.ts';
export {
  anyURI,
  char,
  guid,
  normalizedString,
  token,
} from './type/simple/text-types.ts';
export type { SimpleType } from './type/simple-type.ts';
export { soapArray } from './type/soap-array.ts';
export type { XmlAttribute, XmlElement, XmlNode } from './xml/element.ts';
export { namePattern } from './xml/name-letters.ts';
export { formatXsdAnyURI, parseXsdAnyURI } from './xsd/any-uri.ts';
export { parseXsdBase64Binary } from './xsd/binary.ts';
export { compareDates } from './xsd/date-order.ts';
export { compareDurations } from './xsd/duration-order.ts';
export { compareDecimals, fractionDigits, oneOf, totalDigits } from './xsd/facets.ts';
export { compareFloats } from './xsd/float.ts';
export {
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
} from './xsd/names.ts';
export { collapse, replaceWhiteSpace } from './xsd/white-space.ts';
