import { afterEach, describe, expect, jest, test } from '@jest/globals';
import { verifyUsernameToken } from '../../src/runtime/server/security.ts';
import { type SignatureRules, signatureVerifier } from '../../src/runtime/wss.ts';
import { input, pem, sender } from './messages.ts';

/*
 * Messages that WSS4J 1.6.19 signed, by test/interop/clients/Wss4jService.java: one as most clients
 * send them, one that uses what is rare.
 */
const usual = pem('wss4j-soap11.xml');
const rare = pem('wss4j-soap12.xml');

/** Its Body declares a prefix that only `xsi:type` uses, as for a derived type. */
const derived = pem('wss4j-derived.xml');

const created = Date.UTC(2026, 0, 1);
const action = { namespace: 'http://www.w3.org/2005/08/addressing', local: 'Action' };
const rules: SignatureRules = {
  trust: pem('ca.pem'),
  certificates: pem('client.pem'),
  now: () => created + 1000,
};

/** Verifies a message. */
const verified = (xml: string, more: Partial<SignatureRules> = {}) =>
  sender(signatureVerifier({ ...rules, ...more }))(xml);
/** A message with another text; it has to be there. */
function changed(xml: string, find: string | RegExp, by: string): string {
  const text = xml.replace(find, by);
  expect(text).not.toBe(xml);
  return text;
}

afterEach(() => {
  jest.restoreAllMocks();
});

describe('a message that WSS4J signed', () => {
  test('is accepted: a token with a digest, and a signature that contains its certificate', async () => {
    const {
      status,
      identity,
      input: given,
    } = await verified(usual, {
      elements: ['UsernameToken'],
    });
    expect({ status, given }).toEqual({ status: 200, given: input });
    const signed = ['Body', 'Timestamp', 'UsernameToken'];
    expect(identity).toMatchObject({ signed: signed.map((local) => ({ local })) });
  });

  test('is accepted: SOAP 1.2, SHA-512, IssuerSerial, headers, after its Timestamp', async () => {
    const elements = [action, { namespace: 'urn:x', local: 'Extra' }];
    expect(await verified(rare, { elements })).toMatchObject({ status: 200, input });
  });

  test.each([
    ['the Body was changed', usual, '>1<', '>3<', 'A signed element was changed.'],
    ['the name was changed', usual, '>ada<', '>bob<', 'A signed element was changed.'],
    ['a header was changed', rare, '>a</x', '>b</x', 'A signed element was changed.'],
    ['a prefix was bound again', rare, 'urn:q', 'urn:r', 'The signature is wrong.'],
    ['the signature was changed', rare, /(?<=SignatureValue>)./, '/', 'The signature is wrong.'],
    [
      'another certificate is in the token',
      usual,
      /(?<=X509-\w+">)[^<]+/,
      pem('server.pem').replace(/-----[A-Z ]+-----|\n/g, ''),
      'The signature is wrong.',
    ],
    [
      'another certificate is named',
      rare,
      /(?<=SerialNumber>)3/,
      '4',
      'The certificate that the signature names is not known here.',
    ],
    [
      'the Body is not where it was',
      usual,
      /<soapenv:Body (.*?)>(.*)<\/soapenv:Body>/s,
      '<soapenv:Body><w><soapenv:Body $1>$2</soapenv:Body></w></soapenv:Body>',
      'The element Body is not signed.',
    ],
  ])('is refused: %s', async (_, xml, find, by, reason) => {
    expect(await verified(changed(xml, find, by))).toMatchObject({ status: 500, reason });
  });

  test('is refused after its five minutes and those of the clocks, and a second time', async () => {
    const now = () => created + 600_000;
    const late = await verified(usual, { now });
    expect(late).toMatchObject({ status: 500, reason: 'The Timestamp has expired.' });
    const exact = { now: () => created + 300_000, clockSkew: 0 };
    expect(await verified(usual, exact)).toMatchObject({ status: 500, reason: late.reason });
    const ask = sender(signatureVerifier(rules));
    expect(await ask(rare)).toMatchObject({ status: 200 });
    const reason = 'The signed message was sent before.';
    expect(await ask(rare)).toMatchObject({ status: 500, reason });
  });

  test('has a token whose digest is right, once', async () => {
    jest.spyOn(Date, 'now').mockReturnValue(created + 1000);
    const by = (password: string) => sender(verifyUsernameToken({ password: () => password }));
    const ask = by('secret');
    expect(await ask(usual)).toMatchObject({ status: 200, identity: { username: 'ada' }, input });
    expect(await ask(usual)).toMatchObject({ reason: 'The nonce was used before.' });
    const reason = 'The password of the UsernameToken is wrong.';
    expect(await by('other')(usual)).toMatchObject({ status: 500, reason });
  });

  test('is accepted with a prefix whose meaning is not signed only if asked', async () => {
    const reason = "The meaning of the prefix 'd' is not signed; unsignedPrefixes would accept it.";
    expect(await verified(derived)).toMatchObject({ status: 500, reason });
    const more = { unsignedPrefixes: true };
    expect(await verified(derived, more)).toMatchObject({ status: 200, input });
    const other = changed(derived, 'd:Type', 'e:Type');
    const wrong = 'A signed element was changed.';
    expect(await verified(other, more)).toMatchObject({ status: 500, reason: wrong });
    // a prefix that WSS4J does sign is in its PrefixList
    const bound = changed(rare, 'urn:q', 'urn:r');
    expect(await verified(bound, more)).toMatchObject({ status: 500 });
  });
});
