import { describe, expect, test } from '@jest/globals';
import {
  createAuthCodeSendingServer,
  createGetNoteTypeServer,
} from '../../generated/student-information/index.ts';

const calls: unknown[] = [];
const parity = { strictEnvelopes: true };
const sending = createAuthCodeSendingServer(
  { authCode: (input) => void calls.push(input) },
  { parity },
);
const types = createGetNoteTypeServer(
  { getStudentsNoteType: () => void calls.push('no input') },
  { parity },
);

async function send(
  { fetch }: typeof sending,
  path: string,
  operation: string,
  body: string,
): Promise<{ readonly status: number; readonly text: string }> {
  const answer = await fetch(`http://localhost/${path}.asmx`, {
    method: 'POST',
    headers: {
      'content-type': 'text/xml; charset=utf-8',
      soapaction: `"http://tempuri.org/${operation}"`,
    },
    body: `<soap:Envelope xmlns:soap="http://schemas.xmlsoap.org/soap/envelope/">
<soap:Header><h:Any xmlns:h="urn:h"><unknown /></h:Any></soap:Header>
<soap:Body>${body}</soap:Body></soap:Envelope>`,
  });
  return { status: answer.status, text: await answer.text() };
}

const authCode = (body: string) => send(sending, 'AuthCodeSending', 'AuthCode', body);
const given = '<code>1</code><phone>2</phone>';
const wrapped = (children: string) =>
  `<AuthCode xmlns="http://tempuri.org/">${children}</AuthCode>`;
const refused = (place: string, message: string): string =>
  `<faultcode>soap:Client</faultcode><faultstring>Server was unable to read request. ---&gt; There is an error in XML document (${place}). ---&gt; ${message}</faultstring>`;

describe('soapEnvelopeProcessing strict', () => {
  test.each([
    ['what is expected', given],
    ['another order', '<phone>2</phone><code>1</code>'],
    ['unknown attributes', '<code a="b">1</code><phone>2</phone>'],
    ['text between elements', ' x <code>1</code><phone>2</phone>'],
    [
      'a type of XML Schema',
      '<code xmlns:i="http://www.w3.org/2001/XMLSchema-instance" xmlns:d="http://www.w3.org/2001/XMLSchema" i:type="d:string">1</code><phone>2</phone>',
    ],
  ])('%s is accepted', async (_name, children) => {
    calls.length = 0;
    expect((await authCode(wrapped(children))).status).toBe(200);
    expect(calls).toEqual([{ code: '1', phone: '2' }]);
  });

  const known = 'Expected elements: http://tempuri.org/:code, http://tempuri.org/:phone.';
  test.each([
    [
      'an unknown child',
      wrapped(`${given}<p:x xmlns:p="urn:p" />`),
      `The element was not expected in this context: &lt;p:x xmlns:p='urn:p'&gt;..&lt;/p:x&gt;. ${known}`,
    ],
    [
      'a child in no namespace',
      wrapped(`<x xmlns="" />${given}`),
      `The element was not expected in this context: &lt;x&gt;..&lt;/x&gt;. ${known}`,
    ],
    [
      'a child that comes again',
      wrapped(`${given}<code>3</code>`),
      `The element was not expected in this context: &lt;code xmlns='http://tempuri.org/'&gt;..&lt;/code&gt;. ${known}`,
    ],
    [
      'a type no one knows',
      wrapped(
        '<code xmlns:i="http://www.w3.org/2001/XMLSchema-instance" i:type="Nowhere">1</code><phone>2</phone>',
      ),
      "The specified type was not recognized: name='Nowhere', namespace='http://tempuri.org/', at &lt;code xmlns='http://tempuri.org/'&gt;.",
    ],
    [
      'another wrapper',
      '<AuthCode xmlns="urn:x" />',
      "The element was not expected in this context: &lt;AuthCode xmlns='urn:x'&gt;..&lt;/AuthCode&gt;. Expected elements: http://tempuri.org/:AuthCode.",
    ],
  ])('%s is refused', async (_name, body, message) => {
    calls.length = 0;
    const { status, text } = await authCode(body);
    expect(status).toBe(500);
    expect(text).toMatch(/error in XML document \(3, \d+\)/);
    expect(text.replace(/\(3, \d+\)/, '(3, 0)')).toContain(refused('3, 0', message));
    expect(calls).toEqual([]);
  });

  test('the place is what follows the element', async () => {
    const { text } = await authCode(`${wrapped(given)}<a /> `);
    const column = `<soap:Body>${wrapped(given)}<a />`.length + 1;
    expect(text).toContain(`(3, ${column})`);
  });

  test('an operation without parameters expects nothing', async () => {
    const none = '<GetStudentsNoteType xmlns="http://tempuri.org/" />';
    expect((await send(types, 'GetNoteType', 'GetStudentsNoteType', none)).status).toBe(200);
    const some = '<GetStudentsNoteType xmlns="http://tempuri.org/"><x /></GetStudentsNoteType>';
    const { text } = await send(types, 'GetNoteType', 'GetStudentsNoteType', some);
    expect(text).toContain(
      "An unexpected element was encountered: &lt;x xmlns='http://tempuri.org/'&gt;..&lt;/x&gt;. No elements were expected in this scope.",
    );
  });

  test('off by default', async () => {
    const lenient = createAuthCodeSendingServer({ authCode: (input) => void calls.push(input) });
    calls.length = 0;
    const body = wrapped(`<x /><code>1</code><phone>2</phone>`);
    expect((await send(lenient, 'AuthCodeSending', 'AuthCode', body)).status).toBe(200);
    expect(calls).toEqual([{ code: '1', phone: '2' }]);
  });
});
