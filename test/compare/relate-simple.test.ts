import { describe, expect, test } from '@jest/globals';
import type { Relation } from '../../src/compare/change.ts';
import { compareDecimalTexts, relateSimple } from '../../src/compare/simple-type.ts';
import {
  type BuiltinName,
  builtinType,
  type Facets,
  type SimpleType,
} from '../../src/model/xsd/schema.ts';

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
    ['int', 'string', 'wider'],
    ['decimal', 'token', 'wider'],
    ['boolean', 'normalizedString', 'wider'],
    ['dateTime', 'string', 'wider'],
    ['base64Binary', 'string', 'wider'],
    ['NMTOKENS', 'string', 'wider'],
    ['Name', 'NMTOKEN', 'wider'],
    ['int', 'NMTOKEN', 'wider'],
    ['string', 'anyURI', 'narrower'],
    ['date', 'dateTime', 'different'],
    ['boolean', 'int', 'different'],
    ['date', 'NCName', 'different'],
    ['base64Binary', 'hexBinary', 'different'],
    ['NMTOKENS', 'NMTOKENS', 'same'],
    ['NMTOKEN', 'NMTOKENS', 'wider'],
    ['string', 'NMTOKENS', 'narrower'],
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
    ['string', { enumeration: [{ value: 'a' }] }, 'string', { maxLength: 1 }, 'wider'],
    ['string', { enumeration: [{ value: 'ab' }] }, 'string', { maxLength: 1 }, 'different'],
    ['string', { enumeration: [{ value: '7' }] }, 'int', {}, 'wider'],
    ['int', { enumeration: [{ value: '7' }] }, 'int', { enumeration: [{ value: '07' }] }, 'same'],
    [
      'boolean',
      { enumeration: [{ value: '1' }] },
      'boolean',
      { enumeration: [{ value: 'true' }, { value: 'false' }] },
      'wider',
    ],
    [
      'string',
      { enumeration: [{ value: 'A1' }] },
      'string',
      { patterns: [['[A-Z][0-9]']] },
      'wider',
    ],
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
    // patterns by what they match, with lengths
    [
      'string',
      { patterns: [['[0-9]{11}']] },
      'string',
      { patterns: [['[0-9a-z]{2,18}']] },
      'wider',
    ],
    ['string', { patterns: [['\\d+']] }, 'string', { patterns: [['[0-9]+']] }, 'narrower'],
    ['string', { patterns: [['a|b']] }, 'string', { patterns: [['b', 'a']] }, 'same'],
    ['string', { patterns: [['aa*']] }, 'string', { patterns: [['a+']] }, 'same'],
    ['string', { patterns: [['a{2,4}']] }, 'string', { maxLength: 4 }, 'wider'],
    ['string', { patterns: [['a{2,4}']] }, 'string', { minLength: 3 }, 'different'],
    ['string', { patterns: [['[a-c]*'], ['[b-d]*']] }, 'string', { patterns: [['[bc]*']] }, 'same'],
    ['string', { patterns: [['(ab)*']] }, 'string', { patterns: [['(ba)*']] }, 'different'],
    ['string', { patterns: [['\\p{Lu}']] }, 'string', { patterns: [['\\p{L}']] }, 'wider'],
    ['string', { patterns: [['€']] }, 'string', { patterns: [['[a-z]']] }, 'different'],
    ['string', { patterns: [['[^a]']] }, 'string', { patterns: [['[^€]']] }, 'different'],
    ['token', { patterns: [['.{1,35}']] }, 'token', { minLength: 1, maxLength: 35 }, 'wider'],
    ['string', { patterns: [['a{1,900000}']] }, 'string', { patterns: [['b']] }, 'different'],
    // numbers as texts
    ['int', {}, 'string', { maxLength: 11 }, 'wider'],
    ['int', {}, 'string', { maxLength: 10 }, 'different'],
    ['unsignedByte', {}, 'string', { patterns: [['[0-9]{1,3}']] }, 'wider'],
    ['dateTime', {}, 'string', { maxLength: 35 }, 'wider'],
    ['decimal', { totalDigits: 5, fractionDigits: 2 }, 'string', { maxLength: 9 }, 'wider'],
    ['string', { patterns: [['[0-9]{1,5}']] }, 'int', {}, 'wider'],
    ['string', { patterns: [['[0-9]{1,10}']] }, 'int', {}, 'different'],
    ['string', { patterns: [['[0-9]{1,5}']] }, 'int', { maxInclusive: '9' }, 'different'],
    // bounds of integers
    ['int', { minInclusive: '1' }, 'int', { minExclusive: '0' }, 'same'],
    ['int', { maxExclusive: '10' }, 'int', { totalDigits: 1, minInclusive: '-9' }, 'narrower'],
    ['int', { totalDigits: 2 }, 'int', { minExclusive: '-100', maxInclusive: '99' }, 'same'],
    ['long', { totalDigits: 4 }, 'short', {}, 'wider'],
    ['integer', { minExclusive: '-1' }, 'nonNegativeInteger', {}, 'same'],
    ['decimal', { minInclusive: '1' }, 'decimal', { minExclusive: '0' }, 'wider'],
    ['decimal', { totalDigits: 5 }, 'decimal', { totalDigits: 6 }, 'wider'],
    ['byte', {}, 'decimal', { totalDigits: 3 }, 'wider'],
    ['int', {}, 'decimal', { totalDigits: 3 }, 'different'],
    [
      'dateTime',
      { minInclusive: '2020-01-01T00:00:00Z' },
      'dateTime',
      { minInclusive: '2020-01-01T01:00:00+01:00' },
      'same',
    ],
    ['double', { maxInclusive: '1E3' }, 'double', { maxInclusive: '1000.0' }, 'same'],
  ];
  test.each(facets)('%s %j → %s %j is %s', (oldBase, old, newBase, now, relation) => {
    expect(relateSimple(limited(oldBase, old), limited(newBase, now))).toBe(relation);
    expect(relateSimple(limited(newBase, now), limited(oldBase, old))).toBe(opposite[relation]);
  });
});

describe('unions', () => {
  const union = (...members: readonly SimpleType[]): SimpleType => {
    return {
      ...builtinType('anySimpleType'),
      name: undefined,
      builtin: undefined,
      variety: 'union',
      members,
    };
  };
  const values = (...texts: readonly string[]): SimpleType =>
    limited('token', { enumeration: texts.map((value) => ({ value })) });
  const int = builtinType('int');
  const cases: readonly (readonly [string, SimpleType, SimpleType, Relation])[] = [
    ['of enumerations as one', union(values('a'), values('b', 'c')), values('c', 'b', 'a'), 'same'],
    [
      'of unions',
      union(union(values('a'), int), values('b')),
      union(int, values('a', 'b')),
      'same',
    ],
    ['with a further value', union(values('a'), int), union(values('a', 'b'), int), 'wider'],
    [
      'with a value that another member has',
      union(values('a'), int),
      union(values('a', '5'), int),
      'same',
    ],
    ['as a text', union(values('a'), int), builtinType('string'), 'wider'],
    ['with a further member', int, union(int, builtinType('date')), 'wider'],
    [
      'of values against limits',
      union(values('a'), values('b')),
      limited('token', { maxLength: 1 }),
      'wider',
    ],
  ];
  test.each(cases)('%s', (_what, old, now, relation) => {
    expect(relateSimple(old, now)).toBe(relation);
    expect(relateSimple(now, old)).toBe(opposite[relation]);
  });
});

test('decimals are ordered exactly', () => {
  expect(compareDecimalTexts('0.1', '0.10')).toBe(0);
  expect(compareDecimalTexts('-1', '+1')).toBe(-1);
  expect(compareDecimalTexts('9007199254740993', '9007199254740992')).toBe(1);
  expect(compareDecimalTexts('.5', '0.49999999999999999999')).toBe(1);
});
