/** A whole file that is something else. */
export interface FileRow {
  readonly kind: string;
  readonly source: string | Uint8Array;
  readonly path?: string;
  /** Place, code and message. */
  readonly expected: string;
  readonly help?: string;
}

const deep = `${'<a>'.repeat(5000)}${'</a>'.repeat(5000)}`;

/** Files that are given in place of a contract. */
export const wholeFiles: readonly FileRow[] = [
  {
    kind: 'an empty file',
    source: '',
    expected: '1:1 ASMX1020 Root element is missing',
    help: 'fix the XML here, or fetch the document again if it was cut off',
  },
  {
    kind: 'blanks',
    source: ' \n ',
    expected: '2:2 ASMX1020 Root element is missing',
    help: 'fix the XML here, or fetch the document again if it was cut off',
  },
  {
    kind: 'a web page',
    source: '<html><body>Not found</body></html>',
    expected: "1:1 ASMX1002 A contract begins with 'wsdl:definitions', not with 'html'",
    help: 'This is a web page: add ?WSDL to its address',
  },
  {
    kind: 'a web page with DOCTYPE',
    source: '<!DOCTYPE html>\n<html><body>Not found</body></html>',
    expected: '1:1 ASMX1021 A document type declaration is refused',
    help: 'This is a web page: add ?WSDL to its address',
  },
  {
    kind: 'OpenAPI',
    source: '{"openapi": "3.1.0"}',
    path: 'a.json',
    expected: " ASMX1002 'a.json' is an OpenAPI document, not a contract",
    help: 'asmx-gen reads WSDL and writes OpenAPI',
  },
  {
    kind: 'JSON',
    source: '{"name": "orders"}',
    path: 'a.json',
    expected: "1:2 ASMX1012 key 'asmx' is missing in the contract",
    help: 'begin the file with asmx: 1',
  },
  {
    kind: 'JSON called WSDL',
    source: '{"name": "orders"}',
    expected: '1:1 ASMX1020 Data at the root level is invalid',
    help: 'fix the XML here, or fetch the document again if it was cut off',
  },
  {
    kind: 'plain text',
    source: 'Not found',
    path: 'a.txt',
    expected: '1:1 ASMX1013 this is neither a WSDL document nor a map in YAML',
    help: 'a contract in YAML begins with asmx: 1, name, namespace and services',
  },
  {
    kind: 'WSDL 2.0',
    source: '<description xmlns="http://www.w3.org/ns/wsdl"/>',
    expected: "1:1 ASMX1002 A contract begins with 'wsdl:definitions', not with 'description'",
    help: 'This is WSDL 2.0; only WSDL 1.1 is supported',
  },
  {
    kind: 'an empty schema',
    source: '<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema"/>',
    expected: "1:1 ASMX3005 Schema 'a' declares no element and no type",
    help: 'Name a schema that declares some, or a WSDL',
  },
  {
    kind: 'a SOAP message',
    source:
      '<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body/></s:Envelope>',
    expected: "1:1 ASMX1002 A contract begins with 'wsdl:definitions', not with 'Envelope'",
    help: 'This is a SOAP message: name the WSDL of its service',
  },
  {
    kind: 'another namespace',
    source: '<definitions xmlns="urn:x"/>',
    expected: "1:1 ASMX1002 A contract begins with 'wsdl:definitions', not with 'definitions'",
    help: "The namespace of WSDL 1.1 is 'http://schemas.xmlsoap.org/wsdl/'",
  },
  {
    kind: 'a DOCTYPE',
    source:
      '<!DOCTYPE definitions [<!ENTITY a "b">]>\n<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>',
    expected: '1:1 ASMX1021 A document type declaration is refused',
    help: 'Remove the DOCTYPE; entities it declares must be written out',
  },
  {
    kind: 'an end that is missing',
    source: '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/">\n<types>',
    expected:
      '2:8 ASMX1020 Unexpected end of file has occurred. The following elements are not closed: types, definitions',
    help: 'fix the XML here, or fetch the document again if it was cut off',
  },
  {
    kind: 'a tag that does not match',
    source: '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/">\n</types>',
    expected: "2:3 ASMX1020 The 'definitions' start tag does not match the end tag of 'types'",
    help: 'fix the XML here, or fetch the document again if it was cut off',
  },
  {
    kind: 'an attribute twice',
    source: '<definitions name="a" name="b" xmlns="http://schemas.xmlsoap.org/wsdl/"/>',
    expected: "1:23 ASMX1020 'name' is a duplicate attribute name",
    help: 'fix the XML here, or fetch the document again if it was cut off',
  },
  {
    kind: 'an entity',
    source: '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/">&nbsp;</definitions>',
    expected: "1:56 ASMX1020 Reference to undeclared entity 'nbsp'",
    help: 'fix the XML here, or fetch the document again if it was cut off',
  },
  {
    kind: 'a prefix no one declared',
    source: '<w:definitions/>',
    expected: "1:2 ASMX1020 'w' is an undeclared prefix",
    help: 'fix the XML here, or fetch the document again if it was cut off',
  },
  {
    kind: 'a declaration after a blank line',
    source: '\n<?xml version="1.0"?><definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>',
    expected:
      '2:3 ASMX1020 Unexpected XML declaration. The XML declaration must be the first node in the document, and no white space characters are allowed to appear before it',
    help: 'Remove the spaces and lines before <?xml: nothing may be there',
  },
  {
    kind: 'too deep',
    source: `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/">${deep}</definitions>`,
    expected: '1:1252 ASMX1032 Elements are nested deeper than 400',
  },
  {
    kind: 'bytes that are no UTF-8',
    source: Uint8Array.of(0x3c, 0x61, 0xe9, 0x3e),
    expected: '1:3 ASMX1003 The file is not valid UTF-8',
    help: 'Save the file in the encoding it declares',
  },
  {
    kind: 'an encoding no one knows',
    source: '<?xml version="1.0" encoding="klingon"?><a/>',
    expected: "1:1 ASMX1003 The file declares encoding 'klingon', which is not known",
    help: 'Save the file in the encoding it declares',
  },
  {
    kind: 'nothing to generate',
    source: '<definitions xmlns="http://schemas.xmlsoap.org/wsdl/"/>',
    expected: "1:1 ASMX3005 Contract 'a' has no operation that a SOAP or HTTP binding describes",
  },
];
