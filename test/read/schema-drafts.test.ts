import { describe, expect, test } from '@jest/globals';
import { linkFiles, quotedLineOf, typesOnly, wsdl } from './contract-text.ts';

const drafts = ['http://www.w3.org/1999/XMLSchema', 'http://www.w3.org/2000/10/XMLSchema'];

function linkDraft(body: string, draft = drafts[0]) {
  const text = typesOnly(body).replace('http://www.w3.org/2001/XMLSchema', () => draft ?? '');
  const { model, diagnostics } = linkFiles({ 'a.wsdl': text });
  const lines = diagnostics.filter(({ code }) => code !== 'ASMX3005').map(quotedLineOf);
  return { model, lines };
}

/** Links a schema of a draft and the one of XML Schema 1.0 that says the same. */
function alike(draft: string, current: string) {
  const bare = (model: unknown): unknown =>
    JSON.parse(
      JSON.stringify(model, (key, value) =>
        key === 'span' || key === 'derived' ? undefined : value === Infinity ? 'unbounded' : value,
      ),
    );
  const written = linkDraft(draft);
  const expected = linkFiles({ 'a.wsdl': typesOnly(current) });
  const only = (model: typeof expected.model) => ({
    types: model?.types,
    elements: model?.elements,
  });
  expect(written.lines).toHaveLength(1);
  expect(expected.model).toBeDefined();
  expect(bare(only(written.model))).toEqual(bare(only(expected.model)));
}

describe('schemas of the drafts of XML Schema', () => {
  test.each(drafts)('%s is read as 1.0, with one warning', (draft) => {
    const { model, lines } = linkDraft('<xs:element name="E" type="xs:int"/>', draft);
    expect(model?.elements).toMatchObject([{ type: { builtin: 'int' } }]);
    expect(lines).toEqual([
      `warning ASMX3006 «<xs:schema targetNamespace="urn:t" elementFormDefault="qualified">» A schema of the draft '${draft}' is read as one of XML Schema 1.0`,
    ]);
  });

  test.each([
    ['timeInstant', 'dateTime'],
    ['timeDuration', 'duration'],
    ['uriReference', 'anyURI'],
    ['uri-reference', 'anyURI'],
    ['binary', 'base64Binary'],
    ['CDATA', 'normalizedString'],
    ['recurringDate', 'gMonthDay'],
    ['recurringDay', 'gDay'],
    ['month', 'gYearMonth'],
    ['year', 'gYear'],
    ['century', 'string'],
    ['recurringDuration', 'string'],
    ['non-negative-integer', 'nonNegativeInteger'],
    ['unsignedShort', 'unsignedShort'],
  ])('their built-in %s is %s', (old, current) => {
    const { model, lines } = linkDraft(`<xs:element name="E" type="xs:${old}"/>`);
    expect(lines).toHaveLength(1);
    expect(model?.elements).toMatchObject([{ type: { builtin: current } }]);
  });

  test('those names stay unknown in XML Schema 1.0', () => {
    const { lines } = linkFiles({
      'a.wsdl': typesOnly('<xs:element name="E" type="xs:timeInstant"/>'),
    });
    expect(lines[0]).toContain('error ASMX2001');
  });

  test('parts of messages name them, too', () => {
    const { lines, contract } = linkFiles({
      'a.wsdl': wsdl(
        '<message name="In"><part name="at" type="old:timeInstant" xmlns:old="http://www.w3.org/1999/XMLSchema"/></message>',
      ),
    });
    expect(lines.filter((line) => line.includes('ASMX2001'))).toEqual([]);
    expect(contract?.definitions[0]?.messages[0]?.parts[0]?.type?.name.localName).toBe('dateTime');
  });

  test.each([
    [
      'nullable, equivClass and *',
      '<xs:element name="H" type="xs:int" nullable="true"/><xs:element name="E" type="xs:int" equivClass="t:H"/><xs:complexType name="C"><xs:sequence><xs:element name="a" type="xs:int" minOccurs="0" maxOccurs="*"/></xs:sequence></xs:complexType>',
      '<xs:element name="H" type="xs:int" nillable="true"/><xs:element name="E" type="xs:int" substitutionGroup="t:H"/><xs:complexType name="C"><xs:sequence><xs:element name="a" type="xs:int" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>',
    ],
    [
      'values of attributes',
      '<xs:complexType name="C"><xs:attribute name="a" type="xs:int" use="default" value="1"/><xs:attribute name="b" type="xs:int" use="fixed" value="2"/><xs:attribute name="c" type="xs:int" minOccurs="1"/><xs:attribute name="d" type="xs:int" use="required"/></xs:complexType>',
      '<xs:complexType name="C"><xs:attribute name="a" type="xs:int" default="1"/><xs:attribute name="b" type="xs:int" fixed="2"/><xs:attribute name="c" type="xs:int" use="required"/><xs:attribute name="d" type="xs:int" use="required"/></xs:complexType>',
    ],
    [
      'elements of a type without a model group',
      '<xs:complexType name="C" content="elementOnly"><xs:element name="a" type="xs:int"/><xs:group order="choice"><xs:element name="b" type="xs:int"/><xs:element name="c" type="xs:int"/></xs:group><xs:attribute name="d" type="xs:int"/></xs:complexType>',
      '<xs:complexType name="C"><xs:sequence><xs:element name="a" type="xs:int"/><xs:choice><xs:element name="b" type="xs:int"/><xs:element name="c" type="xs:int"/></xs:choice></xs:sequence><xs:attribute name="d" type="xs:int"/></xs:complexType>',
    ],
    [
      'a type with the base as an attribute',
      '<xs:complexType name="A" content="mixed"><xs:element name="a" type="xs:int"/></xs:complexType><xs:complexType name="B" base="t:A" derivedBy="extension" content="mixed"><xs:element name="b" type="xs:int"/></xs:complexType>',
      '<xs:complexType name="A" mixed="true"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType><xs:complexType name="B" mixed="true"><xs:complexContent><xs:extension base="t:A"><xs:sequence><xs:element name="b" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>',
    ],
    [
      'text with attributes',
      '<xs:complexType name="A" content="textOnly"><xs:attribute name="a" type="xs:int"/></xs:complexType><xs:complexType name="B" base="xs:int" derivedBy="extension"><xs:attribute name="a" type="xs:int"/></xs:complexType>',
      '<xs:complexType name="A"><xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="a" type="xs:int"/></xs:extension></xs:simpleContent></xs:complexType><xs:complexType name="B"><xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="a" type="xs:int"/></xs:extension></xs:simpleContent></xs:complexType>',
    ],
    [
      'simple types with the base as an attribute',
      '<xs:simpleType name="A" base="xs:string"><xs:enumeration value="x"/></xs:simpleType><xs:simpleType name="B" base="xs:decimal"><xs:precision value="5"/><xs:scale value="2"/></xs:simpleType><xs:simpleType name="C" base="xs:binary"><xs:encoding value="hex"/></xs:simpleType><xs:simpleType name="D" base="xs:int" derivedBy="list"/>',
      '<xs:simpleType name="A"><xs:restriction base="xs:string"><xs:enumeration value="x"/></xs:restriction></xs:simpleType><xs:simpleType name="B"><xs:restriction base="xs:decimal"><xs:totalDigits value="5"/><xs:fractionDigits value="2"/></xs:restriction></xs:simpleType><xs:simpleType name="C"><xs:restriction base="xs:hexBinary"/></xs:simpleType><xs:simpleType name="D"><xs:list itemType="xs:int"/></xs:simpleType>',
    ],
    [
      'restrictions of 2000',
      '<xs:simpleType name="C"><xs:restriction base="xs:binary"><xs:encoding value="hex"/><xs:maxLength value="4"/></xs:restriction></xs:simpleType>',
      '<xs:simpleType name="C"><xs:restriction base="xs:hexBinary"><xs:maxLength value="4"/></xs:restriction></xs:simpleType>',
    ],
    [
      'arrays',
      '<xs:complexType name="ArrayOfInt" base="soapenc:Array"><xs:element name="item" type="xs:int" minOccurs="0" maxOccurs="*"/></xs:complexType>',
      '<xs:complexType name="ArrayOfInt"><xs:complexContent><xs:restriction base="soapenc:Array"><xs:sequence><xs:element name="item" type="xs:int" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:restriction></xs:complexContent></xs:complexType>',
    ],
    [
      'named groups',
      '<xs:group name="G"><xs:element name="a" type="xs:int"/></xs:group><xs:complexType name="C"><xs:group ref="t:G"/></xs:complexType>',
      '<xs:group name="G"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:group><xs:complexType name="C"><xs:group ref="t:G"/></xs:complexType>',
    ],
  ])('%s', (_, draft, current) => alike(draft, current));
});
