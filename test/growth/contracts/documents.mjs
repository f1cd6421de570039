// Contracts of several documents.
import {
  complexType,
  definitions,
  each,
  element,
  oneOperation,
  optional,
  sequence,
  wrappers,
} from './contract-text.mjs';

const small = wrappers('Do', sequence(optional('value', 'xs:string')));
const schema = (text, more = '') =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t"${more}>${text}</xs:schema>`;
const entry = (text) =>
  definitions(
    `<types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">${text}${small}</xs:schema></types>${oneOperation}`,
  );
const numbered = (n, write) =>
  Object.fromEntries(
    Array.from({ length: n }, (_, at) => {
      const id = String(at).padStart(4, '0');
      return [`s${id}.xsd`, write(id, at)];
    }),
  );
const next = (at) => String(at + 1).padStart(4, '0');

export const documents = {
  includes: (n) => ({
    'a.wsdl': entry(each(n, (id) => `<xs:include schemaLocation="s${id}.xsd"/>`)),
    ...numbered(n, (id) => schema(complexType(`T${id}`, sequence(element('a'))))),
  }),
  'imports of namespaces': (n) => ({
    'a.wsdl': entry(
      each(n, (id) => `<xs:import namespace="urn:${id}" schemaLocation="s${id}.xsd"/>`),
    ),
    ...numbered(
      n,
      (id) =>
        `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" targetNamespace="urn:${id}">${complexType('T', sequence(element('a')))}</xs:schema>`,
    ),
  }),
  'imports of one document': (n) => ({
    'a.wsdl': entry(each(n, () => '<xs:include schemaLocation="s.xsd"/>')),
    's.xsd': schema(complexType('T', sequence(element('a')))),
  }),
  'imports of missing documents': {
    write: (n) => ({
      'a.wsdl': entry(each(n, (id) => `<xs:include schemaLocation="s${id}.xsd"/>`)),
    }),
  },
  'a chain of includes': {
    count: 6,
    write: (n) => ({
      'a.wsdl': entry('<xs:include schemaLocation="s0000.xsd"/>'),
      ...numbered(n, (id, at) =>
        schema(
          `${at === n - 1 ? '' : `<xs:include schemaLocation="s${next(at)}.xsd"/>`}${complexType(`T${id}`, sequence(element('a')))}`,
        ),
      ),
    }),
  },
  'a chain of remote includes': {
    count: 6,
    write: (n) => ({
      'a.wsdl': entry('<xs:include schemaLocation="http://remote/s0000.xsd"/>'),
      ...Object.fromEntries(
        Object.entries(
          numbered(n, (id, at) =>
            schema(
              `${at === n - 1 ? '' : `<xs:include schemaLocation="s${next(at)}.xsd"/>`}${complexType(`T${id}`, sequence(element('a')))}`,
            ),
          ),
        ).map(([path, text]) => [`http://remote/${path}`, text]),
      ),
    }),
  },
  redefinitions: (n) => ({
    'a.wsdl': entry(
      `<xs:redefine schemaLocation="s.xsd">${each(n, (id) => complexType(`T${id}`, `<xs:complexContent><xs:extension base="t:T${id}">${sequence(element('b'))}</xs:extension></xs:complexContent>`))}</xs:redefine>`,
    ),
    's.xsd': schema(each(n, (id) => complexType(`T${id}`, sequence(element('a'))))),
  }),
  'schemas in one document': (n) =>
    definitions(
      `<types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">${small}</xs:schema>${each(n, (id) => `<xs:schema targetNamespace="urn:${id}">${complexType('T', sequence(element('a')))}</xs:schema>`)}</types>${oneOperation}`,
    ),
};
