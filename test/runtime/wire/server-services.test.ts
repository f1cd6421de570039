import { afterEach, expect, test } from '@jest/globals';
import type { Context } from '../../../src/runtime/server/options.ts';
import {
  AuthCode,
  type AuthCodeInput,
  type Credentials,
  GenerateReport,
  GetAboutUs,
} from './descriptors.ts';
import { request, start } from './exchange.ts';
import {
  authCode,
  envelope,
  fault11,
  fault12,
  soap11,
  soap12,
  text11,
  text12,
} from './messages.ts';
import { createServer } from './serve.ts';

let close: (() => void) | undefined;

afterEach(() => close?.());

test('strict, parity switches, routing by element', async () => {
  const { server, port } = await start(
    createServer(
      [
        {
          operation: AuthCode,
          handler: ({ code }: AuthCodeInput) => {
            last = code;
          },
        },
        { operation: GenerateReport, handler: () => 'x' },
        { operation: GetAboutUs, handler: () => 'about' },
      ],
      {
        strict: true,
        routeByElement: ['AuthCodeSending'],
        basePath: '/school/',
        parity: {
          asciiDefault: true,
          requestValidation: true,
          queryLimit: true,
          ignorePathCase: false,
        },
      },
    ).listener,
  );
  let last: string | undefined;
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  const path = 'POST /school/AuthCodeSending.asmx';
  const head = { 'Content-Type': 'text/xml', SOAPAction: '"urn:zzz"' };
  const missing = await request(
    port,
    path,
    head,
    envelope(soap11, '<GenerateReport xmlns="http://tempuri.org/"/>'),
  );
  expect(missing.body).toContain('<faultcode>soap:Client</faultcode>');
  expect(missing.body).toContain(
    'Missing required element &#39;studentId&#39;'.replaceAll('&#39;', "'"),
  );
  expect((await request(port, path, head, envelope(soap11, authCode('é')))).status).toBe(200);
  expect(last).toBe('??');
  const unknown = await request(port, path, head, envelope(soap11, '<Nope xmlns="urn:n"/>'));
  expect(unknown.body).toBe(
    fault11('Client', "The request element &lt;Nope xmlns='urn:n'&gt; was not recognized."),
  );
  const broken = await request(port, path, head, 'x');
  expect(broken.body).toContain(
    'The root element for the request could not be determined. When RoutingStyle',
  );
  expect(broken.body).toContain('<faultcode>soap:Server</faultcode>');
  const by = 'GET /school/AuthCodeSending.asmx/AuthCode';
  expect((await request(port, `${by}?code=%3Cscript%3E&phone=1`, {})).body).toBe(
    'A potentially dangerous Request.QueryString value was detected from the client (code=&quot;&lt;script&gt;&quot;).\r\n',
  );
  expect((await request(port, `${by}?code=${'x'.repeat(2100)}&phone=1`, {})).status).toBe(400);
  expect(
    (await request(port, 'GET /AuthCodeSending.asmx/AuthCode?code=1&phone=1', {})).status,
  ).toBe(404);
  expect(
    (await request(port, 'GET /school/authcodesending.asmx/AuthCode?code=1&phone=1', {})).status,
  ).toBe(404);
});

test('SOAP headers come in and go out', async () => {
  const { server, port } = await start(
    createServer([
      {
        operation: GenerateReport,
        handler: (
          _input: unknown,
          context: Context<
            unknown,
            unknown,
            unknown,
            { Credentials: Credentials },
            { Trace: string }
          >,
        ) => {
          context.setSoapHeader('Trace', '<t>');
          return context.soapHeaders.Credentials?.user;
        },
      },
    ]).listener,
  );
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  const header =
    '<Credentials xmlns="http://tempuri.org/" soap:mustUnderstand="1"><user>u</user></Credentials>';
  const body = '<GenerateReport xmlns="http://tempuri.org/"/>';
  const answer = await request(
    port,
    'POST /AuthCodeSending.asmx',
    { 'Content-Type': text12 },
    envelope(soap12, body, header),
  );
  expect(answer.body).toBe(
    envelope(
      soap12,
      '<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>u</GenerateReportResult></GenerateReportResponse>',
      '<Trace xmlns="http://tempuri.org/">&lt;t&gt;</Trace>',
    ),
  );
});

test.each([
  [soap12, 'soap:mustUnderstand="maybe"', "'maybe' is not a valid value for the field Encoded"],
  [
    soap11,
    'soap:mustUnderstand=""',
    "'' is not a valid value for the field EncodedMustUnderstand.",
  ],
  [soap11, 'soap:mustUnderstand=" 1 "', "' 1 ' is not a valid value for the field Encoded"],
  [soap12, 'soap:relay="x"', "'x' is not a valid value for the 'relay' attribute."],
  [soap11, 'soap:relay="x"', undefined],
  [soap11, 'mustUnderstand="x"', undefined],
  [soap11, 'soap:mustUnderstand="true"', undefined],
])('flags of declared headers are boolean: %s %s', async (namespace, flag, message) => {
  const { server, port } = await start(
    createServer([{ operation: GenerateReport, handler: () => 'called' }]).listener,
  );
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  const header = `<Credentials xmlns="http://tempuri.org/" ${flag}><user>u</user></Credentials>`;
  const type =
    namespace === soap12
      ? { 'Content-Type': text12 }
      : { 'Content-Type': text11, SOAPAction: '"http://tempuri.org/GenerateReport"' };
  const sent = envelope(namespace, '<GenerateReport xmlns="http://tempuri.org/"/>', header);
  const { status, body } = await request(port, 'POST /AuthCodeSending.asmx', type, sent);
  expect(status).toBe(message === undefined ? 200 : 500);
  const before = sent.slice(0, sent.indexOf(flag)).split('\n');
  const place = `(${before.length}, ${(before.pop() ?? '').length + 1})`;
  const beginning = 'Server was unable to read request. ---&gt; There is an error in XML document ';
  expect(body).toContain(
    message === undefined ? 'called' : `${beginning}${place}. ---&gt; ${message}`,
  );
});

test('one SOAP version alone', async () => {
  const only12 = { ...AuthCode, bindings: ['soap12'] as const };
  const { server, port } = await start(
    createServer([{ operation: only12, handler: () => undefined }]).listener,
  );
  close = () => {
    server.closeAllConnections();
    server.close();
  };
  const answer = await request(
    port,
    'POST /AuthCodeSending.asmx',
    { 'Content-Type': text11, SOAPAction: '"x"' },
    envelope(soap11, authCode()),
  );
  expect(answer.body).toContain(
    `Envelope namespace ${soap11} was unexpected. Expecting ${soap12}.`,
  );
  expect(answer.body).toContain('<faultcode>soap:VersionMismatch</faultcode>');
  expect(answer.headers['content-type']).toBe(text11);
  expect(answer.body).toContain(`<soap:Envelope xmlns:soap="${soap11}"`);
  const supported = /<soap12:SupportedEnvelope [^>]*>/g;
  expect(answer.body.match(supported)).toEqual([
    `<soap12:SupportedEnvelope qname="soap12:Envelope" xmlns:soap12="${soap12}" />`,
  ]);
  const other = await request(
    port,
    'POST /AuthCodeSending.asmx',
    { 'Content-Type': text12 },
    envelope('urn:x', authCode()),
  );
  expect(other.body).toContain('<soap:Value>soap:VersionMismatch</soap:Value>');
  expect(other.body.match(supported)).toHaveLength(1);
  const nothing = await request(port, 'POST /AuthCodeSending.asmx', { 'Content-Type': text12 }, '');
  expect(nothing.body).toBe(
    fault12('Receiver', 'Server was unable to process request. ---&gt; Root element is missing.'),
  );
});
