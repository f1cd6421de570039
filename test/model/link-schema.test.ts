import { describe, expect, test } from '@jest/globals';
import { leafOf } from '../../src/model/link/schema.ts';
import { namespaces } from '../../src/model/xml.ts';
import { anyType, builtinNames, builtinType, findBuiltin } from '../../src/model/xsd/schema.ts';
import { linkFiles, linkTypes, schema, typesOnly, wsdl } from '../read/contract-text.ts';
import { attributes, complex, show, simple, typeOf } from './model-text.ts';

describe('built-in types', () => {
  test('are one object each, derived as XML Schema says', () => {
    for (const name of builtinNames) expect(builtinType(name)).toBe(builtinType(name));
    expect(builtinType('byte').base?.base?.base?.base?.base?.builtin).toBe('decimal');
    expect(builtinType('IDREFS')).toMatchObject({ variety: 'list', item: builtinType('IDREF') });
    expect(builtinType('anySimpleType').base).toBeUndefined();
    expect(anyType).toMatchObject({ kind: 'complex', mixed: true });
  });

  test.each([
    [namespaces.xsd, 'int', builtinType('int')],
    [namespaces.xsd, 'anyType', anyType],
    [namespaces.xsd, 'guid', undefined],
    [namespaces.microsoftTypes, 'guid', builtinType('guid')],
    [namespaces.soapEncoding11, 'base64', builtinType('base64Binary')],
    [namespaces.soapEncoding12, 'string', builtinType('string')],
    [namespaces.soapEncoding11, 'Array', undefined],
    ['urn:t', 'int', undefined],
  ])('{%s}%s', (namespace, localName, type) => {
    expect(findBuiltin({ namespace, localName })).toBe(type);
  });
});

describe('content models', () => {
  const sequenceOf = (inner: string): string =>
    `<xs:complexType name="A">${inner}</xs:complexType><xs:group name="G"><xs:choice><xs:element name="x" type="xs:int"/><xs:element name="y" type="xs:int"/></xs:choice></xs:group><xs:element name="E" type="xs:int"/>`;
  const element = (name: string, more = ''): string =>
    `<xs:element name="${name}" type="xs:int" ${more}/>`;
  test.each([
    ['empty', '', ''],
    ['an empty sequence', '<xs:sequence/>', ''],
    [
      'sequence',
      `<xs:sequence>${element('a')}${element('b', 'minOccurs="0"')}</xs:sequence>`,
      '(a, b?)',
    ],
    [
      'choice',
      `<xs:choice maxOccurs="unbounded">${element('a')}${element('b')}</xs:choice>`,
      '(a | b)+',
    ],
    ['all', `<xs:all>${element('a')}${element('b', 'minOccurs="0"')}</xs:all>`, '(a & b?)'],
    [
      'counts',
      `<xs:sequence>${element('a', 'minOccurs="2" maxOccurs="5"')}${element('b', 'minOccurs="0" maxOccurs="unbounded"')}</xs:sequence>`,
      '(a{2,5}, b*)',
    ],
    [
      'what may not occur',
      `<xs:sequence>${element('a', 'minOccurs="0" maxOccurs="0"')}${element('b')}</xs:sequence>`,
      '(b)',
    ],
    [
      'nested groups',
      `<xs:sequence>${element('a')}<xs:choice minOccurs="0"><xs:sequence>${element('b')}${element('c')}</xs:sequence>${element('d')}</xs:choice></xs:sequence>`,
      '(a, ((b, c) | d)?)',
    ],
    [
      'a named group',
      '<xs:sequence><xs:group ref="t:G" maxOccurs="2"/></xs:sequence>',
      '((x | y){1,2})',
    ],
    ['a named group alone', '<xs:group ref="t:G" minOccurs="0"/>', '(x | y)?'],
    [
      'element references and wildcards',
      '<xs:sequence><xs:element ref="t:E" minOccurs="0"/><xs:any minOccurs="0" maxOccurs="unbounded"/></xs:sequence>',
      '(E?, any*)',
    ],
  ])('%s', (_what, content, expected) => {
    const type = complex(linkTypes(sequenceOf(content)), 'A');
    expect(show(type.particle)).toBe(expected);
    expect(type.ownParticle).toBe(type.particle);
  });

  test('qualify local elements and attributes as their form or the default says', () => {
    const body =
      '<xs:complexType name="A"><xs:sequence><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int" form="unqualified"/></xs:sequence><xs:attribute name="c"/><xs:attribute name="d" form="qualified"/></xs:complexType>';
    const names = (attributesText: string): string[] => {
      const type = complex(linkTypes(body, attributesText), 'A');
      const particles = type.particle?.kind === 'model' ? type.particle.particles : [];
      return [
        ...particles.map((one) => (one.kind === 'element' ? one.element.name.namespace : '?')),
        ...type.attributes.map((use) => use.name.namespace),
      ];
    };
    expect(names('')).toEqual(['', '', '', 'urn:t']);
    expect(names('elementFormDefault="qualified" attributeFormDefault="qualified"')).toEqual([
      'urn:t',
      '',
      'urn:t',
      'urn:t',
    ]);
  });

  test('wildcards know their namespaces', () => {
    const model = linkTypes(
      '<xs:complexType name="A"><xs:sequence><xs:any/><xs:any namespace="##other" processContents="lax"/><xs:any namespace="##local ##targetNamespace urn:x" processContents="skip"/></xs:sequence><xs:anyAttribute namespace="urn:y"/></xs:complexType>',
    );
    const { particle, anyAttribute } = complex(model, 'A');
    expect(particle?.kind === 'model' ? particle.particles : []).toMatchObject([
      { wildcard: { allowed: { kind: 'any' }, processContents: 'strict' } },
      { wildcard: { allowed: { kind: 'other', than: 'urn:t' }, processContents: 'lax' } },
      {
        wildcard: {
          allowed: { kind: 'list', namespaces: ['', 'urn:t', 'urn:x'] },
          processContents: 'skip',
        },
      },
    ]);
    expect(anyAttribute).toEqual({
      allowed: { kind: 'list', namespaces: ['urn:y'] },
      processContents: 'strict',
    });
  });

  test('recursion is a cycle of objects', () => {
    const model = linkTypes(
      '<xs:complexType name="Node"><xs:sequence><xs:element name="next" type="t:Node" minOccurs="0"/></xs:sequence></xs:complexType>',
    );
    const { particle } = complex(model, 'Node');
    const next = particle?.kind === 'model' ? particle.particles[0] : undefined;
    expect(next?.kind === 'element' ? next.element.type : undefined).toBe(typeOf(model, 'Node'));
  });

  test('anonymous types know where they are, and may derive from the type around them', () => {
    const model = linkTypes(
      '<xs:complexType name="A"><xs:sequence><xs:element name="b"><xs:complexType><xs:complexContent><xs:extension base="t:A"><xs:attribute name="c"><xs:simpleType><xs:restriction base="xs:string"><xs:maxLength value="3"/></xs:restriction></xs:simpleType></xs:attribute></xs:extension></xs:complexContent></xs:complexType></xs:element></xs:sequence></xs:complexType>',
    );
    const a = complex(model, 'A');
    const b = a.particle?.kind === 'model' ? a.particle.particles[0] : undefined;
    const inner = b?.kind === 'element' ? b.element.type : undefined;
    expect(inner).toMatchObject({
      context: ['A', 'b'],
      base: a,
      attributes: [{ type: { context: ['A', 'b', 'c'] } }],
    });
    expect(a.derived).toEqual([]);
  });

  test('elements without type have any content; declarations keep what is said of them', () => {
    const model = linkTypes(
      '<xs:element name="A"/><xs:element name="B" type="xs:int" nillable="true" default="1" abstract="true"><xs:annotation><xs:documentation>\n  One\n  two </xs:documentation></xs:annotation></xs:element><xs:element name="C" type="xs:string" fixed=" x "/>',
    );
    expect(model.elements).toMatchObject([
      { type: anyType, nillable: false, abstract: false, global: true },
      {
        type: builtinType('int'),
        nillable: true,
        default: '1',
        abstract: true,
        documentation: 'One\ntwo',
      },
      { fixed: ' x ' },
    ]);
  });
});

describe('derivation', () => {
  const base =
    '<xs:complexType name="Base" abstract="true"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence><xs:attribute name="p" type="xs:int"/><xs:attribute name="q" type="xs:int"/></xs:complexType>';

  test('extension inherits content and attributes and adds its own', () => {
    const model = linkTypes(
      `<xs:complexType name="Third"><xs:complexContent><xs:extension base="t:Second"><xs:choice><xs:element name="c" type="xs:int"/><xs:element name="d" type="xs:int"/></xs:choice></xs:extension></xs:complexContent></xs:complexType><xs:complexType name="Second"><xs:complexContent><xs:extension base="t:Base"><xs:sequence><xs:element name="b" type="xs:int"/></xs:sequence><xs:attribute name="r" use="required"/></xs:extension></xs:complexContent></xs:complexType>${base}`,
    );
    const third = complex(model, 'Third');
    expect(show(third.particle)).toBe('(a, b, (c | d))');
    expect(show(third.ownParticle)).toBe('(c | d)');
    expect(attributes(third)).toEqual(['p:int', 'q:int', 'r!:anySimpleType']);
    expect(third.ownAttributes).toEqual([]);
    const second = complex(model, 'Second');
    expect(third).toMatchObject({ base: second, derivation: 'extension', abstract: false });
    expect(complex(model, 'Base')).toMatchObject({ abstract: true, derived: [second] });
    expect(second.derived).toEqual([third]);
  });

  test('restriction restates content and drops prohibited attributes', () => {
    const model = linkTypes(
      `${base}<xs:complexType name="Less"><xs:complexContent><xs:restriction base="t:Base"><xs:sequence><xs:element name="a" type="xs:short"/></xs:sequence><xs:attribute name="p" use="prohibited"/><xs:attribute name="q" type="xs:short" use="required"/></xs:restriction></xs:complexContent></xs:complexType>`,
    );
    const less = complex(model, 'Less');
    expect(less.derivation).toBe('restriction');
    expect(show(less.particle)).toBe('(a)');
    expect(attributes(less)).toEqual(['q!:short']);
  });

  test('simple content is extended and restricted', () => {
    const model = linkTypes(
      '<xs:complexType name="Price"><xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="currency" type="xs:string"/></xs:extension></xs:simpleContent></xs:complexType><xs:complexType name="Cheap"><xs:simpleContent><xs:restriction base="t:Price"><xs:maxInclusive value="9"/></xs:restriction></xs:simpleContent></xs:complexType>',
    );
    expect(complex(model, 'Price')).toMatchObject({
      simpleContent: builtinType('decimal'),
      particle: undefined,
    });
    const cheap = complex(model, 'Cheap');
    expect(cheap.simpleContent).toMatchObject({
      builtin: 'decimal',
      facets: { maxInclusive: '9' },
    });
    expect(attributes(cheap)).toEqual(['currency:string']);
    expect(cheap.base).toBe(typeOf(model, 'Price'));
  });

  test('a restriction of anyType is a type without base', () => {
    const model = linkTypes(
      '<xs:complexType name="A"><xs:complexContent><xs:restriction base="xs:anyType"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:restriction></xs:complexContent></xs:complexType>',
    );
    expect(complex(model, 'A')).toMatchObject({
      base: undefined,
      derivation: undefined,
      mixed: false,
    });
  });

  test('mixed content is that of the type or of its complexContent', () => {
    const model = linkTypes(
      '<xs:complexType name="A" mixed="true"/><xs:complexType name="B"><xs:complexContent mixed="true"><xs:extension base="t:A"/></xs:complexContent></xs:complexType><xs:complexType name="C"><xs:complexContent><xs:extension base="t:A"/></xs:complexContent></xs:complexType>',
    );
    expect(['A', 'B', 'C'].map((name) => complex(model, name).mixed)).toEqual([true, true, true]);
  });

  test('attribute groups are expanded, wildcards met and united', () => {
    const model = linkTypes(
      '<xs:attributeGroup name="G"><xs:attribute name="a"/><xs:attributeGroup ref="t:H"/><xs:anyAttribute namespace="##any"/></xs:attributeGroup><xs:attributeGroup name="H"><xs:attribute ref="t:g" default="1"/></xs:attributeGroup><xs:attribute name="g" type="xs:int"/><xs:complexType name="A"><xs:attributeGroup ref="t:G"/><xs:anyAttribute namespace="urn:x" processContents="lax"/></xs:complexType><xs:complexType name="B"><xs:complexContent><xs:extension base="t:A"><xs:anyAttribute namespace="urn:y"/></xs:extension></xs:complexContent></xs:complexType>',
    );
    expect(attributes(complex(model, 'A'))).toEqual(['a:anySimpleType', 'g:int']);
    expect(complex(model, 'A').attributes[1]).toMatchObject({
      name: { namespace: 'urn:t' },
      default: '1',
    });
    expect(complex(model, 'A').anyAttribute?.allowed).toEqual({
      kind: 'list',
      namespaces: ['urn:x'],
    });
    expect(complex(model, 'B').anyAttribute?.allowed).toEqual({
      kind: 'list',
      namespaces: ['urn:x', 'urn:y'],
    });
  });

  test('substitution groups reach through all levels, abstract members left out', () => {
    const model = linkTypes(
      '<xs:element name="C" substitutionGroup="t:B"/><xs:element name="B" substitutionGroup="t:A" abstract="true"/><xs:element name="A" type="xs:int"/><xs:element name="D" substitutionGroup="t:A" type="xs:short"/>',
    );
    const [c, b, a, d] = model.elements;
    expect(a?.substitutes).toEqual([c, d]);
    expect(b?.substitutes).toEqual([c]);
    expect(c?.type).toBe(builtinType('int'));
    expect(d?.type).toBe(builtinType('short'));
  });
});

describe('simple types', () => {
  test('merge the facets of all steps', () => {
    const model = linkTypes(
      '<xs:simpleType name="A"><xs:restriction base="xs:string"><xs:pattern value="a+"/><xs:pattern value="b+"/><xs:maxLength value="5"/><xs:minLength value="1"/></xs:restriction></xs:simpleType><xs:simpleType name="B"><xs:restriction base="t:A"><xs:pattern value="[ab]"/><xs:maxLength value="3"/><xs:whiteSpace value="collapse"/></xs:restriction></xs:simpleType>',
    );
    expect(simple(model, 'B')).toMatchObject({
      builtin: 'string',
      base: typeOf(model, 'A'),
      facets: {
        patterns: [['a+', 'b+'], ['[ab]']],
        minLength: 1,
        maxLength: 3,
        whiteSpace: 'collapse',
      },
    });
  });

  test.each([
    ['string', '<xs:length value="2"/>', { length: 2 }],
    [
      'string',
      '<xs:enumeration value="x"><xs:annotation><xs:documentation>X!</xs:documentation></xs:annotation></xs:enumeration><xs:enumeration value=""/>',
      { enumeration: [{ value: 'x', documentation: 'X!' }, { value: '' }] },
    ],
    [
      'decimal',
      '<xs:minInclusive value=" 1 "/><xs:maxExclusive value="9"/>',
      { minInclusive: '1', maxExclusive: '9' },
    ],
    [
      'decimal',
      '<xs:minExclusive value="1"/><xs:maxInclusive value="9"/>',
      { minExclusive: '1', maxInclusive: '9' },
    ],
    [
      'decimal',
      '<xs:totalDigits value="4"/><xs:fractionDigits value="0"/>',
      { totalDigits: 4, fractionDigits: 0 },
    ],
  ])('of %s know the facets %s', (base, facets, expected) => {
    const model = linkTypes(
      `<xs:simpleType name="A"><xs:restriction base="xs:${base}">${facets}</xs:restriction></xs:simpleType>`,
    );
    expect(simple(model, 'A').facets).toEqual(expected);
  });

  test('are lists and unions of named and anonymous types', () => {
    const model = linkTypes(
      '<xs:simpleType name="L"><xs:list itemType="xs:int"/></xs:simpleType><xs:simpleType name="M"><xs:restriction base="t:L"><xs:maxLength value="2"/></xs:restriction></xs:simpleType><xs:simpleType name="U"><xs:union memberTypes="xs:int t:L"><xs:simpleType><xs:restriction base="xs:string"/></xs:simpleType></xs:union></xs:simpleType><xs:simpleType name="N"><xs:list><xs:simpleType><xs:restriction base="xs:token"/></xs:simpleType></xs:list></xs:simpleType>',
    );
    expect(simple(model, 'M')).toMatchObject({
      variety: 'list',
      item: builtinType('int'),
      builtin: undefined,
      facets: { maxLength: 2 },
    });
    expect(simple(model, 'U').variety).toBe('union');
    expect(simple(model, 'U').members?.map((one) => one.builtin ?? one.variety)).toEqual([
      'int',
      'list',
      'string',
    ]);
    expect(simple(model, 'N').item).toMatchObject({ builtin: 'token', context: ['N'] });
  });
});

describe('arrays of the SOAP encoding', () => {
  const array = (inner: string): string =>
    `<xs:complexType name="A"><xs:complexContent><xs:restriction base="soapenc:Array">${inner}</xs:restriction></xs:complexContent></xs:complexType><xs:complexType name="I"/>`;
  test.each([
    ['wsdl:arrayType', '<xs:attribute ref="soapenc:arrayType" wsdl:arrayType="t:I[]"/>', 'I', '[]'],
    [
      'several dimensions',
      '<xs:attribute ref="soapenc:arrayType" wsdl:arrayType="xs:int[,][]"/>',
      'int',
      '[,][]',
    ],
    [
      'an element',
      '<xs:sequence><xs:element name="item" type="t:I" maxOccurs="unbounded"/></xs:sequence>',
      'I',
      '[]',
    ],
    [
      'both',
      '<xs:sequence><xs:element name="item" type="xs:int" maxOccurs="unbounded"/></xs:sequence><xs:attribute ref="soapenc:arrayType" wsdl:arrayType="t:I[]"/>',
      'I',
      '[]',
    ],
    ['nothing', '', 'anyType', '[]'],
    [
      'attributes of the encoding',
      '<xs:attributeGroup ref="soapenc:commonAttributes"/>',
      'anyType',
      '[]',
    ],
  ])('name their items by %s', (_what, inner, item, dimensions) => {
    const type = complex(linkTypes(array(inner)), 'A');
    const { soapArray } = type;
    const leaf = soapArray === undefined ? undefined : leafOf(soapArray);
    expect(leaf?.item.name?.localName).toBe(item);
    expect(`${leaf?.dimensions}${soapArray?.dimensions}`).toBe(dimensions);
    expect(type.base).toBeUndefined();
  });

  test('soapenc:Array itself has items of any type', () => {
    const model = linkTypes('<xs:element name="E" type="soapenc:Array"/>');
    expect(complex(model, 'E').soapArray).toEqual({ item: anyType, dimensions: '[]' });
    expect(model.types).toEqual([]);
  });
});

test('xs:redefine replaces types, groups and attribute groups, which may build on what they replace', () => {
  const { model, lines } = linkFiles({
    'a.wsdl': wsdl(
      '<types><xs:schema targetNamespace="urn:t"><xs:include schemaLocation="r.xsd"/></xs:schema></types>',
    ),
    'r.xsd': schema(
      '<xs:redefine schemaLocation="o.xsd"><xs:complexType name="A"><xs:complexContent><xs:extension base="t:A"><xs:sequence><xs:element name="b" type="t:S"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType><xs:simpleType name="S"><xs:restriction base="t:S"><xs:maxLength value="2"/></xs:restriction></xs:simpleType><xs:group name="G"><xs:sequence><xs:group ref="t:G"/><xs:element name="h" type="xs:int"/></xs:sequence></xs:group><xs:attributeGroup name="H"><xs:attributeGroup ref="t:H"/><xs:attribute name="i"/></xs:attributeGroup></xs:redefine>',
    ),
    'o.xsd': schema(
      '<xs:complexType name="A"><xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence></xs:complexType><xs:complexType name="User"><xs:sequence><xs:element name="a" type="t:A"/><xs:group ref="t:G"/></xs:sequence><xs:attributeGroup ref="t:H"/></xs:complexType><xs:simpleType name="S"><xs:restriction base="xs:string"><xs:minLength value="1"/></xs:restriction></xs:simpleType><xs:group name="G"><xs:sequence><xs:element name="g" type="xs:int"/></xs:sequence></xs:group><xs:attributeGroup name="H"><xs:attribute name="j"/></xs:attributeGroup>',
    ),
  });
  if (model === undefined) throw new Error(lines.join('\n'));
  expect(model.types.map((type) => type.name?.localName)).toEqual(['A', 'S', 'User']);
  const a = complex(model, 'A');
  expect(show(a.particle)).toBe('(a, b)');
  expect(a).toMatchObject({ base: undefined, derivation: undefined, derived: [] });
  expect(show(a.ownParticle)).toBe('(a, b)');
  expect(simple(model, 'S').facets).toEqual({ minLength: 1, maxLength: 2 });
  const user = complex(model, 'User');
  expect(show(user.particle)).toBe('(a, ((g), h))');
  expect(attributes(user)).toEqual(['j:anySimpleType', 'i:anySimpleType']);
});

describe('well-known schemas', () => {
  test.each([
    [
      '<xs:element name="A"><xs:complexType><xs:attribute ref="xml:lang"/></xs:complexType></xs:element>',
    ],
    [
      '<xs:element name="A"><xs:complexType><xs:sequence><xs:element ref="xs:schema"/><xs:any/></xs:sequence></xs:complexType></xs:element>',
    ],
    [
      '<xs:import namespace="http://www.w3.org/2005/05/xmlmime"/><xs:element name="A" type="x:base64Binary" xmlns:x="http://www.w3.org/2005/05/xmlmime"/>',
    ],
    [
      '<xs:import namespace="http://www.w3.org/2005/05/xmlmime" schemaLocation="http://www.w3.org/2005/05/xmlmime"/><xs:element name="A" type="x:hexBinary" xmlns:x="http://www.w3.org/2005/05/xmlmime"/>',
    ],
    [
      '<xs:import namespace="http://www.w3.org/2005/08/addressing"/><xs:element name="A" type="x:EndpointReferenceType" xmlns:x="http://www.w3.org/2005/08/addressing"/>',
    ],
    [
      '<xs:import namespace="http://www.w3.org/2004/08/xop/include"/><xs:element name="A" type="x:Include" xmlns:x="http://www.w3.org/2004/08/xop/include"/>',
    ],
    [
      '<xs:import namespace="http://www.w3.org/2000/09/xmldsig#" schemaLocation="http://www.w3.org/TR/xmldsig-core/xmldsig-core-schema.xsd"/><xs:element name="A" type="x:SignatureType" xmlns:x="http://www.w3.org/2000/09/xmldsig#"/>',
    ],
    [
      '<xs:import namespace="http://www.w3.org/2001/04/xmlenc#" schemaLocation="xenc-schema.xsd"/><xs:element name="A" type="x:EncryptedDataType" xmlns:x="http://www.w3.org/2001/04/xmlenc#"/>',
    ],
    [
      '<xs:import namespace="http://schemas.microsoft.com/2003/10/Serialization/"/><xs:element name="A" type="x:guid" xmlns:x="http://schemas.microsoft.com/2003/10/Serialization/"/>',
    ],
    [
      '<xs:import namespace="http://schemas.xmlsoap.org/soap/envelope/"/><xs:element name="A" type="x:Envelope" xmlns:x="http://schemas.xmlsoap.org/soap/envelope/"/>',
    ],
    [
      '<xs:import namespace="http://www.w3.org/2003/05/soap-envelope"/><xs:element name="A" type="x:Fault" xmlns:x="http://www.w3.org/2003/05/soap-envelope"/>',
    ],
    ['<xs:element name="A" type="x:Struct" xmlns:x="http://www.w3.org/2003/05/soap-encoding"/>'],
    ['<xs:element name="A" type="x:guid" xmlns:x="http://microsoft.com/wsdl/types/"/>'],
  ])('resolve %s offline, and are not listed', (body) => {
    const { model, lines } = linkFiles({ 'a.wsdl': typesOnly(body) });
    expect(lines.filter((line) => !line.includes('ASMX3005'))).toEqual([]);
    expect(model?.elements.map((element) => element.name.localName)).toEqual(['A']);
    expect(model?.types).toEqual([]);
  });

  test('give way to a schema of the contract for the same namespace', () => {
    const { model } = linkFiles({
      'a.wsdl': wsdl(
        '<types><xs:schema targetNamespace="http://www.w3.org/2004/08/xop/include"><xs:complexType name="Include"/></xs:schema><xs:schema targetNamespace="urn:t" xmlns:x="http://www.w3.org/2004/08/xop/include"><xs:import namespace="http://www.w3.org/2004/08/xop/include"/><xs:element name="A" type="x:Include"/></xs:schema></types>',
      ),
    });
    expect(model?.types).toEqual([model?.elements[0]?.type]);
  });
});
