/** Imported only by generated `codecs.ts`: the reader, lexical forms and checks. */

export {
  asNamed,
  fixedNodes,
  otherAttributes,
  readMixed,
  writeAny,
  writeMixed,
  writeOtherAttributes,
} from './codec/any-element.ts';
export { flattenArray, readSoapArray } from './codec/array.ts';
export {
  type ChildReaders,
  findChildren,
  readChildren,
  requireChildren,
} from './codec/children/read-children.ts';
export { readChoices } from './codec/children/read-choices.ts';
export { type LeafWriters, writeArranged } from './codec/children/write-arranged.ts';
export {
  type ChildWriters,
  writeAll,
  writeChildren,
  writeEach,
  writeItems,
} from './codec/children/write-children.ts';
export { writeChoice } from './codec/children/write-choice.ts';
export { writeOnly, writeParts, writeRootElement } from './codec/children/write-message.ts';
export { checkChoice, checkChoiceRead } from './codec/choice.ts';
export { readContent } from './codec/content.ts';
export { asListOf, checkCount } from './codec/count.ts';
export { type ContractNames, carefully, strictly, typedText } from './codec/declared.ts';
export { asDocument } from './codec/document.ts';
export { fixedMatch, fixedValue, mustBe, mustEqual, mustMatch } from './codec/fixed.ts';
export { checkIds, readIds } from './codec/ids.ts';
export {
  compareLists,
  formatList,
  formatUnion,
  parseList,
  parseUnion,
  unionText,
  unlikeOthers,
} from './codec/list.ts';
export type { XmlContentModel } from './codec/model.ts';
export { modelAny, modelChoice, modelElement, modelRepeat, modelSequence } from './codec/model.ts';
export { contentReader } from './codec/model-read.ts';
export { isNilled, isOnlyNil, nil, onlyChildNotNil } from './codec/nil.ts';
export { checkOwn, formatOwn, parseOwn } from './codec/own-type.ts';
export { inHeader, unreadable, unwritable } from './codec/path.ts';
export { qnameAttribute, qnameContent, qnamesOrDefault } from './codec/qname.ts';
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
export {
  abstractType,
  checkType,
  givenType,
  hasType,
  onlyTyped,
  onlyTypes,
  otherType,
  ownArray,
  ownType,
  readWrapper,
  unknownType,
  withType,
  wrongType,
} from './codec/type.ts';
export { compareMembers, unionMember } from './codec/union.ts';
export {
  absentAttribute,
  asList,
  asObject,
  asText,
  at,
  missing,
  missingAttribute,
  missingBigint,
  missingBoolean,
  missingChar,
  missingDate,
  missingDateObject,
  missingDateTime,
  missingDecimal,
  missingFloat,
  missingGuid,
  missingList,
  missingNillable,
  missingNumber,
  missingTime,
  missingValue,
  noContent,
  noneOf,
  onlyChild,
  plainText,
  readElement,
  readItems,
  standalone,
  writeElement,
} from './codec/value.ts';
export { anyElement } from './codec/wildcard.ts';
export type { FormReader } from './form/reader.ts';
export {
  encodeFormValue,
  formChar,
  formFlags,
  formFloat,
  formParameter,
  writeForm,
} from './form/writer.ts';
export {
  attachBytes,
  attachedBytes,
  attachedText,
  attachedXml,
} from './mime/attachment.ts';
export type { AnyOf } from './operation/any-of.ts';
export type { AttachedParts, AttachmentPart } from './operation/message.ts';
export type { JsonValue, NoInput } from './operation/names.ts';
export type { AnyBranch } from './operation/one-of.ts';
export {
  base64Forms,
  booleanForms,
  decimalForms,
  floatForms,
  hexForms,
  integerForms,
  matchingForm,
  momentForms,
  secondForms,
} from './pattern/lexical-forms.ts';
export { type LinearPattern, linearPattern } from './pattern/linear-pattern.ts';
export { inlineReferences } from './soap/encoding/inline-references.ts';
export { attributeOrDefault, attributeText, attributeValue } from './xml/attributes.ts';
export { captureElement, captureNodes } from './xml/capture.ts';
export type { XmlAttribute, XmlElement, XmlNode } from './xml/element.ts';
export { fastInt, fastStart, fastTags, fastText, fastValue } from './xml/fast.ts';
export { listAt } from './xml/place.ts';
export { START, XmlReader } from './xml/reader.ts';
export {
  closeEmpty,
  escapeAttribute,
  escapeText,
  formatXsdString,
  formatXsdStringAttribute,
  inOnePiece,
  markEmpty,
  orEmpty,
  pieceLength,
} from './xml/write-text.ts';
export { isNil, skipNil, xsiType } from './xml/xsi.ts';
export { formatXsdAnyURI, parseXsdAnyURI } from './xsd/any-uri.ts';
export {
  formatXsdBase64Binary,
  formatXsdBase64BinaryAsString,
  formatXsdHexBinary,
  formatXsdHexBinaryAsString,
  parseXsdBase64Binary,
  parseXsdBase64BinaryAsString,
  parseXsdHexBinary,
  parseXsdHexBinaryAsString,
} from './xsd/binary.ts';
export { formatXsdBoolean, parseXsdBoolean } from './xsd/boolean.ts';
export { formatXsdChar, formatXsdGuid, parseXsdChar, parseXsdGuid } from './xsd/char-guid.ts';
export { formatXsdDateTimeFromDate, parseXsdDateTimeAsDate } from './xsd/date-object.ts';
export { compareDates } from './xsd/date-order.ts';
export {
  formatXsdDate,
  formatXsdDateTime,
  formatXsdTime,
  parseXsdDate,
  parseXsdDateTime,
  parseXsdTime,
} from './xsd/date-time.ts';
export {
  formatXsdDecimal,
  formatXsdDecimalAsNumber,
  parseXsdDecimal,
  parseXsdDecimalAsNumber,
} from './xsd/decimal.ts';
export { formatXsdDuration, parseXsdDuration } from './xsd/duration.ts';
export { compareDurations } from './xsd/duration-order.ts';
export {
  checkOneOf,
  compareDecimals,
  fractionDigits,
  notValid,
  notWritable,
  oneOf,
  oneOfEqual,
  textLength,
  totalDigits,
} from './xsd/facets.ts';
export { fastDate } from './xsd/fast-date.ts';
export { formatXsdDouble, formatXsdFloat, parseXsdDouble, parseXsdFloat } from './xsd/float.ts';
export {
  formatXsdGDay,
  formatXsdGMonth,
  formatXsdGMonthDay,
  formatXsdGYear,
  formatXsdGYearMonth,
  parseXsdGDay,
  parseXsdGMonth,
  parseXsdGMonthDay,
  parseXsdGYear,
  parseXsdGYearMonth,
} from './xsd/gregorian.ts';
export {
  formatXsdByte,
  formatXsdInt,
  formatXsdShort,
  formatXsdUnsignedByte,
  formatXsdUnsignedInt,
  formatXsdUnsignedShort,
  parseXsdByte,
  parseXsdInt,
  parseXsdShort,
  parseXsdUnsignedByte,
  parseXsdUnsignedInt,
  parseXsdUnsignedShort,
} from './xsd/integer.ts';
export {
  formatXsdLong,
  formatXsdLongAsNumber,
  formatXsdLongAsString,
  formatXsdUnsignedLong,
  formatXsdUnsignedLongAsNumber,
  formatXsdUnsignedLongAsString,
  parseXsdLong,
  parseXsdLongAsNumber,
  parseXsdLongAsString,
  parseXsdUnsignedLong,
  parseXsdUnsignedLongAsNumber,
  parseXsdUnsignedLongAsString,
} from './xsd/long.ts';
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
  strictScope,
} from './xsd/names.ts';
export {
  clarkNames,
  formatXsdQName,
  type LexicalScope,
  parseXsdQName,
  type QNameScope,
  qualifyNames,
} from './xsd/qname.ts';
export {
  formatXsdInteger,
  formatXsdIntegerAsNumber,
  formatXsdIntegerAsString,
  formatXsdNegativeInteger,
  formatXsdNegativeIntegerAsNumber,
  formatXsdNegativeIntegerAsString,
  formatXsdNonNegativeInteger,
  formatXsdNonNegativeIntegerAsNumber,
  formatXsdNonNegativeIntegerAsString,
  formatXsdNonPositiveInteger,
  formatXsdNonPositiveIntegerAsNumber,
  formatXsdNonPositiveIntegerAsString,
  formatXsdPositiveInteger,
  formatXsdPositiveIntegerAsNumber,
  formatXsdPositiveIntegerAsString,
  parseXsdInteger,
  parseXsdIntegerAsNumber,
  parseXsdIntegerAsString,
  parseXsdNegativeInteger,
  parseXsdNegativeIntegerAsNumber,
  parseXsdNegativeIntegerAsString,
  parseXsdNonNegativeInteger,
  parseXsdNonNegativeIntegerAsNumber,
  parseXsdNonNegativeIntegerAsString,
  parseXsdNonPositiveInteger,
  parseXsdNonPositiveIntegerAsNumber,
  parseXsdNonPositiveIntegerAsString,
  parseXsdPositiveInteger,
  parseXsdPositiveIntegerAsNumber,
  parseXsdPositiveIntegerAsString,
} from './xsd/unbounded-integer.ts';
export { collapse, replaceWhiteSpace } from './xsd/white-space.ts';
