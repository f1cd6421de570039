import { describe, expect, test } from '@jest/globals';
import { Deviations } from '../../../src/runtime/client/call.ts';
import type { MessageType } from '../../../src/runtime/type.ts';
import { wsdl } from '../../plan/support/contract.ts';
import { describeContract, readBody } from './describe-contract.ts';

/** The answer of an operation whose result has a type. */
function answerOf(type: string): MessageType<unknown> {
  const described = describeContract(
    wsdl({
      schema: `<xs:element name="Test"><xs:complexType/></xs:element>
    <xs:element name="TestResponse"><xs:complexType><xs:sequence>
      <xs:element name="TestResult" type="t:${type}" minOccurs="0"/></xs:sequence></xs:complexType>
    </xs:element>
    <xs:complexType name="Order"><xs:sequence>
      <xs:element name="Name" type="xs:string"/>
      <xs:element name="Line" type="xs:int" minOccurs="0" maxOccurs="unbounded"/>
      <xs:element name="Codes" type="t:ArrayOfCode" minOccurs="0"/>
    </xs:sequence></xs:complexType>
    <xs:complexType name="Marked"><xs:sequence>
      <xs:element name="mark" type="xs:double" minOccurs="0"/>
    </xs:sequence>
      <xs:attribute name="seen" type="xs:boolean" use="required"/>
      <xs:attribute name="note" type="xs:string"/>
      <xs:attribute name="own" type="xs:string" form="qualified"/>
    </xs:complexType>
    <xs:complexType name="ArrayOfCode"><xs:sequence>
      <xs:element name="Code" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence></xs:complexType>`,
    }),
  );
  return described['Test response'] as MessageType<unknown>;
}

const message = answerOf('Order');
const marked = answerOf('Marked');
const order = { Name: 'a', Line: [1, 2], Codes: ['x'] };
const inner = '<Name>a</Name><Line>1</Line><Line>2</Line><Codes><Code>x</Code></Codes>';

interface Read {
  readonly value: unknown;
  readonly noted: readonly string[];
}

function readLenient(content: string, of: MessageType<unknown> = message): Read {
  const deviations = new Deviations(true);
  const value = readBody(of, content, { deviations });
  return { value, noted: deviations.list().map((one) => `${one.path}: ${one.message}`) };
}

describe('a lenient reader reads by local name', () => {
  test('children without a namespace', () => {
    const content = `<TestResponse xmlns="urn:test"><TestResult xmlns="">${inner}</TestResult></TestResponse>`;
    const { value, noted } = readLenient(content);
    expect(value).toEqual(order);
    expect(noted).toContain(
      "TestResult: Element '{}TestResult' is read as '{urn:test}TestResult'.",
    );
    expect(noted).toContain("TestResult.Name: Element '{}Name' is read as '{urn:test}Name'.");
    expect(noted).toHaveLength(6);
  });

  test('all in another namespace', () => {
    const content = `<TestResponse xmlns="urn:other"><TestResult>${inner}</TestResult></TestResponse>`;
    expect(readLenient(content).value).toEqual(order);
  });

  test('a wrapper with another name, if it is alone', () => {
    const content = `<Answer xmlns="urn:test"><TestResult>${inner}</TestResult></Answer>`;
    expect(readLenient(content)).toEqual({
      value: order,
      noted: ["Answer: Element '{urn:test}Answer' is read as '{urn:test}TestResponse'."],
    });
    const two = `${content}<More/>`;
    expect(readLenient(two).value).toBeUndefined();
  });

  test('but what is exactly of the contract wins, before and after', () => {
    const own = '<TestResponse xmlns="urn:test"><TestResult>';
    const end = '</TestResult></TestResponse>';
    const other = '<Name xmlns="">b</Name><Line xmlns="">3</Line><Line xmlns="">4</Line>';
    expect(readLenient(own + other + inner + end).value).toEqual(order);
    expect(readLenient(own + inner + other + end).value).toEqual(order);
    const wrapper = `<TestResponse xmlns="urn:other"/>${own}${inner}${end}`;
    expect(readLenient(wrapper)).toMatchObject({ value: order });
  });
});

const markedAnswer = (attributes: string, content = ''): string =>
  `<TestResponse xmlns="urn:test"><TestResult ${attributes} xmlns:m="urn:test" xmlns:o="urn:other">${content}</TestResult></TestResponse>`;

describe('a lenient reader reads attributes by local name', () => {
  const read = (attributes: string): unknown => readLenient(markedAnswer(attributes), marked).value;

  test.each(['m:seen="true" m:note="n" own="x"', 'o:seen="true" o:note="n" o:own="x"'])(
    '%s',
    (attributes) => {
      expect(read(attributes)).toEqual({ seen: true, note: 'n', own: 'x', mark: undefined });
    },
  );

  test('and says so', () => {
    expect(readLenient(markedAnswer('m:seen="true"'), marked).noted).toEqual([
      "TestResult.seen: Attribute '{urn:test}seen' is read as '{}seen'.",
    ]);
  });

  test('but what is exactly of the contract wins', () => {
    const both = { seen: true, note: undefined };
    expect(read('m:seen="false" seen="true"')).toMatchObject(both);
    expect(read('seen="true" m:seen="false"')).toMatchObject(both);
    // those of XML and XML Schema never stand for others
    expect(read('seen="true" xml:note="n" xsi:note="n"')).toMatchObject(both);
    expect(read('Seen="true"')).toMatchObject({ seen: undefined });
  });

  test('which an error names by default', () => {
    expect(() => readBody(marked, markedAnswer('m:seen="true"'))).toThrow(
      "Missing required attribute 'seen'. Found {urn:test}seen instead.",
    );
  });
});

describe('a lenient reader reads numbers as other languages write them', () => {
  test.each([
    ['inf', Number.POSITIVE_INFINITY],
    ['Inf', Number.POSITIVE_INFINITY],
    ['+Inf', Number.POSITIVE_INFINITY],
    ['+INF', Number.POSITIVE_INFINITY],
    ['INFINITY', Number.POSITIVE_INFINITY],
    ['-inf', Number.NEGATIVE_INFINITY],
    ['-Infinity', Number.NEGATIVE_INFINITY],
    ['nan', Number.NaN],
    ['-nan', Number.NaN],
    ['NAN', Number.NaN],
  ])('%s', (text, mark) => {
    const content = markedAnswer('seen="true"', `<mark> ${text} </mark>`);
    const { value, noted } = readLenient(content, marked);
    expect(value).toMatchObject({ mark });
    expect(noted).toEqual([expect.stringMatching(/^TestResult\.mark: '.+' is not a double\.$/)]);
    expect(() => readBody(marked, content)).toThrow('TestResult.mark');
    const server = (): unknown => readBody(marked, content, { defaults: true });
    if (text === '-Infinity') expect(server()).toMatchObject({ mark });
    else expect(server).toThrow();
  });

  test('and no other words', () => {
    const content = markedAnswer('seen="true"', '<mark>infinite</mark>');
    expect(readLenient(content, marked).value).toMatchObject({ mark: undefined });
  });
});

test('by default what is missing says which names came', () => {
  const content = `<TestResponse xmlns="urn:test"><TestResult><Name xmlns="urn:other">a</Name></TestResult></TestResponse>`;
  expect(() => readBody(message, content)).toThrow(
    "TestResult.Name: Missing required element 'Name'. Found {urn:other}Name instead.",
  );
});
