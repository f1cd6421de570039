import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import {
  createDocumentation,
  type DocumentRequest,
  type ServiceDocs,
} from '../../src/runtime/docs.ts';
import { linkPath } from '../../src/runtime/forms/query.ts';
import { filterScript, readDocumentQuery } from '../../src/runtime/pages/documents.ts';
import {
  filterHash,
  html,
  script,
  scriptHash,
  style,
  styleHash,
} from '../../src/runtime/pages/html.ts';
import { readOrigin } from '../../src/runtime/pages/operation-page.ts';
import { authCode, orders } from './docs-sample.ts';

describe('docs contrast', () => {
  /** The custom properties of the sheet's n-th `:root`: light, dark, print. */
  const palettes = [...style.matchAll(/:root \{([^}]*)\}/g)].map(
    ([, declarations = '']) =>
      new Map(
        [...declarations.matchAll(/--([\w-]+): (#[\da-f]+);/g)].map(
          ([, name = '', colour = '']) => [name, colour],
        ),
      ),
  );

  /** Relative luminance of a colour (WCAG 2.2). */
  function luminance(colour: string): number {
    const digits = colour.length === 4 ? colour.replace(/[\da-f]/g, '$&$&') : colour;
    const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
      const part = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  /** Contrast ratio of two colours (WCAG 2.2), 1 to 21. */
  function contrast(one: string, other: string): number {
    const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  }

  test('the ratio is that of WCAG, and there are three palettes', () => {
    expect(palettes).toHaveLength(3);
    expect(contrast('#000', '#ffffff')).toBeCloseTo(21);
    expect(contrast('#777777', '#fff')).toBeCloseTo(4.48, 2);
  });

  describe.each([
    ['light', 0],
    ['dark', 1],
    ['print', 2],
  ] as const)('%s', (_name, index) => {
    const palette = palettes[index] ?? new Map<string, string>();
    const colour = (name: string): string => {
      // What a palette does not name is that of the light one.
      const found = palette.get(name) ?? palettes[0]?.get(name);
      if (found === undefined) throw new Error(`The sheet has no --${name}.`);
      return found;
    };
    const text = ['ink', 'soft', 'accent', 'value', 'key', 'good', 'bad'];

    // 4.5 to 1 for text (WCAG AA, 1.4.3).
    test.each(text.flatMap((name) => [[name, 'paper'] as const, [name, 'panel'] as const]))(
      'text in %s on %s',
      (name, ground) => {
        expect(contrast(colour(name), colour(ground))).toBeGreaterThanOrEqual(4.5);
      },
    );

    test('text of a button', () => {
      expect(contrast(colour('on-accent'), colour('accent'))).toBeGreaterThanOrEqual(4.5);
    });

    // 3 to 1 for what shows a control or the focus (WCAG AA, 1.4.11).
    test.each([
      ['the border of a field', 'soft'],
      ['the outline of the focus', 'accent'],
    ])('%s', (_what, name) => {
      for (const ground of ['paper', 'panel']) {
        expect(contrast(colour(name), colour(ground))).toBeGreaterThanOrEqual(3);
      }
    });
  });

  test('every text colour of the sheet is one of those above', () => {
    const used = [...style.matchAll(/[{;\s]color: ([^;]+);/g)].map(([, value]) => value);
    expect(new Set(used)).toEqual(
      new Set([
        ...['ink', 'soft', 'accent', 'on-accent', 'value', 'key', 'good', 'bad'].map(
          (name) => `var(--${name})`,
        ),
        'inherit',
      ]),
    );
  });
});

describe('docs documents', () => {
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
});

describe('docs forms', () => {
  function page(query: string): string {
    const types = ['int', 'unsignedByte', 'long', 'decimal', 'double', 'string', 'base64Binary'];
    const parameters = types.map((type) => ({ name: type, type }));
    const [first] = authCode.operations;
    const operation = {
      ...first,
      name: 'Every',
      signature: '(int: int, <x>: y): void',
      parameters,
      http: { bindings: ['httpPost' as const], location: '/Every', parameters },
    };
    const docs = createDocumentation([{ ...authCode, operations: [operation] }]);
    const request = { path: authCode.path, origin: 'http://h', pages: true, wsdl: true };
    return docs.answer({ ...request, query, httpPost: 'everybody' })?.body ?? '';
  }

  test('telephones show number keys for numbers', () => {
    const modes = [...page('op=Every').matchAll(/name="(\w+)"[^>]* inputmode="(\w+)"/g)];
    expect(modes.map(([, name, mode]) => `${name} ${mode}`)).toEqual([
      'int numeric',
      'unsignedByte numeric',
      'long numeric',
      'decimal decimal',
      'double decimal',
    ]);
  });

  test('the script offers files for bytes', () => {
    expect(page('op=Every')).toMatch(/name="base64Binary"[^>]* data-control="base64Binary"/);
  });

  test('the title of a page names its operation, and each sample its binding', () => {
    const text = page('op=Every');
    expect(text).toContain('<title>Every - AuthCodeSending Web Service</title>');
    const samples = text.matchAll(/<section data-binding="(\w+)">/g);
    expect(Array.from(samples, ([, name]) => name)).toEqual(['soap11', 'soap12', 'httpPost']);
  });

  test('the index shows signatures', () => {
    expect(page('')).toContain('<code class="soft">(int: int, &lt;x&gt;: y): void</code>');
  });
});

describe('docs pages', () => {
  function page(
    path: string,
    query: string = '',
    services: readonly ServiceDocs[] = [authCode, orders],
    origin: string = 'http://school.test:8080',
  ) {
    const request = {
      path,
      query,
      origin,
      pages: true,
      wsdl: true,
      httpPost: 'everybody',
    } as const;
    const answer = createDocumentation(services).answer(request);
    if (answer === undefined) throw new Error('no answer');
    return answer;
  }

  /** Text of the samples as people see it. */
  function samples(body: string): readonly string[] {
    return [
      ...body.matchAll(/<pre tabindex="0" role="group" aria-label="[^"]*">([\s\S]*?)<\/pre>/g),
    ].map((match) =>
      (match[1] ?? '')
        .replace(/<[^>]*>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&quot;', '"')
        .replaceAll('&#39;', "'")
        .replaceAll('&amp;', '&'),
    );
  }

  const voids = new Set(['meta', 'link', 'input', 'br', 'hr', '!doctype']);

  /** Complains about tags that are not closed in order. */
  function unbalanced(markup: string): string | undefined {
    const open: string[] = [];
    const bare = markup.replace(/<(style|script)>[\s\S]*?<\/\1>/g, '');
    for (const [, end, name = ''] of bare.matchAll(/<(\/?)([!a-z][a-z\d]*)(?:"[^"]*"|[^>"])*>/gi)) {
      if (voids.has(name.toLowerCase())) continue;
      if (end !== '/') open.push(name);
      else if (open.pop() !== name) return `</${name}>`;
    }
    return open.pop();
  }

  describe('the pages', () => {
    test.each([
      ['/', ''],
      ['/AuthCodeSending.asmx', ''],
      ['/AuthCodeSending.asmx', 'op=AuthCode'],
      ['/AuthCodeSending.asmx', 'op=Second'],
      ['/shop/Orders.asmx', 'op=Place'],
      ['/shop/Orders.asmx', 'op=List'],
      ['/shop/Orders.asmx', 'op=Nope'],
    ])('%s?%s is complete, with all its headers', (path, query) => {
      const { status, headers, body } = page(path, query);
      expect(status).toBe(200);
      expect(headers['Content-Type']).toBe('text/html; charset=utf-8');
      expect(headers['Cache-Control']).toBe('private, max-age=0');
      expect(headers['Content-Security-Policy']).toBe(
        `default-src 'none'; script-src 'sha256-${scriptHash}' 'sha256-${filterHash}'; style-src 'sha256-${styleHash}'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'`,
      );
      expect(unbalanced(body)).toBeUndefined();
      expect(body).not.toMatch(/ style="| on\w+="|src=|@import|url\(/);
      const ids = [...body.matchAll(/ id="([^"]*)"/g)].map((one) => one[1]);
      expect(new Set(ids).size).toBe(ids.length);
    });

    test('hashes are those of style and script', () => {
      const hash = (text: string): string => createHash('sha256').update(text).digest('base64');
      expect(styleHash).toBe(hash(style));
      expect(scriptHash).toBe(hash(script));
      expect(filterHash).toBe(hash(filterScript));
      expect(style + script + filterScript).not.toMatch(/<\/(style|script)/i);
      expect(page('/AuthCodeSending.asmx', 'op=AuthCode').body).toContain(
        `<script>${script}</script>`,
      );
    });
  });

  describe('index page', () => {
    const { body } = page('/AuthCodeSending.asmx');

    test('has title, discovery link and service description', () => {
      expect(body).toContain('<title>AuthCodeSending Web Service</title>');
      expect(body).toContain(
        '<link rel="alternate" type="text/xml" href="/AuthCodeSending.asmx?disco" />',
      );
      expect(body).toContain('The following operations are supported.  For a formal definition,');
      expect(body).toContain('<a href="/AuthCodeSending.asmx?WSDL">Service Description</a>');
    });

    test('lists operations by name with their descriptions', () => {
      const links = [...body.matchAll(/href="\/AuthCodeSending\.asmx\?op=(\w+)">(\w+)</g)];
      expect(links.map((one) => one[2])).toEqual(['AuthCode', 'Second']);
      expect(body).toContain('Sends a code.');
    });

    test('warns of tempuri.org and of no other namespace', () => {
      const warning = 'This web service is using http://tempuri.org/ as its default namespace.';
      expect(body).toContain(warning);
      expect(body).toContain(
        'Recommendation: Change the default namespace before the XML Web service is made public.',
      );
      expect(page('/shop/Orders.asmx').body).not.toContain('tempuri');
    });

    test('links stay below the mount prefix', () => {
      const mounted = page('/AuthCodeSending.asmx', '', [authCode], 'http://h/api').body;
      expect(mounted).toContain('href="/api/AuthCodeSending.asmx?op=AuthCode"');
      expect(mounted).toContain('href="/api/"');
    });
  });

  test('the root lists all services', () => {
    const { body } = page('/');
    expect(body).toContain('2 services are available at <code>http://school.test:8080</code>');
    expect(body).toContain('<a class="entry" href="/shop/Orders.asmx">Orders</a>');
  });

  describe('operation page', () => {
    const { body } = page('/AuthCodeSending.asmx', 'op=AuthCode');

    test('leads back to the list', () => {
      expect(body).toContain(
        'Click <a href="/AuthCodeSending.asmx">here</a> for a complete list of operations.',
      );
    });

    test('has the plain form of ASMX', () => {
      expect(body).toContain(
        'To test the operation using the HTTP POST protocol, click the &#39;Invoke&#39; button.',
      );
      expect(body).toContain(
        '<form method="POST" action="/AuthCodeSending.asmx/AuthCode" target="_blank" autocomplete="off" novalidate>',
      );
      expect(body).toMatch(
        /<label for="field-0">code:<\/label>[\s\S]*<input type="text" id="field-0" name="code"/,
      );
      expect(body).toContain('>Invoke</button>');
      expect(body).toContain('<option value="1">1</option>');
    });

    test('a parameter is set in what takes its values, and says its fixed or default one', () => {
      const parameters = [
        { name: 'level', type: 'low or high', values: ['low', 'high'], preset: 'high' },
        { name: 'levels', type: 'low or high', values: ['low', 'high'], freeText: true },
        { name: 'paid', type: 'boolean', preset: '1' },
        { name: 'at', type: 'dateTime', preset: '2024-01-15T08:30:00Z' },
        { name: 'zoned', type: 'date', freeText: true },
        { name: 'version', type: 'string', preset: '1 "a"' },
      ];
      const operations = [
        { name: 'Set', parameters, http: undefined, soap: authCode.operations[0]?.soap },
      ];
      const { body: set } = page('/AuthCodeSending.asmx', 'op=Set', [{ ...authCode, operations }]);
      const inputs = [...set.matchAll(/<td>(<(?:input|select)[\s\S]*?)<\/td>/g)].map((one) =>
        (one[1] ?? '').replace(/ (id|aria-describedby|spellcheck|autocapitalize)="[^"]*"/g, ''),
      );
      expect(inputs).toEqual([
        '<select name="level" data-field=""><option value="low">low</option><option value="high" selected>high</option></select>',
        '<input type="text" name="levels" data-field="" list="values-1"><datalist id="values-1"><option value="low">low</option><option value="high">high</option></datalist>'.replace(
          ' id="values-1"',
          '',
        ),
        '<select name="paid" data-field="" data-control="boolean"><option value="false">false</option><option value="true" selected>true</option></select>',
        '<input type="text" name="at" data-field="" data-control="dateTime" value="2024-01-15T08:30:00Z">',
        '<input type="text" name="zoned" data-field="">',
        '<input type="text" name="version" data-field="" value="1 &quot;a&quot;">',
      ]);
    });

    test('has a sample of each binding', () => {
      const titles = [...body.matchAll(/<h2 id="\w+">([^<]*)</g)].map((one) => one[1]);
      expect(titles).toEqual(['Test', 'SOAP 1.1', 'SOAP 1.2', 'HTTP GET', 'HTTP POST']);
      expect(body).toContain(
        'The following is a sample HTTP GET request and response.  The placeholders shown need to be replaced with actual values.',
      );
      const [soap11, answer11, soap12, answer12, get, gotten, post, posted] = samples(body);
      expect(soap11).toBe(`POST /AuthCodeSending.asmx HTTP/1.1
Host: school.test:8080
Content-Type: text/xml; charset=utf-8
Content-Length: length
SOAPAction: "http://tempuri.org/AuthCode"

<?xml version="1.0" encoding="utf-8"?>
<soap:Envelope xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
  <soap:Body>
    <AuthCode xmlns="http://tempuri.org/">
      <code>int</code>
      <phone>string</phone>
    </AuthCode>
  </soap:Body>
</soap:Envelope>`);
      expect(answer11).toBe(`HTTP/1.1 200 OK
Content-Type: text/xml; charset=utf-8
Content-Length: length

<?xml version="1.0" encoding="utf-8"?>
<soap:Envelope xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
  <soap:Body>
    <AuthCodeResponse xmlns="http://tempuri.org/" />
  </soap:Body>
</soap:Envelope>`);
      expect(soap12).toBe(`POST /AuthCodeSending.asmx HTTP/1.1
Host: school.test:8080
Content-Type: application/soap+xml; charset=utf-8
Content-Length: length

<?xml version="1.0" encoding="utf-8"?>
<soap12:Envelope xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:soap12="http://www.w3.org/2003/05/soap-envelope">
  <soap12:Body>
    <AuthCode xmlns="http://tempuri.org/">
      <code>int</code>
      <phone>string</phone>
    </AuthCode>
  </soap12:Body>
</soap12:Envelope>`);
      expect(answer12).toContain('Content-Type: application/soap+xml; charset=utf-8');
      expect(get).toBe(`GET /AuthCodeSending.asmx/AuthCode?code=string&phone=string HTTP/1.1
Host: school.test:8080`);
      expect(gotten).toBe('HTTP/1.1 200 OK');
      expect(post).toBe(`POST /AuthCodeSending.asmx/AuthCode HTTP/1.1
Host: school.test:8080
Content-Type: application/x-www-form-urlencoded
Content-Length: length

code=string&phone=string`);
      expect(posted).toBe('HTTP/1.1 200 OK');
    });

    test('marks placeholders and parameter names', () => {
      expect(body).toContain('<span class="key">code</span>=<var class="value">string</var>');
      expect(body).toContain('Content-Length: <var class="value">length</var>');
    });

    test('without parameters: a bare question mark, and only the bindings there are', () => {
      const second = page('/AuthCodeSending.asmx', 'op=Second').body;
      const titles = [...second.matchAll(/<h2 id="\w+">([^<]*)</g)].map((one) => one[1]);
      expect(titles).toEqual(['Test', 'SOAP 1.1', 'SOAP 1.2', 'HTTP GET']);
      expect(samples(second)[4]).toBe(
        'GET /AuthCodeSending.asmx/Second? HTTP/1.1\nHost: school.test:8080',
      );
      expect(samples(second)[5]).toBe(`HTTP/1.1 200 OK
Content-Type: text/xml; charset=utf-8
Content-Length: length

<?xml version="1.0" encoding="utf-8"?>
<int xmlns="http://tempuri.org/">int</int>`);
      expect(second).toContain('using the HTTP GET protocol');
      expect(second).toContain('<form method="GET" action="/AuthCodeSending.asmx/Second"');
    });

    test('objects, headers, one-way', () => {
      const place = page('/shop/Orders.asmx', 'op=Place').body;
      expect(place).toContain(
        'The test form is only available for methods with primitive types as parameters.',
      );
      expect(samples(place)[0]).toContain(`  <soap:Header>
    <User xmlns="urn:orders">string</User>
  </soap:Header>
  <soap:Body>`);
      expect(samples(place)[1]).toBe('HTTP/1.1 202 Accepted');
    });

    test('an envelope edited as a whole starts from a valid message, the sample stays', () => {
      const place = page('/shop/Orders.asmx', 'op=Place').body;
      const data = /data-requests="([^"]*)"/.exec(place)?.[1] ?? '';
      const { requests } = JSON.parse(
        data.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
      );
      const [envelope] = requests[0].envelope;
      expect(envelope).toContain('<User xmlns="urn:orders">me</User>');
      expect(envelope).toContain('<a>1</a>');
      expect(requests[0].envelope).toHaveLength(1);
      expect(samples(place)[0]).toContain('<order>xml</order>');
    });

    test('SOAP encoding declares its prefixes', () => {
      const count = page('/shop/Orders.asmx', 'op=Count').body;
      expect(samples(count)[0]).toContain(
        'xmlns:soapenc="http://www.w3.org/2003/05/soap-encoding" xmlns:tns="urn:orders" xmlns:types="urn:orders/encodedTypes" xmlns:soap12=',
      );
      expect(samples(count)[0]).toContain(
        '<soap12:Body soap12:encodingStyle="http://www.w3.org/2003/05/soap-encoding">',
      );
      expect(count).toContain('testing it from this page needs JavaScript');
    });

    test('an empty body, and values in the path', () => {
      const list = page('/shop/Orders.asmx', 'op=List').body;
      expect(samples(list)[0]).toMatch(/\n {2}<soap:Body \/>\n<\/soap:Envelope>$/);
      expect(samples(list)[2]).toMatch(/^POST \/shop\/Orders\.asmx\/List\/string HTTP\/1\.1\n/);
    });

    test('an unknown operation gets a page without it', () => {
      const answer = page('/AuthCodeSending.asmx', 'op=authcode');
      expect(answer.status).toBe(200);
      expect(answer.body).toContain('AuthCodeSending has no operation of this name.');
      expect(answer.body).not.toContain('<form');
      expect(answer.body).not.toContain('<script>');
    });
  });

  describe('nothing of a contract or request becomes markup', () => {
    const evil = `"'><script>alert(1)</script>&amp;\u0000\ud800`;
    const service: ServiceDocs = {
      ...orders,
      name: evil,
      description: evil,
      namespace: evil,
      operations: [
        {
          name: evil,
          description: evil,
          parameters: [{ name: evil, type: evil, values: [evil] }],
          soap: {
            versions: ['soap11'],
            action: evil,
            request: [evil, evil, evil],
            response: [evil],
          },
          http: {
            bindings: ['httpPost', 'httpGet'],
            location: `/${evil}`,
            parameters: [{ name: evil, type: evil, values: [evil] }],
            result: [evil],
          },
        },
      ],
    };

    test.each([
      ['/', ''],
      ['/shop/Orders.asmx', ''],
      ['/shop/Orders.asmx', `op=${encodeURIComponent(`"'><script>alert(1)</script>&amp;\u0000`)}`],
    ])('%s?%s', (path, query) => {
      const { body } = page(path, query, [service], `http://h/"'><script>alert(1)</script>`);
      expect(body).not.toContain('<script>alert');
      expect(body).not.toContain("'><");
      expect(body).not.toMatch(/[\0\ud800]/);
      expect(unbalanced(body)).toBeUndefined();
    });

    test('the operation itself', () => {
      const plain = {
        ...service,
        operations: service.operations.map((one) => ({ ...one, name: 'x' })),
      };
      const { body } = page('/shop/Orders.asmx', 'op=x', [plain]);
      expect(body).not.toContain('<script>alert');
      expect(unbalanced(body)).toBeUndefined();
      const data = /data-requests="([^"]*)"/.exec(body)?.[1] ?? '';
      expect(data).not.toMatch(/[<>']/);
    });
  });

  test('the template tag encodes text, keeps markup and drops what is not there', () => {
    expect(html`<a b="${'"<&'}">${['x>', html`<i>${1}</i>`]}${undefined}${false}</a>`.markup).toBe(
      '<a b="&quot;&lt;&amp;">x&gt;<i>1</i></a>',
    );
  });

  test('origins and paths', () => {
    expect(readOrigin('http://h:1/a/b/')).toEqual({
      host: 'h:1',
      prefix: '/a/b',
      base: 'http://h:1/a/b',
    });
    expect(readOrigin('https://h')).toEqual({ host: 'h', prefix: '', base: 'https://h' });
    expect(linkPath('/a b?ü%20%2/(x)')).toBe('/a%20b%3F%C3%BC%20%252/(x)');
  });
});
