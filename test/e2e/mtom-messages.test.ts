import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { Server } from '../../src/runtime/server/options.ts';
import {
  type Files,
  generateFiles,
  lines,
  namespace,
  soap11,
  soap12,
  xop,
} from './mtom-contract.ts';

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
const xopType = 'multipart/related; type="application/xop+xml"; start-info="text/xml"; boundary=b';

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
      message(`<f:data><xop:Include xmlns:xop="${xop}" href="file:///etc/passwd"/></f:data>`, one),
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
    const more = `<f:more>${include('1')}</f:more>`.repeat(1000);
    await post(xopType, message(more, named('1', content)));
    const { more: found } = received as { readonly more: readonly Uint8Array[] };
    expect(found).toHaveLength(1000);
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
