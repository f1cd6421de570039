import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { isFault, type SoapFault } from '../../src/runtime/index.ts';
import type { Server } from '../../src/runtime/server/options.ts';
import { type GeneratedFolder, generateText } from './generated-module.ts';

type Method = (input?: object) => Promise<unknown>;
type Client = Readonly<Record<string, Method>>;

/** What is sent over the wire, and what a device answers. */
interface Exchange {
  readonly sent: { body: string; action: string | null; url: string }[];
  answer: (request: Request) => Response | Promise<Response>;
}

const envelope = (body: string): string =>
  `<?xml version="1.0"?>\r\n<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/" s:encodingStyle="http://schemas.xmlsoap.org/soap/encoding/"><s:Body>${body}</s:Body></s:Envelope>`;

const says = (text: string, status = 200): Response =>
  new Response(text, { status, headers: { 'content-type': 'text/xml; charset="utf-8"' } });

/** As minidlna, miniupnpd, gerbera and libgupnp answer: the detail has a namespace of its own. */
const refusal = (code: number, text: string): Response =>
  says(
    envelope(
      `<s:Fault><faultcode>s:Client</faultcode><faultstring>UPnPError</faultstring><detail><UPnPError xmlns="urn:schemas-upnp-org:control-1-0"><errorCode>${code}</errorCode><errorDescription>${text}</errorDescription></UPnPError></detail></s:Fault>`,
    ),
    500,
  );

describe.each([
  ['content-directory', 'ContentDirectory'],
  ['connection-manager', 'ConnectionManager'],
  ['wan-ip-connection', 'WANIPConnection'],
])('a contract of %s by hand', (file, service) => {
  let generated: GeneratedFolder;
  let module: Readonly<Record<string, unknown>>;
  const text = readFileSync(new URL(`../fixtures/yaml/${file}.yaml`, import.meta.url), 'utf8');
  const type = `urn:schemas-upnp-org:service:${service}:1`;

  beforeAll(async () => {
    generated = await generateText(`${file}.yaml`, text);
    module = await generated.load();
  });

  afterAll(() => generated.remove());

  function createClient(exchange: Exchange): Client {
    const create = module[`create${service}Client`] as (options: object) => Client;
    const fetch = async (url: string, init: RequestInit): Promise<Response> => {
      const request = new Request(url, init);
      const body = await request.clone().text();
      exchange.sent.push({ body, action: request.headers.get('soapaction'), url });
      return exchange.answer(request);
    };
    return create({ baseUrl: 'http://192.168.1.20:8200', fetch });
  }

  const call = (client: Client, name: string, input?: object): Promise<unknown> => {
    const method = client[name];
    if (method === undefined) throw new Error(`no method ${name}`);
    return input === undefined ? method() : method(input);
  };

  /** A call of each contract: method, input, the message, and the answer with its value. */
  const rows: Readonly<Record<string, readonly [string, string, object, string, string, unknown]>> =
    {
      ContentDirectory: [
        'browse',
        'Browse',
        {
          ObjectID: '0',
          BrowseFlag: 'BrowseDirectChildren',
          Filter: '*',
          StartingIndex: 0,
          RequestedCount: 0,
          SortCriteria: '',
        },
        '<ObjectID xmlns="">0</ObjectID><BrowseFlag xmlns="">BrowseDirectChildren</BrowseFlag><Filter xmlns="">*</Filter><StartingIndex xmlns="">0</StartingIndex><RequestedCount xmlns="">0</RequestedCount><SortCriteria xmlns="" />',
        '<Result>&lt;DIDL-Lite/&gt;</Result>\n<NumberReturned>3</NumberReturned>\n<TotalMatches>4294967295</TotalMatches>\n<UpdateID>7</UpdateID>',
        { Result: '<DIDL-Lite/>', NumberReturned: 3, TotalMatches: 4294967295, UpdateID: 7 },
      ],
      ConnectionManager: [
        'getCurrentConnectionInfo',
        'GetCurrentConnectionInfo',
        { ConnectionID: 0 },
        '<ConnectionID xmlns="">0</ConnectionID>',
        '<RcsID>-1</RcsID><AVTransportID>-1</AVTransportID><ProtocolInfo></ProtocolInfo><PeerConnectionManager></PeerConnectionManager><PeerConnectionID>-1</PeerConnectionID><Direction>Output</Direction><Status>Unknown</Status>',
        {
          RcsID: -1,
          AVTransportID: -1,
          ProtocolInfo: '',
          PeerConnectionManager: '',
          PeerConnectionID: -1,
          Direction: 'Output',
          Status: 'Unknown',
        },
      ],
      WANIPConnection: [
        'getStatusInfo',
        'GetStatusInfo',
        {},
        '',
        '<NewConnectionStatus>Connected</NewConnectionStatus><NewLastConnectionError>ERROR_NONE</NewLastConnectionError><NewUptime>86400</NewUptime>',
        {
          NewConnectionStatus: 'Connected',
          NewLastConnectionError: 'ERROR_NONE',
          NewUptime: 86400,
        },
      ],
    };
  const [method, action, input, message, answer, value] = rows[service] as NonNullable<
    (typeof rows)[string]
  >;

  test('has about fifteen lines', () => {
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(20);
  });

  test('calls a device', async () => {
    const exchange: Exchange = {
      sent: [],
      answer: () =>
        says(envelope(`<u:${action}Response xmlns:u="${type}">${answer}</u:${action}Response>`)),
    };
    expect(await call(createClient(exchange), method, input)).toEqual(value);
    const [sent] = exchange.sent;
    expect(sent?.action).toBe(`"${type}#${action}"`);
    const end = message === '' ? ' />' : `>${message}</${action}>`;
    expect(sent?.body).toContain(`<soap:Body><${action} xmlns="${type}"${end}</soap:Body>`);
  });

  test('has the error of a device in its type', async () => {
    const exchange: Exchange = { sent: [], answer: () => refusal(701, 'No such object') };
    const error = await call(createClient(exchange), method, input).catch((one: unknown) => one);
    const isOf = isFault as (error: unknown, operation: unknown, name: string) => boolean;
    expect(isOf(error, module[action], 'UPnPError')).toBe(true);
    expect((error as SoapFault).detail).toEqual({
      errorCode: 701,
      errorDescription: 'No such object',
    });
  });

  test('serves control points', async () => {
    const create = module[`create${service}Server`] as (handlers: object) => Server;
    const throwing = module.fault as (operation: unknown, name: string, detail: object) => Error;
    const names = [...text.matchAll(/^ {6}(\w+):/gm)].map((one) => one[1] as string);
    let refuse = false;
    const handlers = Object.fromEntries(
      names.map((name) => {
        const own = Object.keys(module).includes(name) ? name : action;
        return [
          name.charAt(0).toLowerCase() + name.slice(1),
          () => {
            if (refuse) throw throwing(module[own], 'UPnPError', { errorCode: 501 });
            return value;
          },
        ];
      }),
    );
    const server = create(handlers);
    const exchange: Exchange = { sent: [], answer: (request) => server.fetch(request) };
    const client = createClient(exchange);
    expect(await call(client, method, input)).toEqual(value);
    refuse = true;
    const body = `<u:${action} xmlns:u="${type}">${message.replaceAll(' xmlns=""', '')}</u:${action}>`;
    const answered = await server.fetch(
      new Request(exchange.sent[0]?.url ?? '', {
        method: 'POST',
        headers: { 'content-type': 'text/xml; charset="utf-8"', soapaction: `"${type}#${action}"` },
        body: envelope(body),
      }),
    );
    expect(answered.status).toBe(500);
    expect(await answered.text()).toContain(
      '<detail><UPnPError xmlns="urn:schemas-upnp-org:control-1-0"><errorCode>501</errorCode></UPnPError></detail>',
    );
  });
});
