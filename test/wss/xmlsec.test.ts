import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { signatureVerifier } from '../../src/wss/index.ts';
import { envelope, fileOf, keyOf, rules, sender, signed } from './messages.ts';

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
});
