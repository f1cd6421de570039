import { describe, expect, test } from '@jest/globals';
import { linkFiles, typesOnly, wsdl } from '../read/contract-text.ts';
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

describe('identity constraints', () => {
  const constraint = (kind: string, attributes: string, fields = 1): string =>
    `<xs:${kind} ${attributes}><xs:selector xpath="t:b"/>${'<xs:field xpath="@c"/>'.repeat(fields)}</xs:${kind}>`;
  const element = (name: string, ...inside: readonly string[]): string =>
    `<xs:element name="${name}"><xs:complexType/>${inside.join('')}</xs:element>`;
  const key = constraint('key', 'name="k"');

  test('a keyref names a key or unique of any element', () => {
    expect(found(element('a', constraint('keyref', 'name="r" refer="t:k"'), key))).toEqual([]);
    const unique = constraint('unique', 'name="k"', 2);
    const nested = `<xs:complexType name="T"><xs:sequence>${element('a', unique)}</xs:sequence></xs:complexType>`;
    expect(found(element('b', constraint('keyref', 'name="r" refer="t:k"', 2)) + nested)).toEqual(
      [],
    );
  });

  test.each([
    [
      'refer="t:kk"',
      "error ASMX2001 «t:kk» Keyref 'r' refers to 'kk', which no key or unique in namespace 'urn:t' is named",
    ],
    [
      'refer="xs:k"',
      "error ASMX2001 «xs:k» Keyref 'r' refers to 'k', which no key or unique in namespace 'http://www.w3.org/2001/XMLSchema' is named",
    ],
    ['refer="t:r"', "error ASMX3008 «t:r» Keyref 'r' refers to 'r', which is a keyref itself"],
  ])('a keyref that names something else: %s', (refer, line) => {
    expect(found(element('a', key, constraint('keyref', `name="r" ${refer}`)))).toEqual([line]);
  });

  test('a keyref without a name to refer to', () => {
    expect(found(element('a', key, constraint('keyref', 'name="r"')))).toEqual([
      expect.stringMatching(/^error ASMX1023 «.*» Keyref 'r' has no attribute 'refer'$/s),
    ]);
  });

  test('a keyref with another number of fields', () => {
    expect(found(element('a', key, constraint('keyref', 'name="r" refer="t:k"', 2)))).toEqual([
      "error ASMX3008 «t:k» Keyref 'r' has 2 fields, but 'k' has 1 field",
    ]);
  });

  test('lenient, nothing is left out for the sake of a keyref', () => {
    const body = element('a', constraint('keyref', 'name="r" refer="t:k"'));
    const { model, lines } = linkFiles({ 'a.wsdl': typesOnly(body) }, { lenient: true });
    expect(model?.elements).toHaveLength(1);
    expect(lines[0]).toMatch(/^warning ASMX2001 a\.wsdl:3:\d+ Keyref 'r'/);
  });

  test('two of one name, of whatever kind, in one namespace', () => {
    expect(found(element('a', key) + element('b', constraint('unique', 'name="k"')))).toEqual([
      expect.stringMatching(/^warning ASMX2002 .* 'k' is declared twice in namespace 'urn:t'$/s),
    ]);
    const other = `<xs:schema targetNamespace="urn:u">${element('a', key)}</xs:schema>`;
    const first = `<xs:schema targetNamespace="urn:t">${element('a', key)}</xs:schema>`;
    const { lines } = linkFiles({ 'a.wsdl': wsdl(`<types>${first}${other}</types>`) });
    expect(lines.filter((line) => line.includes('ASMX2002'))).toEqual([]);
  });
});

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
