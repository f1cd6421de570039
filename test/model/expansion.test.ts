import { describe, expect, test } from '@jest/globals';
import { createDiagnosticBag } from '../../src/diagnostics/diagnostic.ts';
import { createDefects, createExpansion } from '../../src/model/link/defects.ts';
import { linkFiles, typesOnly } from '../read/contract-text.ts';

const list = (count: number, make: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => make(at)).join('');
const element = (name: string): string => `<xs:element name="${name}" type="xs:int"/>`;
const sequence = (content: string): string => `<xs:sequence>${content}</xs:sequence>`;

const shapes: Readonly<Record<string, (n: number) => string>> = {
  'a group in every type': (n) =>
    `<xs:group name="g">${sequence(list(n, (at) => element(`a${at}`)))}</xs:group>${list(n, (at) => `<xs:complexType name="T${at}"><xs:group ref="t:g"/></xs:complexType>`)}`,
  'an attribute group in every type': (n) =>
    `<xs:attributeGroup name="g">${list(n, (at) => `<xs:attribute name="a${at}"/>`)}</xs:attributeGroup>${list(n, (at) => `<xs:complexType name="T${at}"><xs:attributeGroup ref="t:g"/></xs:complexType>`)}`,
  'extensions of a large type': (n) =>
    `<xs:complexType name="B">${sequence(list(n, (at) => element(`a${at}`)))}</xs:complexType>${list(n, (at) => `<xs:complexType name="T${at}"><xs:complexContent><xs:extension base="t:B"/></xs:complexContent></xs:complexType>`)}`,
  'a substitution group in every type': (n) =>
    `${element('h')}${list(n, (at) => `<xs:element name="m${at}" type="xs:int" substitutionGroup="t:h"/>`)}${list(n, (at) => `<xs:complexType name="T${at}">${sequence('<xs:element ref="t:h"/>')}</xs:complexType>`)}`,
  'restrictions of an enumeration': (n) =>
    `<xs:simpleType name="E"><xs:restriction base="xs:string">${list(n, (at) => `<xs:enumeration value="v${at}"/>`)}</xs:restriction></xs:simpleType>${list(n, (at) => `<xs:simpleType name="S${at}"><xs:restriction base="t:E"/></xs:simpleType>`)}`,
};

const errorsOf = (content: string): readonly string[] =>
  linkFiles({ 'a.wsdl': typesOnly(content) }).lines.filter((line) => line.startsWith('error'));

describe('what a contract stands for', () => {
  test.each(Object.keys(shapes))('%s is fine as long as it is of a usual size', (name) => {
    expect(errorsOf(shapes[name]?.(40) ?? '')).toEqual([]);
  });

  test.each(Object.keys(shapes))(
    '%s is refused, once, where it grows beyond its length',
    (name) => {
      const errors = errorsOf(shapes[name]?.(400) ?? '');
      expect(errors).toHaveLength(1);
      expect(errors[0]).toMatch(/ASMX1032 .* The schemas stand for more than \d+ components/);
    },
  );

  test('may grow with the contract', () => {
    const bag = createDiagnosticBag();
    const defects = createDefects(bag, false);
    expect(createExpansion(defects, 0).take(5001, {}, undefined)).toBe(false);
    expect(createExpansion(defects, 1_000_000).take(200_000, {}, undefined)).toBe(true);
  });

  test('breaks all that is not made, with one report', () => {
    const bag = createDiagnosticBag();
    const defects = createDefects(bag, true);
    const expansion = createExpansion(defects, 0);
    const [first, second] = [{}, {}];
    expansion.take(6000, first, undefined);
    expansion.take(6000, second, undefined);
    expect(bag.diagnostics).toHaveLength(1);
    expect([first, second].every((one) => defects.affected.has(one))).toBe(true);
  });

  test('model groups are nested 64 deep at most', () => {
    const nested = (depth: number): string =>
      `<xs:complexType name="T">${'<xs:sequence>'.repeat(depth)}${element('a')}${'</xs:sequence>'.repeat(depth)}</xs:complexType>`;
    expect(errorsOf(nested(64))).toEqual([]);
    expect(errorsOf(nested(65))[0]).toContain('Model groups are nested deeper than 64');
  });
});
