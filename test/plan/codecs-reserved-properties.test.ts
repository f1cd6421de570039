import { expect, test } from '@jest/globals';
import { loadCodecs, roundTrip } from './support/codecs.ts';
import { compileFiles, generateText } from './support/compiled.ts';
import { planText, valueWsdl } from './support/contract.ts';

const attribute = (name: string): string => `<xs:attribute name="${name}" type="xs:string"/>`;
const a = '<xs:element name="a" type="xs:string"/>';
const b = '<xs:element name="b" type="xs:string"/>';

/**
 * Types that have a property of generated code's own, `$value` say, and one of the contract's of
 * the same word.
 */
const types: Readonly<Record<string, { type: string; value: object }>> = {
  value: {
    type: `<xs:simpleContent><xs:extension base="xs:int">${attribute('value')}</xs:extension></xs:simpleContent>`,
    value: { value: 'v', $value: 5 },
  },
  choice: {
    type: `<xs:choice maxOccurs="unbounded">${a}${b}</xs:choice>${attribute('choice')}`,
    value: { choice: 'c', $choice: [{ b: '1' }, { a: '2' }] },
  },
  content: {
    type: `<xs:sequence>${a}</xs:sequence>${attribute('content')}`,
    value: { content: 'c', $content: ['text'] },
  },
  any: {
    type: `<xs:sequence>${a}<xs:element name="any" type="xs:int"/><xs:any namespace="##other" processContents="lax"/></xs:sequence>`,
    value: {
      a: '1',
      any: 2,
      $any: { name: 'x', namespace: 'urn:o' },
    },
  },
  anyAttributes: {
    type: `<xs:sequence>${a}</xs:sequence>${attribute('anyAttributes')}<xs:anyAttribute namespace="##other" processContents="lax"/>`,
    value: { anyAttributes: 'x', a: '1' },
  },
};

test.each(Object.keys(types))('a property %s beside that of generated code', async (name) => {
  const { type, value } = types[name] ?? { type: '', value: {} };
  const mixed = name === 'content' ? ' mixed="true"' : '';
  const text = valueWsdl(`<xs:complexType name="Value"${mixed}>${type}</xs:complexType>`);
  expect(compileFiles(await generateText(text))).toBe('');
  const codecs = loadCodecs(planText(text));
  expect(roundTrip(codecs, { value }).value).toMatchObject({ value });
});

test('a choice whose branches are one element compiles, and wants it', async () => {
  const text = valueWsdl(
    `<xs:complexType name="Value"><xs:choice>${a}${a}</xs:choice></xs:complexType>`,
  );
  expect(compileFiles(await generateText(text))).toBe('');
  const codecs = loadCodecs(planText(text));
  expect(roundTrip(codecs, { value: { a: '1' } }).value).toEqual({ value: { a: '1' } });
  expect(() =>
    codecs.readBody('readTestRequest', '<Test xmlns="urn:test"><value/></Test>'),
  ).toThrow("Exactly one of 'a' must be there");
});

test('an element of a substitution group that every object has by name is written in full', async () => {
  const text = valueWsdl(
    `<xs:complexType name="Value"><xs:sequence><xs:element ref="t:head" maxOccurs="9"/></xs:sequence></xs:complexType>
<xs:element name="head" type="xs:int"/>
<xs:element name="toString" type="xs:int" substitutionGroup="t:head"/>
<xs:element name="__proto__" type="xs:int" substitutionGroup="t:head"/>`,
  );
  const value = {
    value: { head: [{ head: 1 }, { '{urn:test}toString': 2 }, { '{urn:test}__proto__': 3 }] },
  };
  const { xml, value: back } = roundTrip(loadCodecs(planText(text)), value);
  expect(xml).toContain('<head>1</head><toString>2</toString><__proto__>3</__proto__>');
  expect(back).toEqual(value);
  expect(compileFiles(await generateText(text))).toBe('');
}, 60_000);
