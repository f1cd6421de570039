import { describe, expect, test } from '@jest/globals';
import { withoutRedefinitions } from '../../src/convert/wsdl/document.ts';
import { replacements } from '../../src/model/link/context.ts';
import { leafOf } from '../../src/model/link/schema.ts';
import {
  baseOfAddress,
  type LinkedService,
  type ServiceModel,
  type ServiceOperation,
} from '../../src/model/services.ts';
import { namespaces } from '../../src/model/xml.ts';
import { builtinNames } from '../../src/model/xsd/builtins.ts';
import {
  anyType,
  builtinType,
  type ComplexType,
  findBuiltin,
  simpleTypesIn,
  someSimpleType,
} from '../../src/model/xsd/schema.ts';
import { holdsQNames } from '../../src/model/xsd/values.ts';
import {
  linkFiles,
  linkTypes,
  operationsOf,
  quotedLineOf,
  schema,
  typesOnly,
  wsdl,
} from '../read/contract-text.ts';
import { attributes, complex, show, simple, typeOf } from './model-text.ts';

describe('link schema', () => {
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
      [
        'wsdl:arrayType',
        '<xs:attribute ref="soapenc:arrayType" wsdl:arrayType="t:I[]"/>',
        'I',
        '[]',
      ],
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
});

describe('link service', () => {
  function link(body: string): ServiceModel {
    const { model, lines } = linkFiles({ 'a.wsdl': wsdl(body) });
    if (model === undefined) throw new Error(lines.join('\n'));
    return model;
  }

  function operation(model: ServiceModel, name: string): ServiceOperation {
    const found = operationsOf(model).find((one) => one.name === name);
    if (found === undefined) throw new Error(`no ${name}`);
    return found;
  }

  const types = (body: string): string =>
    `<types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">${body}</xs:schema></types>`;

  /**
   * A WSDL as ASMX writes it: one method over four bindings, one only over SOAP, one only over GET.
   */
  const asmx = `${types(
    '<xs:element name="Op"><xs:complexType><xs:sequence><xs:element name="code" type="xs:string" minOccurs="0"/></xs:sequence></xs:complexType></xs:element><xs:element name="OpResponse"><xs:complexType/></xs:element><xs:element name="M"><xs:complexType/></xs:element><xs:element name="MResponse"><xs:complexType/></xs:element><xs:element name="string" type="xs:string"/>',
  )}
<message name="OpSoapIn"><part name="parameters" element="t:Op"/></message><message name="OpSoapOut"><part name="parameters" element="t:OpResponse"/></message>
<message name="MSoapIn"><part name="parameters" element="t:M"/></message><message name="MSoapOut"><part name="parameters" element="t:MResponse"/></message>
<message name="OpHttpGetIn"><part name="code" type="xs:string"/></message><message name="OpHttpGetOut"><part name="Body" element="t:string"/></message>
<message name="None"/>
<portType name="XSoap"><operation name="Op"><documentation>Does it.</documentation><input message="t:OpSoapIn"/><output message="t:OpSoapOut"/></operation><operation name="Op"><input name="M" message="t:MSoapIn"/><output name="M" message="t:MSoapOut"/></operation></portType>
<portType name="XHttpGet"><operation name="Op"><input message="t:OpHttpGetIn"/><output message="t:OpHttpGetOut"/></operation><operation name="Op"><input name="M" message="t:None"/><output name="M" message="t:None"/></operation><operation name="Only"><input message="t:OpHttpGetIn"/><output message="t:None"/></operation></portType>
<portType name="XHttpPost"><operation name="Op"><input message="t:OpHttpGetIn"/><output message="t:OpHttpGetOut"/></operation></portType>
<binding name="XSoap" type="t:XSoap"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op"><soap:operation soapAction="urn:t/Op" style="document"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation><operation name="Op"><soap:operation soapAction="urn:t/M" style="document"/><input name="M"><soap:body use="literal"/></input><output name="M"><soap:body use="literal"/></output></operation></binding>
<binding name="XSoap12" type="t:XSoap"><soap12:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op"><soap12:operation soapAction="urn:t/Op" style="document"/><input><soap12:body use="literal"/></input><output><soap12:body use="literal"/></output></operation></binding>
<binding name="XHttpGet" type="t:XHttpGet"><http:binding verb="GET"/><operation name="Op"><http:operation location="/Op"/><input><http:urlEncoded/></input><output><mime:mimeXml part="Body"/></output></operation><operation name="Op"><http:operation location="/M"/><input name="M"><http:urlEncoded/></input><output name="M"/></operation><operation name="Only"><http:operation location="/Only"/><input><http:urlEncoded/></input><output/></operation></binding>
<binding name="XHttpPost" type="t:XHttpPost"><http:binding verb="POST"/><operation name="Op"><http:operation location="/Op"/><input><mime:content type="application/x-www-form-urlencoded"/></input><output><mime:mimeXml part="Body"/></output></operation></binding>
<service name="X"><documentation>All.</documentation><port name="XSoap" binding="t:XSoap"><soap:address location="http://host:81/dir/x.asmx?a=b"/></port><port name="XSoap12" binding="t:XSoap12"><soap12:address location="http://host:81/dir/x.asmx"/></port><port name="XHttpGet" binding="t:XHttpGet"><http:address location="http://host:81/dir/x.asmx"/></port><port name="XHttpPost" binding="t:XHttpPost"><http:address location="http://host:81/dir/x.asmx"/></port></service>`;

  describe('a WSDL of ASMX', () => {
    const model = link(asmx);

    test('is one service with one interface', () => {
      expect(model).toMatchObject({ name: 'T', namespace: 'urn:t', baseUrl: 'http://host:81' });
      expect(model.services).toMatchObject([
        { name: 'X', path: '/dir/x.asmx?a=b', namespace: 'urn:t', documentation: 'All.' },
      ]);
      const [service] = model.services;
      expect(
        service?.interfaces.map((one) => [one.name, one.ports.map((port) => port.kind)]),
      ).toEqual([['XSoap', ['soap11', 'soap12', 'httpGet', 'httpPost']]]);
    });

    test('joins the three portTypes by method and message name', () => {
      const summary = operationsOf(model).map((one) => [
        one.name,
        one.messageName,
        (['soap11', 'soap12', 'httpGet', 'httpPost'] as const)
          .filter((kind) => one[kind] !== undefined)
          .join(' '),
      ]);
      expect(summary).toEqual([
        ['Op', 'Op', 'soap11 soap12 httpGet httpPost'],
        ['Op', 'M', 'soap11 httpGet'],
        ['Only', 'Only', 'httpGet'],
      ]);
    });

    test('says how each travels', () => {
      const op = operation(model, 'Op');
      expect(op).toMatchObject({ documentation: 'Does it.', oneWay: false });
      expect(op.soap11).toMatchObject({
        action: 'urn:t/Op',
        style: 'document',
        input: { use: 'literal', rpcWrapper: undefined, headers: [], attachments: [] },
        output: { use: 'literal' },
        faults: [],
      });
      expect(op.soap11?.input.parts[0]?.element?.name.localName).toBe('Op');
      expect(op.httpGet).toMatchObject({
        location: '/Op',
        input: { kind: 'urlEncoded' },
        output: { kind: 'mimeXml', part: 'Body' },
        parameters: [{ name: 'code', type: { builtin: 'string' } }],
        result: { name: 'Body' },
      });
      expect(op.httpPost?.input).toEqual({ kind: 'form' });
      const only = operation(model, 'Only');
      expect(only.httpGet).toMatchObject({ output: { kind: 'none' }, result: undefined });
      expect(operationsOf(model)[1]?.httpGet?.location).toBe('/M');
    });
  });

  describe('other styles', () => {
    const rpc = (body: string, operationAttributes = ''): string => `
<message name="In"><part name="a" type="xs:int"/><part name="b" type="xs:string"/><part name="h" type="xs:int"/></message><message name="Out"><part name="result" type="xs:int"/><part name="b" type="xs:string"/><part name="a" type="xs:int"/></message>
<portType name="P"><operation name="Op" ${operationAttributes}><input name="OpRequest" message="t:In"/><output message="t:Out"/></operation></portType>
<binding name="B" type="t:P"><soap:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Op"><soap:operation soapAction=""/><input>${body}</input><output><soap:body use="encoded" namespace="urn:r" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/></output></operation></binding>
<service name="S"><port name="SPort" binding="t:B"><soap:address location="http://host"/></port></service>`;

    test('rpc has a wrapper and its parts in parameter order', () => {
      const model = link(
        rpc('<soap:body use="literal" namespace="urn:r" parts="b a"/>', 'parameterOrder="b a"'),
      );
      const { soap11, messageName } = operation(model, 'Op');
      expect(messageName).toBe('Op');
      expect(soap11?.style).toBe('rpc');
      expect(soap11?.input).toMatchObject({
        use: 'literal',
        rpcWrapper: { namespace: 'urn:r', localName: 'Op' },
        parts: [{ name: 'b' }, { name: 'a' }],
      });
      expect(soap11?.output).toMatchObject({
        use: 'encoded',
        rpcWrapper: { namespace: 'urn:r', localName: 'OpResponse' },
        parts: [{ name: 'result' }, { name: 'b' }, { name: 'a' }],
      });
      expect(model.services[0]?.path).toBe('/');
    });

    test('an rpc wrapper without a namespace takes the target namespace, an empty one none', () => {
      const input = (body: string) => operation(link(rpc(body)), 'Op').soap11?.input;
      expect(input('<soap:body use="literal"/>')).toMatchObject({
        rpcWrapper: { namespace: 'urn:t', localName: 'Op' },
        assumedNamespace: true,
      });
      expect(input('<soap:body use="literal" namespace=""/>')).toMatchObject({
        rpcWrapper: { namespace: '', localName: 'Op' },
        assumedNamespace: undefined,
      });
    });

    test('headers take their parts out of the body; header faults are kept', () => {
      const model = link(
        rpc(
          '<soap:body use="literal" namespace="urn:r"/><soap:header message="t:In" part="h" use="literal" wsdl:required="true"><soap:headerfault message="t:Out" part="result" use="literal"/></soap:header>',
        ),
      );
      const input = operation(model, 'Op').soap11?.input;
      expect(input?.parts.map((part) => part.name)).toEqual(['a', 'b']);
      expect(input?.headers).toMatchObject([
        { part: { name: 'h' }, use: 'literal', required: true, faults: [{ name: 'result' }] },
      ]);
    });

    test('attachments take their parts out of the body', () => {
      const model = link(
        rpc(
          '<mime:multipartRelated><mime:part><soap:body use="literal" namespace="urn:r"/></mime:part><mime:part><mime:content part="b" type="image/png"/><mime:content part="b" type="image/gif"/></mime:part></mime:multipartRelated>',
        ),
      );
      const input = operation(model, 'Op').soap11?.input;
      expect(input?.parts.map((part) => part.name)).toEqual(['a', 'h']);
      expect(input?.attachments).toMatchObject([
        { part: 'b', types: ['image/png', 'image/gif'], declared: { name: 'b' } },
      ]);
    });

    test('one-way operations have no output', () => {
      const model = link(
        rpc('<soap:body use="literal" namespace="urn:r"/>').replace(
          '<output message="t:Out"/>',
          '',
        ),
      );
      expect(operation(model, 'Op')).toMatchObject({ oneWay: true, soap11: { output: undefined } });
    });

    test('faults have one part', () => {
      const model = link(
        `<message name="F"><part name="f" type="xs:string"/></message>${rpc('<soap:body use="literal" namespace="urn:r"/>').replace('<output message="t:Out"/>', '<output message="t:Out"/><fault name="Bad" message="t:F"><documentation>No good.</documentation></fault>')}`,
      );
      expect(operation(model, 'Op').soap11?.faults).toMatchObject([
        { name: 'Bad', part: { name: 'f' }, documentation: 'No good.' },
      ]);
    });

    test.each([
      ['<http:urlReplacement/>', { kind: 'urlReplacement' }],
      [
        '<mime:content part="a" type="text/plain"/>',
        { kind: 'mimeContent', part: 'a', type: 'text/plain' },
      ],
      ['<mime:mimeXml/>', { kind: 'mimeXml', part: undefined }],
      ['', { kind: 'urlEncoded' }],
    ])('HTTP GET with input %j', (input, expected) => {
      const model = link(
        `<message name="In"><part name="a" type="xs:int"/></message><message name="Out"/><portType name="P"><operation name="Op"><input message="t:In"/><output message="t:Out"/></operation></portType><binding name="B" type="t:P"><http:binding verb="GET"/><operation name="Op"><http:operation location="Op/(a)"/><input>${input}</input><output/></operation></binding><service name="S"><port name="G" binding="t:B"><http:address location="http://host/x/"/></port></service>`,
      );
      expect(operation(model, 'Op').httpGet).toMatchObject({ location: 'Op/(a)', input: expected });
      expect(model.services[0]?.path).toBe('/x/');
    });
  });

  describe('interfaces', () => {
    const message = '<message name="M"><part name="a" type="xs:int"/></message>';
    const portType = (name: string, operations: readonly string[]): string =>
      `<portType name="${name}">${operations.map((one) => `<operation name="${one}"><input message="t:M"/></operation>`).join('')}</portType>`;
    const binding = (
      name: string,
      type: string,
      operations: readonly string[],
      more = '',
      version = 'soap',
    ): string =>
      `<binding name="${name}" type="t:${type}"><${version}:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>${operations.map((one) => `<operation name="${one}"><${version}:operation soapAction="${one}${more}"/><input><${version}:body use="literal" namespace="urn:t"/></input></operation>`).join('')}</binding>`;
    const service = (...bindings: readonly string[]): string =>
      `<service name="S">${bindings.map((one) => `<port name="${one}Port" binding="t:${one}"/>`).join('')}</service>`;
    const shape = (body: string): unknown =>
      link(message + body).services[0]?.interfaces.map((one) => [
        one.name,
        one.ports.map((port) => port.name),
        one.operations.map((op) => op.name),
      ]);

    test('are one for several ports of one portType on the same wire', () => {
      expect(
        shape(
          portType('P', ['a', 'b']) +
            binding('B', 'P', ['b', 'a']) +
            binding('C', 'P', ['b', 'a']) +
            service('B', 'C'),
        ),
      ).toEqual([['BPort', ['BPort', 'CPort'], ['a', 'b']]]);
    });

    test('are several for one portType on different wires of one kind', () => {
      expect(
        shape(
          portType('P', ['a']) +
            binding('B', 'P', ['a']) +
            binding('C', 'P', ['a'], '2') +
            service('B', 'C'),
        ),
      ).toEqual([
        ['BPort', ['BPort'], ['a']],
        ['CPort', ['CPort'], ['a']],
      ]);
    });

    test('are several for portTypes that differ, one for those that are the same in two versions of SOAP', () => {
      expect(
        shape(
          portType('P', ['a']) +
            portType('Q', ['a', 'b']) +
            portType('R', ['a']) +
            binding('B', 'P', ['a']) +
            binding('C', 'Q', ['a', 'b']) +
            binding('D', 'R', ['a'], '', 'soap12') +
            service('B', 'C', 'D'),
        ),
      ).toEqual([
        ['BPort', ['BPort', 'DPort'], ['a']],
        ['CPort', ['CPort'], ['a', 'b']],
      ]);
    });

    test('leave out operations that no binding lists', () => {
      expect(shape(portType('P', ['a', 'b']) + binding('B', 'P', ['b']) + service('B'))).toEqual([
        ['BPort', ['BPort'], ['b']],
      ]);
    });

    test('a WSDL without services gets one, with a port for each binding', () => {
      const model = link(message + portType('P', ['a']) + binding('B', 'P', ['a']));
      expect(model.services).toMatchObject([
        { name: 'T', path: '/T', ports: [{ name: 'B', kind: 'soap11', address: undefined }] },
      ]);
      expect(model.baseUrl).toBeUndefined();
    });

    test('an operation is known by its name, an overload by that of its message', () => {
      const names = (model: ServiceModel) =>
        operationsOf(model).map((one) => [one.name, one.messageName, one.publicName]);
      const element = (name: string): string => `<xs:element name="${name}" type="xs:int"/>`;
      const types = `<types><xs:schema targetNamespace="urn:t">${element('PayACH')}${element('Pay')}</xs:schema></types>`;
      const sent = (name: string): string =>
        `<message name="${name}"><part name="p" element="t:${name}"/></message>`;
      const input = (name: string): string => `<input name="${name}" message="t:${name}"/>`;
      const model = (operations: string, count: number): ServiceModel =>
        link(
          `${types}${sent('PayACH')}${sent('Pay')}<portType name="P">${operations}</portType>${binding('B', 'P', Array(count).fill('PayAch'))}${service('B')}`,
        );
      const alone = `<operation name="PayAch">${input('PayACH')}</operation>`;
      expect(names(model(alone, 1))).toEqual([['PayAch', 'PayACH', 'PayAch']]);
      const other = `<operation name="PayAch">${input('Pay')}</operation>`;
      expect(names(model(alone + other, 2))).toEqual([
        ['PayAch', 'PayACH', 'PayACH'],
        ['PayAch', 'Pay', 'Pay'],
      ]);
    });

    test('overloads without names go by their messages', () => {
      const model = link(
        `${message}<message name="N"><part name="b" type="xs:int"/></message><portType name="P"><operation name="a"><input message="t:M"/></operation><operation name="a"><input message="t:N"/></operation></portType>${binding('B', 'P', ['a', 'a'])}${service('B')}`,
      );
      expect(
        operationsOf(model).map((one) => [one.messageName, one.soap11?.input.parts[0]?.name]),
      ).toEqual([
        ['a', 'a'],
        ['N', 'b'],
      ]);
    });
  });
});

describe('derivation', () => {
  function errorsIn(body: string, attributes = ''): readonly string[] {
    const text = typesOnly(body).replace('<xs:schema ', `<xs:schema ${attributes} `);
    const { diagnostics } = linkFiles({ 'a.wsdl': text });
    return diagnostics.map(quotedLineOf).filter((line) => line.startsWith('error'));
  }

  const complexType = (name: string, attributes = '', content = ''): string =>
    `<xs:complexType name="${name}" ${attributes}>${content}</xs:complexType>`;
  const derived = (name: string, base: string, method = 'extension', attributes = ''): string =>
    complexType(
      name,
      attributes,
      `<xs:complexContent><xs:${method} base="t:${base}"/></xs:complexContent>`,
    );
  const simpleType = (name: string, content: string, attributes = ''): string =>
    `<xs:simpleType name="${name}" ${attributes}>${content}</xs:simpleType>`;
  const restriction = (base: string): string => `<xs:restriction base="${base}"/>`;

  describe('final', () => {
    test.each([
      ['extension', 'extension', 1],
      ['extension', 'restriction', 0],
      ['restriction', 'restriction', 1],
      ['#all', 'restriction', 1],
      ['extension restriction', 'extension', 1],
      ['', 'extension', 0],
    ])('of a complex type: %s against %s', (final, method, errors) => {
      const found = errorsIn(complexType('A', `final="${final}"`) + derived('B', 'A', method));
      expect(found).toHaveLength(errors);
      for (const line of found) {
        expect(line).toContain(`«t:A» Type 'A' is final for ${method}s`);
      }
    });

    test.each([
      ['restriction', simpleType('B', restriction('t:A'))],
      ['list', simpleType('B', '<xs:list itemType="t:A"/>')],
      ['union', simpleType('B', '<xs:union memberTypes="xs:int t:A"/>')],
    ])('of a simple type: %s', (final, other) => {
      for (const named of [final, '#all']) {
        const body = simpleType('A', restriction('xs:string'), `final="${named}"`);
        expect(errorsIn(body + other)).toEqual([expect.stringContaining("Type 'A' is final for")]);
      }
      const rest = ['restriction', 'list', 'union'].filter((one) => one !== final).join(' ');
      expect(
        errorsIn(simpleType('A', restriction('xs:string'), `final="${rest}"`) + other),
      ).toEqual([]);
    });

    test('comes from the default of the schema, unless the type says otherwise', () => {
      const base = complexType('A');
      expect(errorsIn(base + derived('B', 'A'), 'finalDefault="extension list"')).toHaveLength(1);
      const open = complexType('A', 'final=""');
      expect(errorsIn(open + derived('B', 'A'), 'finalDefault="#all"')).toEqual([]);
    });

    test('of an element is about the types of its substitution group', () => {
      const body = `${complexType('A')}${derived('B', 'A')}<xs:element name="head" type="t:A" final="extension"/><xs:element name="one" type="t:B" substitutionGroup="t:head"/>`;
      expect(errorsIn(body)).toEqual([
        expect.stringContaining("Element 'one' cannot be in the substitution group of 'head'"),
      ]);
      expect(errorsIn(body.replace('final="extension"', 'final="restriction"'))).toEqual([]);
    });

    test('names ways of deriving only', () => {
      expect(errorsIn(complexType('A', 'final="everything"'))).toEqual([
        "error ASMX1023 «everything» Attribute 'final' cannot be 'everything'",
      ]);
      expect(errorsIn(complexType('A', 'block="list"'))).toEqual([
        "error ASMX1023 «list» Attribute 'block' cannot be 'list'",
      ]);
    });
  });

  describe('block', () => {
    const types = `${complexType('A', 'block="restriction"')}${derived('B', 'A')}${derived('C', 'A', 'restriction')}`;

    test('of a type is about what may stand in for it', () => {
      const { model } = linkFiles({ 'a.wsdl': typesOnly(types) });
      const [a, b, c] = (model?.types ?? []) as readonly ComplexType[];
      expect(a).toMatchObject({ block: ['restriction'] });
      expect(a?.derived).toEqual([b, c]);
      expect(a && replacements(a)).toEqual([b]);
      expect(a && replacements(a, ['extension'])).toEqual([]);
    });

    test('of a type does not count where another one is declared', () => {
      const body = `${complexType('A')}${derived('B', 'A', 'extension', 'block="#all"')}${derived('C', 'B')}`;
      const { model } = linkFiles({ 'a.wsdl': typesOnly(body) });
      const [a, b, c] = (model?.types ?? []) as readonly ComplexType[];
      expect(a && replacements(a)).toEqual([b, c]);
      expect(b && replacements(b)).toEqual([]);
    });

    test('of a type between two others is about all steps in a substitution group', () => {
      const body = `${complexType('A')}${derived('B', 'A', 'extension', 'block="extension"')}${derived('C', 'B', 'restriction')}${derived('D', 'A')}${derived('E', 'D', 'restriction')}<xs:element name="head" type="t:A"/><xs:element name="b" type="t:B" substitutionGroup="t:head"/><xs:element name="c" type="t:C" substitutionGroup="t:head"/><xs:element name="e" type="t:E" substitutionGroup="t:head"/>`;
      const { model } = linkFiles({ 'a.wsdl': typesOnly(body) });
      const [head] = model?.elements ?? [];
      expect(head?.substitutes.map(({ name }) => name.localName)).toEqual(['b', 'e']);
    });

    test.each([
      ['', ['sub', 'same']],
      ['block="substitution"', []],
      ['block="extension"', ['same']],
      ['block="#all"', []],
      ['block="restriction"', ['sub', 'same']],
    ])('of an element is about its substitution group: %s', (block, expected) => {
      const body = `${types}<xs:element name="head" type="t:A" ${block}/><xs:element name="sub" type="t:B" substitutionGroup="t:head"/><xs:element name="narrow" type="t:C" substitutionGroup="t:head"/><xs:element name="same" type="t:A" substitutionGroup="t:head"/>`;
      const { model } = linkFiles({ 'a.wsdl': typesOnly(body) });
      const [head] = model?.elements ?? [];
      expect(head?.substitutes.map(({ name }) => name.localName)).toEqual(expected);
    });
  });

  test('identity constraints are kept', () => {
    const body =
      '<xs:element name="a"><xs:key name="k"><xs:selector xpath="t:b"/><xs:field xpath="@c"/></xs:key></xs:element>';
    const { model } = linkFiles({ 'a.wsdl': typesOnly(body) });
    expect(model?.elements[0]?.constraints).toEqual([
      expect.objectContaining({ kind: 'key', name: 'k', selector: 't:b', fields: ['@c'] }),
    ]);
  });
});

describe('simple types in', () => {
  /** Unions, each of which has the next one as a member twice. */
  const doubling = (levels: number, last: string): string =>
    `${Array.from(
      { length: levels },
      (_, at) =>
        `<xs:simpleType name="S${at}"><xs:union memberTypes="t:S${at + 1} t:S${at + 1}"/></xs:simpleType>`,
    ).join('')}<xs:simpleType name="S${levels}"><xs:list itemType="${last}"/></xs:simpleType>`;

  test.each([
    ['xs:QName', true, false],
    ['xs:NCName', false, true],
    ['xs:int', false, false],
  ])('unions that double up to a list of %s are gone through once', (last, qnames, names) => {
    const type = simple(linkTypes(doubling(100, last)), 'S0');
    // 101 types and the item
    expect(simpleTypesIn(type).size).toBe(102);
    expect(holdsQNames(type)).toBe(qnames);
    expect(someSimpleType(({ builtin }) => builtin === 'NCName')(type)).toBe(names);
  });
});

describe('unusual schemas', () => {
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
    expect(
      alone[0]?.schemas.flatMap((one) => one.types.map((type) => type.name?.localName)),
    ).toEqual([
      'A',
      'S',
      'ASchemaRedefined',
      'SSchemaRedefined',
      'ARedefined',
      'SRedefined',
      'User',
    ]);
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
      expect(lines.filter((line) => line.includes("read as 'simpleContent'"))).toHaveLength(
        warnings,
      );
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
});

describe('address', () => {
  const services = ['/Orders.asmx', '/shop/Customers.asmx', '/do?SOAP', '/'].map(
    (path) => ({ path, ports: [] }) as unknown as LinkedService,
  );

  describe('the base URL in an address', () => {
    test.each([
      ['http://h', 'http://h'],
      ['http://h/v1/', 'http://h/v1/'],
      ['http://h/v1/Orders.asmx', 'http://h/v1'],
      ['http://u:p@h/v1/orders.asmx?WSDL', 'http://u:p@h/v1'],
      ['http://h/shop/Customers.asmx/', 'http://h'],
      ['http://h/shop/Customers.asmx?op=Get', 'http://h'],
      ['http://h/do?SOAP', 'http://h'],
      ['http://h/v2/Other.asmx?WSDL', 'http://h/v2/Other.asmx?WSDL'],
    ])('%s', (address, base) => {
      expect(baseOfAddress(address, services)).toBe(base);
    });
  });
});
