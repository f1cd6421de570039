import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { describeContract } from '../../../src/convert/yaml/contract.ts';
import { writeNotation } from '../../../src/convert/yaml/text.ts';
import { createDiagnosticBag } from '../../../src/diagnostics/diagnostic.ts';
import { readContract } from '../../../src/read/contract.ts';

const folder = join(import.meta.dirname, '../../fixtures/http');
const optional = 'xmlns:contract="urn:asmx-gen:contract:1" contract:optional="true"';

/** A contract in the YAML notation, or why it cannot be written in it. */
function inYaml(name: string, change: (text: string) => string = (text) => text): string {
  const bag = createDiagnosticBag();
  const text = change(readFileSync(join(folder, name), 'utf8'));
  const host = { readFile: () => new TextEncoder().encode(text) };
  const contract = readContract(name, host, bag);
  const notation = contract && describeContract(contract, bag);
  return notation === undefined
    ? bag.diagnostics.map(({ message }) => message).join('\n')
    : writeNotation(notation);
}

const allOptional = (text: string): string =>
  text.replaceAll(
    /<wsdl:part (?=name="(?!parameters|Body|room"|name"))/g,
    `<wsdl:part ${optional} `,
  );

describe('whether GET and POST want what may be absent over SOAP', () => {
  test('is said in one word of a WSDL', () => {
    expect(inYaml('optional.wsdl')).toContain('\nallParameters: true\n');
  });

  test('is not said where they do not', () => {
    const text = inYaml('optional.yaml');
    expect(text).not.toContain('allParameters');
    expect(text).toContain('parameters:\n          room: int?\n          name: string?\n');
    expect(inYaml('optional.wsdl', allOptional)).not.toContain('allParameters');
  });

  test('is not said where nothing may be absent', () => {
    const required = (text: string): string => text.replaceAll(/\?|(?<=int)\*/g, '');
    expect(inYaml('optional.yaml', required)).not.toContain('allParameters');
  });

  test('cannot be said where it differs', () => {
    const once = (text: string): string =>
      allOptional(text).replace(`<wsdl:part ${optional} name="on"`, '<wsdl:part name="on"');
    expect(inYaml('optional.wsdl', once)).toContain(
      "parameter 'level' of operation 'Switch' over httpGet may be absent, unlike others or over SOAP",
    );
  });

  test('cannot be said of what SOAP wants', () => {
    const wrong = (text: string): string =>
      allOptional(text).replaceAll('<wsdl:part name="room"', `<wsdl:part ${optional} name="room"`);
    expect(inYaml('optional.wsdl', wrong)).toContain(
      "parameter 'room' of operation 'Strict' over httpGet may be absent, unlike others or over SOAP",
    );
  });
});
