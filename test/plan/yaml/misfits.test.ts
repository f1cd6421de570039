import { expect, test } from '@jest/globals';
import { mergeDefinitions } from '../../../src/convert/wsdl/definitions.ts';
import { writeWsdl } from '../../../src/convert/wsdl/document.ts';
import { describeContract } from '../../../src/convert/yaml/contract.ts';
import { createDiagnosticBag } from '../../../src/diagnostics/diagnostic.ts';
import { readContract } from '../../../src/read/contract.ts';

const notation = `
asmx: 1
name: Notes
namespace: urn:notes
bindings: [soap11, soap12, httpGet]
services:
  Notes:
    operations:
      Find: { parameters: { id: int }, returns: Note }
types:
  Note: { fields: { id: int } }
`;

const read = (name: string, text: string) => {
  const bag = createDiagnosticBag();
  const host = { readFile: () => new TextEncoder().encode(text) };
  const contract = readContract(name, host, bag);
  if (contract === undefined || bag.failed) throw new Error(JSON.stringify(bag.diagnostics));
  return contract;
};

/** The contract above as WSDL. */
function asWsdl(): string {
  const definitions = mergeDefinitions(read('notes.yaml', notation), createDiagnosticBag());
  return definitions === undefined ? '' : writeWsdl(definitions, undefined);
}

/** What does not fit into YAML of the changed WSDL. */
function misfits(change: (text: string) => string): readonly string[] {
  const bag = createDiagnosticBag();
  describeContract(read('notes.wsdl', change(asWsdl())), bag);
  return bag.diagnostics.map(({ severity, message }) => `${severity}: ${message}`);
}

test('a contract of the notation fits', () => {
  expect(misfits((text) => text)).toEqual([]);
});

test('an answer over GET that cannot be nil gets a warning, as the notation has only others', () => {
  expect(misfits((text) => text.replace('name="Note" nillable="true"', 'name="Note"'))).toEqual([
    "warning: operation 'Find' over httpGet answers with an element that cannot be nil: now it can",
  ]);
});

test('SOAP 1.1 and SOAP 1.2 with other operations are two interfaces, which the notation lacks', () => {
  const portType = /<wsdl:portType name="NotesSoap">.*?<\/wsdl:portType>/s;
  const apart = (text: string): string =>
    text
      .replace(portType, (one) => one + one.replace('NotesSoap', 'Notes12').replace('Find', 'Seek'))
      .replace(/<wsdl:binding name="NotesSoap12".*?<\/wsdl:binding>/s, (one) =>
        one.replace('tns:NotesSoap', 'tns:Notes12').replace('"Find"', '"Seek"'),
      );
  expect(misfits(apart)).toContain(
    "error: the portTypes of service 'Notes' for SOAP 1.1 and SOAP 1.2 differ",
  );
});
