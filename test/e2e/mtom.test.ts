import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { ClientOptions } from '../../src/runtime/index.ts';
import type { Server, ServerOptions } from '../../src/runtime/server/options.ts';
import { type Files, type FilesClient, generateFiles, latin1, namespace } from './mtom-contract.ts';

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
