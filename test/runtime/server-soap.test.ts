import { afterEach, describe, expect, test } from '@jest/globals';
import type { BindingName } from '../../src/runtime/operation/descriptor.ts';
import type { ServerOptions } from '../../src/runtime/server/options.ts';
import { AuthCode, GenerateReport } from './wire/descriptors.ts';
import { request, start } from './wire/exchange.ts';
import {
  authCode,
  envelope,
  fault11,
  fault12,
  form,
  lines,
  soap11,
  soap12,
  text11,
  text12,
} from './wire/messages.ts';
import { createServer } from './wire/serve.ts';
import {
  action11,
  type Case,
  good11,
  lastNotified,
  mismatch,
  noAction,
  nulls,
  ok,
  PP,
  post,
  RR,
  reply11,
  reply12,
  rows,
  unknownAction,
  useServer,
} from './wire/soap-rows.ts';

describe('server soap', () => {
  useServer();

  describe('SOAP 1.1: the action', () => {
    rows(11, { type: text11, body: envelope(soap11, authCode()) } as Partial<Case>, [
      { name: 'quoted', action: action11, ...good11, body: envelope(soap11, authCode()) },
      {
        name: 'unquoted',
        action: 'http://tempuri.org/AuthCode',
        ...good11,
        body: lines(soap11, authCode()),
      },
      {
        name: 'percent-encoded',
        action: '"http%3A%2F%2Ftempuri.org%2FAuthCode"',
        ...good11,
        body: lines(soap11, authCode()),
      },
      { name: 'absent: routed by element', ...good11, body: lines(soap11, authCode()) },
      ...(
        [
          ['empty and quoted', '""', ''],
          ['empty', '', ''],
          ['in single quotes', "'http://tempuri.org/AuthCode'", "'http://tempuri.org/AuthCode'"],
          ['with one quote', '"http://tempuri.org/AuthCode', '"http://tempuri.org/AuthCode'],
          [
            'in another letter case',
            '"http://tempuri.org/authcode"',
            'http://tempuri.org/authcode',
          ],
          ['without namespace', '"AuthCode"', 'AuthCode'],
          [
            'with a trailing space',
            '"http://tempuri.org/AuthCode "',
            'http://tempuri.org/AuthCode ',
          ],
          ['without slash', '"http://tempuri.orgAuthCode"', 'http://tempuri.orgAuthCode'],
        ] as const
      ).map(([name, action, value]) => ({
        name,
        action,
        body: envelope(soap11, authCode()),
        ...unknownAction(value),
      })),
      {
        name: 'a lone quote',
        action: '"',
        body: '',
        status: 500,
        answer: fault11(
          'Server',
          `${PP}Length cannot be less than zero.&#xD;\nParameter name: length`,
        ),
      },
      {
        name: 'absent, element unknown',
        body: envelope(soap11, '<Nope xmlns="http://tempuri.org/" />'),
        status: 500,
        answer: fault11('Client', noAction),
      },
      {
        name: 'absent, body empty',
        body: envelope(soap11, ''),
        status: 500,
        answer: fault11('Client', noAction),
      },
      {
        name: 'absent, malformed: a 1.2 fault',
        body: 'nonsense',
        status: 500,
        answerType: text12,
        answer: fault12('Receiver', `${PP}Data at the root level is invalid. Line 1, position 1.`),
      },
    ]);
  });

  describe('SOAP 1.1: the message', () => {
    const action = action11;
    rows(11, { type: text11, action }, [
      {
        name: 'unknown child, attribute, text',
        ...good11,
        body: envelope(
          soap11,
          '<AuthCode xmlns="http://tempuri.org/" a="1">x<code b="1">1</code><z/><phone>2</phone></AuthCode>',
        ),
      },
      {
        name: 'other order and repeated child',
        ...good11,
        body: envelope(
          soap11,
          '<AuthCode xmlns="http://tempuri.org/"><phone>2</phone><code>1</code><code>9</code></AuthCode>',
        ),
      },
      {
        name: 'prefixes',
        ...good11,
        body: envelope(
          soap11,
          '<t:AuthCode xmlns:t="http://tempuri.org/"><t:code>1</t:code><t:phone>2</t:phone></t:AuthCode>',
        ),
      },
      {
        name: 'wrong namespace',
        ...good11,
        input: nulls,
        body: envelope(soap11, '<AuthCode xmlns="urn:x"><code>1</code></AuthCode>'),
      },
      {
        name: 'children without namespace',
        ...good11,
        input: nulls,
        body: envelope(
          soap11,
          '<t:AuthCode xmlns:t="http://tempuri.org/"><code>1</code></t:AuthCode>',
        ),
      },
      {
        name: 'children in another letter case',
        ...good11,
        input: nulls,
        body: envelope(soap11, '<AuthCode xmlns="http://tempuri.org/"><Code>1</Code></AuthCode>'),
      },
      { name: 'empty body', ...good11, input: nulls, body: envelope(soap11, '') },
      { name: 'text in the body', ...good11, input: nulls, body: envelope(soap11, 'text') },
      {
        name: 'self-closed body',
        ...good11,
        input: nulls,
        body: `<s:Envelope xmlns:s="${soap11}"><s:Body/></s:Envelope>`,
      },
      {
        name: 'element twice: later values',
        ...good11,
        input: { code: '3', phone: '4' },
        body: envelope(soap11, authCode() + authCode('3', '4')),
      },
      {
        name: 'empty values',
        ...good11,
        input: { code: '', phone: '' },
        body: envelope(
          soap11,
          '<AuthCode xmlns="http://tempuri.org/"><code/><phone></phone></AuthCode>',
        ),
      },
      {
        name: 'header after the body',
        ...good11,
        body: envelope(soap11, authCode()).replace(
          '</soap:Envelope>',
          '<soap:Header/></soap:Envelope>',
        ),
      },
      {
        name: 'comments between elements',
        ...good11,
        body: envelope(
          soap11,
          '<!-- a --><AuthCode xmlns="http://tempuri.org/"><?p?><code>1</code><!-- b --><phone>2</phone></AuthCode>',
        ),
      },
      {
        name: 'CDATA',
        ...good11,
        input: { code: 'a<&', phone: '2' },
        body: envelope(soap11, authCode('a<![CDATA[<&]]>')),
      },
      {
        name: 'a SOAP 1.2 envelope is answered as 1.2',
        ...good11,
        answerType: text12,
        answer: reply12,
        body: envelope(soap12, authCode()),
      },
      ...(
        [
          ['malformed', '<a'],
          ['truncated', envelope(soap11, authCode()).slice(0, -20)],
          ['empty', ''],
          ['not XML', 'hello'],
          ['undefined prefix', envelope(soap11, '<z:AuthCode/>')],
          ['undefined entity', envelope(soap11, authCode('&nope;'))],
          ['illegal character', envelope(soap11, authCode('\u0001'))],
          ['DTD', `<!DOCTYPE a [<!ENTITY e "x">]>${envelope(soap11, authCode()).slice(38)}`],
          ['trailing garbage', `${envelope(soap11, authCode())}garbage`],
          ['space before the declaration', ` ${envelope(soap11, authCode())}`],
          ['comment in a text value', envelope(soap11, authCode('1<!-- c -->'))],
          ['instruction in a text value', envelope(soap11, authCode('1<?pi?>'))],
          ['trailing child in a text value', envelope(soap11, authCode('1<b/>'))],
        ] as const
      ).map(([name, body]) => ({ name, body, status: 400 })),
      {
        name: 'charset that breaks the XML',
        type: 'text/xml; charset=utf-16',
        body: envelope(soap11, authCode()),
        status: 400,
      },
      {
        name: 'envelope in an unknown namespace',
        body: '<e:Envelope xmlns:e="urn:soap"><e:Body/></e:Envelope>',
        status: 500,
        answer: mismatch('urn:soap'),
      },
      {
        name: 'no envelope',
        body: authCode(),
        status: 500,
        answer: mismatch('http://tempuri.org/'),
      },
      {
        name: 'no body',
        body: `<s:Envelope xmlns:s="${soap11}"><s:Header/></s:Envelope>`,
        status: 500,
        answer: fault11(
          'Client',
          `${RR}Request format is invalid: Missing required soap:Body element.`,
        ),
      },
      {
        name: 'empty envelope',
        body: `<s:Envelope xmlns:s="${soap11}"/>`,
        status: 500,
        answer: fault11(
          'Client',
          `${RR}Request format is invalid: Missing required soap:Body element.`,
        ),
      },
      {
        name: 'root that is no Envelope',
        body: `<s:Env xmlns:s="${soap11}"/>`,
        status: 500,
        answer: fault11(
          'Client',
          `${RR}Request format is invalid: Missing required soap:Envelope element.`,
        ),
      },
    ]);
  });
});

describe('server soap12', () => {
  useServer();

  describe('content types', () => {
    const body = envelope(soap11, authCode());
    rows(11, { action: action11 }, [
      ...[
        'TEXT/XML; CHARSET=UTF-8',
        'text/xml; charset="utf-8"',
        'text/xml;charset=UTF-8',
        'text/xml; charset=nope',
        'text/xml;',
        'text/xml; charset=us-ascii',
      ].map((type) => ({ name: type, type, body, answer: reply11, input: ok })),
      ...[
        'application/xml; charset=utf-8',
        'text/plain',
        form,
        'application/octet-stream',
        'text/xml ; charset=utf-8',
        'multipart/related; type="text/xml"; boundary=x',
      ].map((type) => ({ name: type, type, body, status: 415 })),
      { name: 'absent', body, status: 415 },
      { name: '1.1 envelope as application/soap+xml', type: text12, body, status: 415 },
    ]);
    rows(12, {}, [
      {
        name: 'application/xml without action',
        type: 'application/xml',
        body: envelope(soap12, authCode()),
        status: 415,
      },
      { name: 'absent, without action', body: envelope(soap12, authCode()), status: 415 },
      {
        name: '1.2 envelope as text/xml',
        type: text11,
        body: envelope(soap12, authCode()),
        answer: reply12,
        input: ok,
      },
      {
        name: '1.1 envelope as application/soap+xml',
        type: text12,
        body,
        status: 415,
        answerType: text11,
      },
    ]);
  });

  describe('SOAP 1.2', () => {
    const body = envelope(soap12, authCode());
    const typed = (action: string): string => `${text12}; action=${action}`;
    const good = { answer: reply12, input: ok, body };
    rows(12, { type: text12 }, [
      { name: 'by element', ...good },
      { name: 'action quoted', type: typed('"http://tempuri.org/AuthCode"'), ...good },
      { name: 'action unquoted', type: typed('http://tempuri.org/AuthCode'), ...good },
      {
        name: 'action before charset',
        type: 'application/soap+xml; action="http://tempuri.org/AuthCode"; charset=utf-8',
        ...good,
      },
      { name: 'action wrong, element right', type: typed('"http://tempuri.org/Nope"'), ...good },
      { name: 'action empty', type: typed('""'), ...good },
      { name: 'SOAPAction is not looked at', action: '"urn:x"', ...good },
      {
        name: 'action right, element wrong',
        type: typed('"http://tempuri.org/AuthCode"'),
        answer: reply12,
        input: nulls,
        body: envelope(soap12, '<Nope xmlns="http://tempuri.org/"/>'),
      },
      {
        name: 'action right, body empty',
        type: typed('"http://tempuri.org/AuthCode"'),
        answer: reply12,
        input: nulls,
        body: envelope(soap12, ''),
      },
      {
        name: 'action right, malformed',
        type: typed('"http://tempuri.org/AuthCode"'),
        body: '<a',
        status: 400,
      },
      {
        name: 'action right, 1.1 envelope',
        type: typed('"http://tempuri.org/AuthCode"'),
        body: envelope(soap11, authCode()),
        status: 415,
        answerType: text11,
      },
      {
        name: 'unknown element',
        body: envelope(soap12, '<Nope/>'),
        status: 500,
        answer: fault12('Sender', noAction),
      },
      {
        name: 'unknown action and element',
        type: typed('"http://tempuri.org/Nope"'),
        body: envelope(soap12, '<Nope/>'),
        status: 500,
        answer: fault12(
          'Sender',
          "Unable to handle request. The action 'http://tempuri.org/Nope' was not recognized.",
        ),
      },
      {
        name: 'empty body',
        body: envelope(soap12, ''),
        status: 500,
        answer: fault12('Sender', noAction),
      },
      {
        name: 'nothing',
        body: '',
        status: 500,
        answer: fault12('Receiver', `${PP}Root element is missing.`),
      },
      {
        name: 'cut inside the first tag',
        body: '<a',
        status: 500,
        answer: fault12('Receiver', `${PP}Data at the root level is invalid. Line 1, position 1.`),
      },
      {
        name: 'not XML',
        body: 'hello',
        status: 500,
        answer: fault12('Receiver', `${PP}Data at the root level is invalid. Line 1, position 1.`),
      },
      {
        name: 'DTD',
        body: `<!DOCTYPE a>${body.slice(38)}`,
        status: 500,
        answer: fault12(
          'Receiver',
          `${PP}For security reasons DTD is prohibited in this XML document. To enable DTD processing set the DtdProcessing property on XmlReaderSettings to Parse and pass the settings into XmlReader.Create method.`,
        ),
      },
      { name: 'truncated further in', body: body.slice(0, -20), status: 400 },
      {
        name: 'undefined entity further in',
        body: envelope(soap12, authCode('&nope;')),
        status: 400,
      },
      {
        name: 'no body',
        body: `<s:Envelope xmlns:s="${soap12}"><s:Header/></s:Envelope>`,
        status: 500,
        answer: fault12(
          'Receiver',
          `${PP}Request format is invalid: Missing required soap:Body element.`,
        ),
      },
      {
        name: 'not Envelope',
        body: `<s:E xmlns:s="${soap12}"/>`,
        status: 500,
        answer: fault12(
          'Receiver',
          `${PP}Request format is invalid: Missing required soap:Envelope element.`,
        ),
      },
      {
        name: 'unknown namespace: a 1.1 fault',
        body: '<E xmlns="urn:x"/>',
        status: 500,
        answerType: text11,
        answer: mismatch('urn:x'),
      },
      {
        name: 'a form',
        type: form,
        body: 'code=1',
        status: 500,
        answer: fault12('Receiver', `${PP}Data at the root level is invalid. Line 1, position 1.`),
      },
    ]);
  });
});

describe('server soap rules', () => {
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
});

describe('server soap values', () => {
  useServer();

  describe('values and exceptions', () => {
    const report = (id: string, cls: string): string =>
      `<GenerateReport xmlns="http://tempuri.org/"><studentId>${id}</studentId><studentClass>${cls}</studentClass></GenerateReport>`;
    const badInt = (place: string, text: string): string =>
      fault11('Client', `${RR}There is an error in XML document (${place}). ---&gt; ${text}`);
    const faultCase = (name: string, answer: string): Case => ({
      name,
      body: envelope(soap11, report('7', name)),
      status: 500,
      answer,
      input: { studentId: 7, studentClass: name },
    });
    rows(11, { type: text11, action: '"http://tempuri.org/GenerateReport"' }, [
      {
        name: 'result',
        body: envelope(soap11, report(' 7 ', 'c')),
        answer: envelope(
          soap11,
          '<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>7/c</GenerateReportResult></GenerateReportResponse>',
        ),
        input: { studentId: 7, studentClass: 'c' },
      },
      {
        name: 'a missing number is 0',
        body: envelope(
          soap11,
          '<GenerateReport xmlns="http://tempuri.org/"><studentClass>c</studentClass></GenerateReport>',
        ),
        answer: envelope(
          soap11,
          '<GenerateReportResponse xmlns="http://tempuri.org/"><GenerateReportResult>0/c</GenerateReportResult></GenerateReportResponse>',
        ),
        input: { studentId: 0, studentClass: 'c' },
      },
      {
        name: 'no number',
        body: lines(soap11, report('abc', 'a')),
        status: 500,
        answer: badInt('4, 76', 'Input string was not in a correct format.'),
      },
      {
        name: 'empty number',
        body: lines(soap11, report('', 'a')),
        status: 500,
        answer: badInt('4, 73', 'Input string was not in a correct format.'),
      },
      {
        name: 'number out of range',
        body: lines(soap11, report('99999999999', 'a')),
        status: 500,
        answer: badInt('4, 84', 'Value was either too large or too small for an Int32.'),
      },
      faultCase('throw', fault11('Server', `${PP}boom &lt;&amp;&gt; é`)),
      faultCase('reject', fault11('Server', `${PP}later`)),
      faultCase('chain', fault11('Server', `${PP}outer ---&gt; inner ---&gt; text`)),
      faultCase('nothing', fault11('Server', PP)),
      faultCase(
        'soap',
        fault11(
          'Client',
          'custom fault',
          '<faultactor>http://tempuri.org/actor</faultactor><detail><code xmlns="http://tempuri.org/err">E42</code></detail>',
        ),
      ),
      faultCase(
        'foreign',
        envelope(
          soap11,
          '<soap:Fault><faultcode xmlns:q0="http://tempuri.org/codes">q0:MyCode</faultcode><faultstring>custom code</faultstring><detail /></soap:Fault>',
        ),
      ),
      faultCase(
        'declared',
        fault11(
          'Client',
          'No such class',
          '<detail><InvalidClass xmlns="http://tempuri.org/"><reason>&lt;none&gt;</reason></InvalidClass></detail>',
        ),
      ),
      faultCase('control', fault11('Server', `${PP}a\ufffdb`)),
    ]);
    rows(12, { type: text12 }, [
      {
        name: 'soap',
        body: envelope(soap12, report('7', 'soap')),
        status: 500,
        answer: envelope(
          soap12,
          '<soap:Fault><soap:Code><soap:Value>soap:Sender</soap:Value><soap:Subcode><soap:Value xmlns:q0="http://tempuri.org/codes">q0:Sub</soap:Value></soap:Subcode></soap:Code><soap:Reason><soap:Text xml:lang="en">custom fault</soap:Text></soap:Reason><soap:Node>http://tempuri.org/actor</soap:Node><soap:Detail><code xmlns="http://tempuri.org/err">E42</code></soap:Detail></soap:Fault>',
        ),
        input: { studentId: 7, studentClass: 'soap' },
      },
      {
        name: 'throw',
        body: envelope(soap12, report('7', 'throw')),
        status: 500,
        answer: fault12('Receiver', `${PP}boom &lt;&amp;&gt; é`),
        input: { studentId: 7, studentClass: 'throw' },
      },
    ]);

    test('a result that cannot be written is a Server fault', async () => {
      const answer = await post({
        name: '',
        type: text11,
        action: '"http://tempuri.org/GenerateReport"',
        body: envelope(soap11, report('7', 'bad')),
      });
      expect(answer.status).toBe(500);
      expect(answer.body).toContain(
        `${PP}There was an error generating the XML document. ---&gt; `,
      );
    });
  });

  describe('headers', () => {
    // ASMX checks headers before it calls the method, so an exception of the method is never seen
    const throwing =
      '<GenerateReport xmlns="http://tempuri.org/"><studentClass>throw</studentClass></GenerateReport>';
    test('a header that is not understood counts before what the method throws', async () => {
      const answer = await post({
        name: '',
        type: text11,
        action: '"http://tempuri.org/GenerateReport"',
        body: envelope(soap11, throwing, '<X xmlns="urn:x" soap:mustUnderstand="1"/>'),
      });
      expect(answer.body).toContain('SOAP header X was not understood.');
    });
    const action = action11;
    const unknown = (attribute: string): string => `<X xmlns="urn:x" ${attribute}>1</X>`;
    const refused = fault11('MustUnderstand', 'SOAP header X was not understood.', '');
    rows(11, { type: text11, action }, [
      {
        name: 'unknown',
        body: envelope(soap11, authCode(), unknown('')),
        answer: reply11,
        input: ok,
      },
      {
        name: 'mustUnderstand 0',
        body: envelope(soap11, authCode(), unknown('soap:mustUnderstand="0"')),
        answer: reply11,
        input: ok,
      },
      {
        name: 'bad mustUnderstand',
        body: envelope(soap11, authCode(), unknown('soap:mustUnderstand="x"')),
        answer: reply11,
        input: ok,
      },
      {
        name: 'mustUnderstand 1: the method does not run',
        body: envelope(soap11, authCode(), unknown('soap:mustUnderstand="1"')),
        status: 500,
        answer: refused,
      },
      {
        name: 'mustUnderstand true for the next actor',
        body: envelope(
          soap11,
          authCode(),
          unknown(
            'soap:mustUnderstand="true" soap:actor="http://schemas.xmlsoap.org/soap/actor/next"',
          ),
        ),
        status: 500,
        answer: refused,
      },
      {
        name: 'mustUnderstand true for another actor is not the business of this one',
        body: envelope(
          soap11,
          authCode(),
          unknown('soap:mustUnderstand="true" soap:actor="urn:other"'),
        ),
        answer: reply11,
        input: ok,
      },
    ]);
  });

  describe('one-way', () => {
    test('is answered at once with 202, and runs', async () => {
      const answer = await post({
        name: '',
        path: '/Push.asmx',
        type: text11,
        action: '"http://tempuri.org/Notify"',
        body: envelope(soap11, '<Notify xmlns="http://tempuri.org/"><code>5</code></Notify>'),
      });
      expect(answer.status).toBe(202);
      expect(answer.body).toBe('');
      expect(answer.headers['content-type']).toBeUndefined();
      await expect(lastNotified()).resolves.toEqual({ code: '5' });
    });
    test('is answered with 202 and does not run if a header is not understood', async () => {
      const notify = (code: string, header?: string): ReturnType<typeof post> =>
        post({
          name: '',
          path: '/Push.asmx',
          type: text11,
          action: '"http://tempuri.org/Notify"',
          body: envelope(
            soap11,
            `<Notify xmlns="http://tempuri.org/"><code>${code}</code></Notify>`,
            header,
          ),
        });
      const answer = await notify('6', '<X xmlns="urn:x" soap:mustUnderstand="1"/>');
      expect(answer.status).toBe(202);
      expect(answer.body).toBe('');
      await notify('7');
      await expect(lastNotified()).resolves.toEqual({ code: '7' });
    });
  });

  describe('encodings', () => {
    const body = envelope(soap11, authCode('é€😀'));
    const utf16 = (little: boolean): Uint8Array => {
      const bytes = Buffer.from(`\ufeff${body}`, 'utf16le');
      return little ? bytes : bytes.swap16();
    };
    const read = { code: 'é€😀', phone: '2' };
    rows(11, { type: text11, action: action11, answer: reply11 }, [
      { name: 'UTF-8', body, input: read },
      { name: 'UTF-8 with a byte order mark', body: `\ufeff${body}`, input: read },
      { name: 'UTF-8 without charset', type: 'text/xml', body, input: read },
      {
        name: 'UTF-16 little-endian',
        type: 'text/xml; charset=utf-16',
        body: utf16(true),
        input: read,
      },
      {
        name: 'UTF-16 big-endian',
        type: 'text/xml; charset=utf-16',
        body: utf16(false),
        input: read,
      },
      { name: 'UTF-16 mark against charset', body: utf16(true), input: read },
      {
        name: 'Latin-1',
        type: 'text/xml; charset=iso-8859-1',
        body: Buffer.from(envelope(soap11, authCode('é')), 'latin1'),
        input: { code: 'é', phone: '2' },
      },
      {
        name: 'the declaration is not looked at beside a charset',
        body: body.replace('utf-8', 'iso-8859-1'),
        input: read,
      },
      {
        name: 'bad bytes',
        body: Buffer.from(envelope(soap11, authCode('é')), 'latin1'),
        input: { code: '\ufffd', phone: '2' },
      },
    ]);
    rows(12, { type: 'application/soap+xml', answer: reply12 }, [
      {
        name: 'application without charset: the declaration',
        body: Buffer.from(envelope(soap12, authCode('é')).replace('utf-8', 'iso-8859-1'), 'latin1'),
        input: { code: 'é', phone: '2' },
      },
      {
        name: 'application without charset: UTF-8',
        body: envelope(soap12, authCode('é')),
        input: { code: 'é', phone: '2' },
      },
    ]);
  });
});

describe('server old clients', () => {
  let close = (): void => undefined;
  let called: string[] = [];
  afterEach(() => {
    close();
    called = [];
  });

  interface Setup {
    readonly action: (name: string) => string;
    readonly bindings?: readonly BindingName[];
    readonly options?: ServerOptions;
  }

  /** Sends requests to two operations of one service. */
  async function serving({ action, bindings = ['soap11'], options = {} }: Setup) {
    const changed = <T extends typeof AuthCode | typeof GenerateReport>(operation: T) => ({
      ...operation,
      bindings,
      soap: { ...operation.soap, action: action(operation.name) },
    });
    const note = (name: string) => () => {
      called.push(name);
      return 'x';
    };
    const routes = [
      { operation: changed(AuthCode), handler: note('AuthCode') },
      { operation: changed(GenerateReport), handler: note('GenerateReport') },
    ];
    const { server, port } = await start(createServer(routes as never, options).listener);
    close = () => {
      server.closeAllConnections();
      server.close();
    };
    return (body: string | Uint8Array, headers: Readonly<Record<string, string>>) =>
      request(port, 'POST /AuthCodeSending.asmx', headers, body);
  }

  const body11 = envelope(soap11, authCode());
  const report = envelope(
    soap11,
    '<GenerateReport xmlns="http://tempuri.org/"><studentId>1</studentId></GenerateReport>',
  );
  const type11 = { 'Content-Type': text11 };
  const own = (name: string): string => `http://tempuri.org/${name}`;

  describe('a request without SOAPAction', () => {
    test.each<[string, Setup]>([
      ['routed by element', { action: own, options: { routeByElement: ['AuthCodeSending'] } }],
      [
        'routed by element at a path',
        { action: own, options: { routeByElement: ['/AuthCodeSending.asmx'] } },
      ],
      ['whose operations have no action', { action: () => '' }],
      [
        'whose operations have no action, routed by element',
        { action: () => '', options: { routeByElement: ['AuthCodeSending'] } },
      ],
      ['over both versions', { action: own, bindings: ['soap11', 'soap12'] }],
    ])('reaches the operation of a service %s', async (_, setup) => {
      const ask = await serving(setup);
      expect((await ask(body11, type11)).status).toBe(200);
      expect((await ask(report, type11)).status).toBe(200);
      expect(called).toEqual(['AuthCode', 'GenerateReport']);
    });

    test('reaches the only operation without an action', async () => {
      const ask = await serving({ action: (name) => (name === 'AuthCode' ? '' : own(name)) });
      expect((await ask(body11, type11)).status).toBe(200);
      expect(called).toEqual(['AuthCode']);
    });

    test('is refused as by ASMX where actions tell the operations apart', async () => {
      const ask = await serving({ action: own });
      expect((await ask(body11, type11)).body).toBe(fault11('Client', noAction));
      expect(called).toEqual([]);
    });

    test('with an element that no operation has is refused', async () => {
      const options = { routeByElement: ['AuthCodeSending'] };
      const ask = await serving({ action: own, options });
      const unknown = envelope(soap11, '<Other xmlns="urn:o"/>');
      expect((await ask(unknown, type11)).body).toBe(
        fault11('Client', "The request element &lt;Other xmlns='urn:o'&gt; was not recognized."),
      );
    });
  });

  describe('an action beyond ASCII', () => {
    const action = (name: string): string => `urn:größe/${name}`;
    const bytes = (text: string, encoding: 'latin1' | 'utf8'): string =>
      Buffer.from(text, encoding).toString('latin1');

    test.each(['latin1', 'utf8'] as const)('is read in %s', async (encoding) => {
      const ask = await serving({ action });
      const answer = await ask(body11, {
        ...type11,
        SOAPAction: bytes('"urn:größe/AuthCode"', encoding),
      });
      expect([answer.status, called]).toEqual([200, ['AuthCode']]);
    });

    test.each(['latin1', 'utf8'] as const)('is read in %s in a content type', async (encoding) => {
      const ask = await serving({ action, bindings: ['soap12'] });
      const answer = await ask(envelope(soap12, '<Other xmlns="urn:o"/>'), {
        'Content-Type': bytes(`${text12}; action="urn:größe/AuthCode"`, encoding),
      });
      expect([answer.status, called]).toEqual([200, ['AuthCode']]);
    });
  });

  describe('a NUL at the end of a body, as C programs send it', () => {
    const utf16 = (text: string): Uint8Array => Buffer.from(`\ufeff${text}`, 'utf16le');

    test.each<[string, string | Uint8Array, string]>([
      ['in UTF-8', `${body11}\0`, text11],
      ['after a line end', `${body11}\r\n\0`, text11],
      // XmlTextReader ends at the first one after the root
      ['and another one', `${body11}\0\0`, text11],
      ['and the rest of a buffer', `${body11}\0 `, text11],
      ['in UTF-16', utf16(`${body11}\0`), 'text/xml; charset=utf-16'],
    ])('is skipped %s', async (_, body, type) => {
      const ask = await serving({ action: own });
      const answer = await ask(body, { 'Content-Type': type, SOAPAction: `"${own('AuthCode')}"` });
      expect([answer.status, called]).toEqual([200, ['AuthCode']]);
    });

    test.each([`\0${body11}`, body11.replace('>1<', '>\0<')])(
      'is refused anywhere else, as by ASMX',
      async (body) => {
        const ask = await serving({ action: own });
        const answer = await ask(body, { ...type11, SOAPAction: `"${own('AuthCode')}"` });
        expect([answer.status, answer.body, called]).toEqual([400, '', []]);
      },
    );
  });
});
