import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import {
  createServer as createHttp,
  createServer as createServerFromNodeHttp,
  type RequestListener,
} from 'node:http';
import { createServer as createHttps, request as requestHttps } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import * as soap from 'soap';
import { SignedXml } from 'xml-crypto';
import {
  createAuthCodeSendingClient,
  createAuthCodeSendingServer,
  usernameToken,
} from '../../generated/student-information/index.js';
import { createCaller } from '../../src/runtime/client/call.ts';
import type { AnswerEvent, ServerOptions } from '../../src/runtime/server/options.ts';
import { serverAddressing } from '../../src/runtime/soap/addressing-server.ts';
import { createSoapPackageCaller, listenWithSoapPackage } from '../../src/runtime/soap/package.ts';
import { readMessage } from '../../src/runtime/types/object.ts';
import {
  type SignatureRules,
  type SignerSettings,
  signatureVerifier,
  signer,
} from '../../src/runtime/wss.ts';
import { school } from '../runtime/server/front.ts';
import { passedOn, signedDocuments } from '../runtime/signed-documents.ts';
import { describeContract } from '../runtime/type/describe-contract.ts';
import { AuthCode } from '../runtime/wire/descriptors.ts';
import { createServer, routeOf } from '../runtime/wire/serve.ts';
import {
  bare,
  call,
  envelope,
  fileOf,
  input,
  keyOf,
  path,
  pem,
  rules,
  sender,
  signed,
} from './messages.ts';

describe('xmlsec', () => {
  const isThere = spawnSync('xmlsec1', ['--version']).status === 0;
  if (!isThere)
    console.log('xmlsec1 is not installed (Debian: xmlsec1), so its tests are skipped.');

  const oasis = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-';
  const wsu = `${oasis}utility-1.0.xsd`;
  const ids = [
    'http://schemas.xmlsoap.org/soap/envelope/:Body',
    'http://www.w3.org/2003/05/soap-envelope:Body',
    `${wsu}:Timestamp`,
    `${oasis}secext-1.0.xsd:UsernameToken`,
  ].flatMap((name) => ['--id-attr:Id', name]);

  function xmlsec(command: string, xml: string, ...options: string[]): string {
    const folder = mkdtempSync(join(tmpdir(), 'wss-'));
    try {
      const file = join(folder, 'message.xml');
      writeFileSync(file, xml);
      const { status, stdout, stderr } = spawnSync('xmlsec1', [command, ...options, ...ids, file], {
        encoding: 'utf8',
      });
      if (status !== 0) throw new Error(stderr);
      return stdout;
    } finally {
      rmSync(folder, { recursive: true });
    }
  }

  const ours = (name: string): string[] => ['--pubkey-cert-pem', fileOf(`${name}.pem`)];

  (isThere ? describe : describe.skip)('xmlsec1', () => {
    const token =
      `<wsse:Security xmlns:wsse="${oasis}secext-1.0.xsd"><wsse:UsernameToken><wsse:Username>a` +
      '</wsse:Username></wsse:UsernameToken></wsse:Security>';

    test.each([
      ['rsa-sha256', 'sha256', 'client'],
      ['rsa-sha384', 'sha384', 'client'],
      ['rsa-sha512', 'sha256', 'client'],
      ['rsa-sha256', 'sha512', 'client'],
      ['rsa-sha1', 'sha1', 'client'],
      ['ecdsa-sha256', 'sha256', 'ec'],
      ['ecdsa-sha512', 'sha384', 'ec'],
    ] as const)('verifies what we sign with %s and %s', (signature, digest, name) => {
      for (const version of ['soap11', 'soap12'] as const) {
        const xml = signed({ ...keyOf(name), signature, digest }, envelope(version, token));
        xmlsec('--verify', xml, ...ours(name));
        expect(() => xmlsec('--verify', xml.replace('>1<', '>3<'), ...ours(name))).toThrow();
        expect(() =>
          xmlsec('--verify', xml.replace('>a</wsse:U', '>b</wsse:U'), ...ours(name)),
        ).toThrow();
      }
    });

    test('verifies prefixes of values, which are in a PrefixList', () => {
      const xml = envelope().replace(
        '<code>',
        '<code xmlns:q="urn:q" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="q:T">',
      );
      const text = signed({}, xml);
      expect(text).toContain(' PrefixList="q"');
      xmlsec('--verify', text, ...ours('client'));
      const other = text.replace('urn:q', 'urn:other');
      expect(() => xmlsec('--verify', other, ...ours('client'))).toThrow();
    });

    test.each(['rsa-sha256', 'rsa-sha512'])('signs what we verify, with %s', async (algorithm) => {
      const sha2 = 'http://www.w3.org/2001/04/';
      const dsig = 'http://www.w3.org/2000/09/xmldsig#';
      const c14n = 'http://www.w3.org/2001/10/xml-exc-c14n#';
      const reference = (id: string): string =>
        `<Reference URI="#${id}"><Transforms><Transform Algorithm="${c14n}"/></Transforms>` +
        `<DigestMethod Algorithm="${sha2}xmlenc#sha256"/><DigestValue/></Reference>`;
      const created = new Date().toISOString();
      const header =
        `<wsse:Security xmlns:wsse="${oasis}secext-1.0.xsd" xmlns:wsu="${wsu}">` +
        `<wsu:Timestamp wsu:Id="time"><wsu:Created>${created}</wsu:Created></wsu:Timestamp>` +
        `<Signature xmlns="${dsig}"><SignedInfo><CanonicalizationMethod Algorithm="${c14n}"/>` +
        `<SignatureMethod Algorithm="${sha2}xmldsig-more#${algorithm}"/>` +
        `${reference('body')}${reference('time')}</SignedInfo><SignatureValue/>` +
        '<KeyInfo><X509Data><X509Certificate/></X509Data></KeyInfo></Signature></wsse:Security>';
      const template = envelope('soap11', header).replace('<soap:Body>', '<soap:Body Id="body">');
      const keys = `${fileOf('client.key')},${fileOf('client.pem')}`;
      const xml = xmlsec('--sign', template, '--privkey-pem', keys);
      const ask = sender(signatureVerifier(rules));
      expect(await ask(xml)).toMatchObject({ status: 200, reason: undefined });
      expect(await ask(xml.replace('>1<', '>3<'))).toMatchObject({
        status: 500,
        reason: 'A signed element was changed.',
      });
    });

    const profile = `${oasis.slice(0, -11)}x509-token-profile-1.0#X509v3`;
    const base64 = `${oasis.slice(0, -11)}soap-message-security-1.0#Base64Binary`;
    const certificate = pem('client.pem').replace(/-----[A-Z ]+-----|\n/g, '');
    const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
    const rsa = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
    const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
    const now = new Date().toISOString();
    const later = new Date(Date.now() + 60_000).toISOString();

    /** Signs a message in the layout of another make, and verifies it. */
    const verified = async (
      template: string,
      more: Partial<SignatureRules> = {},
    ): Promise<void> => {
      const keys = `${fileOf('client.key')},${fileOf('client.pem')}`;
      const xml = xmlsec('--sign', template, '--privkey-pem', keys);
      const ask = sender(signatureVerifier({ ...rules, ...more }));
      expect(await ask(xml)).toMatchObject({ status: 200, reason: undefined, input });
      expect(await ask(xml.replace(/1(?=<\/\w*:?code>)/, '3'))).toMatchObject({
        reason: 'A signed element was changed.',
      });
    };

    test('signs in the layout of WSS4J, with PrefixLists', async () => {
      const list = (prefixes: string): string =>
        `<ec:InclusiveNamespaces xmlns:ec="${exclusive}" PrefixList="${prefixes}"/>`;
      const reference = (id: string, prefixes: string): string =>
        `<ds:Reference URI="#${id}"><ds:Transforms><ds:Transform Algorithm="${exclusive}">` +
        `${list(prefixes)}</ds:Transform></ds:Transforms><ds:DigestMethod Algorithm="${sha256}"/>` +
        '<ds:DigestValue/></ds:Reference>';
      await verified(
        '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:tem="http://tempuri.org/">' +
          '<soapenv:Header>' +
          `<wsse:Security soapenv:mustUnderstand="1" xmlns:wsse="${oasis}secext-1.0.xsd" xmlns:wsu="${wsu}">` +
          `<wsse:BinarySecurityToken EncodingType="${base64}" ValueType="${profile}" wsu:Id="X509-1">${certificate}</wsse:BinarySecurityToken>` +
          `<ds:Signature Id="SIG-4" xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo>` +
          `<ds:CanonicalizationMethod Algorithm="${exclusive}">${list('soapenv tem')}</ds:CanonicalizationMethod>` +
          `<ds:SignatureMethod Algorithm="${rsa}"/>${reference('id-3', 'tem')}${reference('TS-1', 'wsse soapenv tem')}` +
          '</ds:SignedInfo><ds:SignatureValue/><ds:KeyInfo Id="KI-1">' +
          `<wsse:SecurityTokenReference wsu:Id="STR-1"><wsse:Reference URI="#X509-1" ValueType="${profile}"/>` +
          '</wsse:SecurityTokenReference></ds:KeyInfo></ds:Signature>' +
          `<wsu:Timestamp wsu:Id="TS-1"><wsu:Created>${now}</wsu:Created><wsu:Expires>${later}</wsu:Expires></wsu:Timestamp>` +
          `</wsse:Security></soapenv:Header><soapenv:Body wsu:Id="id-3" xmlns:wsu="${wsu}">\n  <tem:AuthCode>\n` +
          '    <tem:code>1</tem:code>\n    <tem:phone>2</tem:phone>\n  </tem:AuthCode></soapenv:Body></soapenv:Envelope>',
      );
    });

    test('signs in the layout of WCF, over SOAP 1.2 and with SHA-1', async () => {
      const dsig = 'http://www.w3.org/2000/09/xmldsig#';
      const layout = (method: string, digest: string): string => {
        const reference = (id: string): string =>
          `<Reference URI="#${id}"><Transforms><Transform Algorithm="${exclusive}"/></Transforms>` +
          `<DigestMethod Algorithm="${digest}"/><DigestValue/></Reference>`;
        return (
          `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:u="${wsu}"><s:Header>` +
          `<o:Security s:mustUnderstand="1" xmlns:o="${oasis}secext-1.0.xsd"><u:Timestamp u:Id="_0">` +
          `<u:Created>${now}</u:Created><u:Expires>${later}</u:Expires></u:Timestamp>` +
          `<o:BinarySecurityToken u:Id="uuid-8" ValueType="${profile}" EncodingType="${base64}">${certificate}</o:BinarySecurityToken>` +
          `<Signature xmlns="${dsig}"><SignedInfo><CanonicalizationMethod Algorithm="${exclusive}"/>` +
          `<SignatureMethod Algorithm="${method}"/>${reference('_1')}${reference('_0')}</SignedInfo>` +
          '<SignatureValue/><KeyInfo><o:SecurityTokenReference>' +
          `<o:Reference ValueType="${profile}" URI="#uuid-8"/></o:SecurityTokenReference></KeyInfo></Signature>` +
          '</o:Security></s:Header><s:Body u:Id="_1"><AuthCode xmlns="http://tempuri.org/"><code>1</code><phone>2</phone></AuthCode>' +
          '</s:Body></s:Envelope>'
        );
      };
      await verified(layout(rsa, sha256));
      await verified(layout(`${dsig}rsa-sha1`, `${dsig}sha1`), { sha1: true });
    });

    test('signs the whole message, without the signature', async () => {
      const dsig = 'http://www.w3.org/2000/09/xmldsig#';
      const header =
        `<wsse:Security xmlns:wsse="${oasis}secext-1.0.xsd" xmlns:wsu="${wsu}">` +
        `<wsu:Timestamp><wsu:Created>${now}</wsu:Created></wsu:Timestamp>` +
        `<Signature xmlns="${dsig}"><SignedInfo><CanonicalizationMethod Algorithm="${exclusive}"/>` +
        `<SignatureMethod Algorithm="${rsa}"/><Reference URI=""><Transforms>` +
        `<Transform Algorithm="${dsig}enveloped-signature"/><Transform Algorithm="${exclusive}"/>` +
        `</Transforms><DigestMethod Algorithm="${sha256}"/><DigestValue/></Reference></SignedInfo>` +
        `<SignatureValue/><KeyInfo><X509Data><X509Certificate>${certificate}</X509Certificate>` +
        '</X509Data></KeyInfo></Signature></wsse:Security>';
      await verified(envelope('soap11', header));
    });

    test.each(signedDocuments)('verifies %s.xml, which was read and sent on', (name, tag) => {
      const names = ['urn:inv:Invoice', 'urn:order:Order', 'urn:nfe:infNFe'];
      const saml = 'urn:oasis:names:tc:SAML:2.0:assertion:Assertion';
      const own = [...names, saml].flatMap((one) => ['--id-attr:Id', one]);
      const sent = passedOn(name, tag);
      xmlsec('--verify', sent, ...ours('client'), ...own);
      const changed = sent.replace(/(>\s*)(\w)/, '$1x$2');
      expect(() => xmlsec('--verify', changed, ...ours('client'), ...own)).toThrow();
    });
  });
});

describe('names', () => {
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
});

describe('over tls', () => {
  const wsa = 'http://www.w3.org/2005/08/addressing';
  const to = `<a:To xmlns:a="${wsa}">https://test${path}</a:To>`;
  const addressed = `<a:Action xmlns:a="${wsa}">http://tempuri.org/AuthCode</a:Action><a:MessageID xmlns:a="${wsa}">urn:1</a:MessageID>${to}`;
  const sha1 = { signature: 'rsa-sha1', digest: 'sha1' } as const;
  const http = {
    'Content-Type': 'text/xml; charset=utf-8',
    SOAPAction: 'http://tempuri.org/AuthCode',
  };

  /** What WCF sends with a certificate as message credential. */
  function endorsed(more: Partial<SignerSettings> = {}, header = ''): string {
    return signed({ elements: ['Timestamp'], ...more }, envelope('soap11', header));
  }

  function serverOf(more: Partial<SignatureRules>, options: ServerOptions, events: AnswerEvent[]) {
    const security = signatureVerifier({ ...rules, overTls: true, ...more });
    return school({ security, onAnswer: (event) => void events.push(event), ...options });
  }

  /** The reason why a request is refused; `accepted` if it is not. */
  async function sent(
    body: string,
    {
      url = 'https://test',
      headers = {},
      options = {},
      more = {},
    }: {
      url?: string;
      headers?: Record<string, string>;
      options?: ServerOptions;
      more?: Partial<SignatureRules>;
    } = {},
  ): Promise<string> {
    const events: AnswerEvent[] = [];
    const server = serverOf(more, options, events);
    const init = { method: 'POST', headers: { ...http, ...headers }, body };
    const answer = await server.fetch(new Request(url + path, init));
    if (answer.status !== 200) return events[0]?.reason ?? 'failed';
    expect(await answer.text()).toMatch(/<wsse:Security [^>]*><wsu:Timestamp /);
    return 'accepted';
  }

  const notTls = 'The request did not come over TLS.';

  describe('over TLS, a signed Timestamp is enough', () => {
    test('and To, if there is one', async () => {
      expect(await sent(endorsed())).toBe('accepted');
      const elements = ['Timestamp', `{${wsa}}To`];
      const options = { addressing: serverAddressing() } as ServerOptions;
      expect(await sent(endorsed({ elements }, addressed), { options })).toBe('accepted');
      expect(await sent(endorsed({}, addressed), { options })).toBe(
        'The element To is not signed.',
      );
      const other = endorsed({ elements }, addressed).replace(`${path}</a:To>`, '/other</a:To>');
      expect(await sent(other, { options })).toBe('A signed element was changed.');
      const second = endorsed({ elements }, addressed).replace('<soap:Header>', `$&${to}`);
      expect(await sent(second)).toBe('The element To is not signed.');
    });

    test('but for elements that are asked for', async () => {
      const more = { elements: ['Body'] };
      expect(await sent(endorsed(), { more })).toBe('The element Body is not signed.');
      expect(await sent(signed(), { more })).toBe('accepted');
    });

    test('with SHA-1, the default of WCF, only on request', async () => {
      expect(await sent(endorsed(sha1))).toBe('The algorithm of the signature is not allowed.');
      expect(await sent(endorsed(sha1), { more: { sha1: true } })).toBe('accepted');
    });

    test('twice in a millisecond, unless messages are remembered', async () => {
      const events: AnswerEvent[] = [];
      const body = endorsed();
      for (const [nonces, statuses] of [
        [undefined, [200, 200]],
        [new Set<string>(), [200, 500]],
      ] as const) {
        const add = (one: string): boolean =>
          nonces?.has(one) === false && nonces.add(one).has(one);
        const server = serverOf(nonces === undefined ? {} : { nonces: { add } }, {}, events);
        const send = () =>
          server.fetch(new Request(`https://test${path}`, { method: 'POST', headers: http, body }));
        expect([(await send()).status, (await send()).status]).toEqual(statuses);
      }
    });

    test.each<[string, () => string, string]>([
      ['none', () => envelope(), 'There is no Security header.'],
      [
        'one that was changed',
        () => endorsed().replace(/(Expires>)2/, '$13'),
        'A signed element was changed.',
      ],
      [
        'one that is not signed',
        () => signed({ elements: ['Body'] }),
        'The element Timestamp is not signed.',
      ],
      ['one of a stranger', () => endorsed(keyOf('stranger')), 'is not trusted'],
      [
        'one that has expired',
        () => endorsed({ now: () => Date.now() - 3_600_000 }),
        'The Timestamp has expired.',
      ],
      [
        'one beside another',
        () =>
          endorsed().replace(
            /<wsu:Timestamp .*<\/wsu:Timestamp>/,
            (one) => one + one.replace(/Id="[^"]*"/, 'Id="x"'),
          ),
        'The element Timestamp is not signed.',
      ],
    ])('and nothing less: %s', async (_what, body, reason) => {
      expect(await sent(body())).toContain(reason);
    });

    test('which a rule without a Timestamp cannot have', () => {
      const given = { ...rules, overTls: true, timestamp: false };
      expect(() => signatureVerifier(given)).toThrow('overTls needs a signed Timestamp');
    });
  });

  test('an answer that a client verifies has a signed Body in any case', async () => {
    const server = school({ security: signer({ ...keyOf('server'), elements: ['Timestamp'] }) });
    const security = signatureVerifier({ ...rules, overTls: true });
    await expect(call(server, security)).rejects.toThrow('The element Body is not signed.');
  });

  describe('not over TLS, no request is accepted', () => {
    const proxy = (address: string): ServerOptions => ({
      trustProxy: ['10.0.0.1'],
      clientAddress: () => address,
    });
    const https = { 'X-Forwarded-Proto': 'https' };
    test.each<[string, Parameters<typeof sent>[1], string]>([
      ['plain HTTP', { url: 'http://test' }, notTls],
      ['a header of the caller', { url: 'http://test', headers: https }, notTls],
      [
        'a proxy that is not trusted',
        { url: 'http://test', headers: https, options: proxy('10.0.0.2') },
        notTls,
      ],
      [
        'the same with Forwarded',
        { url: 'http://test', headers: { Forwarded: 'proto=https' }, options: proxy('10.0.0.2') },
        notTls,
      ],
      [
        'a public address',
        { url: 'http://test', options: { publicUrl: 'https://school.example' } },
        notTls,
      ],
      [
        'a trusted proxy that says http',
        { headers: { 'X-Forwarded-Proto': 'http' }, options: proxy('10.0.0.1') },
        notTls,
      ],
      [
        'what a caller wrote before a trusted proxy',
        {
          url: 'http://test',
          headers: { 'X-Forwarded-Proto': 'https, http' },
          options: proxy('10.0.0.1'),
        },
        notTls,
      ],
      [
        'a trusted proxy that says https, which is TLS',
        { url: 'http://test', headers: https, options: proxy('10.0.0.1') },
        'accepted',
      ],
    ])('%s', async (_what, how, expected) => {
      expect(await sent(endorsed(), how)).toBe(expected);
      if (expected === notTls) expect(await sent(signed(), how)).toBe(expected);
    });

    test('by its connection', async () => {
      const events: AnswerEvent[] = [];
      const { listener } = serverOf({}, {}, events);
      const secure = createHttps({ key: pem('server.key'), cert: pem('server.pem') }, listener);
      const plain = createHttp(listener);
      const portOf = async (server: typeof plain | typeof secure): Promise<number> => {
        await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
        return (server.address() as AddressInfo).port;
      };
      const [tls, port] = [await portOf(secure), await portOf(plain)];
      try {
        const status = await new Promise((resolve, reject) => {
          const options = {
            method: 'POST',
            headers: http,
            rejectUnauthorized: false,
            agent: false,
          };
          const asked = requestHttps(`https://127.0.0.1:${tls}${path}`, options, (answer) => {
            answer.resume();
            resolve(answer.statusCode);
          });
          asked.on('error', reject);
          asked.end(endorsed());
        });
        expect(status).toBe(200);
        const init = { method: 'POST', headers: { ...http, Host: 'https' }, body: endorsed() };
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, init);
        expect([answer.status, events.at(-1)?.reason]).toEqual([500, notTls]);
      } finally {
        secure.closeAllConnections();
        secure.close();
        plain.closeAllConnections();
        plain.close();
      }
    });
  });
});

describe('soap package', () => {
  type Closing = { close(): unknown; closeAllConnections(): void };
  const open: Closing[] = [];
  afterEach(() => {
    for (const server of open.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  async function listen(listener: unknown): Promise<string> {
    const server = createServerFromNodeHttp(listener as RequestListener);
    open.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  const algorithms = {
    signatureAlgorithm: 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    digestAlgorithm: 'http://www.w3.org/2001/04/xmlenc#sha256',
  } as const;
  const security = (name: string): soap.WSSecurityCert =>
    new soap.WSSecurityCert(pem(`${name}.key`), pem(`${name}.pem`), '', algorithms);

  test.each([false, true])('it signs requests as a client, SOAP 1.2: %s', async (is12) => {
    const identities: string[] = [];
    const reasons: unknown[] = [];
    const server = createAuthCodeSendingServer(
      {
        authCode(_input, { identity }) {
          identities.push(identity.certificate.subject);
        },
      },
      { security: signatureVerifier(rules), onAnswer: ({ reason }) => void reasons.push(reason) },
    );
    const base = await listen(server.listener);
    const client = await soap.createClientAsync(`${base}/AuthCodeSending.asmx?WSDL`, {
      forceSoap12Headers: is12,
    });
    const call = client.AuthCodeAsync as (given: object) => Promise<unknown>;
    client.setSecurity(security('client'));
    await call(input);
    expect(identities).toEqual([expect.stringContaining('CN=client')]);
    client.setSecurity(security('stranger'));
    await expect(call(input)).rejects.toThrow('could not be authenticated');
    expect(reasons.at(-1)).toBe('The certificate of the signature is not trusted.');
  });

  test('its security object signs requests of a client, and answers of a server', async () => {
    const server = createAuthCodeSendingServer(
      { authCode: () => undefined },
      { security: [signatureVerifier(rules), security('server')] },
    );
    const both = [security('client'), signatureVerifier(rules)];
    const client = createAuthCodeSendingClient({
      baseUrl: 'http://test',
      fetch: server.fetch,
      security: both,
    });
    await client.authCode(input);
  });

  test('xml-crypto, which it verifies with, verifies what we sign', async () => {
    const seen: string[] = [];
    const http = createServerFromNodeHttp((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        seen.push(Buffer.concat(parts).toString());
        const answer = envelope('soap11', ' ').replace(
          /AuthCode.*AuthCode/s,
          'AuthCodeResponse xmlns="http://tempuri.org/"></AuthCodeResponse',
        );
        response.setHeader('Content-Type', 'text/xml; charset=utf-8');
        response.end(security('server').postProcess(answer, 'soap'));
      });
    });
    open.push(http);
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const client = createAuthCodeSendingClient({
      baseUrl,
      binding: 'soap11',
      security: [
        usernameToken({ username: 'ada', password: 'secret' }),
        signer(keyOf('client')),
        signatureVerifier(rules),
      ],
    });
    await client.authCode(input);
    const check = (xml: string): boolean => {
      const signature = new SignedXml({ publicCert: pem('client.pem'), idMode: 'wssecurity' });
      signature.loadSignature(/<ds:Signature .*<\/ds:Signature>/s.exec(xml)?.[0] ?? '');
      try {
        return signature.checkSignature(xml);
      } catch {
        return false;
      }
    };
    const [xml = ''] = seen;
    expect(check(xml)).toBe(true);
    expect(check(xml.replace('>1<', '>3<'))).toBe(false);
    expect(check(xml.replace('>ada<', '>eve<'))).toBe(false);
  });

  test('its server reads a signed request', async () => {
    const http = createServerFromNodeHttp((_request, response) => response.end());
    open.push(http);
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const wsdl = readFileSync(
      join(import.meta.dirname, '../../generated/student-information/wsdl/AuthCodeSending.wsdl'),
      'utf8',
    );
    const given: unknown[] = [];
    const methods = { AuthCode: (one: unknown): object => ({ count: given.push(one) }) };
    const ports = { AuthCodeSendingSoap: methods, AuthCodeSendingSoap12: methods };
    const services = { AuthCodeSending: ports };
    const server = soap.listen(http, { path: '/AuthCodeSending.asmx', services, xml: wsdl });
    server.authenticate = (header: { readonly BinarySecurityToken: unknown }): boolean =>
      header.BinarySecurityToken !== undefined;
    const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const ours = createAuthCodeSendingClient({ baseUrl, security: signer(keyOf('client')) });
    await ours.authCode(input);
    expect(given).toEqual([input]);
  });

  test('a client on the package signs, and verifies answers itself', async () => {
    const server = createAuthCodeSendingServer(
      { authCode: () => undefined },
      { security: [signatureVerifier(rules), signer(keyOf('server'))] },
    );
    const unsigned = createAuthCodeSendingServer({ authCode: () => undefined });
    for (const binding of ['soap11', 'soap12'] as const) {
      const caller = createSoapPackageCaller(
        soap.createClientAsync,
        [AuthCode],
        { security: [signer(keyOf('client')), signatureVerifier(rules)], binding },
        {},
      );
      const endpoint = `${await listen(server.listener)}/AuthCodeSending.asmx`;
      await caller.call(AuthCode, input, { endpoint });
      const other = `${await listen(unsigned.listener)}/AuthCodeSending.asmx`;
      await expect(caller.call(AuthCode, input, { endpoint: other })).rejects.toMatchObject({
        code: 'protocol',
        message: expect.stringContaining('not signed as asked'),
      });
    }
  });

  test('a server on the package verifies requests, and signs its answers', async () => {
    const http = createServerFromNodeHttp((_request, response) => response.end());
    open.push(http);
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const seen: unknown[] = [];
    const handler = (given: unknown): void => void seen.push(given);
    listenWithSoapPackage(
      (options: soap.IServerOptions) => soap.listen(http, options),
      [routeOf({ operation: AuthCode, handler })],
      { security: [signatureVerifier(rules), signer(keyOf('server'))] },
      undefined,
    );
    const baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
    const security = [signer(keyOf('client')), signatureVerifier(rules)];
    await createAuthCodeSendingClient({ baseUrl, binding: 'soap11', security }).authCode(input);
    expect(seen).toEqual([input]);
    const plain = createAuthCodeSendingClient({ baseUrl, binding: 'soap11' });
    await expect(plain.authCode(input)).rejects.toMatchObject({ name: 'SoapFault' });
  });
});
