import { describe, expect, test } from '@jest/globals';
import { withoutDocumentType } from '../../src/read/document-text.ts';

describe('a document type declaration', () => {
  test.each([
    '<!DOCTYPE schema>',
    '<!DOCTYPE xs:schema PUBLIC "-//W3C//DTD XMLSCHEMA 200102//EN" "XMLSchema.dtd">',
    "<!DOCTYPE xsd:schema SYSTEM 'XMLSchema.dtd' []>",
    `<!DOCTYPE schema
  PUBLIC "-//W3C//DTD XMLSchema 200102//EN" "http://www.w3.org/2001/XMLSchema.dtd"
 [
   <!ATTLIST schema
     xmlns:ds CDATA #FIXED "http://www.w3.org/2000/09/xmldsig#">
   <!ENTITY dsig 'http://www.w3.org/2000/09/xmldsig#'>
   <!ENTITY % p ''>
   <!ENTITY % s ' > ] '>
 ] >`,
    `<!DOCTYPE xs:schema [ <!-- ]> " --> <?keep "?> <!ELEMENT hfp:hasFacet EMPTY>
      <!ENTITY % attributes 'xmlns:hfp CDATA #IMPLIED'> %attributes; ]>`,
  ])('of a schema that changes nothing is blank: %s', (declaration) => {
    const [before, behind] = ['<?xml version="1.0"?>\n<!-- <!DOCTYPE a> -->\n', '\n<xs:schema/>'];
    const text = withoutDocumentType(before + declaration + behind);
    expect(text).toBe(before + declaration.replace(/[^\n]/g, ' ') + behind);
  });

  test.each([
    '<!DOCTYPE definitions [<!ENTITY a "b">]><definitions/>',
    '<!DOCTYPE html><html/>',
    '<!DOCTYPE schema [<!ENTITY a SYSTEM "file:///etc/passwd">]><schema>&a;</schema>',
    '<!DOCTYPE schema [<!ENTITY % a PUBLIC "a" "b"> %a;]><schema/>',
    '<!DOCTYPE schema [<!NOTATION a SYSTEM "b">]><schema/>',
    '<!DOCTYPE schema [<!ENTITY a "b"><schema/>',
    '<!DOCTYPE schema [<!ENTITY a "b]><schema/>',
    '<!DOCTYPE schema [<!-- ]><schema/>',
    '<!DOCTYPE schema [ ] x><schema/>',
    '<xs:schema/><!DOCTYPE schema>',
    '<xs:schema/>',
    '',
  ])('of anything else stays: %s', (text) => {
    expect(withoutDocumentType(text)).toBe(text);
  });
});
