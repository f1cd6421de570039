import { describe, expect, test } from '@jest/globals';
import {
  linkFiles,
  onePort,
  operationsOf,
  quotedLineOf,
  schema,
  typesOnly,
  wsdl,
} from '../read/contract-text.ts';

/** Errors of a WSDL of types whose third line is the given text. */
function errorsIn(body: string): readonly string[] {
  const { model, diagnostics } = linkFiles({ 'a.wsdl': typesOnly(body) });
  const errors = diagnostics.map(quotedLineOf).filter((line) => line.startsWith('error'));
  expect(model === undefined).toBe(errors.length > 0);
  return errors.map((line) => line.replace('error ', ''));
}

describe('defects of schemas', () => {
  const complexType = (inner: string): string =>
    `<xs:complexType name="A">${inner}</xs:complexType>`;
  const simpleType = (inner: string): string => `<xs:simpleType name="A">${inner}</xs:simpleType>`;
  test.each([
    [
      '<xs:element name="A" type="t:B"/>',
      ["ASMX2001 «t:B» Type 'B' is not declared in namespace 'urn:t'"],
    ],
    [
      '<xs:element name="A" type="xs:strin"/>',
      [
        "ASMX2001 «xs:strin» Type 'strin' is not declared in namespace 'http://www.w3.org/2001/XMLSchema'",
      ],
    ],
    ['<xs:element name="A" type="B:int"/>', ["ASMX2001 «B:int» Prefix 'B' is not declared"]],
    ['<xs:element name="A" type="t:"/>', ["ASMX2001 «t:» 't:' is not a qualified name"]],
    [
      complexType('<xs:sequence><xs:element ref="t:B"/></xs:sequence>'),
      ["ASMX2001 «t:B» Element 'B' is not declared in namespace 'urn:t'"],
    ],
    [
      complexType('<xs:group ref="t:B"/>'),
      ["ASMX2001 «t:B» Group 'B' is not declared in namespace 'urn:t'"],
    ],
    [
      complexType('<xs:attribute ref="t:B"/>'),
      ["ASMX2001 «t:B» Attribute 'B' is not declared in namespace 'urn:t'"],
    ],
    [
      complexType('<xs:attributeGroup ref="t:B"/>'),
      ["ASMX2001 «t:B» Attribute group 'B' is not declared in namespace 'urn:t'"],
    ],
    [
      '<xs:element name="A" substitutionGroup="t:B"/>',
      ["ASMX2001 «t:B» Element 'B' is not declared in namespace 'urn:t'"],
    ],
    [
      '<xs:element name="A"/><xs:element name="A" type="xs:int"/>',
      [
        `ASMX2002 «<xs:element name="A" type="xs:int"/>» Element 'A' is declared twice in namespace 'urn:t'`,
      ],
    ],
    [
      simpleType('<xs:restriction base="t:B"/>') +
        '<xs:simpleType name="B"><xs:list itemType="t:A"/></xs:simpleType>',
      [`ASMX2003 «<xs:simpleType name="A">» Type 'A' is defined by itself`],
    ],
    [
      complexType('<xs:complexContent><xs:extension base="t:A"/></xs:complexContent>'),
      ["ASMX2003 «t:A» Type 'A' is derived from itself"],
    ],
    [
      '<xs:group name="A"><xs:sequence><xs:group ref="t:A"/></xs:sequence></xs:group>',
      [`ASMX2003 «<xs:group ref="t:A"/>» Group 'A' in namespace 'urn:t' contains itself`],
    ],
    [
      '<xs:attributeGroup name="A"><xs:attributeGroup ref="t:A"/></xs:attributeGroup>',
      [
        `ASMX2003 «<xs:attributeGroup ref="t:A"/>» Attribute group 'A' in namespace 'urn:t' contains itself`,
      ],
    ],
    [
      '<xs:element name="A" substitutionGroup="t:A"/>',
      ["ASMX2003 «t:A» Element 'A' is in a substitution group with itself"],
    ],
    ['<xs:element name="a b"/>', ["ASMX3001 «a b» 'a b' is not an NCName"]],
    ['<xs:element/>', ["ASMX1023 «<xs:element/>» Element 'element' needs attribute 'name'"]],
    [
      '<xs:element name="A" nillable="yes"/>',
      ["ASMX1023 «yes» Attribute 'nillable' cannot be 'yes'"],
    ],
    [
      '<xs:element name="A" default="1" fixed="1"/>',
      [
        `ASMX3003 «<xs:element name="A" default="1" fixed="1"/>» Element 'A' has both a default and a fixed value`,
      ],
    ],
    [
      '<xs:element name="A" type="xs:int"><xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType></xs:element>',
      [
        `ASMX3003 «<xs:element name="A" type="xs:int">» Element 'A' has both attribute 'type' and a type inside`,
      ],
    ],
    [
      complexType('<xs:attribute name="b"/><xs:sequence/>'),
      [
        "ASMX1022 «<xs:sequence/>» Element 'sequence' must come before 'attribute' in 'complexType'",
      ],
    ],
    [
      complexType('<xs:element name="b"/>'),
      [`ASMX1022 «<xs:element name="b"/>» Element 'element' cannot be in 'complexType'`],
    ],
    [
      complexType('<xs:sequence/><xs:choice/>'),
      ["ASMX1022 «<xs:choice/>» Only one content model can be here: 'choice' is one too many"],
    ],
    [
      complexType('<xs:sequence><xs:element name="b" minOccurs="many"/></xs:sequence>'),
      ["ASMX1023 «many» Attribute 'minOccurs' cannot be 'many'"],
    ],
    [
      complexType('<xs:sequence><xs:element name="b" minOccurs="3" maxOccurs="2"/></xs:sequence>'),
      [
        `ASMX3003 «<xs:element name="b" minOccurs="3" maxOccurs="2"/>» 'minOccurs' 3 is above 'maxOccurs' 2`,
      ],
    ],
    [
      complexType('<xs:attribute name="b"/><xs:attribute name="b"/>'),
      [`ASMX2002 «<xs:attribute name="b"/>» Attribute 'b' is declared twice in one type`],
    ],
    [
      complexType('<xs:simpleContent><xs:extension base="t:B"/></xs:simpleContent>') +
        '<xs:complexType name="B"/>',
      ["ASMX3003 «t:B» Type 'B' has no simple content to derive from"],
    ],
    [
      complexType('<xs:complexContent><xs:extension base="xs:int"/></xs:complexContent>'),
      ["ASMX3003 «xs:int» Type 'int' is simple: complex content cannot be derived from it"],
    ],
    [
      complexType('<xs:complexContent/>'),
      [
        "ASMX3003 «<xs:complexContent/>» Element 'complexContent' needs 'extension' or 'restriction'",
      ],
    ],
    [
      complexType('<xs:complexContent><xs:extension/></xs:complexContent>'),
      ["ASMX2001 «<xs:extension/>» Element 'extension' needs attribute 'base'"],
    ],
    [
      simpleType(''),
      [`ASMX3003 «<xs:simpleType name="A">» A simple type needs 'restriction', 'list' or 'union'`],
    ],
    [
      simpleType('<xs:restriction/>'),
      [
        "ASMX1023 «<xs:restriction/>» Element 'restriction' needs attribute 'base' or a simple type inside",
      ],
    ],
    [
      simpleType('<xs:union/>'),
      ['ASMX3003 «<xs:simpleType name="A">» A union without member types has no values'],
    ],
    [
      simpleType('<xs:list itemType="xs:NMTOKENS"/>'),
      ['ASMX3003 «<xs:simpleType name="A">» The items of a list cannot be lists themselves'],
    ],
    [
      simpleType('<xs:restriction base="xs:string"><xs:length value="-1"/></xs:restriction>'),
      [`ASMX3003 «<xs:length value="-1"/>» Facet 'length' cannot be '-1'`],
    ],
    [
      simpleType('<xs:restriction base="xs:string"><xs:pattern/></xs:restriction>'),
      ["ASMX1023 «<xs:pattern/>» Facet 'pattern' needs attribute 'value'"],
    ],
    [
      '<xs:element name="A"><xs:complexType><xs:attribute name="b" type="t:C"/></xs:complexType></xs:element><xs:complexType name="C"/>',
      ["ASMX3003 «t:C» Type 'C' is complex where a simple type is needed"],
    ],
  ])('%s', (body, errors) => {
    expect(errorsIn(body)).toEqual(errors);
  });

  test('are all reported at once', () => {
    expect(
      errorsIn(
        '<xs:element name="A" type="t:X"/><xs:complexType name="B"><xs:sequence><xs:element name="c" type="t:Y"/><xs:element ref="t:Z"/></xs:sequence></xs:complexType>',
      ),
    ).toHaveLength(3);
  });

  test.each([
    [
      '<xs:element name="A" type="t:Studnet"/><xs:complexType name="Student"/>',
      /did you mean 'Student'/i,
    ],
    [
      '<xs:element name="A" type="t:B"/><xs:element name="B"/>',
      "'B' is an element there: use its type, or refer to it with 'element' or 'ref'",
    ],
    [
      '<xs:element name="A" type="t:string"/>',
      "Did you mean the built-in 'string' of XML Schema? Check the prefix",
    ],
  ])('help: %s', (body, help) => {
    const { diagnostics } = linkFiles({ 'a.wsdl': typesOnly(body) });
    if (typeof help === 'string') expect(diagnostics[0]?.help).toBe(help);
    else expect(diagnostics[0]?.help).toMatch(help);
  });

  test('a declaration repeated word for word is no more than a warning', () => {
    const { model, diagnostics } = linkFiles({
      'a.wsdl': wsdl(
        `<types>${schema('<xs:element name="A" type="xs:int"/>')}${schema('<xs:element  name="A"\n type="xs:int" />')}</types>`,
      ),
    });
    expect(diagnostics.map(quotedLineOf)[0]).toContain(
      'warning ASMX2002 «<xs:element  name="A"\n type="xs:int" />»',
    );
    expect(model?.elements).toHaveLength(1);
  });
});

describe('defects of WSDL', () => {
  const elements =
    '<types><xs:schema targetNamespace="urn:t"><xs:element name="Op"><xs:complexType/></xs:element></xs:schema></types>';
  const messages =
    '<message name="In"><part name="p" element="t:Op"/></message><message name="Out"/>';
  const errors = (body: string): readonly string[] =>
    linkFiles({ 'a.wsdl': wsdl(body) })
      .diagnostics.map(quotedLineOf)
      .filter((line) => line.startsWith('error'))
      .map((line) => line.replace('error ', ''));
  test.each([
    [
      '<message name="In"><part name="p" element="t:X"/></message><message name="Out"/>',
      onePort,
      ["ASMX2001 «t:X» Element 'X' is not declared in namespace 'urn:t'"],
    ],
    [
      '<message name="In"><part name="p" element="t:Op" type="xs:int"/></message><message name="Out"/>',
      onePort,
      [
        `ASMX1023 «<part name="p" element="t:Op" type="xs:int"/>» Part 'p' has both 'element' and 'type'`,
      ],
    ],
    [
      '<message name="In"><part name="p" type="xs:int"/><part name="p" type="xs:int"/></message><message name="Out"/>',
      onePort,
      [`ASMX2002 «<part name="p" type="xs:int"/>» Message 'In' has two parts named 'p'`],
    ],
    [
      '<message name="In"/>',
      onePort,
      ["ASMX2001 «t:Out» Message 'Out' is not declared in namespace 'urn:t'"],
    ],
    [
      `${messages}<message name="In"/>`,
      onePort,
      [`ASMX2002 «<message name="In"/>» Message 'In' is declared twice in namespace 'urn:t'`],
    ],
    [
      messages,
      onePort.replace('type="t:P"', 'type="t:Q"'),
      ["ASMX2001 «t:Q» PortType 'Q' is not declared in namespace 'urn:t'"],
    ],
    [
      messages,
      onePort.replace('binding="t:B"', 'binding="t:C"'),
      ["ASMX2001 «t:C» Binding 'C' is not declared in namespace 'urn:t'"],
    ],
    [
      messages,
      onePort.replace('<operation name="Op"><soap', '<operation name="Other"><soap'),
      [
        `ASMX3002 «<operation name="Other">» Operation 'Other' of binding 'B' is not in portType 'P'`,
      ],
    ],
    [
      messages,
      onePort.replace('<input message', '<inptu/><input message'),
      ["ASMX1022 «<inptu/>» Element 'inptu' cannot be in 'operation'"],
    ],
    [
      messages,
      onePort.replace('<output m', '<fault name="F" message="t:Out"/><output m'),
      [`ASMX3004 «<message name="Out"/>» Message 'Out' of fault 'F' has 0 parts instead of one`],
    ],
    [
      messages,
      `${onePort}<service name="S"><port name="Q" binding="t:B"/></service>`,
      [`ASMX2002 «<service name="S">» Service 'S' is declared twice`],
    ],
    [
      messages,
      onePort.replaceAll('name="Op"', 'name="O p"'),
      ["ASMX3001 «O p» 'O p' is not an NCName", "ASMX3001 «O p» 'O p' is not an NCName"],
    ],
    [
      messages,
      onePort.replace('name="SPort"', 'name="*/"'),
      ["ASMX3001 «*/» '*/' is not an NCName"],
    ],
  ])('%s', (first, rest, expected) => {
    expect(errors(`${elements}\n${first}\n${rest}`)).toEqual(expected);
  });
});

describe('limits', () => {
  test('groups that double themselves are refused before anything expands them', () => {
    const groups = Array.from(
      { length: 40 },
      (_, index) =>
        `<xs:group name="G${index}"><xs:sequence><xs:group ref="t:G${index + 1}"/><xs:group ref="t:G${index + 1}"/></xs:sequence></xs:group>`,
    ).join('');
    expect(
      errorsIn(
        `<xs:complexType name="A"><xs:group ref="t:G0"/></xs:complexType>${groups}<xs:group name="G40"><xs:sequence><xs:element name="a"/></xs:sequence></xs:group>`,
      ),
    ).toEqual([
      'ASMX1032 «<xs:complexType name="A">» The content of a type has more than 100000 particles',
    ]);
  });

  test.each([
    [
      'derivation',
      (index: number) =>
        `<xs:complexType name="T${index}"><xs:complexContent><xs:extension base="t:T${index + 1}"/></xs:complexContent></xs:complexType>`,
    ],
    [
      'restriction',
      (index: number) =>
        `<xs:simpleType name="T${index}"><xs:restriction base="t:T${index + 1}"/></xs:simpleType>`,
    ],
    [
      'groups',
      (index: number) =>
        `<xs:group name="T${index}"><xs:sequence><xs:group ref="t:T${index + 1}"/></xs:sequence></xs:group>`,
    ],
    [
      'attribute groups',
      (index: number) =>
        `<xs:attributeGroup name="T${index}"><xs:attributeGroup ref="t:T${index + 1}"/></xs:attributeGroup>`,
    ],
    [
      'substitution',
      (index: number) => `<xs:element name="T${index}" substitutionGroup="t:T${index + 1}"/>`,
    ],
  ])('chains of %s do not exhaust the stack', (_what, one) => {
    const chain = Array.from({ length: 20_000 }, (_, index) => one(index));
    expect(errorsIn(chain.join('')).some((line) => line.startsWith('ASMX1032'))).toBe(true);
    expect(errorsIn(chain.reverse().join(''))).not.toEqual([]);
  });
});

describe('lenient', () => {
  const two = (first: string): string => `<types><xs:schema targetNamespace="urn:t">
<xs:element name="Op"><xs:complexType><xs:sequence><xs:element name="a" type="t:Mid"/></xs:sequence></xs:complexType></xs:element>
<xs:element name="Fine"><xs:complexType/></xs:element>
<xs:complexType name="Mid"><xs:sequence><xs:element name="b" type="t:Deep"/></xs:sequence></xs:complexType>
<xs:complexType name="Deep"><xs:sequence>${first}</xs:sequence></xs:complexType>
<xs:complexType name="More"><xs:complexContent><xs:extension base="t:Deep"/></xs:complexContent></xs:complexType>
<xs:complexType name="Good"/></xs:schema></types>
<message name="In"><part name="p" element="t:Op"/></message><message name="FineIn"><part name="p" element="t:Fine"/></message>
<portType name="P"><operation name="Op"><input message="t:In"/></operation>
<operation name="Fine"><input message="t:FineIn"/></operation></portType>
<binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op"><soap:operation soapAction=""/><input><soap:body use="literal"/></input></operation><operation name="Fine"><soap:operation soapAction="f"/><input><soap:body use="literal"/></input></operation></binding>
<service name="S"><port name="SPort" binding="t:B"/></service>`;

  test('leaves out operations that reach a defect, types and descendants too, and says so', () => {
    const { model, diagnostics } = linkFiles(
      { 'a.wsdl': wsdl(two('<xs:element name="c" type="t:Gone"/>')) },
      { lenient: true },
    );
    expect(diagnostics.map(quotedLineOf)).toEqual([
      "warning ASMX2001 «t:Gone» Type 'Gone' is not declared in namespace 'urn:t'",
      `warning ASMX2001 «<operation name="Op">» Operation 'S.Op' is left out: type 'Gone' is not declared in namespace 'urn:t'`,
    ]);
    expect(operationsOf(model).map((one) => one.name)).toEqual(['Fine']);
    expect(model?.types.map((type) => type.name?.localName)).toEqual(['Good']);
    expect(model?.elements.map((element) => element.name.localName)).toEqual(['Fine']);
  });

  test.each([
    '<xs:element name="c" type="nope:Gone"/>',
    '<xs:element name="c d" type="xs:int"/>',
    '<xs:element name="c"><xs:simpleType/></xs:element>',
    '<xs:group ref="t:Gone"/>',
    '<xs:element name="c"><xs:complexType><xs:attribute name="x" type="t:Gone"/></xs:complexType></xs:element>',
  ])('%s breaks what uses it', (defect) => {
    const { model, lines } = linkFiles({ 'a.wsdl': wsdl(two(defect)) }, { lenient: true });
    expect(lines.filter((line) => line.startsWith('error'))).toEqual([]);
    expect(operationsOf(model).map((one) => one.name)).toEqual(['Fine']);
    expect(linkFiles({ 'a.wsdl': wsdl(two(defect)) }).model).toBeUndefined();
  });

  test('keeps everything of a sound contract', () => {
    const { model, lines } = linkFiles({ 'a.wsdl': wsdl(two('')) }, { lenient: true });
    expect(lines).toEqual([]);
    expect(operationsOf(model)).toHaveLength(2);
    expect(model?.types).toHaveLength(4);
  });
});
