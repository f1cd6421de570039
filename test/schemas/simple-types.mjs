// The simple types of drawn elements and attributes, with values of each in canonical form.

const builtin = (name, values) => ({ kind: 'simple', builtin: true, name, values });

export const simpleTypes = [
  builtin('int', ['0', '1', '-7', '42']),
  builtin('string', ['one', 'two words', '', 'a & b']),
  builtin('boolean', ['true', 'false']),
  builtin('decimal', ['1.5', '0', '-20']),
  {
    kind: 'simple',
    name: 'Color',
    values: ['red', 'green'],
    text: '<xs:restriction base="xs:token"><xs:enumeration value="red"/><xs:enumeration value="green"/></xs:restriction>',
  },
];
