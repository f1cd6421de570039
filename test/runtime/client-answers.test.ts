import { createServer as createHttpServer } from 'node:http';
import { createServer, type Server, type Socket } from 'node:net';
import { inspect } from 'node:util';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, test } from '@jest/globals';
import { encodeError } from '../../src/runtime/client/answer.ts';
import { type Caller, createCaller } from '../../src/runtime/client/call.ts';
import type {
  CallOptions,
  ClientOptions,
  StreamOptions,
} from '../../src/runtime/client/request.ts';
import { type HeaderDescriptor, isAsmxError } from '../../src/runtime/operation/descriptor.ts';
import { isFault } from '../../src/runtime/operation/soap.ts';
import { ByteCollector } from '../../src/runtime/platform/globals.ts';
import { soap11 as soap11Binding } from '../../src/runtime/soap/client.ts';
import { readHeaders } from '../../src/runtime/soap/details.ts';
import {
  base64Binary,
  element,
  hexBinary,
  readMessage,
  result as resultMessage,
} from '../../src/runtime/type.ts';
import { missing } from '../../src/runtime/types/message.ts';
import { parseXsdInt } from '../../src/runtime/types/number.ts';
import type { Deviation } from '../../src/runtime/xml/errors.ts';
import { XmlReader } from '../../src/runtime/xml/reader.ts';
import { EncodeError } from '../../src/runtime/xml/writer.ts';
import { createRandom } from './random.ts';
import { List, streamRecords } from './stream-operation.ts';
import { answering, failure } from './wire/answering.ts';
import { AuthCode, GenerateReport, GetAboutUs, GetNotes, Notify } from './wire/descriptors.ts';
import { envelope, fault11, fault12, soap11, soap12, text11, text12 } from './wire/messages.ts';

describe('client answers', () => {
  const report =
    '<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>é &lt;</GenerateReportResult></GenerateReportResponse>';
  const document =
    '<?xml version="1.0" encoding="utf-8"?>\r\n<string xmlns="http://tempuri.org/">é &lt;</string>';
  const input = { studentId: 1 };

  describe('results', () => {
    test.each([
      ['SOAP 1.1', envelope(soap11, report), text11],
      ['SOAP 1.2', envelope(soap12, report), text12],
      ['a comment before the result', envelope(soap11, `<!-- <a> -->${report}`), text11],
      [
        'another prefix and white space',
        envelope(soap11, report)
          .replaceAll('soap:', 'S:')
          .replace('xmlns:soap', 'xmlns:S')
          .replaceAll('><', '>\n<'),
        text11,
      ],
      ['a byte order mark', `\ufeff${envelope(soap11, report)}`, 'text/xml'],
      ['something after the envelope', `${envelope(soap11, report)}\n<!-- ad --><script>`, text11],
      ['another content type', envelope(soap11, report), 'application/octet-stream'],
      ['status 201', envelope(soap11, report), text11],
    ])('%s', async (name, body, type) => {
      const client = answering(body, type, name === 'status 201' ? 201 : 200);
      expect(await client.call(GenerateReport, input)).toBe('é <');
    });

    test('Latin-1 by content type or declaration', async () => {
      const latin = Buffer.from(envelope(soap11, report).replace('utf-8', 'iso-8859-1'), 'latin1');
      expect(
        await answering(latin, 'text/xml; charset=iso-8859-1').call(GenerateReport, input),
      ).toBe('é <');
      expect(await answering(latin, 'text/xml').call(GenerateReport, input)).toBe('é <');
    });

    test.each([
      ['a document', document, 'é <'],
      ['an empty value', '<string xmlns="http://tempuri.org/" />', ''],
      [
        'null',
        '<string xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true" xmlns="http://tempuri.org/" />',
        undefined,
      ],
    ])('HTTP GET: %s', async (_name, body, result) => {
      expect(await answering(body).call(GenerateReport, input, { binding: 'httpGet' })).toBe(
        result,
      );
      expect(await answering(body).call(GenerateReport, input, { binding: 'httpPost' })).toBe(
        result,
      );
    });

    test('void', async () => {
      expect(
        await answering(envelope(soap11, '<AuthCodeResponse xmlns="http://tempuri.org/" />')).call(
          AuthCode,
          {},
        ),
      ).toBeUndefined();
      expect(
        await answering(null, undefined).call(AuthCode, {}, { binding: 'httpGet' }),
      ).toBeUndefined();
      expect(await answering(null, undefined, 202).call(Notify, {})).toBeUndefined();
      expect(await answering('', 'text/html').call(Notify, {})).toBeUndefined();
    });

    test.each([
      ['a text', 'OK', 'text/plain'],
      ['a page', '<!DOCTYPE html><title>Thanks</title>', 'text/html'],
      ['another document', '<ok/>', 'text/xml'],
      ['an envelope', envelope(soap11, '<r xmlns="urn:r"/>'), text11],
      ['an envelope without a body', `<s:Envelope xmlns:s="${soap11}"/>`, text11],
      ['half an envelope', envelope(soap11, '').slice(0, -20), text11],
      ['bytes that are no text', '\u0000\ufffd', 'image/png'],
    ])('of a one-way call is success, whatever it says: %s', async (_name, body, type) => {
      for (const status of [200, 202]) {
        expect(await answering(body, type, status).call(Notify, {})).toBeUndefined();
      }
      const refused = answering(fault11('Client', 'm'), text11, 200);
      await expect(refused.call(Notify, {})).rejects.toMatchObject({ message: 'm' });
      await expect(answering(body, type, 400).call(Notify, {})).rejects.toThrow('status 400');
    });

    test.each([202, 204])(
      '%s without a body is a result only if none is required',
      async (status) => {
        expect(await answering(null, undefined, status).call(AuthCode, {})).toBeUndefined();
        const { soap } = GenerateReport;
        const readResponse = (reader: XmlReader): never => missing(reader, 'Result');
        const required = {
          ...GenerateReport,
          soap: { ...soap, readResponse },
        } as typeof GenerateReport;
        await expect(
          answering(null, undefined, status).call(required, input),
        ).rejects.toMatchObject({
          code: 'protocol',
          message: expect.stringContaining(`The answer is empty (status ${status}, `),
        });
      },
    );

    const isText =
      "The answer is not a SOAP envelope. If the operation writes it itself, declare it as 'written'";
    test.each([
      [
        'an error of JSON-RPC',
        '{"jsonrpc":"2.0","error":{"code":-32700}}',
        'application/json',
        isText,
      ],
      ['a problem', '{"title":"no"}', 'application/problem+json', isText],
      ['a text', 'please log in', 'text/plain', isText],
      ['a document', '<ok/>', 'text/xml', isText],
      ['a text without a type', 'OK', undefined, isText],
      [
        'a page',
        '<html><title>Sign in</title></html>',
        'text/html',
        'It is a web page (status 200',
      ],
      ['nothing', null, undefined, 'The answer is empty (status 200'],
      ['white space', ' \r\n', text11, 'The answer is empty (status 200'],
    ])(
      'a void operation that does not write is no success with %s',
      async (_name, body, type, text) => {
        const { http: _, ...soapAlone } = AuthCode;
        for (const binding of ['soap11', 'soap12'] as const) {
          for (const operation of [AuthCode, soapAlone as typeof AuthCode]) {
            for (const lenient of [false, true]) {
              const client = answering(body, type, 200, { lenient });
              const refused = { code: 'protocol', binding, status: 200 };
              const error = await failure(client.call(operation, {}, { binding }));
              expect(error).toMatchObject(refused);
              expect(await failure(client.raw(operation, {}, { binding }))).toMatchObject(refused);
              if (operation === AuthCode) expect(String(error)).toContain(text);
            }
          }
        }
        const http = answering(body, type);
        if (type !== 'text/html') await http.call(AuthCode, {}, { binding: 'httpGet' });
      },
    );

    test('a void operation that writes before its envelope, or is declared to write', async () => {
      const empty = envelope(soap11, '<AuthCodeResponse xmlns="http://tempuri.org/" />');
      expect(await answering(`{"a":1}${empty}`).raw(AuthCode, {})).toMatchObject({
        written: '{"a":1}',
        result: undefined,
      });
      const writing = { ...AuthCode, written: 'text' } as typeof AuthCode;
      expect((await answering('OK', 'text/plain').raw(writing, {})).written).toBe('OK');
    });

    test('another namespace on the wire', async () => {
      const client = answering(
        envelope(soap11, report.replaceAll('http://tempuri.org/', 'urn:s')),
        text11,
        200,
        { namespace: 'urn:s' },
      );
      expect(await client.call(GenerateReport, input)).toBe('é <');
    });
  });

  describe('raw', () => {
    test('tells everything', async () => {
      const body = envelope(soap11, report, '<Trace xmlns="http://tempuri.org/">t</Trace>');
      const raw = await answering(`{"a":1}${body}`).raw(GenerateReport, input);
      expect(raw).toMatchObject({
        status: 200,
        written: '{"a":1}',
        result: 'é <',
        soapHeaders: { Trace: 't' },
      });
      expect(raw.headers['content-type']).toBe(text11);
      expect(Buffer.from(raw.body).toString()).toBe(`{"a":1}${body}`);
    });

    const session =
      '<p:sessionID xmlns:p="urn:polarion:session" soap:actor="urn:a" soap:mustUnderstand="1">47<!-- -->11</p:sessionID>';
    const sessionElement = {
      name: 'sessionID',
      namespace: 'urn:polarion:session',
      attributes: [
        { name: 'actor', namespace: soap11, value: 'urn:a' },
        { name: 'mustUnderstand', namespace: soap11, value: '1' },
      ],
      children: ['4711'],
    };

    test('headers that no contract declares, beside declared ones', async () => {
      const trace = '<Trace xmlns="http://tempuri.org/">t</Trace>';
      const again = trace.replace('>t<', '>u<');
      const body = envelope(soap11, report, ` ${session}${trace}<!-- c -->${again}<empty/>`);
      const raw = await answering(body).raw(GenerateReport, input);
      expect(raw.soapHeaders).toEqual({ Trace: 't' });
      expect(raw.unknownHeaders).toEqual([
        sessionElement,
        { name: 'Trace', namespace: 'http://tempuri.org/', children: ['u'] },
        { name: 'empty', namespace: '' },
      ]);
      // of an operation without declared headers, and after text
      const empty = '<AuthCodeResponse xmlns="http://tempuri.org/" />';
      const void11 = `{}${envelope(soap11, empty, session)}`;
      expect((await answering(void11).raw(AuthCode, {})).unknownHeaders).toEqual([sessionElement]);
      expect((await answering(envelope(soap11, empty)).raw(AuthCode, {})).unknownHeaders).toEqual(
        [],
      );
      const accepted = await answering(void11.slice(2), text11, 202).raw(Notify, {});
      expect(accepted.unknownHeaders).toEqual([sessionElement]);
      const got = await answering(null, undefined).raw(AuthCode, {}, { binding: 'httpGet' });
      expect(got.unknownHeaders).toEqual([]);
    });

    test.each([
      ['JSON', '{"text":"<Envelope >"}'],
      ['XML', '<?xml version="1.0"?><list><item/></list>'],
      ['something like an envelope', '<Envelope ><soap:Envelope '],
    ])('text before the envelope: %s', async (_name, written) => {
      const raw = await answering(written + envelope(soap12, report), text12).raw(
        GenerateReport,
        input,
      );
      expect([raw.written, raw.result]).toEqual([written, 'é <']);
    });

    test('what an operation wrote instead of an envelope', async () => {
      expect(await answering('{"a":1}', 'application/json').raw(GetNotes, {})).toMatchObject({
        written: '{"a":1}',
        result: { a: 1 },
      });
      const broken = answering('{"a":', 'application/json');
      expect(await broken.raw(GetNotes, {})).toMatchObject({ written: '{"a":', result: undefined });
      await expect(broken.call(GetNotes, {})).rejects.toMatchObject({ code: 'protocol' });
      expect(
        await answering('{"a":1}', undefined).raw(GetNotes, {}, { binding: 'httpGet' }),
      ).toMatchObject({ written: '{"a":1}' });
      expect(
        await answering(`text${document}`).raw(GenerateReport, input, { binding: 'httpGet' }),
      ).toMatchObject({ written: 'text', result: 'é <' });
    });
  });

  describe('faults', () => {
    test.each([
      [
        '1.1',
        fault11(
          'Client',
          'custom &lt;',
          '<faultactor>urn:a</faultactor><detail><code xmlns="urn:e">E42</code></detail>',
        ),
        text11,
      ],
      [
        '1.2',
        fault12(
          'Sender',
          'custom &lt;',
          '<soap:Node>urn:a</soap:Node><soap:Detail><code xmlns="urn:e">E42</code></soap:Detail>',
        ),
        text12,
      ],
    ])('SOAP %s', async (_name, body, type) => {
      const error = await failure(answering(body, type, 500).call(AuthCode, {}));
      if (!isFault(error)) throw error;
      expect(error).toMatchObject({
        name: 'SoapFault',
        code: 'Client',
        message: 'custom <',
        reason: 'custom <',
        actor: 'urn:a',
        status: 500,
        faultName: undefined,
      });
      expect(error.detail).toEqual([
        expect.objectContaining({ name: 'code', namespace: 'urn:e', children: ['E42'] }),
      ]);
      expect(error.xml).toMatch(/^<soap:Fault>.*<\/soap:Fault>$/s);
      expect(Buffer.from(error.raw?.body ?? []).toString()).toBe(body);
      expect(isAsmxError(error)).toBe(false);
      expect(isFault(error, GenerateReport, 'InvalidClass')).toBe(false);
    });

    test('with the headers of the answer', async () => {
      const headers =
        '<Trace xmlns="http://tempuri.org/">t</Trace><s:id xmlns:s="urn:s" soap:role="urn:r">7</s:id>';
      const body = envelope(
        soap12,
        /<soap:Fault>.*<\/soap:Fault>/s.exec(fault12('Sender', 'm'))?.[0] ?? '',
        headers,
      );
      const error = await failure(answering(body, text12, 500).call(GenerateReport, input));
      if (!isFault(error)) throw error;
      expect(error).toMatchObject({
        message: 'm',
        soapHeaders: { Trace: 't' },
        unknownHeaders: [{ name: 'id', namespace: 'urn:s', children: ['7'] }],
      });
      const plain = await failure(
        answering(fault11('Client', 'm'), text11, 500).call(AuthCode, {}),
      );
      expect(plain).toMatchObject({ soapHeaders: {}, unknownHeaders: [] });
    });

    test('declared details are decoded', async () => {
      const detail =
        '<detail><x/><InvalidClass xmlns="http://tempuri.org/"><reason>r</reason></InvalidClass></detail>';
      const error = await failure(
        answering(fault11('Client', 'm', detail), text11, 500).call(GenerateReport, input),
      );
      if (!isFault(error, GenerateReport, 'InvalidClass')) throw error;
      expect(error.detail.reason).toBe('r');
      expect(error.faultName).toBe('InvalidClass');
    });

    test('an operation of SOAP 1.1 alone reads a fault of SOAP 1.2', async () => {
      const alone = { ...GenerateReport, client: [soap11Binding] };
      const other = answering(fault12('Sender', 'no gateway'), text12, 500);
      expect(await failure(other.call(alone, input))).toMatchObject({
        name: 'SoapFault',
        code: 'Client',
        message: 'no gateway',
      });
      const known = await failure(
        answering(fault11('Client', 'm'), text11, 500).call(alone, input),
      );
      expect(known).toMatchObject({ name: 'SoapFault', code: 'Client', message: 'm' });
    });

    test('the parts of one version in the envelope of the other', async () => {
      const body = envelope(
        soap11,
        '<soap:Fault><Code><Value>soap:Sender</Value></Code><Reason><Text xml:lang="en">m</Text></Reason></soap:Fault>',
      );
      expect(await failure(answering(body, text11, 500).call(AuthCode, {}))).toMatchObject({
        code: 'Client',
        message: 'm',
      });
    });

    test('nested subcodes', async () => {
      const value = (name: string): string => `<soap:Value>${name}</soap:Value>`;
      const inner = `<soap:Subcode>${value('ter:InvalidTimeZone')}</soap:Subcode>`;
      const codes = `${value('soap:Sender')}<soap:Subcode>${value('ter:InvalidArgVal')}${inner}</soap:Subcode>`;
      const body = fault12('Sender', 'm').replace(
        /<soap:Code>.*<\/soap:Code>/,
        `<soap:Code xmlns:ter="urn:ter">${codes}</soap:Code>`,
      );
      expect(await failure(answering(body, text12, 400).call(AuthCode, {}))).toMatchObject({
        code: 'Client',
        subcode: '{urn:ter}InvalidArgVal',
        subcodes: ['{urn:ter}InvalidArgVal', '{urn:ter}InvalidTimeZone'],
      });
      const none = await failure(answering(fault12('Sender', 'm'), text12).call(AuthCode, {}));
      expect(none).toMatchObject({ subcode: undefined, subcodes: [] });
    });

    test('subcode, foreign code, role, several languages', async () => {
      const body = envelope(
        soap12,
        '<soap:Fault><soap:Code><soap:Value xmlns:q="urn:q">q:Mine</soap:Value><soap:Subcode><soap:Value xmlns:q="urn:q">q:Sub</soap:Value></soap:Subcode></soap:Code><soap:Reason><soap:Text xml:lang="de">nein</soap:Text><soap:Text xml:lang="en">no</soap:Text></soap:Reason><soap:Role>urn:r</soap:Role></soap:Fault>',
      );
      const error = await failure(answering(body, text12, 500).call(AuthCode, {}));
      expect(error).toMatchObject({
        code: '{urn:q}Mine',
        subcode: '{urn:q}Sub',
        message: 'no',
        role: 'urn:r',
        detail: undefined,
      });
    });

    test('a fault with status 200, without text, and with a prefix no one declared', async () => {
      const error = await failure(
        answering(
          envelope(
            soap11,
            '<!-- x --><soap:Fault><faultcode>SOAP-ENV:Server</faultcode><faultstring/></soap:Fault>',
          ),
        ).call(AuthCode, {}),
      );
      expect(error).toMatchObject({
        name: 'SoapFault',
        code: 'Server',
        message: 'SOAP fault Server',
      });
    });
  });

  const advice = 'Is the URL that of the service, such as …/Service.asmx?';

  describe('errors have one class, a closed code and the raw answer', () => {
    const html =
      '<!DOCTYPE html><html><head><title>Server &amp; Error</title></head><body><h1>x</h1><h2> <i>Request format\nis unrecognized.</i> </h2></body></html>';
    /** The first 200 characters, on one line. */
    const start = `${html.slice(0, 200)}${html.length > 200 ? '…' : ''}`.replaceAll('\n', '\\n');
    test.each([
      [
        'HTML error page',
        html,
        'text/html',
        500,
        'http-status',
        `The server answered with status 500: Server & Error: Request format is unrecognized. It is a web page (content type text/html). The log of the server says what failed. It begins: ${start}`,
      ],
      [
        'plain text',
        'Missing parameter: code.\r\n',
        'text/plain',
        500,
        'http-status',
        'The server answered with status 500: Missing parameter: code.',
      ],
      [
        '400 empty',
        '',
        text11,
        400,
        'http-status',
        `The server answered with status 400. The answer is empty (content type ${text11}).`,
      ],
      [
        '415 empty',
        '',
        text11,
        415,
        'http-status',
        `The server answered with status 415. The answer is empty (content type ${text11}). It does not take the content type, which the option binding changes.`,
      ],
      [
        'HTML error page with an XML declaration',
        `<?xml version="1.0" ?>\n${html}`,
        'text/html',
        405,
        'http-status',
        expect.stringMatching(
          /^The server answered with status 405: Server & Error: Request format is unrecognized\. It is a web page/,
        ),
      ],
      [
        'XML with status 500',
        '<?xml version="1.0"?>\n<error code="7">No &lt;seat&gt; left</error>',
        'application/xml',
        500,
        'http-status',
        'The server answered with status 500: <?xml version="1.0"?>\n<error code="7">No &lt;seat&gt; left</error>',
      ],
      [
        'an envelope with status 500 that is no fault',
        envelope(soap11, '<Error xmlns="urn:e">no seat</Error>'),
        text11,
        500,
        'http-status',
        expect.stringMatching(
          /^The server answered with status 500: <\?xml .*<Error xmlns="urn:e">no seat</,
        ),
      ],
      ['404', html, 'text/html', 404, 'http-status', expect.stringContaining('status 404')],
      ['redirect', '', undefined, 302, 'http-status', expect.stringContaining('status 302')],
      [
        'HTML with status 200',
        html,
        'text/html',
        200,
        'protocol',
        `The answer is not a SOAP envelope. It is a web page (status 200, content type text/html). ${advice} It begins: ${start}`,
      ],
      [
        'nothing',
        '',
        text11,
        200,
        'protocol',
        `The answer is empty (status 200, content type ${text11}). ${advice}`,
      ],
      [
        'another document',
        '<a/>',
        text11,
        200,
        'protocol',
        `The answer is not a SOAP envelope. It has status 200, content type ${text11}. It begins: <a/>`,
      ],
      [
        'no body',
        `<s:Envelope xmlns:s="${soap11}"/>`,
        text11,
        200,
        'protocol',
        expect.stringMatching(/^The answer has no soap:Body\. It has status 200/),
      ],
      [
        'an envelope with status 403',
        envelope(soap11, ''),
        text11,
        403,
        'http-status',
        expect.stringContaining('403'),
      ],
      [
        'truncated',
        envelope(soap11, report).slice(0, -30),
        text11,
        200,
        'decode',
        expect.stringContaining('The answer could not be read'),
      ],
      [
        'malformed',
        envelope(soap11, '<a></b>'),
        text11,
        200,
        'decode',
        expect.stringMatching(/line 1, column \d+/),
      ],
      [
        'a DTD',
        `<!DOCTYPE a>${envelope(soap11, report).slice(38)}`,
        text11,
        200,
        'decode',
        expect.any(String),
      ],
    ])('SOAP: %s', async (_name, body, type, status, code, message) => {
      const error = await failure(answering(body, type, status).call(GenerateReport, input));
      expect(error).toMatchObject({
        name: 'AsmxError',
        code,
        message,
        status,
        operation: 'AuthCodeSending.GenerateReport',
        binding: 'soap11',
        raw: { status },
      });
      expect(isAsmxError(error)).toBe(true);
      expect(isFault(error)).toBe(false);
      if (isAsmxError(error)) expect(Buffer.from(error.raw?.body ?? []).toString()).toBe(body);
    });

    test.each([
      [' a="1" a="2"', "'a' is a duplicate attribute name. (line 1, column "],
      [
        ' xmlns:p=""',
        'Invalid namespace declaration: a prefix needs a namespace name. (line 1, column ',
      ],
      [' z:a="1"', "'z' is an undeclared prefix. (line 1, column "],
      [
        ' a="<"',
        "'<', hexadecimal value 0x3C, is an invalid attribute character. (line 1, column ",
      ],
    ])('an envelope with%s says what is wrong', async (attributes, message) => {
      const body = envelope(soap11, report).replace('Envelope', `Envelope${attributes}`);
      const decode = { code: 'decode', message: expect.stringContaining(message) };
      expect(await failure(answering(body, text11).call(GenerateReport, input))).toMatchObject(
        decode,
      );
      // what is told of an error page is its status
      const failed = answering(body, text11, 500).call(GenerateReport, input);
      expect(await failure(failed)).toMatchObject({ code: 'http-status' });
      await answering(body, text11).call(Notify, { id: 1 } as never);
    });

    test('what an error quotes of an answer is short, without control characters', async () => {
      for (const content of ['<\u009b31mx/>', '<a\u202eb/>']) {
        const body = envelope(soap11, content);
        const error = await failure(answering(body, text11).call(GenerateReport, input));
        expect(error).toMatchObject({
          code: 'decode',
          message: expect.stringMatching(/^[^\p{Cc}\u202e]*\(line 1, column \d+\)$/u),
        });
      }
      const name = { service: 'S', operation: 'O', binding: 'soap11' } as const;
      const long = new Error(`Found {${'u'.repeat(100_000)}}a instead.`);
      expect(encodeError(long, name).message.length).toBeLessThan(2500);
    });

    test('WWW-Authenticate is shown', async () => {
      const answerHeaders = { 'WWW-Authenticate': 'Basic realm="stock"' };
      const client = answering('Who?', 'text/plain', 401, { answerHeaders });
      expect(await failure(client.call(GenerateReport, input))).toMatchObject({
        message:
          'The server answered with status 401 (WWW-Authenticate: Basic realm="stock"): Who? Sign in with the option security.',
      });
    });

    test.each([
      ['an error', 'Missing parameter: code.', 'text/plain', 500, 'http-status'],
      ['an HTML page', html, 'text/html', 200, 'protocol'],
      ['JSON', '{}', 'application/json', 200, 'protocol'],
      ['nothing', '', text11, 200, 'protocol'],
      ['truncated', document.slice(0, -3), text11, 200, 'decode'],
    ])('HTTP GET: %s', async (_name, body, type, status, code) => {
      const error = await failure(
        answering(body, type, status).call(GenerateReport, input, { binding: 'httpGet' }),
      );
      expect(error).toMatchObject({ name: 'AsmxError', code, binding: 'httpGet', raw: { status } });
    });

    test('an answer that is too long', async () => {
      const error = await failure(
        answering('x'.repeat(100), text11, 200, { maxResponseBytes: 99 }).call(GetAboutUs, {}),
      );
      expect(error).toMatchObject({ code: 'too-large', raw: { status: 200 } });
    });

    const page = `<html><title>Sign\x1b[31m in</title>\r\n${'x'.repeat(300)}</html>`;

    test.each(['soap11', 'soap12', 'httpGet', 'httpPost'] as const)(
      'a web page in place of an answer over %s',
      async (binding) => {
        const type = 'text/html; charset=utf-8';
        const begins = `<html><title>Sign\\u001b[31m in</title>\\r\\n${'x'.repeat(165)}…`;
        const web = `It is a web page (status 200, content type ${type}). ${advice} It begins: ${begins}`;
        expect(begins.replaceAll(/\\(?:u001b|.)/g, ' ')).toHaveLength(201);
        for (const operation of [GetAboutUs, AuthCode]) {
          const client = answering(page, type);
          const error = await failure(client.call(operation as typeof AuthCode, {}, { binding }));
          expect(error).toMatchObject({
            code: 'protocol',
            message: expect.stringContaining(web),
            raw: { status: 200 },
          });
        }
        expect(
          await failure(answering(page, type, 404).call(AuthCode, {}, { binding })),
        ).toMatchObject({
          code: 'http-status',
          message: `The server answered with status 404: Sign\\u001b[31m in. It is a web page (content type ${type}). ${advice} It begins: ${begins}`,
        });
        const nothing = await failure(answering('', '').call(GenerateReport, input, { binding }));
        expect(nothing).toMatchObject({
          code: 'protocol',
          message: `The answer is empty (status 200, no content type). ${advice}`,
        });
      },
    );

    test.each([
      [400, ''],
      [401, 'Sign in with the option security. '],
      [403, 'It refuses this user, or calls from here. '],
      [404, `${advice} `],
      [405, `It takes no such method there. ${advice} `],
      [411, 'It wants to know the length of the request, which streams do not have. '],
      [413, 'The request is longer than it takes. '],
      [415, 'It does not take the content type, which the option binding changes. '],
      [500, 'The log of the server says what failed. '],
      [502, ''],
      [503, ''],
    ])('a web page with status %i comes with advice that fits', async (status, asks) => {
      for (const binding of ['soap11', 'soap12', 'httpGet', 'httpPost'] as const) {
        const client = answering('<html>No', 'text/html', status);
        expect(await failure(client.call(AuthCode, {} as never, { binding }))).toMatchObject({
          code: 'http-status',
          message: `The server answered with status ${status}. It is a web page (content type text/html). ${asks}It begins: <html>No`,
        });
      }
      const said = async (body: string, type: string): Promise<string> =>
        String(await failure(answering(body, type, status).call(GenerateReport, input)));
      const same = status === 500 ? '' : ` ${asks.trimEnd()}`.trimEnd();
      expect(await said('', '')).toBe(
        `AsmxError: The server answered with status ${status}. The answer is empty (no content type).${same}`,
      );
      expect(await said('No.', 'text/plain')).toBe(
        `AsmxError: The server answered with status ${status}: No.${same}`,
      );
      const nothing = answering('', undefined, 407).call(GenerateReport, input);
      expect(String(await failure(nothing))).not.toContain('URL');
    });

    test.each([301, 302, 303, 307, 308])('a redirect with status %i', async (status) => {
      const location = 'https://sso.example.org/login?ReturnUrl=%2f\x1b[2J';
      const client = createCaller(
        {
          fetch: async () => ({
            status,
            // No `Headers`, which refuse what a socket may bring.
            headers: { get: () => null, forEach: (visit) => visit(location, 'Location') },
            arrayBuffer: async () => new ArrayBuffer(0),
            text: async () => '',
          }),
        },
        { baseUrl: 'http://h' },
      );
      expect(await failure(client.call(GenerateReport, input))).toMatchObject({
        code: 'http-status',
        status,
        message: `The server answered with status ${status}, a redirect to https://sso.example.org/login?ReturnUrl=%2f\\u001b[2J. If that is the service's address, give it as endpoint, or set redirect to 'follow'.`,
      });
    });

    test('an element in a text, with the option that reads it', async () => {
      const report =
        '<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>a<b/>' +
        '</GenerateReportResult></GenerateReportResponse>';
      const client = answering(envelope(soap11, report));
      expect(await failure(client.call(GenerateReport, input))).toMatchObject({
        code: 'decode',
        message: expect.stringMatching(
          /An element inside a text value\..* option 'lenient' accepts/,
        ),
      });
    });

    test('bytes in another form, with the option that reads them', async () => {
      const report = (content: string) =>
        `<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>${content}</GenerateReportResult></GenerateReportResponse>`;
      for (const type of [base64Binary, hexBinary]) {
        const { namespace, soap } = GenerateReport;
        const message = resultMessage('GenerateReportResponse', namespace, () =>
          element('GenerateReportResult', type),
        );
        const readResponse = (reader: XmlReader) => readMessage(message, reader) as never;
        const operation = { ...GenerateReport, soap: { ...soap, readResponse } } as never;
        const client = answering(envelope(soap11, report('-_8=')));
        expect(await failure(client.call(operation, input))).toMatchObject({
          code: 'decode',
          message: expect.stringMatching(/'-_8=' is not a .* The option 'lenient' accepts it\.$/),
        });
        const lenient = answering(envelope(soap11, report('-_8=')), text11, 200, { lenient: true });
        expect(await lenient.call(operation, input)).toBeUndefined();
      }
    });

    test('a redirect that the platform hides', async () => {
      const client = createCaller(
        {
          fetch: async () => ({
            status: 0,
            type: 'opaqueredirect',
            headers: { get: () => null, forEach: () => undefined },
            arrayBuffer: async () => new ArrayBuffer(0),
            text: async () => '',
          }),
        },
        { baseUrl: 'http://h' },
      );
      expect(await failure(client.call(GenerateReport, input))).toMatchObject({
        code: 'http-status',
        message: expect.stringMatching(/redirect.*endpoint/),
      });
    });
  });

  describe('what .NET reads although the contract does not allow it', () => {
    const header = (attributes: string, name = 'Extra', uri = 'urn:x'): string =>
      envelope(soap11, report).replace(
        '<soap:Body>',
        `<soap:Header><${name} xmlns="${uri}" ${attributes}>5</${name}></soap:Header><soap:Body>`,
      );
    const must = 'soap:mustUnderstand="1"';
    const read = async (body: string, options: object = {}): Promise<readonly string[]> => {
      const { deviations } = await answering(body, text11, 200, options).raw(GenerateReport, input);
      return deviations.map(({ message }) => message);
    };

    test('a header that must be understood is a deviation, and an error for strict clients', async () => {
      const expected = 'The header {urn:x}Extra has to be understood, and is not declared.';
      expect(await read(header(must))).toEqual([expected]);
      const strict = answering(header(must), text11, 200, { strict: true });
      await expect(strict.call(GenerateReport, input)).rejects.toMatchObject({
        code: 'protocol',
        message: expected,
        operation: 'AuthCodeSending.GenerateReport',
      });
      expect(await answering(header(must)).call(GenerateReport, input)).toBe('é <');
    });

    test('unless it is for another receiver, or known to security', async () => {
      expect(await read(header('soap:mustUnderstand="0"'))).toEqual([]);
      expect(await read(header(`${must} soap:actor="urn:other"`))).toEqual([]);
      const wsse =
        'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
      const secured = header(must, 'Security', wsse);
      expect(await read(secured)).toHaveLength(1);
      expect(await read(secured, { security: { toXML: () => '' } })).toEqual([]);
    });

    test('Sender and Receiver of a fault of SOAP 1.1 are Client and Server', async () => {
      for (const [code, expected] of [
        ['soap:Sender', 'Client'],
        ['soap:Receiver', 'Server'],
        ['Receiver', 'Server'],
      ]) {
        const fault = fault11('Sender', 'm').replace('soap:Sender', code ?? '');
        const client = answering(fault, text11, 500);
        await expect(client.call(GenerateReport, input)).rejects.toMatchObject({ code: expected });
      }
    });

    test('strict and lenient exclude each other', () => {
      expect(() => createCaller({ strict: true, lenient: true }, {})).toThrow(RangeError);
    });
  });
});

describe('client charset', () => {
  const input = { studentId: 1 };
  const latin = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
  const report = (text: string): string =>
    envelope(
      soap11,
      `\n<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>${text}</GenerateReportResult></GenerateReportResponse>`,
    );
  const document = (text: string): string =>
    `<?xml version="1.0"?>\n<string xmlns="http://tempuri.org/">${text}</string>`;

  describe('bytes that are not in the charset', () => {
    test.each([
      ['UTF-8 by its header', latin(report('a\xe9')), text11, 'utf-8', 2],
      ['UTF-8 by default', latin(report('a\xe9')), 'text/xml', 'utf-8', 2],
      ['after a byte order mark', latin(`\xef\xbb\xbf${report('a\xe9')}`), 'text/xml', 'utf-8', 2],
      ['US-ASCII', latin(report('a\xe9')), 'text/xml; charset=us-ascii', 'us-ascii', 2],
      [
        'half a character of UTF-16',
        new Uint8Array([...Buffer.from(report('a\ud800'), 'utf16le')]),
        'text/xml; charset=utf-16le',
        'utf-16le',
        2,
      ],
      ['Shift JIS', latin(report('a\xff')), 'text/xml; charset=shift_jis', 'shift_jis', 2],
      ['a fault', latin(fault11('Client', '\n\xe9')), text11, 'utf-8', 2],
    ])('are an error with the place: %s', async (_name, body, type, charset, line) => {
      const error = await failure(answering(body, type).call(GenerateReport, input));
      expect(error).toMatchObject({
        name: 'AsmxError',
        code: 'decode',
        message: expect.stringMatching(
          new RegExp(
            `^The answer could not be read: The bytes are not ${charset}: say in the option 'charset' what they are\\. \\(line ${line}, column \\d+\\)\\. The option 'lenient' accepts it\\.$`,
          ),
        ),
        raw: { status: 200 },
      });
    });

    test('have the column of their character', async () => {
      const text = report('ab');
      const column = text.length - text.indexOf('\n') - (text.length - text.indexOf('ab')) + 1;
      const error = await failure(
        answering(latin(text.replace('ab', 'a\xe9'))).call(GenerateReport, input),
      );
      expect(error).toMatchObject({
        message: expect.stringContaining(`(line 2, column ${column})`),
      });
    });

    test.each(['httpGet', 'httpPost'] as const)('are an error over %s', async (binding) => {
      const client = answering(latin(document('\xe9')));
      expect(await failure(client.call(GenerateReport, input, { binding }))).toMatchObject({
        code: 'decode',
        message: expect.stringContaining('what they are. (line 2, column 37)'),
      });
    });

    test('are a deviation with lenient', async () => {
      const found: Deviation[] = [];
      const onDeviation = (deviation: Deviation): unknown => found.push(deviation);
      const client = answering(latin(report('a\xe9')), text11, 200, { lenient: true, onDeviation });
      const raw = await client.raw(GenerateReport, input);
      expect(raw.result).toBe('a\ufffd');
      const message = expect.stringMatching(/^The bytes are not utf-8: .* \(line 2, column \d+\)$/);
      expect(raw.deviations).toEqual([{ path: '', message }]);
      expect(found).toEqual(raw.deviations);
    });

    test('are no error outside a message', async () => {
      const page = answering(latin('Zugriff verweigert f\xfcr'), 'text/plain', 403);
      expect(await failure(page.call(GenerateReport, input))).toMatchObject({
        code: 'http-status',
        message:
          'The server answered with status 403: Zugriff verweigert f\ufffdr. It refuses this user, or calls from here.',
      });
      const json = { ...GenerateReport, written: 'binary' as const };
      const raw = await answering(latin(`\xff\xd8${report('a')}`)).raw(json, input);
      expect(raw.body[1]).toBe(0xd8);
    });

    test('are not U+FFFD that was sent', async () => {
      expect(await answering(report('a\ufffd')).call(GenerateReport, input)).toBe('a\ufffd');
      const wide = new Uint8Array(Buffer.from(report('a\ufffd'), 'utf16le'));
      const client = answering(wide, 'text/xml; charset=utf-16le');
      expect(await client.call(GenerateReport, input)).toBe('a\ufffd');
    });

    test('are errors in text that the operation writes', async () => {
      const written = { ...GenerateReport, written: 'text' as const };
      const client = answering(latin('\xe9'), 'text/plain; charset=utf-8');
      expect(await failure(client.call(written, input))).toMatchObject({ code: 'decode' });
      expect(await failure(client.call(written, input, { binding: 'httpGet' }))).toMatchObject({
        code: 'decode',
      });
    });
  });

  describe('the option charset', () => {
    test.each([text11, 'text/xml', 'text/xml; charset=utf-16'])('replaces %s', async (type) => {
      const client = answering(latin(report('\xe9 \x80')), type, 200, { charset: 'windows-1252' });
      expect(await client.call(GenerateReport, input)).toBe('é €');
      const get = answering(latin(document('\xe9')), type, 200, { charset: 'iso-8859-1' });
      expect(await get.call(GenerateReport, input, { binding: 'httpGet' })).toBe('é');
    });

    test('gives way to a byte order mark', async () => {
      const client = answering(`\ufeff${report('é')}`, text11, 200, { charset: 'windows-1252' });
      expect(await client.call(GenerateReport, input)).toBe('é');
    });

    test('is refused if it is not known', () => {
      expect(() => answering('', text11, 200, { charset: 'x-none' })).toThrow('x-none');
    });
  });
});

describe('client limits', () => {
  const good = envelope(
    soap11,
    '<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>fine</GenerateReportResult></GenerateReportResponse>',
  );
  const input = { studentId: 1 };
  const values = [Number.NaN, -1, Number.NEGATIVE_INFINITY, '5', null, true, {}, 5n] as never[];

  function answering(sent: string[], options: ClientOptions = {}) {
    const fetch: ClientOptions['fetch'] = async (url) => {
      sent.push(url);
      return new Response(good, { headers: { 'Content-Type': 'text/xml; charset=utf-8' } });
    };
    return createCaller({ fetch, ...options }, { baseUrl: 'http://h' });
  }

  describe.each(['timeout', 'maxResponseBytes', 'maxConnections', 'maxHeaderBytes'] as const)(
    '%s',
    (name) => {
      test.each(values)('%p is refused when the client is made', (value) => {
        expect(() => answering([], { [name]: value })).toThrow(
          expect.objectContaining({ name: 'RangeError', message: expect.stringContaining(name) }),
        );
      });

      test.each([Number.POSITIVE_INFINITY, 1e9, undefined])('%p is taken', async (value) => {
        expect(await answering([], { [name]: value }).call(GenerateReport, input)).toBe('fine');
      });
    },
  );

  test('no connections are too few, and no milliseconds are no limit', async () => {
    expect(() => answering([], { maxConnections: 0 })).toThrow('maxConnections is the number 0');
    expect(() => answering([], { maxHeaderBytes: 0 })).toThrow('maxHeaderBytes is the number 0');
    expect(await answering([], { timeout: 0 }).call(GenerateReport, input)).toBe('fine');
  });

  test.each(values)('a timeout of %p ends its call before it is sent', async (timeout) => {
    const sent: string[] = [];
    const options: CallOptions<'soap11'> = { timeout };
    await expect(answering(sent).call(GenerateReport, input, options)).rejects.toMatchObject({
      code: 'encode',
      operation: 'AuthCodeSending.GenerateReport',
      message: expect.stringContaining('timeout is '),
    });
    await expect(
      answering(sent, { timeout: 5 }).raw(GenerateReport, input, { timeout: Infinity }),
    ).resolves.toMatchObject({ result: 'fine' });
    expect(sent).toHaveLength(1);
  });

  describe.each(['timeout', 'maxRecordLength', 'maxResponseBytes', 'totalTimeout'] as const)(
    '%s of a stream',
    (name) => {
      test.each(values)('%p ends it before it is sent', async (value) => {
        const sent: string[] = [];
        const options: StreamOptions = { [name]: value };
        const records = streamRecords(answering(sent), List, { count: 1 }, options);
        await expect(records[Symbol.asyncIterator]().next()).rejects.toMatchObject({
          code: 'encode',
          message: expect.stringContaining(name),
        });
        expect(sent).toEqual([]);
      });
    },
  );

  test('a server that sends a blank now and then is ended by the whole limit of a stream', async () => {
    let cancelled = 0;
    const caller = createCaller(
      {
        fetch: async () => {
          let timer: NodeJS.Timeout | undefined;
          const body = new ReadableStream<Uint8Array>({
            start: (controller) => {
              timer = setInterval(() => controller.enqueue(Uint8Array.of(32)), 1);
            },
            cancel: () => {
              cancelled += 1;
              clearInterval(timer);
            },
          });
          return new Response(body, { headers: { 'Content-Type': 'text/xml' } });
        },
        timeout: 5000,
      },
      { baseUrl: 'http://h' },
    );
    const records = streamRecords(caller, List, { count: 1 }, { totalTimeout: 50 });
    await expect(records[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      code: 'timeout',
      message: 'The call took longer than 50 ms.',
    });
    expect(cancelled).toBe(1);
  });
});

describe('client closed', () => {
  // What a server has closed is not used again, and a connection without an answer ends its call.

  const servers = new Set<Server>();
  const sockets = new Set<Socket>();
  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
    for (const server of servers) server.close();
    servers.clear();
  });

  const good = envelope(
    soap11,
    '<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>fine</GenerateReportResult></GenerateReportResponse>',
  );

  function answerOf(head = '', body: string | Buffer = good): Buffer {
    const start = `HTTP/1.1 200 OK\r\nContent-Type: ${text11}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n${head}\r\n`;
    return Buffer.concat([Buffer.from(start), Buffer.from(body)]);
  }

  interface Service {
    readonly baseUrl: string;
    /** Number of requests on each connection. */
    readonly counts: number[];
  }

  /** A server that does what it likes with the socket of each request. */
  async function listen(onRequest: (socket: Socket) => void): Promise<Service> {
    const counts: number[] = [];
    const listening = createServer((socket) => {
      sockets.add(socket);
      const index = counts.push(0) - 1;
      let received = '';
      socket.on('error', () => socket.destroy());
      socket.on('data', (chunk) => {
        received += chunk.toString('latin1');
        if (!/<\/soap:Envelope>|^GET .*\r\n\r\n/s.test(received)) return;
        received = '';
        counts[index] = (counts[index] ?? 0) + 1;
        onRequest(socket);
      });
    });
    servers.add(listening);
    await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
    const address = listening.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    return { baseUrl: `http://127.0.0.1:${port}`, counts };
  }

  const call = (caller: Caller, options?: CallOptions<'soap11'>): Promise<unknown> =>
    caller.call(GenerateReport, { studentId: 1 }, options);

  describe('a server that closes each connection after its answer', () => {
    const ways: readonly (readonly [string, (socket: Socket) => void])[] = [
      ['with it', (socket) => socket.end(answerOf())],
      ['at once', (socket) => socket.write(answerOf()) && socket.end()],
      ['later', (socket) => socket.write(answerOf(), () => setImmediate(() => socket.end()))],
      ['and drops it', (socket) => socket.write(answerOf(), () => socket.destroy())],
      ['though it says keep-alive', (socket) => socket.end(answerOf('Connection: keep-alive\r\n'))],
      ['and says so', (socket) => socket.end(answerOf('Connection: close\r\n'))],
    ];

    test.each(ways)('%s', async (_when, answer) => {
      const { baseUrl, counts } = await listen(answer);
      const caller = createCaller({ baseUrl }, {});
      for (let count = 0; count < 6; count += 1) expect(await call(caller)).toBe('fine');
      expect(counts).toEqual([1, 1, 1, 1, 1, 1]);
    });

    test.each(ways)('%s, and calls that wait for a connection', async (_when, answer) => {
      const { baseUrl, counts } = await listen(answer);
      const caller = createCaller({ baseUrl, maxConnections: 2 }, {});
      const results = await Promise.all(Array.from({ length: 8 }, () => call(caller)));
      expect(results).toEqual(Array.from({ length: 8 }, () => 'fine'));
      expect(counts).toEqual([1, 1, 1, 1, 1, 1, 1, 1]);
    });

    test('several connections at once', async () => {
      const { baseUrl } = await listen((socket) => socket.end(answerOf()));
      const caller = createCaller({ baseUrl, maxConnections: 8 }, {});
      for (let round = 0; round < 3; round += 1) {
        const results = await Promise.all(Array.from({ length: 8 }, () => call(caller)));
        expect(results).toEqual(Array.from({ length: 8 }, () => 'fine'));
      }
    });
  });

  test('a server that keeps connections gets all calls over one', async () => {
    const { baseUrl, counts } = await listen((socket) => socket.write(answerOf()));
    const caller = createCaller({ baseUrl, maxConnections: 5 }, {});
    for (let count = 0; count < 4; count += 1) expect(await call(caller)).toBe('fine');
    expect(counts).toEqual([4]);
  });

  test.each(['close', 'Close', 'x, close'])(
    'after Connection: %s, nothing follows on the connection',
    async (connection) => {
      const { baseUrl, counts } = await listen((socket) => socket.write(answerOf()));
      const caller = createCaller({ baseUrl, headers: { connection } }, {});
      for (let count = 0; count < 3; count += 1) expect(await call(caller)).toBe('fine');
      expect(counts).toEqual([1, 1, 1]);
    },
  );

  test('a server of Node that ends its socket', async () => {
    const http = createHttpServer((request, response) => {
      request.resume().on('end', () => {
        response.setHeader('Content-Type', text11).end(good, () => request.socket.end());
      });
    });
    servers.add(http);
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    const address = http.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const caller = createCaller({ baseUrl: `http://127.0.0.1:${port}` }, {});
    for (let count = 0; count < 6; count += 1) expect(await call(caller)).toBe('fine');
  });

  describe.each([
    ['node:http', {}],
    ['fetch', { fetch: (url, init) => fetch(url, init) }],
  ] as const satisfies readonly (readonly [string, ClientOptions])[])(
    'over %s',
    (name, options) => {
      const without: readonly (readonly [string, string, 'protocol' | 'transport'])[] = [
        ['a 101', 'HTTP/1.1 101 x\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n', 'protocol'],
        ['a 101 without Upgrade', 'HTTP/1.1 101 x\r\n\r\n', 'protocol'],
        ['nothing', '', 'transport'],
        ['a 100', 'HTTP/1.1 100 Continue\r\n\r\n', 'transport'],
        ['half a head', 'HTTP/1.1 200 OK\r\nContent-', 'transport'],
      ];

      // To fetch, that is a head before the answer.
      const ended = without.filter(
        ([what]) => name !== 'fetch' || what !== 'a 101 without Upgrade',
      );
      test.each(ended)('%s is no answer', async (_what, text, code) => {
        const { baseUrl } = await listen((socket) => {
          if (text === '') socket.end();
          else socket.write(text, () => text.includes(' 101 ') || socket.end());
        });
        const caller = createCaller({ baseUrl, ...options, timeout: 0 }, {});
        const expected = name === 'fetch' ? 'transport' : code;
        await expect(call(caller)).rejects.toMatchObject({ code: expected });
        const records = streamRecords(caller, List, { count: 1 });
        await expect(records[Symbol.asyncIterator]().next()).rejects.toMatchObject({
          code: expected,
        });
      });

      test.each(['UTF-8', 'none', 'x-unknown', 'gzip, utf-8', ' , identity'])(
        'the unknown content coding %p is none',
        async (coding) => {
          const { baseUrl } = await listen((socket) =>
            socket.write(answerOf(`Content-Encoding: ${coding}\r\n`)),
          );
          const caller = createCaller({ baseUrl, ...options }, {});
          expect(await call(caller)).toBe('fine');
          const body = envelope(
            soap11,
            '<ListResponse xmlns="urn:items"><ListResult><item><id>1</id></item></ListResult></ListResponse>',
          );
          const list = await listen((socket) =>
            socket.write(answerOf(`Content-Encoding: ${coding}\r\n`, body)),
          );
          const found: unknown[] = [];
          const streaming = createCaller({ baseUrl: list.baseUrl, ...options }, {});
          for await (const item of streamRecords(streaming, List, { count: 1 })) found.push(item);
          expect(found).toEqual([{ id: 1, name: undefined }]);
        },
      );

      test('content codings are taken back in turn', async () => {
        const { baseUrl } = await listen((socket) =>
          socket.write(answerOf('Content-Encoding: gzip, GZIP\r\n', gzipSync(gzipSync(good)))),
        );
        expect(await call(createCaller({ baseUrl, ...options }, {}))).toBe('fine');
      });
    },
  );
});

describe('read headers', () => {
  test('of several entries with one name the first counts, as on ASMX', () => {
    const declared: HeaderDescriptor = {
      name: 'Auth',
      element: { local: 'Auth', namespace: 'urn:h' },
      required: false,
      read: (reader) => reader.value(parseXsdInt),
    };
    const entries =
      '<Auth xmlns="urn:h">1</Auth><Auth xmlns="urn:h">2</Auth><x/>' +
      '<Auth xmlns="urn:h">3</Auth>';
    const reader = new XmlReader(`<Header>${entries}</Header>`);
    reader.nextTag();
    const others: string[] = [];
    const values = readHeaders(reader, [declared], {
      declared: () => undefined,
      other(one) {
        others.push(one.local);
        one.skip();
      },
    });
    expect(values).toEqual({ Auth: 1 });
    expect(others).toEqual(['Auth', 'x', 'Auth']);
  });
});

describe('error properties', () => {
  const secret = 'hunter2';

  describe('what prints an error prints no message', () => {
    test('of a request', async () => {
      const input = { code: `\u0000`, phone: secret };
      const error = await failure(answering('').call(AuthCode, input));
      expect(error).toMatchObject({ code: 'encode' });
      expect((error as Error).cause).toBeInstanceOf(EncodeError);
      expect(inspect(error, { depth: 20 })).not.toContain(secret);
      expect(JSON.stringify((error as Error).cause)).not.toContain(secret);
    });

    test('of an answer', async () => {
      const body = envelope(soap11, `<GenerateReportResponse><x>${secret}</y>`);
      const error = await failure(answering(body).call(GenerateReport, { studentId: 1 }));
      expect(error).toMatchObject({ code: 'decode', message: expect.stringMatching(/line 1/) });
      expect(inspect(error, { depth: 20, maxArrayLength: 1 })).not.toContain(secret);
    });

    test('of a server', () => {
      const reader = new XmlReader(`<a><password>${secret}</password></a>`);
      reader.nextTag();
      reader.skip();
      let error: unknown;
      try {
        missing(reader, 'b');
      } catch (thrown) {
        error = thrown;
      }
      expect(error).toMatchObject({ line: 1, path: undefined });
      expect(inspect(error, { showHidden: true })).not.toContain(secret);
    });
  });
});

describe('byte collector', () => {
  test('gives all bytes in their order, whatever the sizes of the pieces', () => {
    const random = createRandom(7);
    const source = Uint8Array.from({ length: 40_000 }, () => random.integer(256));
    for (let count = 0; count < 50; count++) {
      const collector = new ByteCollector();
      const expected: Uint8Array[] = [];
      for (let pieces = random.integer(40); pieces > 0; pieces--) {
        const most = random.pick([1, 10, 1024, 1025, 20_000]);
        const start = random.integer(20_000);
        const piece = source.slice(start, start + random.integer(most + 1));
        collector.add(piece);
        expected.push(piece);
      }
      const bytes = Buffer.concat(expected);
      expect(collector).toHaveLength(bytes.length);
      expect(bytes.equals(collector.join())).toBe(true);
    }
  });

  test('keeps few objects for many small pieces, and copies nothing of a single one', () => {
    const only = Uint8Array.of(1, 2, 3);
    const one = new ByteCollector();
    one.add(only);
    expect(one.join()).toBe(only);
    const many = new ByteCollector();
    const buffer = new Uint8Array(100_000);
    for (let at = 0; at < 100_000; at++) many.add(buffer.subarray(at, at + 1));
    expect((many as unknown as { pieces: unknown[] }).pieces.length).toBeLessThan(10);
    expect(many.join()).toHaveLength(100_000);
  });
});
