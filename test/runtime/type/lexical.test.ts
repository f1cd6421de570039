import { describe, expect, test } from '@jest/globals';
import { writeMessage } from '../../../src/runtime/types/object.ts';
import { readNestedValue, refuseComment } from '../../../src/runtime/xml/asmx.ts';
import { valueWsdl } from '../../plan/support/contract.ts';
import { type Described, describeContract, readBody } from './describe-contract.ts';

const simple = (content: string): Described =>
  describeContract(valueWsdl(`<xs:simpleType name="Value">${content}</xs:simpleType>`));
const body = (text: string): string => `<Test xmlns="urn:test"><value>${text}</value></Test>`;
const list = (item: string, pattern: string): string =>
  `<xs:restriction><xs:simpleType><xs:list itemType="${item}"/></xs:simpleType>
    <xs:pattern value="${pattern}"/></xs:restriction>`;
const restriction = (base: string, pattern: string): string =>
  `<xs:restriction base="${base}"><xs:pattern value="${pattern}"/></xs:restriction>`;

describe('what no canonical form matches keeps its lexical form', () => {
  test.each([
    [list('xs:boolean', '[1]{1} [0]{1}'), '1 0', [true, false]],
    [list('xs:boolean', '1 false'), '1 false', [true, false]],
    [list('xs:int', '\\d{2} \\d{3}'), '01 002', [1, 2]],
    [restriction('xs:float', '\\d{2}E\\-\\d{1}'), '12E-3', 0.012],
    [restriction('xs:float', '\\d{1}E\\-\\d{3}'), '5E-007', 5e-7],
    [restriction('xs:double', '\\d{1}E\\-\\d{3}'), '0E-000', 0],
    [restriction('xs:double', '-\\d\\d\\.\\dE\\d'), '-12.5E1', -125],
  ])('%s', (content, text, value) => {
    const { 'Test request': request } = simple(content);
    expect(readBody(request as never, body(text))).toEqual({ value });
    expect(writeMessage(request as never, { value })).toBe(body(text));
  });

  test('a list of many items is tried in a limited number of forms', () => {
    const { 'Test request': request } = simple(list('xs:float', 'x'));
    expect(() => writeMessage(request as never, { value: Array(500).fill(0.5) })).toThrow(
      'The value does not match the pattern x.',
    );
  });
});

test.each(['--04', '--04--', '--04--Z', '--04---05:00', '--04-05:00'])('gMonth %s', (text) => {
  const { 'Test request': request } = simple('<xs:restriction base="xs:gMonth"/>');
  // in the form of XML Schema's first edition, too, which .NET writes; that of the second is written
  const value = text.replace('--04--', '--04');
  expect(readBody(request as never, body(text))).toEqual({ value });
  expect(writeMessage(request as never, { value: text })).toBe(body(value));
  expect(() => readBody(request as never, body('--04-'))).toThrow();
  expect(() => readBody(request as never, body('--13--'))).toThrow();
});

describe('bytes in a server', () => {
  const asAsmx = { defaults: true, commentInText: refuseComment, nestedValue: readNestedValue };
  const { 'Test request': request } = simple(
    '<xs:restriction base="xs:base64Binary"><xs:maxLength value="9"/></xs:restriction>',
  );
  const read = (text: string): unknown => readBody(request as never, body(text), asAsmx);

  test('are read past comments', () => {
    expect(read('AQ<!-- c -->I<?p?>D')).toEqual({ value: Uint8Array.of(1, 2, 3) });
  });

  test('have no elements', () => {
    expect(() => read('<b>AQID</b>')).toThrow("'Element' is an invalid XmlNodeType.");
    expect(() => read('AQID<b/>')).toThrow("'Element' is an invalid XmlNodeType.");
  });

  test('are another thing than texts', () => {
    const { 'Test request': texts } = simple('<xs:restriction base="xs:string"/>');
    expect(() => readBody(texts as never, body('a<!-- c -->b'), asAsmx)).toThrow(/comment/);
    expect(readBody(texts as never, body('<b>a</b>'), asAsmx)).toEqual({ value: 'a' });
  });
});
