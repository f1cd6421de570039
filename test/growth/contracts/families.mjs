// Types that build on one another.
import {
  complexType,
  content,
  contract,
  each,
  element,
  extension,
  many,
  optional,
  restriction,
  sequence,
  uses,
} from './contract-text.mjs';

const elements = (n, name = 'e') => each(n, (id) => element(`${name}${id}`));
export const families = {
  'groups that name the next': (n) =>
    content(
      '<xs:group ref="t:g0000"/>',
      each(n + 1, (id, at) =>
        at === n
          ? `<xs:group name="g${id}">${sequence(element('last'))}</xs:group>`
          : `<xs:group name="g${id}">${sequence(element(`e${id}`))}</xs:group>`,
      ),
    ),
  'groups, each used': (n) =>
    content(
      sequence(each(n, (id) => `<xs:group ref="t:g${id}"/>`)),
      each(n, (id) => `<xs:group name="g${id}">${sequence(element(`e${id}`))}</xs:group>`),
    ),
  'groups that double': {
    count: 3,
    beyond: 'The content of a type has more than 100000 particles',
    write: (n) =>
      content(
        '<xs:group ref="t:g0000"/>',
        each(n, (id, at) => {
          const next = `<xs:group ref="t:g${String(at + 1).padStart(4, '0')}"/>`;
          return `<xs:group name="g${id}">${sequence(at === n - 1 ? element('e') : next + next)}</xs:group>`;
        }),
      ),
  },
  'attribute groups, each used': (n) =>
    content(
      each(n, (id) => `<xs:attributeGroup ref="t:g${id}"/>`),
      each(
        n,
        (id) =>
          `<xs:attributeGroup name="g${id}"><xs:attribute name="a${id}"/></xs:attributeGroup>`,
      ),
    ),
  types: (n) =>
    contract(
      each(n, (id) => complexType(`T${id}`, sequence(element('a') + optional('b', 'xs:int')))),
      uses(n, (id) => `t:T${id}`),
    ),
  'types that no one uses': (n) =>
    contract(
      `${complexType('T', sequence(element('a')))}${each(n, (id) => complexType(`T${id}`, sequence(element('a'))))}`,
    ),
  'types that hold the next': (n) =>
    content(
      sequence(optional('next', 't:T0000')),
      each(n, (id, at) =>
        complexType(
          `T${id}`,
          sequence(
            at === n - 1 ? element('a') : optional('next', `t:T${String(at + 1).padStart(4, '0')}`),
          ),
        ),
      ),
    ),
  'types that hold themselves': (n) =>
    contract(
      each(n, (id) => complexType(`T${id}`, sequence(optional('next', `t:T${id}`)))),
      uses(n, (id) => `t:T${id}`),
    ),
  'extensions of one type': (n) =>
    content(
      sequence(element('a')),
      each(n, (id) => extension(`T${id}`, 't:T', sequence(element(`b${id}`)))),
    ),
  'extensions of one type, each used': (n) =>
    contract(
      `${complexType('T', sequence(element('a')))}${each(n, (id) => extension(`T${id}`, 't:T', sequence(element(`b${id}`))))}`,
      uses(n, (id) => `t:T${id}`),
    ),
  'a chain of extensions': {
    count: 5,
    restates: true,
    write: (n) =>
      content(
        sequence(element('a')),
        each(n, (id, at) =>
          extension(
            `T${id}`,
            at === 0 ? 't:T' : `t:T${String(at - 1).padStart(4, '0')}`,
            sequence(element(`b${id}`)),
          ),
        ),
      ),
  },
  'restrictions of a type': (n) =>
    content(
      sequence(optional('a', 'xs:string') + optional('b', 'xs:string')),
      each(n, (id) =>
        complexType(
          `T${id}`,
          `<xs:complexContent>${restriction('t:T', sequence(optional('a', 'xs:string')))}</xs:complexContent>`,
        ),
      ),
    ),
  'a restriction of a large type': (n) =>
    content(
      sequence(each(n, (id) => optional(`e${id}`, 'xs:string'))),
      complexType(
        'R',
        `<xs:complexContent>${restriction('t:T', sequence(each(n, (id) => optional(`e${id}`, 'xs:string'))))}</xs:complexContent>`,
      ),
    ),
  'restrictions of a large type': {
    count: 10,
    restates: true,
    write: (n) =>
      content(
        sequence(each(n, (id) => optional(`e${id}`, 'xs:string'))),
        each(n, (id) =>
          complexType(
            `R${id}`,
            `<xs:complexContent>${restriction('t:T', sequence(optional(`e${id}`, 'xs:string')))}</xs:complexContent>`,
          ),
        ),
      ),
  },
  'a substitution group': (n) =>
    content(
      sequence('<xs:element ref="t:head"/>'),
      `${element('head')}${each(n, (id) => element(`m${id}`, 'xs:string', ' substitutionGroup="t:head"'))}`,
    ),
  'a chain of substitution groups': {
    count: 10,
    restates: true,
    write: (n) =>
      content(
        sequence('<xs:element ref="t:m0000"/>'),
        each(n, (id, at) =>
          element(
            `m${id}`,
            'xs:string',
            at === 0 ? '' : ` substitutionGroup="t:m${String(at - 1).padStart(4, '0')}"`,
          ),
        ),
      ),
  },
  'substitution groups': (n) =>
    content(
      sequence(each(n, (id) => `<xs:element ref="t:head${id}"/>`)),
      each(
        n,
        (id) =>
          `${element(`head${id}`)}${element(`m${id}`, 'xs:string', ` substitutionGroup="t:head${id}"`)}`,
      ),
    ),
  'a repeated head of a substitution group': (n) =>
    content(
      sequence(`<xs:element ref="t:head"${many}/>`),
      `${element('head')}${each(n, (id) => element(`m${id}`, 'xs:string', ' substitutionGroup="t:head"'))}`,
    ),
  'global elements, each referred to': (n) =>
    content(sequence(each(n, (id) => `<xs:element ref="t:e${id}" minOccurs="0"/>`)), elements(n)),
  'identity constraints': (n) =>
    contract(
      `${complexType('T', sequence(element('a')))}<xs:element name="K"><xs:complexType>${sequence(element('row', 't:T', many))}</xs:complexType>${each(n, (id) => `<xs:key name="k${id}"><xs:selector xpath="t:row"/><xs:field xpath="t:a"/></xs:key><xs:keyref name="r${id}" refer="t:k${id}"><xs:selector xpath="t:row"/><xs:field xpath="t:a"/></xs:keyref>`)}</xs:element>`,
    ),
};
