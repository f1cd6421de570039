import { describe, expect, test } from '@jest/globals';
import { soap11Version, soap12Version } from '../../../src/runtime/operation/soap.ts';
import {
  encodings,
  inlineReferences,
  writeReferences,
} from '../../../src/runtime/soap/encoding.ts';
import { XmlReader } from '../../../src/runtime/xml/reader.ts';

const types = 'http://tempuri.org/encodedTypes';
const encoding = 'http://schemas.xmlsoap.org/soap/encoding/';
const wrapper = (content: string): string =>
  `<q1:OpResponse xmlns:q1="http://tempuri.org/">${content}</q1:OpResponse>`;
const typed = (name: string, type: string, content: string): string =>
  `<${name} xmlns:q2="${types}" xsi:type="q2:${type}">${content}</${name}>`;
const array = (name: string, type: string, items: readonly string[]): string =>
  `<${name} xmlns:soapenc="${encoding}" xmlns:q2="${types}" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xsi:type="soapenc:Array" soapenc:arrayType="${type}[${items.length}]">${items.join('')}</${name}>`;
const refer = (content: string, version = soap11Version): string =>
  writeReferences(wrapper(content), 'http://tempuri.org/', version.binding);
const answer = (content: string): string => `<tns:OpResponse>${content}</tns:OpResponse>`;

describe('an encoded response', () => {
  test('keeps simple values in their place', () => {
    const content = '<OpResult xsi:type="xsd:string">a &lt;&#xD; é</OpResult><n>1</n>';
    expect(refer(content)).toBe(answer(content));
    expect(refer('<OpResult xsi:type="xsd:string" />')).toBe(
      answer('<OpResult xsi:type="xsd:string" />'),
    );
  });

  test('refers to objects, in the order they are met', () => {
    const inner = typed('Inner', 'B', '<x xsi:type="xsd:int">1</x>');
    const other = typed('Other', 'C', '');
    const deep = typed('Deep', 'D', '<y>2</y>');
    expect(refer(typed('OpResult', 'A', inner + other) + typed('second', 'A', deep))).toBe(
      answer('<OpResult href="#id1" /><second href="#id2" />') +
        '<types:A id="id1" xsi:type="types:A"><Inner href="#id3" /><Other href="#id4" /></types:A>' +
        '<types:A id="id2" xsi:type="types:A"><Deep href="#id5" /></types:A>' +
        '<types:B id="id3" xsi:type="types:B"><x xsi:type="xsd:int">1</x></types:B>' +
        '<types:C id="id4" xsi:type="types:C" />' +
        '<types:D id="id5" xsi:type="types:D"><y>2</y></types:D>',
    );
  });

  test('declares each prefix once in a tag', () => {
    const object = (type: string): string =>
      `<v xmlns:e="urn:e" xsi:type="e:${type}"><x xsi:type="xsd:int">1</x></v>`;
    expect(refer(object('Kind'))).toBe(
      answer('<v href="#id1" />') +
        '<q:Kind xmlns:q="urn:e" id="id1" xsi:type="q:Kind"><x xsi:type="xsd:int">1</x></q:Kind>',
    );
    const foreign =
      '<f:v xmlns:f="urn:f" xmlns:e="urn:e" xmlns:g="urn:g" f:k="1" g:k="2" xsi:type="e:Kind">x</f:v>';
    expect(refer(foreign)).toBe(
      answer(
        '<q:v xmlns:q="urn:f" xmlns:a="urn:g" xmlns:q2="urn:e" xsi:type="q2:Kind" q:k="1" a:k="2">x</q:v>',
      ),
    );
    const named = '<v xmlns:q="urn:n" xmlns:e="urn:e" xsi:type="e:Kind">q:n</v>';
    expect(refer(named)).toBe(
      answer('<v xmlns:q="urn:n" xmlns:q2="urn:e" xsi:type="q2:Kind">q:n</v>'),
    );
  });

  test('keeps what is nil', () => {
    const content =
      typed('OpResult', 'A', '<a xsi:nil="true" /><b>1</b>') +
      array('list', 'xsd:string', ['<item>x</item>', '<item xsi:nil="true" />']) +
      '<none xsi:nil="true" />';
    expect(refer(content)).toBe(
      answer('<OpResult href="#id1" /><list href="#id2" /><none xsi:nil="true" />') +
        '<types:A id="id1" xsi:type="types:A"><a xsi:nil="true" /><b>1</b></types:A>' +
        '<soapenc:Array id="id2" soapenc:arrayType="xsd:string[2]"><Item>x</Item><Item xsi:nil="true" /></soapenc:Array>',
    );
  });

  test('refers to items that are objects or arrays', () => {
    const items = ['<item><x>1</x></item>', '<item />', '<item xsi:nil="true" />'];
    const rows = [array('item', 'xsd:int', ['<item>1</item>']), array('item', 'xsd:int', [])];
    expect(refer(array('a', 'q2:B', items) + array('b', 'xsd:anyType', rows))).toBe(
      answer('<a href="#id1" /><b href="#id2" />') +
        '<soapenc:Array id="id1" soapenc:arrayType="types:B[3]"><Item href="#id3" /><Item href="#id4" /><Item xsi:nil="true" /></soapenc:Array>' +
        '<soapenc:Array id="id2" soapenc:arrayType="xsd:anyType[2]"><Item href="#id5" /><Item href="#id6" /></soapenc:Array>' +
        '<types:B id="id3" xsi:type="types:B"><x>1</x></types:B>' +
        '<types:B id="id4" xsi:type="types:B" />' +
        '<soapenc:Array id="id5" soapenc:arrayType="xsd:int[1]"><Item>1</Item></soapenc:Array>' +
        '<soapenc:Array id="id6" soapenc:arrayType="xsd:int[0]" />',
    );
  });

  test('names them as SOAP 1.2 does', () => {
    const content = typed('OpResult', 'A', array('l', 'xsd:int', ['<item>1</item>']));
    expect(refer(content, soap12Version)).toBe(
      answer('<OpResult soapenc:ref="id1" />') +
        '<types:A soapenc:id="id1" xsi:type="types:A"><l soapenc:ref="id2" /></types:A>' +
        '<soapenc:Array soapenc:id="id2" soapenc:itemType="xsd:int" soapenc:arraySize="1"><Item>1</Item></soapenc:Array>',
    );
  });

  test('leaves XML of its own, foreign names and attributes as they are', () => {
    const content =
      '<doc><a xmlns="urn:a" k="&quot;" xmlns:p="urn:p" p:l="1">t<b xmlns="" /></a></doc>' +
      '<c xmlns:e="urn:e" xsi:type="e:Kind">x</c>';
    expect(refer(content)).toBe(
      answer(
        '<doc><q:a xmlns:q="urn:a" xmlns:a="urn:p" k="&quot;" a:l="1">t<b /></q:a></doc>' +
          '<c xmlns:q="urn:e" xsi:type="q:Kind">x</c>',
      ),
    );
  });

  test('stays as it is beyond the limits of readers', () => {
    const deep = '<a>'.repeat(300) + '</a>'.repeat(300);
    expect(refer(deep)).toBe(wrapper(deep));
  });

  test.each([soap11Version, soap12Version])('reads as before: $binding', (version) => {
    const content = typed(
      'OpResult',
      'A',
      typed('Inner', 'B', '<x>1</x>') + typed('C', 'B', '<x>2</x>'),
    );
    const body = refer(content, version);
    const names = `xmlns:tns="http://tempuri.org/" xmlns:types="${types}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:soapenc="${encodings[version.binding]}"`;
    const reader = new XmlReader(`<body ${names}>${body}</body>`);
    reader.nextTag();
    const inlined = inlineReferences(reader).source;
    expect(
      inlined.replaceAll(/ (?:\w+:)?(?:id|type)="[^"]*"| xmlns(?::\w+)?="[^"]*"/g, ''),
    ).toMatch(
      /<(?:\w+:)?OpResponse><OpResult><Inner><x>1<\/x><\/Inner><C><x>2<\/x><\/C><\/OpResult>/,
    );
  });
});
