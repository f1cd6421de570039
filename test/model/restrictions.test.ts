import { describe, expect, test } from '@jest/globals';
import { linkTypes } from './link-types.ts';

function found(body: string): readonly string[] {
  const { model, lines } = linkTypes(body);
  expect(model).toBeDefined();
  return lines;
}

describe('facets of a restriction', () => {
  const type = (name: string, base: string, facets: string): string => {
    const inside = facets.replace(/(\w+)=(\S+)/g, '<xs:$1 value="$2"/>');
    return `<xs:simpleType name="${name}"><xs:restriction base="${base}">${inside}</xs:restriction></xs:simpleType>`;
  };

  test.each([
    ['xs:string', 'maxLength=5', 'maxLength=6', "'maxLength' 6 goes beyond 'maxLength' 5 of 'A'"],
    ['xs:string', 'minLength=5', 'minLength=4', "'minLength' 4 goes beyond 'minLength' 5 of 'A'"],
    ['xs:string', 'length=5', 'length=4', "'length' 4 goes beyond 'length' 5 of 'A'"],
    ['xs:string', 'maxLength=5', 'length=6', "'length' 6 goes beyond 'maxLength' 5 of 'A'"],
    ['xs:string', 'minLength=5', 'length=4', "'length' 4 goes beyond 'minLength' 5 of 'A'"],
    ['xs:decimal', 'totalDigits=5', 'totalDigits=6', "'totalDigits' 6 goes beyond"],
    ['xs:decimal', 'fractionDigits=2', 'fractionDigits=3', "'fractionDigits' 3 goes beyond"],
    ['xs:int', 'maxInclusive=5', 'maxInclusive=6', "'maxInclusive' 6 goes beyond 'maxInclusive' 5"],
    ['xs:int', 'minExclusive=5', 'minInclusive=5', "goes beyond 'minExclusive' 5"],
    ['xs:decimal', 'minInclusive=.5', 'minExclusive=0.49', "goes beyond 'minInclusive' .5"],
    ['xs:decimal', 'maxExclusive=-0.5', 'maxInclusive=-.50', "goes beyond 'maxExclusive' -0.5"],
    ['xs:double', 'maxInclusive=1e3', 'maxInclusive=INF', "goes beyond 'maxInclusive' 1e3"],
    ['xs:date', 'minInclusive=2001-01-01', 'minInclusive=2000-12-31', 'goes beyond'],
    [
      'xs:dateTime',
      'maxInclusive=2001-01-01T00:00:00Z',
      'maxInclusive=2001-01-01T00:00:00.5Z',
      'goes beyond',
    ],
    ['xs:byte', '', 'maxInclusive=200', "goes beyond the greatest value 127 of 'A'"],
    ['xs:long', '', 'minInclusive=-9223372036854775809', 'goes beyond the least value'],
    [
      'xs:string',
      'enumeration=a enumeration=b',
      'enumeration=c',
      "'c' is not among the values of 'A'",
    ],
    ['xs:QName', 'enumeration=t:a', 'enumeration=xs:a', "}a' is not among the values of 'A'"],
    ['xs:int', 'enumeration=1', 'enumeration=2', "'2' is not among the values of 'A'"],
    [
      'xs:int',
      'enumeration=5',
      'minInclusive=4',
      "'minInclusive' 4 is not among the values of 'A'",
    ],
    ['xs:int', 'pattern=[0-9]', 'maxExclusive=10', "'maxExclusive' 10 does not match the pattern"],
    ['xs:decimal', 'fractionDigits=1', 'minInclusive=.55', "'minInclusive' .55 goes beyond"],
    ['xs:decimal', 'totalDigits=1', 'maxInclusive=10', "'maxInclusive' 10 goes beyond"],
    ['xs:string', 'maxLength=2', 'enumeration=abc', "'abc' goes beyond 'maxLength' 2 of 'A'"],
    ['xs:int', 'maxInclusive=9', 'enumeration=10', "'10' goes beyond 'maxInclusive' 9 of 'A'"],
    ['xs:unsignedByte', '', 'enumeration=256', "'256' goes beyond the greatest value 255 of 'A'"],
  ])('%s with %s, then %s', (builtin, first, second, message) => {
    const lines = found(type('A', builtin, first) + type('B', 't:A', second));
    expect(lines).toEqual([expect.stringContaining(message)]);
    expect(lines[0]).toMatch(/^warning ASMX3010 «<xs:\w+ value="/);
  });

  test.each([
    ['xs:string', 'maxLength=5 minLength=2', 'maxLength=5 minLength=3'],
    ['xs:string', 'minLength=2 maxLength=9', 'length=2'],
    ['xs:int', 'minInclusive=0', 'minExclusive=-1'],
    ['xs:int', 'maxExclusive=10', 'maxInclusive=9'],
    ['xs:decimal', 'minExclusive=1.0', 'minExclusive=1'],
    ['xs:double', 'maxInclusive=INF', 'maxInclusive=1e300'],
    ['xs:date', 'minInclusive=2001-01-01Z', 'minInclusive=2000-12-31'],
    ['xs:time', 'maxInclusive=00:00:00', 'maxInclusive=24:00:00'],
    ['xs:dateTime', 'maxInclusive=2001-01-01T00:00:00.5', 'maxInclusive=2001-01-01T00:00:00.50'],
    ['xs:duration', 'maxInclusive=P1M', 'maxInclusive=P31D'],
    ['xs:int', 'enumeration=1 enumeration=2', 'enumeration=+01'],
    ['xs:decimal', 'enumeration=-.0 enumeration=1.50', 'enumeration=0 enumeration=1.5'],
    ['xs:token', 'enumeration=a', 'enumeration=a'],
    ['xs:QName', 'enumeration=t:a enumeration=xs:a', 'enumeration=xs:a'],
    ['xs:QName', 'length=1', 'length=2'],
    ['xs:boolean', 'pattern=1', 'pattern=true'],
  ])('that are no wider: %s with %s, then %s', (builtin, first, second) => {
    expect(found(type('A', builtin, first) + type('B', 't:A', second))).toEqual([]);
  });
});
