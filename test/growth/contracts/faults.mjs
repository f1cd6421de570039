// Contracts with many errors.
import {
  boundOperation,
  complexType,
  content,
  definitions,
  each,
  element,
  messagesOf,
  oneOperation,
  optional,
  port,
  portType,
  restriction,
  sequence,
  service,
  simpleType,
  soapBinding,
  types,
  uses,
  wrappers,
} from './contract-text.mjs';

const small = wrappers('Do', sequence(optional('value', 'xs:string')));
const shapes = {
  'errors on one line': (n) =>
    content(sequence(each(n, (id) => element('a', `t:X${id}`)).replaceAll('\n', ''))),
  'errors of one kind': (n) => content(sequence(each(n, (id) => element(`e${id}`, 't:Nothing')))),
  'names that are not resolved': (n) =>
    content(sequence(each(n, (id) => element(`e${id}`, `t:T${id}`)))),
  'names that are nearly right': {
    // suggestions are made for a hundred
    count: 100,
    bad: true,
    write: (n) =>
      content(
        sequence(each(n, (id) => element(`e${id}`, `t:TypeX${id}`))),
        each(n, (id) => complexType(`Type${id}`, sequence(element('a')))),
      ),
  },
  'prefixes that are not declared': (n) =>
    content(sequence(each(n, (id) => element(`e${id}`, `p${id}:a`)))),
  'components declared twice': (n) =>
    content(
      sequence(element('a')),
      each(n, (id) => `${complexType(`T${id}`, '')}${complexType(`T${id}`, '')}`),
    ),
  'wrong attributes': (n) =>
    content(sequence(each(n, (id) => element(`e${id}`, 'xs:int', ' minOccurs="x"')))),
  'enumerated values that are wrong': (n) =>
    content(
      sequence(optional('value', 't:S')),
      simpleType(
        'S',
        restriction(
          'xs:int',
          each(n, (id) => `<xs:enumeration value="x${id}"/>`),
        ),
      ),
    ),
  'types that derive from themselves': (n) =>
    content(
      sequence(element('a')),
      each(n, (id) => simpleType(`S${id}`, restriction(`t:S${id}`, ''))),
    ),
  'a schema that is missing': (n) => ({
    'a.wsdl':
      definitions(`<types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified" xmlns:m="urn:m">
  <xs:import namespace="urn:m" schemaLocation="missing.xsd"/>${wrappers(
    'Do',
    uses(n, (id) => `m:T${id}`),
  )}</xs:schema></types>${oneOperation}`),
  }),
  'tags that are not closed': (n) => content(`<xs:sequence>${'<xs:sequence>'.repeat(n)}`),
  'operations without binding': (n) =>
    definitions(`${types(small)}${messagesOf('Do')}${portType(
      'P',
      each(n, (id) => `<operation name="Do${id}"><input message="t:None${id}"/></operation>`),
    )}
  ${soapBinding(
    'B',
    'P',
    each(n, (id) => boundOperation(`Do${id}`)),
  )}${service('S', port('S', 'B'))}`),
};

/** Those that are warnings. */
const fine = ['components declared twice', 'enumerated values that are wrong'];

export const faulty = Object.fromEntries(
  Object.entries(shapes).map(([name, shape]) => [
    name,
    { bad: !fine.includes(name), ...(typeof shape === 'function' ? { write: shape } : shape) },
  ]),
);
