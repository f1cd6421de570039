// What docs/how-to/signatures.md says that SignedXml hashes, by its rows: with the digests of .NET.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const page = new URL('../../../docs/how-to/signatures.md', import.meta.url);
const soap = 'http://schemas.xmlsoap.org/soap/envelope/';
const wsu = 'http://docs.oasis-open.org/wss/2004/01/oasis-200401-wss-wssecurity-utility-1.0.xsd';
const astral = `xmlns:a="urn:\u{1f600}" xmlns:b="urn:\ufffd"`;

/**
 * Per row of the table: the name in the Body and attributes of the envelope, what SignedXml hashes
 * and what the canonical form is, the same as the page advises, and whether `OuterXml` has what is
 * hashed.
 * @type {Record<string, { name: string, around?: string, hashed: string, canonical: string,
 *   own?: string, advised: string, literally?: boolean }>}
 */
const rows = {
  'a carriage return': {
    name: '<name>a&#xD;b&#xD;\nc</name>',
    hashed: '<name>a\nb\nc</name>',
    canonical: '<name>a&#xD;b&#xD;\nc</name>',
    advised: '<name>a\nb</name>',
    literally: true,
  },
  'a tab in an attribute': {
    name: '<name x="a&#x9;b">n</name>',
    hashed: '<name x="a b">n</name>',
    canonical: '<name x="a&#x9;b">n</name>',
    advised: '<name x="a b">n</name>',
    literally: true,
  },
  '`xml:lang`, `xml:space`, `xml:base`': {
    name: '<name>n</name>',
    around: ' xml:lang="en" xml:space="preserve" xml:base="urn:b"',
    own: ' xml:base="urn:b" xml:lang="en" xml:space="preserve"',
    hashed: '<name>n</name>',
    canonical: '<name>n</name>',
    advised: '<name>n</name>',
  },
  'attributes in namespaces with characters beyond U+FFFF': {
    name: `<name ${astral} a:x="1" b:x="2">n</name>`,
    hashed: `<name ${astral} a:x="1" b:x="2">n</name>`,
    canonical: `<name ${astral} b:x="2" a:x="1">n</name>`,
    advised: '<name x="1" y="2">n</name>',
  },
};

const operation = (content) => `<EchoFile xmlns="http://example.org/dotnet/">${content}</EchoFile>`;
const envelope = (content, around = '') =>
  `<s:Envelope xmlns:s="${soap}"${around}><s:Body>${operation(content)}</s:Body></s:Envelope>`;
const digestOf = (content, own = '') =>
  createHash('sha256')
    .update(
      `<s:Body xmlns:s="${soap}" xmlns:u="${wsu}" u:Id="body"${own}>${operation(content)}</s:Body>`,
    )
    .digest('base64');

const digest = (signed) => /URI="#body".*?<DigestValue>([^<]*)/s.exec(signed)?.[1];

/**
 * @param tools `sign` and `verify` of .NET, `postProcess` of a signer, and `send`, which gives the
 *   status of a server that verifies
 * @param check compares
 */
export async function judgeSignedXml({ sign, verify, postProcess, send, version }, check) {
  const text = readFileSync(page, 'utf8');
  const table = text.slice(text.indexOf('## What SignedXml'), text.indexOf('## What is not'));
  const told = table.match(/^\| (?!in what|---).*/gm) ?? [];
  check('rows of the table', told.length, Object.keys(rows).length);
  const [major] = version.split('.');
  check('version', table.includes(`System.Security.Cryptography.Xml ${major}.`), true);
  for (const [start, row] of Object.entries(rows)) {
    const { name, around, own, hashed, canonical, advised, literally = false } = row;
    check(`row ${start}`, told.filter((one) => one.startsWith(`| ${start}`)).length, 1);
    const theirs = await sign(envelope(name, around));
    check(`${start}: hashed`, digest(theirs), digestOf(hashed, own));
    check(`${start}: not canonical`, digest(theirs) === digestOf(canonical), false);
    const entitized = await sign(envelope(name, around), { entitize: true });
    check(`${start}: ours refuses it`, await send(entitized), 500);
    check(`${start}: ours takes OuterXml`, await send(theirs), literally ? 200 : 500);
    check(`${start}: .NET refuses ours`, await verify(postProcess(envelope(name, around))), []);
    const plain = await sign(envelope(advised));
    check(`${start}: as advised, hashed`, digest(plain), digestOf(advised));
    check(`${start}: as advised, ours takes it`, await send(plain), 200);
    const both = (await verify(postProcess(envelope(advised)))).sort();
    check(`${start}: as advised, .NET takes ours`, both, ['Body', 'Timestamp']);
  }
}
