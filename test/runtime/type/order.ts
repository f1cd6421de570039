import {
  type ArrayType,
  any,
  array,
  attribute,
  choice,
  decimal,
  element,
  enumeration,
  family,
  fixed,
  int,
  long,
  type MessageType,
  member,
  nil,
  type ObjectType,
  object,
  optional,
  optionalAttribute,
  ordered,
  parts,
  repeated,
  restrict,
  result,
  root,
  type SimpleType,
  string,
  withDefault,
  xsdQName,
} from '../../../src/runtime/type.ts';

// A contract described by hand, as generated code describes one.

export const ns = 'urn:orders';

export const kindType: SimpleType = enumeration('Kind', string, ['book', 'toy & game']);
export const codeType: SimpleType = restrict(string, {
  maxLength: 4,
  patterns: [[/^(?:[A-Z]+)$/u, '[A-Z]+']],
});

export const lineType: ObjectType<object> = object('Line', ns, () => [
  attribute('sku', codeType),
  optionalAttribute('count', int, { initial: '1' }),
  element('Price', decimal),
  optional('Kind', kindType),
]);

export const paymentType: ObjectType<object> = object('Payment', ns, () => [], {
  abstract: true,
  family: family('Payment', () => [cardType, invoiceType]),
});
export const cardType: ObjectType<object> = object('Card', ns, () => [element('Number', string)], {
  base: () => paymentType,
  family: member('Card'),
});
export const invoiceType: ObjectType<object> = object(
  'Invoice',
  ns,
  () => [element('Days', withDefault(int, '30'))],
  { base: () => paymentType, family: member('Invoice') },
);

export const orderType: ObjectType<object> = object('Order', ns, () => [
  attribute('id', long),
  element('Version', fixed(string, '1')),
  optional('Note', string),
  repeated('Line', lineType, { min: 1 }),
  choice([element('Mail', string), element('Phone', string)], 'optional'),
  element('Payment', paymentType),
  element('Parent', string, { nil }),
  any('$any', { min: 0, wildcard: ['not', '', ns] }),
]);

export const pairsType: ObjectType<object> = object(
  'Pairs',
  ns,
  () => [element('A', string), element('B', string), element('A', string, { property: 'A2' })],
  { content: ordered },
);

export const namesType: ArrayType = array('ArrayOfString', ns, () =>
  repeated('string', string, { max: 2 }),
);

export const orderMessage: MessageType<object> = root('Order', ns, () => orderType);
export const pairsMessage: MessageType<object> = root('Pairs', ns, () => pairsType);
export const listRequest: MessageType<object> = parts('List', ns, () => [
  element('from', int),
  optional('kind', xsdQName),
]);
export const listResponse: MessageType<unknown> = result('ListResponse', ns, () =>
  optional('ListResult', namesType),
);
