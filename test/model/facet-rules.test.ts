import { describe, expect, test } from '@jest/globals';
import type { SimpleType } from '../../src/model/xsd/schema.ts';
import { linkTypes } from './link-types.ts';

function linked(base: string, facets: string) {
  const type = `<xs:simpleType name="A"><xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType><xs:simpleType name="L"><xs:list itemType="xs:int"/></xs:simpleType><xs:simpleType name="U"><xs:union memberTypes="xs:int xs:date"/></xs:simpleType>`;
  const { model, lines } = linkTypes(type);
  const [first] = (model?.types ?? []) as readonly SimpleType[];
  return { facets: first?.facets, lines };
}

describe('facets that cannot be checked', () => {
  test.each([
    ['xs:decimal', 'maxLength', '5', "Facet 'maxLength' does not apply to 'decimal'"],
    ['xs:string', 'minInclusive', '5', "Facet 'minInclusive' does not apply to 'string'"],
    ['xs:boolean', 'length', '5', "Facet 'length' does not apply to 'boolean'"],
    ['xs:date', 'totalDigits', '5', "Facet 'totalDigits' does not apply to 'date'"],
    ['t:U', 'minInclusive', '5', "Facet 'minInclusive' does not apply to a union"],
    ['t:L', 'totalDigits', '5', "Facet 'totalDigits' does not apply to a list"],
    [
      'xs:int',
      'minInclusive',
      'many',
      "'many' is not a value of 'int', which facet 'minInclusive' needs",
    ],
    [
      'xs:int',
      'enumeration',
      'one',
      "'one' is not a value of 'int', which facet 'enumeration' needs",
    ],
    ['xs:date', 'maxExclusive', '2024-1-1', "'2024-1-1' is not a value of 'date'"],
    ['xs:duration', 'maxInclusive', '1 day', "'1 day' is not a value of 'duration'"],
  ])('%s with %s %s', (base, name, value, message) => {
    const facet = `<xs:${name} value="${value}"/>`;
    const { facets, lines } = linked(base, facet);
    expect(lines).toEqual([expect.stringContaining(`warning ASMX3003 «${facet}» ${message}`)]);
    expect(facets).toEqual({});
  });

  test.each([
    ['xs:int', 'minInclusive', '+1.0'],
    ['xs:float', 'maxInclusive', '-INF'],
    ['xs:double', 'enumeration', '1E-5'],
    ['xs:dateTime', 'minInclusive', '2024-01-01T00:00:00.5+01:00'],
    ['xs:time', 'minInclusive', '08:00:00Z'],
    ['xs:gYear', 'minInclusive', '-0044'],
    ['xs:gMonthDay', 'minInclusive', '--02-29'],
    ['xs:gDay', 'minInclusive', '---09'],
    ['xs:duration', 'minInclusive', '-P1YT1.5S'],
    ['xs:NMTOKENS', 'maxLength', '3'],
    ['xs:anyURI', 'minLength', '3'],
    ['xs:hexBinary', 'length', '3'],
    ['t:L', 'enumeration', '1 2'],
  ])('none are left out: %s with %s %s', (base, name, value) => {
    const { facets, lines } = linked(base, `<xs:${name} value="${value}"/>`);
    expect(lines).toEqual([]);
    // no list of these is empty
    const own = base === 'xs:NMTOKENS' ? ['minLength'] : [];
    expect(Object.keys(facets ?? {})).toEqual([...own, name]);
  });
});
