import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { type SignatureRules, signatureVerifier } from '../../src/runtime/wss.ts';
import { passedOn, signedDocuments } from '../runtime/signed-documents.ts';
import { envelope, fileOf, input, keyOf, pem, rules, sender, signed } from './messages.ts';

const isThere = spawnSync('xmlsec1', ['--version']).status === 0;
if (!isThere) console.log('xmlsec1 is not installed (Debian: xmlsec1), so its tests are skipped.');

const oasis = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-';
const wsu = `${oasis}utility-1.0.xsd`;
const ids = [
  'http://schemas.xmlsoap.org/soap/envelope/:Body',
  'http://www.w3.org/2003/05/soap-envelope:Body',
  `${wsu}:Timestamp`,
  `${oasis}secext-1.0.xsd:UsernameToken`,
].flatMap((name) => ['--id-attr:Id', name]);

function xmlsec(command: string, xml: string, ...options: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'wss-'));
  try {
    const file = join(folder, 'message.xml');
    writeFileSync(file, xml);
    const { status, stdout, stderr } = spawnSync('xmlsec1', [command, ...options, ...ids, file], {
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(stderr);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const ours = (name: string): string[] => ['--pubkey-cert-pem', fileOf(`${name}.pem`)];

(isThere ? describe : describe.skip)('xmlsec1', () => {
  const token =
    `<wsse:Security xmlns:wsse="${oasis}secext-1.0.xsd"><wsse:UsernameToken><wsse:Username>a` +
    '</wsse:Username></wsse:UsernameToken></wsse:Security>';

  test.each([
    ['rsa-sha256', 'sha256', 'client'],
    ['rsa-sha384', 'sha384', 'client'],
    ['rsa-sha512', 'sha256', 'client'],
    ['rsa-sha256', 'sha512', 'client'],
    ['rsa-sha1', 'sha1', 'client'],
    ['ecdsa-sha256', 'sha256', 'ec'],
    ['ecdsa-sha512', 'sha384', 'ec'],
  ] as const)('verifies what we sign with %s and %s', (signature, digest, name) => {
    for (const version of ['soap11', 'soap12'] as const) {
      const xml = signed({ ...keyOf(name), signature, digest }, envelope(version, token));
      xmlsec('--verify', xml, ...ours(name));
      expect(() => xmlsec('--verify', xml.replace('>1<', '>3<'), ...ours(name))).toThrow();
      expect(() =>
        xmlsec('--verify', xml.replace('>a</wsse:U', '>b</wsse:U'), ...ours(name)),
      ).toThrow();
    }
  });

  test('verifies prefixes of values, which are in a PrefixList', () => {
    const xml = envelope().replace(
      '<code>',
      '<code xmlns:q="urn:q" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:type="q:T">',
    );
    const text = signed({}, xml);
    expect(text).toContain(' PrefixList="q"');
    xmlsec('--verify', text, ...ours('client'));
    const other = text.replace('urn:q', 'urn:other');
    expect(() => xmlsec('--verify', other, ...ours('client'))).toThrow();
  });

  test.each(['rsa-sha256', 'rsa-sha512'])('signs what we verify, with %s', async (algorithm) => {
    const sha2 = 'http://www.w3.org/2001/04/';
    const dsig = 'http://www.w3.org/2000/09/xmldsig#';
    const c14n = 'http://www.w3.org/2001/10/xml-exc-c14n#';
    const reference = (id: string): string =>
      `<Reference URI="#${id}"><Transforms><Transform Algorithm="${c14n}"/></Transforms>` +
      `<DigestMethod Algorithm="${sha2}xmlenc#sha256"/><DigestValue/></Reference>`;
    const created = new Date().toISOString();
    const header =
      `<wsse:Security xmlns:wsse="${oasis}secext-1.0.xsd" xmlns:wsu="${wsu}">` +
      `<wsu:Timestamp wsu:Id="time"><wsu:Created>${created}</wsu:Created></wsu:Timestamp>` +
      `<Signature xmlns="${dsig}"><SignedInfo><CanonicalizationMethod Algorithm="${c14n}"/>` +
      `<SignatureMethod Algorithm="${sha2}xmldsig-more#${algorithm}"/>` +
      `${reference('body')}${reference('time')}</SignedInfo><SignatureValue/>` +
      '<KeyInfo><X509Data><X509Certificate/></X509Data></KeyInfo></Signature></wsse:Security>';
    const template = envelope('soap11', header).replace('<soap:Body>', '<soap:Body Id="body">');
    const keys = `${fileOf('client.key')},${fileOf('client.pem')}`;
    const xml = xmlsec('--sign', template, '--privkey-pem', keys);
    const ask = sender(signatureVerifier(rules));
    expect(await ask(xml)).toMatchObject({ status: 200, reason: undefined });
    expect(await ask(xml.replace('>1<', '>3<'))).toMatchObject({
      status: 500,
      reason: 'A signed element was changed.',
    });
  });

  const profile = `${oasis.slice(0, -11)}x509-token-profile-1.0#X509v3`;
  const base64 = `${oasis.slice(0, -11)}soap-message-security-1.0#Base64Binary`;
  const certificate = pem('client.pem').replace(/-----[A-Z ]+-----|\n/g, '');
  const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
  const rsa = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
  const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
  const now = new Date().toISOString();
  const later = new Date(Date.now() + 60_000).toISOString();

  /** Signs a message in the layout of another make, and verifies it. */
  const verified = async (template: string, more: Partial<SignatureRules> = {}): Promise<void> => {
    const keys = `${fileOf('client.key')},${fileOf('client.pem')}`;
    const xml = xmlsec('--sign', template, '--privkey-pem', keys);
    const ask = sender(signatureVerifier({ ...rules, ...more }));
    expect(await ask(xml)).toMatchObject({ status: 200, reason: undefined, input });
    expect(await ask(xml.replace(/1(?=<\/\w*:?code>)/, '3'))).toMatchObject({
      reason: 'A signed element was changed.',
    });
  };

  test('signs in the layout of WSS4J, with PrefixLists', async () => {
    const list = (prefixes: string): string =>
      `<ec:InclusiveNamespaces xmlns:ec="${exclusive}" PrefixList="${prefixes}"/>`;
    const reference = (id: string, prefixes: string): string =>
      `<ds:Reference URI="#${id}"><ds:Transforms><ds:Transform Algorithm="${exclusive}">` +
      `${list(prefixes)}</ds:Transform></ds:Transforms><ds:DigestMethod Algorithm="${sha256}"/>` +
      '<ds:DigestValue/></ds:Reference>';
    await verified(
      '<soapenv:Envelope xmlns:soapenv="http://schemas.xmlsoap.org/soap/envelope/" xmlns:tem="http://tempuri.org/">' +
        '<soapenv:Header>' +
        `<wsse:Security soapenv:mustUnderstand="1" xmlns:wsse="${oasis}secext-1.0.xsd" xmlns:wsu="${wsu}">` +
        `<wsse:BinarySecurityToken EncodingType="${base64}" ValueType="${profile}" wsu:Id="X509-1">${certificate}</wsse:BinarySecurityToken>` +
        `<ds:Signature Id="SIG-4" xmlns:ds="http://www.w3.org/2000/09/xmldsig#"><ds:SignedInfo>` +
        `<ds:CanonicalizationMethod Algorithm="${exclusive}">${list('soapenv tem')}</ds:CanonicalizationMethod>` +
        `<ds:SignatureMethod Algorithm="${rsa}"/>${reference('id-3', 'tem')}${reference('TS-1', 'wsse soapenv tem')}` +
        '</ds:SignedInfo><ds:SignatureValue/><ds:KeyInfo Id="KI-1">' +
        `<wsse:SecurityTokenReference wsu:Id="STR-1"><wsse:Reference URI="#X509-1" ValueType="${profile}"/>` +
        '</wsse:SecurityTokenReference></ds:KeyInfo></ds:Signature>' +
        `<wsu:Timestamp wsu:Id="TS-1"><wsu:Created>${now}</wsu:Created><wsu:Expires>${later}</wsu:Expires></wsu:Timestamp>` +
        `</wsse:Security></soapenv:Header><soapenv:Body wsu:Id="id-3" xmlns:wsu="${wsu}">\n  <tem:AuthCode>\n` +
        '    <tem:code>1</tem:code>\n    <tem:phone>2</tem:phone>\n  </tem:AuthCode></soapenv:Body></soapenv:Envelope>',
    );
  });

  test('signs in the layout of WCF, over SOAP 1.2 and with SHA-1', async () => {
    const dsig = 'http://www.w3.org/2000/09/xmldsig#';
    const layout = (method: string, digest: string): string => {
      const reference = (id: string): string =>
        `<Reference URI="#${id}"><Transforms><Transform Algorithm="${exclusive}"/></Transforms>` +
        `<DigestMethod Algorithm="${digest}"/><DigestValue/></Reference>`;
      return (
        `<s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope" xmlns:u="${wsu}"><s:Header>` +
        `<o:Security s:mustUnderstand="1" xmlns:o="${oasis}secext-1.0.xsd"><u:Timestamp u:Id="_0">` +
        `<u:Created>${now}</u:Created><u:Expires>${later}</u:Expires></u:Timestamp>` +
        `<o:BinarySecurityToken u:Id="uuid-8" ValueType="${profile}" EncodingType="${base64}">${certificate}</o:BinarySecurityToken>` +
        `<Signature xmlns="${dsig}"><SignedInfo><CanonicalizationMethod Algorithm="${exclusive}"/>` +
        `<SignatureMethod Algorithm="${method}"/>${reference('_1')}${reference('_0')}</SignedInfo>` +
        '<SignatureValue/><KeyInfo><o:SecurityTokenReference>' +
        `<o:Reference ValueType="${profile}" URI="#uuid-8"/></o:SecurityTokenReference></KeyInfo></Signature>` +
        '</o:Security></s:Header><s:Body u:Id="_1"><AuthCode xmlns="http://tempuri.org/"><code>1</code><phone>2</phone></AuthCode>' +
        '</s:Body></s:Envelope>'
      );
    };
    await verified(layout(rsa, sha256));
    await verified(layout(`${dsig}rsa-sha1`, `${dsig}sha1`), { sha1: true });
  });

  test('signs the whole message, without the signature', async () => {
    const dsig = 'http://www.w3.org/2000/09/xmldsig#';
    const header =
      `<wsse:Security xmlns:wsse="${oasis}secext-1.0.xsd" xmlns:wsu="${wsu}">` +
      `<wsu:Timestamp><wsu:Created>${now}</wsu:Created></wsu:Timestamp>` +
      `<Signature xmlns="${dsig}"><SignedInfo><CanonicalizationMethod Algorithm="${exclusive}"/>` +
      `<SignatureMethod Algorithm="${rsa}"/><Reference URI=""><Transforms>` +
      `<Transform Algorithm="${dsig}enveloped-signature"/><Transform Algorithm="${exclusive}"/>` +
      `</Transforms><DigestMethod Algorithm="${sha256}"/><DigestValue/></Reference></SignedInfo>` +
      `<SignatureValue/><KeyInfo><X509Data><X509Certificate>${certificate}</X509Certificate>` +
      '</X509Data></KeyInfo></Signature></wsse:Security>';
    await verified(envelope('soap11', header));
  });

  test.each(signedDocuments)('verifies %s.xml, which was read and sent on', (name, tag) => {
    const names = ['urn:inv:Invoice', 'urn:order:Order', 'urn:nfe:infNFe'];
    const saml = 'urn:oasis:names:tc:SAML:2.0:assertion:Assertion';
    const own = [...names, saml].flatMap((one) => ['--id-attr:Id', one]);
    const sent = passedOn(name, tag);
    xmlsec('--verify', sent, ...ours('client'), ...own);
    const changed = sent.replace(/(>\s*)(\w)/, '$1x$2');
    expect(() => xmlsec('--verify', changed, ...ours('client'), ...own)).toThrow();
  });
});
