import { describe, expect, test } from '@jest/globals';
import { loadCodecs } from './support/codecs.ts';
import { declaration, planText, valueWsdl } from './support/contract.ts';

const planned = planText(
  valueWsdl(`<xs:simpleType name="Unit"><xs:restriction base="xs:string"><xs:enumeration value="cm"/><xs:enumeration value="in"/></xs:restriction></xs:simpleType>
<xs:complexType name="Value"><xs:sequence>
  <xs:element name="revision" type="xs:int" fixed="3"/>
  <xs:element name="note" type="xs:string" fixed="n" minOccurs="0"/>
  <xs:element name="each" type="xs:string" fixed="e" maxOccurs="unbounded"/>
  <xs:choice><xs:element name="left" type="xs:string" fixed="l"/><xs:element name="right" type="xs:string"/></xs:choice>
</xs:sequence>
<xs:attribute name="unit" type="t:Unit" fixed="cm" use="required"/>
<xs:attribute name="data" type="xs:hexBinary" fixed="0aff" use="required"/>
<xs:attribute name="lang" type="xs:string" fixed="en"/></xs:complexType>`),
);
const codecs = loadCodecs(planned);
const given = { each: ['e'], right: 'r' };

describe('fixed values', () => {
  test('are literals, and need not be given where they are always there', () => {
    const text = ['Value$Fields', 'Value$Choice']
      .map((name) => declaration(planned, name))
      .join('\n');
    expect(text).toContain("readonly unit?: 'cm' | undefined;");
    expect(text).toContain('readonly data?: Uint8Array | undefined;');
    expect(text).toContain('readonly revision?: 3 | undefined;');
    expect(text).toContain("readonly each: readonly 'e'[];");
    expect(text).toContain("readonly left: 'l';");
  });

  test('are written where they are left out, those that may be absent are not', () => {
    expect(codecs.write('writeTestRequest', { value: given })).toBe(
      '<Test xmlns="urn:test"><value unit="cm" data="0AFF"><revision>3</revision><each>e</each><right>r</right></value></Test>',
    );
    const all = { ...given, lang: 'en', note: 'n', unit: 'cm', revision: 3 };
    expect(codecs.write('writeTestRequest', { value: all })).toContain(
      '<value unit="cm" data="0AFF" lang="en"><revision>3</revision><note>n</note>',
    );
  });

  test.each([
    ['unit', 'in', "Expected 'cm'"],
    ['revision', 4, 'Expected 3'],
    ['revision', null, 'Expected 3'],
    ['data', new Uint8Array([1]), "Expected '0AFF'"],
    ['lang', 'de', "Expected 'en'"],
  ])('another %s is an error', (name, value, message) => {
    const write = () => codecs.write('writeTestRequest', { value: { ...given, [name]: value } });
    expect(write).toThrow(`value.${name}: ${message}`);
  });
});
