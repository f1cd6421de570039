import { expect, test } from '@jest/globals';
import { loadCodecs } from './support/codecs.ts';
import { declaration, planText, valueWsdl } from './support/contract.ts';

const list = (name: string, item: string): string =>
  `<xs:complexType name="ArrayOf${name}"><xs:sequence><xs:element name="${name}" type="t:${item}" minOccurs="0" maxOccurs="unbounded"/></xs:sequence></xs:complexType>`;
const value = (type: string): string =>
  `<xs:complexType name="Value"><xs:sequence><xs:element name="a" type="t:${type}"/></xs:sequence></xs:complexType>`;

test.each([
  ['itself', list('A', 'ArrayOfA')],
  ['one that contains it', list('A', 'ArrayOfB') + list('B', 'ArrayOfA')],
])('an array of %s is an object with a list', (_, types) => {
  const planned = planText(valueWsdl(value('ArrayOfA') + types));
  expect(planned.diagnostics).toEqual([]);
  expect(declaration(planned, 'ArrayOfA')).toMatch(/readonly A\?: readonly ArrayOf[AB]\[\]/);
  const codecs = loadCodecs(planned);
  const given = { value: { a: { A: [{ A: undefined, B: undefined }] } } };
  const xml = codecs.write('writeTestRequest', given);
  expect(codecs.readBody('readTestRequest', xml)).toMatchObject({ value: { a: { A: [{}] } } });
});
