import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { readMultipart } from '../../src/runtime/parts/mime.ts';
import { PartReader } from '../../src/runtime/parts/streams.ts';
import { runs } from '../runs.ts';
import { type Bytes, bytesOf, type Files, generateFiles } from './byte-streams-contract.ts';

const type = 'multipart/related; type="application/xop+xml"; start-info="text/xml"; boundary=b';
const latin1 = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'latin1'));

function inPieces(bytes: Uint8Array, size: number) {
  let at = 0;
  return {
    read: async () => {
      if (at >= bytes.length) return undefined;
      at += size;
      return bytes.slice(at - size, at);
    },
    cancel: () => undefined,
  };
}

/** Parts as they are read piece by piece, or the error. */
async function arriving(body: Uint8Array, size: number): Promise<unknown> {
  try {
    const reader = new PartReader(inPieces(body, size), type);
    const parts: unknown[] = [];
    for (let head = await reader.next(); head !== undefined; head = await reader.next()) {
      const pieces: Uint8Array[] = [];
      for (let one = await reader.read(); one !== undefined; one = await reader.read()) {
        pieces.push(one);
      }
      parts.push({ ...head, content: Buffer.concat(pieces).toString('latin1') });
    }
    return parts;
  } catch (error) {
    return String(error);
  }
}

/** The same parts of a message that is there as a whole. */
function whole(body: Uint8Array): unknown {
  try {
    const { body: root, contentType, parts } = readMultipart(body, type) ?? {};
    const shown = (content?: Uint8Array): string => Buffer.from(content ?? []).toString('latin1');
    const [, ...others] = [undefined, ...(parts?.all ?? [])];
    return [
      { id: 'r', type: contentType, content: shown(root) },
      ...others.map((one) => ({ id: one?.id, type: one?.type, content: shown(one?.content) })),
    ];
  } catch (error) {
    return String(error);
  }
}

const root = '--b\r\nContent-ID: <r>\r\nContent-Type: application/xop+xml\r\n\r\n<e/>\r\n';

describe('parts that arrive in pieces are the same as in a whole message', () => {
  test.each([
    ['plain', `${root}--b\r\nContent-ID: <x>\r\n\r\nabc\r\n--b--\r\n`],
    ['preamble and epilogue', `pre\r\n${root}--b\n\nabc\n--b--\r\nmore`],
    ['empty parts', `${root}--b\r\n\r\n\r\n--b\r\n\r\n\r\n--b--`],
    ['lines like boundaries', `${root}--b\r\n\r\n--bc\r\n--\r\n-\r\n\r\n--b \t\r\n\r\nx\r\n--b--`],
    ['cut off in a part', `${root}--b\r\n\r\nabc`],
    ['cut off in a boundary', `${root}--b\r\n\r\nabc\r\n--`],
    ['cut off in headers', `${root}--b\r\nContent-ID: <x>`],
    ['no boundary', 'abc\r\n--c\r\n'],
    ['base64', `${root}--b\r\nContent-Transfer-Encoding: base64\r\n\r\nYWJj\r\nZG\r\nVm\r\n--b--`],
    ['no base64', `${root}--b\r\nContent-Transfer-Encoding: base64\r\n\r\n!!!!\r\n--b--`],
    [
      'quoted-printable',
      `${root}--b\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\na=3Db =\r\nc \r\nd\r\n--b--`,
    ],
    ['unknown encoding', `${root}--b\r\nContent-Transfer-Encoding: x-uu\r\n\r\na\r\n--b--`],
    ['long headers', `${root}--b\r\nX: ${'x'.repeat(20_000)}\r\n\r\na\r\n--b--`],
    ['many parts', `${root}${'--b\r\n\r\na\r\n'.repeat(1030)}--b--`],
  ])('%s', async (_, text) => {
    const body = latin1(text);
    const expected = whole(body);
    for (const size of [1, 2, 3, 7, 1000, 100_000]) {
      expect(await arriving(body, size)).toEqual(expected);
    }
  });

  test('at random', async () => {
    const word = fc.constantFrom('\r', '\n', '-', '--b', '--b--', 'b', ' ', 'abc', '\r\n');
    const content = fc.array(word, { maxLength: 12 }).map((words) => words.join(''));
    await fc.assert(
      fc.asyncProperty(
        fc.array(content, { maxLength: 3 }),
        fc.nat({ max: 9 }),
        async (all, size) => {
          const parts = all.map((one) => `--b\r\nContent-ID: <x>\r\n\r\n${one}\r\n`).join('');
          const body = latin1(`${root}${parts}--b--\r\n`);
          expect(await arriving(body, size + 1)).toEqual(whole(body));
        },
      ),
      { numRuns: runs(500) },
    );
  });
});

describe('messages of others', () => {
  let files: Files;
  beforeAll(async () => {
    files = await generateFiles();
  });
  afterAll(() => files.folder.remove());

  const include = (id: string): string =>
    `<Include xmlns="http://www.w3.org/2004/08/xop/include" href="cid:${id}"/>`;
  const envelope = (operation: string, content: string): string =>
    '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body>' +
    `<${operation} xmlns="urn:files">${content}</${operation}></s:Body></s:Envelope>`;
  const part = (id: string, content: string): string =>
    `--b\r\nContent-ID: <${id}>\r\n\r\n${content}\r\n`;

  async function answer(operation: string, content: string, ...parts: string[]) {
    const seen: string[] = [];
    const text = async (stream: Bytes): Promise<string> => {
      try {
        return Buffer.from(await bytesOf(stream)).toString('latin1');
      } catch (error) {
        seen.push(String(error));
        throw error;
      }
    };
    const server = files.createServer({
      async store({ data, note }: { data: Bytes; note?: Uint8Array }) {
        seen.push(await text(data), Buffer.from(note ?? []).toString());
        return 1;
      },
      async pair({ left, right }: { left: Bytes; right: Bytes }) {
        return `${await text(left)},${await text(right)}`;
      },
      count: ({ data }: { data: Uint8Array }) => data.length,
    });
    const head = '--b\r\nContent-Type: application/xop+xml; type="text/xml"\r\n\r\n';
    const body = `${head}${envelope(operation, content)}\r\n${parts.join('')}`;
    const response = (await server.fetch('http://test/Files.asmx', {
      method: 'POST',
      headers: { 'Content-Type': type, SOAPAction: `"urn:files/${operation}"` },
      body,
    } as never)) as unknown as Response;
    return { status: response.status, text: await response.text(), seen };
  }

  const store = (more = ''): string => `<name>a</name><data>${include('d')}</data>${more}`;

  test('base64 in the envelope is a stream, too', async () => {
    const { seen } = await answer('Store', '<name>a</name><data>YWJj</data>', '--b--');
    expect(seen).toEqual(['abc', '']);
  });

  test('bytes beside a stream are there, whatever the order of the parts', async () => {
    const note = `<note>${include('n')}</note>`;
    const two = [part('d', 'data'), part('n', 'note')];
    for (const parts of [two, [...two].reverse()]) {
      expect((await answer('Store', store(note), ...parts, '--b--')).seen).toEqual([
        'data',
        'note',
      ]);
    }
  });

  test('parts that no one asked for are skipped', async () => {
    const parts = [part('x', 'x'), part('d', 'data'), part('y', 'y')];
    expect((await answer('Store', store(), ...parts, '--b--')).seen).toEqual(['data', '']);
  });

  test.each([
    ['a part that is missing', [part('x', 'x'), '--b--'], 'the message has no part of it'],
    ['a message that is cut off', [part('d', 'data')], 'is cut off'],
    ['a part that is cut off', ['--b\r\nContent-ID: <d>\r\n\r\nda'], 'is cut off'],
    ['two parts of one name', [part('d', '1'), part('d', '2'), '--b--'], "several parts 'd'"],
    [
      'a part in no encoding',
      ['--b\r\nContent-ID: <d>\r\nContent-Transfer-Encoding: x\r\n\r\nx\r\n--b--'],
      'unknown transfer encoding',
    ],
  ])('%s is an error of the stream', async (_, parts, message) => {
    const { status, text, seen } = await answer('Store', store(), ...parts);
    expect(seen.join()).toContain(message);
    expect([status, text]).toEqual([500, expect.stringContaining('Fault')]);
  });

  test.each([
    [
      'another address',
      '<data><Include xmlns="http://www.w3.org/2004/08/xop/include" href="http://x/"/></data>',
    ],
    ['two includes', `<data>${include('d')}${include('d')}</data>`],
  ])('%s is refused', async (_, data) => {
    const { status, seen } = await answer(
      'Store',
      `<name>a</name>${data}`,
      part('d', 'x'),
      '--b--',
    );
    expect([status, seen]).toEqual([500, []]);
  });

  test('two streams of one part are refused', async () => {
    const both = `<left>${include('d')}</left><right>${include('d')}</right>`;
    const { text } = await answer('Pair', both, part('d', 'x'), '--b--');
    expect(text).toContain("Two streams refer to the part 'd'");
  });

  test('other operations have all parts', async () => {
    const { text } = await answer(
      'Count',
      `<data>${include('d')}</data>`,
      part('d', 'xyz'),
      '--b--',
    );
    expect(text).toContain('<CountResult>3<');
  });

  /** What a client reads of an answer that arrives in pieces of some bytes. */
  async function read(parts: readonly string[], contentType = type): Promise<string> {
    const client = files.createClient({
      endpoint: 'http://test/Files.asmx',
      fetch: (async () => {
        const body = latin1([...parts, '--b--\r\n'].join(''));
        const { read: pull } = inPieces(body, 7);
        const stream = new ReadableStream<Uint8Array>({
          async pull(controller) {
            const piece = await pull();
            if (piece === undefined) controller.close();
            else controller.enqueue(piece);
          },
        });
        return new Response(stream, { headers: { 'Content-Type': contentType } });
      }) as never,
    });
    try {
      const found = await client.fetch({ name: 'x' });
      return found === undefined ? 'none' : Buffer.from(await bytesOf(found)).toString('latin1');
    } catch (error) {
      return String(error);
    }
  }

  const answerRoot = (href: string, id = 'r'): string =>
    part(
      id,
      envelope(
        'FetchResponse',
        `<FetchResult><x:Include xmlns:x="http://www.w3.org/2004/08/xop/include" href="${href}"/></FetchResult>`,
      ),
    ).replace('>\r\n', '>\r\nContent-Type: application/xop+xml; type="text/xml"\r\n');
  const encodedPart = (encoding: string, content: string): string =>
    part('d', content).replace('\r\n\r\n', `\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`);
  const withStart = `${type}; start="<r>"`;

  test.each<[string, readonly string[], string, string?]>([
    ['a start that is no part', [answerRoot('cid:d', 'q'), part('d', 'abc')], 'abc', withStart],
    ['no start', [answerRoot('cid:d'), part('d', 'abc')], 'abc'],
    ['root last', [part('d', 'abc'), answerRoot('cid:d')], 'abc', withStart],
    ['root between', [part('x', 'x'), answerRoot('cid:d'), part('d', 'abc')], 'abc', withStart],
    ['zero length', [answerRoot('cid:d'), part('d', '')], ''],
    ['zero length, root last', [part('d', ''), answerRoot('cid:d')], '', withStart],
    [
      'quoted-printable',
      [answerRoot('cid:d'), encodedPart('quoted-printable', 'a=3D=\r\nb=FF =\r\n')],
      'a=b\xff ',
    ],
    [
      'quoted-printable, root last',
      [encodedPart('Quoted-Printable', 'a=3D=\r\nb'), answerRoot('cid:d')],
      'a=b',
      withStart,
    ],
    ['base64', [answerRoot('cid:d'), encodedPart('BASE64', 'YW\r\nJj')], 'abc'],
    ['an ID with percent signs', [answerRoot('cid:a%40b%20c'), part('a@b c', 'abc')], 'abc'],
    ['a scheme in capitals', [answerRoot('CID:d'), part('d', 'abc')], 'abc'],
  ])('an answer to a client: %s', async (_, parts, expected, ...[contentType]) => {
    expect(await read(parts, contentType)).toBe(expected);
  });

  test.each<[string, readonly string[], string, string?]>([
    ['a URL', [answerRoot('http://169.254.169.254/'), part('d', 'x')], 'no part of the message'],
    ['a file', [answerRoot('file:///etc/passwd'), part('d', 'x')], 'no part of the message'],
    ['nothing', [answerRoot(''), part('', 'x')], ''],
    ['an empty ID', [answerRoot('cid:'), part('', 'x')], ''],
    ['a broken percent sign', [answerRoot('cid:%zz'), part('d', 'x')], 'no part of it'],
    ['a name of every object', [answerRoot('cid:__proto__'), part('d', 'x')], 'no part of it'],
    ['the root', [answerRoot('cid:r'), part('d', 'x')], 'no part of it', withStart],
    ['the root that is last', [part('d', 'x'), answerRoot('cid:r')], 'no part of it', withStart],
    ['another part twice', [answerRoot('cid:d'), part('d', '1'), part('d', '2')], 'several parts'],
    [
      'parts of one ID before the root',
      [part('d', '1'), part('d', '2'), answerRoot('cid:d')],
      'several parts',
      withStart,
    ],
    ['no quoted-printable', [answerRoot('cid:d'), encodedPart('quoted-printable', '=ZZ')], ''],
  ])(
    'an answer that refers to %s is an error of the client',
    async (_, parts, message, ...[given]) => {
      const found = await read(parts, given);
      expect(found).toMatch(/^AsmxError: /);
      expect(found).toContain(message);
    },
  );
});
