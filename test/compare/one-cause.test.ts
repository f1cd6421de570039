import { describe, expect, test } from '@jest/globals';
import type { Change } from '../../src/compare/change.ts';
import { changeLine, compareTexts } from './compare.ts';
import { type WsdlParts, wsdl } from './wsdl-text.ts';

const shop = (operations: readonly string[], types: string, action = 'urn:shop'): string =>
  `asmx: 1
name: Shop
namespace: urn:shop
services:
  Orders:
    bindings: [soap11]
    operations:
${operations.map((text) => `      ${text.replace('ACTION', action)}`).join('\n')}
types:
  ${types}
`;
const messages = (changes: readonly Change[]): readonly string[] =>
  changes.map(({ message }) => message);

describe('one cause is one change', () => {
  const names = ['Buy', 'Sell', 'Lend', 'Give'];

  test('actions that follow one rule', () => {
    const of = (action: string): string =>
      shop(
        names.map((name) => `${name}: { soapAction: 'ACTION/${name}' }`),
        'T: { fields: { a: int } }',
        action,
      );
    const [change, ...others] = compareTexts(of('urn:one'), of('urn:two')).changes;
    expect(others).toEqual([]);
    expect(change).toMatchObject({
      kind: 'action-changed',
      message: "SOAP action of 4 operations is 'urn:two/…' instead of 'urn:one/…'",
      operations: names.map((name) => `Orders.${name}`),
      subjects: names.map((name) => `Orders.${name}`),
    });
  });

  test('actions that follow several are several', () => {
    const of = (first: string, second: string): string =>
      shop(
        [`Buy: { soapAction: '${first}' }`, `Sell: { soapAction: '${second}' }`],
        'T: { fields: { a: int } }',
      );
    expect(messages(compareTexts(of('u:1', 'u:2'), of('u:3', 'u:4')).changes)).toEqual([
      "SOAP action of Orders.Buy is 'u:3' instead of 'u:1'",
      "SOAP action of Orders.Sell is 'u:4' instead of 'u:2'",
    ]);
  });

  test('a parameter of several operations', () => {
    const of = (parameter: string): string =>
      shop(
        names.map((name) => `${name}: { parameters: { ${parameter}: int, z: string } }`),
        'T: { fields: { a: int } }',
      );
    const { changes } = compareTexts(of('note'), of('noteText'));
    expect(messages(changes)).toEqual([
      "required parameter 'noteText' added to the request of 4 operations",
      "parameter 'note' removed from the request of 4 operations",
    ]);
    expect(changes[1]?.help).toBe("Perhaps renamed to 'noteText'");
  });

  test('operations that come and go are told each by itself', () => {
    const of = (...added: readonly string[]): string =>
      shop(['Stay: {}', ...added], 'T: { fields: { a: int } }');
    expect(messages(compareTexts(of('Buy: {}', 'Sell: {}'), of()).changes)).toEqual([
      'Orders.Buy removed',
      'Orders.Sell removed',
    ]);
  });

  test('types with other names', () => {
    const of = (suffix: string): string =>
      shop(
        names.map((name) => `${name}: { parameters: { p: ${name}${suffix} } }`),
        names
          .map((name) => `${name}${suffix}: { fields: { ${name.toLowerCase()}: int } }`)
          .join('\n  '),
      );
    const [change, ...others] = compareTexts(of('Old'), of('New')).changes;
    expect(others).toEqual([]);
    expect(change?.message).toBe(
      '4 types have other names: BuyNew instead of BuyOld, SellNew instead of SellOld, LendNew instead of LendOld and GiveNew instead of GiveOld',
    );
  });

  test('faults with another name', () => {
    const fault = (name: string): WsdlParts => ({
      schema: '<x:element name="E" type="x:string"/>',
      messages: '<w:message name="Bad"><w:part name="f" element="t:E"/></w:message>',
      operation: `<w:fault name="${name}" message="t:Bad"/>`,
      faults: `<w:fault name="${name}"><soap:fault name="${name}" use="literal"/></w:fault>`,
    });
    const two = (name: string): string => {
      const text = wsdl(fault(name));
      const twice = (pattern: RegExp): [RegExp, (found: string) => string] => [
        pattern,
        (found) =>
          found + found.replace('name="Op"', 'name="Op2"').replace('urn:s/Op', 'urn:s/Op2'),
      ];
      return text
        .replace(
          ...twice(/<w:operation name="Op">(?=<|\s*<w:input message)[\s\S]*?<\/w:operation>/),
        )
        .replace(...twice(/<w:operation name="Op"><soap:operation[\s\S]*?<\/w:operation>/));
    };
    expect(messages(compareTexts(two('Bad'), two('Worse')).changes)).toEqual([
      "fault 'Bad' of the response of 2 operations is called 'Worse' now",
    ]);
  });
});

describe('an attribute that became an element', () => {
  const type = (content: string, attributes: string): WsdlParts => ({
    schema: `<x:complexType name="T"><x:sequence>${content}</x:sequence>${attributes}</x:complexType>`,
    input: '<x:element name="p" type="t:T"/>',
  });
  const element = (name: string, more = ''): string =>
    `<x:element name="${name}" type="x:int" ${more}/>`;
  const attribute = (name: string, more = ''): string =>
    `<x:attribute name="${name}" type="x:int" ${more}/>`;

  test('is told as that, with what both together break', () => {
    const found = compareTexts(
      wsdl(type('', attribute('k', 'use="required"'))),
      wsdl(type(element('k'), '')),
    ).changes;
    expect(found.map(changeLine)).toEqual([
      'attribute-became-element | callers+servers | all | T.k',
    ]);
    expect(messages(found)).toEqual(["attribute 'k' of T is an element now"]);
    const optional = compareTexts(
      wsdl(type('', attribute('k'))),
      wsdl(type(element('k', 'minOccurs="0"'), '')),
    ).changes;
    expect(optional.map(changeLine)).toEqual(['attribute-became-element | callers | all | T.k']);
  });

  test('and the other way round', () => {
    const found = compareTexts(
      wsdl(type(element('k'), '')),
      wsdl(type('', attribute('k'))),
    ).changes;
    expect(found.map(changeLine)).toEqual([
      'element-became-attribute | callers+servers | all | T@k',
    ]);
    expect(messages(found)).toEqual(["field 'k' of T is an attribute now"]);
  });

  test('several of one type at once', () => {
    const found = compareTexts(
      wsdl(type('', attribute('a') + attribute('b'))),
      wsdl(type(element('a') + element('b'), '')),
    ).changes;
    expect(messages(found)).toEqual(["2 attributes of T are elements now: 'a' and 'b'"]);
  });
});

describe('a named type on another base', () => {
  const of = (content: string): string =>
    wsdl({
      schema: `<x:simpleType name="T">${content}</x:simpleType>`,
      input: '<x:element name="p" type="t:T"/>',
    });
  const restriction = (base: string): string => of(`<x:restriction base="x:${base}"/>`);

  test.each([
    [restriction('int'), restriction('dateTime'), 'type T is dateTime instead of int'],
    [
      restriction('int'),
      of('<x:list itemType="x:int"/>'),
      'type T is a list of int instead of int',
    ],
    [
      restriction('int'),
      of('<x:union memberTypes="x:int x:date"/>'),
      'type T is a union of int and date instead of int',
    ],
  ])('says from what to what', (old, now, message) => {
    expect(messages(compareTexts(old, now).changes)).toEqual([message]);
  });
});

describe('types that no operation uses', () => {
  const unused = (types: string, namespace = 'urn:list'): string =>
    wsdl({
      schema: `</x:schema><x:schema targetNamespace="${namespace}">${types}`,
    });
  const type = (name: string, field = 'a'): string =>
    `<x:complexType name="${name}"><x:sequence><x:element name="${field}" type="x:int"/></x:sequence></x:complexType>`;
  const three = ['A', 'B', 'C'].map((name) => type(name)).join('');

  test.each([
    [unused(''), unused(type('A')), 'type-added', 'type A, which no operation uses, added'],
    [
      unused(three),
      unused(''),
      'type-removed',
      '3 types that no operation uses removed: A, B and C',
    ],
    [
      unused(three),
      unused(three, 'urn:other'),
      'unused-types-changed',
      '3 types that no operation uses moved to another namespace: A, B and C',
    ],
    [
      unused(type('A') + type('B')),
      unused(type('A', 'b') + type('C')),
      'unused-types-changed',
      'types that no operation uses: 1 changed (A), 1 removed (B), 1 added (C)',
    ],
  ])('are one change without a step', (old, now, kind, message) => {
    const { changes, step, callersStep } = compareTexts(old, now);
    expect(changes).toMatchObject([{ kind, message, classes: ['compatible'], bindings: [] }]);
    expect([step, callersStep]).toEqual(['none', 'none']);
  });

  test('do not hide one that became used, nor one that is a base', () => {
    const base = (content: string, own: string): string =>
      wsdl({
        schema: `<x:complexType name="B"><x:sequence>${content}</x:sequence></x:complexType>
          <x:complexType name="T"><x:complexContent><x:extension base="t:B"><x:sequence>${own}</x:sequence></x:extension></x:complexContent></x:complexType>`,
        input: '<x:element name="p" type="t:T"/>',
      });
    const a = '<x:element name="a" type="x:int"/>';
    const b = '<x:element name="b" type="x:int"/>';
    expect(compareTexts(base(a, b), base(a + b, '')).changes).toEqual([]);
    expect(compareTexts(base(a, ''), base(a + b, '')).changes.map(changeLine)).toEqual([
      'field-added | callers | all | B.b',
    ]);
  });
});

test('a type in requests of one operation and answers of another tells whom it breaks where', () => {
  const of = (field: string): string =>
    shop(
      ['Put: { parameters: { t: T } }', 'Get: { returns: T }'],
      `T: { fields: { a: ${field} } }`,
    );
  const [change] = compareTexts(of('int'), of('int?')).changes;
  expect(change).toMatchObject({
    classes: ['breaks callers', 'breaks servers'],
    operations: ['Orders.Put', 'Orders.Get'],
    operationsByClass: { 'breaks callers': ['Orders.Get'], 'breaks servers': ['Orders.Put'] },
  });
});

describe('a rename is suggested only where it is one', () => {
  const help = (old: string, now: string): string | undefined => {
    const of = (field: string): string =>
      shop(
        ['Put: { parameters: { t: T } }'],
        `T: { fields: { z: int, ${field} } }\n  Item: { fields: { sku: int } }`,
      );
    return compareTexts(of(old), of(now)).changes.find(({ kind }) => kind === 'field-removed')
      ?.help;
  };

  test('not for the only other field of a common type', () => {
    expect(help('status: string', 'temastruktur: string')).toBeUndefined();
    expect(help('id: string', 'fnr: string')).toBeUndefined();
  });

  test('for a similar name, a part of it, and the only one of its own type', () => {
    expect(help('motattDato: date', 'mottattDato: date')).toBe("Perhaps renamed to 'mottattDato'");
    expect(help('status: string', 'orderStatus: string')).toBe("Perhaps renamed to 'orderStatus'");
    expect(help('goods: Item', 'product: Item')).toBe("Perhaps renamed to 'product'");
  });
});
