import { describe, expect, test } from '@jest/globals';
import { createDocumentation, type DocumentRequest } from '../../src/runtime/docs.ts';
import { readDocumentQuery } from '../../src/runtime/pages/documents.ts';
import { authCode, orders } from './docs-sample.ts';

const documentation = createDocumentation([authCode, orders]);
const path = authCode.path;

function ask(query: string, request: Partial<DocumentRequest> = {}) {
  return documentation.answer({
    path,
    query,
    origin: 'http://school.test:8080',
    pages: true,
    wsdl: true,
    httpPost: 'everybody',
    ...request,
  });
}

describe('WSDL', () => {
  test.each([
    'singleWsdl',
    'SINGLEWSDL',
    'singleWsdl=',
    'WSDL',
    'wsdl',
    'Wsdl',
    'WSDL&x=1',
    'x=1&wsdl',
    '%57SDL',
    'wsdl=',
    'WSDL=&x=1',
  ])('answers ?%s', (query) => {
    expect(ask(query)).toEqual({
      status: 200,
      headers: {
        'Content-Type': 'text/xml; charset=utf-8',
        'Cache-Control': 'private, max-age=0',
      },
      body: '<a>\r\n  <address location="http://school.test:8080/AuthCodeSending.asmx" />\r\n</a>',
    });
  });

  test('has the address it was asked at, mount prefix included, escaped', () => {
    expect(ask('wsdl', { origin: 'https://h/a&b/' })?.body).toContain(
      'location="https://h/a&amp;b/AuthCodeSending.asmx"',
    );
  });

  test.each([
    ['wsdl=1', 'XML Web service description was not found.'],
    ['WSDL=x', 'XML Web service description was not found.'],
    ['schema=1', 'Schema not found.'],
    ['SCHEMA=schema1', 'Schema not found.'],
    ['wsdl=1&schema=1', 'Schema not found.'],
  ])('refuses ?%s', (query, message) => {
    expect(ask(query)).toEqual({
      status: 500,
      headers: { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'private' },
      body: `${message}\r\n`,
    });
  });

  test.each(['', 'singleWsdl&wsdl', 'schema', 'foo=bar', 'wsdl&wsdl', 'disco&wsdl', 'wsdl2'])(
    'gives the help page for ?%s',
    (query) => {
      expect(ask(query)?.body).toContain('<h1>AuthCodeSending</h1>');
    },
  );
});

describe('singleWsdl of published documents', () => {
  const single = (service: object, query: string) =>
    createDocumentation([{ ...authCode, ...service } as never]).answer({
      path,
      query,
      origin: 'http://school.test:8080',
      pages: true,
      wsdl: true,
      httpPost: 'everybody',
    })?.body;
  const published = [{ query: 'wsdl', text: '<own />' }];

  test('is the document itself if it has no imports', () => {
    expect(single({ wsdl: undefined, published }, 'singleWsdl')).toBe('<own />');
  });

  test('is the WSDL in one document otherwise', () => {
    const two = { published: [...published, { query: 'xsd=xsd0', text: '<part />' }] };
    expect(single(two, 'wsdl')).toBe('<own />');
    expect(single(two, 'singleWsdl')).toContain('<address location=');
  });
});

describe('discovery', () => {
  test('is read from a key with an empty value, too', () => {
    expect(ask('disco=')).toEqual(ask('disco'));
  });

  test('names contract and SOAP bindings', () => {
    expect(ask('DISCO')?.body).toBe(
      [
        '<?xml version="1.0" encoding="utf-8"?>',
        '<discovery xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns="http://schemas.xmlsoap.org/disco/">',
        '  <contractRef ref="http://school.test:8080/AuthCodeSending.asmx?wsdl" docRef="http://school.test:8080/AuthCodeSending.asmx" xmlns="http://schemas.xmlsoap.org/disco/scl/" />',
        '  <soap address="http://school.test:8080/AuthCodeSending.asmx" xmlns:q1="http://tempuri.org/" binding="q1:AuthCodeSendingSoap" xmlns="http://schemas.xmlsoap.org/disco/soap/" />',
        '  <soap address="http://school.test:8080/AuthCodeSending.asmx" xmlns:q2="http://tempuri.org/" binding="q2:AuthCodeSendingSoap12" xmlns="http://schemas.xmlsoap.org/disco/soap/" />',
        '</discovery>',
      ].join('\r\n'),
    );
    expect(ask('disco')?.headers['Content-Type']).toBe('text/xml; charset=utf-8');
  });
});

describe('which requests are answered', () => {
  test('paths match without regard to letter case', () => {
    expect(ask('wsdl', { path: '/authcodesending.ASMX' })?.status).toBe(200);
  });

  test('unknown paths are left to the server', () => {
    expect(ask('', { path: '/Nope.asmx' })).toBeUndefined();
    expect(ask('wsdl', { path: '/' })?.body).toContain('<h1>Web Services</h1>');
  });

  test('pages and documents are switched apart', () => {
    expect(ask('', { pages: false })).toBeUndefined();
    expect(ask('', { pages: false, path: '/' })).toBeUndefined();
    expect(ask('wsdl', { pages: false })?.status).toBe(200);
    expect(ask('wsdl', { wsdl: false })?.body).toContain('<h1>AuthCodeSending</h1>');
    expect(ask('', { wsdl: false })?.body).not.toMatch(/\?(WSDL|disco)/);
    expect(ask('wsdl', { wsdl: false, pages: false })).toBeUndefined();
  });
});

describe('without HTTP POST', () => {
  const wsdl = [
    '<wsdl:definitions>',
    '  <wsdl:types>',
    '    <s:schema />',
    '  </wsdl:types>',
    '  <wsdl:message name="AGetIn" />',
    '  <wsdl:message name="APostIn">',
    '    <wsdl:part name="a" type="s:string" />',
    '  </wsdl:message>',
    '  <wsdl:message name="Shared" />',
    '  <wsdl:portType name="Get">',
    '    <wsdl:operation name="A">',
    '      <wsdl:input message="tns:AGetIn" />',
    '      <wsdl:output message="tns:Shared" />',
    '    </wsdl:operation>',
    '  </wsdl:portType>',
    '  <wsdl:portType name="Post">',
    '    <wsdl:operation name="A">',
    '      <wsdl:input message="tns:APostIn" />',
    '      <wsdl:output message="tns:Shared" />',
    '    </wsdl:operation>',
    '  </wsdl:portType>',
    '  <wsdl:binding name="Get" type="tns:Get">',
    '    <http:binding verb="GET" />',
    '  </wsdl:binding>',
    '  <wsdl:binding name="Post" type="tns:Post">',
    '    <http:binding verb="POST" />',
    '  </wsdl:binding>',
    '  <wsdl:service name="S">',
    '    <wsdl:port name="Get" binding="tns:Get">',
    '      <http:address location="\0" />',
    '    </wsdl:port>',
    '    <wsdl:port name="Post" binding="tns:Post">',
    '      <http:address location="\0" />',
    '    </wsdl:port>',
    '  </wsdl:service>',
    '</wsdl:definitions>',
  ];
  const outline = wsdl
    .filter((line) => !line.includes('</'))
    .map((line) => line.replace(/ *\/?>$/, '').replace(/ {2}/g, ' '));
  const services = createDocumentation([{ ...authCode, wsdl: outline.join('\n') }]);
  const request = { path, query: 'WSDL', origin: 'http://h', pages: true, wsdl: true } as const;

  test.each(['thisMachine', 'otherMachine', 'nobody'] as const)(
    'the WSDL keeps what other bindings use: %s',
    (httpPost) => {
      const kept = [[0, 5], [8, 15], [21, 24], [27, 31], [34]].flatMap(([from, to]) =>
        wsdl.slice(from, to),
      );
      const body = kept.map((line) => line.replace('\0', `http://h${path}`)).join('\r\n');
      expect(services.answer({ ...request, httpPost })?.body).toBe(body);
    },
  );

  test.each(['thisMachine', 'otherMachine', 'nobody'] as const)(
    'HTTP GET is left out alike: %s',
    (httpGet) => {
      const answer = (httpPost: DocumentRequest['httpPost']): string =>
        services.answer({ ...request, httpGet, httpPost })?.body ?? '';
      const [alone, none] = [answer('everybody'), answer('nobody')];
      for (const name of ['AGetIn', 'portType name="Get"', 'verb="GET"', 'port name="Get"']) {
        expect(alone).not.toContain(name);
      }
      for (const name of ['APostIn', 'portType name="Post"', 'verb="POST"', 'name="Shared"']) {
        expect(alone).toContain(name);
      }
      expect(none).not.toMatch(/portType|binding|message|port /);
    },
  );

  test('the page of an operation shows each binding to those who may use it', () => {
    const page = (access: Partial<DocumentRequest>): string =>
      ask('op=AuthCode', access)?.body ?? '';
    const [get, post] = ['<h2 id="httpGet">', '<h2 id="httpPost">'];
    expect(page({ httpGet: 'nobody' })).not.toContain(get);
    expect(page({ httpGet: 'nobody' })).toContain(post);
    expect(page({ httpGet: 'thisMachine' })).toContain(get);
    const text = 'The test form is only available for requests from the local machine.';
    expect(page({ httpGet: 'otherMachine' })).not.toContain(text);
    expect(page({ httpGet: 'otherMachine', httpPost: 'nobody' })).toContain(text);
    expect(page({ httpGet: 'nobody', httpPost: 'nobody' })).not.toContain(text);
  });

  test('the WSDL is whole where everybody may use it', () => {
    const body = services.answer({ ...request, httpPost: 'everybody' })?.body;
    expect(body?.split('\r\n')).toHaveLength(wsdl.length);
  });

  test.each([
    ['everybody', true, 'method="POST"'],
    ['thisMachine', true, 'method="POST"'],
    ['otherMachine', false, 'method="GET"'],
    ['nobody', false, 'method="GET"'],
  ] as const)('the page of an operation for %s', (httpPost, shown, form) => {
    const body = ask('op=AuthCode', { httpPost })?.body ?? '';
    expect(body.includes('<h2 id="httpPost">HTTP POST</h2>')).toBe(shown);
    expect(body).toContain(form);
    expect(body).not.toContain('from the local machine');
  });

  test('where HTTP GET is off, too, clients elsewhere have no form', () => {
    const posting = authCode.operations.map((one) => ({
      ...one,
      http: one.http && { ...one.http, bindings: ['httpPost'] as const },
    }));
    const only = createDocumentation([{ ...authCode, operations: posting }]);
    const page = (httpPost: DocumentRequest['httpPost']): string =>
      only.answer({ ...request, query: 'op=AuthCode', httpPost })?.body ?? '';
    const text = 'The test form is only available for requests from the local machine.';
    expect(page('otherMachine')).toContain(`<p>${text}</p>`);
    expect(page('otherMachine')).not.toMatch(/<(form|script)|HTTP POST/);
    expect(page('thisMachine')).toMatch(/<form method="POST"[\s\S]*<h2 id="httpPost">HTTP POST/);
    expect(page('nobody')).not.toContain(text);
  });
});

test('a query string that is no query string is read without failing', () => {
  expect(readDocumentQuery('%E0%A4%A&%&=&op=%zz')).toEqual({ kind: 'operation', name: '%zz' });
  expect(readDocumentQuery('op=a&OP=b')).toEqual({ kind: 'operation', name: 'a,b' });
  expect(readDocumentQuery('op=a+b%20c')).toEqual({ kind: 'operation', name: 'a b c' });
});
