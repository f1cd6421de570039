import { describe, expect, test } from '@jest/globals';
import { readStacks } from '../../src/cli/stacks.ts';
import type { Change, CompareOptions, Comparison } from '../../src/compare/change.ts';
import { compareModels } from '../../src/compare/contract.ts';
import { changeLine, compareTexts, modelOf } from './compare.ts';
import { type WsdlParts, wsdl } from './wsdl-text.ts';

describe('contents', () => {
  const el = (name: string, attributes = ''): string =>
    `<x:element name="${name}" type="x:int" ${attributes}/>`;
  const group =
    (tag: string) =>
    (content: string, attributes = ''): string =>
      `<x:${tag} ${attributes}>${content}</x:${tag}>`;
  const [seq, choice, all] = ['sequence', 'choice', 'all'].map(group) as [
    ReturnType<typeof group>,
    ReturnType<typeof group>,
    ReturnType<typeof group>,
  ];
  const any = (attributes = ''): string =>
    `<x:any namespace="##other" processContents="lax" ${attributes}/>`;
  const opt = 'minOccurs="0"';
  const many = 'maxOccurs="unbounded"';
  const type = (content: string): string => `<x:complexType name="T">${content}</x:complexType>`;

  /** Classes of all changes, of the type in requests and in responses. */
  function broken(old: string, now: string): readonly [string, string] {
    const of = (parts: (schema: string) => WsdlParts): string => {
      const { breaks, changes } = compareTexts(wsdl(parts(old)), wsdl(parts(now)));
      const sides = [breaks.callers ? 'callers' : '', breaks.servers ? 'servers' : ''];
      const found = sides.filter((side) => side !== '').join('+');
      return found === '' && changes.length > 0 ? 'compatible' : found;
    };
    return [
      of((schema) => ({ schema, input: '<x:element name="p" type="t:T"/>' })),
      of((schema) => ({ schema, output: '<x:element name="p" type="t:T"/>' })),
    ];
  }

  test('a content too large to tell breaks both, unless its elements tell what changed', () => {
    const names = Array.from({ length: 5001 }, (_, index) => `e${index}`);
    const optional = names.map((name) => el(name, opt)).join('');
    const bound = seq(names.map((name) => el(name)).join(''), opt);
    const both = ['callers+servers', 'callers+servers'];
    expect(broken(type(seq(optional)), type(seq(bound)))).toEqual(both);
    expect(broken(type(seq(optional)), type(seq(seq(optional))))).toEqual(['', '']);
    const added = type(seq(bound + el('more', opt)));
    expect(broken(type(seq(bound)), added)).toEqual(['compatible', 'compatible']);
  });

  type Row = readonly [what: string, old: string, now: string, request: string, response: string];

  describe('the messages of a content decide', () => {
    const a = el('a');
    const b = el('b');
    const c = el('c');
    const [a0, b0, c0] = [el('a', opt), el('b', opt), el('c', opt)];
    const rows: readonly Row[] = [
      [
        'two optional elements become an optional group',
        seq(a0 + b0),
        seq(seq(a + b, opt)),
        'callers',
        'servers',
      ],
      [
        'an optional group becomes two optional elements',
        seq(seq(a + b, opt)),
        seq(a0 + b0),
        'servers',
        'callers',
      ],
      [
        'a group of optional elements becomes optional',
        seq(seq(a0 + b0)),
        seq(seq(a0 + b0, opt)),
        '',
        '',
      ],
      ['an element twice', seq(a + a), seq(el('a', 'minOccurs="2" maxOccurs="2"')), '', ''],
      ['an element twice, then once or twice', seq(a + a), seq(a + a0), 'servers', 'callers'],
      ['an element beside itself', seq(a + el('a', `${opt} ${many}`)), seq(el('a', many)), '', ''],
      ['a group as often as its element', seq(seq(a, many)), seq(el('a', many)), '', ''],
      [
        'a repeated group by its elements',
        seq(seq(a + b, many)),
        seq(el('a', many) + el('b', many)),
        'callers+servers',
        'callers+servers',
      ],
      [
        'a branch of an optional choice',
        seq(choice(a + b, opt)),
        seq(choice(a + b + c, opt)),
        'compatible',
        'compatible',
      ],
      [
        'a branch of a choice that may be empty',
        seq(choice(a0 + b)),
        seq(choice(a0 + b + c)),
        'compatible',
        'compatible',
      ],
      ['a branch of a choice', seq(choice(a + b)), seq(choice(a + b + c)), 'servers', 'callers'],
      [
        'a branch of an optional choice is gone',
        seq(choice(a + b + c, opt)),
        seq(choice(a + b, opt)),
        'callers',
        'callers',
      ],
      [
        'a branch of a choice is gone',
        seq(choice(a + b + c)),
        seq(choice(a + b)),
        'callers',
        'servers',
      ],
      [
        'an optional element gets an alternative',
        seq(a0),
        seq(choice(a + b, opt)),
        'compatible',
        'compatible',
      ],
      ['an element gets an alternative', seq(a), seq(choice(a + b)), 'servers', 'callers'],
      [
        'an alternative of optional elements',
        seq(choice(a + b, opt)),
        seq(a0 + b0),
        'servers',
        'callers',
      ],
      [
        'a repeated choice as a repeated group',
        seq(choice(a + b, `${opt} ${many}`)),
        seq(seq(a0 + b0, `${opt} ${many}`)),
        '',
        '',
      ],
      ['branches in another order', seq(choice(a + b)), seq(choice(b + a)), '', ''],
      [
        'branches with common starts',
        seq(choice(seq(a + b) + seq(a + c))),
        seq(a + choice(b + c)),
        '',
        '',
      ],
      ['a choice in a choice', seq(choice(a + choice(b + c))), seq(choice(a + b + c)), '', ''],
      [
        'an optional element inside an optional group',
        seq(seq(a + b, opt)),
        seq(seq(a + b + c0, opt)),
        'compatible',
        'compatible',
      ],
      [
        'a required element inside an optional group',
        seq(seq(a + b, opt)),
        seq(seq(a + b + c, opt)),
        'callers',
        'servers',
      ],
      [
        'the order inside a group',
        seq(seq(a0 + b0, opt)),
        seq(seq(b0 + a0, opt)),
        'callers+servers',
        'callers+servers',
      ],
      ['maxOccurs="0"', seq(a + el('b', `${opt} maxOccurs="0"`)), seq(a), '', ''],
      [
        'large numbers',
        seq(el('a', 'maxOccurs="500"') + choice(b + c)),
        seq(el('a', 'maxOccurs="900"') + choice(b + c)),
        'servers',
        'callers',
      ],
      ['all', all(a0 + b0), all(b0 + a0), '', ''],
      // wildcards
      ['a wildcard becomes optional', seq(a + any()), seq(a + any(opt)), 'servers', 'callers'],
      ['a wildcard becomes required', seq(a + any(opt)), seq(a + any()), 'callers', 'servers'],
      [
        'a wildcard may repeat',
        seq(a + any(opt)),
        seq(a + any(`${opt} ${many}`)),
        'servers',
        'callers',
      ],
      [
        'a wildcard must repeat',
        seq(a + any('maxOccurs="3"')),
        seq(a + any('minOccurs="2" maxOccurs="3"')),
        'callers',
        'servers',
      ],
      ['a required wildcard is gone', seq(any() + a), seq(a), 'callers+servers', 'callers'],
      ['a required wildcard is new', seq(a), seq(any() + a), 'callers', 'servers'],
      ['an optional wildcard is gone', seq(any(opt) + a), seq(a), 'callers', 'callers'],
      ['an optional wildcard is new', seq(a), seq(a + any(opt)), 'compatible', 'compatible'],
      [
        'a wildcard moves',
        seq(any(opt) + a),
        seq(a + any(opt)),
        'callers+servers',
        'callers+servers',
      ],
      [
        'a wildcard in a choice',
        seq(choice(a + any())),
        seq(choice(a + any(opt))),
        'servers',
        'callers',
      ],
      [
        'an element before any other',
        seq(`<x:any ${opt} ${many}/>`),
        seq(`${b0}<x:any ${opt} ${many}/>`),
        'compatible',
        'compatible',
      ],
    ];
    test.each(rows)('%s', (_what, old, now, request, response) => {
      expect(broken(type(old), type(now))).toEqual([request, response]);
    });

    test('and an example tells what nothing else does', () => {
      const of = (schema: string): string =>
        wsdl({ schema: type(schema), input: '<x:element name="p" type="t:T"/>' });
      const [change, ...others] = compareTexts(of(seq(a0 + b0)), of(seq(seq(a + b, opt)))).changes;
      expect(others).toEqual([]);
      expect(change && changeLine(change)).toBe('content-changed | callers | all | T');
      expect(change?.message).toMatch(/^T no longer allows '[ab]' alone$/);
    });
  });

  describe('what moves between a type and its base', () => {
    const base = (content: string, more = ''): string =>
      `<x:complexType name="B">${seq(content)}${more}</x:complexType>`;
    const extension = (content: string, more = ''): string =>
      type(
        `<x:complexContent><x:extension base="t:B">${seq(content)}${more}</x:extension></x:complexContent>`,
      );
    const attribute = '<x:attribute name="k" type="x:int"/>';
    const anyAttribute = '<x:anyAttribute processContents="lax"/>';
    const rows: readonly Row[] = [
      [
        'an element',
        base(el('a')) + extension(el('b') + el('c')),
        base(el('a') + el('b')) + extension(el('c')),
        '',
        '',
      ],
      [
        'an element back',
        base(el('a') + el('b')) + extension(el('c')),
        base(el('a')) + extension(el('b') + el('c')),
        '',
        '',
      ],
      [
        'an element, and it becomes optional',
        base(el('a')) + extension(el('b')),
        base(el('a') + el('b', opt)) + extension(''),
        'servers',
        'callers',
      ],
      [
        'an element to another place',
        base(el('a')) + extension(el('b') + el('c')),
        base(el('a') + el('c')) + extension(el('b')),
        'callers+servers',
        'callers+servers',
      ],
      [
        'an attribute',
        base(el('a'), attribute) + extension(el('c')),
        base(el('a')) + extension(el('c'), attribute),
        '',
        '',
      ],
      [
        'any attribute',
        base(el('a'), anyAttribute) + extension(el('c')),
        base(el('a')) + extension(el('c'), anyAttribute),
        '',
        '',
      ],
      [
        'any attribute of the type alone',
        base(el('a')) + extension(el('c'), anyAttribute),
        base(el('a')) + extension(el('c')),
        'callers',
        'callers',
      ],
    ];
    test.each(rows)('%s', (_what, old, now, request, response) => {
      expect(broken(old, now)).toEqual([request, response]);
    });

    test('is told once where base and type lose any attribute', () => {
      const of = (more: string): string =>
        wsdl({
          schema: base(el('a'), more) + extension(el('c')),
          input: '<x:element name="p" type="t:T"/>',
        });
      expect(compareTexts(of(anyAttribute), of('')).changes.map(changeLine)).toEqual([
        'wildcard-removed | callers | all | B',
      ]);
    });
  });

  describe('values that stand for an absent one', () => {
    const attribute = (text: string): string =>
      type(`<x:sequence/><x:attribute name="k" ${text}/>`);
    const element = (text: string): string => type(seq(`<x:element name="k" ${opt} ${text}/>`));
    const rows: readonly Row[] = [
      [
        'fixed becomes default',
        'type="x:int" fixed="5"',
        'type="x:int" default="5"',
        'servers',
        'callers',
      ],
      [
        'default becomes fixed',
        'type="x:int" default="5"',
        'type="x:int" fixed="5"',
        'callers',
        'servers',
      ],
      [
        'fixed becomes another default',
        'type="x:int" fixed="5"',
        'type="x:int" default="6"',
        'callers+servers',
        'callers+servers',
      ],
      [
        'a boolean spelt otherwise',
        'type="x:boolean" default="0"',
        'type="x:boolean" default="false"',
        '',
        '',
      ],
      [
        'a number spelt otherwise',
        'type="x:decimal" fixed="1.50"',
        'type="x:decimal" fixed="1.5"',
        '',
        '',
      ],
      [
        'a moment in another zone',
        'type="x:dateTime" default="2020-01-01T01:00:00+01:00"',
        'type="x:dateTime" default="2020-01-01T00:00:00Z"',
        '',
        '',
      ],
      [
        'a text spelt otherwise',
        'type="x:string" default="0"',
        'type="x:string" default="00"',
        'callers+servers',
        'callers+servers',
      ],
    ];
    test.each(rows)('%s', (_what, old, now, request, response) => {
      expect(broken(attribute(old), attribute(now))).toEqual([request, response]);
      expect(broken(element(old), element(now))).toEqual([request, response]);
    });

    test('are one change each', () => {
      const of = (text: string): string =>
        wsdl({ schema: attribute(text), output: '<x:element name="p" type="t:T"/>' });
      const { changes } = compareTexts(
        of('type="x:int" fixed="5"'),
        of('type="x:int" default="5"'),
      );
      expect(changes.map((one) => one.message)).toEqual([
        "attribute 'k' in T may have other values than '5' now, its default",
      ]);
    });
  });

  describe('substitutes', () => {
    const heads = (members: readonly string[], occurs: string): WsdlParts => ({
      schema: `<x:element name="head" type="x:string"/>${members
        .map((name) => `<x:element name="${name}" type="x:string" substitutionGroup="t:head"/>`)
        .join('')}`,
      input: `<x:element ref="t:head" ${occurs}/>`,
    });
    const lines = (old: readonly string[], now: readonly string[], occurs: string) =>
      compareTexts(wsdl(heads(old, occurs)), wsdl(heads(now, occurs))).changes.map(changeLine);

    test('matter where an element is required: receivers skip what they do not know', () => {
      expect(lines(['b'], ['b', 'c'], '')).toEqual(['substitute-added | servers | all | head']);
      expect(lines(['b'], ['b', 'c'], opt)).toEqual(['substitute-added | compatible | all | head']);
      expect(lines(['b', 'c'], ['b'], opt)).toEqual(['substitute-removed | callers | all | head']);
    });
  });
});

describe('names on the wire', () => {
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
        lines(
          rpc('literal', 'Order', order('Order')),
          rpc('literal', 'Purchase', order('Purchase')),
        ),
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
      [
        'of another namespace',
        faults(['Bad', 'o:A']),
        ['namespace-changed | callers | all | urn:s'],
      ],
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
});

describe('hazards', () => {
  const el = (name: string, attributes = ''): string =>
    `<x:element name="${name}" type="x:string" ${attributes}/>`;
  const opt = 'minOccurs="0"';
  const many = 'minOccurs="0" maxOccurs="unbounded"';
  const seq = (...content: readonly string[]): string =>
    `<x:sequence>${content.join('')}</x:sequence>`;
  const choice = (content: string, attributes = ''): string =>
    `<x:choice ${attributes}>${content}</x:choice>`;
  const type = (content: string, name = 'T'): string =>
    `<x:complexType name="${name}">${content}</x:complexType>`;
  const extension = (content: string, name = 'U', base = 'T'): string =>
    type(
      `<x:complexContent><x:extension base="t:${base}">${content}</x:extension></x:complexContent>`,
      name,
    );
  const any = '<x:any namespace="##other" processContents="lax" minOccurs="0"/>';
  const [a, b, c] = [el('a'), el('b', opt), el('c', opt)];

  function compare(old: string, now: string, options?: CompareOptions): Comparison {
    const known = { stacks: readStacks, ...options };
    return compareModels(modelOf(old, 'old.wsdl'), modelOf(now, 'new.wsdl'), known);
  }

  const inAnswers = (schema: string): string =>
    wsdl({ schema, output: '<x:element name="p" type="t:T"/>' });
  const inRequests = (schema: string): string =>
    wsdl({ schema, input: '<x:element name="p" type="t:T"/>' });

  /** What each change loses: `field-added T.x: b c`. */
  function hazardLines({ changes }: Comparison): readonly string[] {
    return changes.flatMap(({ kind, subject, hazards = [] }) =>
      hazards.map(({ what }) => `${kind} ${subject}: ${what.join(' ')}`),
    );
  }

  const wcf = {
    stack: 'wcf',
    readers: 'classes with Order= (dotnet-svcutil, Visual Studio)',
    effect: 'loses',
  };
  const beforeOthers = 'put it last in the type';
  const extended =
    'a type that others extend has no safe place: put it last in the types derived from it';

  describe('classes with Order=', () => {
    test('lose what follows an element that they do not know', () => {
      const [old, now] = [type(seq(a, b, c)), type(seq(a, el('x', opt), b, c))];
      const { changes, breaks, step, callersStep, serversStep } = compare(
        inAnswers(old),
        inAnswers(now),
      );
      expect(changes).toMatchObject([
        {
          classes: ['compatible'],
          hazards: [{ ...wcf, what: ['b', 'c'], help: beforeOthers }],
        },
      ]);
      expect({ breaks, step, callersStep, serversStep }).toEqual({
        breaks: { callers: false, servers: false },
        step: 'major',
        callersStep: 'major',
        serversStep: 'minor',
      });
    });

    test('of services lose it of requests', () => {
      const [old, now] = [type(seq(a, b, c)), type(seq(a, el('x', opt), b, c))];
      const { changes, callersStep, serversStep } = compare(inRequests(old), inRequests(now));
      expect(changes).toMatchObject([{ hazards: [{ ...wcf, what: ['b', 'c'] }] }]);
      expect({ callersStep, serversStep }).toEqual({ callersStep: 'minor', serversStep: 'major' });
    });

    const x = el('x', opt);
    type Row = readonly [what: string, old: string, now: string, lines: readonly string[]];
    const rows: readonly Row[] = [
      ['at the start', seq(a, b), seq(x, a, b), ['field-added T.x: a b']],
      ['at the end', seq(a, b), seq(a, b, x), []],
      ['two, of which one is last', seq(a, b), seq(a, x, b, el('y', opt)), ['field-added T.x: b']],
      [
        'two in front of each other',
        seq(a, b),
        seq(x, el('y', opt), a, b),
        ['field-added T.x: a b', 'field-added T.y: a b'],
      ],
      ['another order', seq(a, b, c), seq(b, a, c), ['order-changed T: a c']],
      ['the last comes first', seq(a, b, c), seq(c, a, b), ['order-changed T: a b']],
      ['an element repeats', seq(a, b, c), seq(a, el('b', many), c), ['field-repeated T.b: b c']],
      ['the last repeats', seq(a, b), seq(a, el('b', many)), ['field-repeated T.b: b']],
      ['it repeated before', seq(el('a', many), b), seq(el('a', many), b, x), []],
      ['removed', seq(a, b, c), seq(a, c), []],
      ['required became optional', seq(a, b), seq(el('a', opt), b), []],
      [
        'a further branch of a choice',
        seq(choice(a + el('d')), b),
        seq(choice(a + el('d') + el('e')), b),
        ['choice-branch-added T.e: b'],
      ],
      [
        'a further branch of a repeated choice',
        seq(choice(a + el('d'), many)),
        seq(choice(a + el('d') + el('e'), many)),
        ['choice-branch-added T.e: a d'],
      ],
      ['a further branch of the last', seq(a, choice(b + c)), seq(a, choice(b + c + el('e'))), []],
      [
        'a choice of both is new',
        seq(a, b),
        seq(a, choice(x + el('y'), opt), b),
        ['choice-added T: b'],
      ],
      ['a wildcard before others', seq(a, b), seq(a, any, b), ['wildcard-added T: b']],
      ['a wildcard at the end', seq(a, b), seq(a, b, any), []],
      ['into a wildcard that is last', seq(a, any), seq(a, any, x), []],
      [
        'an attribute became an element',
        `${seq(a, b)}<x:attribute name="x"/>`,
        seq(a, x, b),
        ['attribute-became-element T.x: b'],
      ],
      ['any order', `<x:all>${a}${b}</x:all>`, `<x:all>${x}${a}${b}</x:all>`, []],
      ['in a group', seq(a, seq(b, c)), seq(a, seq(b, x, c)), ['field-added T.x: c']],
      ['an attribute', seq(a, b), `${seq(a, b)}<x:attribute name="n"/>`, []],
    ];
    test.each(rows)('%s', (_, old, now, lines) => {
      expect(hazardLines(compare(inAnswers(type(old)), inAnswers(type(now))))).toEqual(lines);
      expect(hazardLines(compare(inRequests(type(old)), inRequests(type(now))))).toEqual(lines);
    });

    test('a type that others extend has no safe place', () => {
      const schema = (base: string): string => type(base) + extension(seq(el('d'), el('e')));
      const { changes } = compare(inAnswers(schema(seq(a))), inAnswers(schema(seq(a, x))));
      expect(changes).toMatchObject([
        { subject: 'T.x', hazards: [{ ...wcf, what: ['d', 'e'], help: extended }] },
      ]);
    });

    test('at all levels, and beside a change of its own', () => {
      const schema = (base: string, own: string): string =>
        type(base) + extension(own) + extension(seq(el('e')), 'V', 'U');
      const old = inAnswers(schema(seq(a), seq(el('d'))));
      const now = inAnswers(schema(seq(a, x), seq(el('d'), el('y', opt))));
      expect(hazardLines(compare(old, now))).toEqual([
        'field-added T.x: d e',
        'field-added U.y: e',
      ]);
    });

    test('an extension that adds no element leaves the end safe', () => {
      const schema = (base: string): string => type(base) + extension('<x:attribute name="n"/>');
      expect(hazardLines(compare(inAnswers(schema(seq(a))), inAnswers(schema(seq(a, x)))))).toEqual(
        [],
      );
      const { changes } = compare(inAnswers(schema(seq(a))), inAnswers(schema(seq(x, a))));
      expect(changes[0]?.hazards).toMatchObject([{ what: ['a'], help: beforeOthers }]);
    });

    test('a substitute stands where it is not known', () => {
      const schema = (more: string): string =>
        `<x:element name="head" type="x:string"/>${more}${type(
          seq('<x:element ref="t:head" minOccurs="0"/>', b),
        )}`;
      const added = '<x:element name="other" type="x:string" substitutionGroup="t:head"/>';
      expect(hazardLines(compare(inAnswers(schema('')), inAnswers(schema(added))))).toEqual([
        'substitute-added head: b',
      ]);
    });

    test('parameters and results of a wrapper are read in any order', () => {
      const old = wsdl({ input: a + b, output: a + b });
      expect(hazardLines(compare(old, wsdl({ input: x + a + b, output: b + a })))).toEqual([]);
    });

    test('messages with SOAP encoding have no order', () => {
      const encoded = (content: string): string =>
        wsdl({
          style: 'rpc',
          use: 'encoded',
          parts: '<w:part name="p" type="t:T"/>',
          schema: type(content),
        });
      expect(hazardLines(compare(encoded(seq(a, b)), encoded(seq(x, a, b))))).toEqual([]);
    });
  });

  describe('the stacks that are named', () => {
    const [old, now] = [inAnswers(type(seq(a, b))), inAnswers(type(seq(el('x', opt), a, b)))];

    test('count for the exit code', () => {
      const { breaks, step, changes } = compare(old, now, { readers: ['postman', 'wcf'] });
      expect({ breaks, step }).toEqual({
        breaks: { callers: true, servers: false },
        step: 'major',
      });
      expect(changes).toMatchObject([{ classes: ['compatible'], hazards: [wcf] }]);
    });

    test('others are not told', () => {
      const { breaks, step, changes } = compare(old, now, { readers: ['postman'] });
      expect({ breaks, step }).toEqual({
        breaks: { callers: false, servers: false },
        step: 'minor',
      });
      expect(changes[0]?.hazards).toBeUndefined();
    });

    test('an accepted change endangers nobody', () => {
      const { step, ignored } = compare(old, now, { accepts: () => ({ reason: 'no .NET' }) });
      expect(step).toBe('none');
      expect(ignored).toMatchObject([{ reason: 'no .NET', hazards: [wcf] }]);
    });
  });

  describe('a content that is too large to be followed', () => {
    const members = (made: (index: number) => string): string =>
      Array.from({ length: 300 }, (_, index) => made(index)).join('');
    const old = inAnswers(type(seq(members((index) => el(`a${index}`, opt)))));

    test('names the next elements that are lost', () => {
      const now = members((index) => el(`b${index}`, opt) + el(`a${index}`, opt));
      const lines = hazardLines(compare(old, inAnswers(type(seq(now)))));
      const next = Array.from({ length: 20 }, (_, index) => `a${index + 7}`);
      expect(lines).toContain(`field-added T.b7: ${next.join(' ')}`);
      expect(lines.at(-1)).toBe('field-added T.b299: a299');
    });

    test('and repeated groups inside each other, which would take years', () => {
      const nested = (content: string): string =>
        '<x:sequence maxOccurs="2">'.repeat(60) + content + '</x:sequence>'.repeat(60);
      const { changes } = compare(
        inAnswers(type(nested(el('a', opt)))),
        inAnswers(type(nested(el('a', opt) + el('x', opt)))),
      );
      expect(changes).toMatchObject([{ kind: 'field-added' }]);
    });
  });
});

describe('one cause', () => {
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
      expect(help('motattDato: date', 'mottattDato: date')).toBe(
        "Perhaps renamed to 'mottattDato'",
      );
      expect(help('status: string', 'orderStatus: string')).toBe(
        "Perhaps renamed to 'orderStatus'",
      );
      expect(help('goods: Item', 'product: Item')).toBe("Perhaps renamed to 'product'");
    });
  });
});
