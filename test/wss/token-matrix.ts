import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SamlRules } from '../../src/runtime/wss.ts';
import { audience, issuer } from './assertions.ts';
import { fileOf, pem } from './messages.ts';

/** When the messages of other makes were signed. */
export const signedAt: number = Date.parse('2026-11-30T12:00:00Z');

/** Other makes, as the page names them. */
export const makes = {
  opensaml: 'OpenSAML 3.2.1',
  xmlsec1: 'xmlsec1 1.2.37',
  dotnet: 'SignedXml 10.0.12',
  wss4j: 'WSS4J 1.6.19',
} as const;
export type Make = keyof typeof makes;

/** `both`: each verifies what the other signs; `read`: we verify what they sign. */
type Ways = Readonly<Partial<Record<Make, 'both' | 'read'>>>;

/** A token of the table: what the make signs of it, and how its subject is confirmed. */
export interface Token {
  readonly name: string;
  readonly words: string;
  readonly version: '1.1' | '2.0';
  readonly confirmation: 'bearer' | 'holder-of-key' | 'sender-vouches';
  /** The algorithm of a shared secret. */
  readonly mac?: 'hmac-sha256' | 'hmac-sha1';
  readonly ways: Ways;
}

const all: Ways = { opensaml: 'both', xmlsec1: 'both', dotnet: 'both' };
const messages: Ways = { xmlsec1: 'both', dotnet: 'both' };
const vouched: Ways = { xmlsec1: 'read', dotnet: 'read', wss4j: 'both' };

/** Each token with each make. */
export const tokens: readonly Token[] = (['2.0', '1.1'] as const).flatMap((version) => {
  const start = `saml${version.replace('.', '')}`;
  const named = (name: string, words: string) => ({
    name: `${start}-${name}`,
    words: `SAML ${version}, ${words}`,
    version,
  });
  const holder = { confirmation: 'holder-of-key', ways: messages } as const;
  return [
    { ...named('bearer', 'bearer'), confirmation: 'bearer', ways: all } as const,
    { ...named('holder', 'holder-of-key, RSA'), ...holder },
    {
      ...named('sha256', 'holder-of-key, HMAC with SHA-256'),
      ...holder,
      mac: 'hmac-sha256',
    } as const,
    { ...named('sha1', 'holder-of-key, HMAC with SHA-1'), ...holder, mac: 'hmac-sha1' } as const,
    {
      ...named('vouched', 'sender-vouches'),
      confirmation: 'sender-vouches',
      ways: vouched,
    } as const,
  ];
});

/** The rules by which all of them are right. */
export const tokenRules: SamlRules = {
  trust: { [issuer]: pem('server.pem') },
  audience,
  vouchers: pem('ca.pem'),
  key: pem('server.key'),
  now: () => signedAt,
};

/** Where a message of another make is. */
export function fixtureOf(make: Make, token: Token): string {
  return fileOf(join('tokens', `${make}-${token.name}.xml`));
}

/** A message of another make; `undefined` without one. */
export function messageOf(make: Make, token: Token): string | undefined {
  const path = fixtureOf(make, token);
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined;
}

/** The table of docs/how-to/tokens.md. */
export function tokenTable(): string {
  const names = Object.keys(makes) as Make[];
  const words = { both: 'both ways', read: 'theirs is read' };
  const cells = (ways: Ways): string =>
    names.map((one) => (ways[one] === undefined ? '' : words[ways[one]])).join(' | ');
  return [
    `| token | ${names.map((one) => makes[one]).join(' | ')} |`,
    `|---|${names.map(() => '---|').join('')}`,
    ...tokens.map(({ words, ways }) => `| ${words} | ${cells(ways)} |`),
    '',
  ].join('\n');
}
