import { describe, expect, test } from '@jest/globals';
import type { Relation } from '../../src/compare/result/verdict.ts';
import { compareDecimals } from '../../src/compare/simple/numeric-space.ts';
import { relateSimple } from '../../src/compare/simple/relate-simple.ts';
import { builtinType } from '../../src/model/xsd/builtin-schema.ts';
import type { BuiltinName } from '../../src/model/xsd/builtin-types.ts';
import type { Facets, SimpleType } from '../../src/model/xsd/schema.ts';

const opposite: Readonly<Record<Relation, Relation>> = {
  same: 'same',
  narrower: 'wider',
  wider: 'narrower',
  different: 'different',
};

function limited(base: BuiltinName, facets: Facets): SimpleType {
  return { ...builtinType(base), name: undefined, base: builtinType(base), facets };
}

describe('relateSimple', () => {
  const builtins: readonly (readonly [BuiltinName, BuiltinName, Relation])[] = [
    ['int', 'int', 'same'],
    ['byte', 'short', 'wider'],
    ['int', 'long', 'wider'],
    ['long', 'integer', 'wider'],
    ['integer', 'decimal', 'wider'],
    ['unsignedByte', 'int', 'wider'],
    ['unsignedInt', 'int', 'different'],
    ['unsignedInt', 'long', 'wider'],
    ['positiveInteger', 'nonNegativeInteger', 'wider'],
    ['negativeInteger', 'positiveInteger', 'different'],
    ['char', 'unsignedShort', 'same'],
    ['float', 'double', 'wider'],
    ['int', 'double', 'wider'],
    ['int', 'float', 'different'],
    ['short', 'float', 'wider'],
    ['long', 'double', 'different'],
    ['decimal', 'double', 'different'],
    ['token', 'string', 'wider'],
    ['NCName', 'token', 'wider'],
    ['guid', 'string', 'wider'],
    ['anyURI', 'string', 'wider'],
    ['int', 'anySimpleType', 'wider'],
    ['int', 'string', 'different'],
    ['date', 'dateTime', 'different'],
    ['base64Binary', 'hexBinary', 'different'],
    ['NMTOKENS', 'NMTOKENS', 'same'],
    ['NMTOKEN', 'NMTOKENS', 'different'],
  ];
  test.each(builtins)('%s → %s is %s, and the other way round', (old, now, relation) => {
    expect(relateSimple(builtinType(old), builtinType(now))).toBe(relation);
    expect(relateSimple(builtinType(now), builtinType(old))).toBe(opposite[relation]);
  });

  const facets: readonly (readonly [BuiltinName, Facets, BuiltinName, Facets, Relation])[] = [
    ['int', { minInclusive: '0' }, 'unsignedInt', {}, 'wider'],
    ['int', { minInclusive: '0', maxInclusive: '255' }, 'unsignedByte', {}, 'same'],
    ['decimal', { minExclusive: '0' }, 'decimal', { minInclusive: '0' }, 'wider'],
    ['string', { maxLength: 5 }, 'token', {}, 'different'],
    ['string', { enumeration: [{ value: 'a' }] }, 'string', {}, 'wider'],
    ['string', { enumeration: [{ value: 'a' }] }, 'string', { maxLength: 1 }, 'different'],
    [
      'token',
      { enumeration: [{ value: 'a' }] },
      'string',
      { enumeration: [{ value: 'b' }] },
      'different',
    ],
    ['string', { minLength: 1, maxLength: 5 }, 'string', { maxLength: 9 }, 'wider'],
    ['string', { minLength: 1 }, 'string', { maxLength: 9 }, 'different'],
    ['double', { maxInclusive: '1e3' }, 'double', { maxInclusive: 'INF' }, 'wider'],
    ['float', { maxInclusive: '0.1' }, 'float', { maxInclusive: '0.100000001' }, 'same'],
    ['double', { maxInclusive: '0.1' }, 'double', { maxInclusive: '0.100000001' }, 'wider'],
    [
      'float',
      { enumeration: [{ value: '0.1' }] },
      'float',
      { enumeration: [{ value: '0.100000001' }] },
      'same',
    ],
    ['string', { patterns: [['a'], ['b']] }, 'string', { patterns: [['a']] }, 'wider'],
  ];
  test.each(facets)('%s %j → %s %j is %s', (oldBase, old, newBase, now, relation) => {
    expect(relateSimple(limited(oldBase, old), limited(newBase, now))).toBe(relation);
    expect(relateSimple(limited(newBase, now), limited(oldBase, old))).toBe(opposite[relation]);
  });
});

test('decimals are ordered exactly', () => {
  expect(compareDecimals('0.1', '0.10')).toBe(0);
  expect(compareDecimals('-1', '+1')).toBe(-1);
  expect(compareDecimals('9007199254740993', '9007199254740992')).toBe(1);
  expect(compareDecimals('.5', '0.49999999999999999999')).toBe(1);
});
