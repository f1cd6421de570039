import { body, type DefectRow, inSequence, row, type } from './defect-document.ts';

/** An annotation for programs, whose first element is the defect. */
const annotated = (content: string): string =>
  `<xs:annotation><xs:appinfo xmlns:j="https://jakarta.ee/xml/ns/jaxb">¶${content}</xs:appinfo></xs:annotation>`;
const sequence = '<xs:sequence><xs:element name="a" type="xs:int"/></xs:sequence>';

/**
 * What is not as the standards have it, and yet clear enough to go on with: a warning at its place.
 */
export const oddities: readonly DefectRow[] = [
  row(
    'a part of neither element nor type',
    { message: '<message name="BadIn">¶<part name="p"/></message>' },
    'ASMX1023',
    "Part 'p' has neither 'element' nor 'type': it is taken for any content",
    ['Good', 'Bad'],
  ),
  row(
    'a header of a part that is not there',
    {
      bound:
        '<operation name="Bad"><soap:operation soapAction="x"/><input><soap:body use="literal"/>¶<soap:header message="t:GoodIn" part="gone" use="literal"/></input></operation>',
    },
    'ASMX3002',
    "Message 'GoodIn' has no part 'gone', which is left out of the header",
    ['Good', 'Bad'],
  ),
  row(
    'a property named for a type',
    type(annotated('<j:property name="other"/>') + sequence),
    'ASMX3006',
    "'jaxb:property' has no effect in 'complexType'",
    ['Good', 'Bad'],
    'Put it into the element or attribute whose property it names, or remove it',
  ),
  row(
    'a property named for a group',
    {
      types: `<xs:group name="G">${annotated('<j:property name="other"/>')}${sequence}</xs:group><xs:complexType name="A"><xs:group ref="t:G"/></xs:complexType><xs:element name="Bad" type="t:A"/>`,
    },
    'ASMX3006',
    "'jaxb:property' has no effect in 'group'",
    ['Good', 'Bad'],
  ),
  row(
    'a style that is none',
    {
      bound: `<operation name="Bad"><soap:operation soapAction="x" style="¶doc"/>${body}</operation>`,
    },
    'ASMX1023',
    "Attribute 'style' cannot be 'doc': it is taken for 'document'",
    ['Good', 'Bad'],
  ),
  row(
    'a use that is none',
    {
      bound:
        '<operation name="Bad"><soap:operation soapAction="x"/><input><soap:body use="¶lit"/></input></operation>',
    },
    'ASMX1023',
    "Attribute 'use' cannot be 'lit': it is taken for 'literal'",
    ['Good', 'Bad'],
  ),
  row(
    'body parts that are not there',
    {
      bound:
        '<operation name="Bad"><soap:operation soapAction="x"/><input>¶<soap:body use="literal" parts="gone"/></input></operation>',
    },
    'ASMX3002',
    "Message 'BadIn' has no part 'gone', which is ignored",
    ['Good', 'Bad'],
  ),
  row(
    'an element with both name and ref',
    inSequence('<xs:element name="¶x" ref="t:Good"/>'),
    'ASMX3003',
    "'element' has both 'name' and 'ref': the name has no effect",
    ['Good', 'Bad'],
    "Remove 'name', or declare a type instead of 'ref'",
  ),
  row(
    'an attribute with both name and ref',
    type('<xs:attribute name="¶x" ref="xml:lang"/>'),
    'ASMX3003',
    "'attribute' has both 'name' and 'ref': the name has no effect",
    ['Good', 'Bad'],
    "Remove 'name', or declare a type instead of 'ref'",
  ),
  row(
    'a required extension no one knows',
    {
      bound: `<operation name="Bad">¶<x:thing xmlns:x="urn:x" xmlns:w="http://schemas.xmlsoap.org/wsdl/" w:required="true"/><soap:operation soapAction="x"/>${body}</operation>`,
    },
    'ASMX1024',
    "Extension 'thing' of namespace 'urn:x' says it is required, but is not known",
    ['Good', 'Bad'],
  ),
];
