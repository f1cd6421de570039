// Text and markup of contracts.
import {
  complexType,
  content,
  definitions,
  each,
  element,
  oneOperation,
  optional,
  sequence,
  types,
  wrappers,
} from './contract-text.mjs';

const small = wrappers('Do', sequence(optional('value', 'xs:string')));
const schema = (text, more = '') =>
  `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t"${more}>${text}</xs:schema>`;
const entry = (text) =>
  definitions(
    `<types><xs:schema targetNamespace="urn:t" elementFormDefault="qualified">${text}${small}</xs:schema></types>${oneOperation}`,
  );
const _numbered = (n, write) =>
  Object.fromEntries(
    Array.from({ length: n }, (_, at) => {
      const id = String(at).padStart(4, '0');
      return [`s${id}.xsd`, write(id, at)];
    }),
  );
const _next = (at) => String(at + 1).padStart(4, '0');

const row = (id) => `${element(`e${id}`)}`;
const long = (n) => 'long words '.repeat(n);

export const texts = {
  'prefixes declared at every element': (n) =>
    content(
      sequence(
        each(
          n,
          (id) =>
            `<p${id}:element xmlns:p${id}="http://www.w3.org/2001/XMLSchema" xmlns:q="http://www.w3.org/2001/XMLSchema" name="e${id}" type="q:string"/>`,
        ),
      ),
    ),
  documentation: (n) =>
    content(
      sequence(
        each(
          n,
          (id) =>
            `<xs:element name="e${id}" type="xs:string"><xs:annotation><xs:documentation>What <b>e${id}</b> is.</xs:documentation><xs:appinfo><x/></xs:appinfo></xs:annotation></xs:element>`,
        ),
      ),
    ),
  'one long documentation': (n) =>
    content(
      sequence(element('a')),
      `<xs:element name="D" type="xs:string"><xs:annotation><xs:documentation>${long(n)}\n*/ </xs:documentation></xs:annotation></xs:element>`,
    ),
  'documentation of many lines': (n) =>
    content(
      sequence(element('a')),
      `<xs:element name="D" type="xs:string"><xs:annotation><xs:documentation>${'line\n'.repeat(n)}</xs:documentation></xs:annotation></xs:element>`,
    ),
  'long names': {
    count: 10,
    write: (n) => content(sequence(each(n, (id) => element(`${'n'.repeat(200)}${id}`)))),
  },
  'names that differ in letter case alone': {
    count: 7,
    write: (n) =>
      content(
        sequence(
          each(n, (_, at) =>
            element(
              [...'abcdefgh'].map((c, bit) => (at & (1 << bit) ? c.toUpperCase() : c)).join(''),
            ),
          ),
        ),
      ),
  },
  'names that have the same identifier': (n) =>
    content(
      sequence(element('a')),
      each(n, (_, at) =>
        complexType(
          `a${at
            .toString(4)
            .padStart(6, '0')
            .replace(/./g, (digit) => '-._·'[Number(digit)])}a`,
          sequence(element('a')),
        ),
      ),
    ),
  comments: (n) => content(sequence(each(n, (id) => `<!-- c -->${row(id)}<!-- d -->`))),
  'a long comment': (n) => content(sequence(element('a')), `<!-- ${'- '.repeat(n * 10)}-->`),
  'CDATA sections': (n) =>
    content(
      sequence(element('a')),
      `<xs:annotation><xs:documentation>${'<![CDATA[a]]>'.repeat(n)}</xs:documentation></xs:annotation>`,
    ),
  instructions: (n) => content(sequence(each(n, (id) => `<?a b?>${row(id)}`))),
  'references in texts': (n) =>
    content(
      sequence(element('a')),
      `<xs:annotation><xs:documentation>${'&amp;&lt;&#65;'.repeat(n)}</xs:documentation></xs:annotation>`,
    ),
  'a document type': (n) => ({
    'a.wsdl': entry('<xs:include schemaLocation="s.xsd"/>'),
    's.xsd': `<!DOCTYPE xs:schema [${each(n, (id) => `<!ENTITY % e${id} "x"><!ATTLIST a${id} b CDATA #IMPLIED>`)}]>${schema(complexType('T', sequence(element('a'))))}`,
  }),
  'a document type that declares entities': {
    bad: true,
    write: (n) =>
      `<!DOCTYPE definitions [${each(n, (id) => `<!ENTITY e${id} "x">`)}]>${content(sequence(element('a')))}`,
  },
  'unknown attributes': (n) =>
    content(`<xs:sequence${each(n, (id) => ` t:a${id}="1"`)}>${element('a')}</xs:sequence>`),
  'unknown elements': (n) =>
    definitions(`${types(small)}${each(n, (id) => `<t:u${id}><t:v/></t:u${id}>`)}${oneOperation}`),
  'elements inside each other': {
    count: 20,
    write: (n) =>
      definitions(`${types(small)}${'<t:a>'.repeat(n)}${'</t:a>'.repeat(n)}${oneOperation}`),
  },
  'white space': (n) => content(sequence(`${' \n'.repeat(n * 10)}${element('a')}`)),
};
