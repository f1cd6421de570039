import { describe, expect, test } from '@jest/globals';
import type { LinkOptions } from '../../src/model/link.ts';
import type { ContractPlan, PlanOptions } from '../../src/plan/result.ts';
import { Deviations } from '../../src/runtime/client/call.ts';
import { sampleOf } from '../../src/runtime/schema.ts';
import { unexpectedElement } from '../../src/runtime/xml/asmx.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { type LoadedCodecs, loadCodecs, roundTrip } from '../plan/support/codecs.ts';
import { compileLater, compileWaiting, generateText } from '../plan/support/compiled.ts';
import { declaration, planText, valueWsdl } from '../plan/support/contract.ts';
import { renderText } from '../plan/support/render.ts';
import { type AnySchema, loadSchemas } from '../plan/support/schemas.ts';
import { readStrictly } from '../plan/support/strict.ts';

describe('codecs simple', () => {
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
      [
        '<xs:length value="2"/>',
        'xs:hexBinary',
        new Uint8Array([1, 2]),
        new Uint8Array(3),
        'bytes',
      ],
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
        const body = (text: string) =>
          `<Test xmlns="urn:test"><value><x>${text}</x></value></Test>`;
        expect(codecs.readBody('readTestRequest', body(good))).toEqual({ value: { x: good } });
        expect(codecs.write('writeTestRequest', { value: { x: good } })).toContain(
          `<x>${good}</x>`,
        );
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
});

describe('codecs simple values', () => {
  const contractOf = (type: string, more = ''): string =>
    valueWsdl(
      `<xs:complexType name="Value"><xs:sequence><xs:element name="x" minOccurs="0"><xs:simpleType>${type}</xs:simpleType></xs:element></xs:sequence></xs:complexType>${more}`,
    );
  const codecsOf = (type: string, more = ''): LoadedCodecs =>
    loadCodecs(planText(contractOf(type, more)));

  const restriction = (base: string, ...facets: readonly string[]): string =>
    `<xs:restriction base="${base}">${facets
      .map((facet) => {
        const [name = '', value = ''] = facet.split(/=(.*)/s);
        return `<xs:${name} value="${value}"/>`;
      })
      .join('')}</xs:restriction>`;

  /** A restriction of a type that has no name. */
  const over = (type: string, ...facets: readonly string[]): string =>
    restriction('', ...facets).replace(' base="">', `><xs:simpleType>${type}</xs:simpleType>`);

  const read = (codecs: LoadedCodecs, text: string): unknown => {
    const body = `<Test xmlns="urn:test"><value><x>${text}</x></value></Test>`;
    return (codecs.readBody('readTestRequest', body) as { value: { x: unknown } }).value.x;
  };

  function takes(codecs: LoadedCodecs, text: string): boolean {
    const reader = new XmlReader(
      `<Body xmlns:t="urn:test"><t:Test><t:value><t:x>${text}</t:x></t:value></t:Test></Body>`,
    );
    reader.unexpected = unexpectedElement;
    reader.nextTag();
    try {
      codecs.functions.readTestRequest?.(reader as never);
      return true;
    } catch {
      return false;
    }
  }

  /** What a text is written as once it was read. */
  function rewritten(codecs: LoadedCodecs, text: string): string | undefined {
    const written = codecs.write('writeTestRequest', { value: { x: read(codecs, text) } });
    return /<(?:\w+:)?x[^>]*>(.*)<\/(?:\w+:)?x>/s.exec(written)?.[1];
  }

  describe('enumerations', () => {
    test.each([
      [
        'a bound',
        restriction('xs:int', 'maxInclusive=5', 'enumeration=3', 'enumeration=9'),
        '3',
        '9',
      ],
      [
        'a bound with a zone',
        restriction(
          'xs:date',
          'maxInclusive=2000-01-01Z',
          'enumeration=1999-05-05+02:00',
          'enumeration=2001-05-05',
        ),
        '1999-05-05+02:00',
        '2001-05-05',
      ],
      [
        'a bound of durations',
        restriction('xs:duration', 'minInclusive=P1D', 'enumeration=PT36H', 'enumeration=PT3H'),
        'PT36H',
        'PT3H',
      ],
      [
        'a pattern',
        restriction('xs:token', 'pattern=[a-c]+', 'enumeration=ab', 'enumeration=x'),
        'ab',
        'x',
      ],
      [
        'a length',
        restriction('xs:string', 'maxLength=1', 'enumeration=😀', 'enumeration=xy'),
        '😀',
        'xy',
      ],
      [
        'digits',
        restriction('xs:decimal', 'fractionDigits=1', 'enumeration=0.10', 'enumeration=0.25'),
        '0.1',
        '0.25',
      ],
      [
        'a pattern of a union',
        over(
          '<xs:union memberTypes="xs:int xs:token"/>',
          'pattern=[a-z]+',
          'enumeration=a',
          'enumeration=1',
        ),
        'a',
        '1',
      ],
    ])('hold what %s beside them allows', (_, type, good, bad) => {
      const codecs = codecsOf(type);
      expect(takes(codecs, good)).toBe(true);
      expect(takes(codecs, bad)).toBe(false);
    });

    test('keep double spaces where white space is replaced', () => {
      const codecs = codecsOf(restriction('xs:normalizedString', 'enumeration=in  side'));
      expect(read(codecs, 'in  side')).toBe('in  side');
      expect(takes(codecs, 'in side')).toBe(false);
    });

    test('of floats: -0 is the 0 that is listed, and lists may hold INF', () => {
      const zero = codecsOf(restriction('xs:float', 'enumeration=0'));
      expect(Object.is(read(zero, '-0'), 0)).toBe(true);
      const list = codecsOf(over('<xs:list itemType="xs:float"/>', 'enumeration=-INF 009'));
      expect(read(list, '-INF 9')).toEqual([Number.NEGATIVE_INFINITY, 9]);
    });

    test('of lists of unions import nothing they do not use', async () => {
      const names = '<xs:union memberTypes="xs:int xs:QName"/>';
      const list = `<xs:list><xs:simpleType>${names}</xs:simpleType></xs:list>`;
      const type = over(list, 'enumeration=t:a 1');
      compileLater(await generateText(contractOf(type)));
    });

    test('of unions with QNames are written as listed, the names with their prefixes', async () => {
      const type = over(
        '<xs:union memberTypes="xs:unsignedLong xs:QName"/>',
        'enumeration=0',
        'enumeration=t:a',
      );
      const codecs = codecsOf(type);
      expect(rewritten(codecs, '0')).toBe('0');
      const body = '<Test xmlns="urn:test"><value><x xmlns:p="urn:test">p:a</x></value></Test>';
      const value = codecs.readBody('readTestRequest', body);
      expect(value).toEqual({ value: { x: '{urn:test}a' } });
      const written = codecs.write('writeTestRequest', value);
      expect(codecs.readBody('readTestRequest', written)).toEqual(value);
      compileLater(await generateText(contractOf(type)));
    });
  });

  test('a text of a union is one its own member reads, and no other before', () => {
    const flags = codecsOf(
      '<xs:union memberTypes="t:Words xs:boolean"/>',
      '<xs:simpleType name="Words"><xs:list itemType="xs:language"/></xs:simpleType>',
    );
    expect(read(flags, '0')).toBe(false);
    expect(rewritten(flags, '0')).toBe('0');
    const numbers = codecsOf('<xs:union memberTypes="xs:nonNegativeInteger xs:double"/>');
    expect(read(numbers, '5.0')).toBe(5);
    expect(read(numbers, rewritten(numbers, '5.0') ?? '')).toBe(5);
    expect(read(numbers, rewritten(numbers, '5') ?? '')).toBe(5n);
  });

  test('a pattern of a union is about the text as its members have it', () => {
    const codecs = codecsOf(over('<xs:union memberTypes="xs:int xs:date"/>', 'pattern=\\d'));
    expect([takes(codecs, ' 7\n'), takes(codecs, '77')]).toEqual([true, false]);
    const texts = codecsOf(over('<xs:union memberTypes="xs:int xs:string"/>', 'pattern=\\S+'));
    expect([takes(texts, 'a'), takes(texts, ' a')]).toEqual([true, false]);
  });

  test('a zero has the minus its pattern asks for', () => {
    const codecs = codecsOf(restriction('xs:nonNegativeInteger', 'pattern=-.*'));
    expect(read(codecs, '-0')).toBe(0n);
    expect(rewritten(codecs, '-0')).toBe('-0');
  });

  test('a pattern is not held against a QName that the contract gives as a default', () => {
    const codecs = loadCodecs(
      planText(
        valueWsdl(
          `<xs:complexType name="Value"><xs:sequence><xs:element name="x" type="t:Q" default="t:a"/></xs:sequence></xs:complexType><xs:simpleType name="Q">${restriction('xs:QName', 'pattern=[a-z]+:.*')}</xs:simpleType>`,
        ),
      ),
    );
    expect(read(codecs, '')).toBe('{urn:test}a');
  });

  test('strict readers take URI references alone', () => {
    const codecs = codecsOf(restriction('xs:anyURI'));
    const good = [
      'http://host:port/',
      '',
      'a b',
      '../x?y=1#z',
      'urn:x:y',
      'http://[::1]/',
      'http://u:p@h:80/é',
      '{}',
      '%20',
    ];
    const bad = [
      '%%',
      'http://a/%zz',
      ':',
      '1a:b',
      'a#b#c',
      'a[b',
      'http://[::1',
      'http:',
      'urn:#a',
    ];
    expect(good.filter((text) => !takes(codecs, text))).toEqual([]);
    expect(bad.filter((text) => takes(codecs, text))).toEqual([]);
    expect(read(codecs, ' %% ')).toBe('%%');
  });

  test.each([
    ['NMTOKENS', restriction('xs:NMTOKENS'), ['a', '1']],
    ['IDREFS', restriction('xs:IDREFS'), ['a']],
    ['ENTITIES', restriction('xs:ENTITIES'), ['a']],
    ['restricted', restriction('xs:NMTOKENS', 'maxLength=2'), ['a', 'b']],
    ['in a union', '<xs:union memberTypes="xs:int xs:NMTOKENS"/>', ['a', 'b']],
  ])('a list of names is not empty: %s', (_, type, value) => {
    const content = `<xs:complexType name="Value"><xs:sequence><xs:element name="x" minOccurs="0"><xs:simpleType>${type}</xs:simpleType></xs:element></xs:sequence><xs:attribute name="y"><xs:simpleType>${type}</xs:simpleType></xs:attribute></xs:complexType>`;
    const codecs = loadCodecs(planText(valueWsdl(content)));
    for (const name of ['x', 'y']) {
      expect(codecs.write('writeTestRequest', { value: { [name]: value } })).toContain(
        value.join(' '),
      );
      expect(() => codecs.write('writeTestRequest', { value: { [name]: [] } })).toThrow(
        `value.${name}`,
      );
    }
    for (const defaults of [false, true]) {
      for (const text of ['<value><x/></value>', '<value y=""/>', '<value><x> </x></value>']) {
        const body = `<Test xmlns="urn:test">${text}</Test>`;
        expect(() => codecs.readBody('readTestRequest', body, { defaults })).toThrow();
        expect(readStrictly(codecs, body).error?.path).toMatch(/^value\.[xy]$/);
      }
    }
  });

  test('a list of one’s own may be empty', () => {
    const codecs = codecsOf('<xs:list itemType="xs:NMTOKEN"/>');
    expect(read(codecs, '')).toEqual([]);
  });

  test.each([
    ['xs:float', '1e39', Number.POSITIVE_INFINITY],
    ['xs:double', '-1e400', Number.NEGATIVE_INFINITY],
    ['xs:gMonth', '--05--Z', '--05Z'],
  ])('clients and strict readers read what the closest value is: %s %s', (base, text, value) => {
    const codecs = codecsOf(restriction(base));
    expect(read(codecs, text)).toBe(value);
    expect(takes(codecs, text)).toBe(true);
  });
});

describe('codecs values', () => {
  /** Codecs of an element `x` of a simple type, which is what is given. */
  function codecsOf(simpleType: string, options = {}) {
    const planned = planText(
      valueWsdl(
        `<xs:complexType name="Value"><xs:sequence><xs:element name="x" type="t:X"/></xs:sequence></xs:complexType><xs:simpleType name="X">${simpleType}</xs:simpleType>`,
      ),
      options,
    );
    return { planned, codecs: loadCodecs(planned) };
  }

  const body = (text: string): string =>
    `<Test xmlns="urn:test"><value><x>${text}</x></value></Test>`;

  const restriction = (base: string, facets: string): string =>
    `<xs:restriction base="${base}">${facets}</xs:restriction>`;

  describe('bounds', () => {
    test.each([
      [
        'xs:dateTime',
        'minInclusive',
        '2024-01-01T00:00:00Z',
        '2024-01-01T01:00:00+01:00',
        '2023-12-31T23:59:59.999Z',
      ],
      [
        'xs:dateTime',
        'minInclusive',
        '2024-01-01T00:00:00Z',
        '2024-01-01T15:00:00',
        '2024-01-01T13:00:00',
      ],
      ['xs:date', 'maxExclusive', '2024-03-01', '2024-02-29', '2024-03-01'],
      ['xs:time', 'maxInclusive', '18:00:00', '17:59:59.9', '18:00:00.1'],
      ['xs:gYear', 'minExclusive', '1999', '2000', '1999'],
      ['xs:gYearMonth', 'minInclusive', '2024-02', '2024-02', '2024-01'],
      ['xs:gMonthDay', 'maxInclusive', '--06-30', '--02-29', '--07-01'],
      ['xs:duration', 'maxInclusive', 'P1M', 'P27D', 'P28D'],
      ['xs:duration', 'minExclusive', 'PT0S', 'PT0.1S', '-PT1S'],
      [
        'xs:decimal',
        'maxInclusive',
        '9999999999999999999.99',
        '9999999999999999999.990',
        '9999999999999999999.991',
      ],
    ])('%s, %s %s', (base, facet, bound, good, bad) => {
      const { codecs } = codecsOf(restriction(base, `<xs:${facet} value="${bound}"/>`));
      const value = { value: { x: good } };
      expect(roundTrip(codecs, value).value).toEqual(value);
      expect(() => codecs.write('writeTestRequest', { value: { x: bad } })).toThrow(
        'value.x: The value must be',
      );
      expect(() => codecs.readBody('readTestRequest', body(bad))).toThrow(
        `value.x: '${bad}' must be`,
      );
    });

    test('of dates as objects', () => {
      const { codecs } = codecsOf(
        restriction('xs:dateTime', '<xs:minInclusive value="2024-01-01T00:00:00Z"/>'),
        { types: { dateTime: 'Date' } },
      );
      const value = { value: { x: new Date('2024-01-01T00:00:00Z') } };
      expect(roundTrip(codecs, value).value).toEqual(value);
      const early = { value: { x: new Date('2023-12-31T23:59:59Z') } };
      expect(() => codecs.write('writeTestRequest', early)).toThrow('must be at least');
    });

    test.each(['long', 'unsignedLong', 'integer', 'nonPositiveInteger'])(
      'of %s as bigint, number and text',
      (base) => {
        const least = base === 'nonPositiveInteger' ? -7 : 7;
        const type = restriction(`xs:${base}`, `<xs:minInclusive value="${least}"/>`);
        for (const [mapping, good, bad] of [
          ['bigint', BigInt(least), BigInt(least - 1)],
          ['number', least, least - 1],
          ['string', String(least), String(least - 1)],
        ] as const) {
          const { codecs } = codecsOf(type, { types: { long: mapping, integer: mapping } });
          const value = { value: { x: good } };
          expect(roundTrip(codecs, value).value).toEqual(value);
          expect(() => codecs.write('writeTestRequest', { value: { x: bad } })).toThrow(
            'must be at least',
          );
          expect(() => codecs.readBody('readTestRequest', body(String(least - 1)))).toThrow(
            'must be at least',
          );
        }
      },
    );

    test('NaN is beside every bound, and INF is one', () => {
      const { codecs } = codecsOf(restriction('xs:double', '<xs:maxExclusive value="INF"/>'));
      expect(codecs.readBody('readTestRequest', body('1e300'))).toEqual({ value: { x: 1e300 } });
      for (const text of ['INF', 'NaN']) {
        expect(() => codecs.readBody('readTestRequest', body(text))).toThrow(
          'must be less than INF',
        );
      }
    });
  });

  describe('enumerations that are no literals, or not only', () => {
    const values = (...texts: string[]): string =>
      texts.map((text) => `<xs:enumeration value="${text}"/>`).join('');

    test('values that are one to XML Schema read as the one it lists', () => {
      const { codecs } = codecsOf(restriction('xs:decimal', values('1', '2.50')));
      expect(codecs.readBody('readTestRequest', body('+1.00'))).toEqual({ value: { x: '1' } });
      expect(codecs.readBody('readTestRequest', body('2.5'))).toEqual({ value: { x: '2.50' } });
      expect(() => codecs.readBody('readTestRequest', body('3'))).toThrow(
        'not a valid value for X',
      );
      const dates = codecsOf(restriction('xs:date', values('2024-01-01Z'))).codecs;
      expect(dates.readBody('readTestRequest', body('2024-01-01+00:00'))).toEqual({
        value: { x: '2024-01-01Z' },
      });
    });

    test.each([
      [
        'bytes',
        restriction('xs:hexBinary', values('0aFF', '00')),
        new Uint8Array([10, 255]),
        new Uint8Array([1]),
        '01',
      ],
      [
        'base64',
        restriction('xs:base64Binary', values('AQI=')),
        new Uint8Array([1, 2]),
        new Uint8Array([1]),
        'AQ==',
      ],
      ['INF and NaN', restriction('xs:double', values('INF', 'NaN', '1.50')), Number.NaN, 2, '2'],
      [
        'lists',
        `<xs:restriction><xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType>${values('1 2', '03')}</xs:restriction>`,
        [3],
        [2, 1],
        '2 1',
      ],
      ['lists of words', restriction('xs:NMTOKENS', values('a b')), ['a', 'b'], ['b'], 'b'],
    ])('%s', (_, type, good, bad, text) => {
      const { codecs } = codecsOf(type);
      const value = { value: { x: good } };
      expect(roundTrip(codecs, value).value).toEqual(value);
      expect(() => codecs.write('writeTestRequest', { value: { x: bad } })).toThrow(
        'value.x: The value must be one of',
      );
      expect(() => codecs.readBody('readTestRequest', body(text))).toThrow('must be one of');
    });

    test('dates as objects', () => {
      const { codecs } = codecsOf(restriction('xs:dateTime', values('2024-01-01T00:00:00Z')), {
        types: { dateTime: 'Date' },
      });
      expect(codecs.readBody('readTestRequest', body('2024-01-01T01:00:00+01:00'))).toEqual({
        value: { x: new Date('2024-01-01T00:00:00Z') },
      });
      expect(() => codecs.write('writeTestRequest', { value: { x: new Date(0) } })).toThrow(
        'must be one of',
      );
    });
  });

  describe('facets of lists, unions and white space', () => {
    test('a pattern of a list is about its whole text', () => {
      const { codecs } = codecsOf(
        `<xs:restriction><xs:simpleType><xs:list itemType="xs:int"/></xs:simpleType><xs:pattern value="\\d \\d"/></xs:restriction>`,
      );
      expect(codecs.readBody('readTestRequest', body(' 1  2\n'))).toEqual({ value: { x: [1, 2] } });
      expect(() => codecs.readBody('readTestRequest', body('1 2 3'))).toThrow('does not match');
      expect(() => codecs.write('writeTestRequest', { value: { x: [11] } })).toThrow(
        'does not match',
      );
    });

    test('a pattern of a union is about the text, whichever member takes it', () => {
      const { codecs } = codecsOf(
        `<xs:restriction><xs:simpleType><xs:union memberTypes="xs:int xs:NCName"/></xs:simpleType><xs:pattern value="\\d\\d|a+"/></xs:restriction>`,
      );
      for (const x of [12, 'aaa']) {
        expect(roundTrip(codecs, { value: { x } }).value).toEqual({ value: { x } });
      }
      for (const x of [1, 'b']) {
        expect(() => codecs.write('writeTestRequest', { value: { x } })).toThrow('does not match');
        expect(() => codecs.readBody('readTestRequest', body(String(x)))).toThrow('does not match');
      }
    });

    test('an integer has the leading zeros its pattern asks for', () => {
      const { codecs } = codecsOf(
        restriction('xs:int', '<xs:pattern value="[0-9]{4}|-[0-9]{2}"/>'),
      );
      for (const [x, text] of [
        [7, '0007'],
        [2024, '2024'],
        [-7, '-07'],
      ]) {
        const { xml, value } = roundTrip(codecs, { value: { x } });
        expect(value).toEqual({ value: { x } });
        expect(xml).toContain(`<x>${text}</x>`);
      }
      expect(() => codecs.write('writeTestRequest', { value: { x: 12345 } })).toThrow(
        'value.x: The value does not match the pattern [0-9]{4}|-[0-9]{2}.',
      );
    });

    test('white space is dealt with before facets are looked at, both ways', () => {
      const { codecs } = codecsOf(restriction('xs:token', '<xs:length value="3"/>'));
      expect(codecs.write('writeTestRequest', { value: { x: ' a  b ' } })).toContain('<x>a b</x>');
      expect(codecs.readBody('readTestRequest', body(' a  b '))).toEqual({ value: { x: 'a b' } });
      expect(() => codecs.write('writeTestRequest', { value: { x: '   ' } })).toThrow(
        'must have 3 characters',
      );
    });
  });

  describe('fixed values', () => {
    const fixed = (type: string, text: string, simple = '') =>
      loadCodecs(
        planText(
          valueWsdl(
            `<xs:complexType name="Value"><xs:sequence><xs:element name="x" type="${type}" fixed="${text}"/></xs:sequence><xs:attribute name="y" type="${type}" fixed="${text}"/></xs:complexType>${simple}`,
          ),
        ),
      );
    const mark =
      '<xs:simpleType name="Mark"><xs:restriction base="xs:string"><xs:enumeration value="A"/><xs:enumeration value="B"/></xs:restriction></xs:simpleType>';
    const list = '<xs:simpleType name="List"><xs:list itemType="xs:int"/></xs:simpleType>';

    test.each([
      ['xs:string', 'v', 'v', 'w', ''],
      ['xs:int', '7', 7, 8, ''],
      ['xs:decimal', '1', '1', '2', ''],
      ['xs:boolean', 'true', true, false, ''],
      ['xs:hexBinary', '0aff', new Uint8Array([10, 255]), new Uint8Array([1]), ''],
      ['t:Mark', 'A', 'A', 'B', mark],
      ['t:List', '1 2', [1, 2], [1], list],
    ])('%s fixed to %s', (type, text, good, bad, simple) => {
      const codecs = fixed(type, text, simple);
      const value = { value: { x: good, y: good } };
      const { xml, value: back } = roundTrip(codecs, value);
      expect(back).toEqual(value);
      expect(() => codecs.write('writeTestRequest', { value: { x: bad } })).toThrow(
        'value.x: Expected',
      );
      expect(() => codecs.write('writeTestRequest', { value: { x: good, y: bad } })).toThrow(
        'value.y: Expected',
      );
      const other = loadCodecs(
        planText(
          valueWsdl(
            `<xs:complexType name="Value"><xs:sequence><xs:element name="x" type="${type}"/></xs:sequence></xs:complexType>${simple}`,
          ),
        ),
      ).write('writeTestRequest', { value: { x: bad } });
      expect(() => codecs.readBody('readTestRequest', other)).toThrow('value.x: The value must be');
      expect(xml).toContain('<x>');
    });

    test('another text of the same value is fine', () => {
      const codecs = fixed('xs:decimal', '1');
      expect(codecs.readBody('readTestRequest', body('1.00'))).toEqual({
        value: { x: '1', y: '1' },
      });
    });
  });
});

describe('codecs floats', () => {
  function restricted(name: string, base: string, facets: readonly [string, string][]): string {
    const inner = facets.map(([facet, value]) => `<xs:${facet} value="${value}"/>`).join('');
    return `<xs:simpleType name="${name}"><xs:restriction base="${base}">${inner}</xs:restriction></xs:simpleType>`;
  }
  const one = (attributes: string) =>
    `<xs:complexType name="Value"><xs:sequence><xs:element name="v" ${attributes}/></xs:sequence></xs:complexType>`;
  const list = '<xs:simpleType name="Floats"><xs:list itemType="xs:float"/></xs:simpleType>';
  const codecsOf = (content: string) => loadCodecs(planText(valueWsdl(content)));
  const body = (text: string) => `<Test xmlns="urn:test"><value><v>${text}</v></value></Test>`;

  describe('xs:float is compared in single precision', () => {
    test.each([
      ['maxInclusive', '0.1', '0.100000001', '0.10000001'],
      ['minInclusive', '0.9', '0.899999976', '0.8999999'],
      ['maxInclusive', '3.14159265', '3.14159274', '3.1415930'],
      ['minInclusive', '-3.14159265', '-3.14159274', '-3.1415930'],
      ['maxInclusive', '16777216', '16777217', '16777218'],
      ['minExclusive', '0.1', '0.10000001', '0.100000001'],
      ['maxExclusive', '0.2', '0.19999999', '0.200000001'],
    ])('%s %s: %s is within, %s is not', (facet, bound, within, beyond) => {
      const codecs = codecsOf(restricted('F', 'xs:float', [[facet, bound]]) + one('type="t:F"'));
      const read = (text: string) => codecs.readBody('readTestRequest', body(text));
      expect(read(within)).toEqual({ value: { v: Number(within) } });
      expect(() => read(beyond)).toThrow(`'${beyond}' must be`);
      const write = (v: number) => codecs.write('writeTestRequest', { value: { v } });
      expect(write(Math.fround(Number(within)))).toContain(`<v>${Math.fround(Number(within))}</v>`);
      expect(() => write(Number(beyond))).toThrow('value.v: The value must be');
    });

    test('doubles are compared as doubles', () => {
      const codecs = codecsOf(
        restricted('F', 'xs:double', [['maxInclusive', '0.1']]) + one('type="t:F"'),
      );
      expect(() => codecs.readBody('readTestRequest', body('0.100000001'))).toThrow('at most 0.1');
    });

    test.each([
      ['literals', [], '0.1', 0.1],
      ['with another value', ['INF'], '0.1', 0.100000001],
      ['with another value', ['NaN'], 'NaN', Number.NaN],
    ])('an enumeration, %s %j', (_, more, listed, value) => {
      const values = ['0.1', '0.2', ...more].map((text): [string, string] => ['enumeration', text]);
      const codecs = codecsOf(restricted('F', 'xs:float', values) + one('type="t:F"'));
      const text = listed === 'NaN' ? listed : '0.100000001';
      expect(codecs.readBody('readTestRequest', body(text))).toEqual({ value: { v: value } });
      expect(codecs.write('writeTestRequest', { value: { v: Math.fround(value) } })).toMatch(
        /<v>(?:0\.1|0\.10000000149011612|NaN)<\/v>/,
      );
      expect(() => codecs.readBody('readTestRequest', body('0.10000001'))).toThrow('0.10000001');
      expect(() => codecs.write('writeTestRequest', { value: { v: 0.10000001 } })).toThrow(
        'value.v',
      );
    });

    test('an attribute, an item of a list, a restricted enumeration', () => {
      const content = `${restricted('F', 'xs:float', [
        ['enumeration', '0.1'],
        ['enumeration', '0.2'],
      ])}${restricted('G', 't:F', [['pattern', '[0-9.]*']])}<xs:simpleType name="L"><xs:list itemType="t:G"/></xs:simpleType>
<xs:complexType name="Value"><xs:attribute name="a" type="t:F"/><xs:attribute name="l" type="t:L"/></xs:complexType>`;
      const codecs = codecsOf(content);
      const text = '<Test xmlns="urn:test"><value a="0.200000003" l="0.1 0.100000001"/></Test>';
      expect(codecs.readBody('readTestRequest', text)).toEqual({
        value: { a: 0.2, l: [0.1, 0.1] },
      });
      const value = { a: Math.fround(0.2), l: [...new Float32Array([0.1])] };
      expect(codecs.write('writeTestRequest', { value })).toContain('<value a="0.2" l="0.1" />');
    });

    test('an enumeration and a fixed value of a list', () => {
      const listed = codecsOf(
        list + restricted('E', 't:Floats', [['enumeration', '0.1 INF']]) + one('type="t:E"'),
      );
      const fixed = codecsOf(list + one('type="t:Floats" fixed="0.1 INF"'));
      for (const codecs of [listed, fixed]) {
        const values = [0.100000001, Number.POSITIVE_INFINITY];
        expect(codecs.readBody('readTestRequest', body('0.100000001 INF'))).toEqual({
          value: { v: values },
        });
        expect(codecs.write('writeTestRequest', { value: { v: values } })).toContain('INF</v>');
        expect(() => codecs.readBody('readTestRequest', body('0.2 INF'))).toThrow('0.2 INF');
        expect(() => codecs.readBody('readTestRequest', body('0.1'))).toThrow("'0.1'");
      }
    });

    test.each([
      ['element', one('type="xs:float" fixed="0.1"'), body('0.100000001')],
      [
        'attribute',
        '<xs:complexType name="Value"><xs:attribute name="v" type="xs:float" fixed="0.1"/></xs:complexType>',
        '<Test xmlns="urn:test"><value v="0.100000001"/></Test>',
      ],
      [
        'element of a restricted type',
        restricted('F', 'xs:float', [['maxInclusive', '0.1']]) +
          one('type="t:F" fixed="0.100000001"'),
        body('0.1'),
      ],
    ])('a fixed value: %s', (_, content, text) => {
      const codecs = codecsOf(content);
      const read = codecs.readBody('readTestRequest', text) as { value: { v: number } };
      expect(Math.fround(read.value.v)).toBe(Math.fround(0.1));
      const value = { v: Math.fround(0.1) };
      expect(codecs.write('writeTestRequest', { value })).toMatch(/[">]0\.1(?:00000001)?["<]/);
      expect(() => codecs.readBody('readTestRequest', text.replace(/0\.1\d*/, '0.2'))).toThrow(
        '0.2',
      );
      expect(() => codecs.write('writeTestRequest', { value: { v: 0.2 } })).toThrow('Expected 0.1');
    });

    test('a fixed value that is no number', () => {
      const codecs = codecsOf(one('type="xs:double" fixed="NaN"'));
      const value = { v: Number.NaN };
      expect(codecs.readBody('readTestRequest', body('NaN'))).toEqual({ value });
      expect(codecs.write('writeTestRequest', { value })).toContain('<v>NaN</v>');
    });

    test('a fixed value of simple content', () => {
      const codecs = codecsOf(
        `<xs:complexType name="M"><xs:simpleContent><xs:extension base="xs:float"><xs:attribute name="u"/></xs:extension></xs:simpleContent></xs:complexType>${one('type="t:M" fixed="0.1"')}`,
      );
      expect(codecs.readBody('readTestRequest', body('0.100000001'))).toMatchObject({
        value: { v: { $value: 0.1 } },
      });
    });

    test.each([
      ['float', '0.100000001', []],
      ['double', '0.100000001', ['ASMX3003']],
      ['float', '0.10000001', ['ASMX3003']],
    ])('defaults of %s: %s', (base, text, codes) => {
      const type = restricted('F', `xs:${base}`, [['maxInclusive', '0.1']]);
      const type2 = restricted('E', `xs:${base}`, [['enumeration', '0.1']]);
      const content = `${type}${type2}<xs:complexType name="Value"><xs:sequence><xs:element name="v" type="t:F" default="${text}"/></xs:sequence><xs:attribute name="e" type="t:E" default="${text}"/></xs:complexType>`;
      const { diagnostics } = planText(valueWsdl(content));
      const expected = codes.flatMap((code) => [code, code]);
      expect(diagnostics.map(({ code }) => code)).toEqual(expected);
    });

    test('samples are beyond an exclusive bound in single precision', () => {
      const type = restricted('F', 'xs:float', [
        ['minExclusive', '16777216'],
        ['maxInclusive', '16777218'],
      ]);
      const schema = loadSchemas(valueWsdl(type + one('type="t:F"'))).ValueSchema as AnySchema;
      const sample = sampleOf(schema) as { v: number };
      expect(Math.fround(sample.v)).toBe(16777218);
      expect(schema['~standard'].validate(sample)).toEqual({ value: sample });
      expect(schema['~standard'].validate({ v: 16777217 })).toHaveProperty('issues');
    });
  });
});

describe('codecs own types', () => {
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
      compileLater([...files, { path: 'money.ts', text: source }]);
    });

    test('what depends on the namespaces around a text compiles where the types in it are the own', async () => {
      const text = typeOf(
        `<xs:sequence>
         <xs:element name="either"><xs:simpleType><xs:union memberTypes="xs:int xs:NCName"/></xs:simpleType></xs:element>
         <xs:element name="names"><xs:simpleType><xs:list itemType="xs:NCName"/></xs:simpleType></xs:element>
       </xs:sequence>`,
      );
      const files = await generateText(text, options('NCName'));
      compileLater([...files, { path: 'money.ts', text: source }]);
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
        compileLater([...files, { path: 'money.ts', text: source }]);
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
      expect(reading(() => undefined)).toThrow(
        /a: '1.00' cannot be read: its parser gave undefined/,
      );
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
});

test('what was generated above compiles', () => {
  expect(compileWaiting()).toBe('');
});
