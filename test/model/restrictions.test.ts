import { describe, expect, test } from '@jest/globals';
import { linkFiles, typesOnly } from '../read/contract-text.ts';
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

describe('restriction of a complex type', () => {
  const base = (content: string, name = 'A', attributes = ''): string =>
    `<xs:complexType name="${name}" ${attributes}>${content}</xs:complexType>`;
  const restricted = (content: string, from = 'A'): string =>
    `<xs:complexType name="B"><xs:complexContent><xs:restriction base="t:${from}">${content}</xs:restriction></xs:complexContent></xs:complexType>`;
  const element = (name: string, occurs = ''): string =>
    `<xs:element name="${name}" type="xs:int" ${occurs}/>`;
  const sequence = (...content: readonly string[]): string =>
    `<xs:sequence>${content.join('')}</xs:sequence>`;
  const choice = (occurs: string, ...content: readonly string[]): string =>
    `<xs:choice ${occurs}>${content.join('')}</xs:choice>`;
  const attribute = (name: string, use = ''): string =>
    `<xs:attribute name="${name}" type="xs:int" ${use}/>`;
  const [a, b] = [element('a'), element('b', 'minOccurs="0"')];
  const required = 'use="required"';

  test.each([
    [sequence(a), sequence(a, b), "adds element 'b', which the base does not have"],
    [
      sequence(a),
      sequence(element('a', 'maxOccurs="2"')),
      "lets element 'a' occur 2 times, the base 1 time",
    ],
    [sequence(a), sequence(a, a), "lets element 'a' occur 2 times, the base 1 time"],
    [
      sequence(a),
      sequence(element('a', 'minOccurs="0"')),
      "lets element 'a' occur as few as 0 times, the base at least 1 time",
    ],
    [sequence(a), choice('', a, sequence()), "lets element 'a' occur as few as 0 times"],
    [sequence(a), '', "leaves out element 'a', which the base requires"],
    [
      sequence(a),
      sequence(a, '<xs:any processContents="lax"/>'),
      "adds 'xs:any', which the base does not have",
    ],
    [attribute('x'), attribute('y'), "adds attribute 'y', which the base does not have"],
    [
      attribute('x', required),
      attribute('x'),
      "makes attribute 'x' optional, which the base requires",
    ],
    [
      attribute('x', required),
      attribute('x', 'use="prohibited"'),
      "prohibits attribute 'x', which the base requires",
    ],
    [attribute('x'), '<xs:anyAttribute/>', "adds 'xs:anyAttribute', which the base does not have"],
    ['<xs:anyAttribute namespace="##other"/>', attribute('y'), "adds attribute 'y'"],
  ])('%s to %s', (wide, narrow, message) => {
    const lines = found(base(wide) + restricted(narrow));
    expect(lines).toEqual([expect.stringContaining(`Restriction of 'A' ${message}`)]);
    expect(lines[0]).toMatch(/^warning ASMX3010 «/);
  });

  test.each([
    [sequence(a, b), sequence(a)],
    [sequence(element('a', 'minOccurs="0" maxOccurs="unbounded"')), sequence(a, a)],
    [choice('', a, b), sequence(a)],
    [choice('maxOccurs="unbounded"', a, b), sequence(a, b, a)],
    [sequence('<xs:any namespace="##targetNamespace" maxOccurs="9"/>'), sequence(a, a)],
    [attribute('x') + attribute('y', required), attribute('x', required)],
    [attribute('x'), attribute('x', 'use="prohibited"')],
    ['<xs:anyAttribute/>', attribute('y')],
  ])('that is one: %s to %s', (wide, narrow) => {
    expect(found(base(wide) + restricted(narrow))).toEqual([]);
  });

  test('knows what may be in the place of an element', () => {
    const head = '<xs:element name="head" type="xs:int" abstract="true"/>';
    const middle =
      '<xs:element name="middle" type="xs:int" substitutionGroup="t:head" abstract="true"/>';
    const member = '<xs:element name="member" type="xs:int" substitutionGroup="t:middle"/>';
    const content = '<xs:element ref="t:member"/>';
    const body = base(sequence('<xs:element ref="t:head"/>')) + restricted(sequence(content));
    expect(found(body + head + middle + member)).toEqual([]);
  });

  test('a redefinition is not compared with itself', () => {
    const types = base(sequence(a));
    const schema = (body: string): string =>
      `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t">${body}</xs:schema>`;
    const again = restricted(sequence(a)).replace('name="B"', 'name="A"');
    const { lines } = linkFiles({
      'a.wsdl': typesOnly(`<xs:redefine schemaLocation="b.xsd">${again}</xs:redefine>`),
      'b.xsd': schema(types),
    });
    expect(lines.filter((line) => line.includes('ASMX3010'))).toEqual([]);
  });

  test('says ten things of one type at most', () => {
    const many = Array.from({ length: 30 }, (_, index) => element(`e${index}`));
    expect(found(base('') + restricted(sequence(...many)))).toHaveLength(10);
  });
});
