import { spawnSync } from 'node:child_process';
import { privateDecrypt } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  createTokenService,
  issuedToken,
  samlToken,
  type TokenSecurity,
  verifySaml,
} from '../../src/runtime/wss.ts';
import { startDotnet } from '../stacks/dotnet/dotnet.mjs';
import { startWss4j } from '../stacks/wss4j/service.mjs';
import { audience, carried, issuer } from './assertions.ts';
import { call, fileOf, keyOf, pem, sender } from './messages.ts';
import {
  fixtureOf,
  type Make,
  makes,
  signedAt,
  type Token,
  tokenRules,
  tokens,
} from './token-matrix.ts';

/**
 * Tokens both ways with other makes. `UPDATE_TOKENS=1` writes what they signed as fixtures, which
 * the fast tests read where the tools are not installed.
 */
const writes = process.env.UPDATE_TOKENS === '1';

const work = mkdtempSync(join(tmpdir(), 'tokens-'));
const dotnet = startDotnet(work);
const isThere = (tool: string): boolean => spawnSync('which', [tool]).status === 0;
const tools: Readonly<Record<Make, boolean>> = {
  opensaml: isThere('samlsign'),
  xmlsec1: isThere('xmlsec1'),
  dotnet: dotnet.ask !== undefined,
  wss4j: isThere('javac') && existsSync('/usr/share/java/wss4j.jar'),
};
for (const [name, found] of Object.entries(tools)) {
  if (!found) console.log(`${name} is not installed, so its tests are skipped.`);
}

let wss4jService: Awaited<ReturnType<typeof startWss4j>> | undefined;
beforeAll(async () => {
  // they are up before the first test
  await dotnet.ask?.({ do: 'version' });
  if (tools.wss4j) wss4jService = await startWss4j(work, dirname(fileOf('ca.pem')));
}, 120_000);
afterAll(() => {
  dotnet.stop?.();
  wss4jService?.stop();
  rmSync(work, { recursive: true });
});

const service = createTokenService({
  ...keyOf('server'),
  issuer,
  users: { ada: { password: 'secret', attributes: { 'http://claims.test/role': 'nurse' } } },
  services: { [audience]: pem('server.pem') },
  now: () => signedAt,
});

/** What a client of ours sends. */
async function ours(token: Token, now = signedAt): Promise<string> {
  let sent = '';
  const fetch = async (_url: string, { body }: { body?: unknown }): Promise<Response> => {
    sent = String(body);
    return new Response('', { status: 500 });
  };
  await call(
    { fetch } as never,
    securityOf(token, () => now),
  ).catch(() => undefined);
  return sent;
}

function securityOf({ version, confirmation, mac }: Token, now: () => number): TokenSecurity {
  const asked = { user: 'ada', audience, version, confirmation } as const;
  if (mac !== undefined) {
    return issuedToken({
      sts: { endpoint: 'https://sts.test/SecurityTokenService', fetch: service.fetch },
      credentials: samlToken(service.issue({ user: 'ada' })),
      appliesTo: audience,
      tokenType: version,
      keyType: 'symmetric',
      signature: mac,
      now,
    });
  }
  if (confirmation === 'bearer') return samlToken(service.issue(asked));
  const xml = service.issue({ ...asked, holder: pem('client.pem') });
  return samlToken(xml, { ...keyOf('client'), confirmation, now });
}

/** Names the assertion in the signature by its ID, since only we know the transform of tokens. */
function byId(xml: string): string {
  const id = /(?:Assertion|\s)ID="([^"]*)"/.exec(xml)?.[1] ?? '';
  const exclusive = 'http://www.w3.org/2001/10/xml-exc-c14n#';
  return xml.replace(
    /URI="#[^"]*"(><ds:Transforms>)<ds:Transform Algorithm="[^"]*#STR-Transform">.*?<\/ds:Transform>/s,
    (_, start: string) =>
      `URI="#${id}"${start}<ds:Transform Algorithm="${exclusive}"></ds:Transform>`,
  );
}

/** The shared secret of a message, in base64. */
function secretIn(xml: string): string {
  const value = /<xenc:CipherValue>([^<]*)/.exec(xml)?.[1] ?? '';
  return privateDecrypt(
    { key: pem('server.key'), oaepHash: 'sha1' },
    Buffer.from(value, 'base64'),
  ).toString('base64');
}

const inAssertion = /<ds:Signature .*?<\/ds:Signature>/s;

/** Signs a message of ours anew, and verifies one, with each make. */
interface Maker {
  sign(xml: string, token: Token): string | Promise<string>;
  verify(xml: string, token: Token): boolean | Promise<boolean>;
}

function run(tool: string, args: readonly string[]): { status: number | null; stdout: string } {
  const { status, stdout, stderr } = spawnSync(tool, args, { encoding: 'utf8' });
  return { status, stdout: stdout + (status === 0 ? '' : stderr) };
}

function inFile(xml: string): string {
  const path = join(work, 'document.xml');
  writeFileSync(path, xml);
  return path;
}

const sha256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const rsa = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
const assertionIn = (xml: string): string =>
  /<saml:Assertion .*<\/saml:Assertion>/s.exec(xml)?.[0] ?? '';

const opensaml: Maker = {
  sign(xml) {
    const file = inFile(assertionIn(xml).replace(inAssertion, ''));
    const keys = ['-k', fileOf('server.key'), '-c', fileOf('server.pem')];
    const { status, stdout } = run('samlsign', [
      '-s',
      ...keys,
      '-f',
      file,
      '-alg',
      rsa,
      '-dig',
      sha256,
    ]);
    expect([status, stdout]).toEqual([0, expect.stringContaining('Signature')]);
    return carried(stdout.replace(/^<\?xml.*?\?>\s*/s, '').trim());
  },
  verify: (xml) =>
    run('samlsign', ['-c', fileOf('server.pem'), '-f', inFile(assertionIn(xml))]).status === 0,
};

const oasis = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-';
const ids = [
  ['Id', 'http://schemas.xmlsoap.org/soap/envelope/:Body'],
  ['Id', `${oasis}utility-1.0.xsd:Timestamp`],
  ['ID', 'urn:oasis:names:tc:SAML:2.0:assertion:Assertion'],
  ['AssertionID', 'urn:oasis:names:tc:SAML:1.0:assertion:Assertion'],
].flatMap(([attribute, name]) => [`--id-attr:${attribute}`, name ?? '']);
const ofMessage = "/*/*/*[local-name()='Security']/*[local-name()='Signature']";
const ofAssertion = "/*/*/*/*[local-name()='Assertion']/*[local-name()='Signature']";

/** A template: a signature without its values. */
const blank = (xml: string): string =>
  xml.replace(/(<ds:(DigestValue|SignatureValue)>)[^<]*/g, '$1');

const xmlsec1: Maker = {
  sign(xml, token) {
    // first the assertion, which the message may be signed with
    const key = `${fileOf('server.key')},${fileOf('server.pem')}`;
    const template = blank(token.confirmation === 'sender-vouches' ? byId(xml) : xml);
    const one = run('xmlsec1', [
      '--sign',
      '--node-xpath',
      ofAssertion,
      '--privkey-pem',
      key,
      ...ids,
      inFile(template),
    ]);
    expect([one.status, one.stdout]).toEqual([0, expect.anything()]);
    if (token.confirmation === 'bearer') return one.stdout;
    const keys = messageKeys(token, xml, true);
    const two = run('xmlsec1', [
      '--sign',
      '--node-xpath',
      ofMessage,
      ...keys,
      ...ids,
      inFile(one.stdout),
    ]);
    expect(two.status === 0 ? '' : two.stdout).toBe('');
    return two.stdout;
  },
  verify(xml, token) {
    const own = ['--pubkey-cert-pem', fileOf('server.pem'), '--enabled-key-data', 'key-name'];
    const one = run('xmlsec1', [
      '--verify',
      '--node-xpath',
      ofAssertion,
      ...own,
      ...ids,
      inFile(xml),
    ]);
    if (token.confirmation === 'bearer' || one.status !== 0) return one.status === 0;
    const keys = messageKeys(token, xml, false);
    return (
      run('xmlsec1', ['--verify', '--node-xpath', ofMessage, ...keys, ...ids, inFile(xml)])
        .status === 0
    );
  },
};

function messageKeys(token: Token, xml: string, signs: boolean): string[] {
  const none = ['--enabled-key-data', 'key-name'];
  if (token.mac === undefined) {
    return signs
      ? [...none, '--privkey-pem', fileOf('client.key')]
      : [...none, '--pubkey-cert-pem', fileOf('client.pem')];
  }
  const path = join(work, 'secret.bin');
  writeFileSync(path, Buffer.from(secretIn(xml), 'base64'));
  return [...none, '--hmackey', path];
}

/** Asks the program of .NET. */
async function ask(asked: Readonly<Record<string, string | undefined>>): Promise<string> {
  const { do: what, ...given } = asked;
  const { result, ...failure } = (await dotnet.ask?.({ do: 'token', what, ...given })) ?? {};
  if (typeof result !== 'string') throw new Error(JSON.stringify(failure));
  return result;
}

const signedXml: Maker = {
  async sign(xml, token) {
    const assertion = await ask({ do: 'sign', xml: assertionIn(xml), key: pem('server.key') });
    const whole = (token.confirmation === 'sender-vouches' ? byId(xml) : xml).replace(
      assertionIn(xml),
      () => assertion,
    );
    if (token.confirmation === 'bearer') return whole;
    const secret = token.mac === undefined ? undefined : secretIn(xml);
    return ask({ do: 'sign', xml: whole, key: pem('client.key'), secret });
  },
  async verify(xml, token) {
    const own = await ask({ do: 'verify', xml: assertionIn(xml), cert: pem('server.pem') });
    if (token.confirmation === 'bearer' || own === 'wrong') return own === 'right';
    const secret = token.mac === undefined ? undefined : secretIn(xml);
    return (await ask({ do: 'verify', xml, cert: pem('client.pem'), secret })) === 'right';
  },
};

async function askWss4j(
  what: string,
  query: Record<string, string>,
  body: string,
): Promise<string> {
  const answer = await wss4jService?.ask(what, body, query);
  return answer?.text ?? '';
}

/** It does not read assertions: of those, it sees what the message signs. */
const wss4j: Maker = {
  sign(xml) {
    const id = /<wsse:SecurityTokenReference [^>]*wsu:Id="([^"]*)"/.exec(xml)?.[1] ?? '';
    const signature = xml.slice(xml.lastIndexOf('<ds:Signature '), xml.indexOf('</wsse:Security>'));
    const plain = xml.replace(signature, '').replace(/<wsu:Timestamp .*<\/wsu:Timestamp>/s, '');
    const time = String(signedAt);
    const query = { key: 'client', ttl: '300', time, parts: `Body,Timestamp,STR:${id}` };
    return askWss4j('sign', query, plain);
  },
  verify: async (xml) =>
    (await askWss4j('verify', {}, xml)).includes('signed Body,Timestamp,Assertion'),
};

const makers: Readonly<Record<Make, Maker>> = { opensaml, xmlsec1, dotnet: signedXml, wss4j };
const cases = (Object.keys(makes) as Make[]).flatMap((make) =>
  tokens
    .filter(({ ways }) => ways[make] !== undefined)
    .map((token) => ({ make, token, name: makes[make], way: token.ways[make] })),
);

describe.each(cases)('$name: $token.words', ({ make, token, way }) => {
  const { sign, verify } = makers[make];
  const given = tools[make] ? test : test.skip;

  given('what it signs is read', async () => {
    const xml = await sign(await ours(token), token);
    const found = await sender(verifySaml(tokenRules))(xml);
    expect(found).toMatchObject({ reason: undefined, status: 200 });
    expect(found.identity).toMatchObject({ nameId: { value: 'ada' } });
    if (!writes) return;
    const path = fixtureOf(make, token);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, xml);
    expect(readFileSync(path, 'utf8')).toBe(xml);
  });

  (way === 'both' ? given : test.skip)('it verifies what we sign, and nothing else', async () => {
    // the clock of WSS4J is that of the machine
    const xml = await ours(token, make === 'wss4j' ? Date.now() : signedAt);
    expect(await verify(xml, token)).toBe(true);
    expect(await verify(xml.replaceAll('>ada<', '>eve<'), token)).toBe(false);
    if (token.confirmation === 'bearer') return;
    expect(await verify(xml.replace('>1<', '>3<'), token)).toBe(false);
  });
});
