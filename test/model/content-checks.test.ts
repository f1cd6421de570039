import { describe, expect, test } from '@jest/globals';
import { linkTypes } from './link-types.ts';

const restriction = (base: string, facets: string): string =>
  `<xs:restriction base="${base}">${facets}</xs:restriction>`;
const enumeration = (...values: readonly string[]): string =>
  values.map((value) => `<xs:enumeration value="${value}"/>`).join('');
const type = (name: string, content: string): string =>
  `<xs:complexType name="${name}">${content}</xs:complexType>`;

describe('groups that nothing uses', () => {
  const group = (value: string): string =>
    `<xs:group name="G"><xs:sequence><xs:element name="a" type="xs:int" default="${value}"/></xs:sequence></xs:group>`;
  const attributes = (value: string): string =>
    `<xs:attributeGroup name="H"><xs:attribute name="a" type="xs:int" fixed="${value}"/></xs:attributeGroup>`;

  const other = type('Other', '<xs:sequence/>');

  test.each([
    ['element', group],
    ['attribute', attributes],
  ])('have values, too: %s', (what, of) => {
    const told = [expect.stringContaining(`The value 'x' of ${what} 'a' is not a value of 'int'`)];
    expect(linkTypes(of('x') + other).lines).toEqual(told);
    expect(linkTypes(of('5') + other).lines).toEqual([]);
    // once, however many types use it
    const ref = what === 'element' ? '<xs:group ref="t:G"/>' : '<xs:attributeGroup ref="t:H"/>';
    expect(linkTypes(of('x') + type('T', ref) + type('U', ref)).lines).toEqual(told);
  });
});

test.each([
  ['xs:float', '1.0', true],
  ['xs:double', '1e0', true],
  // the same xs:float as 0.1
  ['xs:float', '0.100000001', true],
  ['xs:double', '-0', false],
  ['xs:float', '2', false],
])('a value of an enumeration of %s: %s', (builtin, value, known) => {
  const { lines } = linkTypes(
    `<xs:simpleType name="A">${restriction(builtin, enumeration('1', '0.1'))}</xs:simpleType>` +
      type('T', `<xs:attribute name="a" type="t:A" default="${value}"/>`),
  );
  const told = expect.stringContaining(
    `'${value}' of attribute 'a' is not among the values of 'A'`,
  );
  expect(lines).toEqual(known ? [] : [told]);
});

describe('a group that occurs twice in one model', () => {
  const group =
    '<xs:group name="G"><xs:sequence><xs:element name="g" type="xs:int"/></xs:sequence></xs:group>';
  const any = '<xs:group name="G"><xs:sequence><xs:any/></xs:sequence></xs:group>';

  test.each([
    [group, '<xs:group ref="t:G" minOccurs="0"/><xs:group ref="t:G"/>', "element 'g' or element"],
    [any, '<xs:group ref="t:G" minOccurs="0"/><xs:group ref="t:G"/>', "'xs:any' or 'xs:any'"],
    [group, '<xs:group ref="t:G"/><xs:group ref="t:G"/>', undefined],
    [group, '<xs:group ref="t:G" minOccurs="2" maxOccurs="2"/>', undefined],
    [group, '<xs:group ref="t:G" minOccurs="0" maxOccurs="2"/>', undefined],
    [any, '<xs:group ref="t:G" minOccurs="3" maxOccurs="3"/>', undefined],
  ])('may compete with itself: %#', (declared, content, message) => {
    const { lines } = linkTypes(declared + type('T', `<xs:sequence>${content}</xs:sequence>`));
    expect(lines).toEqual(message === undefined ? [] : [expect.stringContaining(message)]);
  });
});
