import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ClientOptions } from '../../src/runtime/index.ts';
import type { Server, ServerOptions } from '../../src/runtime/server/options.ts';
import { signatureVerifier, signer } from '../../src/runtime/wss.ts';
import { keyOf, rules } from '../wss/messages.ts';
import { type GeneratedFolder, generateText } from './generated-module.ts';
import {
  type Files,
  type FilesClient,
  generateFiles,
  latin1,
  lines,
  namespace,
  soap11,
  soap12,
  xop,
} from './mtom-contract.ts';

describe('mtom', () => {
  interface Exchange {
    readonly type: string;
    readonly length: string | null;
    readonly body: Uint8Array;
  }

  let files: Files;
  let received: unknown;
  let sent: Exchange;
  let answered: Exchange;

  const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
  const photo = bytes('\x89PNG\r\n\0--=_asmx_0_\xff\r\n');
  const file = {
    name: 'é',
    data: photo,
    more: [photo, bytes('x'), new Uint8Array(0)],
    short: bytes('short'),
    typed: { kind: 'k', $value: bytes('typed') },
    hex: bytes('hex'),
    digest: bytes('digest'),
  };

  const handlers = {
    store: ({ file: given }: { readonly file: unknown }) => {
      received = given;
      return { file: given };
    },
    fetch: ({ name }: { readonly name: string }) => (name === 'none' ? undefined : bytes(name)),
    list: () => ({ file: [file, { name: 'b', data: bytes('b') }] }),
    count: ({ name }: { readonly name: string }) => name,
  };

  beforeAll(async () => {
    files = await generateFiles();
  });
  afterAll(() => files.folder.remove());
  beforeEach(() => {
    received = undefined;
  });

  /** A client and a server in this process, which note what goes by. */
  function clientOf(options: Partial<ClientOptions> = {}, served: ServerOptions = {}): FilesClient {
    const server: Server = files.createServer(handlers as never, served);
    return files.createClient({
      endpoint: 'http://localhost/files',
      ...options,
      fetch: (async (url: string, init: { body: never; headers: Record<string, string> }) => {
        const headers = new Headers(init.headers);
        sent = {
          type: headers.get('content-type') ?? '',
          length: headers.get('content-length'),
          body: new Uint8Array(Buffer.from(init.body)),
        };
        const response = (await server.fetch(url, init)) as unknown as Response;
        answered = {
          type: response.headers.get('content-type') ?? '',
          length: null,
          body: new Uint8Array(await response.clone().arrayBuffer()),
        };
        return response;
      }) as never,
    });
  }

  const includes = ({ body }: Exchange): number => latin1(body).split('<xop:Include ').length - 1;

  describe('a client with mtom', () => {
    test.each([
      ['soap11', 'text/xml', ''],
      ['soap12', 'application/soap+xml', `; action="${namespace}/Store"`],
    ] as const)(
      '%s: sends bytes in parts, and is answered in kind',
      async (binding, type, action) => {
        const client = clientOf({ mtom: true, binding });
        await expect(client.store({ file })).resolves.toEqual({ file });
        expect(received).toEqual(file);
        expect(sent.type).toBe(
          `multipart/related; type="application/xop+xml"; start-info="${type}"${action}; start="<envelope=0@asmx.invalid>"; boundary="=_asmx_1_"`,
        );
        expect(Number(sent.length)).toBe(sent.body.length);
        const [before, root, first, ...rest] = latin1(sent.body).split('--=_asmx_1_');
        expect(before).toBe('');
        expect(root).toMatch(
          new RegExp(
            `^\r\nContent-Type: application/xop\\+xml; charset=utf-8; type="${type.replace('+', '\\+')}"\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <envelope=0@asmx.invalid>\r\n\r\n<\\?xml`,
          ),
        );
        expect(root).toContain(
          '<data><xop:Include xmlns:xop="http://www.w3.org/2004/08/xop/include" href="cid:1@asmx.invalid" /></data>',
        );
        expect(first).toBe(
          `\r\nContent-Type: application/octet-stream\r\nContent-Transfer-Encoding: binary\r\nContent-ID: <1@asmx.invalid>\r\n\r\n${latin1(photo)}\r\n`,
        );
        // data, two of more, short, typed
        expect(rest).toHaveLength(5);
        expect(includes(sent)).toBe(5);
        expect(latin1(sent.body)).toContain('<more></more>'.replace('<more></more>', '<more />'));
        expect(latin1(sent.body)).toContain('digest="ZGlnZXN0"');
        expect(latin1(sent.body)).toContain('<hex>686578</hex>');
        expect(answered.type).toMatch(/^multipart\/related; type="application\/xop\+xml"; /);
        expect(includes(answered)).toBe(5);
      },
    );

    test('with a threshold: shorter ones stay in base64', async () => {
      const client = clientOf({ mtom: { threshold: photo.length } });
      await expect(client.store({ file })).resolves.toEqual({ file });
      expect(includes(sent)).toBe(2);
      expect(latin1(sent.body)).toContain('<short>c2hvcnQ=</short>');
    });

    test('asks for bytes without sending any, and is answered in kind', async () => {
      const client = clientOf({ mtom: true });
      await expect(client.fetch({ name: 'abc' })).resolves.toEqual(bytes('abc'));
      expect(sent.type).toContain('application/xop+xml');
      expect(includes(answered)).toBe(1);
      await expect(client.fetch({ name: 'none' })).resolves.toBeUndefined();
    });

    test('operations without base64Binary are as ever', async () => {
      await expect(clientOf({ mtom: true }).count({ name: 'x' })).resolves.toBe('x');
      expect(sent.type).toBe('text/xml; charset=utf-8');
      expect(answered.type).toBe('text/xml; charset=utf-8');
    });

    test('what a security object signs has the bytes', async () => {
      let signed = '';
      const client = clientOf({
        mtom: true,
        security: {
          postProcess: (xml: string) => {
            signed = xml;
            return xml;
          },
        },
      });
      await expect(client.store({ file })).resolves.toEqual({ file });
      expect(signed).not.toContain('xop:Include');
      expect(sent.type).toBe('text/xml; charset=utf-8');
    });

    test('wrong values and limits are encode errors', async () => {
      const client = clientOf({ mtom: true });
      await expect(client.store({ file: { name: 'x', data: 'text' } })).rejects.toMatchObject({
        code: 'encode',
        path: 'file.data',
      });
      const short = { name: 'x', short: bytes('longer than eight') };
      await expect(client.store({ file: short })).rejects.toMatchObject({
        code: 'encode',
        path: 'file.short',
      });
      for (const threshold of [Number.NaN, -1, '5']) {
        await expect(
          clientOf({ mtom: { threshold: threshold as number } }).store({ file }),
        ).rejects.toMatchObject({ code: 'encode', message: expect.stringContaining('threshold') });
      }
      // what one message left is not in the next
      await expect(clientOf().store({ file })).resolves.toEqual({ file });
      expect(includes(sent)).toBe(0);
    });

    test('a thousand parts at most, which every receiver takes', async () => {
      const more = Array.from({ length: 1200 }, (_, at) => bytes(`number ${at}`));
      const client = clientOf({ mtom: true });
      await expect(client.store({ file: { name: 'x', more } })).resolves.toMatchObject({
        file: { more },
      });
      expect(includes(sent)).toBe(1000);
    });

    test('records are read one by one', async () => {
      const server = files.createServer(handlers as never);
      const client = files.createClient({
        endpoint: 'http://localhost/files',
        fetch: server.fetch as never,
        mtom: true,
      });
      const { stream } = client.list as unknown as { stream: () => AsyncIterable<unknown> };
      const found: unknown[] = [];
      for await (const one of stream()) found.push(one);
      expect(found).toMatchObject([file, { name: 'b', data: bytes('b') }]);
    });
  });

  describe('a client without mtom', () => {
    test('sends base64 and gets it', async () => {
      await expect(clientOf().store({ file })).resolves.toEqual({ file });
      expect(sent.type).toBe('text/xml; charset=utf-8');
      expect(answered.type).toBe('text/xml; charset=utf-8');
      expect(includes(answered)).toBe(0);
    });
  });

  describe('a server', () => {
    test('with mtom: false answers in base64', async () => {
      const client = clientOf({ mtom: true }, { mtom: false });
      await expect(client.store({ file })).resolves.toEqual({ file });
      expect(received).toEqual(file);
      expect(answered.type).toBe('text/xml; charset=utf-8');
    });

    test('with a threshold', async () => {
      const client = clientOf({ mtom: true }, { mtom: { threshold: photo.length } });
      await expect(client.store({ file })).resolves.toEqual({ file });
      expect(includes(answered)).toBe(2);
    });

    test.each([
      [undefined, false],
      [true, true],
      [{ threshold: 1 }, true],
      [false, false],
    ])('with mtom: %p and a client that accepts parts: %s', async (mtom, isMultipart) => {
      const headers = { Accept: 'text/xml, multipart/related' };
      await expect(clientOf({ headers }, { mtom }).store({ file })).resolves.toEqual({ file });
      expect(answered.type.startsWith('multipart/related')).toBe(isMultipart);
      // a client that asks for none
      await clientOf({}, { mtom }).store({ file });
      expect(answered.type).toBe('text/xml; charset=utf-8');
    });

    test('with a threshold that is no number is not made', () => {
      for (const threshold of [Number.NaN, -1]) {
        expect(() => files.createServer(handlers as never, { mtom: { threshold } })).toThrow(
          /mtom\.threshold/,
        );
      }
    });

    test('that cannot write its answer answers with a fault in one part', async () => {
      const server = files.createServer({
        ...handlers,
        store: () => ({ file: { name: 'x', data: 'text' } }),
      } as never);
      const client = files.createClient({
        endpoint: 'http://localhost/files',
        fetch: server.fetch as never,
        mtom: true,
      });
      await expect(client.store({ file })).rejects.toMatchObject({ name: 'SoapFault' });
    });
  });

  test('a folder has what sends parts only where there are bytes', async () => {
    expect(files.folder.text('operations.ts')).toContain('client: [soap11Mtom, soap12Mtom]');
    expect(files.folder.text('operations.ts')).toContain('client: [soap11, soap12]');
    expect(files.folder.text('server.ts')).toContain('mtom,');
  });
});

describe('mtom any', () => {
  const xs = 'http://www.w3.org/2001/XMLSchema';

  /** A contract without base64Binary, as JAX-WS publishes it for Object, List<Object> and Source. */
  const contract = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:x="urn:x" xmlns:xs="${xs}" targetNamespace="urn:x">
<types><xs:schema targetNamespace="urn:x">
  <xs:complexType name="Holder"><xs:sequence>
    <xs:element name="s" type="xs:anyType" minOccurs="0"/>
    <xs:element name="many" type="xs:anyType" minOccurs="0" maxOccurs="unbounded"/>
    <xs:element name="mixed" minOccurs="0"><xs:complexType mixed="true"><xs:sequence><xs:any processContents="skip" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType></xs:element>
    <xs:any namespace="##other" processContents="skip" minOccurs="0"/>
  </xs:sequence></xs:complexType>
  <xs:element name="echo" type="x:Holder"/><xs:element name="echoResponse" type="x:Holder"/>
</xs:schema></types>
<message name="In"><part name="parameters" element="x:echo"/></message><message name="Out"><part name="parameters" element="x:echoResponse"/></message>
<portType name="P"><operation name="echo"><input message="x:In"/><output message="x:Out"/></operation></portType>
<binding name="B" type="x:P"><s:binding transport="http://schemas.xmlsoap.org/soap/http"/><operation name="echo"><s:operation soapAction=""/><input><s:body use="literal"/></input><output><s:body use="literal"/></output></operation></binding>
<service name="S"><port name="P" binding="x:B"><s:address location="http://localhost/s"/></port></service>
</definitions>`;

  interface Held {
    readonly s?: { readonly children?: readonly unknown[] };
  }
  type Raw = Promise<{ readonly result: Held; readonly attachments: readonly unknown[] }>;
  interface Client {
    echo: ((input: object) => Promise<Held>) & { readonly raw: (input: object) => Raw };
  }

  let folder: GeneratedFolder;
  let createClient: (options: object) => Client;
  let server: Server;
  let seen: { readonly input: Held; readonly attachments: readonly unknown[] };

  beforeAll(async () => {
    folder = await generateText('one.wsdl', contract);
    const module = await folder.load();
    createClient = module.createSClient as typeof createClient;
    const create = module.createSServer as (handlers: object) => Server;
    server = create({
      echo: (input: Held, context: { readonly attachments: readonly unknown[] }) => {
        seen = { input, attachments: context.attachments };
        return input;
      },
    });
  });
  afterAll(() => folder.remove());

  const type = 'multipart/related; type="application/xop+xml"; start-info="text/xml"; boundary=b';
  const include = (cid = 'p'): string => `<xop:Include xmlns:xop="${xop}" href="cid:${cid}"/>`;

  /** A message of JAX-WS with a part of three bytes. */
  const message = (name: string, content: string): Uint8Array<ArrayBuffer> =>
    lines(
      '--b',
      'Content-Type: application/xop+xml;charset=utf-8;type="text/xml"',
      '',
      `<S:Envelope xmlns:S="${soap11}"><S:Body><ns2:${name} xmlns:ns2="urn:x" xmlns:xs="${xs}" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${content}</ns2:${name}></S:Body></S:Envelope>`,
      '--b',
      'Content-Id: <p>',
      'Content-Type: application/octet-stream',
      'Content-Transfer-Encoding: binary',
      '',
      'ABC',
      '--b--',
    );

  async function serve(
    content: string,
  ): Promise<{ readonly status: number; readonly answer: string }> {
    const response = (await server.fetch(
      new Request('http://localhost/s', {
        method: 'POST',
        headers: { 'Content-Type': type, SOAPAction: '""' },
        body: message('echo', content),
      }),
    )) as unknown as Response;
    return { status: response.status, answer: await response.text() };
  }

  function clientOf(content: string, options: object = {}): Client {
    const fetch = async (): Promise<Response> =>
      new Response(message('echoResponse', content), { headers: { 'content-type': type } });
    return createClient({ baseUrl: 'http://localhost', fetch, ...options });
  }

  const places: readonly (readonly [string, string])[] = [
    ['anyType', `<s xsi:type="xs:base64Binary">${include()}</s>`],
    ['white space around it', `<s xsi:type="xs:base64Binary">\n${include()}\n</s>`],
    ['a class in anyType', `<s xsi:type="ns2:Person"><photo>${include()}</photo></s>`],
    ['a list of anyType', `<many xsi:type="xs:base64Binary">${include()}</many><many>x</many>`],
    ['mixed content', `<mixed>a<o:b xmlns:o="urn:o">${include()}</o:b></mixed>`],
    ['a wildcard', `<o:b xmlns:o="urn:o"><o:c>${include()}</o:c></o:b>`],
  ];

  describe.each(places)('bytes in a part, in %s', (_, content) => {
    test('are read by servers and sent on', async () => {
      const { status, answer } = await serve(content);
      expect(status).toBe(200);
      expect(JSON.stringify(seen.input)).toContain('"QUJD"');
      expect(seen.attachments).toEqual([]);
      expect(answer).toMatch(/>\s*QUJD\s*<\//);
      expect(answer).not.toContain('Include');
    });

    test('are read by clients', async () => {
      const { result, attachments } = await clientOf(content).echo.raw({});
      expect(JSON.stringify(result)).toContain('"QUJD"');
      expect(attachments).toEqual([]);
    });
  });

  test('the text is the only one of its element', async () => {
    await serve(places[0]?.[1] ?? '');
    expect(seen.input.s?.children).toEqual(['QUJD']);
  });

  test('a reference to no part is an error, and stays for lenient clients', async () => {
    const dangling = `<s xsi:type="xs:base64Binary">${include('none')}</s>`;
    expect((await serve(dangling)).status).toBe(500);
    await expect(clientOf(dangling).echo({})).rejects.toMatchObject({
      code: 'decode',
      message: expect.stringContaining("refers to 'cid:none', but the message has no part of it"),
    });
    const { s } = await clientOf(dangling, { lenient: true }).echo({});
    expect(s?.children).toMatchObject([{ name: 'Include' }]);
  });

  test('several references share a part', async () => {
    const twice = `<many>${include()}</many><many>${include()}</many>`;
    const { answer } = await serve(twice);
    expect(answer.match(/QUJD/g)).toHaveLength(2);
  });
});

describe('mtom messages', () => {
  let files: Files;
  let server: Server;
  let received: unknown;
  let attachments: readonly { readonly id: string }[] | undefined;

  beforeAll(async () => {
    files = await generateFiles();
    server = files.createServer({
      store: ({ file }: { readonly file: unknown }, context: { attachments: [] }) => {
        received = file;
        attachments = context.attachments;
        return { file };
      },
      fetch: () => undefined,
      list: () => ({ file: [] }),
      count: ({ name }: { readonly name: string }, context: { attachments: [] }) => {
        attachments = context.attachments;
        return name;
      },
    } as never);
  });
  afterAll(() => files.folder.remove());

  const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
  const include = (cid: string): string => `<xop:Include xmlns:xop="${xop}" href="cid:${cid}"/>`;
  const body = (content: string, name = 'Store'): string =>
    `<f:${name} xmlns:f="${namespace}"><f:file><f:name>n</f:name>${content}</f:file></f:${name}>`;
  const envelope = (content: string, version = soap11): string =>
    `<S:Envelope xmlns:S="${version}"><S:Body>${content}</S:Body></S:Envelope>`;
  const data = (content: string): string => envelope(body(`<f:data>${content}</f:data>`));

  async function post(
    type: string,
    message: Uint8Array<ArrayBuffer>,
    action = 'Store',
  ): Promise<Response> {
    received = undefined;
    attachments = undefined;
    return (await server.fetch(
      new Request('http://localhost/files', {
        method: 'POST',
        headers: {
          'Content-Type': type,
          ...(action === '' ? {} : { SOAPAction: `"${namespace}/${action}"` }),
        },
        body: message,
      }),
    )) as unknown as Response;
  }

  /** Lines of a part. */
  const part = (head: readonly string[], content: string, boundary = 'b'): readonly string[] => [
    `--${boundary}`,
    ...head,
    '',
    content,
  ];
  const xopRoot = ['Content-Type: application/xop+xml; charset=UTF-8; type="text/xml"'];
  const xopType =
    'multipart/related; type="application/xop+xml"; start-info="text/xml"; boundary=b';

  interface Written {
    readonly type: string;
    readonly message: Uint8Array<ArrayBuffer>;
    readonly action?: string;
  }

  const photo = '\x89PNG\r\n\0--\xff\r\n';

  const stacks: readonly (readonly [string, Written])[] = [
    [
      'CXF: Content-ID as it is, percent-encoded in the reference',
      {
        type: 'multipart/related; type="application/xop+xml"; boundary="uuid:0ca0"; start="<root.message@cxf.apache.org>"; start-info="text/xml"',
        message: lines(
          '',
          ...part(
            [
              'Content-Type: application/xop+xml; charset=UTF-8; type="text/xml"',
              'Content-Transfer-Encoding: binary',
              'Content-ID: <root.message@cxf.apache.org>',
            ],
            data(include('8a3b-1@http%3A%2F%2Fcxf.apache.org%2F')),
            'uuid:0ca0',
          ),
          ...part(
            [
              'Content-Type: application/octet-stream',
              'Content-Transfer-Encoding: binary',
              'Content-ID: <8a3b-1@http://cxf.apache.org/>',
            ],
            photo,
            'uuid:0ca0',
          ),
          '--uuid:0ca0--',
        ),
      },
    ],
    [
      'Axis2: SOAP 1.2, its action in the content type of the message',
      {
        type: 'multipart/related; boundary="MIMEBoundary_f41f"; type="application/xop+xml"; start="<0.c41f@apache.org>"; start-info="application/soap+xml"; action="urn:files/Store"',
        action: '',
        message: lines(
          ...part(
            [
              'Content-Type: application/xop+xml; charset=UTF-8; type="application/soap+xml"',
              'Content-Transfer-Encoding: binary',
              'Content-ID: <0.c41f@apache.org>',
            ],
            envelope(body(`<f:data>${include('1.urn:uuid:A3AD@apache.org')}</f:data>`), soap12),
            'MIMEBoundary_f41f',
          ),
          ...part(
            [
              'Content-Type: application/octet-stream',
              'Content-Transfer-Encoding: binary',
              'Content-ID: <1.urn:uuid:A3AD@apache.org>',
            ],
            photo,
            'MIMEBoundary_f41f',
          ),
          '--MIMEBoundary_f41f--',
          '',
        ),
      },
    ],
    [
      'Axiom: UTF-16, no angle brackets, an end tag for Include',
      {
        type: 'multipart/Related; charset="UTF-8"; type="application/xop+xml"; boundary="----=_AxIs2_Def_boundary_=42214532"; start="SOAPPart"',
        message: (() => {
          const text = data(include('1@a').replace('/>', '></xop:Include>'));
          const root = Buffer.from(text, 'utf16le').toString('latin1');
          const boundary = '----=_AxIs2_Def_boundary_=42214532';
          return lines(
            ...part(
              [
                'Content-Type: application/xop+xml; charset=UTF-16LE; type="text/xml"',
                'Content-Transfer-Encoding: 8bit',
                'Content-ID: SOAPPart',
              ],
              root,
              boundary,
            ),
            ...part(['Content-Transfer-Encoding: binary', 'Content-ID: 1@a'], photo, boundary),
            `--${boundary}--`,
          );
        })(),
      },
    ],
    [
      'JAX-WS: quotes with a backslash, the action in start-info',
      {
        type: 'multipart/related;start="<rootpart*a805@example.jaxws.sun.com>";type="application/xop+xml";boundary="uuid:a805";start-info="application/soap+xml;action=\\"urn:files/Store\\""',
        action: '',
        message: lines(
          ...part(
            [
              'Content-Id: <rootpart*a805@example.jaxws.sun.com>',
              'Content-Type: application/xop+xml;charset=utf-8;type="application/soap+xml;action=\\"urn:files/Store\\""',
              'Content-Transfer-Encoding: binary',
            ],
            envelope(body(`<f:data>${include('6c2d@example.jaxws.sun.com')}</f:data>`), soap12),
            'uuid:a805',
          ),
          ...part(
            [
              'Content-Id: <6c2d@example.jaxws.sun.com>',
              'Content-Type: application/octet-stream',
              'Content-Transfer-Encoding: binary',
            ],
            photo,
            'uuid:a805',
          ),
          '--uuid:a805--',
        ),
      },
    ],
    [
      'WCF: folded header, a Content-ID that is a URL, a plus in the boundary',
      {
        type: 'multipart/related; type="application/xop+xml";start="<http://tempuri.org/0>";boundary="uuid:0ca0e16e+id=3";start-info="text/xml"',
        message: lines(
          '',
          ...part(
            [
              'Content-ID: <http://tempuri.org/0>',
              'Content-Transfer-Encoding: 8bit',
              'Content-Type: application/xop+xml;charset=utf-8;',
              '\ttype="text/xml"',
            ],
            data(include('http%3A%2F%2Ftempuri.org%2F1%2F632618206527087310')),
            'uuid:0ca0e16e+id=3',
          ),
          ...part(
            [
              'Content-ID: <http://tempuri.org/1/632618206527087310>',
              'Content-Transfer-Encoding: binary',
              'Content-Type: application/octet-stream',
            ],
            photo,
            'uuid:0ca0e16e+id=3',
          ),
          '--uuid:0ca0e16e+id=3--',
        ),
      },
    ],
    [
      'gSOAP: a line before the first part, attributes on Include, spaces around it',
      {
        type: 'multipart/related; charset=utf-8; boundary="==jvqXo+1Tf"; type="application/xop+xml"; start="<SOAP-ENV:Envelope>"; start-info="text/xml; charset=utf-8"',
        message: lines(
          'MIME-Version: 1.0',
          ...part(
            [
              'Content-Type: application/xop+xml; charset=utf-8; type="text/xml"',
              'Content-Transfer-Encoding: binary',
              'Content-ID: <SOAP-ENV:Envelope>',
            ],
            data(
              `\n <xop:Include xmlns:xop="${xop}" xmlns:xmime="http://www.w3.org/2005/05/xmlmime" xmime:contentType="image/png" href="cid:id1"/>\n `,
            ),
            '==jvqXo+1Tf',
          ),
          ...part(
            [
              'Content-Type: image/png',
              'Content-Transfer-Encoding: binary',
              'Content-ID: <id1>',
              'Content-Description: a photo',
            ],
            photo,
            '==jvqXo+1Tf',
          ),
          '--==jvqXo+1Tf--',
        ),
      },
    ],
    [
      'the root last, in quoted-printable; bytes in base64',
      {
        type: `${xopType}; start="<root>"`,
        message: lines(
          ...part(
            ['Content-ID: <1>', 'Content-Transfer-Encoding: base64'],
            Buffer.from(photo, 'latin1').toString('base64').replace(/.{4}/g, '$&\r\n'),
          ),
          ...part(
            [...xopRoot, 'Content-Transfer-Encoding: quoted-printable', 'Content-ID: <root>'],
            data(include('1'))
              .replace(/=/g, '=3D')
              .replace(/(?:=3D|[^=]){30}/g, '$&=\r\n'),
          ),
          '--b--',
        ),
      },
    ],
    [
      'no start, no start-info, the root found by its type',
      {
        type: 'multipart/related; type="application/xop+xml"; boundary=b',
        message: lines(
          ...part(['Content-ID: <1>', 'Content-Type: image/png'], photo),
          ...part(xopRoot, data(include('1'))),
          '--b--',
        ),
      },
    ],
    [
      'the example of XOP: startinfo, lines that end with LF alone',
      {
        type: 'Multipart/Related;boundary=b; type="application/xop+xml"; start="<mymessage.xml@example.org>"; startinfo="text/xml"',
        message: new Uint8Array(
          Buffer.concat([
            Buffer.from(
              `--b\nContent-Type: application/xop+xml;\n   charset=UTF-8\nContent-ID: <mymessage.xml@example.org>\n\n${data(include('http://example.org/me.png'))}\n--b\nContent-ID: <http://example.org/me.png>\n\n`,
            ),
            Buffer.from(`${photo}\n--b--\n`, 'latin1'),
          ]),
        ),
      },
    ],
  ];

  describe('messages of other stacks', () => {
    test.each(stacks)('%s', async (_name, { type, message, action }) => {
      const response = await post(type, message, action);
      expect(await response.clone().text()).not.toContain('Fault');
      expect(received).toMatchObject({ name: 'n', data: bytes(photo) });
      expect(attachments).toEqual([]);
      // in kind
      expect(response.headers.get('content-type')).toMatch(
        /^multipart\/related; type="application\/xop\+xml"; start-info="(text\/xml|application\/soap\+xml)"; /,
      );
    });

    const utf8 = stacks.filter(([name]) => !/^(?:Axiom|the root last)/.test(name));
    test.each(utf8)('%s: as the answer to a client', async (_name, { type, message, action }) => {
      const answer = Buffer.from(message)
        .toString('latin1')
        .replace(/f:Store(?=[ >])/g, '$&Response');
      const client = files.createClient({
        endpoint: 'http://localhost/files',
        ...(action === '' && { binding: 'soap12' }),
        fetch: (async () =>
          new Response(bytes(answer) as never, { headers: { 'Content-Type': type } })) as never,
      });
      await expect(client.store({ file: { name: 'n' } })).resolves.toMatchObject({
        file: { name: 'n', data: bytes(photo) },
      });
    });
  });

  /** A message whose body refers to parts. */
  const message = (
    content: string,
    ...parts: readonly (readonly string[])[]
  ): Uint8Array<ArrayBuffer> =>
    lines(...part(xopRoot, envelope(body(content))), ...parts.flat(), '--b--');
  const named = (id: string, content: string): readonly string[] =>
    part([`Content-ID: <${id}>`], content);

  describe('bytes are found wherever base64Binary stands', () => {
    test('in lists, in types with facets, in text with attributes; twice; empty', async () => {
      const response = await post(
        xopType,
        message(
          `<f:data>${include('1')}</f:data><f:more>${include('1')}</f:more><f:more>QUI=</f:more>` +
            `<f:more>${include('2')}</f:more><f:short>${include('3')}</f:short>` +
            `<f:typed kind="k">${include('3')}</f:typed>`,
          named('1', 'one'),
          named('2', ''),
          named('3', 'three'),
        ),
      );
      expect(response.status).toBe(200);
      expect(received).toMatchObject({
        data: bytes('one'),
        more: [bytes('one'), bytes('AB'), new Uint8Array(0)],
        short: bytes('three'),
        typed: { kind: 'k', $value: bytes('three') },
      });
      expect(attachments).toEqual([]);
    });

    test('a facet is checked', async () => {
      const response = await post(
        xopType,
        message(`<f:short>${include('1')}</f:short>`, named('1', 'longer than eight')),
      );
      const text = await response.text();
      expect(text).toContain('must have at most 8 bytes');
      expect(text).toContain('soap:Client');
    });

    test('a comment beside it, a CDATA section and a comment beside base64', async () => {
      await post(
        xopType,
        message(
          `<f:data><!-- x -->${include('1')}<!-- y --></f:data><f:more><![CDATA[QUI=]]></f:more>`,
          named('1', 'one'),
        ),
      );
      expect(received).toMatchObject({ data: bytes('one'), more: [bytes('AB')] });
    });

    test('elements of a wildcard have the bytes of their parts as base64', async () => {
      await post(
        xopType,
        message(`<x:any xmlns:x="urn:x">${include('1')}</x:any>`, named('1', 'one')),
      );
      expect(received).toMatchObject({ name: 'n', $any: { children: ['b25l'] } });
      expect(attachments).toEqual([]);
    });
  });

  describe("WCF's reader drops white space after a tag, but not after a CDATA section", () => {
    const named = (name: string): string => data('QUI=').replace('<f:name>n<', `<f:name>${name}<`);
    const inParts = (name: string) => post(xopType, lines(...part(xopRoot, named(name)), '--b--'));

    test.each([
      ['a blank', ' n', '<![CDATA[]]> n'],
      ['a line feed', '\nn', '<![CDATA[]]>\nn'],
      ['a tab', '\tn', '<![CDATA[]]>\tn'],
      ['a carriage return', '&#xD; n', '<![CDATA[]]>&#xD; n'],
      ['other texts', 'a &gt; n ', 'a &gt; n '],
    ])('%s', async (_what, sent, written) => {
      const answer = await (await inParts(sent)).text();
      expect(answer).toContain(`name>${written}</`);
      expect(received).toMatchObject({ name: expect.stringContaining('n') });
    });

    test('an envelope alone has none', async () => {
      const answer = await post('text/xml', lines(named(' n')));
      expect(await answer.text()).toContain('name> n</');
    });

    test('in a request', async () => {
      let body = '';
      const client = files.createClient({
        endpoint: 'http://localhost/files',
        mtom: true,
        fetch: (async (_: string, init: { readonly body: Uint8Array }) => {
          body = Buffer.from(init.body).toString('latin1');
          return new Response('', { status: 503 });
        }) as never,
      });
      const file = { name: ' x', data: bytes('AB') };
      await client.store({ file } as never).catch(() => undefined);
      expect(body).toContain('name><![CDATA[]]> x</');
    });
  });

  describe('what is wrong is a client fault, and no handler runs', () => {
    const one = named('1', 'one');
    test.each<[string, Uint8Array<ArrayBuffer>, string]>([
      ['no such part', message(`<f:data>${include('2')}</f:data>`, one), 'no part of it'],
      [
        'two parts of one Content-ID',
        message(`<f:data>${include('1')}</f:data>`, one, one),
        'several parts of it',
      ],
      [
        'a part without Content-ID',
        message(`<f:data>${include('')}</f:data>`, part([], 'x')),
        'which is no part of the message',
      ],
      [
        'the envelope itself',
        lines(...part([...xopRoot, 'Content-ID: <r>'], data(include('r'))), '--b--'),
        'no part of it',
      ],
      [
        'a URL elsewhere',
        message(
          `<f:data><xop:Include xmlns:xop="${xop}" href="http://169.254.169.254/latest"/></f:data>`,
          one,
        ),
        'which is no part of the message',
      ],
      [
        'a file',
        message(
          `<f:data><xop:Include xmlns:xop="${xop}" href="file:///etc/passwd"/></f:data>`,
          one,
        ),
        'which is no part of the message',
      ],
      ['no href', message(`<f:data><xop:Include xmlns:xop="${xop}"/></f:data>`, one), 'refers to'],
      ['text beside it', message(`<f:data>QUI=${include('1')}</f:data>`, one), ''],
      [
        'text after it',
        message(`<f:data>${include('1')}QUI=</f:data>`, one),
        'is not the only content',
      ],
      [
        'two of it',
        message(`<f:data>${include('1')}${include('1')}</f:data>`, one),
        'is not the only content',
      ],
      [
        'another element',
        message(`<f:data><x:Include xmlns:x="urn:x" href="cid:1"/></f:data>`, one),
        '',
      ],
      ['hexBinary', message(`<f:hex>${include('1')}</f:hex>`, one), ''],
      [
        'a broken percent encoding',
        message(`<f:data>${include('%zz')}</f:data>`, one),
        'no part of it',
      ],
      [
        'a reference without end',
        message(`<f:data><xop:Include xmlns:xop="${xop}" href="cid:1`, one),
        '',
      ],
    ])('%s', async (_name, sent, text) => {
      const response = await post(xopType, sent);
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(await response.text()).toContain(text);
      expect(received).toBeUndefined();
    });

    test('a reference in a message without parts', async () => {
      const response = await post('text/xml; charset=utf-8', lines(data(include('1'))));
      expect(response.status).toBeGreaterThanOrEqual(400);
      expect(received).toBeUndefined();
    });

    test('one large part that many elements refer to is in memory once', async () => {
      const content = 'x'.repeat(1_000_000);
      // a few, as the answer has a part for each
      const more = `<f:more>${include('1')}</f:more>`.repeat(10);
      await post(xopType, message(more, named('1', content)));
      const { more: found } = received as { readonly more: readonly Uint8Array[] };
      expect(found).toHaveLength(10);
      expect(new Set(found.map(({ buffer }) => buffer)).size).toBe(1);
    });
  });

  describe('attachments that the contract does not declare', () => {
    const type = 'multipart/related; type="text/xml"; start="<r>"; boundary=b';
    const count = (name: string): string =>
      envelope(
        `<f:${name} xmlns:f="${namespace}"><f:${name === 'Count' ? 'name' : 'CountResult'}>caf\xe9</f:${name === 'Count' ? 'name' : 'CountResult'}></f:${name}>`,
      );
    const swa = (name: string): Uint8Array<ArrayBuffer> =>
      lines(
        ...part(['Content-ID: <a@x>', 'Content-Type: image/png'], photo),
        ...part(['Content-ID: <r>', 'Content-Type: text/xml; charset=ISO-8859-1'], count(name)),
        ...part(['Content-Transfer-Encoding: base64'], 'QUI='),
        '--b--',
      );
    const expected = [
      { id: 'a@x', type: 'image/png', content: bytes(photo) },
      { id: '', type: '', content: bytes('AB') },
    ];

    test('of a request: context.attachments', async () => {
      const response = await post(type, swa('Count'), 'Count');
      expect(await response.text()).toContain('café');
      expect(response.headers.get('content-type')).toBe('text/xml; charset=utf-8');
      expect(attachments).toEqual(expected);
    });

    test('of an answer: raw().attachments', async () => {
      const client = files.createClient({
        endpoint: 'http://localhost/files',
        fetch: (async () =>
          new Response(swa('CountResponse'), { headers: { 'Content-Type': type } })) as never,
      });
      await expect(client.count({ name: 'x' })).resolves.toBe('café');
      const { raw } = client.count as unknown as { raw: (input: object) => Promise<object> };
      await expect(raw({ name: 'x' })).resolves.toMatchObject({
        result: 'café',
        attachments: expected,
      });
    });

    test('of messages without any: none', async () => {
      await post('text/xml', lines(count('Count')), 'Count');
      expect(attachments).toEqual([]);
      const client = files.createClient({
        endpoint: 'http://localhost/files',
        fetch: server.fetch as never,
      });
      const { raw } = client.count as unknown as { raw: (input: object) => Promise<object> };
      await expect(raw({ name: 'x' })).resolves.toMatchObject({ result: 'x', attachments: [] });
    });
  });
});

describe('mtom places', () => {
  /** Bytes in a header, in the detail of a fault, in parts of rpc/literal, and in SOAP encoding. */
  const contract = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:s="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">
<types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">
  <xs:complexType name="Sealed"><xs:sequence><xs:element name="seal" type="xs:base64Binary"/></xs:sequence></xs:complexType>
  <xs:element name="Token" type="t:Sealed"/><xs:element name="Broken" type="t:Sealed"/>
  <xs:complexType name="Pair"><xs:sequence><xs:element name="left" type="xs:base64Binary"/><xs:element name="right" type="xs:base64Binary"/></xs:sequence></xs:complexType>
</xs:schema></types>
<message name="In"><part name="data" type="xs:base64Binary"/></message><message name="Out"><part name="result" type="xs:base64Binary"/></message>
<message name="PairIn"><part name="pair" type="t:Pair"/></message><message name="PairOut"><part name="result" type="t:Pair"/></message>
<message name="Token"><part name="token" element="t:Token"/></message><message name="Broken"><part name="broken" element="t:Broken"/></message>
<portType name="P">
  <operation name="Literal"><input message="t:In"/><output message="t:Out"/><fault name="Broken" message="t:Broken"/></operation>
  <operation name="Encoded"><input message="t:PairIn"/><output message="t:PairOut"/></operation>
</portType>
<binding name="B" type="t:P"><s:binding style="rpc" transport="http://schemas.xmlsoap.org/soap/http"/>
  <operation name="Literal"><s:operation soapAction="urn:t/Literal"/><input><s:body use="literal" namespace="urn:t"/><s:header message="t:Token" part="token" use="literal"/></input><output><s:body use="literal" namespace="urn:t"/><s:header message="t:Token" part="token" use="literal"/></output><fault name="Broken"><s:fault name="Broken" use="literal"/></fault></operation>
  <operation name="Encoded"><s:operation soapAction="urn:t/Encoded"/><input><s:body use="encoded" namespace="urn:t" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/></input><output><s:body use="encoded" namespace="urn:t" encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"/></output></operation>
</binding>
<service name="S"><port name="P" binding="t:B"><s:address location="http://localhost/s"/></port></service>
</definitions>`;

  type Call = ((input: unknown, options?: object) => Promise<unknown>) & {
    readonly raw: (input: unknown, options?: object) => Promise<object>;
  };

  let folder: GeneratedFolder;
  let createClient: (options: ClientOptions) => { readonly literal: Call; readonly encoded: Call };
  let createServer: (handlers: object, options?: ServerOptions) => Server;
  let sent = '';

  beforeAll(async () => {
    folder = await generateText('s.wsdl', contract);
    const module = await folder.load();
    createClient = module.createSClient as typeof createClient;
    createServer = module.createSServer as typeof createServer;
  });
  afterAll(() => folder.remove());

  const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));
  const include = (cid: string): string => `<i:Include xmlns:i="${xop}" href="cid:${cid}"/>`;

  interface HeaderContext {
    readonly soapHeaders: { readonly token?: object };
    setSoapHeader(name: string, value: unknown): void;
  }

  const handlers = {
    literal: ({ data }: { readonly data: Uint8Array }, context: HeaderContext) => {
      context.setSoapHeader('token', context.soapHeaders.token);
      return data;
    },
    encoded: ({ pair }: { readonly pair: object }) => pair,
  };

  function clientOf(served: ServerOptions = {}): ReturnType<typeof createClient> {
    const server = createServer(handlers, served);
    return createClient({
      endpoint: 'http://localhost/s',
      mtom: true,
      fetch: (async (url: string, init: { readonly body: never }) => {
        sent = latin1(new Uint8Array(Buffer.from(init.body)));
        return server.fetch(url, init);
      }) as never,
    });
  }

  const settings: readonly ServerOptions[] = [
    {},
    { strict: true },
    { parity: { strictEnvelopes: true } },
  ];

  describe.each(settings)('a server with %j', (served) => {
    test('bytes of headers and of rpc/literal', async () => {
      const token = { seal: bytes('seal') };
      const call = clientOf(served).literal.raw;
      await expect(
        call({ data: bytes('data') }, { soapHeaders: { token } }),
      ).resolves.toMatchObject({
        result: bytes('data'),
        soapHeaders: { token },
      });
      expect(sent.split('cid:')).toHaveLength(3);
    });

    test('bytes of SOAP encoding', async () => {
      const pair = { left: bytes('left'), right: bytes('right') };
      await expect(clientOf(served).encoded({ pair })).resolves.toEqual(pair);
      expect(sent.split('cid:')).toHaveLength(3);
    });
  });

  test('bytes of SOAP encoding behind references', async () => {
    let received: unknown;
    const server = createServer({
      ...handlers,
      encoded: ({ pair }: { pair: object }) => (received = pair),
    });
    const body = `<S:Envelope xmlns:S="${soap11}" xmlns:t="urn:t"><S:Body><t:Encoded><pair href="#p"/></t:Encoded><p id="p"><t:left href="#b"/><t:right href="#b"/></p><b id="b">${include('1')}</b></S:Body></S:Envelope>`;
    await server.fetch('http://localhost/s', {
      method: 'POST',
      headers: {
        'Content-Type': 'multipart/related; type="application/xop+xml"; boundary=b',
        SOAPAction: '"urn:t/Encoded"',
      },
      body: lines(
        '--b',
        'Content-Type: application/xop+xml; type="text/xml"',
        '',
        body,
        '--b',
        'Content-ID: <1>',
        '',
        'both',
        '--b--',
      ),
    });
    expect(received).toEqual({ left: bytes('both'), right: bytes('both') });
  });

  test('bytes of the detail of a fault', async () => {
    const envelope = `<S:Envelope xmlns:S="${soap11}"><S:Body><S:Fault><faultcode>S:Server</faultcode><faultstring>no</faultstring><detail><Broken xmlns="urn:t"><seal>${include('1')}</seal></Broken></detail></S:Fault></S:Body></S:Envelope>`;
    const answer = lines(
      '--b',
      'Content-Type: application/xop+xml',
      '',
      envelope,
      '--b',
      'Content-ID: <1>',
      '',
      'seal',
      '--b--',
    );
    const client = createClient({
      endpoint: 'http://localhost/s',
      fetch: (async () =>
        new Response(answer, {
          status: 500,
          headers: { 'Content-Type': 'multipart/related; type="application/xop+xml"; boundary=b' },
        })) as never,
    });
    await expect(client.literal({ data: bytes('x') })).rejects.toMatchObject({
      name: 'SoapFault',
      faultName: 'Broken',
      detail: { seal: bytes('seal') },
    });
  });
});

describe('mtom', () => {
  let files: Files;
  beforeAll(async () => {
    files = await generateFiles();
  });
  afterAll(() => files.folder.remove());

  const data = new Uint8Array(Buffer.from('\x89PNG\r\n\0'.repeat(200), 'latin1'));
  const file = { name: 'n', data };
  const handlers = {
    store: (given: unknown) => given,
    fetch: () => data,
    list: () => ({ file: [] }),
    count: () => '',
  };

  test('bytes that are signed stay in the envelope, in both directions', async () => {
    const types: unknown[] = [];
    const server = files.createServer(handlers as never, {
      security: [signatureVerifier(rules), signer(keyOf('server'))],
    });
    const client = files.createClient({
      endpoint: 'http://localhost/files',
      mtom: true,
      security: [signer(keyOf('client')), signatureVerifier(rules)],
      fetch: (async (url: string, init: { headers: Record<string, string> }) => {
        types.push(init.headers['Content-Type']);
        const answer = (await server.fetch(url, init as never)) as unknown as Response;
        types.push(answer.headers.get('content-type'));
        return answer;
      }) as never,
    });
    expect(await client.store({ file })).toMatchObject({ file: { name: 'n', data } });
    expect(types).toEqual(['text/xml; charset=utf-8', 'text/xml; charset=utf-8']);
  });

  test('a server that signs answers a request with XOP in an envelope alone', async () => {
    const server = files.createServer(handlers as never, { security: signer(keyOf('server')) });
    const client = files.createClient({
      endpoint: 'http://localhost/files',
      mtom: true,
      security: signatureVerifier(rules),
      fetch: server.fetch as never,
    });
    expect(await client.store({ file })).toMatchObject({ file: { name: 'n', data } });
  });

  test('a request with XOP has no signature of its bytes', async () => {
    const reasons: unknown[] = [];
    const server = files.createServer(handlers as never, {
      security: signatureVerifier(rules),
      onAnswer: ({ reason }) => void reasons.push(reason),
    });
    const client = files.createClient({
      endpoint: 'http://localhost/files',
      mtom: true,
      fetch: server.fetch as never,
    });
    await expect(client.store({ file })).rejects.toMatchObject({ name: 'SoapFault' });
    expect(reasons).toEqual(['Attachments are not signed.']);
  });
});
