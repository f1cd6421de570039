import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { loadCodecs } from '../plan/support/codecs.ts';
import { planText, wsdl } from '../plan/support/contract.ts';

/**
 * Documents that xmlsec1 signed with the key of `fixtures/wss/client`, and their roots: with
 * declarations that nothing uses, with a PrefixList, with two prefixes of one namespace, and with a
 * signed element inside.
 */
export const signedDocuments = [
  ['invoice', 'Invoice'],
  ['assertion', 'saml:Assertion'],
  ['order', 'o:Order'],
  ['fiscal', 'NFe'],
] as const;

/** A signed document. */
export function signedDocument(name: string): string {
  return readFileSync(join(import.meta.dirname, `../fixtures/signed/${name}.xml`), 'utf8');
}

const any =
  '<xs:complexType><xs:sequence><xs:any processContents="skip"/></xs:sequence></xs:complexType>';
const codecs = loadCodecs(
  planText(
    wsdl({
      schema: `<xs:element name="Test">${any}</xs:element><xs:element name="TestResponse">${any}</xs:element>`,
    }),
  ),
);

/** A document that a client read at a wildcard of an answer, as it is in its next request. */
export function passedOn(name: string, tag: string): string {
  const answer = `<t:TestResponse xmlns:t="urn:test">${signedDocument(name)}</t:TestResponse>`;
  const value = codecs.readBody('readTestResponse', answer);
  const request = codecs.write('writeTestRequest', value);
  return new RegExp(`<${tag} .*</${tag}>`, 's').exec(request)?.[0] ?? '';
}
