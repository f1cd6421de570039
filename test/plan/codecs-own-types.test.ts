import { describe, expect, test } from '@jest/globals';
import type { PlanOptions } from '../../src/plan/result.ts';
import { Deviations } from '../../src/runtime/client/call.ts';
import { loadCodecs, roundTrip } from './support/codecs.ts';
import { compileFiles, generateText } from './support/compiled.ts';
import { planText, valueWsdl } from './support/contract.ts';

/** The user's module. */
const source = `export class Money { readonly cents: number; constructor(cents: number) { this.cents = cents; } }
export function parseMoney(text: string): Money {
  if (text === '13') throw new RangeError('unlucky');
  return new Money(Math.round(Number(text) * 100));
}
export function formatMoney(value: Money): string {
  return (value.cents / 100).toFixed(2);
}
`;

class Money {
  readonly cents: number;
  constructor(cents: number) {
    this.cents = cents;
  }
}

const functions = {
  parseMoney(text: string): Money {
    if (text === '13') throw new RangeError('unlucky');
    return new Money(Math.round(Number(text) * 100));
  },
  formatMoney: (value: Money): string => (value.cents / 100).toFixed(2),
};

const money = {
  import: './money.js',
  type: 'Money',
  parse: 'parseMoney',
  format: 'formatMoney',
};
const options = (key: string): Partial<PlanOptions> => ({ types: { own: { [key]: money } } });

const amount =
  '<xs:simpleType name="Money"><xs:restriction base="xs:decimal"><xs:maxInclusive value="50"/></xs:restriction></xs:simpleType>';
const typeOf = (content: string): string =>
  valueWsdl(`${amount}<xs:complexType name="Value">${content}</xs:complexType>`);
const everywhere = typeOf(
  `<xs:sequence>
     <xs:element name="one" type="t:Money"/>
     <xs:element name="many" type="t:Money" minOccurs="0" maxOccurs="unbounded"/>
     <xs:element name="list"><xs:simpleType><xs:list itemType="t:Money"/></xs:simpleType></xs:element>
     <xs:element name="either"><xs:simpleType><xs:union memberTypes="t:Money xs:date"/></xs:simpleType></xs:element>
     <xs:element name="fixed" type="t:Money" fixed="1.50"/>
     <xs:element name="usual" type="t:Money" default="2.50"/>
   </xs:sequence><xs:attribute name="fee" type="t:Money"/><xs:attribute name="rate" type="t:Money" default="3"/>`,
);
const value = {
  value: {
    fee: new Money(1),
    rate: new Money(300),
    one: new Money(1250),
    many: [new Money(100), new Money(200)],
    list: [new Money(300), new Money(400)],
    either: new Money(500),
    fixed: new Money(150),
    usual: new Money(250),
  },
};

describe("types of the user's own", () => {
  test('are in elements, attributes, lists and unions, with defaults and fixed values', () => {
    const codecs = loadCodecs(planText(everywhere, options('Money')), functions);
    const round = roundTrip(codecs, value);
    expect(round.xml).toContain(' fee="0.01"');
    expect(round.xml).toContain('<one>12.50</one><many>1.00</many><many>2.00</many>');
    expect(round.xml).toContain('<list>3.00 4.00</list><either>5.00</either>');
    expect(round.value).toEqual(value);
  });

  test('have fixed values that need not be given, also as text beside attributes', () => {
    const text = typeOf(
      `<xs:sequence>
         <xs:element name="one" type="t:Money" fixed="1.50"/>
         <xs:element name="noted" type="t:Noted" fixed="2.5"/>
       </xs:sequence><xs:attribute name="fee" type="t:Money" fixed="3" use="required"/>`,
    ).replace(
      '<xs:complexType name="Value">',
      '<xs:complexType name="Noted"><xs:simpleContent><xs:extension base="t:Money"><xs:attribute name="note" type="xs:string"/></xs:extension></xs:simpleContent></xs:complexType>$&',
    );
    const codecs = loadCodecs(planText(text, options('Money')), functions);
    const round = roundTrip(codecs, { value: { noted: { note: 'n' } } });
    expect(round.xml).toContain('fee="3.00"><one>1.50</one><noted note="n">2.50</noted>');
    const noted = { note: 'n', $value: new Money(250) };
    expect(round.value).toEqual({ value: { fee: new Money(300), one: new Money(150), noted } });
    for (const [name, wrong] of [
      ['fee', { fee: new Money(1) }],
      ['one', { one: new Money(1) }],
      ['noted.$value', { noted: { $value: new Money(1) } }],
    ] as const) {
      const write = () => codecs.write('writeTestRequest', { value: { noted: {}, ...wrong } });
      expect(write).toThrow(`value.${name}: Expected '`);
    }
  });

  test('compile, and leave names of the contract to the contract', async () => {
    const files = await generateText(everywhere, options('Money'));
    const types = files.find(({ path }) => path === 'types.ts')?.text;
    expect(types).toContain("export type Money = import('./money.js').Money;");
    expect(compileFiles([...files, { path: 'money.ts', text: source }])).toBe('');
  });

  test('what depends on the namespaces around a text compiles where the types in it are the own', async () => {
    const text = typeOf(
      `<xs:sequence>
         <xs:element name="either"><xs:simpleType><xs:union memberTypes="xs:int xs:NCName"/></xs:simpleType></xs:element>
         <xs:element name="names"><xs:simpleType><xs:list itemType="xs:NCName"/></xs:simpleType></xs:element>
       </xs:sequence>`,
    );
    const files = await generateText(text, options('NCName'));
    expect(compileFiles([...files, { path: 'money.ts', text: source }])).toBe('');
    const codecs = loadCodecs(planText(text, options('NCName')), {
      parseMoney: (name: string) => ({ name }),
      formatMoney: ({ name }: { readonly name: string }) => name,
    });
    const given = { value: { either: { name: 'a' }, names: [{ name: 'b' }, { name: 'c' }] } };
    const round = roundTrip(codecs, given);
    expect(round.xml).toContain('<either>a</either><names>b c</names>');
    expect(round.value).toEqual(given);
  });

  test('a built-in type passes its own type on to types that restrict it', () => {
    const text = typeOf(
      '<xs:sequence><xs:element name="a" type="t:Money"/><xs:element name="b" type="xs:decimal"/><xs:element name="c" type="xs:integer"/></xs:sequence>',
    );
    const codecs = loadCodecs(planText(text, options('decimal')), functions);
    const given = { value: { a: new Money(100), b: new Money(99_900), c: 3n } };
    const round = roundTrip(codecs, given);
    expect(round.xml).toContain('<a>1.00</a><b>999.00</b><c>3</c>');
    expect(round.value).toEqual(given);
  });

  test.each(['union', 'const'] as const)(
    'of an enumeration hold its values (%s)',
    async (enums) => {
      const text = valueWsdl(
        `<xs:simpleType name="Money"><xs:restriction base="xs:decimal"><xs:enumeration value="1.00"/><xs:enumeration value="2.00"/></xs:restriction></xs:simpleType>
       <xs:complexType name="Value"><xs:sequence><xs:element name="a" type="t:Money"/></xs:sequence></xs:complexType>`,
      );
      const codecs = loadCodecs(planText(text, { ...options('Money'), enums }), functions);
      const given = { value: { a: new Money(200) } };
      expect(roundTrip(codecs, given).value).toEqual(given);
      const other = { value: { a: new Money(300) } };
      expect(() => codecs.write('writeTestRequest', other)).toThrow(/value\.a: /);
      const files = await generateText(text, { ...options('Money'), enums });
      expect(compileFiles([...files, { path: 'money.ts', text: source }])).toBe('');
    },
  );

  const one = planText(
    typeOf('<xs:sequence><xs:element name="a" type="t:Money"/></xs:sequence>'),
    options('{urn:test}Money'),
  );

  test.each([
    ['abc', /a: 'abc' is not a decimal/],
    ['51', /a: '51' must be at most 50/],
    ['13', /a: '13' cannot be read: unlucky/],
  ])('text %j is an error with its path', (text, message) => {
    const codecs = loadCodecs(one, functions);
    const body = roundTrip(codecs, { value: { a: new Money(100) } }).xml;
    const other = body.replace('1.00', text);
    expect(() => codecs.readBody('readTestRequest', other)).toThrow(message);
  });

  test('a parser that gives no value is an error, and so is whatever it throws', () => {
    const body = roundTrip(loadCodecs(one, functions), { value: { a: new Money(100) } }).xml;
    const reading = (parseMoney: () => unknown) => (): unknown =>
      loadCodecs(one, { ...functions, parseMoney }).readBody('readTestRequest', body);
    expect(reading(() => undefined)).toThrow(/a: '1.00' cannot be read: its parser gave undefined/);
    expect(reading(() => null)).toThrow(/a: '1.00' cannot be read: its parser gave null/);
    const hostile = { toString: (): string => Object.create(null) };
    for (const thrown of ['no', undefined, Object.create(null), hostile]) {
      const throwing = reading(() => {
        throw thrown;
      });
      expect(throwing).toThrow(/a: '1.00' cannot be read/);
    }
  });

  test('a lenient reader takes the value that breaks a facet', () => {
    const codecs = loadCodecs(one, functions);
    const body = roundTrip(codecs, { value: { a: new Money(100) } }).xml.replace('1.00', '51');
    const deviations = new Deviations(true);
    expect(codecs.readBody('readTestRequest', body, { deviations })).toEqual({
      value: { a: new Money(5100) },
    });
  });

  test('values without a text that the contract allows are errors with their path', () => {
    const codecs = loadCodecs(one, functions);
    const write = (a: unknown): string => codecs.write('writeTestRequest', { value: { a } });
    expect(() => write(new Money(5100))).toThrow(/value\.a: .*must be at most 50/);
    expect(() => write(undefined)).toThrow(/value\.a: /);
    expect(() => write({})).toThrow(/value\.a: /);
    const broken = loadCodecs(one, { ...functions, formatMoney: () => 7 });
    expect(() => broken.write('writeTestRequest', { value: { a: new Money(1) } })).toThrow(
      /value\.a: .*a value with a text/,
    );
  });
});
