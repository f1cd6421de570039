import { describe, expect, test } from '@jest/globals';
import { writeMessage } from '../../../src/runtime/types/object.ts';
import { wsdl } from '../../plan/support/contract.ts';
import { type Described, describeContract, readBody } from './describe-contract.ts';
import { rpcContract } from './rpc-contract.ts';

const partSchema = `<xs:schema targetNamespace="urn:parts" elementFormDefault="qualified">
  <xs:complexType name="Part"><xs:sequence>
    <xs:element name="Code" type="xs:string" nillable="true"/>
    <xs:element name="Sub" type="p:Part" minOccurs="0"/>
  </xs:sequence><xs:attribute name="no" type="xs:int"/></xs:complexType>
</xs:schema>`;
const part = { no: 1, Code: 'a', Sub: { no: undefined, Code: null, Sub: undefined } };
const partXml =
  '<Code xmlns="urn:parts">a</Code><Sub xmlns="urn:parts"><Code xsi:nil="true" /></Sub>';

const single = (input: string, output: string): string =>
  `<xs:element name="Test"><xs:complexType><xs:sequence>${input}</xs:sequence></xs:complexType>
  </xs:element><xs:element name="TestResponse"><xs:complexType><xs:sequence>${output}</xs:sequence>
  </xs:complexType></xs:element>`;

function both(described: Described, noun: string, value: unknown): string {
  const message = described[`${noun}`];
  if (message === undefined) throw new Error(`no ${noun}`);
  const text = writeMessage(message, value);
  expect(readBody(message, text)).toEqual(value);
  return text;
}

describe('what is in a second namespace has no prefix, as by XmlSerializer', () => {
  test('the result and its members', () => {
    const schema = single(
      '<xs:element name="part" type="p:Part"/>',
      '<xs:element name="TestResult" type="p:Part"/>',
    );
    const attributes = 'xmlns:p="urn:parts"';
    const described = describeContract(wsdl({ schema, schemas: partSchema, attributes }));
    expect(both(described, 'Test response', part)).toBe(
      `<TestResponse xmlns="urn:test"><TestResult no="1">${partXml}</TestResult></TestResponse>`,
    );
    expect(both(described, 'Test request', { part })).toBe(
      `<Test xmlns="urn:test"><part no="1">${partXml}</part></Test>`,
    );
  });

  test('unqualified members', () => {
    const schema = single(
      '<xs:element name="part" type="xs:int"/>',
      '<xs:element name="TestResult" type="t:ArrayOfItem"/>',
    );
    const list = `<xs:complexType name="ArrayOfItem"><xs:sequence>
      <xs:element name="item" type="xs:string" nillable="true" minOccurs="0" maxOccurs="unbounded"/>
    </xs:sequence></xs:complexType>`;
    const described = describeContract(wsdl({ schema: schema + list, form: '' }));
    expect(both(described, 'Test request', { part: 1 })).toBe(
      '<Test xmlns="urn:test"><part xmlns="">1</part></Test>',
    );
    expect(both(described, 'Test response', ['a', null])).toBe(
      '<TestResponse xmlns="urn:test"><TestResult xmlns=""><item>a</item>' +
        '<item xsi:nil="true" /></TestResult></TestResponse>',
    );
  });

  test('parts of rpc/literal', () => {
    const parts = { use: 'literal', schemas: partSchema, input: { part: 'p:Part' } } as const;
    const described = describeContract(rpcContract({ ...parts, output: { RunResult: 'p:Part' } }));
    expect(both(described, 'Run response', part)).toBe(
      `<RunResponse xmlns="urn:rpc"><RunResult xmlns="" no="1">${partXml}</RunResult></RunResponse>`,
    );
  });

  test('but in SOAP encoding the element of the operation has one', () => {
    const contract = rpcContract({
      use: 'encoded',
      input: { s: 'xs:string' },
      output: { RunResult: 'xs:string' },
    });
    expect(both(describeContract(contract), 'Run request', { s: 'x' })).toBe(
      '<q1:Run xmlns:q1="urn:rpc"><s xsi:type="xsd:string">x</s></q1:Run>',
    );
  });
});
