import { describe, expect, test } from '@jest/globals';
import type { ServerLimits } from '../../../src/runtime/server/options.ts';
import {
  checkElements,
  completeLimits,
  createSettings,
} from '../../../src/runtime/server/protocol.ts';
import { inlineReferences } from '../../../src/runtime/soap/encoding.ts';
import { captureElement } from '../../../src/runtime/xml/capture.ts';
import { START } from '../../../src/runtime/xml/errors.ts';
import { XmlReader } from '../../../src/runtime/xml/reader.ts';
import { AuthCode } from '../wire/descriptors.ts';
import { envelope, soap11, text11 } from '../wire/messages.ts';
import { createServer } from '../wire/serve.ts';

const names = ['bodyBytes', 'elements', 'depth', 'attributes', 'time'] as const;
const serverWith = (limits: object) =>
  createServer([{ operation: AuthCode, handler: () => undefined }], { limits });

describe.each(names)('limits.%s', (name) => {
  test.each([Number.NaN, -1, Number.NEGATIVE_INFINITY, '5', '', null, true, {}, [], 5n])(
    'is not %p',
    (value) => {
      expect(() => serverWith({ [name]: value })).toThrow(RangeError);
      expect(() => serverWith({ [name]: value })).toThrow(`limits.${name} is `);
    },
  );

  test.each([undefined, 0, 1, 2.5, Number.MAX_VALUE, Number.POSITIVE_INFINITY])(
    'may be %p',
    (value) => {
      expect(() => serverWith({ [name]: value })).not.toThrow();
    },
  );
});

test.each([5, 'x', true, null, []])('limits are not %p', (limits) => {
  expect(() => serverWith(limits as never)).toThrow(TypeError);
  expect(() => serverWith(limits as never)).toThrow('limits is ');
});

test.each<[string, ServerLimits | undefined, number, number]>([
  ['nothing: 100 s for the body alone', undefined, 100_000, 0],
  ['a time: for both', { time: 50 }, 50, 50],
  ['0: none', { time: 0 }, 0, 0],
  ['Infinity: none', { time: Number.POSITIVE_INFINITY }, 0, 0],
  ['more than timers can wait', { time: 1e12 }, 0x7fffffff, 0x7fffffff],
])('given %s', (_name, limits, bodyTime, time) => {
  expect(completeLimits(limits)).toMatchObject({ bodyTime, time });
});

describe('what ASMX answers is answered', () => {
  const path = 'http://school.test/AuthCodeSending.asmx';
  const ask = async (body: string, limits: ServerLimits = {}): Promise<[number, string]> => {
    const told: unknown[] = [];
    const server = createServer([{ operation: AuthCode, handler: () => undefined }], {
      limits,
      onError: (error) => told.push(error),
    });
    const headers = { 'Content-Type': text11, SOAPAction: '"http://tempuri.org/AuthCode"' };
    const answer = await server.fetch(path, { method: 'POST', headers, body });
    const text = await (answer as unknown as Response).text();
    expect(told).toHaveLength(answer.status === 200 ? 0 : 1);
    return [answer.status, /<faultstring>([^<]*)</.exec(text)?.[1] ?? ''];
  };
  const message = (attributes: string): string =>
    envelope(
      soap11,
      `<AuthCode xmlns="http://tempuri.org/"><code${attributes}>1</code></AuthCode>`,
    );
  const attributes = (count: number, write: (at: number) => string): string =>
    Array.from({ length: count }, (_, at) => ` ${write(at)}`).join('');

  test.each<[string, (at: number) => string]>([
    ['attributes', (at) => `a${at}=""`],
    ['namespace declarations', (at) => `xmlns:a${at}="urn:a"`],
  ])('70 and 5,000 %s', async (_name, write) => {
    for (const count of [70, 5000]) {
      expect(await ask(message(attributes(count, write)))).toEqual([200, '']);
    }
    const [status, text] = await ask(message(attributes(71, write)), { attributes: 70 });
    expect([status, text]).toEqual([500, expect.stringContaining('more than 70 attributes')]);
  });

  test('a repeated attribute is found among many', async () => {
    const many = attributes(70, (at) => `a${at}=""`);
    expect(await ask(message(`${many} a3=""`))).toEqual([400, '']);
    const prefixed = ` xmlns:p="urn:p" xmlns:q="urn:p"${many}`;
    expect(await ask(message(`${prefixed} p:a3="" q:a4="" q:a3=""`))).toEqual([400, '']);
    expect(await ask(message(`${prefixed} p:a3="" q:a4=""`))).toEqual([200, '']);
  });

  test('a DataSet of 8,000 rows of 12 is kept as XML', () => {
    const row = `<Row>${'<Name>value</Name>'.repeat(12)}</Row>`;
    const text = `<diffgram>${row.repeat(8000)}</diffgram>`;
    const { limits, reader: options } = createSettings({});
    expect(() => checkElements(text, limits)).not.toThrow();
    const reader = new XmlReader(text, options);
    reader.nextTag();
    expect(captureElement(reader).children).toHaveLength(8000);
  });

  test('a SOAP-encoded list may have as many items as could be sent', () => {
    const text = `<b><List>${'<i>12</i>'.repeat(205_000)}</List></b>`;
    const reader = new XmlReader(text, createSettings({}).reader);
    reader.nextTag();
    const inlined = inlineReferences(reader);
    expect(inlined.nextTag()).toBe(START);
  });

  test.each<[string, ServerLimits, string]>([
    ['depth', { depth: 5 }, 'Elements are nested deeper than 5.'],
    ['elements', { elements: 5 }, 'The request has more than 5 elements.'],
  ])('a refusal names the limit: %s', async (_name, limits, said) => {
    const deep = `${'<a>'.repeat(20)}${'</a>'.repeat(20)}`;
    const [status, text] = await ask(envelope(soap11, deep), limits);
    expect([status, text]).toEqual([500, `Server was unable to read request. ---&gt; ${said}`]);
  });
});
