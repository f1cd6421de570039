import type { Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { SoapFault } from '../../../src/runtime/operation/soap.ts';
import {
  AuthCode,
  type AuthCodeInput,
  GenerateReport,
  type GenerateReportInput,
  GetAboutUs,
  Notify,
} from './descriptors.ts';
import { request, start } from './exchange.ts';
import { authCode, envelope, form, soap11, text11 } from './messages.ts';
import { createServer } from './serve.ts';

let server: Server;
let port: number;
let called: unknown;

beforeAll(async () => {
  const asAsmx = { parity: { exceptionMessages: true } };
  const school = createServer(
    [
      {
        operation: AuthCode,
        handler: (input: AuthCodeInput) => {
          called = input;
        },
      },
      {
        operation: GenerateReport,
        handler: ({ studentId, studentClass }: GenerateReportInput) => {
          if (studentClass === 'throw') {
            throw new Error('boom <&> é "\'', { cause: new Error('inner') });
          }
          if (studentClass === 'soap') throw new SoapFault({ code: 'Client', message: 'custom' });
          if (studentClass === 'null') return undefined;
          return studentClass === 'empty' ? '' : `${studentId}<${studentClass}`;
        },
      },
      { operation: GetAboutUs, handler: () => 'about' },
      { operation: Notify, handler: () => undefined },
    ],
    asAsmx,
  );
  ({ server, port } = await start(school.listener));
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

beforeEach(() => {
  called = undefined;
});

const base = '/AuthCodeSending.asmx';

describe('parameters', () => {
  test.each([
    ['plain', 'code=1&phone=2', { code: '1', phone: '2' }],
    ['names in any letter case', 'Code=1&PHONE=2', { code: '1', phone: '2' }],
    ['other order and extra names', 'z=0&phone=2&code=1', { code: '1', phone: '2' }],
    ['repeated', 'code=1&code=9&phone=2', { code: '1,9', phone: '2' }],
    ['empty', 'code=&phone=', { code: '', phone: '' }],
    [
      'UTF-8',
      'code=%C3%A9%E2%82%AC%F0%9F%98%80&phone=a+b%20c%2Bd',
      { code: 'é€😀', phone: 'a b c+d' },
    ],
    ['bad UTF-8', 'code=%E9&phone=2', { code: '\ufffd', phone: '2' }],
    ['%uXXXX', 'code=%u00E9%u20AC%uD83D%uDE00&phone=2', { code: 'é€😀', phone: '2' }],
    ['a % that starts nothing', 'code=%ZZ%&phone=%u12', { code: '%ZZ%', phone: '%u12' }],
    ['semicolons', 'code=1;phone=2&phone=3', { code: '1;phone=2', phone: '3' }],
    ['markup', 'code=%3Cscript%3E%26%22%27&phone=2', { code: '<script>&"\'', phone: '2' }],
    ['several =', 'code=a=b&phone==', { code: 'a=b', phone: '=' }],
  ])('%s', async (_name, text, input) => {
    const get = await request(port, `GET ${base}/AuthCode?${text}`, {});
    expect([get.status, get.body, called]).toEqual([200, '', input]);
    called = undefined;
    const post = await request(port, `POST ${base}/AuthCode`, { 'Content-Type': form }, text);
    expect([post.status, post.body, called]).toEqual([200, '', input]);
  });

  test('a POST may name its charset, which the bytes after % follow', async () => {
    const type = `${form}; charset=iso-8859-1`;
    const body = Buffer.from('code=1&phone=é%C3%A9', 'latin1');
    await request(port, `POST ${base}/AuthCode`, { 'Content-Type': type }, body);
    expect(called).toEqual({ code: '1', phone: 'éÃ©' });
  });

  test('the query of a POST and the body of a GET are not looked at', async () => {
    const post = await request(port, `POST ${base}/AuthCode?code=1&phone=2`, {
      'Content-Type': form,
    });
    expect(post.body).toBe('Missing parameter: code.\r\n');
    await request(port, `GET ${base}/AuthCode?code=1&phone=2`, { 'Content-Type': form }, 'code=5');
    expect(called).toEqual({ code: '1', phone: '2' });
  });
});

describe('results', () => {
  test('void: an empty body and no content type', async () => {
    const { status, headers, body } = await request(
      port,
      `GET ${base}/AuthCode?code=1&phone=2`,
      {},
    );
    expect([status, body]).toEqual([200, '']);
    expect(headers['content-type']).toBeUndefined();
    expect(headers['content-length']).toBe('0');
    expect(headers['cache-control']).toBe('private, max-age=0');
  });

  test.each([
    ['a', '<string xmlns="http://tempuri.org/">7&lt;a</string>'],
    ['empty', '<string xmlns="http://tempuri.org/" />'],
    [
      'null',
      '<string xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xsi:nil="true" xmlns="http://tempuri.org/" />',
    ],
  ])('a document with the value: %s', async (name, root) => {
    const answer = await request(
      port,
      `GET ${base}/GenerateReport?studentId=+7&studentClass=${name}`,
      {},
    );
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe(text11);
    expect(answer.body).toBe(`<?xml version="1.0" encoding="utf-8"?>\r\n${root}`);
  });

  test.each([undefined, text11, 'text/plain', 'multipart/form-data; boundary=b'])(
    'without parameters any content type is right: %s',
    async (type) => {
      const headers: Record<string, string> = type === undefined ? {} : { 'Content-Type': type };
      const answer = await request(port, 'POST /AboutUs.asmx/GetAboutUs', headers, 'whatever');
      expect([answer.status, answer.body.slice(40)]).toEqual([
        200,
        '<string xmlns="http://tempuri.org/">about</string>',
      ]);
    },
  );

  test('without parameters the query may be missing or a bare ?', async () => {
    for (const query of ['', '?']) {
      expect((await request(port, `GET /AboutUs.asmx/GetAboutUs${query}`, {})).status).toBe(200);
    }
  });
});

describe('errors are 500 text/plain with one CRLF', () => {
  const cannot = (value: string, reason: string): string =>
    `Cannot convert ${value} to System.Int32.\r\nParameter name: type ---> ${reason}`;
  test.each([
    ['unknown operation', '/Nope?x=1', 'Nope Web Service method name is not valid.'],
    ['trailing slash', '/AuthCode/?code=1', 'AuthCode/ Web Service method name is not valid.'],
    [
      'extra path',
      '/AuthCode/extra?code=1',
      'AuthCode/extra Web Service method name is not valid.',
    ],
    [
      'other letter case',
      '/authcode?code=1&phone=2',
      'Invalid method name &#39;authcode&#39;,  method names are case sensitive.   The method name &#39;AuthCode&#39; with the same name but different casing was found.\r\nParameter name: methodName',
    ],
    ['missing', '/AuthCode?code=1', 'Missing parameter: phone.'],
    ['the first missing', '/AuthCode', 'Missing parameter: code.'],
    ['without =', '/AuthCode?code&phone', 'Missing parameter: code.'],
    [
      'no number',
      '/GenerateReport?studentId=abc&studentClass=a',
      cannot('abc', 'Input string was not in a correct format.'),
    ],
    [
      'empty number',
      '/GenerateReport?studentId=&studentClass=a',
      cannot('', 'Input string was not in a correct format.'),
    ],
    [
      'too large',
      '/GenerateReport?studentId=99999999999&studentClass=a',
      cannot('99999999999', 'Value was either too large or too small for an Int32.'),
    ],
    [
      'exception',
      '/GenerateReport?studentId=1&studentClass=throw',
      'boom &lt;&amp;&gt; &#233; &quot;&#39; ---> inner',
    ],
    ['SOAP fault', '/GenerateReport?studentId=1&studentClass=soap', 'custom'],
  ])('%s', async (_name, target, text) => {
    const answer = await request(port, `GET ${base}${target}`, {});
    expect(answer.body).toBe(`${text}\r\n`);
    expect(answer.status).toBe(500);
    expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(answer.headers['cache-control']).toBe('private');
  });

  test.each([[text11], ['multipart/form-data; boundary=b']])('a POST of %s', async (type) => {
    const answer = await request(port, `POST ${base}/AuthCode`, { 'Content-Type': type }, '{}');
    expect([answer.status, answer.body]).toEqual([500, `Request format is invalid: ${type}.\r\n`]);
  });
});

test('a thousand names are the limit of a form; a query may be longer than IIS takes', async () => {
  const path = `${base}/AuthCode`;
  const post = await request(port, `POST ${path}`, { 'Content-Type': form }, 'a=1&'.repeat(1001));
  expect(post.body).toBe('Operation is not valid due to the current state of the object.\r\n');
  const get = await request(port, `GET ${path}?code=${'x'.repeat(2048)}&phone=1`, {});
  expect(get.status).toBe(200);
});

describe('methods and paths', () => {
  const page = (text: string): string => `<h2><i>${text}</i></h2>`;
  test.each(['PUT', 'DELETE', 'OPTIONS', 'PATCH'])('%s', async (method) => {
    for (const target of [base, `${base}?WSDL`]) {
      const own = await request(port, `${method} ${target}`, { SOAPAction: '"x"' }, 'x');
      expect([own.status, own.headers['content-type']]).toEqual([405, 'text/html; charset=utf-8']);
      expect(own.headers.allow).toBe('POST');
      expect(own.body).toContain(page('Request format is unrecognized.'));
    }
    const operation = await request(port, `${method} ${base}/AuthCode?code=1&phone=2`, {});
    expect(operation.status).toBe(500);
    expect(operation.body).toContain(
      page('Request format is unrecognized for URL unexpectedly ending in &#39;/AuthCode&#39;.'),
    );
    expect(called).toBeUndefined();
  });

  test('HEAD has no body', async () => {
    const own = await request(port, `HEAD ${base}`, {});
    expect([own.status, own.body]).toEqual([404, '']);
    const operation = await request(port, `HEAD ${base}/AuthCode`, {});
    expect([operation.status, operation.body]).toEqual([500, '']);
  });

  test.each([
    ['GET', `${base}/`, '/'],
    ['POST', `${base}/`, '/'],
    ['GET', '/Push.asmx/Notify?code=1', '/Notify'],
    ['POST', '/Push.asmx/Notify', '/Notify'],
  ])('%s %s is 500 where the binding is off', async (method, target, suffix) => {
    const answer = await request(port, `${method} ${target}`, {});
    expect(answer.status).toBe(500);
    expect(answer.body).toContain(`unexpectedly ending in &#39;${suffix}&#39;`);
  });

  test.each(['/Nope.asmx', '/Nope.asmx?WSDL', '/', '/AuthCodeSending', '//', '/%', '*'])(
    '%s is nowhere',
    async (target) => {
      const answer = await request(port, `GET ${target}`, {});
      expect([answer.status, answer.headers['content-type']]).toEqual([
        404,
        'text/html; charset=utf-8',
      ]);
    },
  );

  test('a path counts in any letter case and in absolute form', async () => {
    for (const target of [
      '/authcodesending.ASMX',
      `http://school.test${base}`,
      '/AuthCode%53ending.asmx',
    ]) {
      const answer = await request(port, `GET ${target}/AuthCode?code=1&phone=2`, {});
      expect([target, answer.status]).toEqual([target, 200]);
    }
  });

  test('SOAP does not look at the query', async () => {
    const answer = await request(
      port,
      `POST ${base}?WSDL`,
      { 'Content-Type': text11, SOAPAction: '"http://tempuri.org/AuthCode"' },
      envelope(soap11, authCode()),
    );
    expect(answer.status).toBe(200);
  });
});
