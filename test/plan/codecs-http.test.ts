import { describe, expect, test } from '@jest/globals';
import { FormReader } from '../../src/runtime/forms/reader.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { type LoadedCodecs, loadCodecs } from './support/codecs.ts';
import { planText } from './support/contract.ts';

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
    expect(read(codecs, 'readMaybeResult', new XmlReader('<int xmlns="urn:test">7</int>'))).toBe(7);
    const nil = codecs.write('writeMaybeResult', null);
    expect(nil).toMatch(/^<int(?: xmlns(?::xs[id])?="[^"]*"){3} \/>$/);
    expect(read(codecs, 'readMaybeResult', new XmlReader(nil))).toBeNull();
  });
});
