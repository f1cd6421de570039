import { describe, expect, test } from '@jest/globals';
import { changeLine, compareTexts } from './compare.ts';
import { type WsdlParts, wsdl } from './wsdl-text.ts';

const lines = (old: string, now: string): readonly string[] =>
  compareTexts(old, now).changes.map(changeLine);

describe('names of types in xsi:type', () => {
  const parts = (namespace: string, local = 'Card', more = ''): string =>
    `</x:schema><x:schema targetNamespace="${namespace}">
      <x:complexType name="Payment"><x:sequence><x:element name="sum" type="x:int"/></x:sequence></x:complexType>
      <x:complexType name="${local}" ${more}><x:complexContent><x:extension base="p:Payment" xmlns:p="${namespace}"/></x:complexContent></x:complexType>`;
  const of = (namespace: string, local?: string, more?: string): string =>
    wsdl({
      schema: parts(namespace, local, more),
      input: `<x:element name="pay" type="p:Payment" xmlns:p="${namespace}"/>`,
    });

  test('derived types in another namespace are other types', () => {
    expect(lines(of('urn:p'), of('urn:q'))).toEqual([
      'namespace-changed | callers+servers | all | urn:p',
    ]);
  });

  test('but not those that no message names', () => {
    const plain = (namespace: string): string =>
      wsdl({
        schema: `</x:schema><x:schema targetNamespace="${namespace}"><x:complexType name="Payment"><x:sequence><x:element name="sum" type="x:int"/></x:sequence></x:complexType>`,
        input: `<x:element name="pay" type="p:Payment" xmlns:p="${namespace}"/>`,
      });
    expect(lines(plain('urn:p'), plain('urn:q'))).toEqual([]);
    const abstract = 'abstract="true"';
    expect(lines(of('urn:p', 'Card', abstract), of('urn:q', 'Card', abstract))).toEqual([]);
  });

  test('a second type of the same local name is new', () => {
    const second = (more: string): string =>
      wsdl({
        schema: `${parts('urn:p')}${more}`,
        input: '<x:element name="pay" type="p:Payment" xmlns:p="urn:p"/>',
      });
    const other = `</x:schema><x:schema targetNamespace="urn:q"><x:complexType name="Card"><x:complexContent><x:extension base="p:Payment" xmlns:p="urn:p"/></x:complexContent></x:complexType>`;
    expect(lines(second(''), second(other))).toEqual([
      'derived-type-added | servers | all | Payment',
    ]);
  });
});

describe('names of types in messages with SOAP encoding', () => {
  const rpc = (use: string, type: string, schema: string, namespace = 'urn:t'): string =>
    wsdl({
      style: 'rpc',
      use,
      form: '',
      schema: `</x:schema><x:schema targetNamespace="${namespace}" xmlns:o="${namespace}" xmlns:e="http://schemas.xmlsoap.org/soap/encoding/" xmlns:w="http://schemas.xmlsoap.org/wsdl/">${schema}`,
      parts: `<w:part name="p" type="o:${type}" xmlns:o="${namespace}"/>`,
    });
  const order = (name: string): string =>
    `<x:complexType name="${name}"><x:sequence><x:element name="id" type="x:int"/></x:sequence></x:complexType>`;
  const colour = (name: string): string =>
    `<x:simpleType name="${name}"><x:restriction base="x:string"><x:enumeration value="red"/></x:restriction></x:simpleType>`;
  const list = (item: string): string =>
    `${order(item)}<x:complexType name="List"><x:complexContent><x:restriction base="e:Array"><x:attribute ref="e:arrayType" w:arrayType="o:${item}[]"/></x:restriction></x:complexContent></x:complexType>`;
  const inside = (item: string): string =>
    `${colour(item)}<x:complexType name="Order"><x:sequence><x:element name="colour" type="o:${item}"/></x:sequence></x:complexType>`;

  test.each([
    [
      'a class',
      rpc('encoded', 'Order', order('Order')),
      rpc('encoded', 'Purchase', order('Purchase')),
    ],
    [
      'an enumeration',
      rpc('encoded', 'Colour', colour('Colour')),
      rpc('encoded', 'Paint', colour('Paint')),
    ],
    [
      'items of an array',
      rpc('encoded', 'List', list('Order')),
      rpc('encoded', 'List', list('Purchase')),
    ],
    [
      'a member',
      rpc('encoded', 'Order', inside('Colour')),
      rpc('encoded', 'Order', inside('Paint')),
    ],
  ])('a new name breaks both: %s', (_what, old, now) => {
    const found = lines(old, now);
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^type-renamed \| callers\+servers \| all \| /);
  });

  test.each([
    ['a class', 'Order', order('Order')],
    ['an enumeration', 'Colour', colour('Colour')],
  ])('another namespace breaks both: %s', (_what, type, schema) => {
    expect(lines(rpc('encoded', type, schema), rpc('encoded', type, schema, 'urn:u'))).toEqual([
      'namespace-changed | callers+servers | all | urn:t',
    ]);
  });

  test('and breaks none where no message says it', () => {
    expect(
      lines(rpc('literal', 'Order', order('Order')), rpc('literal', 'Purchase', order('Purchase'))),
    ).toEqual(['type-renamed | compatible | all | Purchase']);
    expect(
      lines(
        rpc('literal', 'Colour', colour('Colour')),
        rpc('literal', 'Colour', colour('Colour'), 'urn:u'),
      ),
    ).toEqual([]);
  });

  test('a text where a number was is of another name, too', () => {
    const of = (use: string, type: string): string =>
      wsdl({ style: 'rpc', use, form: '', parts: `<w:part name="p" type="x:${type}"/>` });
    expect(lines(of('literal', 'int'), of('literal', 'string'))).toEqual([
      'type-changed | servers | all | S.Op request.p',
    ]);
    expect(lines(of('encoded', 'int'), of('encoded', 'string'))).toEqual([
      'type-changed | callers+servers | all | S.Op request.p',
    ]);
    // every int is a long, in name, too
    expect(lines(of('encoded', 'int'), of('encoded', 'long'))).toEqual([
      'type-changed | servers | all | S.Op request.p',
    ]);
  });
});

describe('elements of faults and headers', () => {
  const elements = (names: readonly string[]): string =>
    names
      .map(
        (name) =>
          `<x:element name="${name}"><x:complexType><x:sequence><x:element name="code" type="x:int"/></x:sequence></x:complexType></x:element>`,
      )
      .join('');
  const other = `</x:schema><x:schema targetNamespace="urn:o" elementFormDefault="qualified">${elements(['A', 'B'])}`;
  const faults = (...named: readonly (readonly [name: string, element: string])[]): string =>
    wsdl({
      schema: `${elements(['A', 'B'])}${other}`,
      messages: named
        .map(
          ([name, element]) =>
            `<w:message name="${name}"><w:part name="f" element="${element}" xmlns:o="urn:o"/></w:message>`,
        )
        .join(''),
      operation: named.map(([name]) => `<w:fault name="${name}" message="t:${name}"/>`).join(''),
      faults: named
        .map(
          ([name]) =>
            `<w:fault name="${name}"><soap:fault name="${name}" use="literal"/></w:fault>`,
        )
        .join(''),
    });

  test.each([
    [
      'of another name',
      faults(['Bad', 't:B']),
      ['message-element-changed | callers | all | S.Op response.Bad'],
    ],
    ['of another namespace', faults(['Bad', 'o:A']), ['namespace-changed | callers | all | urn:s']],
    [
      'of another name, as the fault',
      faults(['Worse', 't:B']),
      [
        'fault-removed | callers | all | S.Op response.Bad',
        'fault-added | compatible | all | S.Op response.Worse',
      ],
    ],
    [
      'of a fault with another name',
      faults(['Worse', 't:A']),
      ['fault-renamed | compatible | all | S.Op response.Worse'],
    ],
  ])('the detail %s', (_what, now, found) => {
    expect(lines(faults(['Bad', 't:A']), now)).toEqual(found);
  });

  test('faults that exchange their names are the same in messages', () => {
    const old = faults(['Bad', 't:A'], ['Worse', 't:B']);
    const now = faults(['Bad', 't:B'], ['Worse', 't:A']);
    expect(compareTexts(old, now).breaks).toEqual({ callers: false, servers: false });
  });

  test('a fault that got another name with its element is taken for renamed', () => {
    const [gone] = compareTexts(faults(['Bad', 't:A']), faults(['Worse', 't:B'])).changes;
    expect(gone?.help).toBe("Perhaps renamed to 'Worse'");
  });

  const header = (element: string, attributes = ''): string =>
    wsdl({
      schema: `${elements(['A'])}${other}`,
      messages: `<w:message name="Head"><w:part name="h" element="${element}" xmlns:o="urn:o"/></w:message>`,
      bound: `<soap:header message="t:Head" part="h" use="literal" ${attributes}/>`,
    });
  test('a header of another namespace is one that servers pass over', () => {
    expect(lines(header('t:A'), header('o:A'))).toEqual([
      'namespace-changed | callers | all | urn:s',
    ]);
    const required = 'w:required="true"';
    expect(lines(header('t:A', required), header('o:A', required))).toEqual([
      'namespace-changed | callers+servers | all | urn:s',
    ]);
  });

  test('a whole contract in another namespace stays one change', () => {
    const moved = header('t:A').replaceAll('urn:s', 'urn:n').replace('urn:n/Op', 'urn:s/Op');
    expect(lines(header('t:A'), moved)).toEqual([
      'namespace-changed | callers+servers | all | urn:s',
    ]);
  });
});

describe('operations', () => {
  const of = (element: string, more: WsdlParts = {}): string =>
    wsdl({
      schema: `<x:element name="${element}"><x:complexType><x:sequence/></x:complexType></x:element>`,
      parts: `<w:part name="parameters" element="t:${element}"/>`,
      ...more,
    }).replace('<w:input message', '<w:input name="OpRequest" message');

  test('are the same while their names are, whatever their elements and messages', () => {
    expect(lines(of('OpRequest'), of('OpQuery'))).toEqual([
      'message-element-changed | callers+servers | all | S.Op request',
    ]);
  });
});
