/** Imported by generated descriptions. */
export { formChar, formFloat } from './form/writer.ts';
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
export { array } from './type/array.ts';
export { byPosition } from './type/by-position.ts';
export type { ArrayType, Field, ObjectType } from './type/description.ts';
export { family, member } from './type/family.ts';
export { readHeader, writeHeader } from './type/header.ts';
export { type Form, form, parameter } from './type/http/form.ts';
export { httpMessage, httpXml, writeDocument } from './type/http/other-results.ts';
export { readForm } from './type/http/read-form.ts';
export { type HttpResult, httpResult, readResult, writeResult } from './type/http/result.ts';
export { writeForm, writeLocation } from './type/http/write-form.ts';
export {
  any,
  anyType,
  mixed,
  mixedContent,
  nilXml,
} from './type/member/any.ts';
export { anyAttributes, attribute, optionalAttribute } from './type/member/attribute.ts';
export { allowing, allowingRoot } from './type/member/block.ts';
export { choice, sequence } from './type/member/choice.ts';
export { element, optional } from './type/member/field.ts';
export { fixed, textFixed, textOr, withDefault } from './type/member/given.ts';
export { group, head } from './type/member/group.ts';
export { nil } from './type/member/nil.ts';
export { nilWithAttributes } from './type/member/nil-attributes.ts';
export { repeated } from './type/member/repeated.ts';
export { simpleContent, text } from './type/member/text.ts';
export {
  bodyOf,
  empty,
  type Message,
  nothing,
  parts,
  readMessage,
  readRoot,
  record,
  result,
  root,
  skipMessage,
  writeMessage,
} from './type/message.ts';
export { object } from './type/object.ts';
export { ordered } from './type/ordered.ts';
export * from './type/simple/binary-types.ts';
export {
  enumeration,
  sameBy,
  sameItems,
  sameList,
  sameText,
  unionTexts,
} from './type/simple/enumeration.ts';
export { ID, IDREF, ids } from './type/simple/id-types.ts';
export * from './type/simple/integer-types.ts';
export { list, union } from './type/simple/list.ts';
export * from './type/simple/moment-types.ts';
export * from './type/simple/number-types.ts';
export { own } from './type/simple/own-type.ts';
export { QName, qualified } from './type/simple/qname-type.ts';
export { restrict } from './type/simple/restrict.ts';
export { string } from './type/simple/simple.ts';
export * from './type/simple/text-types.ts';
export type { Simple } from './type/simple-type.ts';
export { soapArray } from './type/soap-array.ts';
export { compareDates } from './xsd/date-order.ts';
export { compareDurations } from './xsd/duration-order.ts';
export { compareDecimals } from './xsd/facets.ts';
export { collapse, replaceWhiteSpace } from './xsd/white-space.ts';
