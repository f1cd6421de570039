import { describe } from '@jest/globals';
import {
  authCode,
  envelope,
  fault11,
  fault12,
  soap11,
  soap12,
  text11,
  text12,
} from './messages.ts';
import {
  action11,
  mismatch,
  noAction,
  nulls,
  ok,
  PP,
  RR,
  reply11,
  reply12,
  rows,
  unknownAction,
  useServer,
} from './soap-rows.ts';

useServer();

const body11 = envelope(soap11, authCode());
const body12 = envelope(soap12, authCode());
const params = (children: string): string =>
  envelope(
    soap11,
    `<AuthCode xmlns="http://tempuri.org/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${children}</AuthCode>`,
  );
const report = (version: string, children: string): string =>
  envelope(
    version,
    `<GenerateReport xmlns="http://tempuri.org/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">${children}</GenerateReport>`,
  );
const reported = (version: string, text: string): string =>
  envelope(
    version,
    `<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>${text}</GenerateReportResult></GenerateReportResponse>`,
  );

describe('the action parameter of SOAP 1.2 is read without quotes, spaces and percent signs', () => {
  const wrong = envelope(soap12, '<Other xmlns="urn:other"/>');
  rows(12, { answer: reply12, input: nulls }, [
    ...[
      `${text12}; action='http://tempuri.org/AuthCode'`,
      `${text12}; action=" http://tempuri.org/AuthCode "`,
      `${text12}; action="http%3A%2F%2Ftempuri.org%2FAuthCode"`,
      `${text12};ACTION="http://tempuri.org/AuthCode"`,
    ].map((type) => ({ name: type, type, body: wrong })),
    {
      name: 'in another letter case: not found',
      type: `${text12}; action="http://tempuri.org/authcode"`,
      body: wrong,
      status: 500,
      answer: fault12(
        'Sender',
        "Unable to handle request. The action 'http://tempuri.org/authcode' was not recognized.",
      ),
      input: undefined,
    },
  ]);
});

describe('checks come in their order', () => {
  rows(11, {}, [
    {
      name: 'the action before the content type',
      type: 'text/plain',
      action: '"urn:x"',
      body: body11,
      ...unknownAction('urn:x'),
    },
    {
      name: 'the content type before the version',
      type: 'text/plain',
      action: action11,
      body: '<E xmlns="urn:x"/>',
      status: 415,
    },
    {
      name: 'the version before the rest of the message',
      type: text11,
      action: action11,
      body: '<E xmlns="urn:x"><broken>',
      status: 500,
      answer: mismatch('urn:x'),
    },
    {
      name: 'the action before the message',
      type: text11,
      action: '"urn:x"',
      body: '<a',
      ...unknownAction('urn:x'),
    },
    {
      name: 'no namespace at all',
      type: text11,
      action: action11,
      body: '<Envelope/>',
      status: 500,
      answer: mismatch(''),
    },
  ]);
  rows(12, {}, [
    {
      name: 'SOAPAction and application/soap+xml: SOAP 1.2, by element',
      type: text12,
      action: '',
      body: body12,
      answer: reply12,
      input: ok,
    },
    {
      name: 'SOAPAction and application/soap+xml: faults of SOAP 1.2',
      type: text12,
      action: '"urn:x"',
      body: envelope(soap12, '<Nope/>'),
      status: 500,
      answer: fault12('Sender', noAction),
    },
    {
      name: 'valid action, empty envelope',
      type: `${text12}; action="http://tempuri.org/AuthCode"`,
      body: `<s:Envelope xmlns:s="${soap12}"/>`,
      status: 500,
      answer: fault12(
        'Sender',
        `${RR}Request format is invalid: Missing required soap:Body element.`,
      ),
    },
    {
      name: 'no action, empty envelope',
      type: text12,
      body: `<s:Envelope xmlns:s="${soap12}"/>`,
      status: 500,
      answer: fault12(
        'Receiver',
        `${PP}Request format is invalid: Missing required soap:Body element.`,
      ),
    },
  ]);
});

describe('parameters', () => {
  rows(11, { type: text11, action: action11, answer: reply11 }, [
    {
      name: 'white space in a string is kept, its line ends become LF',
      body: params('<code>  a\r\n b\rc\t </code><phone> </phone>'),
      input: { code: '  a\n b\nc\t ', phone: ' ' },
    },
    {
      name: 'nil on a string is not looked at',
      body: params('<code xsi:nil="true"/><phone>2</phone>'),
      input: { code: '', phone: '2' },
    },
    {
      name: 'xsi:type on a string is not looked at',
      body: params('<code xsi:type="nobody:knows">1</code><phone xsi:type="">2</phone>'),
      input: ok,
    },
    {
      name: 'a child in another namespace is unknown',
      body: params('<code xmlns="urn:x">7</code><code>1</code><phone>2</phone>'),
      input: ok,
    },
    {
      name: 'an unknown child with a parameter in it',
      body: params(
        '<z xmlns="urn:x"><code xmlns="http://tempuri.org/">7</code></z><code>1</code><phone>2</phone>',
      ),
      input: ok,
    },
    {
      name: 'Body after Body and a header in between',
      body: body11.replace(
        '</soap:Envelope>',
        `<soap:Header><x/></soap:Header><soap:Body>${authCode('8', '9')}</soap:Body></soap:Envelope>`,
      ),
      input: ok,
    },
    {
      name: 'what comes after Body has to be well-formed',
      body: body11.replace('</soap:Envelope>', '<x></soap:Envelope>'),
      status: 400,
      answer: '',
    },
    {
      name: 'an element around all of a text is read through, and what follows is lost',
      body: params('<code><b>1</b></code><phone>2</phone>'),
      input: { code: '1', phone: undefined },
    },
    {
      name: 'a hundred nested unknown elements',
      body: params(
        `<y:z xmlns:y="urn:y">${'<z>'.repeat(100)}${'</z>'.repeat(100)}</y:z><code>1</code><phone>2</phone>`,
      ),
      input: ok,
    },
  ]);
  const badNumber = (place: string): string =>
    fault11(
      'Client',
      `${RR}There is an error in XML document (${place}). ---&gt; Input string was not in a correct format.`,
    );
  rows(11, { type: text11, action: '"http://tempuri.org/GenerateReport"' }, [
    {
      name: 'nil on a number is an error',
      body: `<s:Envelope xmlns:s="${soap11}"><s:Body><GenerateReport xmlns="http://tempuri.org/">\n<studentId xmlns:x="http://www.w3.org/2001/XMLSchema-instance" x:nil="true"/>\n<studentClass>c</studentClass></GenerateReport></s:Body></s:Envelope>`,
      status: 500,
      answer: badNumber('3, 2'),
    },
    {
      name: 'xsi:type on a number is not looked at',
      body: report(soap11, '<studentId xsi:type="x:y">\n+007 </studentId>'),
      answer: reported(soap11, '7/undefined'),
      input: { studentId: 7, studentClass: undefined },
    },
  ]);
});

describe('headers over SOAP 1.2', () => {
  const unknown = (attributes: string): string =>
    envelope(soap12, authCode(), `<x:X xmlns:x="urn:x" ${attributes}>1</x:X>`);
  const refused = fault12('MustUnderstand', 'SOAP header X was not understood.', '');
  rows(12, { type: text12, input: ok }, [
    ...[
      '',
      'soap:mustUnderstand="false"',
      'soap:mustUnderstand="0"',
      'soap:mustUnderstand="yes"',
      'mustUnderstand="1"',
      'soap:mustUnderstand="1" soap:role="urn:other"',
      'soap:mustUnderstand="1" soap:role="http://www.w3.org/2003/05/soap-envelope/role/none"',
    ].map((attributes) => ({
      name: attributes === '' ? 'unknown' : attributes,
      body: unknown(attributes),
      answer: reply12,
    })),
    ...[
      'soap:mustUnderstand="1"',
      'soap:mustUnderstand="true"',
      `soap:mustUnderstand="1" soap:role="${soap12}/role/next"`,
      `soap:mustUnderstand="1" soap:role=" ${soap12}/role/ultimateReceiver "`,
    ].map((attributes) => ({
      name: `${attributes}: a fault, and the method does not run`,
      body: unknown(attributes),
      input: undefined,
      status: 500,
      answer: refused,
    })),
  ]);
});

describe('charsets', () => {
  rows(11, { type: text11, action: action11, answer: reply11 }, [
    {
      name: 'an unknown charset: XML rules',
      type: 'text/xml; charset=x-nope',
      body: envelope(soap11, authCode('é')),
      input: { code: 'é', phone: '2' },
    },
    {
      name: 'Windows-1251, in quotes and capitals',
      type: 'text/xml; charset="WINDOWS-1251"',
      body: Buffer.concat([
        Buffer.from(body11.slice(0, body11.indexOf('<code>') + 6)),
        Buffer.from([0xcf, 0xf0]),
        Buffer.from(body11.slice(body11.indexOf('</code>'))),
      ]),
      input: { code: 'Пр', phone: '2' },
    },
    {
      name: 'a byte order mark wins over the charset',
      type: 'text/xml; charset=iso-8859-1',
      body: `\ufeff${envelope(soap11, authCode('é'))}`,
      input: { code: 'é', phone: '2' },
    },
  ]);
  rows(12, { answer: reply12 }, [
    {
      name: 'SOAP 1.2 with a charset: the declaration is not looked at',
      type: 'application/soap+xml; charset=iso-8859-1',
      body: Buffer.from(envelope(soap12, authCode('é')), 'latin1'),
      input: { code: 'é', phone: '2' },
    },
    {
      name: 'SOAP 1.2 with an unknown charset: the declaration',
      type: 'application/soap+xml; charset=x-nope',
      body: Buffer.from(envelope(soap12, authCode('é')).replace('utf-8', 'iso-8859-1'), 'latin1'),
      input: { code: 'é', phone: '2' },
    },
  ]);
});
