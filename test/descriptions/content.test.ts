import { describe, expect, test } from '@jest/globals';
import { loadCodecs, roundTrip } from '../plan/support/codecs.ts';
import { compileLater, compileWaiting, generateText } from '../plan/support/compiled.ts';
import { declaration, planText, valueSchema, valueWsdl, wsdl } from '../plan/support/contract.ts';
import { ordered } from '../plan/support/ordered.ts';
import { hasXmllint, judge, readStrictly } from '../plan/support/strict.ts';

describe('codecs content', () => {
  function both(schema: string, more = {}) {
    const planned = planText(valueWsdl(schema, more));
    return { planned, codecs: loadCodecs(planned) };
  }

  describe('content', () => {
    test('simple content is $value', () => {
      const { planned, codecs } = both(
        '<xs:complexType name="Value"><xs:simpleContent><xs:extension base="xs:decimal"><xs:attribute name="currency" type="xs:string" default="EUR"/></xs:extension></xs:simpleContent></xs:complexType>',
      );
      expect(declaration(planned, 'Value')).toContain('readonly $value: string;');
      const value = { value: { $value: '1.20', currency: 'USD' } };
      expect(roundTrip(codecs, value).value).toEqual(value);
      expect(roundTrip(codecs, { value: { $value: '1' } }).value).toEqual({
        value: { $value: '1', currency: 'EUR' },
      });
    });

    test('mixed content is a list of nodes', () => {
      const { codecs } = both(
        '<xs:complexType name="Value" mixed="true"><xs:sequence><xs:any minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence><xs:attribute name="a" type="xs:int"/></xs:complexType>',
      );
      const value = {
        value: {
          a: 1,
          $content: ['x ', { name: 'b', namespace: 'urn:test', children: ['y'] }, ' z'],
        },
      };
      expect(roundTrip(codecs, value).value).toEqual(value);
    });

    test('wildcards take elements and attributes no one else takes', () => {
      const { planned, codecs } = both(
        '<xs:complexType name="Value"><xs:sequence><xs:element name="a" type="xs:int"/><xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded" processContents="skip"/></xs:sequence><xs:attribute name="k" type="xs:string"/><xs:anyAttribute namespace="##any"/></xs:complexType>',
      );
      expect(declaration(planned, 'Value')).toContain(
        'readonly $any?: readonly XmlElement[] | undefined;',
      );
      const value = {
        value: {
          k: 'v',
          $anyAttributes: [
            { name: 'x', namespace: 'urn:o', value: '1' },
            { name: 'y', value: '/' },
          ],
          a: 1,
          $any: [{ name: 'e', namespace: 'urn:o' }],
        },
      };
      expect(roundTrip(codecs, value).value).toEqual(value);
    });

    test('anyType is the element', () => {
      const { codecs } = both(
        '<xs:complexType name="Value"><xs:sequence><xs:element name="a"/><xs:element name="b" type="xs:anyType" minOccurs="0"/></xs:sequence></xs:complexType>',
      );
      const value = { value: { a: { name: 'a', namespace: 'urn:test', children: ['5'] } } };
      expect(roundTrip(codecs, value).value).toEqual(value);
      const renamed = { value: { a: { name: 'other', namespace: '', children: ['5'] } } };
      expect(roundTrip(codecs, renamed).value).toEqual(value);
    });

    test('a DataSet is its schema and its diffgram', () => {
      const { planned, codecs } = both(
        '<xs:complexType name="Value"><xs:sequence><xs:element ref="xs:schema"/><xs:any/></xs:sequence></xs:complexType>',
      );
      expect(declaration(planned, 'Value')).toContain('readonly schema: XmlElement;');
      expect(declaration(planned, 'Value')).toContain('readonly diffgram: XmlElement;');
      const value = {
        value: {
          schema: { name: 'schema', namespace: 'http://www.w3.org/2001/XMLSchema' },
          diffgram: { name: 'diffgram', namespace: 'urn:schemas-microsoft-com:xml-diffgram-v1' },
        },
      };
      expect(roundTrip(codecs, value).value).toEqual(value);
    });

    test('recursion just works', () => {
      const { codecs } = both(
        '<xs:complexType name="Value"><xs:sequence><xs:element name="name" type="xs:string"/><xs:element name="child" type="t:Value" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>',
      );
      const value = {
        value: { name: 'a', child: [{ name: 'b', child: [{ name: 'c' }] }, { name: 'd' }] },
      };
      expect(roundTrip(codecs, value).value).toEqual(value);
    });

    test('no element or attribute name is lost to another', () => {
      const { planned, codecs } = both(
        '<xs:complexType name="Value"><xs:sequence><xs:element name="id" type="xs:int"/><xs:element name="constructor" type="xs:int" minOccurs="0"/><xs:element name="__proto__" type="xs:int" minOccurs="0"/><xs:element name="a-b" type="xs:int" minOccurs="0"/><xs:element name="a.b" type="xs:int" minOccurs="0"/></xs:sequence><xs:attribute name="id" type="xs:int"/></xs:complexType>',
      );
      expect(declaration(planned, 'Value')).toContain('readonly idAttribute?: number | undefined;');
      const value = {
        value: { id: 1, idAttribute: 2, constructorElement: 3, $proto: 4, 'a-b': 5, 'a.b': 6 },
      };
      expect(roundTrip(codecs, value).value).toEqual(value);
    });
  });

  describe('namespaces', () => {
    test('unqualified children under a qualified wrapper, and types of another namespace', () => {
      const { codecs } = both(
        '<xs:complexType name="Value"><xs:sequence><xs:element name="a" type="xs:int"/><xs:element name="o" type="o:Thing"/><xs:element ref="o:global"/></xs:sequence><xs:attribute ref="o:flag"/><xs:attribute ref="xml:lang"/></xs:complexType>',
        {
          form: '',
          attributes: 'xmlns:o="urn:other"',
          schemas:
            '<xs:schema targetNamespace="urn:other" elementFormDefault="qualified"><xs:attribute name="flag" type="xs:boolean"/><xs:element name="global" type="xs:string"/><xs:complexType name="Thing"><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence></xs:complexType></xs:schema>',
        },
      );
      const value = { value: { flag: true, lang: 'en', a: 1, o: { x: 2 }, global: 'g' } };
      const { xml, value: back } = roundTrip(codecs, value);
      expect(xml).toBe(
        '<Test xmlns="urn:test"><value xmlns="" xmlns:a1="urn:other" a1:flag="true" xml:lang="en"><a>1</a><o><x xmlns="urn:other">2</x></o><global xmlns="urn:other">g</global></value></Test>',
      );
      expect(back).toEqual(value);
    });
  });
});

describe('codecs counts', () => {
  function codecsOf(content: string, others = '') {
    const planned = planText(
      valueWsdl(`<xs:complexType name="Value">${content}</xs:complexType>${others}`),
    );
    return { planned, codecs: loadCodecs(planned) };
  }

  const body = (content: string): string =>
    `<Test xmlns="urn:test"><value>${content}</value></Test>`;

  describe('occurrence counts', () => {
    const { planned, codecs } = codecsOf(`<xs:sequence>
    <xs:element name="pair" type="xs:int" minOccurs="2" maxOccurs="2"/>
    <xs:element name="some" type="xs:string" maxOccurs="unbounded"/>
    <xs:element name="few" type="xs:string" minOccurs="0" maxOccurs="3"/>
    <xs:element name="many" type="xs:string" minOccurs="2" maxOccurs="unbounded"/>
  </xs:sequence>`);
    const good = { pair: [1, 2], some: ['a'], few: ['b', 'c', 'd'], many: ['e', 'f'] };
    const { xml } = roundTrip(codecs, { value: good });

    test('that are kept go round', () => {
      for (const few of [undefined, ['b']]) {
        const value = { value: { ...good, few } };
        expect(roundTrip(codecs, value).value).toEqual(value);
      }
    });

    test.each([
      [{ pair: [1] }, 'value.pair: The value must have 2 items, not 1.'],
      [{ pair: [1, 2, 3] }, 'value.pair: The value must have 2 items, not 3.'],
      [{ some: [] }, 'value.some: The value must have at least 1 item, not 0.'],
      [{ few: ['', '', '', ''] }, 'value.few: The value must have at most 3 items, not 4.'],
      [{ many: [''] }, 'value.many: The value must have at least 2 items, not 1.'],
    ])('are checked when written: %j', (change, message) => {
      expect(() => codecs.write('writeTestRequest', { value: { ...good, ...change } })).toThrow(
        message,
      );
    });

    test.each([
      ['<pair>2</pair>', '', "value: The list 'pair' must have 2 items, not 1."],
      [
        '<pair>2</pair>',
        '<pair>2</pair><pair>3</pair>',
        "value: The list 'pair' must have 2 items, not 3.",
      ],
      ['<some>a</some>', '', "value.some: Missing required element 'some'."],
      ['<few>b</few>', '<few/><few/>', "value: The list 'few' must have at most 3 items, not 4."],
      ['<many>e</many>', '', "value: The list 'many' must have at least 2 items, not 1."],
    ])('are checked when read: %s as %j', (from, to, message) => {
      expect(() => codecs.readBody('readTestRequest', xml.replace(from, to))).toThrow(message);
    });

    test('are in the documentation', () => {
      const text = declaration(planned, 'Value');
      for (const words of ['`xs:int`, 2 items.', 'at least 1.', 'at most 3.', 'at least 2.']) {
        expect(text).toContain(words);
      }
    });
  });

  test('items of an ASMX array are counted too', () => {
    const { codecs } = codecsOf(
      '<xs:sequence><xs:element name="list" type="t:ArrayOfInt" minOccurs="0"/></xs:sequence>',
      '<xs:complexType name="ArrayOfInt"><xs:sequence><xs:element name="int" type="xs:int" minOccurs="1" maxOccurs="2"/></xs:sequence></xs:complexType>',
    );
    expect(roundTrip(codecs, { value: { list: [1, 2] } }).value).toEqual({
      value: { list: [1, 2] },
    });
    expect(() => codecs.write('writeTestRequest', { value: { list: [] } })).toThrow(
      'value.list: The value must have 1 to 2 items, not 0.',
    );
    for (const items of ['', '<int>1</int><int>2</int><int>3</int>']) {
      expect(() => codecs.readBody('readTestRequest', body(`<list>${items}</list>`))).toThrow(
        "value.list: The list 'int' must have 1 to 2 items",
      );
    }
  });

  describe('counts of repeated groups', () => {
    test('turns are counted', () => {
      const { codecs } = codecsOf(
        '<xs:choice minOccurs="2" maxOccurs="3"><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:choice>',
      );
      const turns = [{ a: 1 }, { b: 2 }, { a: 3 }, { b: 4 }];
      const value = { value: { $choice: turns.slice(0, 3) } };
      expect(roundTrip(codecs, value).value).toEqual(value);
      for (const $choice of [turns.slice(0, 1), turns]) {
        expect(() => codecs.write('writeTestRequest', { value: { $choice } })).toThrow(
          'value.$choice: The value must have 2 to 3 items',
        );
      }
      expect(() => codecs.readBody('readTestRequest', body('<a>1</a>'))).toThrow(
        "value: The list '$choice' must have 2 to 3 items, not 1.",
      );
      const four = '<a>1</a>'.repeat(4);
      expect(() => codecs.readBody('readTestRequest', body(four))).toThrow('not 4.');
    });

    test('elements are taken into the turn they are of, where turns are counted', () => {
      const { codecs } = codecsOf(
        '<xs:choice maxOccurs="2"><xs:element name="a" type="xs:int" maxOccurs="3"/><xs:element name="b" type="xs:int" maxOccurs="unbounded"/></xs:choice>',
      );
      for (const $choice of [
        [{ a: [1, 2, 3] }, { a: [4] }],
        [{ b: [1, 2, 3, 4] }, { a: [5, 6] }],
      ]) {
        expect(roundTrip(codecs, { value: { $choice } }).value).toEqual({ value: { $choice } });
      }
      const seven = '<a>1</a>'.repeat(7);
      expect(() => codecs.readBody('readTestRequest', body(seven))).toThrow(
        'An unexpected element was encountered',
      );
    });

    test('elements of a turn are counted', () => {
      const { codecs } = codecsOf(
        '<xs:sequence maxOccurs="unbounded"><xs:element name="a" type="xs:int" minOccurs="2" maxOccurs="3"/><xs:element name="b" type="xs:int"/></xs:sequence>',
      );
      const value = {
        value: {
          $sequence: [
            { a: [1, 2], b: 3 },
            { a: [4, 5, 6], b: 7 },
          ],
        },
      };
      expect(roundTrip(codecs, value).value).toEqual(value);
      const one = { value: { $sequence: [{ a: [1], b: 3 }] } };
      expect(() => codecs.write('writeTestRequest', one)).toThrow(
        'value.$sequence[0].a: The value must have 2 to 3 items, not 1.',
      );
      expect(() => codecs.readBody('readTestRequest', body('<a>1</a><b>3</b>'))).toThrow(
        'Expected elements: urn:test:a.',
      );
    });

    test('wildcards and substitution groups are counted', () => {
      const { codecs } = codecsOf(
        '<xs:sequence><xs:element ref="t:head" maxOccurs="2"/><xs:any namespace="##other" processContents="skip" minOccurs="0" maxOccurs="2"/></xs:sequence>',
        '<xs:element name="head" type="xs:int"/><xs:element name="other" substitutionGroup="t:head" type="xs:int"/>',
      );
      const any = { name: 'x', namespace: 'urn:x' };
      const head = [{ head: 1 }, { other: 2 }];
      const value = { value: { head, $any: [any, any] } };
      expect(() => roundTrip(codecs, value)).not.toThrow();
      expect(() =>
        codecs.write('writeTestRequest', { value: { head, $any: [any, any, any] } }),
      ).toThrow('value.$any: The value must have at most 2 items, not 3.');
      expect(() =>
        codecs.write('writeTestRequest', { value: { head: [...head, ...head] } }),
      ).toThrow('value.head: The value must have 1 to 2 items, not 4.');
      const three = body(`<head>1</head>${'<x xmlns="urn:x"/>'.repeat(3)}`);
      expect(() => codecs.readBody('readTestRequest', three)).toThrow(
        "The list '$any' must have at most 2",
      );
    });
  });
});

describe('codecs groups', () => {
  describe('choices', () => {
    const planned = planText(
      valueWsdl(`<xs:complexType name="Value"><xs:sequence>
  <xs:element name="id" type="xs:int"/>
  <xs:choice>
    <xs:element name="card" type="xs:string"/>
    <xs:sequence><xs:element name="iban" type="xs:string"/><xs:element name="bic" type="xs:string" minOccurs="0"/></xs:sequence>
  </xs:choice>
</xs:sequence></xs:complexType>`),
    );
    const codecs = loadCodecs(planned);

    test('are unions that allow exactly one branch', () => {
      expect(declaration(planned, 'Value$Choice')).toBe(`/** A choice in \`Value\`. */
export type Value$Choice =
  | {
      readonly card: string;
      readonly iban?: undefined;
      readonly bic?: undefined;
    }
  | {
      readonly card?: undefined;
      readonly iban: string;
      readonly bic?: string | undefined;
    };`);
      expect(declaration(planned, 'Value')).toContain(
        'export type Value = Value$Fields & Value$Choice;',
      );
    });

    test('come back as they went', () => {
      for (const branch of [{ card: 'c' }, { iban: 'i', bic: 'b' }, { iban: 'i' }]) {
        const value = { value: { id: 1, ...branch } };
        expect(roundTrip(codecs, value).value).toEqual(value);
      }
    });

    test('with none or several branches are errors that name them', () => {
      const message = "Exactly one of 'card', ('iban' and 'bic') must be given.";
      expect(() => codecs.write('writeTestRequest', { value: { id: 1 } })).toThrow(
        `value: ${message}`,
      );
      expect(() =>
        codecs.write('writeTestRequest', { value: { id: 1, card: 'c', iban: 'i' } }),
      ).toThrow('must be given');
      const body =
        '<Test xmlns="urn:test"><value><id>1</id><card>c</card><iban>i</iban></value></Test>';
      expect(() => codecs.readBody('readTestRequest', body)).toThrow(
        "value: Exactly one of 'card', ('iban' and 'bic') must be there.",
      );
    });
  });

  describe('repeated groups', () => {
    const planned = planText(
      valueWsdl(`<xs:complexType name="Value"><xs:sequence>
  <xs:choice minOccurs="0" maxOccurs="unbounded">
    <xs:element name="text" type="xs:string"/>
    <xs:element name="number" type="xs:int"/>
  </xs:choice>
  <xs:sequence maxOccurs="unbounded">
    <xs:element name="key" type="xs:string" minOccurs="0"/>
    <xs:element name="value" type="xs:int" minOccurs="0" maxOccurs="2"/>
    <xs:element name="end" type="xs:boolean"/>
  </xs:sequence>
</xs:sequence></xs:complexType>`),
    );
    const codecs = loadCodecs(planned);

    test('are one property each', () => {
      expect(declaration(planned, 'Value')).toBe(`/** complexType \`Value\`. */
export interface Value {
  /** In document order, one of the choices in each item. */
  readonly $choice?: readonly ValueChoice[] | undefined;
  /** In document order, one turn of the sequence in each item, at least 1. */
  readonly $sequence: readonly ValueSequence[];
}`);
    });

    test('keep their order', () => {
      const value = {
        value: {
          $choice: [{ number: 1 }, { text: 'a' }, { text: 'b' }, { number: 2 }],
          $sequence: [
            { key: 'k', value: [1, 2], end: true },
            { end: false },
            { value: [3], end: true },
            { key: 'l', end: true },
          ],
        },
      };
      expect(roundTrip(codecs, value).value).toEqual(value);
    });

    test('a nested choice of sequences keeps its turns apart', () => {
      const nested = loadCodecs(
        planText(
          valueWsdl(`<xs:complexType name="Value"><xs:choice maxOccurs="unbounded">
  <xs:sequence><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int" minOccurs="0"/></xs:sequence>
  <xs:element name="c" type="xs:int" maxOccurs="unbounded"/>
  <xs:any namespace="##other" processContents="lax"/>
</xs:choice></xs:complexType>`),
        ),
      );
      const value = {
        value: {
          $choice: [
            { a: 1, b: 2 },
            { a: 3 },
            { c: [4, 5] },
            { a: 6 },
            { $any: { name: 'x', namespace: 'urn:o', children: ['t'] } },
            { c: [7] },
          ],
        },
      };
      expect(roundTrip(nested, value).value).toEqual(value);
    });

    test('one element twice has two names', () => {
      const twice = planText(
        valueWsdl(`<xs:complexType name="Value"><xs:sequence>
  <xs:element name="a" type="xs:int" minOccurs="0"/><xs:element name="b" type="xs:int"/><xs:element name="a" type="xs:int" minOccurs="0"/>
</xs:sequence></xs:complexType>`),
      );
      const loaded = loadCodecs(twice);
      expect(declaration(twice, 'Value')).toContain('readonly aAfterB?: number | undefined;');
      for (const value of [
        { a: 1, b: 2, aAfterB: 3 },
        { b: 2, aAfterB: 3 },
        { a: 1, b: 2 },
      ]) {
        expect(roundTrip(loaded, { value }).value).toEqual({ value });
      }
    });

    test('large choices say the same in fewer lines', () => {
      const names = [...'abcdefghijkl'];
      const many = planText(
        valueWsdl(
          `<xs:complexType name="Value"><xs:choice>${names.map((name) => `<xs:element name="${name}" type="xs:int"/>`).join('')}</xs:choice></xs:complexType>`,
        ),
      );
      expect(declaration(many, 'Value')).toMatch(/^.*\nexport type Value = OneOf<\{\n/);
      expect(roundTrip(loadCodecs(many), { value: { k: 5 } }).value).toEqual({ value: { k: 5 } });
    });

    test('optional groups of required elements are all or nothing', () => {
      const optional = planText(
        valueWsdl(
          '<xs:complexType name="Value"><xs:sequence minOccurs="0"><xs:element name="a" type="xs:int"/><xs:element name="b" type="xs:int"/></xs:sequence></xs:complexType>',
        ),
      );
      const loaded = loadCodecs(optional);
      for (const value of [{ a: 1, b: 2 }, {}]) {
        expect(roundTrip(loaded, { value }).value).toEqual({ value });
      }
      expect(() => loaded.write('writeTestRequest', { value: { a: 1 } })).toThrow('At most one');
    });
  });
});

describe('codecs many choices', () => {
  const times = (count: number, write: (id: number) => string): string =>
    Array.from({ length: count }, (_, id) => write(id)).join('');
  const element = (name: string): string => `<xs:element name="${name}" type="xs:string"/>`;
  const choice = (id: number): string =>
    `<xs:choice>${element(`a${id}`)}${element(`b${id}`)}</xs:choice>`;
  const pair = (id: number): string =>
    `<xs:sequence minOccurs="0">${element(`a${id}`)}${element(`b${id}`)}</xs:sequence>`;

  function typeOf(content: string) {
    const planned = planText(
      valueWsdl(
        `<xs:complexType name="Value"><xs:sequence>${content}</xs:sequence></xs:complexType>`,
      ),
    );
    const codecs = loadCodecs(planned);
    const write = (value: object) => () => codecs.write('writeTestRequest', { value });
    const read = (xml: string) => () =>
      codecs.readBody('readTestRequest', `<Test xmlns="urn:test"><value>${xml}</value></Test>`);
    return { planned, codecs, write, read };
  }

  /** A property for each number. */
  const every = (count: number, key: (id: number) => string): Record<string, string> =>
    Object.fromEntries(Array.from({ length: count }, (_, id) => [key(id), 'x']));
  const inXml = (value: Readonly<Record<string, string>>): string =>
    Object.entries(value)
      .map(([name, text]) => `<${name}>${text}</${name}>`)
      .join('');

  describe('a type of 17 choices', () => {
    const { planned, codecs, write, read } = typeOf(times(17, choice));
    const right = every(17, (id) => (id % 2 === 0 ? `a${id}` : `b${id}`));

    test('has optional members, and says so', () => {
      const text = declaration(planned, 'Value');
      expect(text).toContain('export interface Value {');
      expect(text).toContain('readonly a0?: string | undefined;');
      expect(text).toContain('more combinations than the compiler can tell apart');
      expect(text).toContain(' * - `a16`, or `b16`');
    });

    test('is written and read', () => {
      expect(roundTrip(codecs, { value: right }).value).toEqual({ value: right });
    });

    test('refuses both of a choice and none of one, in both directions', () => {
      const { a4: _, ...none } = right;
      const xml = inXml(right);
      expect(write(none)).toThrow("Exactly one of 'a4', 'b4' must be given.");
      expect(write({ ...right, b4: 'y' })).toThrow("Exactly one of 'a4', 'b4' must be given.");
      expect(read(xml.replace('<a4>x</a4>', ''))).toThrow("one of 'a4', 'b4' must be there.");
      expect(read(xml.replace('<a4>', '<b4>y</b4><a4>'))).toThrow(/'a4'|b4/);
    });
  });

  describe('a type of 17 optional pairs', () => {
    const { planned, codecs, write, read } = typeOf(times(17, pair));

    test('has optional members, and says so', () => {
      const text = declaration(planned, 'Value');
      expect(text).toContain('readonly b16?: string | undefined;');
      expect(text).toContain(' * - `a0` with `b0`, or none');
    });

    test('is written and read', () => {
      for (const value of [
        {},
        { a3: 'x', b3: 'y' },
        { ...every(17, (id) => `a${id}`), ...every(17, (id) => `b${id}`) },
      ])
        expect(roundTrip(codecs, { value }).value).toEqual({ value });
    });

    test('refuses half a pair, in both directions', () => {
      expect(write({ a3: 'x' })).toThrow("one of ('a3' and 'b3')");
      expect(write({ b3: 'x' })).toThrow("one of ('a3' and 'b3')");
      expect(read('<a3>x</a3>')).toThrow('b3');
    });
  });

  const sequence = (id: number): string =>
    `<xs:sequence>${element(`a${id}`)}${element(`b${id}`)}</xs:sequence>`;
  const shared = (id: number): string =>
    `<xs:sequence>${element(`a${id}`)}${element('both')}</xs:sequence>`;
  const oneOf = (branches: string, attributes = ''): string =>
    `<xs:choice${attributes}>${branches}</xs:choice>`;

  /** Choices of more than 64 combinations, with values that are right and wrong. */
  const large: Record<string, [content: string, note: string, right: object[], wrong: object[]]> = {
    'of 70 pairs': [
      oneOf(times(70, sequence)),
      '`a0` with `b0`, or `a1` with `b1`, or `a2` with `b2`, or `a3` with `b3`, or 66 more',
      [{ a69: 'x', b69: 'y' }],
      [{}, { a1: 'x' }, { a1: 'x', b2: 'y' }, { a1: 'x', b1: 'y', b2: 'z' }],
    ],
    'of 70 pairs, or none': [
      oneOf(times(70, sequence), ' minOccurs="0"'),
      'or 66 more, or none',
      [{}, { a0: 'x', b0: 'y' }],
      [{ b0: 'x' }, { a1: 'x', b1: 'y', a2: 'z' }],
    ],
    'of 70 pairs with an element in common': [
      oneOf(times(70, shared)),
      '`a0` with `both`',
      [{ a7: 'x', both: 'y' }],
      [{}, { both: 'x' }, { a7: 'x' }, { a7: 'x', a8: 'x', both: 'y' }],
    ],
    'of 8 choices together, or one element': [
      oneOf(`<xs:sequence>${times(8, choice)}</xs:sequence>${element('alone')}`),
      'some of `a0`, `b0`, `a1`, `b1`, 12 more, or `alone`',
      [{ alone: 'x' }, { ...every(7, (id) => `a${id}`), b7: 'x' }],
      [{}, { a0: 'x' }, every(8, (id) => `a${id}`), every(9, (id) => `b${id}`)].map(
        (value, index) => (index < 2 ? value : { ...value, alone: 'x' }),
      ),
    ],
    'of 70 pairs, twice': [
      oneOf(times(70, sequence)) + oneOf(times(70, (id) => sequence(id + 100))),
      '`a100` with `b100`',
      [{ a0: 'x', b0: 'x', a169: 'y', b169: 'y' }],
      [
        { a0: 'x', b0: 'x' },
        { a0: 'x', b0: 'x', a169: 'y' },
      ],
    ],
    'of 70 pairs inside a branch': [
      oneOf(oneOf(times(70, sequence)) + element('alone')),
      'or 67 more',
      [{ alone: 'x' }, { a1: 'x', b1: 'y' }],
      [{}, { alone: 'x', a1: 'x', b1: 'y' }, { b1: 'y' }],
    ],
  };

  describe.each(Object.entries(large))('a choice %s', (_name, [content, note, right, wrong]) => {
    const { planned, codecs, write, read } = typeOf(content);

    test('has optional members, and says so', () => {
      const text = declaration(planned, 'Value');
      expect(text).toContain('more combinations than the compiler can tell apart');
      expect(text).toContain(note);
    });

    test('is written and read', () => {
      for (const value of right) expect(roundTrip(codecs, { value }).value).toEqual({ value });
    });

    test('refuses other combinations, in both directions', () => {
      for (const value of wrong) {
        expect(write(value)).toThrow(/(Exactly|At most) one of .{1,300} must be given/);
        expect(read(inXml(value as Record<string, string>))).toThrow();
      }
    });
  });

  test('few choices are told apart by the type, and what all branches require is required', () => {
    expect(declaration(typeOf(times(8, choice)).planned, 'Value')).toContain('Value$Choice_a7');
    const common = (id: number): string =>
      `<xs:choice><xs:sequence>${element(`k${id}`)}${element(`a${id}`)}</xs:sequence><xs:sequence>${element(`k${id}`)}${element(`b${id}`)}</xs:sequence></xs:choice>`;
    const text = declaration(typeOf(times(9, common)).planned, 'Value');
    expect(text).toContain('readonly k0: string;');
    expect(text).toContain('readonly a0?: string | undefined;');
  });

  test('choices of a chain of extensions count together', () => {
    const types = times(
      20,
      (id) =>
        `<xs:complexType name="${id === 19 ? 'Value' : `T${id}`}"><xs:complexContent><xs:extension base="t:${id === 0 ? 'Root' : `T${id - 1}`}"><xs:sequence>${choice(id)}</xs:sequence></xs:extension></xs:complexContent></xs:complexType>`,
    );
    const planned = planText(
      valueWsdl(`<xs:complexType name="Root"><xs:sequence/></xs:complexType>${types}`),
    );
    expect(declaration(planned, 'T7')).toContain('T7$Choice');
    expect(declaration(planned, 'T8$Fields')).toContain('readonly a8?: string | undefined;');
    const codecs = loadCodecs(planned);
    const right = every(20, (id) => `a${id}`);
    expect(roundTrip(codecs, { value: right }).value).toEqual({ value: right });
    const { a12: _, ...none } = right;
    expect(() => codecs.write('writeTestRequest', { value: none })).toThrow("'a12', 'b12'");
  });
});

describe('codecs ordered', () => {
  const planned = planText(ordered);
  const codecs = loadCodecs(planned);

  /** Writes a value of a type, and reads it back. */
  function trip(type: string, value: unknown): { readonly xml: string; readonly value: unknown } {
    const { xml, value: whole } = roundTrip(codecs, { [type]: value });
    const inside = new RegExp(`^<Test xmlns="urn:test"><${type}(?:>(.*)</${type}>| />)</Test>$`);
    const read = whole as Readonly<Record<string, unknown>>;
    return {
      xml: inside.exec(xml)?.[1] ?? (xml.includes(`<${type} />`) ? '' : xml),
      value: read[type],
    };
  }

  /** Reads the content of a type. */
  function read(type: string, content: string): unknown {
    const body = `<Test xmlns="urn:test" xmlns:o="urn:other" xmlns:w="urn:w"><${type}>${content}</${type}></Test>`;
    const value = codecs.readBody('readTestRequest', body) as Record<string, unknown>;
    return value[type];
  }

  const numbers = (text: string): string =>
    text.replace(/(\w)(\d)/g, '<$1>$2</$1>').replaceAll(' ', '');

  describe('branches that share an element', () => {
    test('are each written in their own order', () => {
      expect(trip('Shared', { a: 1, b: 2 })).toEqual({
        xml: numbers('a1 b2'),
        value: { a: 1, b: 2 },
      });
      expect(trip('Shared', { c: 1, b: 2 })).toEqual({
        xml: numbers('c1 b2'),
        value: { c: 1, b: 2 },
      });
    });

    test.each([
      [{ list: [1, 2], b: 3 }, '<list>1 2</list><b>3</b>'],
      [{ list: [], b: 3 }, '<list /><b>3</b>'],
      [{ array: [1, 2], b: 3 }, '<array><int>1</int><int>2</int></array><b>3</b>'],
      [{ array: [], b: 3 }, '<array /><b>3</b>'],
      [{}, ''],
    ])('may start with an element whose value is a list: %j', (value, xml) => {
      expect(trip('Lists', value)).toEqual({ xml, value });
    });

    test('are refused where none fits', () => {
      for (const value of [{ a: 1 }, { a: 1, b: 2, c: 3 }, {}]) {
        expect(() => trip('Shared', value)).toThrow(
          "Exactly one of ('a' and 'b'), ('c' and 'b') must be given.",
        );
      }
      expect(() => read('Shared', numbers('b1 c2'))).toThrow('was not expected');
      expect(() => read('Shared', numbers('c2'))).toThrow("Missing required element 'b'");
      expect(() => read('Shared', '')).toThrow('Exactly one of');
    });

    test('tell by nil and by counts, too', () => {
      for (const [value, xml] of [
        [{ a: null, b: [2] }, '<a xsi:nil="true" /><b>2</b>'],
        [{ b: [1, 2], aAfterB: 3 }, numbers('b1 b2 a3')],
      ] as const) {
        expect(trip('Nil', value)).toEqual({ xml, value });
      }
      expect(() => trip('Nil', { a: 1, b: [1, 2] })).toThrow('must be given');
    });

    test('are told apart however many there are', () => {
      expect(trip('Large', { k7: 1, value: 2 }).value).toEqual({ k7: 1, value: 2 });
      expect(() => trip('Large', { k7: 1 })).toThrow('must be given');
      expect(() => read('Large', '<k7>1</k7>')).toThrow("Missing required element 'value'");
    });
  });

  describe('a name at several places', () => {
    test('is a property for each', () => {
      const value = { a: [1, 2], b: 3, aAfterB: [4] };
      const twice = { xml: numbers('a1 a2 b3 a4'), value: { $type: 'Twice', ...value } };
      expect(trip('Twice', value)).toEqual(twice);
      const more = { TestResult: { $type: 'More', ...value, c: 5, aAfterC: 6, p: 7 }, other: 8 };
      const xml = codecs.write('writeTestResponse', more);
      expect(xml).toContain(`p="7">${numbers('a1 a2 b3 a4 c5 a6')}<`);
      expect(codecs.readBody('readTestResponse', xml)).toEqual(more);
    });

    test('of two namespaces, too', () => {
      const value = { a: [1], aElement: [2, 3] };
      expect(trip('Namespaces', value).value).toEqual(value);
      expect(() => read('Namespaces', '<a>1</a><o:a>2</o:a><o:a>x</o:a>')).toThrow(
        'Namespaces.a[1]: ',
      );
    });

    test('of a substitution group, too', () => {
      const value = { head: [{ member: 'm' }, { head: 'h' }], end: 1, member: ['n', 'o'] };
      expect(trip('Beside', value).value).toEqual(value);
      expect(trip('Heads', { head: value.head }).value).toEqual({ head: value.head });
    });

    test('has its index in the path of an error', () => {
      expect(() => read('Twice', '<a>1</a><a>x</a>')).toThrow('Twice.a[1]: ');
      expect(() => trip('Twice', { a: [1, 'x'], b: 1 })).toThrow('Twice.a[1]: ');
      expect(() => trip('Twice', { a: [], b: 1 })).toThrow(
        'Twice.a: The value must have at least 1 item',
      );
      expect(() => trip('Twice', { a: [1] })).toThrow('Twice.b: Expected an int');
    });

    test('is skipped where nothing of that name is known, unless the reader is strict', () => {
      const content = '<a>1</a><x/><b>2</b>';
      expect(read('Twice', content)).toEqual({ $type: 'Twice', a: [1], b: 2 });
      const body = `<Test xmlns="urn:test"><Twice>${content}</Twice></Test>`;
      expect(readStrictly(codecs, body).error?.message).toContain(
        "The element was not expected in this context: <x xmlns='urn:test'>..</x>. Expected elements: urn:test:a, urn:test:b.",
      );
    });
  });

  const any = (name: string, namespace: string) => ({ name, namespace, children: ['1'] });

  describe('wildcards', () => {
    test('take what follows a named element, of the same name or not', () => {
      const value = { i: 1, $any: [any('i', 'urn:test'), any('w', 'urn:w')] };
      expect(read('Open', '<i>1</i><i>1</i><w:w>1</w:w>')).toMatchObject({
        i: 1,
        $any: [{ name: 'i' }, { name: 'w' }],
      });
      expect(trip('Open', value).value).toMatchObject(value);
      expect(trip('Required', { i: 1, $any: any('i', 'urn:test') }).value).toMatchObject({
        i: 1,
        $any: { name: 'i' },
      });
      expect(() => read('Required', '<i>1</i>')).toThrow("Missing required element '$any'");
    });

    test('begin where a list ends', () => {
      const content = '<i>1</i><i>2</i><j>3</j><i>4</i><j>5</j>';
      expect(read('OpenList', content)).toMatchObject({
        i: [1, 2],
        j: 3,
        $any: [{ name: 'i' }, { name: 'j' }],
      });
    });

    test('in one choice are one property', () => {
      expect(declaration(planned, 'Wildcards').match(/\$any/g)).toHaveLength(1);
      for (const one of [any('x', 'urn:w'), any('x', '')]) {
        expect(trip('Wildcards', { $any: one }).value).toMatchObject({ $any: one });
        expect(trip('WildcardLists', { $any: [one, one] }).value).toMatchObject({
          $any: [one, one],
        });
      }
      const both = {
        $choice: [{ $any: any('x', '') }, { $any: any('y', 'urn:w') }, { $any: any('z', '') }],
      };
      expect(trip('WildcardTurns', both).value).toMatchObject(both);
      expect(() => read('Wildcards', '<x/>')).toThrow('must be there');
    });
  });

  describe('turns of a group', () => {
    test('end where that lets all of them be there', () => {
      expect(read('Turns', numbers('a1 a2 b3'))).toEqual({
        $sequence: [{ a: [1] }, { a: [2], b: 3 }],
      });
      expect(read('Turns', numbers('a1 a2'))).toEqual({ $sequence: [{ a: [1] }, { a: [2] }] });
      expect(read('Turns', numbers('a1 a2 a3 a4'))).toEqual({
        $sequence: [{ a: [1, 2] }, { a: [3, 4] }],
      });
      expect(read('Turns', numbers('a1 b2 a3'))).toEqual({
        $sequence: [{ a: [1], b: 2 }, { a: [3] }],
      });
      expect(() => read('Turns', numbers('a1'))).toThrow(
        "The list '$sequence' must have 2 items, not 1.",
      );
      expect(() => read('Turns', numbers('a1 b1 b1'))).toThrow('was not expected');
    });

    test('hold groups that repeat', () => {
      const value = {
        $sequence: [
          {
            $choice: [{ b: 1 }, { a: 2 }],
            $sequence: [
              { c: 3, d: [4, 5] },
              { c: 6, d: [7] },
            ],
          },
          { $choice: [{ a: 8 }] },
        ],
      };
      expect(trip('Nested', value)).toEqual({ xml: numbers('b1 a2 c3 d4 d5 c6 d7 a8'), value });
    });

    test('of a number of one element keep to it', () => {
      const value = { $sequence: [{ a: [1, 2] }, { a: [3, 4] }] };
      expect(trip('Pairs', value)).toEqual({ xml: numbers('a1 a2 a3 a4'), value });
      expect(() => read('Pairs', numbers('a1 a2 a3'))).toThrow(
        "The list 'a' must have 2 items, not 1.",
      );
    });
  });

  test('groups without parts leave no trace', () => {
    expect(declaration(planned, 'Nothing')).toContain('Readonly<Record<string, never>>');
    expect(declaration(planned, 'NothingTwice')).toMatch(
      /^.*\nexport interface NothingTwice \{\n.*\n {2}readonly a: number;\n\}$/,
    );
    expect(trip('NothingTwice', { a: 1 }).value).toEqual({ a: 1 });
    expect(() => trip('NothingElse', {})).toThrow('NothingElse.a: Expected an int');
  });
});

describe('codecs wildcards', () => {
  const other = (name: string, text: string) => ({ name, namespace: 'urn:o', children: [text] });

  describe('an optional element before a wildcard that takes it, too', () => {
    const codecs = loadCodecs(
      planText(
        valueWsdl(
          '<xs:complexType name="Value"><xs:sequence><xs:element name="a" type="xs:int" minOccurs="0"/><xs:any minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>',
        ),
      ),
    );
    const a = { name: 'a', namespace: 'urn:test', children: ['2'] };
    const x = { name: 'x', namespace: 'urn:test' };

    test.each([
      ['<a>2</a><x/>', { a: 2, $any: [x] }],
      ['<x/><a>2</a>', { a: 2, $any: [x] }],
      ['<a>1</a><x/><a>2</a>', { a: 1, $any: [x, a] }],
      ['<x/><a>1</a><a>2</a>', { a: 1, $any: [x, a] }],
    ])('is read as ASMX does, by name: %s', (content, value) => {
      const body = `<Test xmlns="urn:test"><value>${content}</value></Test>`;
      expect(codecs.readBody('readTestRequest', body)).toEqual({ value });
      expect(roundTrip(codecs, { value }).value).toEqual({ value });
    });
  });

  describe('several wildcards', () => {
    const planned = planText(
      valueWsdl(`<xs:complexType name="Open"><xs:sequence><xs:element name="known" type="xs:int"/><xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence></xs:complexType>
<xs:complexType name="Value"><xs:complexContent><xs:extension base="t:Open"><xs:sequence><xs:element name="added" type="xs:int"/><xs:any namespace="##other" minOccurs="0" maxOccurs="unbounded" processContents="lax"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`),
    );

    test('are properties of their own', () => {
      expect(declaration(planned, 'Value')).toContain('$anyAdded?: readonly XmlElement[]');
    });

    test('take what is at their place', () => {
      const value = {
        known: 1,
        $any: [other('a', 'x'), other('b', 'y')],
        added: 2,
        $anyAdded: [other('c', 'z')],
      };
      const back = roundTrip(loadCodecs(planned), { value });
      expect(back.xml).toMatch(/<known>.*<a .*<b .*<added>.*<c /);
      expect(back.value).toEqual({ value });
    });
  });
});

describe('codecs block', () => {
  function derived(name: string, method: string, base: string, more = ''): string {
    const a = '<xs:element name="a" type="xs:int" minOccurs="0"/>';
    const own = method === 'extension' ? '<xs:sequence/>' : `<xs:sequence>${a}</xs:sequence>`;
    return `<xs:complexType name="${name}"${more}><xs:complexContent><xs:${method} base="t:${base}">${own}</xs:${method}></xs:complexContent></xs:complexType>`;
  }

  /** `Round` and `Cube` are between others. `Round` blocks what derives from it, `Cube` does not. */
  const types = `<xs:complexType name="Shape"><xs:sequence><xs:element name="a" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType>
${derived('Round', 'extension', 'Shape', ' block="extension"')}
${derived('Circle', 'extension', 'Round')}
${derived('Dot', 'restriction', 'Circle')}
${derived('Ring', 'restriction', 'Round')}
${derived('Solid', 'extension', 'Shape', ' block="restriction"')}
${derived('Cube', 'extension', 'Solid')}
${derived('Dice', 'restriction', 'Cube')}
${derived('Box', 'extension', 'Cube')}`;
  const names = ['Shape', 'Round', 'Circle', 'Dot', 'Ring', 'Solid', 'Cube', 'Dice', 'Box'];

  const places = [
    'shape:Shape',
    'round:Round',
    'solid:Solid',
    'cube:Cube',
    'wide:Shape" block="restriction',
  ];
  const elements = places.map((one) => one.split(':') as [string, string]);
  const schema = `<xs:complexType name="Value"><xs:sequence>${elements
    .map(([name, type]) => `<xs:element name="${name}" minOccurs="0" type="t:${type}"/>`)
    .join('')}</xs:sequence></xs:complexType>${types}`;
  const full = valueSchema(schema);

  /** A message with one element that names its type. */
  function message(place: string, type: string): string {
    return `<Test xmlns="urn:test" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><value><${place} xsi:type="${type}"><a>1</a></${place}></value></Test>`;
  }

  describe('block of a type between two others', () => {
    const planned = planText(valueWsdl(schema));
    const codecs = loadCodecs(planned);
    /** Types that each place allows, by XML Schema part 1, sections 3.3.4 and 3.4.6. */
    const allowed: Readonly<Record<string, readonly string[]>> = {
      shape: names,
      round: ['Round', 'Ring'],
      solid: ['Solid', 'Cube', 'Box'],
      cube: ['Cube', 'Dice', 'Box'],
      wide: ['Shape', 'Round', 'Circle', 'Solid', 'Cube', 'Box'],
    };
    const cases = Object.keys(allowed).flatMap((place) =>
      names.map((type) => [place, type] as const),
    );

    test.each(Object.entries(allowed))('counts at no other place: %s', (place, good) => {
      for (const type of names) {
        const value = { value: { [place]: { $type: type, a: 1 } } };
        const read = () => codecs.readBody('readTestRequest', message(place, type));
        if (good.includes(type)) {
          expect(roundTrip(codecs, value).value).toEqual(value);
          expect(read()).toEqual(value);
        } else {
          expect(() => codecs.write('writeTestRequest', value)).toThrow('Expected one of');
          expect(read).toThrow('The specified type was not recognized');
        }
      }
    });

    (hasXmllint ? test : test.skip)('agrees with xmllint', () => {
      const documents = cases.map(([place, type]) => message(place, type));
      expect(judge({ 'a.xsd': full }, documents)).toEqual(
        cases.map(([place, type]) => allowed[place]?.includes(type)),
      );
    });

    test('decides which unions a union consists of', () => {
      const text = (name: string): string => declaration(planned, name).replace(/\s+/g, ' ');
      expect(text('Shape')).toContain("'Shape' | undefined }, Round | Solid | Circle | Dice >;");
      expect(text('Round')).toContain("'Round' | undefined }, Ring>;");
      expect(text('Solid')).toContain(
        "'Solid' | undefined }, (CubeBase & { readonly $type?: 'Cube' | undefined }) | Box >;",
      );
      expect(text('Cube')).toContain("'Cube' | undefined }, Dice | Box>;");
    });

    test('leaves code that compiles', async () => {
      const files = await generateText(valueWsdl(schema), {
        targets: ['client', 'server', 'schemas'],
      });
      compileLater(files);
    });
  });

  test('block of an element counts where the element is a whole message', async () => {
    const contract = wsdl({
      schema: `<xs:element name="Test" type="t:Shape" block="restriction"/><xs:element name="TestResponse" type="t:Round" block="#all"/>${types}`,
    });
    const planned = planText(contract);
    const codecs = loadCodecs(planned);
    const input = declaration(planned, 'TestInput');
    expect(input).toContain("'Circle'");
    expect(input).not.toContain("'Dot'");
    const dot = { $type: 'Dot', a: 1 };
    expect(() => codecs.write('writeTestRequest', dot)).toThrow('$type: Expected one of');
    const xml = (name: string, type: string): string =>
      `<${name} xmlns="urn:test" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="${type}"/>`;
    expect(codecs.readBody('readTestRequest', xml('Test', 'Circle'))).toEqual({ $type: 'Circle' });
    for (const [name, type] of [
      ['Test', 'Dot'],
      ['TestResponse', 'Ring'],
    ] as const) {
      const read = () =>
        codecs.readBody(name === 'Test' ? 'readTestRequest' : 'readTestResponse', xml(name, type));
      expect(read).toThrow('The specified type was not recognized');
    }
    const files = await generateText(contract, { targets: ['client', 'server', 'schemas'] });
    compileLater(files);
  });
});

describe('arrays of themselves', () => {
  const list = (name: string, item: string): string =>
    `<xs:complexType name="ArrayOf${name}"><xs:sequence><xs:element name="${name}" type="t:${item}" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>`;
  const value = (type: string): string =>
    `<xs:complexType name="Value"><xs:sequence><xs:element name="a" type="t:${type}"/></xs:sequence></xs:complexType>`;

  test.each([
    ['itself', list('A', 'ArrayOfA')],
    ['one that contains it', list('A', 'ArrayOfB') + list('B', 'ArrayOfA')],
  ])('an array of %s is an object with a list', (_, types) => {
    const planned = planText(valueWsdl(value('ArrayOfA') + types));
    expect(planned.diagnostics).toEqual([]);
    expect(declaration(planned, 'ArrayOfA')).toMatch(/readonly A\?: readonly ArrayOf[AB]\[\]/);
    const codecs = loadCodecs(planned);
    const given = { value: { a: { A: [{ A: undefined, B: undefined }] } } };
    const xml = codecs.write('writeTestRequest', given);
    expect(codecs.readBody('readTestRequest', xml)).toMatchObject({ value: { a: { A: [{}] } } });
  });
});

test('what was generated above compiles', () => {
  expect(compileWaiting()).toBe('');
});
