import { describe, expect, test } from '@jest/globals';
import type { LinkOptions } from '../../src/model/link.ts';
import type { ContractPlan } from '../../src/plan/result.ts';
import { loadCodecs, roundTrip } from './support/codecs.ts';
import { declaration, planText, valueWsdl } from './support/contract.ts';
import { renderText } from './support/render.ts';

function both(schema: string, options = {}) {
  const planned = planText(
    valueWsdl(
      `<xs:complexType name="Value"><xs:sequence><xs:element name="x" type="t:X"/></xs:sequence><xs:attribute name="y" type="t:X"/></xs:complexType>${schema}`,
    ),
    options,
  );
  return { planned, codecs: loadCodecs(planned) };
}

function goesRound(codecs: ReturnType<typeof loadCodecs>, x: unknown, y: unknown = x): string {
  const value = { value: { x, y } };
  const { xml, value: back } = roundTrip(codecs, value);
  expect(back).toEqual(value);
  return xml;
}

describe('simple types', () => {
  test('enumerations are literal unions, in their order', () => {
    const { planned, codecs } = both(
      '<xs:simpleType name="X"><xs:restriction base="xs:string"><xs:enumeration value="a b"/><xs:enumeration value="it\'s"/><xs:enumeration value="&lt;&amp;&quot;"/></xs:restriction></xs:simpleType>',
    );
    expect(declaration(planned, 'X')).toBe(
      `/** simpleType \`X\`. */\nexport type X = 'a b' | "it's" | '<&"';`,
    );
    goesRound(codecs, '<&"', "it's");
    expect(() => codecs.write('writeTestRequest', { value: { x: 'c' } })).toThrow(
      "value.x: Expected one of 'a b', 'it's', '<&\"', got the string \"c\".",
    );
    expect(() =>
      codecs.readBody('readTestRequest', '<Test xmlns="urn:test"><value><x>c</x></value></Test>'),
    ).toThrow("value.x: Instance validation error: 'c' is not a valid value for X.");
  });

  test('numeric enumerations are numbers', () => {
    const { planned, codecs } = both(
      '<xs:simpleType name="X"><xs:restriction base="xs:int"><xs:enumeration value="1"/><xs:enumeration value="-2"/></xs:restriction></xs:simpleType>',
    );
    expect(declaration(planned, 'X')).toContain('export type X = 1 | -2;');
    goesRound(codecs, -2, 1);
  });

  test('lists are arrays', () => {
    const { codecs } = both(
      '<xs:simpleType name="X"><xs:restriction><xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType><xs:maxLength value="3"/></xs:restriction></xs:simpleType>',
    );
    expect(goesRound(codecs, [1, 2, 3], [])).toContain('y=""><x>1 2 3</x>');
    expect(() => codecs.write('writeTestRequest', { value: { x: [1, 2, 3, 4] } })).toThrow(
      'value.x: The value must have at most 3 items.',
    );
  });

  test('unions take the first member that fits', () => {
    const { planned, codecs } = both(
      '<xs:simpleType name="X"><xs:union memberTypes="xs:int xs:boolean"><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="unbounded"/></xs:restriction></xs:simpleType></xs:union></xs:simpleType>',
    );
    expect(declaration(planned, 'X')).toMatch(/export type X = number \| boolean \| \w+;$/);
    goesRound(codecs, 5, 'unbounded');
    goesRound(codecs, true, -1);
    expect(() => codecs.write('writeTestRequest', { value: { x: 'other' } })).toThrow('value.x');
  });

  test('patterns of a union apply to the text as the member that accepts it has it', () => {
    const { codecs } = both(
      '<xs:simpleType name="X"><xs:restriction><xs:simpleType><xs:union memberTypes="xs:int xs:NMTOKENS xs:normalizedString"/></xs:simpleType><xs:pattern value="\\d|a b| x "/></xs:restriction></xs:simpleType>',
    );
    const read = (x: string) =>
      codecs.readBody(
        'readTestRequest',
        `<Test xmlns="urn:test"><value><x>${x}</x></value></Test>`,
      );
    expect(read(' 1\n')).toEqual({ value: { x: 1 } });
    expect(read('a \n b')).toEqual({ value: { x: ['a', 'b'] } });
    expect(() => read('\tb')).toThrow('pattern');
  });

  test('enumerations of a union list QNames beside other values', () => {
    const { codecs } = both(
      '<xs:simpleType name="X"><xs:restriction><xs:simpleType><xs:union memberTypes="xs:hexBinary xs:QName"/></xs:simpleType><xs:enumeration value="0aFF"/><xs:enumeration value="t:a"/></xs:restriction></xs:simpleType>',
    );
    goesRound(codecs, '0aFF', '{urn:test}a');
  });

  test.each([
    ['<xs:minInclusive value="2"/>', 'xs:int', 2, 1, 'must be at least 2'],
    ['<xs:maxExclusive value="10"/>', 'xs:long', 9n, 10n, 'must be less than 10'],
    ['<xs:minExclusive value="0.5"/>', 'xs:decimal', '0.51', '0.50', 'must be more than 0.5'],
    [
      '<xs:totalDigits value="3"/><xs:fractionDigits value="1"/>',
      'xs:decimal',
      '12.30',
      '12.34',
      'digits',
    ],
    ['<xs:length value="2"/>', 'xs:string', '😀x', 'abc', 'must have 2 characters'],
    ['<xs:length value="2"/>', 'xs:hexBinary', new Uint8Array([1, 2]), new Uint8Array(3), 'bytes'],
    ['<xs:pattern value="\\d{3}-[a-z\\-]*"/>', 'xs:token', '123-a-b', '12-a', 'pattern'],
    ['<xs:pattern value="[\\i-[:]][\\c-[:]]*"/>', 'xs:string', 'a_1', '1a', 'pattern'],
  ])('facet %s of %s is checked both ways', (facet, base, good, bad, message) => {
    const { codecs } = both(
      `<xs:simpleType name="X"><xs:restriction base="${base}">${facet}</xs:restriction></xs:simpleType>`,
    );
    const xml = goesRound(codecs, good);
    expect(() => codecs.write('writeTestRequest', { value: { x: bad } })).toThrow(message);
    const text = bad instanceof Uint8Array ? '000000' : String(bad);
    const wrong = xml.replace(/<x>[^<]*<\/x>/, `<x>${text}</x>`);
    expect(() => codecs.readBody('readTestRequest', wrong)).toThrow(message);
  });

  test('a pattern that JavaScript may try for ever is checked on all ways at once', () => {
    const { planned, codecs } = both(
      '<xs:simpleType name="X"><xs:restriction base="xs:string"><xs:pattern value="(a+)+b"/></xs:restriction></xs:simpleType>',
    );
    const xml = goesRound(codecs, 'aab');
    expect(() => codecs.write('writeTestRequest', { value: { x: 'a'.repeat(5000) } })).toThrow(
      'value.x: The value does not match the pattern (a+)+b.',
    );
    expect(() => codecs.readBody('readTestRequest', xml.replace('<x>aab', '<x>aac'))).toThrow(
      "value.x: 'aac' does not match the pattern (a+)+b.",
    );
    expect(planned.diagnostics).toEqual([]);
    expect(declaration(planned, 'Value')).toContain('pattern `(a+)+b`');
  });

  test('the characters of names are in the runtime, not in generated code', () => {
    const { planned, codecs } = both(
      '<xs:simpleType name="X"><xs:restriction base="xs:string"><xs:pattern value="\\i\\c*\\\\i?"/></xs:restriction></xs:simpleType>',
    );
    const text = renderText('descriptions', planned.plan as ContractPlan);
    expect(text).toContain("namePattern('^(?:[\\\\i][\\\\c]*[\\\\\\\\]i?)$')");
    goesRound(codecs, 'a-1\\', 'é\\i');
    expect(() => codecs.write('writeTestRequest', { value: { x: '1' } })).toThrow('value.x');
  });

  test('with anchors is read by the letter, or as .NET reads it', () => {
    const content = `<xs:simpleType name="X"><xs:restriction base="xs:string"><xs:pattern value="^[0-9]{3}$"/></xs:restriction></xs:simpleType>
<xs:complexType name="Value"><xs:sequence><xs:element name="x" type="t:X"/></xs:sequence></xs:complexType>`;
    const readings = { xsd: ['^123$', '123'], dotnet: ['123', '^123$'] } as const;
    for (const [patterns, [good, bad]] of Object.entries(readings)) {
      const planned = planText(valueWsdl(content), {}, undefined, { patterns } as LinkOptions);
      const codecs = loadCodecs(planned);
      const body = (text: string) => `<Test xmlns="urn:test"><value><x>${text}</x></value></Test>`;
      expect(codecs.readBody('readTestRequest', body(good))).toEqual({ value: { x: good } });
      expect(codecs.write('writeTestRequest', { value: { x: good } })).toContain(`<x>${good}</x>`);
      expect(() => codecs.readBody('readTestRequest', body(bad))).toThrow('does not match');
      expect(() => codecs.write('writeTestRequest', { value: { x: bad } })).toThrow('match');
      const advice = expect.objectContaining({
        code: 'ASMX3006',
        help: expect.stringContaining("set 'patterns' to 'dotnet'"),
      });
      expect(planned.diagnostics).toEqual(patterns === 'xsd' ? [advice] : []);
    }
  });

  test.each([
    ['(.{0,400}x.{0,400}){20}', 'is not checked in generated code'],
    ['(?i)abc', 'is not a regular expression of XML Schema'],
    ['^[0-9]+$', "'^' and '$' are ordinary characters"],
  ])('pattern %s gives a warning', (pattern, message) => {
    const { planned } = both(
      `<xs:simpleType name="X"><xs:restriction base="xs:string"><xs:pattern value="${pattern}"/></xs:restriction></xs:simpleType>`,
    );
    expect(planned.diagnostics).toEqual([
      expect.objectContaining({
        code: 'ASMX3006',
        severity: 'warning',
        message: expect.stringContaining(message),
      }),
    ]);
  });

  test.each([
    ['xs:dateTime', { dateTime: 'Date' }, new Date('2024-02-29T12:00:00.000Z')],
    ['xs:long', { long: 'number' }, 5],
    ['xs:long', { long: 'string' }, '5'],
    ['xs:decimal', { decimal: 'number' }, 1.5],
    ['xs:integer', { integer: 'number' }, -7],
    ['xs:double', {}, Number.POSITIVE_INFINITY],
    ['xs:long', {}, 9007199254740993n],
    ['xs:base64Binary', {}, new Uint8Array([0, 255, 7])],
    ['xs:base64Binary', { base64Binary: 'string' }, 'AP8H'],
    ['xs:base64Binary', { base64Binary: 'string' }, ''],
    ['xs:hexBinary', { hexBinary: 'string' }, '00fF07'],
    ['xs:hexBinary', { base64Binary: 'string' }, new Uint8Array([0, 255, 7])],
    ['xs:QName', {}, '{urn:x}int'],
    ['xs:NMTOKENS', {}, ['a', 'b']],
  ])('%s under %o', (base, types, value) => {
    const planned = planText(
      valueWsdl(
        `<xs:complexType name="Value"><xs:sequence><xs:element name="x" type="${base}"/></xs:sequence><xs:attribute name="y" type="${base}"/></xs:complexType>`,
      ),
      { types: types as never },
    );
    goesRound(loadCodecs(planned), value);
  });

  test.each([
    ['base64Binary', '<xs:length value="3"/>', 'AQID', 'AQI=', 'must have 3 bytes'],
    ['base64Binary', '<xs:maxLength value="1"/>', 'AQ==', 'AQI=', 'must have at most 1 bytes'],
    ['hexBinary', '<xs:minLength value="2"/>', '0aFF', '0a', 'must have at least 2 bytes'],
    ['hexBinary', '<xs:enumeration value="0aff"/>', '0AfF', '0a', 'must be one of 0aff'],
    ['base64Binary', '<xs:enumeration value="AQ ID"/>', 'AQID', 'AQIE', 'must be one of AQ ID'],
    ['base64Binary', '', 'AQID', 'A*ID', 'is not a base64Binary'],
    ['hexBinary', '', '0A', '0', 'is not a hexBinary'],
  ])('%s as text with %s', (base, facets, good, bad, message) => {
    const planned = planText(
      valueWsdl(
        `<xs:complexType name="Value"><xs:sequence><xs:element name="x"><xs:simpleType><xs:restriction base="xs:${base}">${facets}</xs:restriction></xs:simpleType></xs:element></xs:sequence></xs:complexType>`,
      ),
      { types: { base64Binary: 'string', hexBinary: 'string' } },
    );
    expect(declaration(planned, 'Value')).toContain('readonly x: string;');
    const codecs = loadCodecs(planned);
    const body = (text: string): string =>
      `<Test xmlns="urn:test"><value><x>${text}</x></value></Test>`;
    const read = (text: string): unknown => codecs.readBody('readTestRequest', body(text));
    expect(read(`\n ${good.slice(0, 2)} ${good.slice(2)} `)).toEqual({ value: { x: good } });
    expect(() => read(bad)).toThrow(message);
    const xml = codecs.write('writeTestRequest', { value: { x: good } });
    expect(xml).toContain(`<x>${good}</x>`);
    for (const value of [bad, 5, new Uint8Array([1])]) {
      expect(() => codecs.write('writeTestRequest', { value: { x: value } })).toThrow('value.x');
    }
  });

  test('defaults and fixed values', () => {
    const planned = planText(
      valueWsdl(
        '<xs:complexType name="Value"><xs:sequence><xs:element name="a" type="xs:int" default="5"/><xs:element name="b" type="xs:string" fixed="v"/></xs:sequence><xs:attribute name="c" type="xs:int" default="6"/><xs:attribute name="d" type="xs:string" fixed="1.0"/></xs:complexType>',
      ),
    );
    const codecs = loadCodecs(planned);
    expect(declaration(planned, 'Value')).toContain("readonly d?: '1.0' | undefined;");
    const body = '<Test xmlns="urn:test"><value><a/><b/></value></Test>';
    expect(codecs.readBody('readTestRequest', body)).toEqual({
      value: { a: 5, b: 'v', c: 6, d: '1.0' },
    });
    expect(() => codecs.readBody('readTestRequest', body.replace('<b/>', '<b>w</b>'))).toThrow(
      "value.b: The value must be 'v', not 'w'.",
    );
  });

  test('unions that double at each level are planned in no time', () => {
    const doubling = Array.from({ length: 100 }, (_, at) => {
      const member = `t:X${at + 1}`;
      return `<xs:simpleType name="X${at || ''}"><xs:union memberTypes="${member} ${member}"/></xs:simpleType>`;
    });
    const last =
      '<xs:simpleType name="X100"><xs:union memberTypes="xs:int xs:NCName"/></xs:simpleType>';
    const { codecs } = both(doubling.join('') + last);
    goesRound(codecs, 5, 'five');
  });
});
