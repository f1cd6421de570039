import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import type { Relation } from '../../src/compare/change.ts';
import { compareModels } from '../../src/compare/contract.ts';
import { compareDecimalTexts, relateSimple } from '../../src/compare/simple-type.ts';
import { writeWsdl } from '../../src/convert/wsdl/document.ts';
import { changeKinds } from '../../src/diagnostics/diagnostic.ts';
import type { BuiltinName } from '../../src/model/xsd/builtins.ts';
import { builtinType, type Facets, type SimpleType } from '../../src/model/xsd/schema.ts';
import { changeLine, compareTexts, modelOf, placed } from './compare.ts';
import { type WsdlParts, wsdl } from './wsdl-text.ts';

describe('compare models', () => {
  const shop = (services: string, types = ''): string => `asmx: 1
name: Shop
namespace: urn:shop
services:
  Orders:
    operations:
${services.replace(/^/gm, '      ')}
types:
  Item: { fields: { sku: int } }
${types.replace(/^/gm, '  ')}
`;

  describe('places', () => {
    test('of something new: what it was added to, and itself', () => {
      const [change] = compareTexts(
        shop('Put:\n  parameters: { item: Item }'),
        shop('Put:\n  parameters: { item: Item, note: string }'),
      ).changes;
      expect(placed(change?.old)).toBe('old 7: Put');
      expect(placed(change?.new)).toBe('new 8: note');
    });

    test('of something gone: itself, and what it was removed from', () => {
      const [change] = compareTexts(
        shop('Put: { parameters: { t: T } }', 'T: { fields: { a: int, b: int? } }'),
        shop('Put: { parameters: { t: T } }', 'T: { fields: { a: int } }'),
      ).changes;
      expect(placed(change?.old)).toBe('old 10: b');
      expect(placed(change?.new)).toBe('new 10: T');
    });

    test('in WSDLs', () => {
      const field = (type: string): string => `\n<x:element name="p" type="x:${type}"/>\n`;
      const [change] = compareTexts(
        wsdl({ input: field('int') }),
        wsdl({ input: field('long') }),
      ).changes;
      expect(placed(change?.old)).toBe('old 5: <x:element name="p" type="x:int"/>');
      expect(placed(change?.new)).toBe('new 5: <x:element name="p" type="x:long"/>');
    });
  });

  describe('operations', () => {
    test('are named for a type that several share', () => {
      const of = (field: string): string =>
        shop(
          'Put: { parameters: { t: T } }\nGet: { returns: T }\nNothing: {}',
          `T: { fields: { a: ${field} } }`,
        );
      const { changes } = compareTexts(of('int'), of('int?'));
      expect(changes.map((one) => [changeLine(one), one.operations])).toEqual([
        ['field-optional | callers | httpGet+httpPost | T.a', ['Orders.Get']],
        ['field-optional | callers+servers | soap11+soap12 | T.a', ['Orders.Put', 'Orders.Get']],
      ]);
    });

    test('of equal but bare shape are not taken for renamed unless their names are alike', () => {
      const kinds = (old: string, now: string): readonly string[] =>
        compareTexts(shop(`${old}: {}\nStay: {}`), shop(`${now}: {}\nStay: {}`)).changes.map(
          (one) => one.kind,
        );
      expect(kinds('Reset', 'Destroy')).toEqual(['operation-removed', 'operation-added']);
      expect(kinds('GetStudnets', 'GetStudents')).toEqual(['operation-renamed']);
    });

    test('with elements of named types are taken for renamed by what is in these', () => {
      const of = (name: string): string =>
        wsdl({
          schema: `<x:element name="${name}" type="t:${name}"/><x:complexType name="${name}"><x:sequence><x:element name="sku" type="x:int"/></x:sequence></x:complexType>`,
          parts: `<w:part name="parameters" element="t:${name}"/>`,
        }).replaceAll('operation name="Op"', `operation name="${name}"`);
      const changes = compareTexts(of('Buy'), of('Purchase')).changes.map(changeLine);
      expect(changes).toContainEqual('operation-renamed | callers+servers | all | S.Buy');
    });
  });

  describe('types of attachments', () => {
    const attached = (parts: string, content: string, schema: string): string =>
      wsdl({ schema, parts: `<w:part name="parameters" element="t:Op"/>${parts}` }).replace(
        /<w:input>(<soap:body[^>]*)\/><\/w:input>/,
        `<w:input><m:multipartRelated xmlns:m="http://schemas.xmlsoap.org/wsdl/mime/"><m:part>$1 parts="parameters"/></m:part>${content}</m:multipartRelated></w:input>`,
      );

    test('are used by their operation', () => {
      const note =
        '<x:element name="Note" type="t:Note"/><x:complexType name="Note"><x:sequence/></x:complexType>';
      const old = attached('', '', '');
      const now = attached(
        '<w:part name="note" element="t:Note"/>',
        '<m:part><m:content part="note" type="text/xml"/></m:part>',
        note,
      );
      expect(compareTexts(old, now).changes.map((one) => one.kind)).toEqual(['attachment-added']);
    });
  });

  describe('help', () => {
    test('suggests the new name of a field', () => {
      const of = (name: string): string => shop(`Put: { parameters: { ${name}: int, z: Item } }`);
      const help = (old: string, now: string): string | undefined =>
        compareTexts(of(old), of(now)).changes.find((one) => one.kind === 'field-removed')?.help;
      expect(help('note_type', 'noteType')).toBe("Perhaps renamed to 'noteType'");
      expect(help('ClassID', 'classId')).toBe(
        "Perhaps renamed to 'classId', which differs by letter case only",
      );
    });
  });

  describe('the version step', () => {
    const step = (old: string, now: string): readonly string[] => {
      const { step: all, callersStep, serversStep } = compareTexts(old, now);
      return [all, callersStep, serversStep];
    };
    const base = shop('Put: { parameters: { item: Item } }');

    test('is major where something breaks, for those whom it breaks', () => {
      const more = shop('Put: { parameters: { item: Item } }\nGet: {}');
      expect(step(base, more)).toEqual(['major', 'minor', 'major']);
      expect(step(more, base)).toEqual(['major', 'major', 'minor']);
    });

    test('is minor for compatible changes, patch for texts, none for nothing', () => {
      const optional = shop('Put: { parameters: { item: Item, note: string? } }');
      const text = shop('Put: { documentation: Puts., parameters: { item: Item } }');
      expect(step(base, optional)).toEqual(['minor', 'minor', 'minor']);
      expect(step(base, text)).toEqual(['patch', 'patch', 'patch']);
      expect(step(base, base)).toEqual(['none', 'none', 'none']);
    });
  });

  describe('notations', () => {
    const everything = readFileSync(
      new URL('../fixtures/yaml/everything.yaml', import.meta.url),
      'utf8',
    );
    const school = readFileSync(
      new URL('../../specs/student-information.yaml', import.meta.url),
      'utf8',
    );

    test.each([
      ['the school service', school],
      ['every part of the notation', everything],
    ])('YAML and the WSDLs made of it do not differ: %s', (_what, text) => {
      const whole = modelOf(text, 'a.yaml');
      expect(whole.services.length).toBeGreaterThan(1);
      for (const service of whole.services) {
        const document = writeWsdl(service.definitions, service.name);
        const alone = { ...whole, services: [service] };
        const found = compareModels(alone, modelOf(document, 'b.wsdl')).changes;
        expect(
          found.map((one) => one.message).filter((one) => !one.includes('no operation uses')),
        ).toEqual([]);
      }
    });
  });

  describe('size', () => {
    test('types in circles end', () => {
      const types = (last: string): string =>
        `A: { fields: { b: B?, all: "A*" } }\nB: { fields: { c: C? } }\nC: { fields: { a: A?, x: ${last} } }`;
      const of = (last: string): string => shop('Put: { parameters: { a: A } }', types(last));
      expect(compareTexts(of('int'), of('short')).changes.map(changeLine)).toEqual([
        'type-changed | callers | soap11+soap12 | C.x',
      ]);
    });

    test('every type is compared once however often it is used', () => {
      const names = Array.from({ length: 40 }, (_, index) => `T${index}`);
      const fields = names.map((name) => `${name.toLowerCase()}: ${name}?`).join(', ');
      const types = (x: string): string =>
        names.map((name) => `${name}: { fields: { ${fields}, x: ${x} } }`).join('\n');
      const of = (x: string): string => shop('Put: { parameters: { t: T0 } }', types(x));
      expect(compareTexts(of('int'), of('long')).changes).toHaveLength(40);
    });
  });

  test('the reference page lists every kind of change', () => {
    const page = readFileSync(new URL('../../docs/reference/diff.md', import.meta.url), 'utf8');
    const rows = Object.entries(changeKinds).map(([kind, text]) => `| \`${kind}\` | ${text} |`);
    expect(page).toContain(`| kind | meaning |\n|---|---|\n${rows.join('\n')}\n\n`);
  });
});

describe('wsdl changes', () => {
  /** `a:int` as an element; further attributes after it. */
  const el = (text: string): string => {
    const [declared = '', ...more] = text.split(' ');
    const [name, type = 'int'] = declared.split(':');
    const qualified = /^[A-Z]/.test(type) ? `t:${type}` : `x:${type}`;
    return `<x:element name="${name}" type="${qualified}" ${more.join(' ')}/>`;
  };
  const choice = (content: string, attributes = ''): string =>
    `<x:choice ${attributes}>${content}</x:choice>`;
  const sequence = (content: string, attributes = ''): string =>
    `<x:sequence ${attributes}>${content}</x:sequence>`;
  const type = (content: string, attributes = ''): string =>
    `<x:complexType name="T" ${attributes}>${content}</x:complexType>`;
  const simple = (content: string): string => `<x:simpleType name="T">${content}</x:simpleType>`;
  const restriction = (base: string, facets: string): string =>
    simple(`<x:restriction base="x:${base}">${facets}</x:restriction>`);
  const facet = (name: string, value: string): string => `<x:${name} value="${value}"/>`;

  /** A type that travels in requests, in responses. */
  const asked = (schema: string): WsdlParts => ({ schema, input: el('p:T') });
  const answered = (schema: string): WsdlParts => ({ schema, output: el('p:T') });

  const header = (attributes = '', part = 'h'): WsdlParts => ({
    schema: el('H:string').replace('name="H"', `name="${part === 'h' ? 'H' : 'K'}"`),
    messages: `<w:message name="Head"><w:part name="${part}" element="t:${part === 'h' ? 'H' : 'K'}"/></w:message>`,
    bound: `<soap:header message="t:Head" part="${part}" use="literal" ${attributes}/>`,
  });
  const noHeader: WsdlParts = { schema: el('H:string') };
  const fault = (name: string, element = 'E', elementType = 'string'): WsdlParts => ({
    schema: `<x:element name="${element}" type="x:${elementType}"/>`,
    messages: `<w:message name="Bad"><w:part name="f" element="t:${element}"/></w:message>`,
    operation: `<w:fault name="${name}" message="t:Bad"/>`,
    faults: `<w:fault name="${name}"><soap:fault name="${name}" use="literal"/></w:fault>`,
  });
  const heads = (members: string): WsdlParts => ({
    schema: `<x:element name="head" type="x:string"/>${members}`,
    input: '<x:element ref="t:head"/>',
  });
  const member = (name: string): string =>
    `<x:element name="${name}" type="x:string" substitutionGroup="t:head"/>`;
  const rpc = (parts: readonly string[]): WsdlParts => ({
    style: 'rpc',
    parts: parts
      .map((part) => {
        const [name, xsd] = part.split(':');
        return `<w:part name="${name}" type="x:${xsd}"/>`;
      })
      .join(''),
  });

  const second: WsdlParts = {
    ports: '<w:port name="Two" binding="t:B"><soap:address location="http://h/2.asmx"/></w:port>',
  };

  /** `C` derives from `B`, and that from `T`, whose types allow or block them. */
  const chain = (blockOfT: string, blockOfB: string): WsdlParts => {
    const below = (name: string, base: string, block = ''): string =>
      `<x:complexType name="${name}" ${block}><x:complexContent><x:extension base="t:${base}"/></x:complexContent></x:complexType>`;
    return asked(`${type('', blockOfT)}${below('B', 'T', blockOfB)}${below('C', 'B')}`);
  };

  type Case = readonly [what: string, old: WsdlParts, now: WsdlParts, lines: readonly string[]];

  /** A declaration whose property has a name of its own. */
  const named = (property: string, tag = 'element'): string =>
    `<x:${tag} name="a" type="x:int"><x:annotation><x:appinfo><j:property
    xmlns:j="https://jakarta.ee/xml/ns/jaxb" name="${property}"/></x:appinfo></x:annotation></x:${tag}>`;

  const cases: readonly Case[] = [
    [
      'property of a field renamed',
      asked(type(sequence(named('first')))),
      asked(type(sequence(named('second')))),
      ['property-renamed | compatible | all | T.a'],
    ],
    [
      'property of an attribute renamed',
      answered(type(named('first', 'attribute'))),
      answered(type('<x:attribute name="a" type="x:int"/>')),
      ['property-renamed | compatible | all | T@a'],
    ],
    [
      'property named as its element is',
      asked(type(sequence(el('a')))),
      asked(type(sequence(named('a')))),
      [],
    ],
    [
      'choice branch added, request',
      asked(type(choice(el('a') + el('b')))),
      asked(type(choice(el('a') + el('b') + el('c')))),
      ['choice-branch-added | servers | all | T.c'],
    ],
    [
      'choice branch added, response',
      answered(type(choice(el('a') + el('b')))),
      answered(type(choice(el('a') + el('b') + el('c')))),
      ['choice-branch-added | callers | all | T.c'],
    ],
    [
      'choice branch removed, request',
      asked(type(choice(el('a') + el('b') + el('c')))),
      asked(type(choice(el('a') + el('b')))),
      ['choice-branch-removed | callers | all | T.c'],
    ],
    [
      'any element as a branch',
      asked(type(choice(el('a') + el('b')))),
      asked(type(choice(`${el('a') + el('b')}<x:any namespace="##other"/>`))),
      ['choice-branch-added | servers | all | T'],
    ],
    [
      'another branch beside any element',
      asked(type(choice(`${el('a') + el('b')}<x:any namespace="##other"/>`))),
      asked(type(choice(`${el('a')}<x:any namespace="##other"/>`))),
      ['choice-branch-removed | callers | all | T.b'],
    ],
    [
      'choice optional, response',
      answered(type(choice(el('a') + el('b')))),
      answered(type(choice(el('a') + el('b'), 'minOccurs="0"'))),
      ['field-optional | callers | all | T.a or b'],
    ],
    [
      'choice repeated, request',
      asked(type(choice(el('a') + el('b')))),
      asked(type(choice(el('a') + el('b'), 'maxOccurs="unbounded"'))),
      ['field-repeated | servers | all | T.a or b'],
    ],
    [
      'field became one branch',
      asked(type(sequence(el('a')))),
      asked(type(choice(el('a') + el('b')))),
      ['content-changed | servers | all | T.a'],
    ],
    [
      'branch became the field',
      asked(type(choice(el('a') + el('b')))),
      asked(type(sequence(el('a')))),
      ['content-changed | callers | all | T.a'],
    ],
    [
      'fields became branches',
      asked(type(sequence(el('a') + el('b')))),
      asked(type(choice(el('a') + el('b')))),
      ['content-changed | callers+servers | all | T.a'],
    ],
    [
      'choice became optional fields',
      answered(type(choice(el('a') + el('b')))),
      answered(type(sequence(el('a minOccurs="0"') + el('b minOccurs="0"')))),
      ['content-changed | callers | all | T.a'],
    ],
    [
      'choice added',
      asked(type(sequence(el('z')))),
      asked(type(sequence(el('z') + choice(el('a') + el('b'))))),
      ['choice-added | callers | all | T'],
    ],
    [
      'type inside a branch',
      asked(type(choice(el('a') + el('b')))),
      asked(type(choice(el('a:long') + el('b')))),
      ['type-changed | servers | all | T.a'],
    ],
    [
      'group became optional',
      asked(type(sequence(sequence(el('a') + el('b')) + el('c')))),
      asked(type(sequence(sequence(el('a') + el('b'), 'minOccurs="0"') + el('c')))),
      ['field-optional | servers | all | T.a', 'field-optional | servers | all | T.b'],
    ],
    [
      'sequence to all, response',
      answered(type(sequence(el('a') + el('b')))),
      answered(type(`<x:all>${el('a')}${el('b')}</x:all>`)),
      ['order-changed | callers | all | T'],
    ],
    [
      'all to sequence, request',
      asked(type(`<x:all>${el('a')}${el('b')}</x:all>`)),
      asked(type(sequence(el('a') + el('b')))),
      ['order-changed | callers | all | T'],
    ],
    [
      'order, response',
      answered(type(sequence(el('a') + el('b') + el('c')))),
      answered(type(sequence(el('c') + el('a') + el('b')))),
      ['order-changed | callers+servers | all | T'],
    ],
    [
      'a field in the middle does not change the order',
      answered(type(sequence(el('a') + el('b')))),
      answered(type(sequence(el('a') + el('n minOccurs="0"') + el('b')))),
      ['field-added | compatible | all | T.n'],
    ],
    [
      'maxOccurs raised',
      asked(type(sequence(el('a maxOccurs="5"')))),
      asked(type(sequence(el('a maxOccurs="9"')))),
      ['occurrence-changed | servers | all | T.a'],
    ],
    [
      'minOccurs raised',
      answered(type(sequence(el('a maxOccurs="5"')))),
      answered(type(sequence(el('a minOccurs="2" maxOccurs="5"')))),
      ['occurrence-changed | servers | all | T.a'],
    ],
    [
      'repeated to single, request',
      asked(type(sequence(el('a maxOccurs="unbounded"')))),
      asked(type(sequence(el('a')))),
      ['field-single | callers | all | T.a'],
    ],
    [
      'wildcard added',
      answered(type(sequence(el('a')))),
      answered(type(sequence(`${el('a')}<x:any minOccurs="0" namespace="##other"/>`))),
      ['wildcard-added | compatible | all | T'],
    ],
    [
      'wildcard removed',
      answered(type(sequence(`${el('a')}<x:any minOccurs="0" namespace="##other"/>`))),
      answered(type(sequence(el('a')))),
      ['wildcard-removed | callers | all | T'],
    ],
    [
      'wildcard narrowed',
      asked(type(sequence('<x:any/>'))),
      asked(type(sequence('<x:any namespace="##other"/>'))),
      ['wildcard-changed | callers | all | T'],
    ],
    [
      'any attribute added',
      asked(type(sequence(el('a')))),
      asked(type(`${sequence(el('a'))}<x:anyAttribute/>`)),
      ['wildcard-added | compatible | all | T'],
    ],
    [
      'mixed',
      answered(type(sequence(el('a')))),
      answered(type(sequence(el('a')), 'mixed="true"')),
      ['content-changed | callers | all | T'],
    ],
    [
      'elements to text',
      asked(type(sequence(el('a')))),
      asked(type('<x:simpleContent><x:extension base="x:int"/></x:simpleContent>')),
      ['content-changed | callers+servers | all | T'],
    ],
    [
      'text gets an optional attribute',
      { input: el('p:int') },
      {
        ...asked(
          type(
            '<x:simpleContent><x:extension base="x:int"><x:attribute name="k" type="x:int"/></x:extension></x:simpleContent>',
          ),
        ),
      },
      ['attribute-added | compatible | all | S.Op request.p@k'],
    ],
    [
      'anonymous type inside',
      {
        input: `<x:element name="p"><x:complexType>${sequence(el('a'))}</x:complexType></x:element>`,
      },
      {
        input: `<x:element name="p"><x:complexType>${sequence(el('a') + el('b'))}</x:complexType></x:element>`,
      },
      ['field-added | callers | all | S.Op request.p.b'],
    ],
    [
      'any content now',
      { input: el('p:int') },
      { input: '<x:element name="p"/>' },
      ['type-changed | servers | all | S.Op request.p'],
    ],
    [
      'any content no longer',
      { output: '<x:element name="p"/>' },
      { output: el('p:int') },
      ['type-changed | servers | all | S.Op response.p'],
    ],
    [
      'default added',
      { input: el('p:int') },
      { input: el('p:int default="3"') },
      ['default-changed | callers+servers | all | S.Op request.p'],
    ],
    [
      'fixed set',
      { input: el('p:int') },
      { input: el('p:int fixed="3"') },
      ['fixed-changed | callers | all | S.Op request.p'],
    ],
    [
      'a type blocks those derived from it',
      chain('', ''),
      chain('block="#all"', ''),
      ['derived-type-removed | callers | all | T', 'derived-type-removed | callers | all | T'],
    ],
    [
      'a type between two others blocks, which is not about the outer one',
      chain('', ''),
      chain('', 'block="#all"'),
      ['derived-type-removed | callers | all | B'],
    ],
    [
      'substitute added, request',
      heads(member('m')),
      heads(member('m') + member('n')),
      ['substitute-added | servers | all | head'],
    ],
    [
      'substitute removed, request',
      heads(member('m') + member('n')),
      heads(member('m')),
      ['substitute-removed | callers | all | head'],
    ],
    [
      'global element nillable',
      { ...heads(''), input: '<x:element ref="t:head"/>' },
      {
        schema: '<x:element name="head" type="x:string" nillable="true"/>',
        input: '<x:element ref="t:head"/>',
      },
      ['nillable-added | servers | all | head'],
    ],
    // values
    [
      'maxInclusive raised, response',
      answered(restriction('int', facet('maxInclusive', '10'))),
      answered(restriction('int', facet('maxInclusive', '20'))),
      ['facet-loosened | callers | all | T'],
    ],
    [
      'minInclusive raised, request',
      asked(restriction('decimal', facet('minInclusive', '1.50'))),
      asked(restriction('decimal', facet('minInclusive', '1.6'))),
      ['facet-tightened | callers | all | T'],
    ],
    [
      'a bound spelt otherwise',
      asked(restriction('decimal', facet('minInclusive', '1.50'))),
      asked(restriction('decimal', facet('minInclusive', '1.5'))),
      [],
    ],
    [
      'inclusive to exclusive',
      asked(restriction('int', facet('minInclusive', '1'))),
      asked(restriction('int', facet('minExclusive', '1'))),
      ['facet-tightened | callers | all | T'],
    ],
    [
      'fractionDigits lowered',
      answered(restriction('decimal', facet('fractionDigits', '4'))),
      answered(restriction('decimal', facet('fractionDigits', '2'))),
      ['facet-tightened | servers | all | T'],
    ],
    [
      'length changed',
      asked(restriction('string', facet('length', '4'))),
      asked(restriction('string', facet('length', '5'))),
      ['facet-changed | callers+servers | all | T'],
    ],
    [
      'pattern alternative added',
      asked(restriction('string', facet('pattern', 'a'))),
      asked(restriction('string', facet('pattern', 'a') + facet('pattern', 'b'))),
      ['facet-loosened | servers | all | T'],
    ],
    [
      'text became a list of values',
      asked(restriction('string', '')),
      asked(restriction('string', facet('enumeration', 'a'))),
      ['facet-tightened | callers | all | T'],
    ],
    [
      'date bound moved',
      asked(restriction('date', facet('minInclusive', '2020-01-01'))),
      asked(restriction('date', facet('minInclusive', '2021-01-01'))),
      ['facet-tightened | callers | all | T'],
    ],
    [
      'base of a limited type widened',
      asked(restriction('int', facet('maxInclusive', '9'))),
      asked(restriction('long', facet('maxInclusive', '9'))),
      ['type-changed | servers | all | T'],
    ],
    [
      'union got a member',
      answered(simple('<x:union memberTypes="x:int x:date"/>')),
      answered(simple('<x:union memberTypes="x:int x:date x:time"/>')),
      ['type-changed | callers | all | T'],
    ],
    [
      'list of wider items',
      asked(simple('<x:list itemType="x:int"/>')),
      asked(simple('<x:list itemType="x:long"/>')),
      ['type-changed | servers | all | T'],
    ],
    [
      'string to token',
      { input: el('p:string') },
      { input: el('p:token') },
      ['type-changed | callers | all | S.Op request.p'],
    ],
    [
      'int to unsignedInt',
      { input: el('p:int') },
      { input: el('p:unsignedInt') },
      ['type-changed | callers+servers | all | S.Op request.p'],
    ],
    [
      'int to decimal, response',
      { output: el('p:int') },
      { output: el('p:decimal') },
      ['type-changed | callers | all | S.Op response.p'],
    ],
    [
      'int to string',
      { input: el('p:int') },
      { input: el('p:string') },
      ['type-changed | servers | all | S.Op request.p'],
    ],
    // headers, faults, wire
    ['header added', noHeader, header(), ['header-added | compatible | all | S.Op request.H']],
    [
      'required header added',
      noHeader,
      header('w:required="true"'),
      ['header-added | callers | all | S.Op request.H'],
    ],
    ['header removed', header(), noHeader, ['header-removed | callers | all | S.Op request.H']],
    [
      'header required now',
      header(),
      header('w:required="true"'),
      ['header-required | callers | all | S.Op request.H'],
    ],
    [
      'type of a header',
      header(),
      { ...header(), schema: el('H:int') },
      ['type-changed | callers | all | S.Op request.H'],
    ],
    [
      'fault added',
      { schema: el('E:string') },
      fault('Bad'),
      ['fault-added | compatible | all | S.Op response.Bad'],
    ],
    [
      'fault removed',
      fault('Bad'),
      { schema: el('E:string') },
      ['fault-removed | callers | all | S.Op response.Bad'],
    ],
    [
      'fault renamed',
      fault('Bad'),
      fault('Worse'),
      ['fault-renamed | compatible | all | S.Op response.Worse'],
    ],
    [
      'detail of a fault',
      fault('Bad'),
      fault('Bad', 'E', 'token'),
      ['type-changed | servers | all | S.Op response.Bad'],
    ],
    [
      'style',
      { input: el('p:int') },
      rpc(['p:int']),
      ['style-changed | callers+servers | all | S.Op'],
    ],
    [
      'rpc parameter added',
      rpc(['p:int']),
      rpc(['p:int', 'q:int']),
      ['field-added | callers | all | S.Op request.q'],
    ],
    [
      'rpc parameters swapped',
      rpc(['p:int', 'q:int']),
      rpc(['q:int', 'p:int']),
      ['order-changed | callers+servers | all | S.Op request'],
    ],
    [
      'use',
      { ...rpc(['p:int']) },
      { ...rpc(['p:int']), use: 'encoded' },
      [
        'use-changed | callers+servers | all | S.Op request',
        'use-changed | callers+servers | all | S.Op response',
      ],
    ],
    ['action', {}, { action: '' }, ['action-changed | callers+servers | all | S.Op']],
    [
      'message element',
      {
        parts: '<w:part name="parameters" element="t:Op"/>',
        schema: `<x:element name="Ask"><x:complexType>${sequence('')}</x:complexType></x:element>`,
      },
      {
        parts: '<w:part name="parameters" element="t:Ask"/>',
        schema: `<x:element name="Ask"><x:complexType>${sequence('')}</x:complexType></x:element>`,
      },
      ['message-element-changed | callers+servers | all | S.Op request'],
    ],
    [
      'elements leave their namespace',
      { input: el('p') + el('q'), output: el('r') },
      { input: el('p') + el('q'), output: el('r'), form: '' },
      ['namespace-changed | callers+servers | all | urn:s'],
    ],
    [
      'namespace',
      { input: el('p:T'), schema: type(sequence(el('a'))) },
      {
        input: el('p:T'),
        schema: type(sequence(el('a'))),
        namespace: 'urn:new',
        action: 'urn:new/Op',
      },
      ['namespace-changed | callers+servers | all | urn:s'],
    ],
    [
      'path',
      {},
      { address: 'http://h/other.asmx' },
      ['address-changed | callers+servers | all | S'],
    ],
    [
      'host',
      {},
      { address: 'https://example.org/s.asmx' },
      ['default-address-changed | compatible | all | S'],
    ],
    ['port', {}, { port: 'Other' }, ['port-renamed | compatible | all | S']],
    ['second port', {}, second, ['port-added | servers | all | S']],
    ['second port gone', second, {}, ['port-removed | callers | all | S']],
    [
      'type that nothing uses',
      { schema: type(sequence(el('a'))) },
      { schema: type(sequence(el('b'))) },
      ['unused-types-changed | compatible | none | T'],
    ],
    [
      'documentation',
      {},
      { documentation: '<w:documentation>Text</w:documentation>' },
      ['documentation-changed | documentation | all | S.Op'],
    ],
    ['prefixes and white space', { input: el('p') }, { input: `  ${el('p')}\n` }, []],
  ];

  describe('each kind of change in WSDLs has its class, binding and subject', () => {
    test.each(cases)('%s', (_what, old, now, lines) => {
      const found = compareTexts(wsdl(old), wsdl(now)).changes.map(changeLine);
      expect([...found].sort()).toEqual([...lines].sort());
    });

    test.each(cases)('%s: both places are in their files', (_what, old, now) => {
      for (const change of compareTexts(wsdl(old), wsdl(now)).changes) {
        expect(placed(change.old)).toMatch(/^old \d+: /);
        expect(placed(change.new)).toMatch(/^new \d+: /);
      }
    });
  });
});

describe('constraints', () => {
  /** A type whose element `list` has a constraint. */
  function constrained(constraint: string, declarations = ''): string {
    return wsdl({
      schema: `<x:complexType name="T"><x:sequence><x:element name="list" ${declarations}>
      <x:complexType><x:sequence>
        <x:element name="item" maxOccurs="unbounded"><x:complexType><x:attribute name="id" type="x:int"/></x:complexType></x:element>
      </x:sequence></x:complexType>${constraint}</x:element></x:sequence></x:complexType>`,
      input: '<x:element name="p" type="t:T"/>',
    });
  }
  const unique = (selector: string, name = 'U', kind = 'unique', field = '@id'): string =>
    `<x:${kind} name="${name}"><x:selector xpath="${selector}"/><x:field xpath="${field}"/></x:${kind}>`;
  const changes = (old: string, now: string): readonly string[] =>
    compareTexts(old, now).changes.map((one) => `${one.kind}: ${one.classes.join(' ')}`);

  describe('identity constraints', () => {
    const here = constrained(unique('t:item'));

    test('are the same whatever their prefixes, blanks and names', () => {
      const other = constrained(unique(' q:item ', 'Other'), 'xmlns:q="urn:s"');
      expect(changes(here, other)).toEqual([]);
    });

    test('are others if a prefix means something else', () => {
      const other = constrained(unique('q:item'), 'xmlns:q="urn:elsewhere"');
      expect(changes(here, other)).toEqual(['constraint-changed: breaks callers breaks servers']);
      const { changes: found } = compareTexts(here, other);
      expect(found[0]?.message).toBe("unique 'U' of field 'list' in T is of other values now");
    });

    test('that are new allow less, and those that are gone more', () => {
      expect(changes(constrained(''), here)).toEqual(['constraint-added: breaks callers']);
      expect(changes(here, constrained(''))).toEqual(['constraint-removed: breaks servers']);
    });

    test('of another kind or of other fields are others', () => {
      const key = constrained(unique('t:item', 'U', 'key'));
      expect(changes(here, key)).toEqual([
        'constraint-added: breaks callers',
        'constraint-removed: breaks servers',
      ]);
      const field = constrained(unique('t:item', 'U', 'unique', '@no'));
      expect(changes(here, field)).toEqual(['constraint-changed: breaks callers breaks servers']);
    });

    test('that refer to a key of another name stay the same', () => {
      const both = (name: string): string =>
        constrained(
          unique('t:item', name, 'key') +
            unique('t:item', 'R', 'keyref').replace('name="R"', `name="R" refer="t:${name}"`),
        );
      expect(changes(both('K'), both('L'))).toEqual([]);
    });

    test('follow their element into another namespace', () => {
      const moved = here.replaceAll('urn:s', 'urn:new');
      expect(changes(here, moved).filter((one) => one.startsWith('constraint-'))).toEqual([]);
    });
  });

  test('QNames in enumerations are compared by their namespaces', () => {
    const of = (value: string, declarations: string): string =>
      wsdl({
        schema: `<x:simpleType name="C" ${declarations}><x:restriction base="x:QName"><x:enumeration value="${value}"/></x:restriction></x:simpleType>`,
        input: '<x:element name="p" type="t:C"/>',
      });
    const old = of('a:A', 'xmlns:a="urn:a"');
    expect(changes(old, of('b:A', 'xmlns:b="urn:a"'))).toEqual([]);
    expect(changes(old, of('a:A', 'xmlns:a="urn:b"'))).toEqual([
      'enumeration-value-removed: breaks callers',
      'enumeration-value-added: breaks servers',
    ]);
  });
});

describe('policies', () => {
  const policy = (...assertions: readonly string[]): WsdlParts => ({
    bound: `<p:Policy xmlns:p="http://www.w3.org/ns/ws-policy" xmlns:sp="http://docs.oasis-open.org/ws-sx/ws-securitypolicy/200702" xmlns:m="http://schemas.xmlsoap.org/ws/2004/09/policy/optimizedmimeserialization">${assertions.join('')}</p:Policy>`,
  });
  const tls = '<sp:TransportBinding/>';
  const body = '<sp:SignedParts><sp:Body/></sp:SignedParts>';
  const mtom = '<m:OptimizedMimeSerialization/>';
  const addressing = (more = ''): WsdlParts => ({
    ports: `<a:UsingAddressing xmlns:a="http://www.w3.org/2006/05/addressing/wsdl" ${more}/>`,
  });
  const announced = addressing();
  const required = addressing('w:required="true"');
  const optional = '<m:OptimizedMimeSerialization p:Optional="true"/>';

  test.each<[string, WsdlParts, WsdlParts, readonly string[]]>([
    ['the same', policy(tls), policy(tls), []],
    ['TLS added', {}, policy(tls), ['policy-added | callers | all | S']],
    ['TLS removed', policy(tls), {}, ['policy-removed | servers | all | S']],
    ['MTOM allowed', {}, policy(optional), ['policy-allowed | servers | all | S']],
    ['MTOM no longer allowed', policy(optional), {}, ['policy-removed | callers | all | S']],
    ['MTOM required', policy(optional), policy(mtom), ['policy-required | callers | all | S']],
    ['MTOM optional', policy(mtom), policy(optional), ['policy-optional | servers | all | S']],
    // an extension of WSDL without wsdl:required says what may be used, and demands nothing
    ['addressing announced', {}, announced, ['policy-allowed | compatible | all | S']],
    ['addressing no longer announced', announced, {}, ['policy-removed | compatible | all | S']],
    [
      'addressing announced as not required',
      {},
      addressing('w:required="false"'),
      ['policy-allowed | compatible | all | S'],
    ],
    ['not required, in two ways', announced, addressing('w:required="false"'), []],
    ['addressing required', {}, required, ['policy-added | callers | all | S']],
    ['addressing became required', announced, required, ['policy-required | callers | all | S']],
    ['addressing required no more', required, announced, ['policy-optional | servers | all | S']],
    ['required addressing gone', required, {}, ['policy-removed | servers | all | S']],
    [
      'another demand',
      policy(body),
      policy(mtom),
      ['policy-added | callers | all | S', 'policy-removed | servers | all | S'],
    ],
  ])('policies: %s', (_, old, now, lines) => {
    const { changes } = compareTexts(wsdl(old), wsdl(now));
    expect(changes.map(changeLine).sort()).toEqual([...lines].sort());
    for (const change of changes) {
      expect([placed(change.old), placed(change.new)]).toEqual([
        expect.stringMatching(/^old \d+: /),
        expect.stringMatching(/^new \d+: /),
      ]);
    }
  });
});

describe('relate simple', () => {
  const opposite: Readonly<Record<Relation, Relation>> = {
    same: 'same',
    narrower: 'wider',
    wider: 'narrower',
    different: 'different',
  };

  function limited(base: BuiltinName, facets: Facets): SimpleType {
    return { ...builtinType(base), name: undefined, base: builtinType(base), facets };
  }

  describe('relateSimple', () => {
    const builtins: readonly (readonly [BuiltinName, BuiltinName, Relation])[] = [
      ['int', 'int', 'same'],
      ['byte', 'short', 'wider'],
      ['int', 'long', 'wider'],
      ['long', 'integer', 'wider'],
      ['integer', 'decimal', 'wider'],
      ['unsignedByte', 'int', 'wider'],
      ['unsignedInt', 'int', 'different'],
      ['unsignedInt', 'long', 'wider'],
      ['positiveInteger', 'nonNegativeInteger', 'wider'],
      ['negativeInteger', 'positiveInteger', 'different'],
      ['char', 'unsignedShort', 'same'],
      ['float', 'double', 'wider'],
      ['int', 'double', 'wider'],
      ['int', 'float', 'different'],
      ['short', 'float', 'wider'],
      ['long', 'double', 'different'],
      ['decimal', 'double', 'different'],
      ['token', 'string', 'wider'],
      ['NCName', 'token', 'wider'],
      ['guid', 'string', 'wider'],
      ['anyURI', 'string', 'wider'],
      ['int', 'anySimpleType', 'wider'],
      ['int', 'string', 'wider'],
      ['decimal', 'token', 'wider'],
      ['boolean', 'normalizedString', 'wider'],
      ['dateTime', 'string', 'wider'],
      ['base64Binary', 'string', 'wider'],
      ['NMTOKENS', 'string', 'wider'],
      ['Name', 'NMTOKEN', 'wider'],
      ['int', 'NMTOKEN', 'wider'],
      ['string', 'anyURI', 'narrower'],
      ['date', 'dateTime', 'different'],
      ['boolean', 'int', 'different'],
      ['date', 'NCName', 'different'],
      ['base64Binary', 'hexBinary', 'different'],
      ['NMTOKENS', 'NMTOKENS', 'same'],
      ['NMTOKEN', 'NMTOKENS', 'wider'],
      ['string', 'NMTOKENS', 'narrower'],
    ];
    test.each(builtins)('%s → %s is %s, and the other way round', (old, now, relation) => {
      expect(relateSimple(builtinType(old), builtinType(now))).toBe(relation);
      expect(relateSimple(builtinType(now), builtinType(old))).toBe(opposite[relation]);
    });

    const facets: readonly (readonly [BuiltinName, Facets, BuiltinName, Facets, Relation])[] = [
      ['int', { minInclusive: '0' }, 'unsignedInt', {}, 'wider'],
      ['int', { minInclusive: '0', maxInclusive: '255' }, 'unsignedByte', {}, 'same'],
      ['decimal', { minExclusive: '0' }, 'decimal', { minInclusive: '0' }, 'wider'],
      ['string', { maxLength: 5 }, 'token', {}, 'different'],
      ['string', { enumeration: [{ value: 'a' }] }, 'string', {}, 'wider'],
      ['string', { enumeration: [{ value: 'a' }] }, 'string', { maxLength: 1 }, 'wider'],
      ['string', { enumeration: [{ value: 'ab' }] }, 'string', { maxLength: 1 }, 'different'],
      ['string', { enumeration: [{ value: '7' }] }, 'int', {}, 'wider'],
      ['int', { enumeration: [{ value: '7' }] }, 'int', { enumeration: [{ value: '07' }] }, 'same'],
      [
        'boolean',
        { enumeration: [{ value: '1' }] },
        'boolean',
        { enumeration: [{ value: 'true' }, { value: 'false' }] },
        'wider',
      ],
      [
        'string',
        { enumeration: [{ value: 'A1' }] },
        'string',
        { patterns: [['[A-Z][0-9]']] },
        'wider',
      ],
      [
        'token',
        { enumeration: [{ value: 'a' }] },
        'string',
        { enumeration: [{ value: 'b' }] },
        'different',
      ],
      ['string', { minLength: 1, maxLength: 5 }, 'string', { maxLength: 9 }, 'wider'],
      ['string', { minLength: 1 }, 'string', { maxLength: 9 }, 'different'],
      ['double', { maxInclusive: '1e3' }, 'double', { maxInclusive: 'INF' }, 'wider'],
      ['float', { maxInclusive: '0.1' }, 'float', { maxInclusive: '0.100000001' }, 'same'],
      ['double', { maxInclusive: '0.1' }, 'double', { maxInclusive: '0.100000001' }, 'wider'],
      [
        'float',
        { enumeration: [{ value: '0.1' }] },
        'float',
        { enumeration: [{ value: '0.100000001' }] },
        'same',
      ],
      ['string', { patterns: [['a'], ['b']] }, 'string', { patterns: [['a']] }, 'wider'],
      // patterns by what they match, with lengths
      [
        'string',
        { patterns: [['[0-9]{11}']] },
        'string',
        { patterns: [['[0-9a-z]{2,18}']] },
        'wider',
      ],
      ['string', { patterns: [['\\d+']] }, 'string', { patterns: [['[0-9]+']] }, 'narrower'],
      ['string', { patterns: [['a|b']] }, 'string', { patterns: [['b', 'a']] }, 'same'],
      ['string', { patterns: [['aa*']] }, 'string', { patterns: [['a+']] }, 'same'],
      ['string', { patterns: [['a{2,4}']] }, 'string', { maxLength: 4 }, 'wider'],
      ['string', { patterns: [['a{2,4}']] }, 'string', { minLength: 3 }, 'different'],
      [
        'string',
        { patterns: [['[a-c]*'], ['[b-d]*']] },
        'string',
        { patterns: [['[bc]*']] },
        'same',
      ],
      ['string', { patterns: [['(ab)*']] }, 'string', { patterns: [['(ba)*']] }, 'different'],
      ['string', { patterns: [['\\p{Lu}']] }, 'string', { patterns: [['\\p{L}']] }, 'wider'],
      ['string', { patterns: [['€']] }, 'string', { patterns: [['[a-z]']] }, 'different'],
      ['string', { patterns: [['[^a]']] }, 'string', { patterns: [['[^€]']] }, 'different'],
      ['token', { patterns: [['.{1,35}']] }, 'token', { minLength: 1, maxLength: 35 }, 'wider'],
      ['string', { patterns: [['a{1,900000}']] }, 'string', { patterns: [['b']] }, 'different'],
      // numbers as texts
      ['int', {}, 'string', { maxLength: 11 }, 'wider'],
      ['int', {}, 'string', { maxLength: 10 }, 'different'],
      ['unsignedByte', {}, 'string', { patterns: [['[0-9]{1,3}']] }, 'wider'],
      ['dateTime', {}, 'string', { maxLength: 35 }, 'wider'],
      ['decimal', { totalDigits: 5, fractionDigits: 2 }, 'string', { maxLength: 9 }, 'wider'],
      ['string', { patterns: [['[0-9]{1,5}']] }, 'int', {}, 'wider'],
      ['string', { patterns: [['[0-9]{1,10}']] }, 'int', {}, 'different'],
      ['string', { patterns: [['[0-9]{1,5}']] }, 'int', { maxInclusive: '9' }, 'different'],
      // bounds of integers
      ['int', { minInclusive: '1' }, 'int', { minExclusive: '0' }, 'same'],
      ['int', { maxExclusive: '10' }, 'int', { totalDigits: 1, minInclusive: '-9' }, 'narrower'],
      ['int', { totalDigits: 2 }, 'int', { minExclusive: '-100', maxInclusive: '99' }, 'same'],
      ['long', { totalDigits: 4 }, 'short', {}, 'wider'],
      ['integer', { minExclusive: '-1' }, 'nonNegativeInteger', {}, 'same'],
      ['decimal', { minInclusive: '1' }, 'decimal', { minExclusive: '0' }, 'wider'],
      ['decimal', { totalDigits: 5 }, 'decimal', { totalDigits: 6 }, 'wider'],
      ['byte', {}, 'decimal', { totalDigits: 3 }, 'wider'],
      ['int', {}, 'decimal', { totalDigits: 3 }, 'different'],
      [
        'dateTime',
        { minInclusive: '2020-01-01T00:00:00Z' },
        'dateTime',
        { minInclusive: '2020-01-01T01:00:00+01:00' },
        'same',
      ],
      ['double', { maxInclusive: '1E3' }, 'double', { maxInclusive: '1000.0' }, 'same'],
    ];
    test.each(facets)('%s %j → %s %j is %s', (oldBase, old, newBase, now, relation) => {
      expect(relateSimple(limited(oldBase, old), limited(newBase, now))).toBe(relation);
      expect(relateSimple(limited(newBase, now), limited(oldBase, old))).toBe(opposite[relation]);
    });
  });

  describe('unions', () => {
    const union = (...members: readonly SimpleType[]): SimpleType => {
      return {
        ...builtinType('anySimpleType'),
        name: undefined,
        builtin: undefined,
        variety: 'union',
        members,
      };
    };
    const values = (...texts: readonly string[]): SimpleType =>
      limited('token', { enumeration: texts.map((value) => ({ value })) });
    const int = builtinType('int');
    const cases: readonly (readonly [string, SimpleType, SimpleType, Relation])[] = [
      [
        'of enumerations as one',
        union(values('a'), values('b', 'c')),
        values('c', 'b', 'a'),
        'same',
      ],
      [
        'of unions',
        union(union(values('a'), int), values('b')),
        union(int, values('a', 'b')),
        'same',
      ],
      ['with a further value', union(values('a'), int), union(values('a', 'b'), int), 'wider'],
      [
        'with a value that another member has',
        union(values('a'), int),
        union(values('a', '5'), int),
        'same',
      ],
      ['as a text', union(values('a'), int), builtinType('string'), 'wider'],
      ['with a further member', int, union(int, builtinType('date')), 'wider'],
      [
        'of values against limits',
        union(values('a'), values('b')),
        limited('token', { maxLength: 1 }),
        'wider',
      ],
    ];
    test.each(cases)('%s', (_what, old, now, relation) => {
      expect(relateSimple(old, now)).toBe(relation);
      expect(relateSimple(now, old)).toBe(opposite[relation]);
    });
  });

  test('decimals are ordered exactly', () => {
    expect(compareDecimalTexts('0.1', '0.10')).toBe(0);
    expect(compareDecimalTexts('-1', '+1')).toBe(-1);
    expect(compareDecimalTexts('9007199254740993', '9007199254740992')).toBe(1);
    expect(compareDecimalTexts('.5', '0.49999999999999999999')).toBe(1);
  });
});
