import { describe, expect, test } from '@jest/globals';
import { withoutRedefinitions } from '../../src/convert/wsdl/definitions.ts';
import { linkFiles, linkTypes, schema, typesOnly, wsdl } from '../read/contract-text.ts';
import { attributes, complex, show, simple } from './model-text.ts';

const extendedBy = (name: string, element: string): string =>
  `<xs:complexType name="${name}"><xs:complexContent><xs:extension base="t:${name}"><xs:sequence><xs:element name="${element}" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`;
const narrowed = (facet: string): string =>
  `<xs:simpleType name="S"><xs:restriction base="t:S">${facet}</xs:restriction></xs:simpleType>`;
const grown = (element: string): string =>
  `<xs:group name="G"><xs:sequence><xs:group ref="t:G"/><xs:element name="${element}" type="xs:int"/></xs:sequence></xs:group>`;

test('xs:redefine of what is redefined already builds on all that was said before', () => {
  const { model, contract, lines } = linkFiles({
    'a.wsdl': wsdl(
      `<types><xs:schema targetNamespace="urn:t"><xs:redefine schemaLocation="b.xsd">${extendedBy('A', 'c')}${narrowed('<xs:maxLength value="2"/>')}${grown('h')}</xs:redefine></xs:schema></types>`,
    ),
    'b.xsd': schema(
      `<xs:redefine schemaLocation="c.xsd">${extendedBy('A', 'b')}${narrowed('<xs:minLength value="1"/>')}${grown('g')}</xs:redefine>`,
    ),
    'c.xsd': schema(
      '<xs:complexType name="A"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType><xs:simpleType name="S"><xs:restriction base="xs:string"/></xs:simpleType><xs:group name="G"><xs:sequence><xs:element name="f" type="xs:int"/></xs:sequence></xs:group><xs:complexType name="User"><xs:group ref="t:G"/></xs:complexType>',
    ),
  });
  if (model === undefined || contract === undefined) throw new Error(lines.join('\n'));
  expect(show(complex(model, 'A').particle)).toBe('(a, b, c)');
  expect(simple(model, 'S').facets).toEqual({ minLength: 1, maxLength: 2 });
  expect(show(complex(model, 'User').particle)).toBe('(((f), g), h)');
  // the WSDL that servers show says the same without the other files
  const alone = contract.definitions.map((one) => withoutRedefinitions(one));
  expect(alone[0]?.schemas.flatMap((one) => one.types.map((type) => type.name?.localName))).toEqual(
    ['A', 'S', 'ASchemaRedefined', 'SSchemaRedefined', 'ARedefined', 'SRedefined', 'User'],
  );
});

describe('attributes that are prohibited', () => {
  const base =
    '<xs:complexType name="B"><xs:attribute name="a"/><xs:attribute name="b"/></xs:complexType><xs:attributeGroup name="G"><xs:attribute name="a" use="prohibited"/><xs:attribute name="c"/></xs:attributeGroup>';
  const restriction = (inner: string): string =>
    `${base}<xs:complexType name="D"><xs:complexContent><xs:restriction base="t:B">${inner}</xs:restriction></xs:complexContent></xs:complexType>`;

  test('in a restriction are left out, in an attribute group they say nothing', () => {
    const own = linkTypes(restriction('<xs:attribute name="a" use="prohibited"/>'));
    expect(attributes(complex(own, 'D'))).toEqual(['b:anySimpleType']);
    const named = linkTypes(restriction('<xs:attributeGroup ref="t:G"/>'));
    expect(attributes(complex(named, 'D'))).toEqual([
      'a:anySimpleType',
      'b:anySimpleType',
      'c:anySimpleType',
    ]);
  });
});

describe('complex content where there is text', () => {
  const base =
    '<xs:complexType name="B"><xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="a"/></xs:extension></xs:simpleContent></xs:complexType>';
  const derived = (method: string, of: string, inner: string): string =>
    typesOnly(
      `${base}<xs:complexType name="D"><xs:complexContent><xs:${method} base="${of}">${inner}</xs:${method}></xs:complexContent></xs:complexType>`,
    );

  test.each([
    ['restriction', 't:B', '<xs:attribute name="a" use="required"/>', 1],
    ['restriction', 't:B', '<xs:sequence/><xs:attribute name="a"/>', 1],
    ['restriction', 't:B', '<xs:maxLength value="3"/>', 1],
    ['restriction', 't:B', '<xs:simpleType><xs:restriction base="xs:token"/></xs:simpleType>', 1],
    ['restriction', 'xs:string', '<xs:attribute name="a"/>', 1],
    ['extension', 't:B', '<xs:attribute name="b"/>', 0],
  ])('%s of %s with %s has the text of its base', (method, of, inner, warnings) => {
    const { model, lines } = linkFiles({ 'a.wsdl': derived(method, of, inner) });
    if (model === undefined) throw new Error(lines.join('\n'));
    const type = complex(model, 'D');
    expect(type.simpleContent?.builtin ?? type.simpleContent?.base?.builtin).toMatch(
      /string|token/,
    );
    expect(type.attributes.length).toBeGreaterThan(0);
    expect(lines.filter((line) => line.includes("read as 'simpleContent'"))).toHaveLength(warnings);
  });

  test.each([
    ['restriction', 't:B', "Type 'B' has simple content: elements cannot be added to it"],
    ['extension', 't:B', "Type 'B' has simple content: elements cannot be added to it"],
    [
      'extension',
      'xs:string',
      "Type 'string' is simple: complex content cannot be derived from it",
    ],
    [
      'restriction',
      'xs:string',
      "Type 'string' is simple: complex content cannot be derived from it",
    ],
  ])('%s of %s cannot have elements', (method, of, message) => {
    const inner = '<xs:sequence><xs:element name="e"/></xs:sequence>';
    const { model, lines } = linkFiles({ 'a.wsdl': derived(method, of, inner) });
    expect(model).toBeUndefined();
    expect(lines.join('\n')).toContain(message);
  });
});

test.each([
  ['2147483648', 2 ** 31],
  ['99999999999', 99_999_999_999],
  ['123456789012345678901234567890', Number.MAX_SAFE_INTEGER],
])('maxOccurs %s is a bound like others', (text, max) => {
  const model = linkTypes(
    `<xs:complexType name="A"><xs:sequence><xs:element name="a" type="xs:int" maxOccurs="${text}"/></xs:sequence></xs:complexType>`,
  );
  const { particle } = complex(model, 'A');
  expect(particle?.kind === 'model' ? particle.particles[0]?.occurs : undefined).toEqual({
    min: 1,
    max,
  });
});

describe('an element whose place makes no difference', () => {
  const named = (child: string, before: string, parent: string): string =>
    `Element '${child}' must come before '${before}' in '${parent}'`;

  test.each([
    [
      '<xs:element name="A" type="x:T"/><xs:import namespace="urn:x" schemaLocation="x.xsd"/>',
      named('import', 'element', 'schema'),
    ],
    [
      '<xs:complexType name="A"/><xs:include schemaLocation="i.xsd"/>',
      named('include', 'complexType', 'schema'),
    ],
    [
      '<xs:element name="A"><xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType><xs:annotation/></xs:element>',
      named('annotation', 'simpleType', 'element'),
    ],
    [
      '<xs:complexType name="A"><xs:sequence><xs:element name="a"/><xs:annotation/></xs:sequence></xs:complexType>',
      named('annotation', 'element', 'sequence'),
    ],
    [
      '<xs:complexType name="A"><xs:attribute name="a"/><xs:annotation/></xs:complexType>',
      named('annotation', 'attribute', 'complexType'),
    ],
  ])('%s is read where it is, with a warning', (body, message) => {
    const { model, lines } = linkFiles({
      'a.wsdl': typesOnly(body).replace('<xs:schema ', '<xs:schema xmlns:x="urn:x" '),
      'x.xsd':
        '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:x"><xs:simpleType name="T"><xs:restriction base="xs:int"/></xs:simpleType></xs:schema>',
      'i.xsd': schema('<xs:element name="I" type="xs:int"/>'),
    });
    expect(model).toBeDefined();
    expect(lines.filter((line) => line.includes('ASMX1022'))).toEqual([
      expect.stringMatching(new RegExp(`^warning .*${message}$`)),
    ]);
  });
});

test('a schema with the document type declaration of W3C is read in the place of the one built in', () => {
  const declaration = `<!DOCTYPE schema PUBLIC "-//W3C//DTD XMLSchema 200102//EN" "http://www.w3.org/2001/XMLSchema.dtd"
 [ <!ATTLIST schema xmlns:ds CDATA #FIXED "urn:ds"> <!ENTITY dsig 'urn:ds'> <!ENTITY % p ''> ]>`;
  const namespace = 'http://www.w3.org/2000/09/xmldsig#';
  const { model, lines, contract } = linkFiles({
    'a.wsdl': typesOnly(
      `<xs:import namespace="${namespace}" schemaLocation="ds.xsd"/><xs:element name="A" type="ds:Own" xmlns:ds="${namespace}"/>`,
    ),
    'ds.xsd': `<?xml version="1.0"?>\n${declaration}\n<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="${namespace}"><xs:simpleType name="Own"><xs:restriction base="xs:int"/></xs:simpleType></xs:schema>`,
  });
  expect(lines.filter((line) => !line.includes('ASMX3005'))).toEqual([]);
  expect(contract?.files.map(({ path }) => path)).toEqual(['a.wsdl', 'ds.xsd']);
  expect(model?.elements[0]?.type.name?.localName).toBe('Own');
});

test('an entity that a document type declaration declares is not expanded', () => {
  const { model, lines } = linkFiles({
    'a.wsdl': typesOnly('<xs:include schemaLocation="b.xsd"/>'),
    'b.xsd': `<!DOCTYPE xs:schema [<!ENTITY name "A">]>${schema('<xs:element name="&name;"/>')}`,
  });
  expect(model?.elements ?? []).toEqual([]);
  expect(lines.join()).toContain('error ASMX1020 b.xsd:2:');
});

test.each([
  ['assert', complexOf('<xs:sequence/>¶')],
  ['openContent', complexOf('¶<xs:sequence/>')],
  ['alternative', '<xs:element name="e" type="xs:int">¶</xs:element>'],
  [
    'assertion',
    '<xs:simpleType name="S"><xs:restriction base="xs:int">¶</xs:restriction></xs:simpleType>',
  ],
  ['defaultOpenContent', '¶'],
  ['override', '¶'],
])('the error about %s says that it is of XML Schema 1.1', (name, body) => {
  const types = schema(body.replace('¶', `<xs:${name}/>`));
  const { diagnostics } = linkFiles({ 'a.wsdl': wsdl(`<types>${types}</types>`) });
  expect(diagnostics.filter(({ code }) => code === 'ASMX1022')).toMatchObject([
    { severity: 'error', help: expect.stringContaining('XML Schema 1.1') },
  ]);
});

function complexOf(content: string): string {
  return `<xs:complexType name="C">${content}</xs:complexType>`;
}
