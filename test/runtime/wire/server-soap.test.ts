import { describe } from '@jest/globals';
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
  good11,
  mismatch,
  noAction,
  nulls,
  PP,
  RR,
  reply12,
  rows,
  unknownAction,
  useServer,
} from './soap-rows.ts';

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
        ['in another letter case', '"http://tempuri.org/authcode"', 'http://tempuri.org/authcode'],
        ['without namespace', '"AuthCode"', 'AuthCode'],
        ['with a trailing space', '"http://tempuri.org/AuthCode "', 'http://tempuri.org/AuthCode '],
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
    { name: 'no envelope', body: authCode(), status: 500, answer: mismatch('http://tempuri.org/') },
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
