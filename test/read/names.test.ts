import { describe, expect, test } from '@jest/globals';
import { resolveLocation } from '../../src/read/host.ts';
import { documentationText, isNcName } from '../../src/read/syntax.ts';

test.each([
  ['a', true],
  ['_a-1.b', true],
  ['größe', true],
  ['', false],
  ['1a', false],
  ['a:b', false],
  ['a b', false],
  ['a"', false],
  ['-a', false],
])('isNcName(%j) is %j', (text, expected) => {
  expect(isNcName(text)).toBe(expected);
});

describe('resolveLocation', () => {
  test.each([
    ['specs/a.wsdl', 'b.xsd', { kind: 'local', path: 'specs/b.xsd' }],
    ['a.wsdl', 'b.xsd', { kind: 'local', path: 'b.xsd' }],
    ['/x/y/a.wsdl', '../b.xsd#id', { kind: 'local', path: '/x/b.xsd' }],
    ['x/a.wsdl', '../../b.xsd', { kind: 'local', path: '../b.xsd' }],
    ['a.wsdl', './n\\b.xsd', { kind: 'local', path: 'n/b.xsd' }],
    ['a.wsdl', '/etc/b.xsd', { kind: 'refused', reason: 'local imports must be relative' }],
    ['a.wsdl', 'file:///b.xsd', { kind: 'refused', reason: 'only http and https can be followed' }],
    ['a.wsdl', 'http://h/b.xsd#x', { kind: 'remote', url: 'http://h/b.xsd' }],
    ['https://h/x/a.wsdl', '../b.xsd', { kind: 'remote', url: 'https://h/b.xsd' }],
    [
      'https://h/a',
      'file:///b',
      { kind: 'refused', reason: 'only http and https can be followed' },
    ],
  ])('from %j to %j', (base, location, expected) => {
    expect(resolveLocation(base, location)).toEqual(expected);
  });
});

test('documentation loses the indentation around it and keeps its lines', () => {
  expect(documentationText(['\n    One\n      two\n\n\n    three\n  '])).toBe('One\ntwo\n\nthree');
  expect(documentationText(['One', '  ', ' two '])).toBe('One\ntwo');
  expect(documentationText([' \n '])).toBeUndefined();
});
