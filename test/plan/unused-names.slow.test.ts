import { expect, test } from '@jest/globals';
import type { Target } from '../../src/plan/result.ts';
import { compileFiles, generateText, type OutputFile } from './support/compiled.ts';

/** What an element may hold, each alone, so that nothing else needs what it imports. */
const contents: Readonly<Record<string, string>> = {
  empty: '<xs:complexType/>',
  attribute: '<xs:complexType><xs:attribute name="a" type="xs:int"/></xs:complexType>',
  anyAttribute: '<xs:complexType><xs:anyAttribute processContents="lax"/></xs:complexType>',
  text: '<xs:simpleType><xs:restriction base="xs:string"/></xs:simpleType>',
  number: '<xs:simpleType><xs:restriction base="xs:int"/></xs:simpleType>',
  enumeration:
    '<xs:simpleType><xs:restriction base="xs:int"><xs:enumeration value="1"/></xs:restriction></xs:simpleType>',
  inner:
    '<xs:complexType><xs:sequence><xs:element name="e"><xs:complexType/></xs:element></xs:sequence></xs:complexType>',
  list: '<xs:complexType><xs:sequence><xs:element name="e" type="t:None" maxOccurs="unbounded"/></xs:sequence></xs:complexType>',
  choice:
    '<xs:complexType><xs:choice><xs:element name="a" type="t:None"/><xs:element name="b" type="t:None"/></xs:choice></xs:complexType>',
  repeatedChoice:
    '<xs:complexType><xs:choice maxOccurs="unbounded"><xs:element name="a" type="t:None"/><xs:element name="b" type="t:None"/></xs:choice></xs:complexType>',
  wildcard:
    '<xs:complexType><xs:sequence><xs:any processContents="lax"/></xs:sequence></xs:complexType>',
  mixed: '<xs:complexType mixed="true"/>',
  value:
    '<xs:complexType><xs:simpleContent><xs:extension base="xs:string"/></xs:simpleContent></xs:complexType>',
  family:
    '<xs:complexType><xs:sequence><xs:element name="e" type="t:Base"/></xs:sequence></xs:complexType>',
};

/** Where an element `t:E` or its type `t:T` is all that a contract has to say. */
const places: Readonly<Record<string, Messages>> = {
  request: { input: '<w:part name="p" element="t:E"/>' },
  response: { output: '<w:part name="p" element="t:E"/>' },
  part: { input: '<w:part name="p" element="t:E"/><w:part name="q" element="t:None"/>' },
  header: {
    header: '<s:header message="t:Other" part="p" use="literal"/>',
    other: '<w:part name="p" element="t:E"/>',
  },
  fault: { fault: true, other: '<w:part name="p" element="t:E"/>' },
  rpcPart: { style: 'rpc', input: '<w:part name="p" type="t:T"/>' },
  rpcResult: { style: 'rpc', output: '<w:part name="p" type="t:T"/>' },
  encodedPart: { style: 'rpc', use: 'encoded', input: '<w:part name="p" type="t:T"/>' },
  document: { http: true, input: '<w:part name="p" element="t:E"/>' },
  httpResult: { http: true, output: '<w:part name="p" element="t:E"/>' },
};

interface Messages {
  readonly style?: string;
  readonly use?: string;
  /** Bound to HTTP POST in place of SOAP. */
  readonly http?: boolean;
  readonly input?: string;
  readonly output?: string;
  readonly other?: string;
  readonly header?: string;
  readonly fault?: boolean;
}

function contract(schema: string, messages: Messages): string {
  const { input = '', output = '', other = '', fault, http } = messages;
  const declared = fault === true ? '<w:fault name="Bad" message="t:Other"/>' : '';
  const binding = http === true ? httpBinding(messages) : soapBinding(messages);
  return `<w:definitions name="C" targetNamespace="urn:c" xmlns:w="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:h="http://schemas.xmlsoap.org/wsdl/http/" xmlns:m="http://schemas.xmlsoap.org/wsdl/mime/" xmlns:t="urn:c" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<w:types><xs:schema targetNamespace="urn:c" elementFormDefault="qualified">
<xs:complexType name="Nothing"/><xs:element name="None" type="t:Nothing"/><xs:complexType name="None"/>
<xs:complexType name="Base"/><xs:complexType name="Derived"><xs:complexContent><xs:extension base="t:Base"/></xs:complexContent></xs:complexType>
${schema}</xs:schema></w:types>
<w:message name="In">${input}</w:message><w:message name="Out">${output}</w:message><w:message name="Other">${other}</w:message>
<w:portType name="P"><w:operation name="Ask"><w:input message="t:In"/><w:output message="t:Out"/>${declared}</w:operation></w:portType>
${binding}</w:definitions>`;
}

function soapBinding({ style, use = 'literal', header, fault }: Messages): string {
  const bound =
    fault === true ? '<w:fault name="Bad"><s:fault name="Bad" use="literal"/></w:fault>' : '';
  const body = `<s:body use="${use}" namespace="urn:c"${header === undefined ? '' : ' parts=""'}/>`;
  const kind = style === undefined ? '' : ` style="${style}"`;
  return `<w:binding name="B" type="t:P"><s:binding${kind} transport="http://schemas.xmlsoap.org/soap/http"/><w:operation name="Ask"><s:operation soapAction="urn:c/Ask"/><w:input>${header ?? ''}${body}</w:input><w:output>${body}</w:output>${bound}</w:operation></w:binding>
<w:service name="S"><w:port name="P" binding="t:B"><s:address location="http://localhost/s.asmx"/></w:port></w:service>`;
}

function httpBinding({ input, output }: Messages): string {
  const content = (part: string | undefined): string =>
    part === undefined ? '' : '<m:mimeXml part="p"/>';
  return `<w:binding name="B" type="t:P"><h:binding verb="POST"/><w:operation name="Ask"><h:operation location="/Ask"/><w:input>${content(input)}</w:input><w:output>${content(output)}</w:output></w:operation></w:binding>
<w:service name="S"><w:port name="P" binding="t:B"><h:address location="http://localhost/s.asmx"/></w:port></w:service>`;
}

test('generated files import and take as parameters only what they use', async () => {
  const files: OutputFile[] = [];
  for (const [place, messages] of Object.entries(places)) {
    for (const [content, type] of Object.entries(contents)) {
      const named = type.replace(/^<xs:(simple|complex)Type/, '$& name="T"');
      for (const nillable of place === 'request' ? [false, true] : [false]) {
        const schema = `${named}<xs:element name="E" type="t:T" nillable="${nillable}"/>`;
        for (const file of await generateText(contract(schema, messages))) {
          files.push({ ...file, path: `${place}-${content}-${nillable}/${file.path}` });
        }
      }
    }
  }
  expect(compileFiles(files)).toBe('');
}, 120_000);

test('whatever the targets', async () => {
  const text = contract(`<xs:element name="E">${contents.choice}</xs:element>`, {
    input: '<w:part name="p" element="t:E"/>',
    output: '<w:part name="p" element="t:E"/>',
    fault: true,
    other: '<w:part name="p" element="t:E"/>',
  });
  const files: OutputFile[] = [];
  for (const targets of [['types'], ['types', 'client'], ['types', 'server'], ['client', 'docs']]) {
    for (const file of await generateText(text, { targets: targets as readonly Target[] })) {
      files.push({ ...file, path: `${targets.join('-')}/${file.path}` });
    }
  }
  expect(compileFiles(files)).toBe('');
}, 60_000);
