import { readFileSync } from 'node:fs';
import { code, fence, pageHead, table } from './markdown-text.ts';

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
}

const example = `# yaml-language-server: $schema=./node_modules/asmx-gen/specs/asmx-contract.schema.json
asmx: 1
name: School
namespace: http://example.org/school
baseUrl: http://localhost:8080
services:
  Students:
    operations:
      GetStudent:
        documentation: Finds a student by number.
        parameters: { id: int }
        returns: Student | null
      ListStudents:
        parameters: { classId: string, marks: 'Mark[]' }
        returns: Student[]
      GetTotals:
        returns: { count: int, average: 'decimal?' }
      WriteReport:
        parameters: { id: int }
        returns: { written: binary }
      Remember:
        parameters: { note: string }
        oneWay: true
        bindings: [soap11, soap12]
      SendCode:
        parameters: { phone: phone }
        headers: { Session: { in: true, out: true, type: SessionHeader } }
        faults: { InvalidPhone: PhoneProblem }
types:
  Person:
    abstract: true
    fields: { name: string, born: 'date?' }
  Student:
    extends: Person
    attributes: { id: int }
    fields: { mark: Mark, phones: phone*, remarks: 'string[]' }
  Mark: { values: [A, B, C] }
  Rights: { values: { Read: May read, Write: May change }, flags: true }
  phone: { restricts: string, pattern: '[0-9+ ]{3,20}' }
  SessionHeader: { fields: { token: string } }
  PhoneProblem: { fields: { reason: string } }
  Money: { text: decimal, attributes: { currency: string } }
`;

/** What `inspect` prints for the example. */
const inspected = `School
  namespace  http://example.org/school
  base URL   http://localhost:8080
  contract   school.yaml

Students  /Students.asmx  soap11 soap12 httpGet httpPost
├─ GetStudent(id: int): Student | null
├─ ListStudents(classId: string, marks: Mark[]): Student[]  soap11 soap12
├─ GetTotals(): { count: int, average: decimal? }  soap11 soap12
├─ WriteReport(id: int): written binary
├─ Remember(note: string): one-way  soap11 soap12
└─ SendCode(phone: phone): void`;

/** Forms of type expressions, with what they mean on the wire and in TypeScript. */
const forms: readonly (readonly [form: string, wire: string, typescript: string])[] = [
  ['T', 'the element, once', '`T`'],
  ['T?', '`minOccurs="0"`', '`T \\| undefined`, optional'],
  ['T | null', '`nillable="true"`', '`T \\| null`'],
  [
    'T[]',
    'an array as ASMX writes it: `<xs><T>…</T></xs>`, of type `ArrayOfT`',
    '`readonly T[]`; items of classes and strings may be `null`',
  ],
  ['T*', 'the element itself, any number of times', '`readonly T[] | undefined`, optional'],
];

/** Sections that show the keys of one definition of the schema. */
const sections: readonly (readonly [title: string, definition: string, words: string])[] = [
  ['Service', 'service', 'An entry of `services`. Its name is that of the ASMX class.'],
  [
    'Operation',
    'operation',
    'An entry of `operations`. `Ping:` with nothing after it has no parameters and no result.',
  ],
  [
    'SOAP header',
    'header',
    'An entry of `headers`, with the name of its element. A type instead of a map means a header of the request. Callers and handlers get it by its name, as `soapHeaders`; every header may be left out.',
  ],
  [
    'Fault',
    'fault',
    'An entry of `faults`, with the name of the element in its detail; a type is enough. `isFault(error, Operation, Name)` narrows the detail, and `fault(Operation, Name, detail)` throws it.',
  ],
  ['Parameter or field', 'typedField', 'A map instead of a type gives more details.'],
  ['Class', 'class', 'An entry of `types` with fields, attributes or text.'],
  ['Enumeration', 'enumeration', 'An entry of `types` with values.'],
  ['Restriction', 'restriction', 'An entry of `types` that narrows a simple type.'],
];

/** `docs/reference/yaml-notation.md`, from the JSON schema of the notation. */
export function yamlPage(): string {
  const file = new URL('../../../specs/asmx-contract.schema.json', import.meta.url);
  const schema = JSON.parse(readFileSync(file, 'utf8')) as Schema & {
    readonly definitions: Readonly<Record<string, Schema>>;
  };
  const [builtIns] = schema.definitions.typeExpression?.anyOf ?? [];
  const parts = sections.map(([title, name, words]) =>
    [`## ${title}`, words, keyTable(schema.definitions[name] ?? {})].join('\n\n'),
  );
  return `${pageHead('YAML notation of contracts', 'specs/asmx-contract.schema.json')}
A contract in a few lines, for services that publish no WSDL. It is equivalent to the WSDL that ASMX would publish; \`convert\` turns one into the
other without loss. The order in the file is the order on the wire. Keys that do not exist are errors.

${fence('yaml', example, 'file: school.yaml')}

${fence('sh', 'npx asmx-gen inspect school.yaml')}

${fence('text', inspected, 'output')}

The first line of the contract tells editors where the JSON schema is, so that they complete keys and check values. The schema comes with the
package: \`asmx-gen/specs/asmx-contract.schema.json\`.

## Contract

${keyTable(schema)}

${parts.join('\n\n')}

## Types of fields

${table(
  ['form', 'on the wire', 'in TypeScript'],
  forms.map(([form, wire, typescript]) => [code(form), wire, typescript.replaceAll('\\|', '|')]),
)}

Forms can be combined: \`Student[]?\` is an array that may be absent, \`(string | null)[]\` one whose items may be nil. In \`{ }\`, YAML needs quotes
around a type with \`[ ]\`, and some readers need them around \`?\`: \`{ marks: 'Mark[]', born: 'date?' }\`. On a line of its own, a type needs none.
Without quotes, \`{ marks: Mark[] }\` is still read as meant, with warning [ASMX1015](diagnostics.md#asmx1015).

Over GET and POST, an absent parameter of type \`T?\` or \`T*\` is left out, and a missing parameter is read as absent; so is an empty
value of a type other than text, as sent by forms. ASMX itself requires every parameter. A contract for calling an ASMX service
therefore has \`allParameters: true\`, which \`convert\` and \`init\` write: an absent text is then sent as empty, an absent list as one without items,
and any other absent value is an error of the caller (\`encode\`). A WSDL cannot express that a parameter may be left out, so it always has this meaning.

Built-in names: ${(builtIns?.enum ?? []).map(code).join(', ')}. [Type mapping](type-mapping.md) lists their TypeScript types.

## What an operation returns

${table(
  ['`returns`', 'means'],
  [
    ['`void`, or nothing', 'an empty response'],
    ['a type', 'one result, `<Operation>Result` on the wire'],
    ['a map of types', 'several out parameters; in TypeScript an object'],
    [
      '`{ written: json }`, `text` or `binary`',
      'the operation writes directly to the HTTP response, before an empty envelope; the client returns what it wrote: parsed JSON, text or bytes',
    ],
  ],
)}

## What the notation cannot express

Choices, wildcards beside other elements, attributes of messages, SOAP encoding, services of which some operations have style rpc and others not, elements of
which some are unqualified and others not, and two types of one name in several namespaces: for these, write a WSDL. \`convert --to yaml\` lists the constructs
of a WSDL that YAML cannot express, each kind of a document once, with its position and the number of others.
`;
}

function keyTable({ properties = {}, required = [] }: Schema): string {
  return table(
    ['key', ''],
    Object.entries(properties).map(([key, one]) => {
      const { description, default: fallback, const: only } = one;
      const words = description ?? referenced(one);
      const extra = [
        only === undefined ? '' : ` Always ${code(String(only))}.`,
        fallback === undefined ? '' : ` Default: ${code(String(fallback))}.`,
        required.includes(key) ? ' **Required.**' : '',
      ];
      return [code(key), `${words}${extra.join('')}`];
    }),
  );
}

/** Words for keys that point to a definition. */
function referenced({ $ref = '' }: Schema): string {
  if ($ref.endsWith('/bindings')) {
    return 'Bindings offered: `soap11`, `soap12`, `httpGet`, `httpPost`. Those of the level above when absent, all four at the top. If no level names them, operations that take arrays have no `httpGet` and `httpPost`.';
  }
  if ($ref.endsWith('/returns')) return 'What it answers: see [below](#what-an-operation-returns).';
  if ($ref.endsWith('/typeExpression')) return 'A [type](#types-of-fields).';
  return '';
}
