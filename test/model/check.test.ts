import { describe, expect, test } from '@jest/globals';
import { createDiagnosticBag, positionAt } from '../../src/diagnostics/diagnostic.ts';
import { createDefects } from '../../src/model/link/defects.ts';
import { createExpansion } from '../../src/model/link.ts';
import type { SimpleType } from '../../src/model/xsd/schema.ts';
import {
  linkFiles,
  onePort,
  operationsOf,
  quotedLineOf,
  schema,
  typesOnly,
  wsdl,
} from '../read/contract-text.ts';
import { componentRows, soundComponents } from './invalid-schemas/component-rows.ts';
import { contentRows, soundContent } from './invalid-schemas/content-rows.ts';
import { facetRows, soundFacets } from './invalid-schemas/facet-rows.ts';
import { formRows, soundForms } from './invalid-schemas/form-rows.ts';
import { placementRows, soundPlacement } from './invalid-schemas/placement-rows.ts';
import type { FaultTable, SoundTable } from './invalid-schemas/row.ts';
import { soundValues, valueRows } from './invalid-schemas/value-rows.ts';
import { linkTypes } from './link-types.ts';

describe('link defects', () => {
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
    const simpleType = (inner: string): string =>
      `<xs:simpleType name="A">${inner}</xs:simpleType>`;
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
        complexType(
          '<xs:sequence><xs:element name="b" minOccurs="3" maxOccurs="2"/></xs:sequence>',
        ),
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
        [
          `ASMX3003 «<xs:simpleType name="A">» A simple type needs 'restriction', 'list' or 'union'`,
        ],
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
      const chain = Array.from({ length: 10_000 }, (_, index) => one(index));
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
});

describe('check values', () => {
  const element = (attributes: string, inside = ''): string =>
    `<xs:element name="a" ${attributes}>${inside}</xs:element>`;

  describe('values a schema gives', () => {
    test.each([
      ['type="xs:int" default="x"', "The value 'x' of element 'a' is not a value of 'int'"],
      [
        'type="xs:date" fixed="1.1.2024"',
        "The value '1.1.2024' of element 'a' is not a value of 'date'",
      ],
      [
        'type="t:Mark" default="C"',
        "The value 'C' of element 'a' is not among the values of 'Mark'",
      ],
      ['type="t:Order" default="C"', "Element 'a' has a value, but its type has no text"],
    ])('%s', (attributes, message) => {
      const types =
        '<xs:simpleType name="Mark"><xs:restriction base="xs:string"><xs:enumeration value="A"/></xs:restriction></xs:simpleType><xs:complexType name="Order"><xs:sequence><xs:element name="id" type="xs:int"/></xs:sequence></xs:complexType>';
      expect(linkTypes(element(attributes) + types).lines).toEqual([
        expect.stringMatching(new RegExp(`^warning ASMX3003 .*${message}$`)),
      ]);
      const good = attributes.replace(/"(x|1\.1\.2024|C)"$/, (_, text) =>
        text === 'x' ? '"5"' : text === 'C' ? '"A"' : '"2024-01-01"',
      );
      if (!attributes.includes('Order')) expect(linkTypes(element(good) + types).lines).toEqual([]);
    });

    test.each([
      ['t:Bit', 'true', "does not match the pattern '0\\|1' of 'Bit'"],
      ['t:Sub', 'false', "does not match the pattern '0\\|1' of 'Sub'"],
      ['t:Bits', '0 true', "'true' does not match the pattern '0\\|1' of 'Bit'"],
      ['t:Either', 'true', "is not a value of any member of 'Either'"],
      ['t:Bit', ' 1 ', undefined],
      ['t:Bits', '0 1', undefined],
      ['t:Either', '7', undefined],
    ])('match the patterns of a boolean as they are written: %s, %s', (type, value, message) => {
      const restricted = (name: string, base: string, facet = ''): string =>
        `<xs:simpleType name="${name}"><xs:restriction base="${base}">${facet}</xs:restriction></xs:simpleType>`;
      const types =
        restricted('Bit', 'xs:boolean', '<xs:pattern value="0|1"/>') +
        restricted('Sub', 't:Bit') +
        '<xs:simpleType name="Bits"><xs:list itemType="t:Bit"/></xs:simpleType>' +
        '<xs:simpleType name="Either"><xs:union memberTypes="t:Bit xs:int"/></xs:simpleType>';
      for (const kind of ['default', 'fixed']) {
        const { lines } = linkTypes(element(`type="${type}" ${kind}="${value}"`) + types);
        expect(lines).toEqual(
          message === undefined
            ? []
            : [expect.stringMatching(new RegExp(`^warning ASMX3003 .*${message}$`))],
        );
      }
    });

    test('of attributes, in types without a name too', () => {
      const type =
        '<xs:complexType><xs:attribute name="b" type="xs:boolean" fixed="yes"/><xs:attribute name="c" type="xs:boolean" default="1"/></xs:complexType>';
      expect(linkTypes(element('', type)).lines).toEqual([
        expect.stringContaining("The value 'yes' of attribute 'b' is not a value of 'boolean'"),
      ]);
    });
  });

  test('attributes XML Schema does not have are told', () => {
    const body = element('type="xs:int" nilable="true" xmlns:m="urn:m" m:hint="x"');
    expect(linkTypes(body).lines).toEqual([
      "warning ASMX3003 «true» Element 'element' of XML Schema has no attribute 'nilable'",
    ]);
  });

  test('an element whose type is not derived from that of its head is told', () => {
    const member = '<xs:element name="b" type="xs:string" substitutionGroup="t:a"/>';
    expect(linkTypes(element('type="xs:int"') + member).lines).toEqual([
      expect.stringContaining("The type of element 'b' is not derived from that of 'a'"),
    ]);
    for (const head of ['type="xs:string"', 'type="xs:anySimpleType"', '']) {
      expect(linkTypes(element(head) + member).lines).toEqual([]);
    }
  });
});

describe('content checks', () => {
  const restriction = (base: string, facets: string): string =>
    `<xs:restriction base="${base}">${facets}</xs:restriction>`;
  const enumeration = (...values: readonly string[]): string =>
    values.map((value) => `<xs:enumeration value="${value}"/>`).join('');
  const type = (name: string, content: string): string =>
    `<xs:complexType name="${name}">${content}</xs:complexType>`;

  describe('groups that nothing uses', () => {
    const group = (value: string): string =>
      `<xs:group name="G"><xs:sequence><xs:element name="a" type="xs:int" default="${value}"/></xs:sequence></xs:group>`;
    const attributes = (value: string): string =>
      `<xs:attributeGroup name="H"><xs:attribute name="a" type="xs:int" fixed="${value}"/></xs:attributeGroup>`;

    const other = type('Other', '<xs:sequence/>');

    test.each([
      ['element', group],
      ['attribute', attributes],
    ])('have values, too: %s', (what, of) => {
      const told = [
        expect.stringContaining(`The value 'x' of ${what} 'a' is not a value of 'int'`),
      ];
      expect(linkTypes(of('x') + other).lines).toEqual(told);
      expect(linkTypes(of('5') + other).lines).toEqual([]);
      // once, however many types use it
      const ref = what === 'element' ? '<xs:group ref="t:G"/>' : '<xs:attributeGroup ref="t:H"/>';
      expect(linkTypes(of('x') + type('T', ref) + type('U', ref)).lines).toEqual(told);
    });
  });

  test.each([
    ['xs:float', '1.0', true],
    ['xs:double', '1e0', true],
    // the same xs:float as 0.1
    ['xs:float', '0.100000001', true],
    ['xs:double', '-0', false],
    ['xs:float', '2', false],
  ])('a value of an enumeration of %s: %s', (builtin, value, known) => {
    const { lines } = linkTypes(
      `<xs:simpleType name="A">${restriction(builtin, enumeration('1', '0.1'))}</xs:simpleType>` +
        type('T', `<xs:attribute name="a" type="t:A" default="${value}"/>`),
    );
    const told = expect.stringContaining(
      `'${value}' of attribute 'a' is not among the values of 'A'`,
    );
    expect(lines).toEqual(known ? [] : [told]);
  });

  describe('a group that occurs twice in one model', () => {
    const group =
      '<xs:group name="G"><xs:sequence><xs:element name="g" type="xs:int"/></xs:sequence></xs:group>';
    const any = '<xs:group name="G"><xs:sequence><xs:any/></xs:sequence></xs:group>';

    test.each([
      [group, '<xs:group ref="t:G" minOccurs="0"/><xs:group ref="t:G"/>', "element 'g' or element"],
      [any, '<xs:group ref="t:G" minOccurs="0"/><xs:group ref="t:G"/>', "'xs:any' or 'xs:any'"],
      [group, '<xs:group ref="t:G"/><xs:group ref="t:G"/>', undefined],
      [group, '<xs:group ref="t:G" minOccurs="2" maxOccurs="2"/>', undefined],
      [group, '<xs:group ref="t:G" minOccurs="0" maxOccurs="2"/>', undefined],
      [any, '<xs:group ref="t:G" minOccurs="3" maxOccurs="3"/>', undefined],
    ])('may compete with itself: %#', (declared, content, message) => {
      const { lines } = linkTypes(declared + type('T', `<xs:sequence>${content}</xs:sequence>`));
      expect(lines).toEqual(message === undefined ? [] : [expect.stringContaining(message)]);
    });
  });
});

describe('facet rules', () => {
  function linked(base: string, facets: string) {
    const type = `<xs:simpleType name="A"><xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType><xs:simpleType name="L"><xs:list itemType="xs:int"/></xs:simpleType><xs:simpleType name="U"><xs:union memberTypes="xs:int xs:date"/></xs:simpleType>`;
    const { model, lines } = linkTypes(type);
    const [first] = (model?.types ?? []) as readonly SimpleType[];
    return { facets: first?.facets, lines };
  }

  describe('facets that cannot be checked', () => {
    test.each([
      ['xs:decimal', 'maxLength', '5', "Facet 'maxLength' does not apply to 'decimal'"],
      ['xs:string', 'minInclusive', '5', "Facet 'minInclusive' does not apply to 'string'"],
      ['xs:boolean', 'length', '5', "Facet 'length' does not apply to 'boolean'"],
      ['xs:date', 'totalDigits', '5', "Facet 'totalDigits' does not apply to 'date'"],
      ['t:U', 'minInclusive', '5', "Facet 'minInclusive' does not apply to a union"],
      ['t:L', 'totalDigits', '5', "Facet 'totalDigits' does not apply to a list"],
      [
        'xs:int',
        'minInclusive',
        'many',
        "'many' is not a value of 'int', which facet 'minInclusive' needs",
      ],
      [
        'xs:int',
        'enumeration',
        'one',
        "'one' is not a value of 'int', which facet 'enumeration' needs",
      ],
      ['xs:date', 'maxExclusive', '2024-1-1', "'2024-1-1' is not a value of 'date'"],
      ['xs:duration', 'maxInclusive', '1 day', "'1 day' is not a value of 'duration'"],
    ])('%s with %s %s', (base, name, value, message) => {
      const facet = `<xs:${name} value="${value}"/>`;
      const { facets, lines } = linked(base, facet);
      expect(lines).toEqual([expect.stringContaining(`warning ASMX3003 «${facet}» ${message}`)]);
      expect(facets).toEqual({});
    });

    test.each([
      ['xs:int', 'minInclusive', '+1.0'],
      ['xs:float', 'maxInclusive', '-INF'],
      ['xs:double', 'enumeration', '1E-5'],
      ['xs:dateTime', 'minInclusive', '2024-01-01T00:00:00.5+01:00'],
      ['xs:time', 'minInclusive', '08:00:00Z'],
      ['xs:gYear', 'minInclusive', '-0044'],
      ['xs:gMonthDay', 'minInclusive', '--02-29'],
      ['xs:gDay', 'minInclusive', '---09'],
      ['xs:duration', 'minInclusive', '-P1YT1.5S'],
      ['xs:NMTOKENS', 'maxLength', '3'],
      ['xs:anyURI', 'minLength', '3'],
      ['xs:hexBinary', 'length', '3'],
      ['t:L', 'enumeration', '1 2'],
    ])('none are left out: %s with %s %s', (base, name, value) => {
      const { facets, lines } = linked(base, `<xs:${name} value="${value}"/>`);
      expect(lines).toEqual([]);
      // no list of these is empty
      const own = base === 'xs:NMTOKENS' ? ['minLength'] : [];
      expect(Object.keys(facets ?? {})).toEqual([...own, name]);
    });
  });
});

describe('invalid schemas', () => {
  /** A contract of nothing but these components, or these schemas. */
  function contractOf(body: string): string {
    const components = `<xs:schema targetNamespace="urn:t" elementFormDefault="qualified">\n${body}\n</xs:schema>`;
    return wsdl(`<types>${body.startsWith('<xs:schema') ? body : components}</types>`);
  }

  interface Said {
    readonly severity: string;
    readonly code: string;
    readonly place: string;
  }

  /** What is said of a contract, beside that it has no services. */
  function saidOf(text: string): readonly Said[] {
    const { diagnostics } = linkFiles({ 'a.wsdl': text });
    return diagnostics
      .filter(({ code }) => code !== 'ASMX3005')
      .map(({ severity, code, span, help, message }) => {
        if (severity === 'warning') expect(help).toBeTruthy();
        expect(message).not.toMatch(/\.$|undefined/);
        const { line, column } = positionAt(span?.file ?? { path: '', text: '' }, span?.start ?? 0);
        return { severity, code, place: `${line}:${column}` };
      });
  }

  const tables: readonly (readonly [FaultTable, SoundTable])[] = [
    [facetRows, soundFacets],
    [valueRows, soundValues],
    [formRows, soundForms],
    [placementRows, soundPlacement],
    [componentRows, soundComponents],
    [contentRows, soundContent],
  ];

  /**
   * Codes that were given for faults before there were warnings of them: what makes a declaration
   * unusable stays an error.
   */
  const errors: ReadonlySet<string> = new Set([
    'ASMX1022',
    'ASMX1023',
    'ASMX2001',
    'ASMX2002',
    'ASMX2003',
    'ASMX3003',
  ]);

  describe.each(tables)('table %#', (faults, sound) => {
    describe.each(Object.entries(faults))('%s', (_constraint, rows) => {
      test.each(rows)('%s', (_what, body, code) => {
        const marked = contractOf(body);
        const { line, column } = positionAt({ path: '', text: marked }, marked.indexOf('¶'));
        const said = saidOf(marked.replace('¶', ''));
        const found = said.filter((one) => one.place === `${line}:${column}`);
        expect(found.map((one) => one.code)).toEqual([code]);
        // each fault is told once, and a circle at each of its ends
        if (code !== 'ASMX2003') expect(said).toHaveLength(1);
        if (!errors.has(code)) expect(found[0]?.severity).toBe('warning');
      });
    });

    test.each(Object.entries(sound))('sound: %s', (_what, bodies) => {
      for (const body of bodies) expect([body, saidOf(contractOf(body))]).toEqual([body, []]);
    });
  });
});

describe('expansion', () => {
  const list = (count: number, make: (at: number) => string): string =>
    Array.from({ length: count }, (_, at) => make(at)).join('');
  const element = (name: string): string => `<xs:element name="${name}" type="xs:int"/>`;
  const sequence = (content: string): string => `<xs:sequence>${content}</xs:sequence>`;

  const shapes: Readonly<Record<string, (n: number) => string>> = {
    'a group in every type': (n) =>
      `<xs:group name="g">${sequence(list(n, (at) => element(`a${at}`)))}</xs:group>${list(n, (at) => `<xs:complexType name="T${at}"><xs:group ref="t:g"/></xs:complexType>`)}`,
    'an attribute group in every type': (n) =>
      `<xs:attributeGroup name="g">${list(n, (at) => `<xs:attribute name="a${at}"/>`)}</xs:attributeGroup>${list(n, (at) => `<xs:complexType name="T${at}"><xs:attributeGroup ref="t:g"/></xs:complexType>`)}`,
    'extensions of a large type': (n) =>
      `<xs:complexType name="B">${sequence(list(n, (at) => element(`a${at}`)))}</xs:complexType>${list(n, (at) => `<xs:complexType name="T${at}"><xs:complexContent><xs:extension base="t:B"/></xs:complexContent></xs:complexType>`)}`,
    'a substitution group in every type': (n) =>
      `${element('h')}${list(n, (at) => `<xs:element name="m${at}" type="xs:int" substitutionGroup="t:h"/>`)}${list(n, (at) => `<xs:complexType name="T${at}">${sequence('<xs:element ref="t:h"/>')}</xs:complexType>`)}`,
    'restrictions of an enumeration': (n) =>
      `<xs:simpleType name="E"><xs:restriction base="xs:string">${list(n, (at) => `<xs:enumeration value="v${at}"/>`)}</xs:restriction></xs:simpleType>${list(n, (at) => `<xs:simpleType name="S${at}"><xs:restriction base="t:E"/></xs:simpleType>`)}`,
  };

  const errorsOf = (content: string): readonly string[] =>
    linkFiles({ 'a.wsdl': typesOnly(content) }).lines.filter((line) => line.startsWith('error'));

  describe('what a contract stands for', () => {
    test.each(Object.keys(shapes))('%s is fine as long as it is of a usual size', (name) => {
      expect(errorsOf(shapes[name]?.(40) ?? '')).toEqual([]);
    });

    test.each(Object.keys(shapes))(
      '%s is refused, once, where it grows beyond its length',
      (name) => {
        const errors = errorsOf(shapes[name]?.(400) ?? '');
        expect(errors).toHaveLength(1);
        expect(errors[0]).toMatch(/ASMX1032 .* The schemas stand for more than \d+ components/);
      },
    );

    test('may grow with the contract', () => {
      const bag = createDiagnosticBag();
      const defects = createDefects(bag, false);
      expect(createExpansion(defects, 0).take(5001, {}, undefined)).toBe(false);
      expect(createExpansion(defects, 1_000_000).take(200_000, {}, undefined)).toBe(true);
    });

    test('breaks all that is not made, with one report', () => {
      const bag = createDiagnosticBag();
      const defects = createDefects(bag, true);
      const expansion = createExpansion(defects, 0);
      const [first, second] = [{}, {}];
      expansion.take(6000, first, undefined);
      expansion.take(6000, second, undefined);
      expect(bag.diagnostics).toHaveLength(1);
      expect([first, second].every((one) => defects.affected.has(one))).toBe(true);
    });

    test('model groups are nested 64 deep at most', () => {
      const nested = (depth: number): string =>
        `<xs:complexType name="T">${'<xs:sequence>'.repeat(depth)}${element('a')}${'</xs:sequence>'.repeat(depth)}</xs:complexType>`;
      expect(errorsOf(nested(64))).toEqual([]);
      expect(errorsOf(nested(65))[0]).toContain('Model groups are nested deeper than 64');
    });
  });
});
