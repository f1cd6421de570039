import { describe, expect, test } from '@jest/globals';
import { nameGlob } from '../../../src/plan/settings.ts';
import type { GatewayOperation } from '../../../src/runtime/gateway/routes.ts';
import { hiding } from '../../../src/runtime/mcp/server.ts';
import { isInGlobs, matchesGlob, toolNames } from '../../../src/runtime/mcp/tools.ts';

/** An operation, of which only the names matter. */
function named(full: string): GatewayOperation {
  const [service = '', name = ''] = full.split('/');
  return { operation: { service, name } } as GatewayOperation;
}

function names(...full: readonly string[]): readonly string[] {
  return [...toolNames(full.map(named)).values()];
}

describe('names of tools', () => {
  test('are those of operations, with the service where several have one', () => {
    expect(names('Orders/Get', 'Stock/Get', 'Stock/Count')).toEqual([
      'Orders_Get',
      'Stock_Get',
      'Count',
    ]);
  });

  test('have letters that every client takes, and at most 64', () => {
    const long = 'a'.repeat(70);
    const found = names('A/Größe.holen', `A/${long}1`, `A/${long}2`, 'A/B', 'A_A/B', 'A/A_B');
    expect(found[0]).toBe('Gr__e_holen');
    expect(new Set(found).size).toBe(found.length);
    for (const name of found) expect(name).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  });

  test('are none that every object has', () => {
    expect(names('A/constructor', 'A/__proto__', 'A/toString')).toEqual([
      'A_constructor',
      'A___proto__',
      'A_toString',
    ]);
  });

  test('are found in time that grows with their number', () => {
    const many = Array.from({ length: 20_000 }, (_, at) => `A/${'é'.repeat(70)}${at}`);
    expect(new Set(names(...many)).size).toBe(many.length);
  });
});

/** All texts of up to some letters. */
function texts(letters: string, most: number): readonly string[] {
  if (most === 0) return [''];
  const shorter = texts(letters, most - 1);
  return ['', ...[...letters].flatMap((letter) => shorter.map((text) => letter + text))];
}

describe('globs', () => {
  test('mean the same for a server as in the configuration, which chooses operations', () => {
    const differing = texts('a.*?', 4).flatMap((glob) =>
      texts('ab.\n', 4)
        .filter((text) => matchesGlob(text, glob) !== nameGlob(glob).test(text))
        .map((text) => [glob, text]),
    );
    expect(differing).toEqual([]);
  });

  test.each([
    ['Get*', 'GetOrder', true],
    ['Get*', 'Get', true],
    ['Get*', 'ForGet', false],
    ['G?t', 'Got', true],
    ['G?t', 'Gt', false],
    ['*', '', true],
    ['*Order*', 'GetOrders', true],
    ['[G].+', 'G', false],
    ['get*', 'GetOrder', false],
  ])('%s against %s: %s', (glob, text, expected) => {
    expect(matchesGlob(text, glob)).toBe(expected);
  });

  test('take time in proportion to glob and text', () => {
    expect(matchesGlob('a'.repeat(2_000), `${'*a'.repeat(500)}b`)).toBe(false);
  });

  test('without a dot name operations, never a service', () => {
    const operation = named('GetService/PutOrder');
    expect(isInGlobs(operation, ['Get*'])).toBe(false);
    expect(isInGlobs(operation, ['*Order'])).toBe(true);
    expect(isInGlobs(operation, ['GetService.*'])).toBe(true);
    expect(isInGlobs(named('Orders/v1.Get'), ['v1.*'])).toBe(true);
  });
});

describe('secrets', () => {
  const long = `secret-${'x'.repeat(100_000)}`;

  test.each([
    [`no '${long}', and again ${long}`, "no '***', and again ***"],
    ["'secret-xxxxxxxxxxxxxxxx…' is no number", "'***…' is no number"],
    ['"secret-xxxxxxxx" is too short to be one', '"secret-xxxxxxxx" is too short to be one'],
  ])('of any length, also if they are shortened: %#', (text, expected) => {
    expect(hiding([long])(text)).toBe(expected);
  });

  test('take work in proportion to a text, whatever they are', () => {
    const hide = hiding(Array.from({ length: 50 }, (_, at) => `b${'a'.repeat(50_000 + at)}`));
    const text = 'a'.repeat(200_000);
    expect(hide(text)).toBe(text);
    expect(hide(`b${text}`)).toBe(`***${'a'.repeat(200_000 - 50_049)}`);
  });

  test.each([
    ['the key topsecret is wrong', 'the key *** is wrong'],
    ['as JSON: "a\\"b"', 'as JSON: "***"'],
    ['topsecret-and-more', '***'],
    ['pin 12, order 1234', 'pin ***, order 1234'],
  ])('%s', (text, expected) => {
    expect(hiding(['topsecret', 'topsecret-and-more', 'a"b', '12', ''])(text)).toBe(expected);
  });
});
