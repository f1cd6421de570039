/** A kind of broken document. */
export interface DefectRow {
  readonly kind: string;
  /** With `¶` where the defect is to be shown. */
  readonly document: string;
  readonly code: string;
  readonly message: string;
  /** What the user is told to do, where the table holds it. */
  readonly help?: string | undefined;
  /** Operations that are left when lenient; absent where nothing can be left. */
  readonly lenient: readonly string[] | undefined;
}

/** Parts of a document with a sound operation `Good` and another, `Bad`. */
export interface Parts {
  readonly types?: string;
  readonly schemaAttributes?: string;
  readonly message?: string;
  readonly operation?: string;
  readonly bound?: string;
  readonly more?: string;
  readonly port?: string;
}

/** Body of a binding's input. */
export const body = '<input><soap:body use="literal"/></input>';

function document({
  types = '<xs:element name="Bad" type="xs:string"/>',
  schemaAttributes = '',
  message = '<message name="BadIn"><part name="p" element="t:Bad"/></message>',
  operation = '<operation name="Bad"><input message="t:BadIn"/></operation>',
  bound = `<operation name="Bad"><soap:operation soapAction="urn:t/Bad"/>${body}</operation>`,
  more = '',
  port = '',
}: Parts): string {
  return `<definitions name="T" targetNamespace="urn:t" xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:t="urn:t"
  xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/" xmlns:xs="http://www.w3.org/2001/XMLSchema">
<types><xs:schema targetNamespace="urn:t" ${schemaAttributes}>
<xs:element name="Good" type="xs:string"/>
${types}
</xs:schema></types>
<message name="GoodIn"><part name="p" element="t:Good"/></message>
${message}
<portType name="P"><operation name="Good"><input message="t:GoodIn"/></operation>
${operation}</portType>
<binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
<operation name="Good"><soap:operation soapAction="urn:t/Good"/>${body}</operation>
${bound}</binding>
${more}
<service name="S"><port name="P" binding="t:B"><soap:address location="http://localhost/"/></port>
${port}</service>
</definitions>
`;
}

/** A complexType of this content for the element of `Bad`. */
export const type = (content: string): Parts => ({
  types: `<xs:complexType name="A">${content}</xs:complexType><xs:element name="Bad" type="t:A"/>`,
});
/** A simpleType of this content for it. */
export const simple = (content: string): Parts => ({
  types: `<xs:simpleType name="A">${content}</xs:simpleType><xs:element name="Bad" type="t:A"/>`,
});
/** A complexType with a sequence of this content for it. */
export const inSequence = (content: string): Parts => type(`<xs:sequence>${content}</xs:sequence>`);

/** A row of the table. */
export const row = (
  kind: string,
  parts: Parts,
  code: string,
  message: string,
  lenient: readonly string[] | undefined = ['Good'],
  help?: string,
): DefectRow => ({ kind, document: document(parts), code, message, lenient, help });
