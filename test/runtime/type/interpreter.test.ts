import { describe, expect, test } from '@jest/globals';
import { writeMessage } from '../../../src/runtime/types/object.ts';
import { listRequest, listResponse, orderMessage, pairsMessage } from './order.ts';
import { failureOf, read } from './read.ts';

const order = {
  id: 7n,
  Version: '1',
  Note: undefined,
  Line: [
    { sku: 'AB', count: 2, Price: '1.50', Kind: 'toy & game' },
    { sku: 'C', count: 1, Price: '3', Kind: undefined },
  ],
  Mail: 'a@b.example',
  Phone: undefined,
  Payment: { $type: 'Card', Number: '42' },
  Parent: null,
  $any: undefined,
};

const orderXml =
  '<Order xmlns="urn:orders" id="7"><Version>1</Version>' +
  '<Line sku="AB" count="2"><Price>1.50</Price><Kind>toy &amp; game</Kind></Line>' +
  '<Line sku="C" count="1"><Price>3</Price></Line><Mail>a@b.example</Mail>' +
  '<Payment xsi:type="Card"><Number>42</Number></Payment><Parent xsi:nil="true" /></Order>';

/** With the declarations that an envelope has. */
const inEnvelope = (xml: string): string =>
  xml.replace('<Order', '<Order xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"');

describe('an order', () => {
  test('is written in the order of the schema', () => {
    expect(writeMessage(orderMessage, order)).toBe(orderXml);
  });

  test('is read back', () => {
    expect(read(orderMessage, inEnvelope(orderXml))).toEqual(order);
  });

  test('is read in any order, and under any prefix', () => {
    const other =
      '<o:Order id="7" xmlns:o="urn:orders" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">' +
      '<o:Parent xsi:nil="1"/><o:Payment xsi:type="o:Invoice"><o:Days/></o:Payment>' +
      '<o:Line sku="C"><o:Price>3</o:Price></o:Line><x:extra xmlns:x="urn:x">y</x:extra>' +
      '<o:Version>1</o:Version></o:Order>';
    expect(read(orderMessage, other)).toEqual({
      ...order,
      Line: [{ sku: 'C', count: 1, Price: '3', Kind: undefined }],
      Mail: undefined,
      Payment: { $type: 'Invoice', Days: 30 },
      $any: { name: 'extra', namespace: 'urn:x', children: ['y'] },
    });
  });

  const wrong: Readonly<Record<string, readonly [change: object, message: string]>> = {
    'Line[1].sku': [
      { Line: [order.Line[0], { ...order.Line[1], sku: 'toolong' }] },
      'The value must have at most 4 characters.',
    ],
    'Line[0].Kind': [
      { Line: [{ ...order.Line[0], Kind: 'car' }] },
      "Expected one of 'book', 'toy & game', got the string \"car\".",
    ],
    Line: [{ Line: [] }, 'The value must have at least 1 item, not 0.'],
    '': [{ Phone: '1' }, "At most one of 'Mail', 'Phone' must be given."],
    'Payment.$type': [{ Payment: { $type: 'Gold' } }, "Expected one of 'Card', 'Invoice'."],
    'Payment.Number': [
      { Payment: { $type: 'Card', Number: 5 } },
      'Expected a string, got the number 5.',
    ],
    Version: [{ Version: '2' }, 'Expected \'1\', got the string "2".'],
  };
  test.each(Object.entries(wrong))('with a wrong %s is refused', (path, [change, message]) => {
    const failure = failureOf(() => writeMessage(orderMessage, { ...order, ...change }));
    expect(failure).toEqual([path === '' ? message : `${path}: ${message}`, path]);
  });

  test('may leave out what is fixed', () => {
    expect(writeMessage(orderMessage, { ...order, Version: undefined })).toBe(orderXml);
  });

  test('without what is required is refused with the path', () => {
    const text = inEnvelope(orderXml).replace('<Price>3</Price>', '');
    expect(failureOf(() => read(orderMessage, text))).toEqual([
      "Line[1].Price: Missing required element 'Price'.",
      'Line[1].Price',
    ]);
  });

  test('without it has the values of .NET in a server', () => {
    const text = inEnvelope(orderXml).replace('<Price>3</Price>', '');
    expect(read(orderMessage, text, { defaults: true })).toMatchObject({
      Line: [{ Price: '1.50' }, { Price: '0' }],
    });
  });
});

describe('content in which the order tells', () => {
  const pairs = { A: '1', B: '2', A2: '3' };
  const xml = '<Pairs xmlns="urn:orders"><A>1</A><B>2</B><A>3</A></Pairs>';

  test('is written and read by its model', () => {
    expect(writeMessage(pairsMessage, pairs)).toBe(xml);
    expect(read(pairsMessage, xml)).toEqual(pairs);
  });

  test('has errors with their path', () => {
    expect(failureOf(() => writeMessage(pairsMessage, { ...pairs, A2: 1 }))).toEqual([
      'A2: Expected a string, got the number 1.',
      'A2',
    ]);
  });
});

describe('messages around a value', () => {
  test('have a property for each parameter', () => {
    const xml =
      '<List xmlns="urn:orders"><from>-3</from><kind xmlns="" xmlns:n="urn:k">n:big</kind></List>';
    const value = { from: -3, kind: '{urn:k}big' };
    expect(read(listRequest, xml.replace(' xmlns=""', ''))).toEqual(value);
    const written = writeMessage(listRequest, value);
    expect(read(listRequest, written)).toEqual(value);
  });

  test('are the result itself', () => {
    const xml =
      '<ListResponse xmlns="urn:orders"><ListResult><string>a</string><string /></ListResult></ListResponse>';
    expect(writeMessage(listResponse, ['a', ''])).toBe(xml);
    expect(read(listResponse, xml)).toEqual(['a', '']);
    expect(writeMessage(listResponse, undefined)).toBe('<ListResponse xmlns="urn:orders" />');
    expect(read(listResponse, '<ListResponse xmlns="urn:orders"/>')).toBeUndefined();
  });

  test('name the result in errors that are not inside it', () => {
    expect(failureOf(() => writeMessage(listResponse, 5))).toEqual([
      'ListResult: Expected an array, got the number 5.',
      'ListResult',
    ]);
    expect(failureOf(() => writeMessage(listResponse, ['a', 5]))).toEqual([
      '[1]: Expected a string, got the number 5.',
      '[1]',
    ]);
  });
});
