// Messages that others decrypt, and others encrypt: the table of docs/how-to/signatures.md, and the
// fixtures of encryption.test.ts (`UPDATE_FIXTURES=1`). Whoever is not installed is left out.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import {
  decrypter,
  type EncrypterSettings,
  encrypter,
  signatureVerifier,
  signer,
} from '../../src/runtime/wss.ts';
import { startDotnet } from '../stacks/dotnet/dotnet.mjs';
import { startWss4j } from '../stacks/wss4j/service.mjs';
import { envelope, fileOf, input, keyOf, pem, rules, sender, signed } from './messages.ts';

const root = join(import.meta.dirname, '../..');
const page = readFileSync(join(root, 'docs/how-to/signatures.md'), 'utf8');
const work = mkdtempSync(join(tmpdir(), 'partners-'));
const xenc = 'http://www.w3.org/2001/04/xmlenc#';
const xenc11 = 'http://www.w3.org/2009/xmlenc11#';
const dsig = 'http://www.w3.org/2000/09/xmldsig#';
const wsse = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-secext-1.0.xsd';
const server = keyOf('server');

interface Row {
  readonly settings: Partial<EncrypterSettings>;
  readonly content: string;
  readonly transport: string;
  readonly hash?: string;
  readonly mask?: string;
  /** How xmlsec1 names the key. */
  readonly session: string;
}

const old = `${xenc}rsa-oaep-mgf1p`;
const sha256 = `${xenc}sha256`;
/** By the first column of the table. */
const rows: Readonly<Record<string, Row>> = {
  '`aes128-gcm`': {
    settings: { encryption: 'aes128-gcm' },
    content: `${xenc11}aes128-gcm`,
    transport: old,
    session: 'aes-128',
  },
  '`aes256-gcm`': {
    settings: {},
    content: `${xenc11}aes256-gcm`,
    transport: old,
    session: 'aes-256',
  },
  '`aes128-cbc`': {
    settings: { encryption: 'aes128-cbc' },
    content: `${xenc}aes128-cbc`,
    transport: old,
    session: 'aes-128',
  },
  '`aes192-cbc`': {
    settings: { encryption: 'aes192-cbc' },
    content: `${xenc}aes192-cbc`,
    transport: old,
    session: 'aes-192',
  },
  '`aes256-cbc`': {
    settings: { encryption: 'aes256-cbc' },
    content: `${xenc}aes256-cbc`,
    transport: old,
    session: 'aes-256',
  },
  '`rsa-oaep-mgf1p`, `digest: sha256`': {
    settings: { digest: 'sha256' },
    content: `${xenc11}aes256-gcm`,
    transport: old,
    hash: sha256,
    session: 'aes-256',
  },
  '`rsa-oaep`, `mgf: sha1`': {
    settings: { keyTransport: 'rsa-oaep', mgf: 'sha1' },
    content: `${xenc11}aes256-gcm`,
    transport: `${xenc11}rsa-oaep`,
    hash: sha256,
    mask: `${xenc11}mgf1sha1`,
    session: 'aes-256',
  },
  '`rsa-oaep`': {
    settings: { keyTransport: 'rsa-oaep' },
    content: `${xenc11}aes256-gcm`,
    transport: `${xenc11}rsa-oaep`,
    hash: sha256,
    mask: `${xenc11}mgf1sha256`,
    session: 'aes-256',
  },
};

/** Somebody who encrypts and decrypts. */
interface Partner {
  /** @returns the message decrypted, or a message that says what is wrong with it */
  decrypt(xml: string): Promise<string>;
  /** @returns what is encrypted for the server */
  encrypt(xml: string, row: Row): Promise<string>;
}

const partners = new Map<string, Partner>();
const running: (() => void)[] = [];
let ask: ((what: string, body: string, query?: object) => Promise<string>) | undefined;

async function askWss4j(): Promise<void> {
  const started = await startWss4j(work, fileOf('')).catch(() => undefined);
  if (started === undefined) return;
  running.push(started.stop);
  const post = async (what: string, body: string, query = {}): Promise<string> =>
    (await started.ask(what, body, query)).text;
  ask = post;
  const words = ({ content, transport, hash, mask }: Row): object =>
    Object.fromEntries(Object.entries({ content, transport, hash, mask }).filter(([, one]) => one));
  partners.set('WSS4J 1.6', {
    decrypt: (xml) => post('verify', xml, { show: 'yes' }),
    encrypt: (xml, row) => post('sign', xml, { for: 'server', ...words(row) }),
  });
  partners.set('Santuario 2.1', {
    decrypt: (xml) => post('unseal', xml),
    encrypt: (xml, row) => post('seal', xml, { keys: fileOf(''), ...words(row) }),
  });
}

/** An EncryptedData that has its key in it, as xmlsec1 and .NET want. */
function withOwnKey(xml: string): string {
  const [key = ''] = /<xenc:EncryptedKey .*<\/xenc:EncryptedKey>/s.exec(xml) ?? [];
  const bare = key
    .replace(/<ds:KeyInfo.*<\/ds:KeyInfo>/s, '')
    .replace(/<xenc:ReferenceList>.*<\/xenc:ReferenceList>/s, '');
  return xml
    .replace(key, '')
    .replace(
      /<wsse:SecurityTokenReference(?=[^>]*TokenType).*?<\/wsse:SecurityTokenReference>/s,
      bare,
    );
}

/** A message whose key is in the header, as WS-Security wants, from one that has it in the data. */
function withKeyInHeader(xml: string): string {
  const [key = ''] = /<(\w+:)?EncryptedKey\b.*<\/\1?EncryptedKey>/s.exec(xml) ?? [];
  const list = `<x:ReferenceList xmlns:x="${xenc}"><x:DataReference URI="#partner"/></x:ReferenceList>`;
  // without a prefix, its namespace was that of the EncryptedData
  const named = key.replace(/^<EncryptedKey(?=[\s>])(?![^>]*xmlns=)/, `$& xmlns="${xenc}"`);
  const listed = named.replace(/<\/(\w+:)?EncryptedKey>$/, (end) => list + end);
  const security = `<o:Security xmlns:o="${wsse}">${listed}</o:Security>`;
  return xml
    .replace(/<(\w+:)?KeyInfo\b.*<\/\1?KeyInfo>/s, '')
    .replace(/<(\w+:)?EncryptedData\b(?![^>]*\bId=)/, '$& Id="partner"')
    .replace('<soap:Body', `<soap:Header>${security}</soap:Header>$&`);
}

function startXmlsec(): void {
  if (spawnSync('xmlsec1', ['--version']).status !== 0) return;
  const run = (args: readonly string[]): string => {
    const { stdout, stderr } = spawnSync('xmlsec1', args, { encoding: 'utf8' });
    return stdout === '' ? `refused: ${stderr}` : stdout;
  };
  const file = (name: string, text: string): string => {
    const path = join(work, name);
    writeFileSync(path, text);
    return path;
  };
  partners.set('xmlsec1 1.2', {
    async decrypt(xml) {
      const message = file('ours.xml', withOwnKey(xml));
      return run(['--decrypt', '--privkey-pem', fileOf('server.key'), message]);
    },
    async encrypt(xml, { content, transport, hash, mask, session }) {
      const method =
        (hash === undefined ? '' : `<d:DigestMethod xmlns:d="${dsig}" Algorithm="${hash}"/>`) +
        (mask === undefined ? '' : `<m:MGF xmlns:m="${xenc11}" Algorithm="${mask}"/>`);
      const template =
        `<EncryptedData xmlns="${xenc}" Id="partner" Type="${xenc}Content">` +
        `<EncryptionMethod Algorithm="${content}"/><d:KeyInfo xmlns:d="${dsig}"><EncryptedKey>` +
        `<EncryptionMethod Algorithm="${transport}">${method}</EncryptionMethod>` +
        '<CipherData><CipherValue/></CipherData></EncryptedKey></d:KeyInfo>' +
        '<CipherData><CipherValue/></CipherData></EncryptedData>';
      const args = ['--session-key', session, '--pubkey-cert-pem', fileOf('server.pem')];
      const data = [
        '--xml-data',
        file('data.xml', xml),
        '--node-xpath',
        '//*[local-name()="Body"]',
      ];
      const sealed = run(['--encrypt', ...args, ...data, file('template.xml', template)]);
      return sealed.startsWith('refused') ? sealed : withKeyInHeader(sealed);
    },
  });
}

function startEncryptedXml(): void {
  const dotnet = startDotnet(work);
  const { ask: send, stop } = dotnet;
  if (send === undefined || stop === undefined) return;
  running.push(stop);
  const call = async (command: object): Promise<string> => {
    const { result, ...failure } = await send(command);
    return typeof result === 'string' ? result : `refused: ${JSON.stringify(failure)}`;
  };
  partners.set('.NET 10', {
    decrypt: (xml) => call({ do: 'decrypt', xml: withOwnKey(xml), key: pem('server.key') }),
    encrypt: async (xml, { content, transport, hash, mask }) => {
      if (transport !== old || hash !== undefined || mask !== undefined) return 'refused';
      const sealed = await call({ do: 'encrypt', xml, content, cert: pem('server.pem') });
      return sealed.startsWith('refused') ? sealed : withKeyInHeader(sealed);
    },
  });
}

beforeAll(async () => {
  await askWss4j();
  startXmlsec();
  startEncryptedXml();
}, 400_000);
afterAll(() => {
  for (const stop of running) stop();
  rmSync(work, { recursive: true });
});

const names = ['WSS4J 1.6', 'Santuario 2.1', 'xmlsec1 1.2', '.NET 10'];

/** Cells of the table: who reads what we write, and whose we read. */
function toldIn(row: string): readonly string[] {
  const line = page.split('\n').find((one) => one.startsWith(`| ${row} |`));
  return (line ?? '')
    .split('|')
    .slice(2, -1)
    .map((cell) => cell.trim());
}

/** Decrypts without a signature: a CBC message is signed here, by its ciphertext. */
async function readByUs(xml: string): Promise<boolean> {
  const list = [signatureVerifier(rules), decrypter({ ...server, cbc: true })];
  const { status, input: read } = await sender(list)(signer(keyOf('client')).postProcess(xml));
  return status === 200 && JSON.stringify(read) === JSON.stringify(input);
}

/** By WSS4J, signed and then encrypted as most of its users do, at a time that is known. */
test('WSS4J decrypts and verifies, and we what it signs and encrypts', async () => {
  if (ask === undefined) return;
  const header = '<x:H xmlns:x="urn:x">h</x:H>';
  const elements = ['Signature', 'Body', '{urn:x}H'];
  const ours = encrypter({ cert: server.cert, elements });
  for (const version of ['soap11', 'soap12'] as const) {
    const xml = ours.postProcess(signed({}, envelope(version, header)));
    const found = (await ask('verify', xml)).trim().split('\n').sort();
    expect(found).toEqual(['encrypted H,Signature,Body', 'signed Body,Timestamp', 'timestamp']);
    const first = signed({}, encrypter({ cert: server.cert }).postProcess(envelope(version)));
    expect(await ask('verify', first)).toContain('encrypted Body');
    const usual = { key: 'client', ttl: '300', parts: 'Body,Timestamp', for: 'server' };
    const theirs = await ask('sign', envelope(version, header), {
      ...usual,
      secret: 'Signature,Body,urn:x#H',
      time: String(Date.UTC(2026, 0, 1)),
    });
    const now = (): number => Date.UTC(2026, 0, 1) + 1000;
    const list = [decrypter({ ...server, elements }), signatureVerifier({ ...rules, now })];
    expect(await sender(list)(theirs)).toMatchObject({ status: 200, reason: undefined, input });
    if (process.env.UPDATE_FIXTURES === '1') {
      writeFileSync(fileOf(`encrypted/signed-${version}.xml`), theirs);
    }
    const reversed = await ask('sign', envelope(version), { ...usual, first: 'yes' });
    const early = [signatureVerifier(rules), decrypter(server)];
    expect(await sender(early)(reversed)).toMatchObject({ status: 200, reason: undefined, input });
    for (const reference of [
      'BinarySecurityToken',
      'SubjectKeyIdentifier',
      'IssuerSerial',
      'ThumbprintSHA1',
    ] as const) {
      const named = encrypter({ cert: server.cert, reference }).postProcess(signed());
      expect(await ask('verify', named)).toContain('encrypted Body');
      const other = await ask('sign', envelope(version), { ...usual, named: reference });
      expect(await sender([decrypter(server), signatureVerifier(rules)])(other)).toMatchObject({
        status: 200,
        reason: undefined,
      });
    }
    const changed = xml.replace(/(?<=CipherValue>)\w{4}/, 'AAAA');
    expect(await ask('verify', changed)).toContain('WSSecurityException');
  }
}, 60_000);

describe('the table', () => {
  test.each(Object.keys(rows))(
    '%s',
    async (name) => {
      const row = rows[name] as Row;
      const cells: string[] = [];
      for (const partner of names) {
        const one = partners.get(partner);
        if (one === undefined) {
          cells.push(toldIn(name)[names.indexOf(partner)] ?? '');
          continue;
        }
        const ours = encrypter({ cert: server.cert, reference: 'ThumbprintSHA1', ...row.settings });
        const read = await one.decrypt(ours.postProcess(envelope()));
        const theirs = await one.encrypt(envelope(), row);
        const directions = [
          /<code>1<\/code>/.test(read) ? 'reads' : '',
          theirs.includes('CipherValue') && (await readByUs(theirs)) ? 'writes' : '',
        ].filter((one) => one !== '');
        cells.push(directions.join(', ') || '–');
        if (process.env.UPDATE_FIXTURES === '1' && directions.includes('writes')) {
          const words = `${partner.replace('.NET', 'dotnet').replace(/ .*/, '')} ${name}`;
          const file = `${words.toLowerCase().replace(/\W+/g, '-').replace(/-$/, '')}.xml`;
          writeFileSync(fileOf(`encrypted/${file}`), theirs);
        }
      }
      expect(cells).toEqual(toldIn(name));
    },
    60_000,
  );
});
