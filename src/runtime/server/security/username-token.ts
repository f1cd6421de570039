import { checkSeconds } from '../../operation/limit.ts';
import { platform } from '../../platform/globals.ts';
import { encodeUtf8 } from '../../text/encoding.ts';
import { digestOf, sha1 } from '../../wss/digest.ts';
import { base64Encoding, passwordDigest, passwordText, wsuNamespace } from '../../wss/names.ts';
import type { XmlElement } from '../../xml/element.ts';
import { bytesFromBase64, bytesToBase64 } from '../../xsd/binary-tables.ts';
import type { ServerSecurity } from '../front/security.ts';
import { SecurityRefusal } from '../front/security-refusal.ts';
import { MemoryNonces, type NonceStore } from './nonces.ts';
import {
  attributeOf,
  freshTime,
  onlyChild,
  securityHeader,
  skewOf,
  textOf,
  tokenPart,
  understand,
} from './security-header.ts';

/** How UsernameTokens are verified. */
export interface UsernameTokenRules {
  /** The password of a user; `undefined` for one that is unknown or locked. */
  readonly password: (username: string) => string | undefined | PromiseLike<string | undefined>;
  /** Seconds that Created may be old, more than 0. Default 300. */
  readonly maxAge?: number | undefined;
  /**
   * Seconds that the clock of the sender may be off, either way: for Created, and for Created and
   * Expires of a Timestamp. At least 0. Default 300, as in WCF.
   */
  readonly clockSkew?: number | undefined;
  /** Where nonces are remembered. Default: in the memory of this process. */
  readonly nonces?: NonceStore | undefined;
}

/** Who sent a UsernameToken. */
export interface UsernameIdentity {
  readonly username: string;
}

interface UsernameToken {
  readonly username: string;
  readonly password: string;
  readonly isDigest: boolean;
  readonly nonce: Uint8Array | undefined;
  readonly created: XmlElement | undefined;
}

/** Bytes of a nonce that are taken; clients send 16 or 20. */
const longestNonce = 256;

/**
 * Verifies UsernameTokens of WS-Security (UsernameToken Profile 1.1.1) with a password as text or
 * as digest; for the server option `security`. A digest needs a nonce and Created. A nonce is taken
 * once, a Created that is too old or of the future never, nor a token beside a Timestamp that has
 * expired. An unknown user, a wrong password and a used nonce get the same fault.
 *
 * @throws RangeError `maxAge` is not more than 0, or `clockSkew` less
 */
export function verifyUsernameToken(rules: UsernameTokenRules): ServerSecurity<UsernameIdentity> {
  const { password, maxAge = 300, nonces = new MemoryNonces(() => Date.now()) } = rules;
  checkSeconds('maxAge', maxAge);
  const skew = skewOf(rules);
  return async (request) => {
    const header = securityHeader(request, skew);
    const token = readToken(header && tokenPart(header, 'UsernameToken'));
    const { username, nonce, created } = token;
    const time = created === undefined ? Date.now() : freshTime(created, maxAge * 1000, skew);
    const expected: unknown = await password(username);
    // A user that is not known costs the same work.
    const isRight = matches(token, typeof expected === 'string' ? expected : randomText());
    if (typeof expected !== 'string') throw new SecurityRefusal('The user is unknown or locked.');
    if (!isRight) throw new SecurityRefusal('The password of the UsernameToken is wrong.');
    if (nonce !== undefined) {
      const expires = time + maxAge * 1000 + skew;
      const isNew: unknown = await nonces.add(bytesToBase64(nonce), expires);
      if (isNew !== true) throw new SecurityRefusal('The nonce was used before.');
    }
    understand(request);
    return { username };
  };
}

function readToken(token: XmlElement | undefined): UsernameToken {
  if (token === undefined) throw new SecurityRefusal('There is no UsernameToken.');
  const username = tokenPart(token, 'Username');
  const password = tokenPart(token, 'Password');
  const created = onlyChild(token, wsuNamespace, 'Created');
  if (username === undefined || password === undefined) {
    throw new SecurityRefusal('The UsernameToken has no name or no password.', 'InvalidSecurity');
  }
  const type = attributeOf(password, 'Type')?.trim() ?? passwordText;
  if (type !== passwordText && type !== passwordDigest) {
    throw new SecurityRefusal('The password has an unknown Type.', 'InvalidSecurity');
  }
  const isDigest = type === passwordDigest;
  const nonce = nonceOf(tokenPart(token, 'Nonce'));
  if (isDigest && (nonce === undefined || created === undefined)) {
    throw new SecurityRefusal('The digest has no nonce or no Created.', 'InvalidSecurity');
  }
  const text = textOf(password);
  return {
    username: textOf(username),
    password: isDigest ? text.trim() : text,
    isDigest,
    nonce,
    created,
  };
}

/** The bytes of a nonce, so that another spelling of its base64 is the same. */
function nonceOf(element: XmlElement | undefined): Uint8Array | undefined {
  if (element === undefined) return undefined;
  const encoding = attributeOf(element, 'EncodingType')?.trim() ?? base64Encoding;
  const text = textOf(element).replace(/[\t\n\r ]+/g, '');
  const isBase64 = text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
  if (encoding === base64Encoding && isBase64 && text.length <= (longestNonce / 3) * 4) {
    return bytesFromBase64(text);
  }
  throw new SecurityRefusal('The nonce is not base64, or too long.', 'InvalidSecurity');
}

/** Compares passwords, in a time that does not depend on where they differ. */
function matches({ password, isDigest, nonce, created }: UsernameToken, expected: string): boolean {
  // White space around Created is no part of it, as for the check of the time. Otherwise that at
  // the end of a nonce could move to Created, which is a new nonce with the same digest.
  const time = created === undefined ? '' : textOf(created).trim();
  const right = isDigest ? digestOf(nonce ?? new Uint8Array(0), time, expected) : expected;
  const [one, two] = [sha1(encodeUtf8(password)), sha1(encodeUtf8(right))];
  return one.reduce((difference, byte, at) => difference | (byte ^ (two[at] ?? 0)), 0) === 0;
}

function randomText(): string {
  return bytesToBase64(platform.crypto.getRandomValues(new Uint8Array(16)));
}
