import { expect, test } from '@jest/globals';
import { simpleTypesIn, someSimpleType } from '../../src/model/xsd/schema.ts';
import { holdsQNames } from '../../src/model/xsd/values.ts';
import { linkTypes } from '../read/contract-text.ts';
import { simple } from './model-text.ts';

/** Unions, each of which has the next one as a member twice. */
const doubling = (levels: number, last: string): string =>
  `${Array.from(
    { length: levels },
    (_, at) =>
      `<xs:simpleType name="S${at}"><xs:union memberTypes="t:S${at + 1} t:S${at + 1}"/></xs:simpleType>`,
  ).join('')}<xs:simpleType name="S${levels}"><xs:list itemType="${last}"/></xs:simpleType>`;

test.each([
  ['xs:QName', true, false],
  ['xs:NCName', false, true],
  ['xs:int', false, false],
])('unions that double up to a list of %s are gone through once', (last, qnames, names) => {
  const type = simple(linkTypes(doubling(100, last)), 'S0');
  // 101 types and the item
  expect(simpleTypesIn(type).size).toBe(102);
  expect(holdsQNames(type)).toBe(qnames);
  expect(someSimpleType(({ builtin }) => builtin === 'NCName')(type)).toBe(names);
});
