import { wsdl } from './contract.ts';

const el = (name: string, more = ''): string =>
  `<xs:element name="${name}" type="xs:int" ${more}/>`;
const list = 'minOccurs="0" maxOccurs="unbounded"';

/** Content models in which the order of elements tells what they are, by the name of the type. */
const models: Readonly<Record<string, string>> = {
  Shared: `<xs:choice><xs:sequence>${el('a')}${el('b')}</xs:sequence><xs:sequence>${el('c')}${el('b')}</xs:sequence></xs:choice>`,
  Twice: `<xs:sequence>${el('a', 'maxOccurs="unbounded"')}${el('b')}${el('a', list)}</xs:sequence>`,
  Namespaces: `<xs:sequence>${el('a', list)}<xs:element ref="o:a" ${list}/></xs:sequence>`,
  Beside: `<xs:sequence><xs:element ref="t:head" ${list}/>${el('end')}<xs:element ref="t:member" ${list}/></xs:sequence>`,
  Heads: `<xs:sequence><xs:element ref="t:head" ${list}/></xs:sequence>`,
  Open: `<xs:sequence>${el('i')}<xs:any ${list} processContents="lax"/></xs:sequence>`,
  OpenList: `<xs:sequence>${el('i', 'maxOccurs="unbounded"')}${el('j')}<xs:any ${list} processContents="lax"/></xs:sequence>`,
  Required: `<xs:sequence>${el('i')}<xs:any processContents="lax"/></xs:sequence>`,
  Wildcards: '<xs:choice><xs:any namespace="##other"/><xs:any namespace="##local"/></xs:choice>',
  WildcardLists: `<xs:choice><xs:any namespace="##other" ${list}/><xs:any namespace="##local" maxOccurs="unbounded"/></xs:choice>`,
  WildcardTurns: `<xs:choice ${list}><xs:any namespace="##other"/><xs:any namespace="##local"/></xs:choice>`,
  Nothing: '<xs:choice/>',
  NothingTwice: `<xs:sequence>${el('a')}<xs:choice minOccurs="0" maxOccurs="unbounded"/><xs:sequence maxOccurs="2"/></xs:sequence>`,
  NothingElse: `<xs:choice>${el('a')}<xs:choice/></xs:choice>`,
  Turns: `<xs:sequence minOccurs="2" maxOccurs="2">${el('a', 'maxOccurs="2"')}${el('b', 'minOccurs="0"')}</xs:sequence>`,
  Nested: `<xs:sequence maxOccurs="3"><xs:choice maxOccurs="2">${el('a')}${el('b')}</xs:choice><xs:sequence minOccurs="0" maxOccurs="unbounded">${el('c')}${el('d', 'maxOccurs="2"')}</xs:sequence></xs:sequence>`,
  Pairs: `<xs:sequence minOccurs="0" maxOccurs="unbounded">${el('a', 'minOccurs="2" maxOccurs="2"')}</xs:sequence>`,
  Nil: `<xs:choice><xs:sequence>${el('a', 'nillable="true"')}${el('b')}</xs:sequence><xs:sequence>${el('b', 'maxOccurs="2"')}${el('a')}</xs:sequence></xs:choice>`,
  Lists: `<xs:choice minOccurs="0"><xs:sequence><xs:element name="list" type="t:Ints"/>${el('b')}</xs:sequence><xs:sequence><xs:element name="array" type="t:ArrayOfInt"/>${el('b')}</xs:sequence></xs:choice>`,
  Large: `<xs:choice>${Array.from({ length: 20 }, (_, at) => `<xs:sequence>${el(`k${at}`)}${el('value')}</xs:sequence>`).join('')}</xs:choice>`,
};

const types = Object.entries(models).map(
  ([name, content]) => `<xs:complexType name="${name}">${content}</xs:complexType>`,
);
const fields = Object.keys(models).map(
  (name) => `<xs:element name="${name}" type="t:${name}" minOccurs="0"/>`,
);

/**
 * A contract whose operation `Test` takes one of each, and gives a type that extends one of them.
 */
export const ordered: string = wsdl({
  attributes: 'xmlns:o="urn:other"',
  schemas: `<xs:schema targetNamespace="urn:other">${el('a')}</xs:schema>`,
  schema: `<xs:import namespace="urn:other"/>
<xs:element name="head" type="xs:string"/>
<xs:element name="member" type="xs:string" substitutionGroup="t:head"/>
<xs:element name="Test"><xs:complexType><xs:sequence>${fields.join('')}</xs:sequence></xs:complexType></xs:element>
<xs:element name="TestResponse"><xs:complexType><xs:sequence><xs:element name="TestResult" type="t:More"/><xs:element name="other" type="xs:int"/></xs:sequence></xs:complexType></xs:element>
<xs:complexType name="More"><xs:complexContent><xs:extension base="t:Twice"><xs:sequence>${el('c')}${el('a', 'minOccurs="0"')}</xs:sequence><xs:attribute name="p" type="xs:int"/></xs:extension></xs:complexContent></xs:complexType>
<xs:simpleType name="Ints"><xs:list itemType="xs:int"/></xs:simpleType>
<xs:complexType name="ArrayOfInt"><xs:sequence><xs:element name="int" type="xs:int" ${list}/></xs:sequence></xs:complexType>
${types.join('\n')}`,
});
