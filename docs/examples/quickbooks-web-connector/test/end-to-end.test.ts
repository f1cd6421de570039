import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, test } from 'node:test';
import { serve } from '@hono/node-server';
import type { Customer } from '../generated/qbxml/index.js';
import {
  createQBWebConnectorSvcClient,
  type QBWebConnectorSvcClient,
  SoapFault,
} from '../generated/web-connector/index.js';
import { createApp } from '../src/app.js';
import { listCustomers } from '../src/list-customers.js';
import { Queue } from '../src/queue.js';
import { Sessions } from '../src/sessions.js';

const credentials = { strUserName: 'connector', strPassword: 'correct horse' };
const request = {
  strHCPResponse: '<QBXML/>',
  strCompanyFileName: 'C:\\Books\\Rock & Roll.QBW',
  qbXMLCountry: 'US',
  qbXMLMajorVers: 16,
  qbXMLMinorVers: 0,
};

/** What QuickBooks answers, with more than the schema of this program has. */
const answered = `<?xml version="1.0" ?>
<QBXML>
<QBXMLMsgsRs>
<CustomerQueryRs requestID="1" statusCode="0" statusSeverity="Info" statusMessage="Status OK">
<CustomerRet>
<ListID>80000001-1</ListID><TimeCreated>2026-01-31T08:00:00-08:00</TimeCreated>
<Name>Stage</Name><FullName>Rock &amp; Roll:Stage</FullName><IsActive>true</IsActive>
<Sublevel>1</Sublevel><Email>stage@example.com</Email><Balance>12.50</Balance>
</CustomerRet>
</CustomerQueryRs>
</QBXMLMsgsRs>
</QBXML>`;
const withStatus = (code: number, message: string): string =>
  `<QBXML><QBXMLMsgsRs><CustomerQueryRs statusCode="${code}" statusMessage="${message}"/></QBXMLMsgsRs></QBXML>`;
const nothingFound = withStatus(1, 'No match');

let queue: Queue;
let server: ReturnType<typeof serve>;
let baseUrl: string;
/** In place of the Web Connector. */
let connector: QBWebConnectorSvcClient;

beforeEach(async () => {
  queue = new Queue();
  const settings = {
    username: credentials.strUserName,
    password: credentials.strPassword,
    publicUrl: 'https://books.example/rock&roll',
  };
  server = serve({ fetch: createApp(settings, queue).fetch, port: 0, hostname: '127.0.0.1' });
  await once(server, 'listening');
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  connector = createQBWebConnectorSvcClient({ baseUrl });
});
afterEach(() => {
  server.close();
});

async function signIn(): Promise<string> {
  const [ticket, file] = (await connector.authenticate(credentials)) ?? [];
  assert.equal(file, '');
  assert.match(ticket ?? '', /^[0-9a-f-]{36}$/);
  return ticket ?? '';
}

test('a session does all jobs', async () => {
  const saved: (readonly Customer[])[] = [];
  const save = (customers: readonly Customer[]): void => void saved.push(customers);
  queue.add(listCustomers(save), listCustomers(save));

  assert.equal(await connector.serverVersion(), '1.0');
  assert.equal(await connector.clientVersion({ strVersion: '34.0.10003.79' }), '');
  const ticket = await signIn();
  assert.equal(
    await connector.sendRequestXML({ ticket, ...request }),
    '<?xml version="1.0"?><?qbxml version="16.0"?><QBXML><QBXMLMsgsRq onError="stopOnError">' +
      '<CustomerQueryRq><ActiveStatus>ActiveOnly</ActiveStatus></CustomerQueryRq>' +
      '</QBXMLMsgsRq></QBXML>',
  );
  assert.equal(await connector.receiveResponseXML({ ticket, response: answered }), 50);
  await connector.sendRequestXML({ ticket, ...request });
  assert.equal(await connector.receiveResponseXML({ ticket, response: nothingFound }), 100);
  assert.equal(await connector.sendRequestXML({ ticket, ...request }), '');
  assert.equal(await connector.closeConnection({ ticket }), 'Done: 2.');
  assert.deepEqual(saved, [
    [
      {
        ListID: '80000001-1',
        FullName: 'Rock & Roll:Stage',
        IsActive: true,
        Email: 'stage@example.com',
        Balance: '12.50',
      },
    ],
    [],
  ]);
  assert.equal(queue.length, 0);
});

test('a wrong name or password gets no ticket, and neither does a second caller', async () => {
  queue.add(listCustomers(() => {}));
  for (const wrong of [{ strPassword: 'x' }, { strUserName: 'x' }, { strPassword: '' }]) {
    const answer = await connector.authenticate({ ...credentials, ...wrong });
    assert.deepEqual(answer, ['', 'nvu']);
  }
  await signIn();
  assert.deepEqual(await connector.authenticate(credentials), ['', 'busy']);
});

test('a session that nobody uses ends, and its ticket with it', () => {
  let now = 0;
  const sessions = new Sessions(1000, () => now);
  const { ticket } = sessions.open();
  now = 999;
  assert.equal(sessions.find(ticket)?.ticket, ticket);
  now = 1998;
  assert.equal(sessions.busy, true);
  now = 1999;
  assert.equal(sessions.busy, false);
  assert.equal(sessions.find(ticket), undefined);
});

test('without work there is no session', async () => {
  assert.deepEqual(await connector.authenticate(credentials), ['', 'none']);
  await assert.rejects(connector.sendRequestXML({ ticket: 'made-up', ...request }), SoapFault);
  await assert.rejects(connector.sendRequestXML(request), SoapFault);
});

test('a job that fails stays in the queue, and people read why', async () => {
  queue.add(
    listCustomers(() => {
      throw new Error('the disk is full');
    }),
  );
  const first = await signIn();
  await connector.sendRequestXML({ ticket: first, ...request });
  assert.equal(await connector.receiveResponseXML({ ticket: first, response: answered }), -1);
  assert.equal(await connector.getLastError({ ticket: first }), 'List customers: the disk is full');
  await connector.closeConnection({ ticket: first });
  assert.equal(queue.length, 1);

  const ticket = await signIn();
  await connector.sendRequestXML({ ticket, ...request });
  const failed = { ticket, hresult: '0x80040400', message: 'QuickBooks found an error.' };
  assert.equal(await connector.receiveResponseXML(failed), -1);
  const reason = 'List customers: QuickBooks found an error. (0x80040400)';
  assert.equal(await connector.getLastError({ ticket }), reason);

  await connector.sendRequestXML({ ticket, ...request });
  const refused = withStatus(3120, 'Object not found');
  assert.equal(await connector.receiveResponseXML({ ticket, response: refused }), -1);
  const second = 'List customers: Object not found (3120)';
  assert.equal(await connector.getLastError({ ticket }), second);

  await connector.sendRequestXML({ ticket, ...request });
  assert.equal(await connector.receiveResponseXML({ ticket, response: '<QBXML>' }), -1);
  assert.match((await connector.getLastError({ ticket })) ?? '', /could not be read/);
});

test('QuickBooks that cannot be reached ends the session', async () => {
  queue.add(listCustomers(() => {}));
  const ticket = await signIn();
  const failed = { ticket, hresult: '0x80040408', message: 'Could not start QuickBooks.' };
  assert.equal(await connector.connectionError(failed), 'done');
  const end = 'Stopped: Could not start QuickBooks. (0x80040408)';
  assert.equal(await connector.closeConnection({ ticket }), end);
  await assert.rejects(connector.closeConnection({ ticket }), SoapFault);
});

test('the Web Connector reads the .qwc file, and sends what .NET sends', async () => {
  const answer = await fetch(`${baseUrl}/connector.qwc`);
  assert.equal(answer.headers.get('content-type'), 'application/xml; charset=utf-8');
  const qwc = await answer.text();
  assert.match(
    qwc,
    /<AppURL>https:\/\/books\.example\/rock&amp;roll\/QBWebConnectorSvc\.asmx<\/AppURL>/,
  );
  assert.match(qwc, /<UserName>connector<\/UserName>/);
  assert.doesNotMatch(qwc, /correct horse/);

  const envelope = `<?xml version="1.0" encoding="utf-8"?>
<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/"
  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
  xmlns:xsd="http://www.w3.org/2001/XMLSchema"><soap:Body>
<authenticate xmlns="http://developer.intuit.com/"><strUserName>connector</strUserName>
<strPassword>wrong</strPassword></authenticate></soap:Body></soap:Envelope>`;
  const soap = await fetch(`${baseUrl}/QBWebConnectorSvc.asmx`, {
    method: 'POST',
    headers: {
      'Content-Type': 'text/xml; charset=utf-8',
      SOAPAction: '"http://developer.intuit.com/authenticate"',
    },
    body: envelope,
  });
  assert.match(
    await soap.text(),
    /<authenticateResult><string \/><string>nvu<\/string><\/authenticateResult>/,
  );
  const wsdl = await (await fetch(`${baseUrl}/QBWebConnectorSvc.asmx?WSDL`)).text();
  assert.match(wsdl, /targetNamespace="http:\/\/developer\.intuit\.com\/"/);
});
