import { describe, expect, test } from '@jest/globals';
import {
  allowingRoot,
  element,
  type MessageType,
  object,
  readHeader,
  record,
  root,
  string,
  writeHeader,
} from '../../../src/runtime/type.ts';
import { readRoot, writeMessage } from '../../../src/runtime/types/object.ts';
import type { XmlReader } from '../../../src/runtime/xml/reader.ts';
import { cardType, lineType, ns, paymentType } from './order.ts';
import { failureOf, inBody, read } from './read.ts';

/** A reader after the start tag of the child of a Body. */
function inRoot(text: string): XmlReader {
  const reader = inBody(text);
  reader.nextTag();
  reader.base = reader.depth - 1;
  return reader;
}

describe('a record', () => {
  const line: MessageType<object> = record('Line', ns, () => lineType);
  const value = { sku: 'AB', count: 2, Price: '1.50', Kind: undefined };
  const xml = '<Line sku="AB" count="2"><Price>1.50</Price></Line>';

  test('is written into a list of its namespace, and read there', () => {
    expect(writeMessage(line, value)).toBe(xml);
    const reader = inBody(`<Lines xmlns="${ns}">${xml}</Lines>`);
    reader.nextTag();
    reader.nextTag();
    expect(readRoot(line, reader)).toEqual(value);
  });

  test('says its namespace in a list of another one', () => {
    const other: MessageType<object> = record('Line', ns, () => lineType, { outer: '' });
    expect(writeMessage(other, value)).toBe(xml.replace('<Line', `<Line xmlns="${ns}"`));
    const plain: MessageType<string> = record('name', '', () => string, { outer: ns });
    expect(writeMessage(plain, 'x')).toBe('<name xmlns="">x</name>');
  });
});

describe('a header', () => {
  const auth: MessageType<object> = root('Auth', ns, () =>
    object('', ns, () => [element('User', string)]),
  );

  test('is an element of its own', () => {
    const xml = `<Auth xmlns="${ns}"><User>u</User></Auth>`;
    expect(writeHeader(auth, { User: 'u' }, 'auth')).toBe(xml);
    expect(readHeader(auth, inRoot(xml), 'auth')).toEqual({ User: 'u' });
  });

  test('has errors with the name of its part', () => {
    expect(failureOf(() => writeHeader(auth, { User: 5 }, 'auth'))).toEqual([
      'soapHeaders.auth.User: Expected a string, got the number 5.',
      'soapHeaders.auth.User',
    ]);
    const missing = inRoot(`<Auth xmlns="${ns}" />`);
    expect(failureOf(() => readHeader(auth, missing, 'auth'))).toEqual([
      "soapHeaders.auth.User: Missing required element 'User'.",
      'soapHeaders.auth.User',
    ]);
  });
});

describe('an element that blocks types', () => {
  const paid: MessageType<object> = allowingRoot(
    root('Paid', ns, () => paymentType),
    () => [cardType],
  );
  const xsi = 'xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"';

  test('is written as an allowed one only', () => {
    expect(writeMessage(paid, { $type: 'Card', Number: '1' })).toBe(
      `<Paid xmlns="${ns}" xsi:type="Card"><Number>1</Number></Paid>`,
    );
    expect(failureOf(() => writeMessage(paid, { $type: 'Invoice', Days: 1 }))).toEqual([
      "$type: Expected one of 'Card'.",
      '$type',
    ]);
  });

  test('is read as one', () => {
    const xml = `<Paid xmlns="${ns}" ${xsi} xsi:type="Card"><Number>1</Number></Paid>`;
    expect(read(paid, xml)).toEqual({ $type: 'Card', Number: '1' });
    const other = `<Paid xmlns="${ns}" ${xsi} xsi:type="Invoice"><Days>1</Days></Paid>`;
    expect(failureOf(() => read(paid, other, { defaults: true }))[0]).toContain('Invoice');
  });
});
