import { describe, expect, test } from '@jest/globals';
import { loadCodecs, roundTrip } from './support/codecs.ts';
import { declaration, planText, valueWsdl } from './support/contract.ts';

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
    [{}, { a0: 'x' }, every(8, (id) => `a${id}`), every(9, (id) => `b${id}`)].map((value, index) =>
      index < 2 ? value : { ...value, alone: 'x' },
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
