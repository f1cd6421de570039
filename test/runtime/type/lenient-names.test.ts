import { describe, expect, test } from '@jest/globals';
import { Deviations } from '../../../src/runtime/client/deviations.ts';
import type { MessageType } from '../../../src/runtime/type.ts';
import { wsdl } from '../../plan/support/contract.ts';
import { describeContract, readBody } from './describe-contract.ts';

const { 'Test response': response } = describeContract(
  wsdl({
    schema: `<xs:element name="Test"><xs:complexType/></xs:element>
    <xs:element name="TestResponse"><xs:complexType><xs:sequence>
      <xs:element name="TestResult" type="t:Order" minOccurs="0"/></xs:sequence></xs:complexType>
    </xs:element>
    <xs:complexType name="Order"><xs:sequence>
      <xs:element name="Name" type="xs:string"/>
      <xs:element name="Line" type="xs:int" minOccurs="0" maxOccurs="unbounded"/>
      <xs:element name="Codes" type="t:ArrayOfCode" minOccurs="0"/>
    </xs:sequence></xs:complexType>
    <xs:complexType name="ArrayOfCode"><xs:sequence>
      <xs:element name="Code" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence></xs:complexType>`,
  }),
);
const message = response as MessageType<unknown>;
const order = { Name: 'a', Line: [1, 2], Codes: ['x'] };
const inner = '<Name>a</Name><Line>1</Line><Line>2</Line><Codes><Code>x</Code></Codes>';

interface Read {
  readonly value: unknown;
  readonly noted: readonly string[];
}

function readLenient(content: string): Read {
  const deviations = new Deviations(true);
  const value = readBody(message, content, { deviations });
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

test('by default what is missing says which names came', () => {
  const content = `<TestResponse xmlns="urn:test"><TestResult><Name xmlns="urn:other">a</Name></TestResult></TestResponse>`;
  expect(() => readBody(message, content)).toThrow(
    "TestResult.Name: Missing required element 'Name'. Found {urn:other}Name instead.",
  );
});
