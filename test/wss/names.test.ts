import { describe, expect, test } from '@jest/globals';
import { createCaller } from '../../src/runtime/client/call.ts';
import type { ServerOptions } from '../../src/runtime/server/options.ts';
import { readMessage } from '../../src/runtime/types/object.ts';
import { type SignatureRules, signatureVerifier } from '../../src/runtime/wss.ts';
import { describeContract } from '../runtime/type/describe-contract.ts';
import { AuthCode } from '../runtime/wire/descriptors.ts';
import { createServer } from '../runtime/wire/serve.ts';
import { bare, path, rules } from './messages.ts';

/** Values whose types say that they are QNames, values that are not, and content without types. */
const wsdl = `
<wsdl:definitions xmlns:wsdl="http://schemas.xmlsoap.org/wsdl/" xmlns:xs="http://www.w3.org/2001/XMLSchema"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:t="http://tempuri.org/" name="Names"
  targetNamespace="http://tempuri.org/">
  <wsdl:types><xs:schema targetNamespace="http://tempuri.org/" elementFormDefault="qualified">
    <xs:simpleType name="Names"><xs:list itemType="xs:QName"/></xs:simpleType>
    <xs:simpleType name="Either"><xs:union memberTypes="xs:QName xs:string"/></xs:simpleType>
    <xs:complexType name="In"><xs:sequence>
      <xs:element name="q" type="xs:QName" minOccurs="0"/>
      <xs:element name="l" type="t:Names" minOccurs="0"/>
      <xs:element name="u" type="t:Either" minOccurs="0"/>
      <xs:element name="text" type="xs:string" minOccurs="0" maxOccurs="unbounded"/>
      <xs:element name="a" minOccurs="0"><xs:complexType><xs:simpleContent><xs:extension base="xs:string">
        <xs:attribute name="q" type="xs:QName"/><xs:attribute name="l" type="t:Names"/>
        <xs:attribute name="s" type="xs:string"/></xs:extension></xs:simpleContent></xs:complexType></xs:element>
      <xs:element name="o" minOccurs="0"><xs:complexType><xs:attribute name="s" type="xs:string"/>
        <xs:anyAttribute processContents="lax"/></xs:complexType></xs:element>
      <xs:any minOccurs="0" processContents="lax" namespace="##other"/>
    </xs:sequence></xs:complexType>
    <xs:element name="AuthCode" type="t:In"/>
    <xs:element name="AuthCodeResponse" type="t:In"/>
  </xs:schema></wsdl:types>
  <wsdl:message name="in"><wsdl:part name="p" element="t:AuthCode"/></wsdl:message>
  <wsdl:message name="out"><wsdl:part name="p" element="t:AuthCodeResponse"/></wsdl:message>
  <wsdl:portType name="P"><wsdl:operation name="AuthCode"><wsdl:input message="t:in"/><wsdl:output message="t:out"/>
  </wsdl:operation></wsdl:portType>
  <wsdl:binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http" style="document"/>
    <wsdl:operation name="AuthCode"><soap:operation soapAction="http://tempuri.org/AuthCode"/>
    <wsdl:input><soap:body use="literal"/></wsdl:input><wsdl:output><soap:body use="literal"/></wsdl:output>
  </wsdl:operation></wsdl:binding>
  <wsdl:service name="S"><wsdl:port name="B" binding="t:B"><soap:address location="http://h/s"/></wsdl:port></wsdl:service>
</wsdl:definitions>`;
const messages = describeContract(wsdl);
const requestType = messages['AuthCode request'];
const responseType = messages['AuthCode response'];
if (requestType === undefined || responseType === undefined)
  throw new Error('There is no message.');
const operation = {
  ...AuthCode,
  soap: {
    ...AuthCode.soap,
    readRequest: (reader: never) => readMessage(requestType, reader),
    readResponse: (reader: never) => readMessage(responseType, reader),
  },
} as never;

const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
/** A message whose envelope declares what the Body does not use in names. */
const message = (content: string, declarations = '', element = 'AuthCode'): string =>
  `<soap:Envelope xmlns:soap="${soap}" xmlns:p="urn:good"${declarations}><soap:Body>` +
  `<t:${element} xmlns:t="http://tempuri.org/">${content}</t:${element}></soap:Body></soap:Envelope>`;

interface Found {
  readonly reason?: string | undefined;
  readonly value?: unknown;
}

/** Sends a message to a server. */
async function served(
  xml: string,
  more: Partial<SignatureRules> = {},
  options: ServerOptions = {},
): Promise<Found> {
  let found: Found = {};
  const handler = (value: unknown): void => {
    found = { value };
  };
  const security = signatureVerifier({ ...rules, ...more });
  const onAnswer = ({ reason }: { reason?: string | undefined }): void => {
    if (reason !== undefined) found = { reason };
  };
  const server = createServer([{ operation, handler }], { security, onAnswer, ...options });
  const headers = { 'Content-Type': 'text/xml', SOAPAction: '"http://tempuri.org/AuthCode"' };
  await server.fetch(new Request(`http://test${path}`, { method: 'POST', headers, body: xml }));
  return found;
}

/** Answers a call of a client. */
async function called(
  xml: string,
  more: Partial<SignatureRules> = {},
  options = {},
): Promise<Found> {
  const fetch = async (): Promise<Response> =>
    new Response(xml, { headers: { 'Content-Type': 'text/xml; charset=utf-8' } });
  const security = signatureVerifier({ ...rules, ...more });
  const caller = createCaller({ baseUrl: 'http://h', fetch, security, ...options } as never, {});
  return caller.call(operation, {} as never).then(
    (value: unknown) => ({ value }),
    (error: Error) => ({ reason: error.message }),
  );
}

const notSigned = expect.stringMatching(
  /^(The answer is not signed as asked\. )?The meaning of the/,
);

/** Values that are read as QNames, or that somebody may read as some. */
const named: readonly [string, string, string?][] = [
  ['a QName', '<t:q>p:a</t:q>'],
  ['one with blanks', '<t:q>\n p:a </t:q>'],
  ['one in CDATA', '<t:q><![CDATA[p:a]]></t:q>'],
  ['one with a reference', '<t:q>p&#58;a</t:q>'],
  ['a list', '<t:l>p:a p:b</t:l>'],
  ['the last of a list', '<t:l>t:a\n\tp:b</t:l>'],
  ['an attribute', '<t:a q="p:a"/>'],
  ['a list in an attribute', '<t:a l="t:b p:a"/>'],
  ['a union', '<t:u>p:a</t:u>'],
  ['a letter with a mark', '<t:q>p:a\u0301</t:q>'],
  ['a middle dot', '<t:q>p:a\u00b7b</t:q>'],
  ['a joiner', '<t:q>p:\u200cb</t:q>'],
  ['a superscript', '<t:q>p:\u2070</t:q>'],
  ['a prefix with a mark', '<t:q>p\u0301\u00b7:a</t:q>', ' xmlns:p\u0301\u00b7="urn:good"'],
  ['the default namespace', '<t:q>a</t:q>', ' xmlns="urn:good"'],
  ['the default namespace in a list', '<t:l>t:b a</t:l>', ' xmlns="urn:good"'],
  ['the default namespace in an attribute', '<t:a q="a"/>', ' xmlns="urn:good"'],
  ['a type', '<t:text xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="p:T"/>'],
  [
    'a type in the default namespace',
    '<t:text xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="T"/>',
    ' xmlns="urn:good"',
  ],
  ['a name of XML Schema', '<t:q>x:a</t:q>', ' xmlns:x="http://www.w3.org/2001/XMLSchema"'],
  ['a text at a wildcard', '<x:y xmlns:x="urn:x">p:a</x:y>'],
  ['an expression at a wildcard', '<x:y xmlns:x="urn:x"><x:z>count(//p:a)</x:z></x:y>'],
  ['an attribute at a wildcard', '<x:y xmlns:x="urn:x" z="p:a"/>'],
  ['an attribute that a wildcard allows', '<t:o z="p:a"/>'],
  ['an element that nobody knows', '<t:unknown>p:a</t:unknown>'],
];

/** Values that are what they are, whatever prefixes mean. */
const plain: readonly [string, string, string?][] = [
  ['a text', '<t:text>p:a</t:text>'],
  ['texts', '<t:text>p:a</t:text><t:text>a p:b and http://p:1</t:text><t:text>p:p:p</t:text>'],
  ['a string in an attribute', '<t:a s="p:a">p:b</t:a>'],
  ['a text beside a QName that is bound', '<t:q>t:a</t:q><t:text>p:a</t:text>'],
  ['a text without prefix', '<t:text>a</t:text>', ' xmlns="urn:good"'],
  ['a string of a union', '<t:u>one: two</t:u>'],
  ['an address', '<x:y xmlns:x="urn:x">http://h:80/a</x:y>'],
  [
    'a type of XML Schema',
    '<t:text xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="x:string">p:a</t:text>',
    ' xmlns:x="http://www.w3.org/2001/XMLSchema"',
  ],
];

describe('what a QName means is signed, or it is refused', () => {
  test.each(named)('%s', async (_what, content, declarations = '') => {
    const xml = bare(message(content, declarations));
    const other = xml.replace(/xmlns(:[^=]+)?="urn:good"/g, 'xmlns$1="urn:evil"');
    const answer = bare(message(content, declarations, 'AuthCodeResponse'));
    for (const found of [await served(xml), await served(other), await called(answer)]) {
      expect(found).toEqual({ reason: notSigned });
    }
    expect(await called(answer, {}, { lenient: true })).toEqual({ reason: notSigned });
    expect(await served(xml, { unsignedPrefixes: true })).toEqual({ value: expect.anything() });
  });

  test('a prefix that nobody declares any more is not one less', async () => {
    const content = '<t:u>p:a</t:u>';
    const xml = bare(message(content)).replace(' xmlns:p="urn:good"', '');
    expect(await served(xml)).toEqual({ reason: notSigned });
  });
});

describe('what is no QName may read like one', () => {
  test.each(plain)('%s', async (_what, content, declarations = '') => {
    const xml = message(content, declarations);
    expect(await served(bare(xml))).toEqual({ value: expect.anything() });
    const answer = message(content, declarations, 'AuthCodeResponse');
    expect(await called(bare(answer))).toEqual({ value: expect.anything() });
  });

  test('also where several are', async () => {
    const texts = Array.from({ length: 2000 }, (_, at) => `<t:text>p:a${at}</t:text>`).join('');
    const { value } = await served(bare(message(texts)));
    expect(value).toMatchObject({ text: { length: 2000, 0: 'p:a0', 1999: 'p:a1999' } });
    expect(await served(bare(message(`<t:l>p:a</t:l>${texts}`)))).toEqual({ reason: notSigned });
  });
});

describe('headers', () => {
  const wsa = 'http://www.w3.org/2005/08/addressing';
  const withHeader = (header: string): string =>
    message('<t:text>a</t:text>').replace('<soap:Body', `<soap:Header>${header}</soap:Header>$&`);

  test('that nobody declares are read as XML', async () => {
    const xml = withHeader('<h:H xmlns:h="urn:h" Id="h">p:a</h:H>');
    expect(await served(bare(xml, { ids: ['h'] }))).toEqual({ reason: notSigned });
    expect(await served(bare(xml))).toEqual({ value: expect.anything() });
  });

  test('of WS-Addressing are addresses', async () => {
    const xml = withHeader(`<a:To xmlns:a="${wsa}" Id="h">p:a</a:To>`);
    expect(await served(bare(xml, { ids: ['h'] }))).toEqual({ value: expect.anything() });
  });
});
