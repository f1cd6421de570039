import { readdirSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { verifySaml } from '../../src/runtime/wss.ts';
import { fileOf, input, sender } from './messages.ts';
import {
  fixtureOf,
  type Make,
  makes,
  messageOf,
  tokenRules,
  tokens,
  tokenTable,
} from './token-matrix.ts';

const cases = tokens.flatMap((token) =>
  (Object.keys(token.ways) as Make[]).map((make) => ({ make, token, name: makes[make] })),
);

test('each message of another make is in the table, and the table on the page', () => {
  const files = cases.map(({ make, token }) => basename(fixtureOf(make, token)));
  expect(readdirSync(fileOf('tokens')).sort()).toEqual(files.sort());
  const page = resolve(import.meta.dirname, '../../docs/how-to/tokens.md');
  expect(readFileSync(page, 'utf8')).toContain(tokenTable());
});

describe.each(cases)('$name: $token.words', ({ make, token }) => {
  const xml = messageOf(make, token) ?? '';

  test('is read', async () => {
    const found = await sender(verifySaml(tokenRules))(xml);
    expect(found).toMatchObject({ reason: undefined, status: 200, input });
    expect(found.identity).toMatchObject({
      version: token.version,
      nameId: { value: 'ada' },
      confirmation: token.confirmation,
    });
  });

  test.each([
    ['name', '>ada<', '>eve<', 'A signed element was changed.'],
    ['end', 'NotOnOrAfter="2026', 'NotOnOrAfter="2036', 'A signed element was changed.'],
    ['audience', 'https://service.test/<', 'https://other.test/<', 'A signed element was changed.'],
  ])('another %s is refused', async (_, from, to, reason) => {
    const found = await sender(verifySaml(tokenRules))(xml.replaceAll(from, to));
    expect([found.identity, found.reason]).toEqual([undefined, expect.stringContaining(reason)]);
  });

  test('another Body is refused if the message is signed', async () => {
    const found = await sender(verifySaml(tokenRules))(xml.replace('>1<', '>3<'));
    const reason = token.confirmation === 'bearer' ? undefined : 'A signed element was changed.';
    expect(found.reason).toBe(reason);
  });
});
