// Contracts whose samples would have no end without a limit: what may or must occur often, types
// that share others, and values that are costly to find.
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
  simpleType,
  uses,
} from './contract-text.mjs';

const next = (at) => `t:T${String(at + 1).padStart(4, '0')}`;

/** Types each of which has the next one twice, so that the first has as many as powers of two. */
const doubling = (member) => (n) =>
  contract(
    each(n, (id, at) =>
      complexType(
        `T${id}`,
        sequence(
          at === n - 1 ? element('a') : member('left', next(at)) + member('right', next(at)),
        ),
      ),
    ),
    uses(1, (id) => `t:T${id}`),
  );

export const samples = {
  'elements that must occur often': (n) =>
    content(
      sequence(each(n, (id) => element(`e${id}`, 'xs:string', ' minOccurs="5" maxOccurs="9"'))),
    ),
  'a number of occurrences': {
    count: 20_000,
    same: true,
    write: (n) =>
      content(
        `<xs:choice minOccurs="${n}" maxOccurs="${n}">${element('a')}${element('b')}</xs:choice>`,
      ),
  },
  'lengths of values': {
    count: 20_000,
    same: true,
    write: (n) =>
      content(
        uses(3, (id) => `t:S${id}`),
        each(3, (id, at) =>
          simpleType(
            `S${id}`,
            restriction(
              ['xs:string', 'xs:hexBinary', 'xs:NMTOKENS'][at],
              `<xs:minLength value="${n}"/>`,
            ),
          ),
        ),
      ),
  },
  'a number of characters in a pattern': {
    count: 20_000,
    same: true,
    write: (n) =>
      content(
        uses(1, () => 't:S'),
        simpleType('S', restriction('xs:string', `<xs:pattern value="([a-c]{9}-){${n}}"/>`)),
      ),
  },
  'types that have the next one twice': { count: 5, write: doubling(element) },
  'types that may have the next one twice': { count: 5, write: doubling(optional) },
  'types that may have the next one often': {
    count: 5,
    write: doubling((name, type) => element(name, type, many)),
  },
  'types that all share one another': {
    restates: true,
    count: 5,
    write: (n) =>
      contract(
        each(n, (id) =>
          complexType(
            `T${id}`,
            uses(n, (other) => `t:T${other}`),
          ),
        ),
        uses(n, (id) => `t:T${id}`),
      ),
  },
  'an abstract type, used again and again': (n) =>
    contract(
      `${complexType('T', sequence(optional('a', 'xs:int')), ' abstract="true"')}${each(n, (id) => extension(`T${id}`, 't:T', sequence(element(`b${id}`))))}`,
      uses(n, () => 't:T'),
    ),
  // comments repeat the patterns
  'a long pattern, used again and again': {
    count: 10,
    restates: true,
    write: (n) =>
      content(
        uses(n, () => 't:P'),
        simpleType(
          'P',
          restriction('xs:string', `<xs:pattern value="${each(n, (id) => `([a-c]|${id})`)}"/>`),
        ),
      ),
  },
  'patterns that no short text matches': {
    restates: true,
    write: (n) =>
      content(
        uses(n, () => 't:P'),
        simpleType(
          'P',
          restriction(
            'xs:string',
            `${each(n, (id) => `<xs:pattern value="([a-z]{9}-){9,}${id}"/>`)}<xs:maxLength value="9"/>`,
          ),
        ),
      ),
  },
};
