import { execFileSync } from 'node:child_process';
import { describe, expect, test } from '@jest/globals';
import { curlCommand, requestText, shellQuote } from '../../src/cli/call.ts';
import {
  inputValues,
  layParameters,
  readParameter,
  simpleValue,
} from '../../src/cli/call-values.ts';
import { CliError } from '../../src/cli/terminal/failure.ts';
import type { BuiltinName } from '../../src/model/xsd/builtins.ts';
import { builtinType } from '../../src/model/xsd/schema.ts';
import { XmlError } from '../../src/runtime/xml/errors.ts';
import { loadCodecs } from '../plan/support/codecs.ts';
import { planText } from '../plan/support/contract.ts';

describe('input values', () => {
  const schema = `
  <s:element name="Op"><s:complexType><s:sequence>
    <s:element name="id" type="s:long"/>
    <s:element name="when" type="s:date" minOccurs="0"/>
    <s:element name="tags" type="t:ArrayOfInt" minOccurs="0"/>
    <s:element name="flag" type="s:boolean" minOccurs="0" maxOccurs="unbounded"/>
    <s:element name="choice" type="t:Either" minOccurs="0"/>
    <s:element name="turns" type="t:Turns" minOccurs="0"/>
    <s:element name="shape" type="t:Shape" minOccurs="0"/>
    <s:element name="price" type="t:Price" minOccurs="0"/>
    <s:element name="open" type="t:Open" minOccurs="0"/>
    <s:element name="list" minOccurs="0"><s:simpleType><s:list itemType="s:int"/></s:simpleType></s:element>
    <s:element name="either" minOccurs="0"><s:simpleType><s:union memberTypes="s:int t:Word"/></s:simpleType></s:element>
    <s:element name="nothing" type="s:int" minOccurs="0" nillable="true"/>
    <s:element name="twin" type="t:Twin" minOccurs="0"/>
    <s:element ref="t:kin" minOccurs="0"/>
    <s:element name="untyped" minOccurs="0"/>
    <s:element name="mixed" minOccurs="0"><s:complexType mixed="true"/></s:element>
  </s:sequence></s:complexType></s:element>
  <s:element name="kin" type="t:Base"/>
  <s:element name="special" type="t:Special" substitutionGroup="t:kin"/>
  <s:complexType name="Base"/>
  <s:complexType name="Special"><s:complexContent><s:extension base="t:Base"><s:sequence><s:element name="r" type="s:double"/></s:sequence></s:extension></s:complexContent></s:complexType>
  <s:complexType name="Twin"><s:sequence><s:element name="code" type="s:string"/></s:sequence><s:attribute name="code" type="s:int"/></s:complexType>
  <s:element name="OpResponse"><s:complexType/></s:element>
  <s:complexType name="ArrayOfInt"><s:sequence><s:element name="int" type="s:int" minOccurs="0" maxOccurs="unbounded"/></s:sequence></s:complexType>
  <s:complexType name="Either"><s:choice><s:element name="a" type="s:int"/><s:element name="b" type="s:string"/></s:choice></s:complexType>
  <s:complexType name="Turns"><s:choice maxOccurs="unbounded"><s:element name="left" type="s:int"/><s:element name="right" type="s:long"/></s:choice></s:complexType>
  <s:complexType name="Shape" abstract="true"><s:sequence/></s:complexType>
  <s:complexType name="Circle"><s:complexContent><s:extension base="t:Shape"><s:sequence><s:element name="r" type="s:double"/></s:sequence></s:extension></s:complexContent></s:complexType>
  <s:complexType name="Price"><s:simpleContent><s:extension base="s:decimal"><s:attribute name="places" type="s:int" use="required"/></s:extension></s:simpleContent></s:complexType>
  <s:complexType name="Open"><s:sequence><s:element name="n" type="s:int"/><s:any minOccurs="0"/></s:sequence></s:complexType>
  <s:simpleType name="Word"><s:restriction base="s:string"><s:enumeration value="none"/><s:enumeration value="all"/></s:restriction></s:simpleType>`;

  const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" name="T">
  <types><s:schema targetNamespace="urn:t" elementFormDefault="qualified">${schema}</s:schema></types>
  <message name="In"><part name="parameters" element="t:Op"/></message>
  <message name="Out"><part name="parameters" element="t:OpResponse"/></message>
  <portType name="P"><operation name="Op"><input message="t:In"/><output message="t:Out"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Op"><soap:operation soapAction="urn:t/Op"/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
  </binding>
  <service name="S"><port name="B" binding="t:B"><soap:address location="http://localhost/S.asmx"/></port></service>
</definitions>`;

  const planned = planText(wsdl);
  const codecs = loadCodecs(planned);

  function valuesOf(tree: Record<string, unknown>) {
    const [operation] = planned.plan?.operations ?? [];
    if (operation === undefined) throw new Error(JSON.stringify(planned.diagnostics));
    return inputValues(operation.messages.input, tree);
  }

  const element = (name: string) => ({ name, namespace: '' });

  describe('inputValues', () => {
    const good: readonly [given: Record<string, unknown>, want: Record<string, unknown>][] = [
      [{ id: '5' }, { id: 5n }],
      [
        { id: 5, when: '2024-02-29' },
        { id: 5n, when: '2024-02-29' },
      ],
      [
        { id: '1', tags: ['1', '2'] },
        { id: 1n, tags: [1, 2] },
      ],
      [
        { id: '1', tags: { int: ['1'] } },
        { id: 1n, tags: [1] },
      ],
      [
        { id: '1', tags: '7' },
        { id: 1n, tags: [7] },
      ],
      [
        { id: '1', flag: 'true' },
        { id: 1n, flag: [true] },
      ],
      [
        { id: '1', choice: { a: '2' } },
        { id: 1n, choice: { a: 2 } },
      ],
      [
        { id: '1', turns: { $choice: [{ left: '1' }, { right: '2' }] } },
        { id: 1n, turns: { $choice: [{ left: 1 }, { right: 2n }] } },
      ],
      [
        { id: '1', shape: { $type: 'Circle', r: '1.5' } },
        { id: 1n, shape: { $type: 'Circle', r: 1.5 } },
      ],
      [
        { id: '1', price: { $value: '9.90', places: '2' } },
        { id: 1n, price: { $value: '9.90', places: 2 } },
      ],
      [
        { id: '1', open: { n: '1', $any: '<x><y/></x>' } },
        { id: 1n, open: { n: 1, $any: { ...element('x'), children: [element('y')] } } },
      ],
      [
        { id: '1', list: '1 2  3' },
        { id: 1n, list: [1, 2, 3] },
      ],
      [
        { id: '1', either: '5' },
        { id: 1n, either: 5 },
      ],
      [
        { id: '1', either: 'none' },
        { id: 1n, either: 'none' },
      ],
      [
        { id: '1', nothing: null },
        { id: 1n, nothing: null },
      ],
      [
        { id: '1', twin: { code: 'e', codeAttribute: '7' } },
        { id: 1n, twin: { code: 'e', codeAttribute: 7 } },
      ],
      [
        { id: '1', kin: { special: { r: '2' } } },
        { id: 1n, kin: { special: { r: 2 } } },
      ],
      [
        { id: '1', untyped: 'text' },
        { id: 1n, untyped: { ...element('untyped'), children: ['text'] } },
      ],
      [
        { id: '1', mixed: 'some text' },
        { id: 1n, mixed: { $content: ['some text'] } },
      ],
    ];
    test.each(good)('%j', (given, want) => {
      const { values, problems } = valuesOf(given);
      expect({ values, problems }).toEqual({ values: want, problems: [] });
      // generated code takes it
      expect(codecs.write('writeOpRequest', values)).toContain('<Op ');
    });

    const bad: readonly [given: Record<string, unknown>, message: RegExp][] = [
      [{}, /parameter 'id' is missing \(long\)/],
      [{ id: '1', choice: { c: '2' } }, /'choice' has no property 'c'/],
      [
        { id: '1', choice: { a: 'x' } },
        /parameter 'choice\.a': 'x' is not an int \(-2147483648 to 2147483647\)$/,
      ],
      [{ id: '1', tags: ['1', 'x'] }, /parameter 'tags\[1\]': 'x' is not/],
      [
        { id: '1', turns: { $choice: [{ left: 'x' }] } },
        /'turns\.\$choice\[0\]\.left': 'x' is not/,
      ],
      [{ id: '1', either: 'some' }, /'some' is not one of int, Word/],
      [{ id: '1', list: '1 x' }, /parameter 'list': 'x' is not an int \(/],
      [{ id: { deep: 1 } }, /parameter 'id': \{"deep":1\} is not of type long$/],
      [{ id: '1', when: '1.2.2024' }, /parameter 'when': '1\.2\.2024' is not a date$/],
      [{ id: '1', shape: { $type: 'Circle' } }, /'shape\.r' is missing/],
      [{ id: '1', shape: { r: '1' } }, /parameter 'shape' is of an abstract type and needs \$type/],
      [{ id: '1', shape: { $type: 'Square' } }, /parameter 'shape' has no type 'Square'/],
      // the type of a property that is not nillable has no null
      [{ id: '1', when: null }, /parameter 'when' may not be null/],
      [{ id: '1', twin: '7' }, /parameter 'twin' is an object \(Twin\), not a text/],
      [{ id: '1', kin: { unknown: '7' } }, /parameter 'kin' is one of the elements kin, special/],
      [{ id: '1', open: { n: '1', $any: '<x>' } }, /'open\.\$any': '<x>' is not well-formed XML/],
    ];
    test.each(bad)('%j', (given, message) => {
      const { problems } = valuesOf(given);
      expect(problems).toHaveLength(1);
      expect(problems[0]?.message).toMatch(message);
    });
  });
});

describe('parameters', () => {
  describe('readParameter', () => {
    const good: readonly [text: string, path: readonly (string | number)[], value: string][] = [
      ['code=1', ['code'], '1'],
      ['code=', ['code'], ''],
      ['code=a=b', ['code'], 'a=b'],
      ['code= two words ', ['code'], ' two words '],
      ['order.items[0].sku=5', ['order', 'items', 0, 'sku'], '5'],
      ['tags[]=x', ['tags', 'append-item'], 'x'],
      ['["a.b"]=5', ['a.b'], '5'],
      ['["a=b"]=5', ['a=b'], '5'],
      ['a["b.c"].d=5', ['a', 'b.c', 'd'], '5'],
      ['رقم=٥', ['رقم'], '٥'],
      ['note_type=x', ['note_type'], 'x'],
      ['a-b=x', ['a-b'], 'x'],
    ];
    test.each(good)('%s', (text, path, value) => {
      expect(readParameter(text)).toMatchObject({ path, value });
    });

    const bad = [
      'code',
      '=1',
      '',
      '.a=1',
      'a..b=1',
      'a.=1',
      'a[=1',
      'a[x]=1',
      '[0]=1',
      'a[99999]=1',
    ];
    test.each(bad)('%s is refused', (text) => {
      expect(() => readParameter(text)).toThrow(CliError);
    });
  });

  describe('layParameters', () => {
    const lay = (...texts: string[]): unknown => layParameters({}, texts.map(readParameter));

    test('nests objects and arrays', () => {
      expect(lay('a.b[0].c=1', 'a.b[0].d=2', 'a.b[1].c=3', 'e=4')).toEqual({
        a: { b: [{ c: '1', d: '2' }, { c: '3' }] },
        e: '4',
      });
    });

    test('a name given again makes an array', () => {
      expect(lay('a=1', 'a=2', 'a=3', 'b[]=x', 'b[]=y')).toEqual({
        a: ['1', '2', '3'],
        b: ['x', 'y'],
      });
    });

    test('lays over what JSON gave', () => {
      const base = { a: { b: 1, c: 2 }, d: 3 };
      const tree = layParameters(base, ['a.b=9', 'd=x'].map(readParameter));
      expect(tree).toEqual({ a: { b: '9', c: 2 }, d: 'x' });
    });

    test('__proto__ is a name like any other', () => {
      const tree = layParameters({}, [readParameter('__proto__.polluted=1')]);
      expect(Object.keys(tree)).toEqual(['__proto__']);
      expect(({} as { polluted?: string }).polluted).toBeUndefined();
    });

    test.each([
      ['a=1', 'a.b=2'],
      ['a.b=1', 'a[0]=2'],
      ['a[0]=1', 'a[5]=2'],
    ])('%s and %s contradict one another', (...texts) => {
      expect(() => lay(...texts)).toThrow(CliError);
    });
  });
});

describe('request text', () => {
  describe('requestText', () => {
    test('of a POST', () => {
      const text = requestText({
        method: 'POST',
        url: 'http://localhost:8080/A.asmx/Op',
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
        body: 'a=é',
      });
      expect(text).toBe(
        'POST /A.asmx/Op HTTP/1.1\r\nHost: localhost:8080\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 4\r\n\r\na=é',
      );
    });

    test('keeps a trailing question mark and drops a default port', () => {
      const text = requestText({ method: 'GET', url: 'http://h:80/A.asmx/Op?', headers: {} });
      expect(text).toBe('GET /A.asmx/Op? HTTP/1.1\r\nHost: h\r\n\r\n');
    });

    test('gives neither Host nor Content-Length twice', () => {
      const headers = { 'content-length': '1', host: 'elsewhere' };
      const text = requestText({ method: 'POST', url: 'http://h', headers, body: 'x' });
      expect(text).toBe('POST / HTTP/1.1\r\nHost: h\r\ncontent-length: 1\r\n\r\nx');
    });
  });

  const nasty = ["it's", '$HOME `id` $(id)', 'a\nb', '"quoted"', '\\', '!x', '@file', '', 'ضيف 🎓'];

  describe('shellQuote', () => {
    test.each(nasty)('the shell reads %j back', (text) => {
      expect(
        execFileSync('sh', ['-c', `printf %s ${shellQuote(text)}`], { encoding: 'utf8' }),
      ).toBe(text);
    });
  });

  test.each([
    ['UTF-8', 'urn:\u00c3\u00a4\u00e2\u0082\u00ac', 'urn:ä€'],
    ['no UTF-8', 'urn:ä', 'urn:ä'],
  ])('bytes of a header that are %s are shown as text', (_, value, shown) => {
    const request = { method: 'POST', url: 'http://h/', headers: { SOAPAction: value } };
    expect(curlCommand(request)).toContain(`'SOAPAction: ${shown}'`);
    expect(requestText(request)).toContain(`SOAPAction: ${shown}\r\n`);
  });

  describe('curlCommand', () => {
    test.each(nasty)('the shell hands %j to curl whole', (text) => {
      const command = curlCommand({
        method: 'POST',
        url: "http://h/a?b=[1]&c='",
        headers: { SOAPAction: `"${text.replace('\n', '')}"`, Host: 'h', 'Content-Length': '3' },
        body: text,
      });
      const script = `curl() { for one in "$@"; do printf '%s\\0' "$one"; done; }\n${command}`;
      const words = execFileSync('sh', ['-c', script], { encoding: 'utf8' })
        .split('\0')
        .slice(0, -1);
      expect(words).toEqual([
        '-g',
        "http://h/a?b=[1]&c='",
        '-H',
        `SOAPAction: "${text.replace('\n', '')}"`,
        '--data-raw',
        text,
      ]);
    });

    test('a GET has no body', () => {
      expect(curlCommand({ method: 'GET', url: 'http://h/a?', headers: {} })).toBe(
        "curl -g \\\n  'http://h/a?'",
      );
    });
  });
});

describe('simple value', () => {
  const simple = (builtin: BuiltinName, value: unknown) =>
    simpleValue(builtinType(builtin), value, {});

  describe('simpleValue', () => {
    const good: readonly [BuiltinName, unknown, unknown][] = [
      ['string', ' as is ', ' as is '],
      ['int', '-2147483648', -2147483648],
      ['int', ' 7 ', 7],
      ['int', 7, 7],
      ['unsignedByte', '255', 255],
      ['long', '9223372036854775807', 9223372036854775807n],
      ['long', '+5', 5n],
      ['integer', 12, 12n],
      ['boolean', 'true', true],
      ['boolean', '0', false],
      ['boolean', true, true],
      ['double', '1.5e3', 1500],
      ['double', 'INF', Number.POSITIVE_INFINITY],
      ['double', '-INF', Number.NEGATIVE_INFINITY],
      ['decimal', '12.3400', '12.3400'],
      ['decimal', 12.5, '12.5'],
      ['base64Binary', 'AQID', new Uint8Array([1, 2, 3])],
      ['hexBinary', '0aFF', new Uint8Array([10, 255])],
      ['dateTime', '2024-02-29T13:05:06', '2024-02-29T13:05:06'],
      ['char', 'x', 'x'],
    ];
    test.each(good)('%s from %p', (builtin, text, value) => {
      expect(simple(builtin, text)).toEqual(value);
    });

    const bad: readonly [BuiltinName, unknown][] = [
      ['int', 'abc'],
      ['int', ''],
      ['int', '1.5'],
      ['int', 1.5],
      ['int', '2147483648'],
      ['unsignedByte', '-1'],
      ['long', '1e3'],
      ['long', 2 ** 60],
      ['boolean', 'yes'],
      ['boolean', 1],
      ['double', 'Infinity'],
      ['decimal', '1e5'],
      ['base64Binary', '***'],
      ['hexBinary', '123'],
      ['string', 5],
      ['string', {}],
    ];
    test.each(bad)('%s from %p is refused', (builtin, value) => {
      expect(() => simple(builtin, value)).toThrow(XmlError);
    });
  });
});
