import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, jest, test } from '@jest/globals';
import fc from 'fast-check';
import { mergeDefinitions } from '../../src/convert/wsdl/definitions.ts';
import { writeWsdl } from '../../src/convert/wsdl/document.ts';
import { describeContract } from '../../src/convert/yaml/contract.ts';
import { writeNotation } from '../../src/convert/yaml/text.ts';
import { createDiagnosticBag, type Diagnostic } from '../../src/diagnostics/diagnostic.ts';
import type { Contract } from '../../src/model/wsdl.ts';
import { readContract } from '../../src/read/contract.ts';
import { wsdl } from '../plan/support/contract.ts';
import { contracts } from '../plan/yaml/random-contracts.ts';

describe('absent parameters', () => {
  const folder = join(import.meta.dirname, '../fixtures/http');
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
        allOptional(text).replaceAll(
          '<wsdl:part name="room"',
          `<wsdl:part ${optional} name="room"`,
        );
      expect(inYaml('optional.wsdl', wrong)).toContain(
        "parameter 'room' of operation 'Strict' over httpGet may be absent, unlike others or over SOAP",
      );
    });
  });
});

describe('headers and faults', () => {
  const wsdl = readFileSync(
    new URL('../golden/faults-and-headers/service.wsdl', import.meta.url),
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
});

describe('hoisted names', () => {
  /** Names of the types of a notation made of this schema. */
  function typesOf(schema: string): readonly string[] {
    const bag = createDiagnosticBag();
    const bytes = new TextEncoder().encode(
      wsdl({ schema, operations: { Test: { input: 'Test', output: 'TestResponse' } } }),
    );
    const contract = readContract('a.wsdl', { readFile: () => bytes }, bag);
    const notation = contract && describeContract(contract, bag);
    expect(bag.diagnostics).toEqual([]);
    return [...(notation?.types.keys() ?? [])].sort();
  }

  const inside = (content: string): string =>
    `<xs:complexType><xs:sequence>${content}</xs:sequence></xs:complexType>`;
  const address = `<xs:element name="address">${inside('<xs:element name="street" type="xs:string"/>')}</xs:element>`;

  /** Types with a type inside that has no name of its own. */
  const schema = (rest: string): string =>
    `<xs:complexType name="Student"><xs:sequence>${address}</xs:sequence></xs:complexType>
  <xs:element name="Test">${inside(`<xs:element name="student" type="t:Student"/>${rest}`)}</xs:element>
  <xs:element name="TestResponse"><xs:complexType/></xs:element>`;

  test('types without a name are called after the place they are at', () => {
    expect(typesOf(schema(''))).toEqual(['Student', 'StudentAddress']);
  });

  test('where that is the name of another type, they say so, and never by a counter', () => {
    const own = '<xs:complexType name="StudentAddress"><xs:sequence/></xs:complexType>';
    const taken = own.replace('StudentAddress', 'StudentAddressType');
    const used = '<xs:element name="own" type="t:StudentAddress"/>';
    expect(typesOf(own + schema(used))).toEqual([
      'Student',
      'StudentAddress',
      'StudentAddressType',
    ]);
    expect(typesOf(own + taken + schema(used))).toEqual([
      'Student',
      'StudentAddress',
      expect.stringMatching(/^StudentAddressType[A-Z][a-z]{4}$/),
    ]);
  });
});

describe('misfits', () => {
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
        .replace(
          portType,
          (one) => one + one.replace('NotesSoap', 'Notes12').replace('Find', 'Seek'),
        )
        .replace(/<wsdl:binding name="NotesSoap12".*?<\/wsdl:binding>/s, (one) =>
          one.replace('tns:NotesSoap', 'tns:Notes12').replace('"Find"', '"Seek"'),
        );
    expect(misfits(apart)).toContain(
      "error: the portTypes of service 'Notes' for SOAP 1.1 and SOAP 1.2 differ",
    );
  });
});

describe('round trip', () => {
  const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

  const read = (
    name: string,
    text: string,
  ): { contract: Contract; told: readonly Diagnostic[] } => {
    const bag = createDiagnosticBag();
    const contract = readContract(
      name,
      { readFile: (path) => (path === name ? new TextEncoder().encode(text) : undefined) },
      bag,
    );
    if (contract === undefined || bag.failed)
      throw new Error(JSON.stringify(messages(bag.diagnostics)));
    return { contract, told: bag.diagnostics };
  };

  const messages = (all: readonly Diagnostic[]): readonly string[] => all.map((one) => one.message);

  const toYaml = (contract: Contract): string => {
    const bag = createDiagnosticBag();
    const notation = describeContract(contract, bag);
    if (notation === undefined) throw new Error(messages(bag.diagnostics).join('\n'));
    expect(messages(bag.diagnostics)).toEqual([]);
    return writeNotation(notation);
  };

  const toWsdl = (contract: Contract): string => {
    const bag = createDiagnosticBag();
    const definitions = mergeDefinitions(contract, bag);
    if (definitions === undefined) throw new Error(messages(bag.diagnostics).join('\n'));
    return writeWsdl(definitions, undefined, { extensions: true, baseUrl: contract.baseUrl });
  };

  /** What a contract says, wherever it is. */
  const plain = (contract: unknown): unknown =>
    JSON.parse(
      JSON.stringify(contract, (key, value) =>
        key === 'span' ? undefined : value === Number.POSITIVE_INFINITY ? 'unbounded' : value,
      ),
    );

  const meaning = ({ name, definitions, baseUrl, documentation }: Contract): unknown =>
    plain({
      name,
      baseUrl,
      documentation,
      // the form is that of local elements, and a schema without them has none to tell
      definitions: definitions.map((one) => ({
        ...one,
        schemas: one.schemas.map((schema) =>
          JSON.stringify(plain(schema)).includes('"global":false')
            ? schema
            : { ...schema, elementFormDefault: undefined },
        ),
      })),
    });

  const folder = join(root, 'test/fixtures/yaml');
  const fixtures = [
    join(root, 'specs/student-information.yaml'),
    ...readdirSync(folder)
      .filter((name) => name.endsWith('.yaml'))
      .map((name) => join(folder, name)),
  ];

  describe.each(fixtures)('%s', (path) => {
    const { contract } = read('contract.yaml', readFileSync(path, 'utf8'));

    test('YAML to YAML gives the same contract', () => {
      const text = toYaml(contract);
      expect(meaning(read('contract.yaml', text).contract)).toEqual(meaning(contract));
      expect(toYaml(read('contract.yaml', text).contract)).toBe(text);
    });

    test('YAML to WSDL to YAML gives the same contract, service by service', () => {
      for (const definitions of contract.definitions) {
        const one: Contract = { ...contract, definitions: [definitions] };
        const text = toYaml(read('contract.wsdl', toWsdl(one)).contract);
        expect(meaning(read('contract.yaml', text).contract)).toEqual(meaning(one));
      }
    });
  });

  jest.setTimeout(60_000);
  describe('random contracts', () => {
    test('are the same after YAML to YAML and YAML to WSDL to YAML', () => {
      let sound = 0;
      fc.assert(
        fc.property(contracts, (notation) => {
          const written = writeNotation(notation);
          const bag = createDiagnosticBag();
          const contract = readContract(
            'random.yaml',
            { readFile: () => new TextEncoder().encode(written) },
            bag,
          );
          if (contract === undefined || bag.failed) return;
          sound += 1;
          expect(meaning(read('again.yaml', toYaml(contract)).contract)).toEqual(meaning(contract));
          const back = toYaml(read('random.wsdl', toWsdl(contract)).contract);
          expect(meaning(read('back.yaml', back).contract)).toEqual(meaning(contract));
        }),
        { numRuns: 150 },
      );
      expect(sound).toBeGreaterThan(40);
    });
  });

  test('QNames in defaults are written with their namespaces, since there are no prefixes', () => {
    const field = (value: string): string => `asmx: 1
name: N
namespace: urn:n
services: { S: { operations: { Op: { parameters: { value: Value } } } } }
types: { Value: { fields: { name: { type: QName, default: '${value}' } } } }
`;
    const { contract } = read('contract.yaml', field('{urn:x}local'));
    const wsdl = toWsdl(contract);
    expect(wsdl).toMatch(/xmlns:(s\d)="urn:x"[\s\S]*default="\1:local"/);
    expect(toYaml(read('contract.wsdl', wsdl).contract)).toContain('{urn:x}local');
  });
});
