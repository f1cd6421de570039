import { expect, test } from '@jest/globals';
import { describeContract } from '../../../src/convert/yaml/contract.ts';
import { createDiagnosticBag } from '../../../src/diagnostics/diagnostic.ts';
import { readContract } from '../../../src/read/contract.ts';
import { wsdl } from '../support/contract.ts';

/** Names of the types of a notation made of this schema. */
function typesOf(schema: string): readonly string[] {
  const bag = createDiagnosticBag();
  const bytes = new TextEncoder().encode(
    wsdl({ schema, operations: { Test: { input: 'Test', output: 'TestResponse' } } }),
  );
  const contract = readContract('a.wsdl', { readFile: () => bytes }, bag);
  const notation = contract && describeContract(contract, bag);
  expect(bag.diagnostics).toEqual([]);
  return [...(notation?.types.keys() ?? [])].sort();
}

const inside = (content: string): string =>
  `<xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType>`;
const address = `<xs:element name="address">${inside('<xs:element name="street" type="xs:string"/>')}</xs:element>`;

/** Types with a type inside that has no name of its own. */
const schema = (rest: string): string =>
  `<xs:complexType name="Student"><xs:sequence>${address}</xs:sequence></xs:complexType>
  <xs:element name="Test">${inside(`<xs:element name="student" type="t:Student"/>${rest}`)}</xs:element>
  <xs:element name="TestResponse"><xs:complexType/></xs:element>`;

test('types without a name are called after the place they are at', () => {
  expect(typesOf(schema(''))).toEqual(['Student', 'StudentAddress']);
});

test('where that is the name of another type, they say so, and never by a counter', () => {
  const own = '<xs:complexType name="StudentAddress"><xs:sequence/></xs:complexType>';
  const taken = own.replace('StudentAddress', 'StudentAddressType');
  const used = '<xs:element name="own" type="t:StudentAddress"/>';
  expect(typesOf(own + schema(used))).toEqual(['Student', 'StudentAddress', 'StudentAddressType']);
  expect(typesOf(own + taken + schema(used))).toEqual([
    'Student',
    'StudentAddress',
    expect.stringMatching(/^StudentAddressType[A-Z][a-z]{4}$/),
  ]);
});
