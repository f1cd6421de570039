import { createHash, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { describeContract } from '../../src/convert/yaml/contract.ts';
import { writeNotation } from '../../src/convert/yaml/text.ts';
import { createDiagnosticBag } from '../../src/diagnostics/diagnostic.ts';
import { readContract } from '../../src/read/contract.ts';
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

  test('without the namespace of the error, lenient reads it by its local name', async () => {
    const other = text.replace('namespace: urn:schemas-upnp-org:control-1-0, ', '');
    const folder = await generateText(`${file}.yaml`, other, ['types', 'client']);
    const own = await folder.load();
    const told: string[] = [];
    const create = own[`create${service}Client`] as (options: object) => Client;
    const client = create({
      baseUrl: 'http://192.168.1.20:8200',
      fetch: async () => refusal(402, 'Invalid Args'),
      lenient: true,
      onDeviation: ({ message: one }: { message: string }) => told.push(one),
    });
    const error = await call(client, method, input).catch((one: unknown) => one);
    folder.remove();
    const isOf = isFault as (error: unknown, operation: unknown, name: string) => boolean;
    expect(isOf(error, own[action], 'UPnPError')).toBe(true);
    expect((error as SoapFault).detail).toEqual({
      errorCode: 402,
      errorDescription: 'Invalid Args',
    });
    expect(told.join()).toContain('UPnPError');
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

describe('a router whose actions want digest authentication (TR-064)', () => {
  const type = 'urn:dslforum-org:service:DeviceInfo:1';
  const files: Readonly<Record<string, string>> = {
    'tr64desc.xml': `<root xmlns="urn:dslforum-org:device-1-0"><device>
<deviceType>urn:dslforum-org:device:InternetGatewayDevice:1</deviceType><serviceList><service>
<serviceType>${type}</serviceType><SCPDURL>/deviceinfoSCPD.xml</SCPDURL><controlURL>/upnp/control/deviceinfo</controlURL>
</service></serviceList></device></root>`,
    'deviceinfoSCPD.xml': `<scpd xmlns="urn:dslforum-org:service-1-0"><actionList>
<action><name>GetSecurityPort</name><argumentList><argument><name>NewSecurityPort</name><direction>out</direction><relatedStateVariable>SecurityPort</relatedStateVariable></argument></argumentList></action>
<action><name>SetProvisioningCode</name><argumentList><argument><name>NewProvisioningCode</name><direction>in</direction><relatedStateVariable>ProvisioningCode</relatedStateVariable></argument></argumentList></action>
</actionList><serviceStateTable>
<stateVariable><name>SecurityPort</name><dataType>ui2</dataType></stateVariable>
<stateVariable><name>ProvisioningCode</name><dataType>string</dataType></stateVariable>
</serviceStateTable></scpd>`,
  };

  /** The contract in YAML that `convert` makes of the description. */
  function notation(): string {
    const bag = createDiagnosticBag();
    const readFile = (path: string): Uint8Array | undefined => {
      const text = files[path.replace(/^.*\//, '')];
      return text === undefined ? undefined : new TextEncoder().encode(text);
    };
    const contract = readContract('tr64desc.xml', { readFile }, bag);
    const found = contract && describeContract(contract, bag);
    if (found === undefined) throw new Error(JSON.stringify(bag.diagnostics));
    return writeNotation(found);
  }

  const md5 = (text: string): string => createHash('md5').update(text).digest('hex');

  /** The response of a digest with quality of protection `auth` (RFC 7616, section 3.4.1). */
  const responseTo = (secret: string, method: string, fields: Readonly<Record<string, string>>) =>
    md5(
      `${md5(secret)}:${fields.nonce}:${fields.nc}:${fields.cnonce}:auth:${md5(`${method}:${fields.uri}`)}`,
    );

  const fieldsOf = (header: string): Record<string, string> =>
    Object.fromEntries(
      [...header.matchAll(/(\w+)=(?:"([^"]*)"|([^\s,]+))/g)].map(([, name = '', quoted, bare]) => [
        name,
        quoted ?? bare ?? '',
      ]),
    );

  /** `fetch` that signs in as the answer to 401 asks. */
  function digestFetch(user: string, password: string): typeof fetch {
    return async (input, init = {}) => {
      const first = await fetch(input, init);
      const asked = first.headers.get('www-authenticate') ?? '';
      if (first.status !== 401 || !/^digest /i.test(asked)) return first;
      await first.arrayBuffer();
      const { realm = '', nonce = '' } = fieldsOf(asked);
      const { pathname, search } = new URL(String(input));
      const fields = {
        ...{ username: user, realm, nonce, uri: pathname + search },
        ...{ qop: 'auth', nc: '00000001', cnonce: randomBytes(8).toString('hex') },
      };
      const response = responseTo(`${user}:${realm}:${password}`, init.method ?? 'GET', fields);
      const text = Object.entries({ ...fields, response }).map(
        ([name, value]) => `${name}="${value}"`,
      );
      const headers = { ...(init.headers as object), Authorization: `Digest ${text.join(', ')}` };
      return fetch(input, { ...init, headers });
    };
  }

  let generated: GeneratedFolder;
  let create: (options: object) => Client;
  let url: string;
  const statuses: number[] = [];
  const codes: string[] = [];
  const router = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString();
      const fields = fieldsOf(request.headers.authorization ?? '');
      const secret = 'admin:HTTPS Access:geheim';
      const isKnown =
        fields.username === 'admin' &&
        fields.response === responseTo(secret, request.method ?? '', fields);
      const isOpen = body.includes('GetSecurityPort');
      const status = isOpen || isKnown ? 200 : 401;
      statuses.push(status);
      if (status === 401) {
        const challenge = 'Digest realm="HTTPS Access",nonce="1A2B",algorithm=MD5,qop="auth"';
        response.setHeader('WWW-Authenticate', challenge);
        response
          .writeHead(401, { 'Content-Type': 'text/html' })
          .end('<HTML><BODY>401</BODY></HTML>');
        return;
      }
      const action = isOpen ? 'GetSecurityPort' : 'SetProvisioningCode';
      codes.push(/<NewProvisioningCode[^>]*>(.*?)</.exec(body)?.[1] ?? '');
      const content = isOpen ? '<NewSecurityPort>49443</NewSecurityPort>' : '';
      response
        .writeHead(200, { 'Content-Type': 'text/xml; charset="utf-8"' })
        .end(envelope(`<u:${action}Response xmlns:u="${type}">${content}</u:${action}Response>`));
    });
  });

  beforeAll(async () => {
    generated = await generateText('router.yaml', notation(), ['types', 'client']);
    create = (await generated.load()).createDeviceInfoClient as typeof create;
    await new Promise<void>((resolve) => {
      router.listen(0, '127.0.0.1', resolve);
    });
    url = `http://127.0.0.1:${(router.address() as AddressInfo).port}`;
  });

  afterAll(() => {
    router.close();
    router.closeAllConnections();
    generated.remove();
  });

  test('an open action needs none', async () => {
    expect(await create({ baseUrl: url }).getSecurityPort?.()).toBe(49443);
  });

  test('the option fetch signs in', async () => {
    statuses.length = 0;
    const client = create({ baseUrl: url, fetch: digestFetch('admin', 'geheim') });
    await client.setProvisioningCode?.({ NewProvisioningCode: '000.044' });
    expect(statuses).toEqual([401, 200]);
    expect(codes.at(-1)).toBe('000.044');
  });

  test('a wrong password is refused, and the error says what was asked', async () => {
    const client = create({ baseUrl: url, fetch: digestFetch('admin', 'falsch') });
    const call = client.setProvisioningCode?.({ NewProvisioningCode: 'x' });
    await expect(call).rejects.toMatchObject({
      code: 'http-status',
      message: expect.stringContaining(
        'status 401 Unauthorized (WWW-Authenticate: Digest realm="HTTPS Access",nonce="1A2B",algorithm=MD5,qop="auth")',
      ),
    });
  });
});
