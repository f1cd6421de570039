import { describe, expect, test } from '@jest/globals';
import { isAsmxError, parseXml, writeXml, type XmlElement } from '../../src/runtime/index.ts';
import { loadDocuments } from './support/documents.ts';

function schema(content: string, attributes = 'elementFormDefault="qualified"'): string {
  return `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:test"
    targetNamespace="urn:test" ${attributes}>${content}</xs:schema>`;
}

const order = schema(`
  <xs:element name="order" type="t:Order"/>
  <xs:complexType name="Order"><xs:sequence>
    <xs:element name="id" type="xs:long"/>
    <xs:element name="item" maxOccurs="unbounded"><xs:complexType><xs:sequence>
      <xs:element name="sku" type="xs:string"/>
      <xs:element name="count" type="xs:int"/>
    </xs:sequence></xs:complexType></xs:element>
  </xs:sequence><xs:attribute name="currency" type="xs:string"/></xs:complexType>`);

const { documents } = loadDocuments({ 'order.xsd': order });

function item(sku: string, count: string): string {
  return `<item><sku>${sku}</sku><count>${count}</count></item>`;
}

function orderText(items: string): string {
  return `<order xmlns="urn:test" currency="EUR"><id>12</id>${items}</order>`;
}

function failure(run: () => unknown): { code: string; path: string | undefined; message: string } {
  try {
    run();
  } catch (error) {
    if (!isAsmxError(error)) throw error;
    return { code: error.code, path: error.path, message: error.message };
  }
  throw new Error('it does not fail');
}

describe('a document', () => {
  const value = { currency: 'EUR', id: 12n, item: [{ sku: 'a', count: 2 }] };
  const text = orderText(item('a', '2'));

  test('is read, and written again', () => {
    expect(documents.readOrder?.(text)).toEqual(value);
    expect(documents.writeOrder?.(value)).toBe(text);
  });

  test('may have a byte order mark, a declaration, comments and another prefix', () => {
    const other =
      '\ufeff<?xml version="1.0" encoding="utf-16"?><!-- a -->\n<p:order xmlns:p="urn:test" ' +
      'currency="EUR"><p:id> 12 </p:id><p:item><p:sku>a</p:sku><p:count>2</p:count></p:item>' +
      '</p:order>\n<!-- b --><?c?>\n';
    expect(documents.readOrder?.(other)).toEqual(value);
  });

  test.each([
    ['a value', orderText(item('a', '2') + item('b', 'x')), 'item[1].count', 1, 128],
    ['a missing element', '<order xmlns="urn:test">\n</order>', 'id', 2, 9],
    ['another root', '\n<other/>', 'other', 2, 2],
    ['a root of another namespace', '<order xmlns="urn:x"/>', 'order', 1, 2],
    ['two roots', `${text}<a/>`, undefined, 1, 100],
    ['text after the root', `${text}a`, undefined, 1, 100],
    ['no end', text.slice(0, -8), 'order', 1, 92],
    ['no root', '', undefined, 1, 1],
    ['no XML', 'order', undefined, 1, 1],
  ])('is refused with its place: %s', (_what, xml, path, line, column) => {
    const found = failure(() => documents.readOrder?.(xml));
    expect(found).toMatchObject({ code: 'decode', path });
    expect(found.message).toContain(`(line ${line}, column ${column})`);
  });

  test('is read of the element of a wildcard, and becomes one', () => {
    const element = parseXml(`<w>${text}</w>`).children?.[0] as XmlElement;
    expect(documents.readOrder?.(element as never)).toEqual(value);
    expect(writeXml(parseXml(String(documents.writeOrder?.(value))))).toBe(text);
    const other = failure(() => documents.readOrder?.({ name: 'a', namespace: '' } as never));
    expect(other).toMatchObject({ code: 'decode', path: 'a' });
    const wrong = failure(() => documents.readOrder?.({ name: 'a b', namespace: '' } as never));
    expect(wrong.message).toContain('Expected an XML name, got the string "a b"');
    expect(failure(() => documents.readOrder?.(null as never)).message).toContain(
      'must be a string',
    );
  });

  test('is refused if it is hostile', () => {
    const bomb = '<!DOCTYPE order [<!ENTITY a "aa">]><order xmlns="urn:test"><id>&a;</id></order>';
    expect(failure(() => documents.readOrder?.(bomb)).message).toContain('DTD is prohibited');
    const entity = orderText(item('&a;', '1'));
    expect(failure(() => documents.readOrder?.(entity)).message).toContain('undeclared entity');
    const deep = orderText('<a>'.repeat(100_000));
    expect(failure(() => documents.readOrder?.(deep)).message).toContain('nested deeper than');
  });

  test('that is no string is refused', () => {
    expect(failure(() => documents.readOrder?.(new Uint8Array(2))).code).toBe('decode');
    expect(failure(() => documents.readOrder?.(undefined)).message).toContain('must be a string');
  });

  test('is not written of a value that does not fit', () => {
    const wrong = { ...value, item: [{ sku: 'a', count: 'b' }] };
    const found = failure(() => documents.writeOrder?.(wrong));
    expect(found).toMatchObject({ code: 'encode', path: 'item[0].count' });
    expect(failure(() => documents.writeOrder?.(undefined)).code).toBe('encode');
  });
});

describe('elements', () => {
  test('of simple types, nillable, and of any type', () => {
    const { documents: found } = loadDocuments({
      'a.xsd': schema(`<xs:element name="note" type="xs:string"/>
        <xs:element name="amount" type="xs:decimal" nillable="true"/>
        <xs:element name="list"><xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType></xs:element>
        <xs:element name="ids" type="xs:QName"/>
        <xs:element name="any"/>`),
    });
    const both = (name: string, value: unknown, text: string): void => {
      expect(found[`write${name}`]?.(value)).toBe(text);
      expect(found[`read${name}`]?.(text)).toEqual(value);
    };
    both('Note', ' a & <b> ', '<note xmlns="urn:test"> a &amp; &lt;b&gt; </note>');
    both('Amount', '1.50', '<amount xmlns="urn:test">1.50</amount>');
    both('List', [1, 2], '<list xmlns="urn:test">1 2</list>');
    expect(found.readAmount?.(found.writeAmount?.(null))).toBeNull();
    const any = found.readAny?.('<any xmlns="urn:test" a="1"><b/>c</any>');
    expect(found.readAny?.(found.writeAny?.(any))).toEqual(any);
    expect(found.readIds?.(found.writeIds?.('{urn:x}y'))).toBe('{urn:x}y');
  });

  test('that are abstract have no functions, and what stands in for them has', () => {
    const { documents: found } = loadDocuments({
      'a.xsd': schema(`<xs:element name="shape" type="t:Shape" abstract="true"/>
        <xs:element name="circle" type="t:Circle" substitutionGroup="t:shape"/>
        <xs:element name="drawing"><xs:complexType><xs:sequence>
          <xs:element ref="t:shape" maxOccurs="unbounded"/>
        </xs:sequence></xs:complexType></xs:element>
        <xs:element name="figure" type="t:Shape"/>
        <xs:complexType name="Shape" abstract="true"><xs:sequence/></xs:complexType>
        <xs:complexType name="Circle"><xs:complexContent><xs:extension base="t:Shape">
          <xs:attribute name="radius" type="xs:int" use="required"/>
        </xs:extension></xs:complexContent></xs:complexType>`),
    });
    expect(Object.keys(found).filter((one) => one.startsWith('read'))).toEqual([
      'readCircle',
      'readDrawing',
      'readFigure',
    ]);
    const drawing = { shape: [{ circle: { radius: 2, $type: 'Circle' } }] };
    expect(found.readDrawing?.(found.writeDrawing?.(drawing))).toEqual(drawing);
    const figure = { $type: 'Circle', radius: 2 };
    expect(found.writeFigure?.(figure)).toContain('xsi:type="Circle"');
    expect(found.readFigure?.(found.writeFigure?.(figure))).toEqual(figure);
  });

  test('with mixed content and attributes of any name', () => {
    const { documents: found } = loadDocuments({
      'a.xsd': schema(`<xs:element name="p"><xs:complexType mixed="true"><xs:sequence>
        <xs:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence>
        <xs:anyAttribute processContents="lax"/></xs:complexType></xs:element>`),
    });
    const value = found.readP?.('<p xmlns="urn:test" lang="de">a <b>c</b> d</p>');
    expect(found.readP?.(found.writeP?.(value))).toEqual(value);
    expect(found.writeP?.(value)).toContain('a <b>c</b> d');
  });

  test('of included and imported schemas, with equal local names', () => {
    const { documents: found, text } = loadDocuments({
      'a.xsd': schema(`<xs:include schemaLocation="b.xsd"/>
        <xs:import namespace="urn:other" schemaLocation="c.xsd"/>
        <xs:element name="order" type="t:Thing"/>`),
      'b.xsd': `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">
        <xs:complexType name="Thing"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence>
        </xs:complexType><xs:element name="part" type="Thing"/></xs:schema>`,
      'c.xsd': `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:other">
        <xs:element name="order" type="xs:int"/></xs:schema>`,
    });
    const local = '<order xmlns="urn:test"><a xmlns="">1</a></order>';
    expect(found.writeOrder?.({ a: 1 })).toBe(local);
    expect(found.readOrder?.(local)).toEqual({ a: 1 });
    expect(found.readPart?.('<part xmlns="urn:test"><a xmlns="">1</a></part>')).toEqual({ a: 1 });
    expect(found.readOrderOther?.('<order xmlns="urn:other">1</order>')).toBe(1);
    expect(text).toContain('element `order` of `urn:other`.');
  });

  test('whose names are no identifiers, or those of our own functions', () => {
    const names = [
      'sales-order',
      'a.b',
      '_',
      'class',
      'Document',
      'URL',
      'url',
      '订单',
      'constructor',
    ];
    const elements = names.map((name) => `<xs:element name="${name}" type="xs:int"/>`);
    const { documents: found } = loadDocuments({ 'a.xsd': schema(elements.join('')) });
    const read = Object.keys(found).filter((one) => one.startsWith('read'));
    expect(new Set(read).size).toBe(names.length);
    expect(read).toEqual(
      expect.arrayContaining(['readSalesOrder', 'readAB', 'readDocument', 'read订单', 'readClass']),
    );
    for (const [index, one] of read.entries()) {
      const text = `<${names[index]} xmlns="urn:test">1</${names[index]}>`;
      expect(found[one]?.(text)).toBe(1);
      expect(found[one.replace('read', 'write')]?.(1)).toBe(text);
    }
  });

  test('without a namespace', () => {
    const { documents: found } = loadDocuments({
      'a.xsd': `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"><xs:element name="a">
        <xs:complexType><xs:sequence><xs:element name="b" type="xs:int"/></xs:sequence>
        </xs:complexType></xs:element></xs:schema>`,
    });
    expect(found.writeA?.({ b: 1 })).toBe('<a><b>1</b></a>');
    expect(found.readA?.('<a><b>1</b></a>')).toEqual({ b: 1 });
  });
});

test('a value is read with what the schema adds', () => {
  const { documents: found, text } = loadDocuments({
    'a.xsd': schema(`<xs:element name="a" type="t:A"/><xs:complexType name="A">
      <xs:attribute name="unit" type="xs:string" default="kg"/></xs:complexType>`),
  });
  expect(found.readA?.('<a xmlns="urn:test"/>')).toEqual({ unit: 'kg' });
  expect(text).toContain('export function readA(xml: string | XmlElement): AAsRead {');
});

test('a document with texts that have attributes is read, and written again', () => {
  const price = schema(`<xs:element name="price" type="t:Price"/>
    <xs:complexType name="Price"><xs:simpleContent><xs:extension base="xs:decimal">
      <xs:attribute name="currency" type="xs:string"/>
    </xs:extension></xs:simpleContent></xs:complexType>`);
  const { documents: prices, text } = loadDocuments({ 'price.xsd': price });
  expect(text).toContain('carefully(reader, $descriptions.$textTypes)');
  const xml = '<price xmlns="urn:test" currency="EUR">1.50</price>';
  expect(prices.writePrice?.(prices.readPrice?.(xml))).toBe(xml);
});

describe('XML as text', () => {
  test.each([
    ['an element', '<a b="1">x<c /></a>'],
    ['a signed invoice', '<NFe xmlns="urn:nfe"><infNFe Id="n1"><x>a &amp; b</x></infNFe></NFe>'],
    ['declarations that nothing uses', '<p:a xmlns:q="u" xmlns:p="v" xmlns="w"><b /></p:a>'],
  ])('is an element, and the same text again: %s', (_what, xml) => {
    expect(writeXml(parseXml(xml))).toBe(xml);
  });

  test('may be a document', () => {
    const xml = '\ufeff<?xml version="1.0"?>\n<!-- a --><a>1<!-- b --><![CDATA[<]]></a>\n<?b?>';
    expect(parseXml(xml)).toEqual({ name: 'a', namespace: '', children: ['1<'] });
  });

  test.each([
    ['no element', '', 'Root element is missing'],
    ['two', '<a/>\n<b/>', 'multiple root elements. (line 2, column 1)'],
    ['text', 'a', 'The XML could not be read: Data at the root level is invalid.'],
    ['an end that is missing', '<a>\n<b>', 'not closed: b, a. (line 2, column 4)'],
    ['a prefix without a namespace', '<p:a/>', "'p' is an undeclared prefix. (line 1, column 2)"],
    ['a DTD', '<!DOCTYPE a><a/>', 'DTD is prohibited'],
    ['no text', 1, 'must be a string'],
  ])('is refused with its place: %s', (_what, xml, message) => {
    const found = failure(() => parseXml(xml as string));
    expect(found.code).toBe('decode');
    expect(found.message).toContain(message);
  });

  test.each([
    ['a text', '<a/>', 'Expected an XML element, got the string "<a/>".'],
    ['nothing', undefined, 'Expected an XML element, got undefined.'],
    [
      'a wrong attribute',
      { name: 'a', namespace: '', children: [{ name: 'b', namespace: '', attributes: [{}] }] },
      'children[0].attributes[0].name: Expected an XML name, got undefined.',
    ],
  ])('is not made of %s', (_what, element, message) => {
    const found = failure(() => writeXml(element as never));
    expect(found.code).toBe('encode');
    expect(found.message).toBe(`The element could not be written: ${message}`);
  });

  test('is not hidden by an element called Xml', () => {
    const { documents: named } = loadDocuments({
      'xml.xsd': schema('<xs:element name="xml" type="xs:int"/>'),
    });
    expect(Object.keys(named)).toEqual(['readXmlElement', 'writeXmlElement']);
  });
});
