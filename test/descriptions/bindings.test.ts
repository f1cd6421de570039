import { describe, expect, test } from '@jest/globals';
import { Deviations } from '../../src/runtime/client/call.ts';
import { FormReader } from '../../src/runtime/forms/reader.ts';
import { soap11, soap12 } from '../../src/runtime/soap/client.ts';
import { writeEncodedEnvelope } from '../../src/runtime/soap/encoding.ts';
import { unexpectedElement } from '../../src/runtime/xml/asmx.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { type LoadedCodecs, loadCodecs, roundTrip } from '../plan/support/codecs.ts';
import { declaration, planText, valueWsdl } from '../plan/support/contract.ts';

describe('codecs http', () => {
  /**
   * What ASMX publishes for `byte[]` parameters, XmlNode, DataSet and `int?` over GET, by operation:
   * SOAP parts, HTTP parts, content.
   */
  const operations = {
    Bytes: { parameter: '<xs:element minOccurs="0" name="data" type="xs:base64Binary"/>' },
    Doc: {
      result:
        '<xs:element minOccurs="0" name="DocResult"><xs:complexType mixed="true"><xs:sequence><xs:any/></xs:sequence></xs:complexType></xs:element>',
    },
    Set: {
      result:
        '<xs:element minOccurs="0" name="SetResult"><xs:complexType>@set</xs:complexType></xs:element>',
    },
    Renamed: {
      parameter: '<xs:element minOccurs="0" name="theArg" type="xs:string"/>',
      result: '<xs:element minOccurs="0" name="answer" type="xs:string"/>',
    },
    Maybe: { result: '<xs:element name="MaybeResult" nillable="true" type="xs:int"/>' },
    Kinds: {
      parameter:
        '<xs:element name="sign" type="ms:char"/><xs:element name="rate" type="xs:double"/><xs:element name="rights" type="t:Rights"/><xs:element minOccurs="0" name="all" type="t:ArrayOfRights"/>',
    },
  } as const;
  const types =
    '<xs:simpleType name="Rights"><xs:list><xs:simpleType><xs:restriction base="xs:string"><xs:enumeration value="Read"/><xs:enumeration value="Write"/></xs:restriction></xs:simpleType></xs:list></xs:simpleType>' +
    '<xs:complexType name="ArrayOfRights"><xs:sequence><xs:element minOccurs="0" maxOccurs="unbounded" name="Rights" type="t:Rights"/></xs:sequence></xs:complexType>';
  const set =
    '<xs:sequence maxOccurs="unbounded"><xs:any minOccurs="0" namespace="http://www.w3.org/2001/XMLSchema" processContents="lax"/><xs:any minOccurs="0" namespace="urn:schemas-microsoft-com:xml-diffgram-v1" processContents="lax"/></xs:sequence>';

  function document(): string {
    const names = Object.keys(operations);
    const schema = Object.entries(operations).map(([name, parts]) => {
      const { parameter = '', result = '' }: { parameter?: string; result?: string } = parts;
      const type = (content: string) =>
        `<xs:complexType><xs:sequence>${content.replace('@set', set)}</xs:sequence></xs:complexType>`;
      return `<xs:element name="${name}">${type(parameter)}</xs:element><xs:element name="${name}Response">${type(result)}</xs:element>`;
    });
    const httpOut: Record<string, string> = {
      Bytes: '',
      Doc: '<part name="Body"/>',
      Set: '<part name="Body" element="t:DataSet"/>',
      Maybe: '<part name="Body" element="t:int"/>',
      Renamed: '<part name="Body" element="t:string"/>',
      Kinds: '',
    };
    const httpIn: Record<string, string> = {
      Bytes: '<part name="data" type="a:StringArray"/>',
      Renamed: '<part name="arg" type="xs:string"/>',
      Kinds:
        '<part name="sign" type="xs:string"/><part name="rate" type="xs:string"/><part name="rights" type="xs:string"/><part name="all" type="a:StringArray"/>',
    };
    const messages = names.map(
      (name) =>
        `<message name="${name}SoapIn"><part name="parameters" element="t:${name}"/></message><message name="${name}SoapOut"><part name="parameters" element="t:${name}Response"/></message>` +
        `<message name="${name}HttpGetIn">${httpIn[name] ?? ''}</message><message name="${name}HttpGetOut">${httpOut[name]}</message>`,
    );
    const portType = (kind: string) =>
      `<portType name="Test${kind}">${names.map((name) => `<operation name="${name}"><input message="t:${name}${kind}In"/><output message="t:${name}${kind}Out"/></operation>`).join('')}</portType>`;
    const output: Record<string, string> = {
      Bytes: '',
      Kinds: '',
      Doc: '<m:content part="Body" type="text/xml"/>',
    };
    const soap = names.map(
      (name) =>
        `<operation name="${name}"><s:operation soapAction="urn:test/${name}"/><input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation>`,
    );
    const http = names.map(
      (name) =>
        `<operation name="${name}"><h:operation location="/${name}"/><input><h:urlEncoded/></input><output>${output[name] ?? '<m:mimeXml part="Body"/>'}</output></operation>`,
    );
    return `<definitions name="Test" targetNamespace="urn:test" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:h="http://schemas.xmlsoap.org/wsdl/http/" xmlns:m="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:test" xmlns:a="urn:test/AbstractTypes" xmlns:ms="http://microsoft.com/wsdl/types/" xmlns:soapenc="http://schemas.xmlsoap.org/soap/encoding/" xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/">
<types><xs:schema targetNamespace="urn:test" elementFormDefault="qualified"><xs:import namespace="http://microsoft.com/wsdl/types/"/>${schema.join('')}${types}<xs:element name="int" nillable="true" type="xs:int"/><xs:element name="string" nillable="true" type="xs:string"/><xs:element name="DataSet" nillable="true"><xs:complexType>${set}</xs:complexType></xs:element></xs:schema>
<xs:schema targetNamespace="http://microsoft.com/wsdl/types/"><xs:simpleType name="char"><xs:restriction base="xs:unsignedShort"/></xs:simpleType></xs:schema>
<xs:schema targetNamespace="urn:test/AbstractTypes"><xs:import namespace="http://schemas.xmlsoap.org/soap/encoding/"/><xs:complexType name="StringArray"><xs:complexContent mixed="false"><xs:restriction base="soapenc:Array"><xs:sequence><xs:element minOccurs="0" maxOccurs="unbounded" name="String" type="xs:string"/></xs:sequence></xs:restriction></xs:complexContent></xs:complexType></xs:schema></types>
${messages.join('\n')}${portType('Soap')}${portType('HttpGet')}
<binding name="TestSoap" type="t:TestSoap"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/>${soap.join('')}</binding>
<binding name="TestHttpGet" type="t:TestHttpGet"><h:binding verb="GET"/>${http.join('')}</binding>
<service name="Test"><port name="TestSoap" binding="t:TestSoap"><s:address location="http://h/t.asmx"/></port><port name="TestHttpGet" binding="t:TestHttpGet"><h:address location="http://h/t.asmx"/></port></service></definitions>`;
  }

  function read(codecs: LoadedCodecs, name: string, source: unknown): unknown {
    return (codecs.functions[name] as ((source: unknown) => unknown) | undefined)?.(source);
  }

  describe('parameters and results of GET and POST that look otherwise than over SOAP', () => {
    const planned = planText(document());
    const codecs = loadCodecs(planned);

    test('all operations keep their HTTP binding', () => {
      const bindings = planned.plan?.operations.map((operation) => operation.bindings);
      expect(bindings).toEqual(Array.from({ length: 6 }, () => ['soap11', 'httpGet']));
    });

    test('binary data is a number for each byte', () => {
      const data = Uint8Array.of(0, 1, 255);
      const form = codecs.write('writeBytesForm', { data });
      expect(form).toBe('data=0&data=1&data=255');
      expect(read(codecs, 'readBytesForm', new FormReader(form))).toEqual({ data });
      expect(codecs.write('writeBytesForm', {})).toBe('');
      expect(() => read(codecs, 'readBytesForm', new FormReader('data=AAH/'))).toThrow(
        'Cannot convert AAH/ to System.Byte.',
      );
    });

    test('binary data as text is a number for each byte, too', () => {
      const texts = loadCodecs(planText(document(), { types: { base64Binary: 'string' } }));
      const form = texts.write('writeBytesForm', { data: 'AAH/' });
      expect(form).toBe('data=0&data=1&data=255');
      expect(read(texts, 'readBytesForm', new FormReader(form))).toEqual({ data: 'AAH/' });
      expect(() => texts.write('writeBytesForm', { data: 'A*' })).toThrow('A*');
    });

    test('characters, infinity and flags are texts of .NET', () => {
      const value = { sign: '&', rate: -Infinity, rights: ['Read', 'Write'] };
      const form = codecs.write('writeKindsForm', { ...value, all: [['Write', 'Read'], ['Read']] });
      expect(form).toBe(
        'sign=%26&rate=-Infinity&rights=Read%2C%20Write&all=Write%2C%20Read&all=Read',
      );
      expect(read(codecs, 'readKindsForm', new FormReader(form))).toEqual({
        ...value,
        all: [['Write', 'Read'], ['Read']],
      });
      const refused = (text: string) => () => read(codecs, 'readKindsForm', new FormReader(text));
      expect(refused('sign=a&rate=1&rights=Read,Erase&all=Read')).toThrow(
        "Requested value 'Read,Erase' was not found.",
      );
      expect(refused('sign=a&rate=1&rights=&all=Read')).toThrow(
        'Must specify valid information for parsing in the string.',
      );
    });

    test('XML is the document itself', () => {
      const root = {
        name: 'root',
        namespace: 'urn:x',
        attributes: [{ name: 'a', value: '1' }],
        children: ['t'],
      };
      const text = codecs.write('writeDocResult', { $content: [root] });
      expect(text).toBe('<root a="1" xmlns="urn:x">t</root>');
      expect(read(codecs, 'readDocResult', new XmlReader(text))).toEqual({ $content: [root] });
      expect(codecs.write('writeDocResult', undefined)).toBe('');
    });

    test('a DataSet has a root of its own', () => {
      const schema = { name: 'schema', namespace: 'http://www.w3.org/2001/XMLSchema' };
      const text = codecs.write('writeSetResult', { $sequence: [{ schema }] });
      expect(text).toMatch(/^<DataSet xmlns="urn:test".*<schema/);
      expect(read(codecs, 'readSetResult', new XmlReader(text))).toMatchObject({
        $sequence: [{ schema }],
      });
    });

    test('parameters and results of other names belong together in order', () => {
      expect(codecs.write('writeRenamedForm', { theArg: 'x' })).toBe('arg=x');
      expect(read(codecs, 'readRenamedForm', new FormReader('arg=x'))).toEqual({ theArg: 'x' });
      const text = codecs.write('writeRenamedResult', { answer: 'y' });
      expect(text).toBe('<string xmlns="urn:test">y</string>');
      expect(read(codecs, 'readRenamedResult', new XmlReader(text))).toEqual({ answer: 'y' });
      const nothing = codecs.write('writeRenamedResult', {});
      expect(nothing).toContain('xsi:nil="true"');
      expect(read(codecs, 'readRenamedResult', new XmlReader(nothing))).toEqual({});
    });

    test('a null number may come as an empty element', () => {
      const nothing = '<int xmlns="urn:test" />';
      expect(read(codecs, 'readMaybeResult', new XmlReader(nothing))).toBeNull();
      expect(read(codecs, 'readMaybeResult', new XmlReader('<int xmlns="urn:test">7</int>'))).toBe(
        7,
      );
      const nil = codecs.write('writeMaybeResult', null);
      expect(nil).toMatch(/^<int(?: xmlns(?::xs[id])?="[^"]*"){3} \/>$/);
      expect(read(codecs, 'readMaybeResult', new XmlReader(nil))).toBeNull();
    });
  });
});

describe('codecs forms', () => {
  /** Codecs of an element `x` of a simple type. */
  function codecsOf(simpleTypes: string, options = {}) {
    const planned = planText(
      valueWsdl(
        `<xs:complexType name="Value"><xs:sequence><xs:element name="x" type="t:X"/></xs:sequence></xs:complexType>${simpleTypes}`,
      ),
      options,
    );
    return { planned, codecs: loadCodecs(planned) };
  }

  const body = (text: string): string =>
    `<Test xmlns="urn:test"><value><x>${text}</x></value></Test>`;

  const simple = (name: string, base: string, facets: string): string =>
    `<xs:simpleType name="${name}"><xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType>`;

  const pattern = (value: string): string => `<xs:pattern value="${value}"/>`;
  const enumeration = (...values: readonly string[]): string =>
    values.map((value) => `<xs:enumeration value="${value}"/>`).join('');
  const date = { types: { dateTime: 'Date' } };
  const number = { types: { decimal: 'number' } };

  describe('a pattern chooses the lexical form that is written', () => {
    test.each([
      ['xs:boolean', '1|0', true, '1', {}],
      ['xs:boolean', '1|0', false, '0', {}],
      ['xs:boolean', 'true|0', false, '0', {}],
      ['xs:int', '[0-9]{3}', 7, '007', {}],
      ['xs:int', '\\+[0-9]+', 7, '+7', {}],
      ['xs:int', '-[0-9]{2}', -7, '-07', {}],
      ['xs:integer', '[0-9]{4}', 12n, '0012', {}],
      ['xs:double', '[0-9]+\\.[0-9]{2}', 1.5, '1.50', {}],
      ['xs:double', '[0-9]+\\.[0-9]{2}', 3, '3.00', {}],
      ['xs:double', '[0-9]\\.[0-9]E[0-9]+', 120, '1.2E2', {}],
      ['xs:double', '[0-9]\\.[0-9]E-[0-9]{2}', 0.012, '1.2E-02', {}],
      ['xs:float', '\\.[0-9]+', 0.5, '.5', {}],
      ['xs:float', 'INF|-?\\d+\\.0', Number.POSITIVE_INFINITY, 'INF', {}],
      ['xs:decimal', '[0-9]+\\.[0-9]{2}', 2.5, '2.50', number],
      ['xs:decimal', '0[0-9]+\\.[0-9]{2}', 2, '02.00', number],
      ['xs:hexBinary', '[0-9a-f]*', Uint8Array.of(171), 'ab', {}],
      ['xs:base64Binary', '.{4} .{4}', Uint8Array.of(1, 2, 3, 4, 5, 6), 'AQID BAUG', {}],
      ['xs:dateTime', '.*:\\d\\dZ', new Date(0), '1970-01-01T00:00:00Z', date],
      ['xs:dateTime', '.*\\.\\d{6}Z', new Date(5), '1970-01-01T00:00:00.005000Z', date],
      ['xs:dateTime', '.*\\+02:00', new Date(0), '1970-01-01T02:00:00+02:00', date],
    ])('%s with %s', (base, expression, x, text, options) => {
      const { codecs } = codecsOf(simple('X', base, pattern(expression)), options);
      const value = { value: { x } };
      const { xml, value: again } = roundTrip(codecs, value);
      expect(xml).toContain(`<x>${text}</x>`);
      expect(again).toEqual(value);
    });

    test('where no form matches, the pattern is named', () => {
      const { codecs } = codecsOf(simple('X', 'xs:double', pattern('[0-9]\\.[0-9]')));
      expect(() => codecs.write('writeTestRequest', { value: { x: 0.25 } })).toThrow(
        'value.x: The value does not match the pattern [0-9]\\.[0-9].',
      );
      const { codecs: bools } = codecsOf(simple('X', 'xs:boolean', pattern('true')));
      expect(() => bools.write('writeTestRequest', { value: { x: false } })).toThrow(
        'does not match the pattern true',
      );
    });
  });

  describe('facets of a restricted enumeration', () => {
    test.each([
      ['xs:string', ['a', 'b', 'abc'], pattern('[ab]'), "'a' | 'b'"],
      ['xs:token', ['a', 'b', 'abc'], '<xs:maxLength value="1"/>', "'a' | 'b'"],
      ['xs:int', ['1', '5', '9'], '<xs:maxInclusive value="5"/>', '1 | 5'],
      ['xs:decimal', ['1.0', '5'], '<xs:minExclusive value="1"/>', "'5'"],
    ])('of %s leave values out', (base, values, facet, type) => {
      const { planned } = codecsOf(
        simple('All', base, enumeration(...values)) + simple('X', 't:All', facet),
      );
      expect(declaration(planned, 'X')).toContain(`type X = ${type};`);
      expect(planned.diagnostics).toEqual([]);
    });

    test('patterns of numbers are about their texts', () => {
      const { codecs } = codecsOf(
        simple('All', 'xs:int', enumeration('1', '2')) + simple('X', 't:All', pattern('0[0-9]')),
      );
      const value = { value: { x: 1 } };
      const { xml, value: again } = roundTrip(codecs, value);
      expect(xml).toContain('<x>01</x>');
      expect(again).toEqual(value);
      expect(() => codecs.readBody('readTestRequest', body('1'))).toThrow('does not match');
    });

    test.each([
      [simple('All', 'xs:string', enumeration('a')) + simple('X', 't:All', pattern('b'))],
      [simple('X', 'xs:string', enumeration('a') + pattern('b'))],
    ])('patterns that leave none do not count: %s', (types) => {
      const { planned, codecs } = codecsOf(types);
      expect(declaration(planned, 'X')).toContain("type X = 'a';");
      expect(roundTrip(codecs, { value: { x: 'a' } }).value).toEqual({ value: { x: 'a' } });
      expect(planned.diagnostics).toEqual([]);
    });
  });

  describe('nothing passes facets that contradict each other', () => {
    const count = (name: string, value: number): string => `<xs:${name} value="${value}"/>`;

    test.each([
      ['xs:string', '', count('minLength', 5) + count('maxLength', 3), 'abcd', 'abcd'],
      ['xs:string', count('maxLength', 3), count('minLength', 5), 'abcd', 'abcd'],
      ['xs:string', count('length', 2), count('minLength', 3), 'ab', 'ab'],
      ['xs:hexBinary', '', count('minLength', 2) + count('maxLength', 1), '01', Uint8Array.of(1)],
      ['xs:int', '', count('minInclusive', 5) + count('maxInclusive', 3), '4', 4],
      ['xs:int', count('maxInclusive', 3), count('minInclusive', 5), '4', 4],
      ['xs:decimal', '', count('totalDigits', 1) + count('minInclusive', 10), '11', '11'],
    ])('%s with %s, then %s', (base, first, second, text, x) => {
      const { planned, codecs } = codecsOf(simple('A', base, first) + simple('X', 't:A', second));
      expect(planned.diagnostics).toEqual([]);
      expect(() => codecs.readBody('readTestRequest', body(text))).toThrow('value.x: ');
      expect(() => codecs.write('writeTestRequest', { value: { x } })).toThrow('value.x: ');
    });
  });

  describe('enumerations of lists are compared by value', () => {
    test.each([
      ['xs:hexBinary', 'ab CD', 'AB cd', [Uint8Array.of(171), Uint8Array.of(205)]],
      ['xs:base64Binary', 'AQID', ' AQID ', [Uint8Array.of(1, 2, 3)]],
      ['xs:decimal', '1.0 2', '1 2.00', ['1', '2.00']],
      ['xs:int', '1 02', '01 2', [1, 2]],
      [
        'xs:dateTime',
        '2024-01-01T00:00:00Z',
        '2024-01-01T01:00:00+01:00',
        ['2024-01-01T01:00:00+01:00'],
      ],
    ])('%s', (item, listed, text, x) => {
      const { codecs } = codecsOf(
        `<xs:simpleType name="L"><xs:list itemType="${item}"/></xs:simpleType>${simple('X', 't:L', enumeration(listed))}`,
      );
      expect(codecs.readBody('readTestRequest', body(text))).toEqual({ value: { x } });
      expect(roundTrip(codecs, { value: { x } }).value).toEqual({ value: { x } });
      expect(() => codecs.readBody('readTestRequest', body(`${text} ${text}`))).toThrow(
        'must be one of',
      );
    });
  });

  test.each([
    ['xs:hexBinary', 'abCD', 'AbcD', Uint8Array.of(171, 205)],
    ['xs:base64Binary', 'AQID', ' AQ ID ', Uint8Array.of(1, 2, 3)],
  ])('an enumeration of %s is compared by value', (base, listed, text, x) => {
    const { codecs } = codecsOf(simple('X', base, enumeration('', listed)));
    expect(codecs.readBody('readTestRequest', body(text))).toEqual({ value: { x } });
    expect(roundTrip(codecs, { value: { x } }).value).toEqual({ value: { x } });
    expect(() => codecs.readBody('readTestRequest', body('0000'))).toThrow('must be one of');
  });

  describe('enumerations of unions are compared by text', () => {
    const unionOf = (members: string, ...values: readonly string[]): string =>
      `<xs:simpleType name="U"><xs:union memberTypes="${members}"/></xs:simpleType>${simple('X', 't:U', enumeration(...values))}`;

    test.each([
      ['xs:int xs:decimal', '1.0', '1.0'],
      ['xs:boolean xs:string', '1', '1'],
      ['xs:float xs:string', 'NaN', ' NaN '],
      ['xs:token', 'a b', ' a  b '],
    ])('%s: %s is %s', (members, listed, text) => {
      const { codecs } = codecsOf(unionOf(members, 'other', listed));
      const value = { value: { x: listed } };
      expect(codecs.readBody('readTestRequest', body(text))).toEqual(value);
      expect(roundTrip(codecs, value).value).toEqual(value);
    });

    test.each([
      ['xs:token xs:decimal', '1.0', '1.00'],
      ['xs:decimal xs:double', '1.0', '1e0'],
      ['xs:double xs:boolean', '1', 'true'],
      ['xs:date xs:dateTime', '2024-01-01', '2024-01-01T00:00:00'],
      ['xs:hexBinary xs:base64Binary', 'ABCD', 'q80='],
    ])('%s: %s is not %s', (members, listed, text) => {
      const { codecs } = codecsOf(unionOf(members, listed));
      expect(() => codecs.readBody('readTestRequest', body(text))).toThrow(
        `value.x: Instance validation error: '${text}' is not a valid value for X.`,
      );
    });

    test('also where they are items of lists', () => {
      const { codecs } = codecsOf(
        `<xs:simpleType name="U"><xs:union memberTypes="xs:int xs:boolean xs:NCName"/></xs:simpleType><xs:simpleType name="L"><xs:list itemType="t:U"/></xs:simpleType>${simple('X', 't:L', enumeration('1 true'))}`,
      );
      const value = { value: { x: [1, true] } };
      expect(codecs.readBody('readTestRequest', body(' 1  true'))).toEqual(value);
      expect(codecs.write('writeTestRequest', value)).toContain('<x>1 true</x>');
      for (const text of ['1', 'true 1', '1 false']) {
        expect(() => codecs.readBody('readTestRequest', body(text))).toThrow('must be one of');
      }
    });
  });
});

describe('codecs soap arrays', () => {
  const encoding = 'http://schemas.xmlsoap.org/soap/encoding/';
  const encoding12 = 'http://www.w3.org/2003/05/soap-encoding';

  /** An rpc service whose one parameter is an array of SOAP encoding. */
  const service = (
    use: string,
    item = 'xs:int[]',
  ) => `<definitions name="Test" targetNamespace="urn:test" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:e="${encoding}" xmlns:t="urn:test">
<types><xs:schema targetNamespace="urn:test"><xs:import namespace="${encoding}"/><xs:complexType name="Numbers"><xs:complexContent><xs:restriction base="e:Array"><xs:attribute ref="e:arrayType" w:arrayType="${item}"/></xs:restriction></xs:complexContent></xs:complexType></xs:schema></types>
<message name="In"><part name="numbers" type="t:Numbers"/></message>
<portType name="P"><operation name="Test"><input message="t:In"/></operation></portType>
<binding name="B" type="t:P"><s:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/><operation name="Test"><s:operation soapAction=""/><input><s:body use="${use}" namespace="urn:test" encodingStyle="${encoding}"/></input></operation></binding>
<service name="S"><port name="P" binding="t:B"><s:address location="http://localhost/test.asmx"/></port></service>
</definitions>`;

  describe('SOAP arrays', () => {
    test('say that they are one in encoded messages', () => {
      const xml = loadCodecs(planText(service('encoded'))).write('writeTestRequest', {
        numbers: [1, 2],
      });
      expect(xml).toContain('xsi:type="soapenc:Array" soapenc:arrayType="xsd:int[2]"');
    });

    test('keep the declared type in literal ones, as the schema demands', () => {
      const codecs = loadCodecs(planText(service('literal')));
      const xml = codecs.write('writeTestRequest', { numbers: [1, 2] });
      expect(xml).toContain('soapenc:arrayType="xsd:int[2]"');
      expect(xml).not.toContain('xsi:type');
      expect(codecs.readBody('readTestRequest', xml)).toEqual({ numbers: [1, 2] });
    });
  });

  /** Codecs of an encoded parameter that is an array of the type given. */
  function arrayOf(item: string) {
    const planned = planText(service('encoded', item));
    const codecs = loadCodecs(planned);
    const read = (
      tag: string,
      items: string,
      more = '',
      { strict = false, deviations }: { strict?: boolean; deviations?: Deviations } = {},
    ): unknown => {
      const reader = new XmlReader(
        `<Body><t:Test xmlns:t="urn:test" xmlns:e="${encoding}" xmlns:e2="${encoding12}" xmlns:xsd="http://www.w3.org/2001/XMLSchema"><numbers ${tag}>${items}</numbers></t:Test>${more}</Body>`,
        { deviations },
      );
      reader.unexpected = strict ? unexpectedElement : undefined;
      reader.nextTag();
      return codecs.functions.readTestRequest?.(reader as never);
    };
    return { planned, codecs, read };
  }

  describe('SOAP arrays of arrays and of several dimensions', () => {
    test.each([
      ['xs:string[][]', 'readonly (readonly (string | null)[] | null)[]', [['a', 'b'], [], ['c']]],
      [
        'xs:int[,]',
        'readonly (readonly number[])[]',
        [
          [1, 2, 3],
          [4, 5, 6],
        ],
      ],
      [
        'xs:int[,,]',
        'readonly (readonly (readonly number[])[])[]',
        [
          [[1], [2]],
          [[3], [4]],
        ],
      ],
      ['xs:int[,][]', 'readonly (readonly (readonly number[])[] | null)[]', [[[1, 2]], [[3], [4]]]],
      [
        'xs:int[][,]',
        'readonly (readonly (readonly number[] | null)[])[]',
        [
          [[1, 2], [3]],
          [[], [4]],
        ],
      ],
      ['xs:int[,]', 'readonly (readonly number[])[]', []],
      ['xs:int[,]', 'readonly (readonly number[])[]', [[], []]],
      ['xs:int[2,3]', 'readonly (readonly number[])[]', [[1]]],
    ])('%s is %s', (item, type, numbers) => {
      const { planned, codecs } = arrayOf(item);
      expect(declaration(planned, 'TestInput')).toContain(`readonly numbers: ${type} | null;`);
      const xml = codecs.write('writeTestRequest', { numbers });
      expect(codecs.readBody('readTestRequest', xml)).toEqual({ numbers });
    });

    test('say their types and sizes', () => {
      const rows = arrayOf('xs:string[][]').codecs.write('writeTestRequest', { numbers: [['a']] });
      expect(rows).toContain('soapenc:arrayType="xsd:string[][1]"><item ');
      expect(rows).toContain('soapenc:arrayType="xsd:string[1]"><item>a</item>');
      const table = arrayOf('xs:int[,]').codecs.write('writeTestRequest', { numbers: [[1, 2]] });
      expect(table).toContain('soapenc:arrayType="xsd:int[1,2]"><item>1</item><item>2</item>');
    });

    test('rows of different lengths are refused where they are', () => {
      const { codecs } = arrayOf('xs:int[,]');
      expect(() => codecs.write('writeTestRequest', { numbers: [[1, 2], [3]] })).toThrow(
        'numbers[1]: Expected 2 items as in the first row, got 1.',
      );
      expect(() => codecs.write('writeTestRequest', { numbers: [[1], 2] })).toThrow(
        'numbers[1]: Expected an array',
      );
    });

    test('sizes of both versions are read, and one that is open', () => {
      const { read } = arrayOf('xs:int[,]');
      const items = '<i>1</i><i>2</i><i>3</i><i>4</i><i>5</i><i>6</i>';
      const numbers = [
        [1, 2, 3],
        [4, 5, 6],
      ];
      for (const tag of [
        'e:arrayType="xsd:int[2,3]"',
        'e:arrayType="xsd:int[,3]"',
        'e2:itemType="xsd:int" e2:arraySize="2 3"',
        'e2:itemType="xsd:int" e2:arraySize="* 3"',
      ]) {
        expect(read(tag, items)).toEqual({ numbers });
      }
    });

    test.each([
      ['', 'it does not state its sizes'],
      ['e:arrayType="xsd:int[,]"', 'it does not state its sizes'],
      ['e:arrayType="xsd:int[2]"', 'it has 1 dimensions instead of 2'],
      ['e:arrayType="xsd:int[2,2]"', '3 items do not fill 2 by 2'],
      ['e:arrayType="xsd:int[,2]"', '3 items do not fill rows of 2'],
      ['e:arrayType="xsd:int[99999999,99999999]"', '3 items do not fill 99999999 by 99999999'],
    ])('items that are no table are refused: %s', (tag, message) => {
      const { read } = arrayOf('xs:int[,]');
      expect(() => read(tag, '<i>1</i><i>2</i><i>3</i>')).toThrow(
        `numbers: SOAP array: ${message}`,
      );
    });

    test('empty rows cost no more than a thousand', () => {
      const { read } = arrayOf('xs:int[,]');
      expect(read('e:arrayType="xsd:int[3,0]"', '')).toEqual({ numbers: [[], [], []] });
      expect(() => read('e:arrayType="xsd:int[99999999,0]"', '')).toThrow('rows without items');
    });
  });

  describe('items that say their positions', () => {
    const item = (position: string, value: number): string =>
      `<i e:position="[${position}]">${value}</i>`;

    test('are put in order, also when they are references', () => {
      const { read } = arrayOf('xs:int[]');
      expect(read('', item('2', 3) + item('0', 1) + item('1', 2))).toEqual({ numbers: [1, 2, 3] });
      const table = arrayOf('xs:int[,]');
      const cells = item('1,0', 3) + item('1,1', 4) + item('0,0', 1) + item('0,1', 2);
      expect(table.read('e:arrayType="xsd:int[2,2]"', cells)).toEqual({
        numbers: [
          [1, 2],
          [3, 4],
        ],
      });
      const referred = '<i e:position="[1]" href="#a"/><i e:position="[0]">1</i>';
      expect(read('', referred, '<m id="a">2</m>')).toEqual({ numbers: [1, 2] });
    });

    test.each([
      ['e:offset="[2]"', '<i>1</i>', 'item 0 is left out'],
      ['e:offset="[2147483648]"', '<i>1</i>', 'item 0 is left out'],
      ['', item('0', 1) + item('2', 2), 'item 1 is left out'],
      ['', item('999999999999', 1), 'item 0 is left out'],
      ['', item('0', 1) + item('0', 2), 'item 1 is left out'],
      ['', item('1,1', 1), "'[1,1]' is no position in it"],
      ['', item('x', 1), "'[x]' is no position in it"],
      ['e:offset="2"', '', undefined],
    ])('sparse and partial arrays are refused: %s %s', (tag, items, message) => {
      const { read } = arrayOf('xs:int[]');
      if (message === undefined) expect(read(tag, items)).toEqual({ numbers: [] });
      else expect(() => read(tag, items)).toThrow(`SOAP array: ${message}`);
    });

    test.each([
      'e:arrayType="xsd:int[99999999]"',
      'e:arrayType="xsd:int[0]"',
      'e2:itemType="xsd:int" e2:arraySize="2"',
    ])(
      'a size that is not that of the items means nothing, unless the reader is strict: %s',
      (tag) => {
        const { read } = arrayOf('xs:int[]');
        expect(read(tag, '<i>1</i>')).toEqual({ numbers: [1] });
        const size = /\d+(?=\]?"$)/.exec(tag)?.[0];
        expect(() => read(tag, '<i>1</i>', '', { strict: true })).toThrow(
          `numbers: SOAP array: it has 1 items instead of ${size}`,
        );
        const fits = tag.replace(/\d+(?=\]?"$)/, '1');
        for (const sound of [fits, fits.replace(/\b1(?=\])/, ''), fits.replace(/"1"/, '"*"'), '']) {
          expect(read(sound, '<i>1</i>', '', { strict: true })).toEqual({ numbers: [1] });
        }
      },
    );
  });

  describe('the type an array says its items are of', () => {
    test.each([
      ['xs:int[]', 'e:arrayType="xsd:int[1]"', undefined],
      ['xs:int[]', 'e:arrayType="xsd:short[1]"', undefined],
      ['xs:int[]', 'e:arrayType="e:int[1]"', undefined],
      ['xs:int[]', 'e:arrayType="xsd:anyType[1]"', undefined],
      ['xs:int[]', 'e2:itemType="xsd:byte" e2:arraySize="1"', undefined],
      ['xs:int[]', 'e2:arraySize="1"', undefined],
      ['xs:int[]', 'e:arrayType="xsd:string[1]"', "'xsd:string', not of 'int'"],
      ['xs:int[]', 'e:arrayType="xsd:long[1]"', "'xsd:long', not of 'int'"],
      ['xs:int[]', 'e:arrayType="t:Small[1]"', undefined],
      ['xs:int[]', 'e2:itemType="xsd:string"', "'xsd:string', not of 'int'"],
      ['xs:int[]', 'e:arrayType="e:string[1]"', "'e:string', not of 'int'"],
      ['xs:int[][]', 'e:arrayType="xsd:int[][1]"', undefined],
      ['xs:int[][]', 'e2:itemType="e2:Array" e2:arraySize="1"', undefined],
      ['xs:int[][]', 'e:arrayType="xsd:long[][1]"', "'xsd:long[]', not of 'int'"],
    ])('%s with %s', (item, tag, message) => {
      const { read } = arrayOf(item);
      const items = item.endsWith('[][]') ? '<i><i>1</i></i>' : '<i>1</i>';
      const numbers = item.endsWith('[][]') ? [[1]] : [1];
      const deviations = new Deviations(false);
      expect(read(tag, items, '', { deviations })).toEqual({ numbers });
      const text = message && `SOAP array: its items are of ${message}.`;
      expect(deviations.list()).toEqual(
        text === undefined ? [] : [{ path: 'numbers', message: text }],
      );
      if (text === undefined) {
        expect(read(tag, items, '', { strict: true })).toEqual({ numbers });
      } else {
        expect(() => read(tag, items, '', { strict: true })).toThrow(`numbers: ${text}`);
      }
    });

    test('with a prefix that is not declared is an error to strict readers alone', () => {
      const { read } = arrayOf('xs:int[]');
      const tag = 'e:arrayType="none:int[1]"';
      expect(read(tag, '<i>1</i>')).toEqual({ numbers: [1] });
      expect(() => read(tag, '<i>1</i>', '', { strict: true })).toThrow("Prefix 'none'");
    });

    test('counts for items that do not say theirs, so that none of their content is lost', () => {
      const shapes = `<xs:complexType name="Shape"><xs:sequence><xs:element name="area" type="xs:int"/></xs:sequence></xs:complexType>
<xs:complexType name="Circle"><xs:complexContent><xs:extension base="t:Shape"><xs:sequence><xs:element name="radius" type="xs:int"/></xs:sequence></xs:extension></xs:complexContent></xs:complexType>`;
      const text = service('encoded', 't:Shape[]').replace('</xs:schema>', `${shapes}</xs:schema>`);
      const codecs = loadCodecs(planText(text));
      const read = (tag: string, items: string): unknown =>
        codecs.readBody(
          'readTestRequest',
          `<t:Test xmlns:t="urn:test" xmlns:e="${encoding}" xmlns:e2="${encoding12}"><numbers ${tag}>${items}</numbers></t:Test>`,
        );
      const circle = { $type: 'Circle', area: 1, radius: 2 };
      const shape = { $type: 'Shape', area: 1 };
      const item = '<area>1</area><radius>2</radius>';
      for (const tag of ['e:arrayType="t:Circle[2]"', 'e2:itemType="t:Circle" e2:arraySize="2"']) {
        const items = `<i>${item}</i><i xsi:type="t:Shape"><area>1</area></i>`;
        expect(read(tag, items)).toEqual({ numbers: [circle, shape] });
      }
      expect(read('e:arrayType="t:Shape[1]"', `<i xsi:type="t:Circle">${item}</i>`)).toEqual({
        numbers: [circle],
      });
    });
  });

  describe('requests over SOAP 1.2', () => {
    /** The Body of a request of a client. */
    function bodyOf(
      codecs: LoadedCodecs,
      numbers: unknown,
      write: typeof soap12.writeRequest,
    ): string {
      const operation = {
        name: 'Test',
        namespace: 'urn:test',
        soap: {
          action: '',
          writeEnvelope: writeEncodedEnvelope,
          inputHeaders: [],
          writeRequest: (input: unknown) => codecs.write('writeTestRequest', input),
        },
      };
      const message = {
        operation,
        input: { numbers },
        endpoint: 'http://localhost/',
        soapHeaders: {},
      };
      const { body } = write(message as never);
      return /<soap:Body[^>]*>(.*)<\/soap:Body>/s.exec(String(body))?.[1] ?? '';
    }

    test.each([
      ['xs:int[]', [1, 2], 'itemType="xsd:int" soapenc:arraySize="2"'],
      ['xs:int[]', [], 'itemType="xsd:int" soapenc:arraySize="0"'],
      ['xs:int[,]', [[1, 2]], 'itemType="xsd:int" soapenc:arraySize="1 2"'],
      ['xs:string[][]', [['a'], []], 'itemType="soapenc:Array" soapenc:arraySize="2"'],
      [
        'xs:string[]',
        ['" soapenc:arrayType="xsd:int[1]">', '<a soapenc:arrayType="b[1]">'],
        'itemType="xsd:string" soapenc:arraySize="2"',
      ],
    ])('have the attributes of that version: %s of %j', (item, numbers, attributes) => {
      const { codecs } = arrayOf(item);
      const body = bodyOf(codecs, numbers, soap12.writeRequest);
      expect(body).toContain(`soapenc:${attributes}>`);
      expect(body).toContain(`<numbers xmlns:soapenc="${encoding12}"`);
      expect(body).not.toContain(encoding);
      expect(codecs.readBody('readTestRequest', body)).toEqual({ numbers });
      const old = bodyOf(codecs, numbers, soap11.writeRequest);
      expect(old).toBe(codecs.write('writeTestRequest', { numbers }));
    });
  });

  test('what is no size of an array is refused where it is written', () => {
    const { diagnostics } = planText(service('encoded', 'xs:int[[]'));
    expect(diagnostics).toMatchObject([
      { severity: 'error', message: "'[[]' is not a valid size of a SOAP array" },
    ]);
    const deep = planText(service('encoded', `xs:int${'[]'.repeat(17)}`)).diagnostics;
    expect(deep.map(({ severity }) => severity)).toEqual(['error']);
  });

  test('an array of itself is an error of the contract', () => {
    const { diagnostics } = planText(service('encoded', 't:Numbers[]'));
    expect(diagnostics).toMatchObject([
      { severity: 'error', message: "The items of array 'Numbers' are arrays without end" },
    ]);
  });
});
