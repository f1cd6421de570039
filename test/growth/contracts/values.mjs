// Simple types.
import {
  content,
  contract,
  each,
  enumeration,
  optional,
  restriction,
  sequence,
  simpleType,
  uses,
} from './contract-text.mjs';

const simple = (schema, more = '') => content(sequence(optional('value', 't:S')), schema + more);

export const values = {
  'an enumeration': (n) =>
    simple(
      simpleType(
        'S',
        restriction(
          'xs:string',
          each(n, (id) => enumeration(`v${id}`)),
        ),
      ),
    ),
  'an enumeration of numbers': (n) =>
    simple(
      simpleType(
        'S',
        restriction(
          'xs:int',
          each(n, (_, at) => enumeration(1000 + at)),
        ),
      ),
    ),
  'a narrowed enumeration': (n) =>
    simple(
      simpleType(
        'E',
        restriction(
          'xs:string',
          each(n, (id) => enumeration(`v${id}`)),
        ),
      ),
      simpleType(
        'S',
        restriction(
          't:E',
          each(n, (id) => enumeration(`v${id}`)),
        ),
      ),
    ),
  enumerations: (n) =>
    contract(
      each(n, (id) =>
        simpleType(`S${id}`, restriction('xs:string', enumeration('a') + enumeration(`v${id}`))),
      ),
      uses(n, (id) => `t:S${id}`),
    ),
  'patterns of one type': (n) =>
    simple(
      simpleType(
        'S',
        restriction(
          'xs:string',
          each(n, (id) => `<xs:pattern value="[a-z]+${id}"/>`),
        ),
      ),
    ),
  // twice as many, because the work for an expression grows with the digits of its number
  'types with patterns': (n) =>
    contract(
      each(2 * n, (id) =>
        simpleType(`S${id}`, restriction('xs:string', `<xs:pattern value="(a|b)*${id}"/>`)),
      ),
      uses(2 * n, (id) => `t:S${id}`),
    ),
  'a long pattern': (n) =>
    simple(
      simpleType(
        'S',
        restriction('xs:string', `<xs:pattern value="${each(n, (id) => `(a|b[c-e]?)${id}`)}"/>`),
      ),
    ),
  'a pattern of ranges': (n) =>
    simple(
      simpleType(
        'S',
        restriction('xs:string', `<xs:pattern value="[${'\\p{L}\\d'.repeat(n)}]+"/>`),
      ),
    ),
  facets: (n) =>
    contract(
      each(n, (id) =>
        simpleType(
          `S${id}`,
          restriction('xs:int', '<xs:minInclusive value="1"/><xs:maxInclusive value="9"/>'),
        ),
      ),
      uses(n, (id) => `t:S${id}`),
    ),
  'a chain of restrictions': {
    count: 20,
    write: (n) =>
      simple(
        each(n, (id, at) =>
          simpleType(
            at === n - 1 ? 'S' : `S${id}`,
            restriction(
              at === 0 ? 'xs:string' : `t:S${String(at - 1).padStart(4, '0')}`,
              `<xs:maxLength value="${9999 - at}"/>`,
            ),
          ),
        ),
      ),
  },
  lists: (n) =>
    contract(
      each(n, (id) => simpleType(`S${id}`, '<xs:list itemType="xs:int"/>')),
      uses(n, (id) => `t:S${id}`),
    ),
  'a union': (n) =>
    simple(
      `${each(n, (id) => simpleType(`M${id}`, restriction('xs:string', enumeration(`v${id}`))))}${simpleType('S', `<xs:union memberTypes="${each(n, (id) => `t:M${id}`)}"/>`)}`,
    ),
  'unions in unions': {
    count: 20,
    write: (n) =>
      simple(
        each(n, (id, at) =>
          simpleType(
            at === n - 1 ? 'S' : `S${id}`,
            `<xs:union memberTypes="xs:int ${at === 0 ? 'xs:date' : `t:S${String(at - 1).padStart(4, '0')}`}"/>`,
          ),
        ),
      ),
  },
  'a union in many unions': {
    count: 10,
    restates: true,
    write: (n) =>
      contract(
        `${each(n, (id) => simpleType(`M${id}`, restriction('xs:string', enumeration(`v${id}`))))}${simpleType('S', `<xs:union memberTypes="${each(n, (id) => `t:M${id}`)}"/>`)}${each(n, (id) => simpleType(`U${id}`, '<xs:union memberTypes="t:S xs:int"/>'))}`,
        uses(n, (id) => `t:U${id}`),
      ),
  },
};
