import {
  type Caller,
  type ClientOptions,
  createCaller,
  createStreamingMethod,
  httpGet,
  httpPost,
  type StreamingOperation,
  type StreamOptions,
  soap11,
  soap12,
} from '../../src/runtime/index.ts';
import { missing, missingValue, readElement } from '../../src/runtime/types/message.ts';
import { parseXsdInt } from '../../src/runtime/types/number.ts';
import { START } from '../../src/runtime/xml/errors.ts';
import type { XmlReader } from '../../src/runtime/xml/reader.ts';
import { escapeText } from '../../src/runtime/xml/writer.ts';

import type { ServerHalf } from './wire/serve.ts';

export interface Item {
  readonly id: number;
  readonly name: string | undefined;
}

export const namespace = 'urn:items';

function readItem(reader: XmlReader): Item {
  let id: number | undefined;
  let name: string | undefined;
  while (reader.nextTag() === START) {
    if (reader.local === 'id') id = parseXsdInt(reader.leaf());
    else if (reader.local === 'name') name = reader.leaf();
    else reader.skip();
  }
  return { id: id ?? missingValue(reader, 'id', 0), name };
}

function readItems(reader: XmlReader): Item[] {
  const items: Item[] = [];
  while (reader.nextTag() === START) {
    if (reader.local === 'item') items.push(readItem(reader));
    else reader.skip();
  }
  return items;
}

export function writeItem({ id, name }: Item): string {
  if (!Number.isInteger(id)) throw new Error('id: not an integer');
  const inner = name === undefined ? '' : `<name>${escapeText(name)}</name>`;
  return `<item><id>${id}</id>${inner}</item>`;
}

const step = { namespace };

/** An operation whose result is a list, as a generated `operations.ts` describes it. */
export const List: StreamingOperation<{ readonly count: number }, readonly Item[], Item> &
  ServerHalf<{ readonly count: number }, readonly Item[]> = {
  service: 'Items',
  name: 'List',
  path: '/Items.asmx',
  namespace,
  bindings: ['soap11', 'soap12', 'httpGet', 'httpPost'],
  client: [soap11, soap12, httpGet, httpPost],
  soap: {
    action: `${namespace}/List`,
    element: { namespace, local: 'List' },
    writeRequest: ({ count }) => `<List xmlns="${namespace}"><count>${count}</count></List>`,
    readRequest: (reader) =>
      readElement(reader, ['List', namespace], (inside) => {
        let count = 0;
        while (inside.nextTag() === START) count = parseXsdInt(inside.leaf());
        return { count };
      }),
    writeResponse: (items) =>
      `<ListResponse xmlns="${namespace}"><ListResult>${items.map(writeItem).join('')}</ListResult></ListResponse>`,
    readResponse: (reader) =>
      readElement(reader, ['ListResponse', namespace], (inside) => {
        let items: readonly Item[] | undefined;
        while (inside.nextTag() === START) items = readItems(inside);
        return items ?? missing(inside, 'ListResult');
      }),
    faults: [],
    inputHeaders: [],
    outputHeaders: [],
  },
  http: {
    location: '/List',
    parameters: ['count'],
    writeForm: ({ count }) => `count=${count}`,
    readForm: (form) => ({ count: form.int('count') }),
    writeResult: (items) =>
      `<ArrayOfItem xmlns="${namespace}">${items.map(writeItem).join('')}</ArrayOfItem>`,
    readResult: (reader) => {
      reader.nextTag();
      return readItems(reader);
    },
  },
  stream: {
    soapPath: [
      { ...step, local: 'ListResponse' },
      { ...step, local: 'ListResult' },
      { ...step, local: 'item' },
    ],
    httpPath: [
      { ...step, local: 'ArrayOfItem', anyName: true },
      { ...step, local: 'item' },
    ],
    read: readItem,
    write: writeItem,
  },
};

/** `count` items. */
export function items(count: number): readonly Item[] {
  return Array.from({ length: count }, (_, id) => ({ id, name: `n\u00e4me ${id} \u{1f600} <&>` }));
}

/** A SOAP 1.1 answer with this in its body. */
export function envelope(body: string): string {
  return `<?xml version="1.0" encoding="utf-8"?><soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><soap:Body>${body}</soap:Body></soap:Envelope>`;
}

/** The answer that holds these items. */
export function answerOf(list: readonly Item[]): string {
  return envelope(List.soap?.writeResponse(list) ?? '');
}

/** A web stream of pieces; tells how many were asked for, and whether it was cancelled. */
export function piecesStream(pieces: Iterable<Uint8Array>): {
  readonly body: ReadableStream<Uint8Array>;
  readonly state: { taken: number; cancelled: boolean };
} {
  const state = { taken: 0, cancelled: false };
  const iterator = pieces[Symbol.iterator]();
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { done, value } = iterator.next();
        if (done === true) controller.close();
        else {
          state.taken += 1;
          controller.enqueue(value);
        }
      },
      cancel() {
        state.cancelled = true;
      },
    },
    { highWaterMark: 0 },
  );
  return { body, state };
}

/** A caller whose server answers with this body. */
export function callerOf(
  body: string | ReadableStream<Uint8Array>,
  init: { readonly status?: number; readonly type?: string } & ClientOptions = {},
): Caller {
  const { status = 200, type = 'text/xml; charset=utf-8', ...options } = init;
  const headers = { 'Content-Type': type };
  return createCaller(
    {
      baseUrl: 'http://test',
      fetch: async () => new Response(body, { status, headers }),
      ...options,
    },
    {},
  );
}

/** Everything a stream gives. */
export async function all<T>(stream: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = [];
  for await (const item of stream) list.push(item);
  return list;
}

/** The records of a call. */
export function streamRecords(
  caller: Caller,
  operation: typeof List,
  input: { readonly count: number },
  options?: StreamOptions,
): AsyncIterable<Item> {
  return createStreamingMethod(caller, operation).stream(input, options);
}
