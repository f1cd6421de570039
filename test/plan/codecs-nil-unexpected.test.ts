import { describe, expect, test } from '@jest/globals';
import { Deviations } from '../../src/runtime/client/call.ts';
import { createSettings } from '../../src/runtime/server/protocol.ts';
import { loadCodecs } from './support/codecs.ts';
import { planText, valueWsdl } from './support/contract.ts';
import { readStrictly } from './support/strict.ts';

const nil = 'xsi:nil="true"';
const not = 'the contract does not allow xsi:nil here';
const codecs = loadCodecs(
  planText(
    valueWsdl(`<xs:complexType name="Value"><xs:sequence>
  <xs:element name="text" type="xs:string"/>
  <xs:element name="number" type="xs:int"/>
  <xs:element name="part" type="t:Part"/>
  <xs:element name="date" type="xs:date" minOccurs="0"/>
  <xs:element name="other" type="t:Part" minOccurs="0"/>
  <xs:element name="tag" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
  <xs:element name="list" type="t:ArrayOfString" minOccurs="0"/>
  <xs:element name="sum" type="t:Sum" minOccurs="0"/>
  <xs:element name="none" type="xs:int" nillable="true" minOccurs="0"/>
</xs:sequence></xs:complexType>
<xs:complexType name="Part"><xs:sequence><xs:element name="a" type="xs:int" minOccurs="0"/></xs:sequence></xs:complexType>
<xs:complexType name="Sum"><xs:simpleContent><xs:extension base="xs:string"><xs:attribute name="unit"/></xs:extension></xs:simpleContent></xs:complexType>
<xs:complexType name="ArrayOfString"><xs:sequence><xs:element name="string" type="xs:string" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>`),
  ),
);
const required = { text: '<text>t</text>', number: '<number>1</number>', part: '<part/>' };
const plain = { text: 't', number: 1, part: {} };

/** A body with an element in place of a required one, or after these. */
function body(element: string): string {
  const name = /^<(\w+)/.exec(element)?.[1] ?? '';
  const others = Object.entries({ ...required, [name]: element }).map(([, text]) => text);
  return others.join('');
}

function answer(element: string, lenient = false) {
  const deviations = new Deviations(lenient);
  const message = `<TestResponse xmlns="urn:test"><TestResult>${body(element)}</TestResult></TestResponse>`;
  const value = codecs.readBody('readTestResponse', message, { deviations });
  return { value, deviations: deviations.list() };
}

const request = (element: string) =>
  `<Test xmlns="urn:test"><value>${body(element)}</value></Test>`;

describe('xsi:nil where the contract does not allow it', () => {
  test.each([
    [`<text ${nil}/>`, { text: '' }, 'text'],
    [`<date ${nil}/>`, {}, 'date'],
    [`<other ${nil}/>`, {}, 'other'],
    [`<tag>a</tag><tag ${nil}/>`, { tag: ['a', ''] }, 'tag[1]'],
    [`<list><string ${nil}/></list>`, { list: [''] }, 'list[0]'],
    [`<list ${nil}/>`, {}, 'list'],
    [`<sum ${nil}/>`, {}, 'sum'],
  ])('is a deviation for clients: %s', (element, expected, path) => {
    for (const lenient of [false, true]) {
      const { value, deviations } = answer(element, lenient);
      expect(value).toEqual({ ...plain, ...expected });
      expect(deviations).toEqual([
        { path: `TestResult.${path}`, message: expect.stringContaining(not) },
      ]);
    }
  });

  test.each(['number', 'part'])('is an error that says so: %s', (name) => {
    const element = `<${name} ${nil}/>`;
    expect(() => answer(element)).toThrow(`TestResult.${name}: Element '${name}' cannot be nil`);
    const { value, deviations } = answer(element, true);
    expect(value).toEqual({ ...plain, [name]: undefined });
    expect(deviations).toEqual([
      { path: `TestResult.${name}`, message: expect.stringContaining(not) },
    ]);
  });

  test('is said of the part of a message itself', () => {
    const message = `<TestResponse xmlns="urn:test"><TestResult ${nil}/></TestResponse>`;
    expect(() => codecs.readBody('readTestResponse', message)).toThrow(
      `TestResult: Element 'TestResult' cannot be nil`,
    );
  });

  test('is read by a server as ASMX reads it, a required class as an empty one', () => {
    const read = (element: string) =>
      codecs.readBody('readTestRequest', request(element), { defaults: true });
    expect(read(`<text ${nil}/>`)).toEqual({ value: { ...plain, text: '' } });
    expect(read(`<part ${nil}/>`)).toEqual({ value: plain });
    expect(read(`<date ${nil}/>`)).toEqual({ value: plain });
    expect(() => read(`<number ${nil}/>`)).toThrow('Input string was not in a correct format.');
  });
});

describe('what is nil', () => {
  test.each(['x', ' ', '<a/>', '<![CDATA[x]]>'])('is empty for a strict reader: %s', (content) => {
    const document = request(`<none ${nil}>${content}</none>`);
    expect(codecs.readBody('readTestRequest', document)).toEqual({
      value: { ...plain, none: null },
    });
    expect(readStrictly(codecs, document).error?.path).toMatch(/^value\.none/);
    const { value, deviations } = answer(`<none ${nil}>${content}</none>`);
    expect(value).toEqual({ ...plain, none: null });
    expect(deviations).toHaveLength(1);
  });

  test('may hold comments', () => {
    const document = request(`<none ${nil}><!-- x --><?x y?></none>`);
    expect(readStrictly(codecs, document).error).toBeUndefined();
  });
});

describe('a nillable element with a fixed value', () => {
  const int = '<xs:element name="v" type="xs:int" fixed="5" nillable="true"/>';
  const text = int.replace('xs:int', 'xs:string');
  const amount = `<xs:complexType name="Amount"><xs:simpleContent><xs:extension base="xs:int"><xs:attribute name="unit"/></xs:extension></xs:simpleContent></xs:complexType>`;
  const value = (content: string) =>
    `<xs:complexType name="Value"><xs:sequence>${content}</xs:sequence></xs:complexType>`;

  test.each([
    ['a number', value(int), 5],
    ['a text', value(text), '5'],
    ['optional', value(int.replace('name', 'minOccurs="0" name')), 5],
    ['an item', value(text.replace('name', 'maxOccurs="9" name')), ['5']],
    ['with attributes', amount + value(int.replace('xs:int', 't:Amount')), { $value: 5 }],
  ])('is never null: %s', (_, schema, given) => {
    const found = loadCodecs(planText(valueWsdl(schema)));
    const none = Array.isArray(given) ? [null] : null;
    expect(() => found.write('writeTestRequest', { value: { v: none } })).toThrow('value.v');
    const written = found.write('writeTestRequest', { value: { v: given } });
    expect(written).toContain('<v>5</v>');
    const document = `<t:Test xmlns:t="urn:test" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><t:value><t:v ${nil}/></t:value></t:Test>`;
    expect(readStrictly(found, document).error?.message).toContain('cannot be nil');
    expect(readStrictly(found, document.replace(` ${nil}`, '')).error).toBeUndefined();
  });

  test('is null where it only has a default', () => {
    const found = loadCodecs(planText(valueWsdl(value(int.replace('fixed', 'default')))));
    expect(found.write('writeTestRequest', { value: { v: null } })).toContain(`<v ${nil} />`);
  });
});

test('a strict server refuses an xsi:type that others refuse', () => {
  const { reader } = createSettings({ strict: true });
  const read = (type: string) => {
    const message = request(`<part xsi:type="${type}"/>`);
    return () => codecs.readBody('readTestRequest', message, reader);
  };
  expect(read('Pupil')).toThrow('The specified type was not recognized');
  expect(read('zz:Pupil')).toThrow("'zz'");
  expect(read('Part')()).toEqual({ value: { ...plain, part: {} } });
});

describe('a nillable element that is left out', () => {
  const left = loadCodecs(
    planText(
      valueWsdl(`<xs:complexType name="Value"><xs:sequence>
  <xs:element name="text" type="xs:string" nillable="true"/>
  <xs:element name="number" type="xs:int" nillable="true"/>
  <xs:element name="part" type="t:Part" nillable="true"/>
  <xs:element name="must" type="xs:int"/>
</xs:sequence></xs:complexType>
<xs:complexType name="Part"><xs:sequence><xs:element name="a" type="xs:int" nillable="true"/></xs:sequence></xs:complexType>`),
    ),
  );
  const read = (content: string, lenient = false, strict = false) => {
    const deviations = new Deviations(lenient, strict);
    const message = `<TestResponse xmlns="urn:test"><TestResult>${content}</TestResult></TestResponse>`;
    const options = { deviations, absentNil: 'noted' } as const;
    const value = left.readBody('readTestResponse', message, options);
    return { value, deviations: deviations.list() };
  };
  const must = '<must>1</must>';

  test('is null for clients, with a deviation', () => {
    for (const lenient of [false, true]) {
      expect(read(`<part/>${must}`, lenient)).toEqual({
        value: { text: null, number: null, part: { a: null }, must: 1 },
        deviations: ['part.a', 'text', 'number'].map((path) => ({
          path: `TestResult.${path}`,
          message: expect.stringMatching(/^Missing required element/),
        })),
      });
    }
  });

  test('is an error for strict ones, and for those where it came in another namespace', () => {
    expect(() => read(must, false, true)).toThrow("Missing required element 'text'");
    expect(() => read(`<x/><number xmlns="urn:o">1</number>${must}`)).toThrow(
      "Missing required element 'number'",
    );
    expect(() => read('<text/>')).toThrow("Missing required element 'must'");
  });

  test('is undefined for lenient ones if it came and could not be read', () => {
    const { value, deviations } = read(`<text/><number>x</number><part/>${must}`, true);
    expect(value).toEqual({ text: '', number: undefined, part: { a: null }, must: 1 });
    expect(deviations).toHaveLength(2);
  });

  test('xsi:nil that is not allowed is an error for strict clients', () => {
    const strict = { deviations: new Deviations(false, true) };
    const message = `<TestResponse xmlns="urn:test"><TestResult>${body(`<text ${nil}/>`)}</TestResult></TestResponse>`;
    expect(() => codecs.readBody('readTestResponse', message, strict)).toThrow(not);
  });
});
