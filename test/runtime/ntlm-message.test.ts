import { describe, expect, test } from '@jest/globals';
import {
  authenticateMessage,
  challengeResponses,
  md4,
  negotiateMessage,
  passwordKey,
  readChallenge,
} from '../../src/runtime/client/credentials.ts';

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const bytes = (text: string): Uint8Array =>
  Uint8Array.from(Buffer.from(text.replaceAll(/\s/g, ''), 'hex'));

describe('MD4, test suite of RFC 1320', () => {
  test.each([
    ['', '31d6cfe0d16ae931b73c59d7e0c089c0'],
    ['a', 'bde52cb31de33e46245e05fbdbd6fb24'],
    ['abc', 'a448017aaf21d8525fc10ae87aa6729d'],
    ['message digest', 'd9130a8164549fe818874806e1c7014b'],
    ['abcdefghijklmnopqrstuvwxyz', 'd79e1c308aa5bbcdeea8ed63df412da9'],
    [
      'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789',
      '043f8582f241db351ce627e153e7f0e4',
    ],
    ['1234567890'.repeat(8), 'e33b4ddc9c38f2199c3e7b164fcc0536'],
  ])('%s', (text, digest) => {
    expect(hex(md4(new TextEncoder().encode(text)))).toBe(digest);
  });
});

/** Common values of MS-NLMP section 4.2.1, and of 4.2.4 for NTLMv2. */
const credentials = { username: 'User', password: 'Password', domain: 'Domain' };
const pairs = bytes('02000c00 44006f006d00610069006e00 01000c00 530065007200760065007200 00000000');
const challenge = { flags: 0xe28a8233, nonce: bytes('0123456789abcdef'), targetInfo: pairs };
const randomness = { nonce: bytes('aaaaaaaaaaaaaaaa'), time: new Uint8Array(8) };

describe('NTLMv2, MS-NLMP section 4.2.4', () => {
  test('the key (4.2.4.1.1)', () => {
    expect(hex(passwordKey(credentials))).toBe('0c868a403bfd7a93a3001ef22ef02e3f');
    expect(hex(passwordKey({ ...credentials, username: 'uSER' }))).toBe(
      '0c868a403bfd7a93a3001ef22ef02e3f',
    );
  });

  test('the responses (4.2.4.2)', () => {
    const { lm, nt } = challengeResponses(passwordKey(credentials), challenge, randomness);
    expect(hex(lm)).toBe('86c35097ac9cec102554764a57cccc19aaaaaaaaaaaaaaaa');
    expect(hex(nt.subarray(0, 16))).toBe('68cd0ab851e51c96aabc927bebef6a1c');
    expect(hex(nt.subarray(16))).toBe(
      `01010000000000000000000000000000aaaaaaaaaaaaaaaa00000000${hex(pairs)}00000000`,
    );
  });

  test("the server's time is taken, and then there is no LM response", () => {
    const targetInfo = bytes(`07000800 1122334455667788 ${hex(pairs)}`);
    const { lm, nt } = challengeResponses(
      passwordKey(credentials),
      { ...challenge, targetInfo },
      randomness,
    );
    expect(hex(lm)).toBe('00'.repeat(24));
    expect(hex(nt.subarray(24, 32))).toBe('1122334455667788');
  });

  test('the challenge (4.2.4.3)', () => {
    const message = bytes(
      `4e544c4d53535000 02000000 0c000c00 38000000 33828ae2 0123456789abcdef 0000000000000000 24002400 44000000 0600 7017 0000000f 530065007200760065007200 ${hex(pairs)}`,
    );
    expect(readChallenge(message)).toEqual(challenge);
    for (const length of [0, 8, 31, 60, message.length - 1]) {
      expect(readChallenge(message.subarray(0, length))).toBeUndefined();
    }
    expect(readChallenge(negotiateMessage())).toBeUndefined();
  });
});

describe('messages', () => {
  test('the first', () => {
    expect(hex(negotiateMessage())).toBe(
      '4e544c4d535350000100000007820800' + '0000000020000000' + '0000000020000000',
    );
  });

  const field = (message: Uint8Array, index: number): Uint8Array => {
    const view = new DataView(message.buffer, message.byteOffset, message.length);
    const at = 12 + index * 8;
    expect(view.getUint16(at, true)).toBe(view.getUint16(at + 2, true));
    const offset = view.getUint32(at + 4, true);
    return message.slice(offset, offset + view.getUint16(at, true));
  };

  test('the last, in Unicode', () => {
    const message = authenticateMessage(
      { ...credentials, username: 'Üser', workstation: 'COMPUTER' },
      challenge,
      randomness,
    );
    const text = (index: number) => Buffer.from(field(message, index)).toString('utf16le');
    expect([text(2), text(3), text(4)]).toEqual(['Domain', 'Üser', 'COMPUTER']);
    expect(field(message, 0)).toHaveLength(24);
    expect(field(message, 5)).toHaveLength(0);
    expect(hex(message.subarray(0, 12))).toBe('4e544c4d5353500003000000');
    expect(hex(message.subarray(60, 64))).toBe('01820800');
  });

  test('the last, to a server without Unicode', () => {
    const message = authenticateMessage(
      { username: 'Ü€', password: 'p' },
      { ...challenge, flags: 0x202 },
      randomness,
    );
    expect([...field(message, 3)]).toEqual([0xdc, 0x3f]);
    expect(field(message, 2)).toHaveLength(0);
  });

  test('a list of pairs that ends early has no time', () => {
    const targetInfo = bytes('0700');
    const { lm } = challengeResponses(
      passwordKey(credentials),
      { ...challenge, targetInfo },
      randomness,
    );
    expect(lm.subarray(16)).toEqual(randomness.nonce);
  });
});
