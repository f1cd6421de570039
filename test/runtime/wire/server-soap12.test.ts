import { describe } from '@jest/globals';
import { authCode, envelope, fault12, form, soap11, soap12, text11, text12 } from './messages.ts';
import {
  action11,
  mismatch,
  noAction,
  nulls,
  ok,
  PP,
  reply11,
  reply12,
  rows,
  useServer,
} from './soap-rows.ts';

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
