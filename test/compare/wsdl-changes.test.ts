import { describe, expect, test } from '@jest/globals';
import { changeLine, compareTexts, placed } from './compare.ts';
import { type WsdlParts, wsdl } from './wsdl-text.ts';

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
  ['path', {}, { address: 'http://h/other.asmx' }, ['address-changed | callers+servers | all | S']],
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
