import { describe, expect, test } from '@jest/globals';
import { decodeDocument } from '../../src/read/document-text.ts';
import { foreignKind } from '../../src/read/xml-tree.ts';

const kindOf = (file: string | Uint8Array): string | undefined => {
  const bytes = typeof file === 'string' ? new TextEncoder().encode(file) : file;
  return foreignKind(bytes, decodeDocument(bytes).text);
};
const xs = 'xmlns:xs="http://www.w3.org/2001/XMLSchema"';

describe('a file that an import leads to', () => {
  test.each<[string, string | Uint8Array]>([
    ['an empty file', ''],
    ['an empty file', ' \n\n'],
    ['a text file', 'PASSWORD=secret\n'],
    ['a text file', 'a < b\n'],
    ['a text file', '[section]\nkey=value\n'],
    ['JSON', '{"token": "<secret>"}'],
    ['JSON', ' [1, 2]'],
    ['a binary file', new Uint8Array([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0])],
    ['a binary file', new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0xff, 0xd8])],
    ['a binary file', new Uint8Array([0, 0, 0xfe, 0xff, 0, 0, 0, 0x3c])],
    ['an HTML page', '<!DOCTYPE html>\n<html><body>Not found</body></html>'],
    [
      'an HTML page',
      '<?xml version="1.0"?>\n<!-- saved from url=(1)http://h -->\n<html><p></html>',
    ],
    ['an HTML page', '<html lang="en"><body>Not found<br></body></html>'],
    ['XML that is not well-formed', '<secret<'],
    ['XML that is not well-formed', `<x:schema ${xs}/>`],
    ["XML with root element 'settings' of no namespace", '<settings><password/></settings>'],
    [
      "XML with root element 'Envelope' of namespace 'urn:soap'",
      '<?xml version="1.0"?><!-- secret --><s:Envelope xmlns:s="urn:soap"/>',
    ],
    [
      "XML with root element 'types' of namespace 'http://www.w3.org/2001/XMLSchema'",
      `<xs:types ${xs}/>`,
    ],
  ])('is %s', (kind, file) => {
    expect(kindOf(file)).toBe(kind);
  });

  test.each([
    `<xs:schema ${xs}/>`,
    `<xs:schema ${xs}><unclosed`,
    `<!-- a --><schema xmlns="http://www.w3.org/1999/XMLSchema"/>`,
    `<!DOCTYPE xs:schema SYSTEM "XMLSchema.dtd"><xs:schema ${xs}/>`,
    '<w:definitions xmlns:w="http://schemas.xmlsoap.org/wsdl/">',
  ])('may be quoted when it is %s', (file) => {
    expect(kindOf(file)).toBeUndefined();
  });
});
