import { expect, test } from '@jest/globals';
import { generateText } from './support/compiled.ts';
import { valueWsdl } from './support/contract.ts';

const about = 'About what this is for and what a caller should know before sending one. '.repeat(4);
const annotation = `<xs:annotation><xs:documentation>${about}</xs:documentation></xs:annotation>`;
/** A sequence whose order says which element is which. */
const ordered = '<xs:element name="a" type="xs:int"/><xs:element name="b" type="t:State"/>';
const contract = valueWsdl(
  `<xs:complexType name="Value">${annotation}<xs:sequence maxOccurs="unbounded">
    <xs:element name="state" type="t:State">${annotation}</xs:element>
    <xs:element name="rest" type="t:TypeWithARatherLongNameWhoseOrderOfElementsMatters"/>
  </xs:sequence></xs:complexType>
  <xs:complexType name="TypeWithARatherLongNameWhoseOrderOfElementsMatters"><xs:sequence>
    ${ordered}<xs:element name="a" type="xs:int" minOccurs="0"/>
  </xs:sequence></xs:complexType>
  <xs:simpleType name="State">${annotation}<xs:restriction base="xs:string">
    <xs:enumeration value="open">${annotation}</xs:enumeration>
    <xs:enumeration value="closed">${annotation}</xs:enumeration>
  </xs:restriction></xs:simpleType>`,
).replace('<operation name="Test">', `$&<documentation>${about}</documentation>`);

test.each(['union', 'const'] as const)(
  'lines of comments have at most 100 columns (enums: %s)',
  async (enums) => {
    const files = await generateText(contract, { enums });
    const lines = files.flatMap(({ text }) => text.split('\n'));
    const comments = lines.filter((line) => /^\s*(\/\*\*|\*)/.test(line));
    expect(comments.filter((line) => line.includes('sending one')).length).toBeGreaterThan(20);
    expect(comments.filter((line) => line.length > 100)).toEqual([]);
  },
);
