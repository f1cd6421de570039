import { describe, expect, test } from '@jest/globals';
import { modelOf } from '../../plan/contract-texts.ts';

const soap = ['soap11', 'soap12'] as const;
const all = [...soap, 'httpGet', 'httpPost'] as const;

/**
 * The bindings of an operation with these parameters and this result, where the service has all
 * four.
 */
function bindingsOf(parameters: string, returns = 'string?'): readonly string[] {
  const contract = `asmx: 1
name: Kinds
namespace: http://tempuri.org/
bindings: [soap11, soap12, httpGet, httpPost]
services:
  Kinds:
    operations:
      One: { parameters: { ${parameters} }, returns: ${returns} }
types:
  Item: { fields: { name: string } }
  Colour: { values: [Red, Green] }
`;
  const [service] = modelOf({ 'kinds.yaml': contract }).services;
  const [operation] = service?.interfaces[0]?.operations ?? [];
  return all.filter((kind) => operation?.[kind] !== undefined);
}

// asmx-behaviour 4: every parameter must be a scalar or an array of scalars that .NET converts from
// text.
describe('which operations HTTP GET and POST have', () => {
  test.each([
    'a: int, b: string, c: dateTime, d: decimal, e: boolean, f: double, g: char, h: unsignedLong',
    'a: Colour',
    "a: 'int[]', b: 'string[]', c: 'Colour[]'",
    "a: 'string | null'",
    '',
  ])('{ %s }', (parameters) => {
    expect(bindingsOf(parameters)).toEqual(all);
  });

  test.each([
    'a: guid',
    'a: int, b: guid',
    "a: 'int | null'",
    "a: 'Colour | null'",
    'a: Item',
    "a: 'Item[]'",
    "a: 'int[][]'",
    'a: xml',
  ])('not { %s }', (parameters) => {
    expect(bindingsOf(parameters)).toEqual(soap);
  });

  test('results are no matter, several of them are', () => {
    expect(bindingsOf('a: int', 'Item')).toEqual(all);
    expect(bindingsOf('a: int', '{ x: int, y: int }')).toEqual(soap);
  });
});
