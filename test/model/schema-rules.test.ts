import { describe, expect, test } from '@jest/globals';
import { linkTypes } from './link-types.ts';

/** What is said of a schema, beside that it has no services. */
function found(body: string, lenient = false): readonly string[] {
  const { diagnostics, lines } = linkTypes(body, { lenient });
  for (const { span, help } of diagnostics) {
    expect(span).toBeDefined();
    expect(help).toBeTruthy();
  }
  return lines;
}

describe('xs:all', () => {
  const a = (occurs = ''): string => `<xs:element name="a" type="xs:int" ${occurs}/>`;
  const type = (content: string, name = 'T'): string =>
    `<xs:complexType name="${name}">${content}</xs:complexType>`;
  const group = `<xs:group name="G"><xs:all>${a()}</xs:all></xs:group>`;
  const extension = (content: string): string =>
    type(
      `<xs:complexContent><xs:extension base="t:T">${content}</xs:extension></xs:complexContent>`,
      'U',
    );

  test('as the standard has it', () => {
    expect(found(type(`<xs:all minOccurs="0">${a('minOccurs="0"')}</xs:all>`))).toEqual([]);
    expect(found(type('<xs:group ref="t:G"/>') + group)).toEqual([]);
    expect(found(type('') + extension(`<xs:all>${a()}</xs:all>`))).toEqual([]);
    expect(found(type(`<xs:all>${a()}</xs:all>`) + extension(''))).toEqual([]);
  });

  test.each([
    [type(`<xs:all>${a('maxOccurs="2"')}</xs:all>`), "An element of 'xs:all' may occur 2 times"],
    [type(`<xs:all>${a('maxOccurs="unbounded"')}</xs:all>`), 'may occur any number of times'],
    [type(`<xs:all maxOccurs="3">${a()}</xs:all>`), "An 'xs:all' may occur more than once"],
    [type('<xs:group ref="t:G" maxOccurs="2"/>') + group, "An 'xs:all' may occur more than once"],
    [type('<xs:sequence><xs:group ref="t:G"/></xs:sequence>') + group, "Group 'G' is an 'xs:all'"],
    [type('<xs:choice><xs:group ref="t:G"/></xs:choice>') + group, "Group 'G' is an 'xs:all'"],
    [
      type(`<xs:all>${a()}</xs:all>`) + extension(`<xs:sequence>${a()}</xs:sequence>`),
      "The base's content is an 'xs:all'",
    ],
    [
      type(`<xs:sequence>${a()}</xs:sequence>`) + extension(`<xs:all>${a()}</xs:all>`),
      "The extension's 'xs:all'",
    ],
  ])('otherwise is warned of: %s', (body, message) => {
    const lines = found(body);
    expect(lines).toEqual([expect.stringContaining(message)]);
    expect(lines[0]).toMatch(/^warning ASMX3009 /);
  });
});
