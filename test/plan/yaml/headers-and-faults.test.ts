import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { describeContract } from '../../../src/convert/yaml/contract.ts';
import { writeNotation } from '../../../src/convert/yaml/text.ts';
import { createDiagnosticBag } from '../../../src/diagnostics/diagnostic.ts';
import { readContract } from '../../../src/read/contract.ts';

const wsdl = readFileSync(
  new URL('../../golden/faults-and-headers/service.wsdl', import.meta.url),
  'utf8',
).replace('<s:anyAttribute/>', '');

/** The WSDL as YAML, and what is said of it. */
function toYaml(change: (text: string) => string): { said: readonly string[]; text: string } {
  const bag = createDiagnosticBag();
  const host = { readFile: () => new TextEncoder().encode(change(wsdl)) };
  const contract = readContract('phones.wsdl', host, bag);
  if (contract === undefined || bag.failed) throw new Error(JSON.stringify(bag.diagnostics));
  const notation = describeContract(contract, bag);
  return {
    said: bag.diagnostics.map(({ severity, message }) => `${severity}: ${message}`),
    text: notation === undefined ? '' : writeNotation(notation),
  };
}

test('fit into YAML', () => {
  const { said, text } = toYaml((all) => all);
  expect(said).toEqual([]);
  expect(text).toContain('headers: { Session: { in: true, out: true, type: Session } }');
  expect(text).toContain('faults: { InvalidPhone: InvalidPhone }');
});

const header = '<soap:header message="tns:SendSession" part="Session" use="literal"/>';

test.each<readonly [string, (text: string) => string, string]>([
  [
    'only in answers',
    (text) => text.replace(header, ''),
    'headers: { Session: { out: true, type: Session } }',
  ],
  [
    'a type of its own',
    (text) =>
      text.replace(
        '<s:element name="Session" type="tns:Session"/>',
        '<s:element name="Session"><s:complexType/></s:element>',
      ),
    'headers: { Session: { in: true, out: true, type: SessionType } }',
  ],
])('a header: %s', (_name, change, line) => {
  const { said, text } = toYaml(change);
  expect(said).toEqual([]);
  expect(text).toContain(line);
});

test.each<readonly [string, (text: string) => string, string]>([
  [
    'a header is required',
    (text) => text.replace(header, header.replace('part', 'wsdl:required="true" part')),
    "warning: SOAP header 'Session' of operation 'Send' is required: now it may be left out",
  ],
  [
    'a part has another name than its element',
    (text) =>
      text
        .replace('<wsdl:part name="Session"', '<wsdl:part name="Who"')
        .replaceAll('part="Session"', 'part="Who"'),
    "warning: SOAP header 'Who' of operation 'Send' gets the name of its element, 'Session'",
  ],
  [
    'a fault has another name than its element',
    (text) => text.replaceAll('name="InvalidPhone" message', 'name="Bad" message'),
    "warning: fault 'Bad' of operation 'Send' gets the name of its element, 'InvalidPhone'",
  ],
  [
    'a header is encoded',
    (text) => text.replace(header, header.replace('literal', 'encoded')),
    "error: SOAP header 'Session' of operation 'Send' is encoded",
  ],
  [
    'a fault has a type instead of an element',
    (text) => text.replace('name="detail" element="tns:Inv', 'name="detail" type="tns:Inv'),
    "error: fault 'InvalidPhone' of operation 'Send' names no element",
  ],
])('is said: %s', (_name, change, message) => {
  expect(toYaml(change).said).toContain(message);
});
