// Contents of one type.
import {
  choice,
  complexType,
  content,
  contract,
  each,
  element,
  many,
  model,
  optional,
  sequence,
} from './contract-text.mjs';

const elements = (n, name = 'e') => each(n, (id) => element(`${name}${id}`));
const any = (more) => `<xs:any${more} processContents="lax"/>`;

export const contents = {
  'a sequence': (n) => content(sequence(each(n, (id) => element(`e${id}`, 'xs:int')))),
  'a sequence of optional elements': (n) =>
    content(sequence(each(n, (id) => optional(`e${id}`, 'xs:string')))),
  'a sequence of repeated elements': (n) =>
    content(sequence(each(n, (id) => element(`e${id}`, 'xs:string', many)))),
  'sequences inside each other': {
    count: 7,
    write: (n) =>
      content(
        `${each(n, (id) => `<xs:sequence>${element(`e${id}`)}`)}${'</xs:sequence>'.repeat(n)}`,
      ),
  },
  'sequences in a sequence': (n) =>
    content(
      sequence(each(n, (id) => sequence(element(`a${id}`) + element(`b${id}`), ' minOccurs="0"'))),
    ),
  'a choice': (n) => content(choice(elements(n))),
  'a repeated choice': (n) => content(choice(elements(n), many)),
  'choices in a sequence': (n) =>
    content(sequence(each(n, (id) => choice(element(`a${id}`) + element(`b${id}`))))),
  'choices in a choice': (n) =>
    content(choice(each(n, (id) => choice(element(`a${id}`) + element(`b${id}`))))),
  'sequences in a choice': (n) =>
    content(choice(each(n, (id) => sequence(element(`a${id}`) + element(`b${id}`))))),
  'a choice between sequences that begin alike': (n) =>
    content(choice(each(n, (id) => sequence(element('a') + element(`b${id}`))))),
  'a choice between a long sequence and an element': (n) =>
    content(choice(sequence(each(n, (id) => element(`e${id}`))) + element('x'))),
  'a choice of elements of one name': (n) =>
    content(
      choice(
        each(n, (id) => sequence(element('x') + element('a', 'xs:string', ` default="${id}"`))),
      ),
    ),
  'wildcards for one namespace each': (n) =>
    content(sequence(each(n, (id) => any(` namespace="urn:${id}" minOccurs="0"`)))),
  'choices between the same elements': (n) =>
    content(sequence(each(n, () => choice(element('a') + element('b'))))),
  'a repeated choice of sequences': (n) =>
    content(
      choice(
        each(n, (id) => sequence(element(`a${id}`) + element(`b${id}`))),
        many,
      ),
    ),
  'a repeated sequence': (n) => content(sequence(elements(n), many)),
  'repeated sequences': (n) =>
    content(sequence(each(n, (id) => sequence(element(`a${id}`) + element(`b${id}`), many)))),
  'repeated choices': (n) =>
    content(sequence(each(n, (id) => choice(element(`a${id}`) + element(`b${id}`), many)))),
  'one repeated name': (n) => content(sequence(each(n, () => element('a')))),
  'one name between others': (n) =>
    content(sequence(each(n, (id) => element('a') + element(`b${id}`)))),
  all: (n) =>
    content(
      model(
        'all',
        each(n, (id) => optional(`e${id}`, 'xs:int')),
      ),
    ),
  'mixed content': (n) => contract(complexType('T', sequence(elements(n)), ' mixed="true"')),
  'elements that are given and wildcards': (n) =>
    content(
      sequence(each(n, (id) => element(`e${id}`)) + any(' namespace="##other" minOccurs="0"')),
    ),
  attributes: (n) =>
    content(
      sequence(element('a')) + each(n, (id) => `<xs:attribute name="a${id}" type="xs:int"/>`),
    ),
  'defaults and fixed values': (n) =>
    content(
      sequence(each(n, (id) => element(`e${id}`, 'xs:int', ' minOccurs="0" default="1"'))) +
        each(n, (id) => `<xs:attribute name="a${id}" type="xs:int" fixed="2"/>`),
    ),
  'nillable elements': (n) =>
    content(sequence(each(n, (id) => element(`e${id}`, 'xs:int', ' nillable="true"')))),
  'types inside each other': {
    count: 16,
    // their names say where they are
    restates: true,
    write: (n) =>
      content(
        `${each(n, (id) => `<xs:sequence><xs:element name="e${id}"><xs:complexType>`)}${'</xs:complexType></xs:element></xs:sequence>'.repeat(n)}`,
      ),
  },
};
