import { describe, expect, test } from '@jest/globals';
import {
  authCode,
  envelope,
  fault11,
  fault12,
  lines,
  soap11,
  soap12,
  text11,
  text12,
} from './messages.ts';
import {
  action11,
  type Case,
  lastNotified,
  ok,
  PP,
  post,
  RR,
  reply11,
  reply12,
  rows,
  useServer,
} from './soap-rows.ts';

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
    expect(answer.body).toContain(`${PP}There was an error generating the XML document. ---&gt; `);
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
