import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { Ajv } from 'ajv';
import fc from 'fast-check';
import { parse } from 'yaml';
import { writeWsdl } from '../../src/convert/wsdl/document.ts';
import { describeContract } from '../../src/convert/yaml/contract.ts';
import { writeNotation } from '../../src/convert/yaml/text.ts';
import { createDiagnosticBag, positionAt } from '../../src/diagnostics/diagnostic.ts';
import { orderDiagnostics, reportText } from '../../src/diagnostics/report.ts';
import { lintModel, lintRules } from '../../src/lint/rules.ts';
import { linkContract } from '../../src/model/link.ts';
import type { Contract, Definitions } from '../../src/model/wsdl.ts';
import type {
  ElementSyntax,
  ParticleSyntax,
  TypeSyntax,
} from '../../src/model/xsd/schema-document.ts';
import { readContract } from '../../src/read/contract.ts';
import { readYamlContract } from '../../src/read/yaml/contract.ts';
import { modelOf } from '../plan/contract-texts.ts';
import { runs } from '../runs.ts';
import { linkFiles, operationsOf } from './contract-text.ts';

describe('everything', () => {
  const text = readFileSync(new URL('../fixtures/yaml/everything.yaml', import.meta.url), 'utf8');

  function read(source: string): Contract {
    const bag = createDiagnosticBag();
    const contract = readYamlContract({ path: 'everything.yaml', text: source }, bag);
    expect(bag.diagnostics).toEqual([]);
    if (contract === undefined) throw new Error('not read');
    return contract;
  }

  /** A content model in one line: `a: int 1..1`. */
  function outline(particle: ParticleSyntax | undefined): string {
    if (particle === undefined) return '';
    const { min, max } = 'occurs' in particle ? particle.occurs : { min: 1, max: 1 };
    const often =
      min === 1 && max === 1 ? '' : ` ${min}..${max === Number.POSITIVE_INFINITY ? '*' : max}`;
    if (particle.kind === 'model') return `(${particle.particles.map(outline).join(', ')})${often}`;
    if (particle.kind === 'any') return `any ${particle.wildcard.namespace}${often}`;
    if (particle.kind !== 'elementParticle') return particle.kind;
    return `${describeElement(particle.element)}${often}`;
  }

  function describeElement(element: ElementSyntax): string {
    const type = element.typeRef?.name.localName ?? describeType(element.type);
    const marks = `${element.nillable ? ' nil' : ''}${element.default === undefined ? '' : ` =${element.default}`}`;
    return `${element.name.localName}: ${type}${marks}`;
  }

  function describeType(type: TypeSyntax | undefined): string {
    if (type === undefined) return 'anything';
    if (type.kind === 'simpleType') {
      const { variety } = type;
      if (variety.kind === 'list') return `list of ${describeType(variety.item)}`;
      if (variety.kind === 'union') return 'union';
      const facets = variety.facets.map(({ name, value }) => `${name}=${value}`);
      return `${variety.base?.name.localName} ${facets.join(' ')}`;
    }
    const base =
      type.derivation === undefined
        ? ''
        : `${type.derivation.content} ${type.derivation.base.name.localName} + `;
    const attributes = type.attributes.map((one) =>
      one.kind === 'attribute'
        ? ` @${one.name.localName}: ${one.typeRef?.name.localName} ${one.use}${one.default === undefined ? '' : ` =${one.default}`}`
        : '',
    );
    return `${type.abstract ? 'abstract ' : ''}${type.mixed ? 'mixed ' : ''}${base}${outline(type.particle)}${attributes.join('')}`;
  }

  function elements(definitions: Definitions | undefined): Readonly<Record<string, string>> {
    const all = definitions?.schemas[0]?.elements ?? [];
    return Object.fromEntries(all.map((one) => [one.name.localName, describeElement(one)]));
  }

  function types(definitions: Definitions | undefined): Readonly<Record<string, string>> {
    const all = definitions?.schemas.flatMap((schema) => schema.types) ?? [];
    return Object.fromEntries(all.map((one) => [one.name?.localName, describeType(one)]));
  }

  const [kinds, written] = read(text).definitions;

  describe('definitions of a YAML contract', () => {
    test('have the elements ASMX writes, results of GET and POST last', () => {
      expect(elements(kinds)).toEqual({
        Scalars:
          'Scalars: (count: int, note: string 0..1, born: date 0..1, size: long =5, mark: Mark, letter: char, code: Code)',
        ScalarsResponse: 'ScalarsResponse: (ScalarsResult: string 0..1)',
        Nullable: 'Nullable: (n: int nil, s: string nil, both: string nil 0..1)',
        NullableResponse: 'NullableResponse: (NullableResult: int nil)',
        Lists:
          'Lists: (names: ArrayOfString, ids: ArrayOfInt 0..1, tags: string 0..*, data: base64Binary)',
        ListsResponse: 'ListsResponse: (ListsResult: ArrayOfStudent)',
        Matrix: 'Matrix: (rows: ArrayOfArrayOfInt, gaps: ArrayOfNullableOfInt)',
        MatrixResponse: 'MatrixResponse: (MatrixResult: ArrayOfArrayOfString nil)',
        Content: 'Content: ',
        ContentResponse: 'ContentResponse: (ContentResult: anything)',
        Fragment: 'Fragment: (node: mixed (any ##any))',
        FragmentResponse: 'FragmentResponse: (FragmentResult: mixed (any ##any) 0..1)',
        Sets: 'Sets: ',
        SetsResponse:
          'SetsResponse: (SetsResult: (any http://www.w3.org/2001/XMLSchema 0..1, any urn:schemas-microsoft-com:xml-diffgram-v1 0..1) 1..* 0..1)',
        Table: 'Table: ',
        TableResponse:
          'TableResponse: (TableResult: (any http://www.w3.org/2001/XMLSchema 0..*, any urn:schemas-microsoft-com:xml-diffgram-v1))',
        Outs: 'Outs: (a: int)',
        OutsResponse: 'OutsResponse: (OutsResult: int, doubled: int, text: string 0..1)',
        Named: 'Named: ',
        NamedResponse: 'NamedResponse: (NamedResult: guid)',
        Repeated: 'Repeated: ',
        RepeatedResponse: 'RepeatedResponse: (RepeatedResult: Student 0..*)',
        Shapes: 'Shapes: (shape: Shape)',
        ShapesResponse: 'ShapesResponse: (ShapesResult: Shape 0..1)',
        Prices: 'Prices: ',
        PricesResponse: 'PricesResponse: (PricesResult: Money 0..1)',
        string: 'string: string nil',
        ArrayOfStudent: 'ArrayOfStudent: ArrayOfStudent nil',
        anyType: 'anyType: anything nil',
        DataSet:
          'DataSet: (any http://www.w3.org/2001/XMLSchema 0..1, any urn:schemas-microsoft-com:xml-diffgram-v1 0..1) 1..* nil',
        DataTable:
          'DataTable: (any http://www.w3.org/2001/XMLSchema 0..*, any urn:schemas-microsoft-com:xml-diffgram-v1) nil',
        guid: 'guid: guid',
        Money: 'Money: Money nil',
      });
    });

    test('have the types that the operations reach, arrays as ASMX names them', () => {
      expect(types(kinds)).toEqual({
        Mark: 'string enumeration=A enumeration=B enumeration=C',
        Code: 'string pattern=[A-Z]* maxLength=4',
        ArrayOfString: '(string: string nil 0..*)',
        ArrayOfInt: '(int: int 0..*)',
        ArrayOfStudent: '(Student: Student nil 0..*)',
        Student:
          '(id: int, name: string 0..1, marks: ArrayOfMark, days: Days, friends: ArrayOfStudent 0..1, best: Student 0..1) @no: int required @lang: string optional =en',
        ArrayOfMark: '(Mark: Mark 0..*)',
        Days: 'list of string enumeration=Mon enumeration=Tue enumeration=3',
        ArrayOfArrayOfInt: '(ArrayOfInt: ArrayOfInt nil 0..*)',
        ArrayOfNullableOfInt: '(int: int nil 0..*)',
        ArrayOfArrayOfString: '(ArrayOfString: ArrayOfString nil 0..*)',
        Shape: 'abstract (title: string)',
        Circle: 'complex Shape + (radius: double)',
        Ring: 'complex Circle +  @inner: double optional',
        Money: 'simple decimal +  @currency: Code required',
        char: 'unsignedShort ',
        guid: 'string pattern=[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}',
        StringArray: 'complex Array + (String: string 0..*)',
      });
    });

    test('leave out of GET and POST what ASMX leaves out', () => {
      const over = (ending: string) =>
        kinds?.portTypes
          .find((one) => one.name.localName === `Kinds${ending}`)
          ?.operations.map((one) => one.name);
      expect(over('Soap')).toHaveLength(13);
      const simple = [
        'Scalars',
        'Lists',
        'Content',
        'Sets',
        'Table',
        'Named',
        'Repeated',
        'Prices',
      ];
      expect(over('HttpGet')).toEqual(simple);
      expect(over('HttpPost')).toEqual(simple);
    });

    test('say string of every GET and POST parameter, and StringArray of arrays', () => {
      const parts = (name: string) =>
        kinds?.messages
          .find((one) => one.name.localName === name)
          ?.parts.map(
            (part) => `${part.name}: ${part.type?.name.localName ?? part.element?.name.localName}`,
          );
      expect(parts('ScalarsHttpGetIn')).toEqual(
        ['count', 'note', 'born', 'size', 'mark', 'letter', 'code'].map(
          (name) => `${name}: string`,
        ),
      );
      expect(parts('ListsHttpPostIn')).toEqual(
        ['names', 'ids', 'tags', 'data'].map((name) => `${name}: StringArray`),
      );
      expect(parts('ScalarsHttpGetOut')).toEqual(['Body: string']);
      expect(parts('RepeatedHttpGetOut')).toEqual(['Body: ArrayOfStudent']);
      expect(parts('ScalarsSoapIn')).toEqual(['parameters: Scalars']);
      expect(parts('ScalarsSoapOut')).toEqual(['parameters: ScalarsResponse']);
    });

    test('keep service settings, written kinds, actions and one-way calls', () => {
      expect(written?.targetNamespace).toBe('urn:example:written');
      expect(
        written?.bindings.map((one) => [one.kind, one.operations.map((each) => each.name)]),
      ).toEqual([
        ['soap12', ['Json', 'Binary', 'Tell', 'Students']],
        ['httpPost', ['Json', 'Text', 'Binary', 'Tell', 'Posted', 'Students']],
      ]);
      const [soap, post] = written?.portTypes ?? [];
      expect(soap?.operations.map((one) => one.written)).toEqual([
        'json',
        'binary',
        undefined,
        undefined,
      ]);
      expect(post?.operations[1]?.written).toBe('text');
      expect(written?.bindings[0]?.operations.map((one) => one.soapAction)).toEqual([
        'urn:example:written/Json',
        'urn:example:binary',
        'urn:example:written/Tell',
        'urn:example:written/Students',
      ]);
      expect(soap?.operations[2]?.output).toBeUndefined();
      expect(post?.operations[3]?.output?.message.name.localName).toBe('TellHttpPostOut');
      expect(written?.services[0]?.ports.map((port) => port.address)).toEqual([
        'https://example.org/services/odd/Written.asmx',
        'https://example.org/services/odd/Written.asmx',
      ]);
    });

    test('keep the types of parameters where there is no SOAP to tell them', () => {
      const posted = written?.messages.find((one) => one.name.localName === 'PostedHttpPostIn');
      expect(posted?.parts.map((part) => part.type?.name)).toEqual([
        { namespace: 'http://www.w3.org/2001/XMLSchema', localName: 'int' },
        { namespace: 'urn:example:written', localName: 'Mark' },
      ]);
    });

    test('carry documentation where it was written', () => {
      expect(kinds?.documentation).toBe('Values of every kind.');
      expect(kinds?.services[0]?.documentation).toBe('Values of every kind.');
      expect(kinds?.portTypes.map((one) => one.operations[0]?.documentation)).toEqual([
        'Takes simple values.',
        'Takes simple values.',
        'Takes simple values.',
      ]);
      const student = kinds?.schemas[0]?.types.find((type) => type.name?.localName === 'Student');
      expect(student?.documentation).toBe('A pupil.');
    });

    test('share the types of one namespace between services', () => {
      const contract = read(`asmx: 1
name: Two
namespace: http://tempuri.org/
services:
  A: { operations: { Get: { returns: 'Student[]' } } }
  B: { operations: { Put: { parameters: { all: 'Student[]' } } } }
types:
  Student: { fields: { id: int } }
`);
      const [a, b] = contract.definitions.map((one) => one.schemas[0]?.types ?? []);
      expect(a).toHaveLength(2);
      expect(b?.every((type, index) => type === a?.[index])).toBe(true);
    });

    test('are the same with and without quotes around arrays, which other readers need', () => {
      const bare = text.replaceAll(/'([^' ]*\[\]\??|\(int \| null\)\[\])'/g, '$1');
      const bag = createDiagnosticBag();
      const contract = readYamlContract({ path: 'everything.yaml', text: bare }, bag);
      const outlines = (one: Contract | undefined) => one?.definitions.map(types);
      expect(outlines(contract)).toEqual(outlines(read(text)));
      expect(bag.diagnostics.map(({ code, severity }) => `${severity} ${code}`)).toEqual(
        Array(9).fill('warning ASMX1015'),
      );
      expect(bag.diagnostics[4]?.message).toContain('(int | null)[] needs quotes here');
      expect(bag.diagnostics[4]?.help).toContain("write '(int | null)[]'");
    });

    test('put one slash between namespace and operation', () => {
      for (const namespace of ['http://tempuri.org/', 'http://tempuri.org']) {
        const contract = read(`asmx: 1
name: One
namespace: ${namespace}
services: { A: { operations: { Get: } } }
`);
        const binding = contract.definitions[0]?.bindings[0];
        expect(binding?.operations[0]?.soapAction).toBe('http://tempuri.org/Get');
        expect(contract.definitions[0]?.services[0]?.ports[0]?.address).toBe('/A.asmx');
      }
    });

    test('link without a word', () => {
      const bag = createDiagnosticBag();
      const model = linkContract(read(text), bag);
      expect(bag.diagnostics).toEqual([]);
      expect(model?.services.map((service) => service.path)).toEqual([
        '/Kinds.asmx',
        '/odd/Written.asmx',
      ]);
    });

    test('are the same when they are written as WSDL and read again', () => {
      for (const definitions of read(text).definitions) {
        const wsdl = writeWsdl(definitions, undefined, { extensions: true });
        const bag = createDiagnosticBag();
        const host = { readFile: () => new TextEncoder().encode(wsdl) };
        const again = readContract('everything.wsdl', host, bag)?.definitions[0];
        expect(bag.diagnostics).toEqual([]);
        expect(plain(again)).toEqual(plain(definitions));
      }
    });
  });

  /**
   * Definitions without places, without what a reader notes for itself and without schemas it knows
   * by heart.
   */
  function plain(definitions: Definitions | undefined): unknown {
    const schemas = definitions?.schemas.filter((schema) => schema.builtin !== true);
    const dropped = new Set(['span', 'leftOut', 'defects', 'builtin', 'order', 'originals']);
    return JSON.parse(
      JSON.stringify({ ...definitions, schemas }, (key, value: unknown) => {
        if (dropped.has(key)) return undefined;
        return value === Number.POSITIVE_INFINITY ? 'unbounded' : value;
      }),
    );
  }
});

describe('student information', () => {
  const path = 'specs/student-information.yaml';
  const text = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const bag = createDiagnosticBag();
  const contract = readYamlContract({ path, text }, bag);
  const definitions = contract?.definitions ?? [];

  /** Parameters of a wrapper element with their types and how often they are. */
  function parameters(element: ElementSyntax | undefined): readonly string[] {
    const particle = element?.type?.kind === 'complexType' ? element.type.particle : undefined;
    if (particle?.kind !== 'model') return [];
    return particle.particles.map((one) => {
      if (one.kind !== 'elementParticle') return one.kind;
      const { name, typeRef } = one.element;
      return `${name.localName}: ${typeRef?.name.localName} ${one.occurs.min}..${one.occurs.max}`;
    });
  }

  function element(one: Definitions, name: string): ElementSyntax | undefined {
    return one.schemas[0]?.elements.find((candidate) => candidate.name.localName === name);
  }

  /** The table of operations in the document, in its order. */
  const table: readonly (readonly [string, string, readonly string[]])[] = [
    ['AuthCodeSending', 'AuthCode', ['code', 'phone']],
    ['GenerateStudentReport', 'GenerateReport', ['studentId', 'studentClass']],
    ['BookPdf', 'GetBookPdfByTerm', ['termId', 'srid', 'classId']],
    ['GetStudentsForTeacherClass', 'GetTeacherSubjectsByID', ['TClassid']],
    ['GetStudentsInformation', 'GetStudentInfoByRecId', ['StudentRecId']],
    ['GetStudentsInformation', 'GetStudentsByPhone', ['phone']],
    ['ReadNoteFromApp', 'UpdateNoteState', ['STDid', 'note_type']],
    ['GetStudentsAbsence', 'GetStudentsAbcenceByID', ['STDid']],
    ['Scheduals', 'GetExamTable', ['GradeId', 'TermId']],
    ['Scheduals', 'GetExamTableByExamId', ['ExamId']],
    ['Scheduals', 'GetClassSchedulByClassId', ['ClassId']],
    ['GetStudnetNote', 'GetStudentNoteByID', ['STDid']],
    ['GetGeneralNoteByClasssID', 'GetStudentsGnote', ['ClassID']],
    ['GetNoteType', 'GetStudentsNoteType', []],
    ['AboutUs', 'GetAboutUs', []],
    [
      'PushNotificationMobile',
      'PushNotificationToGateway',
      ['applicationID', 'senderId', 'deviceId', 'notes', 'notes_type'],
    ],
    ['NotificationNotes', 'SendCircularsNotes', ['id', 'baseUrlSchool']],
    ['NotificationNotes', 'GetNameAbsenceType', ['id', 'baseUrlSchool']],
  ];

  describe('specs/student-information.yaml', () => {
    test('reads without a word', () => {
      expect(bag.diagnostics).toEqual([]);
      expect(contract?.name).toBe('StudentInformation');
      expect(contract?.baseUrl).toBe('http://localhost:8080');
      expect(contract?.files.map((file) => file.path)).toEqual([path]);
    });

    test('begins with the line that editors look for', () => {
      expect(text.split('\n')[0]).toBe(
        '# yaml-language-server: $schema=./asmx-contract.schema.json',
      );
    });

    test('has 14 services and 18 operations in the order of the document', () => {
      const found = definitions.flatMap(({ services, portTypes }) =>
        (portTypes[0]?.operations ?? []).map(({ name }) => [services[0]?.name, name]),
      );
      expect(found).toEqual(table.map(([service, operation]) => [service, operation]));
      expect(definitions).toHaveLength(14);
    });

    test.each(table)(
      '%s.%s takes its parameters and answers nothing',
      (service, operation, names) => {
        const one = definitions.find(({ services }) => services[0]?.name === service);
        if (one === undefined) throw new Error(`no ${service}`);
        const types = (name: string) => (name === 'studentId' ? 'int' : 'string');
        expect(parameters(element(one, operation))).toEqual(
          names.map((name) => `${name}: ${types(name)} 1..1`),
        );
        expect(parameters(element(one, `${operation}Response`))).toEqual([]);
        for (const wire of ['HttpGet', 'HttpPost']) {
          const input = one.messages.find(
            (message) => message.name.localName === `${operation}${wire}In`,
          );
          expect(input?.parts.map((part) => [part.name, part.type?.name.localName])).toEqual(
            names.map((name) => [name, 'string']),
          );
          const output = one.messages.find(
            (message) => message.name.localName === `${operation}${wire}Out`,
          );
          expect(output?.parts).toEqual([]);
        }
        const documentation = one.portTypes[0]?.operations.find(
          ({ name }) => name === operation,
        )?.documentation;
        expect(documentation).toMatch(/^[A-Z].*\.$/);
      },
    );

    test('offers every operation over four bindings', () => {
      for (const { bindings, services, portTypes } of definitions) {
        const name = services[0]?.name;
        const operations = portTypes[0]?.operations.map((one) => one.name);
        expect(
          bindings.map((one) => [one.kind, one.name.localName, one.portType.name.localName]),
        ).toEqual([
          ['soap11', `${name}Soap`, `${name}Soap`],
          ['soap12', `${name}Soap12`, `${name}Soap`],
          ['httpGet', `${name}HttpGet`, `${name}HttpGet`],
          ['httpPost', `${name}HttpPost`, `${name}HttpPost`],
        ]);
        for (const binding of bindings) {
          expect(binding.operations.map((one) => one.name)).toEqual(operations);
          for (const one of binding.operations) {
            const soap = binding.kind.startsWith('soap');
            expect(one.soapAction).toBe(soap ? `http://tempuri.org/${one.name}` : undefined);
            expect(one.location).toBe(soap ? undefined : `/${one.name}`);
          }
        }
        const address = `http://localhost:8080/${name}.asmx`;
        expect(services[0]?.ports.map((port) => [port.name, port.address])).toEqual([
          [`${name}Soap`, address],
          [`${name}Soap12`, address],
          [`${name}HttpGet`, address],
          [`${name}HttpPost`, address],
        ]);
      }
    });

    test('knows where everything is', () => {
      const operation = definitions[0]?.portTypes[0]?.operations[0];
      const code = element(definitions[0] as Definitions, 'AuthCode');
      expect(operation && positionAt(operation.span.file, operation.span.start)).toEqual({
        line: 12,
        column: 7,
      });
      const particle = code?.type?.kind === 'complexType' ? code.type.particle : undefined;
      const first = particle?.kind === 'model' ? particle.particles[0] : undefined;
      expect(first && text.slice(first.span.start, first.span.end)).toBe('code');
      const type = first?.kind === 'elementParticle' ? first.element.typeRef : undefined;
      expect(type && text.slice(type.span.start, type.span.end)).toBe('string');
    });
  });
});

describe('http bindings', () => {
  const soap = ['soap11', 'soap12'] as const;
  const all = [...soap, 'httpGet', 'httpPost'] as const;

  /**
   * The bindings of an operation with these parameters and this result, where the service has all
   * four.
   */
  function bindingsOf(parameters: string, returns = 'string?'): readonly string[] {
    const contract = `asmx: 1
name: Kinds
namespace: http://tempuri.org/
bindings: [soap11, soap12, httpGet, httpPost]
services:
  Kinds:
    operations:
      One: { parameters: { ${parameters} }, returns: ${returns} }
types:
  Item: { fields: { name: string } }
  Colour: { values: [Red, Green] }
`;
    const [service] = modelOf({ 'kinds.yaml': contract }).services;
    const [operation] = service?.interfaces[0]?.operations ?? [];
    return all.filter((kind) => operation?.[kind] !== undefined);
  }

  // asmx-behaviour 4: every parameter must be a scalar or an array of scalars that .NET converts from
  // text.
  describe('which operations HTTP GET and POST have', () => {
    test.each([
      'a: int, b: string, c: dateTime, d: decimal, e: boolean, f: double, g: char, h: unsignedLong',
      'a: Colour',
      "a: 'int[]', b: 'string[]', c: 'Colour[]'",
      "a: 'string | null'",
      '',
    ])('{ %s }', (parameters) => {
      expect(bindingsOf(parameters)).toEqual(all);
    });

    test.each([
      'a: guid',
      'a: int, b: guid',
      "a: 'int | null'",
      "a: 'Colour | null'",
      'a: Item',
      "a: 'Item[]'",
      "a: 'int[][]'",
      'a: xml',
    ])('not { %s }', (parameters) => {
      expect(bindingsOf(parameters)).toEqual(soap);
    });

    test('results are no matter, several of them are', () => {
      expect(bindingsOf('a: int', 'Item')).toEqual(all);
      expect(bindingsOf('a: int', '{ x: int, y: int }')).toEqual(soap);
    });
  });
});

describe('bindings left out', () => {
  /** A contract with bindings at some of its levels. */
  function tags(at: { contract?: string; service?: string; operation?: string } = {}): string {
    const line = (indent: string, bindings: string | undefined): string =>
      bindings === undefined ? '' : `${indent}bindings: [${bindings}]\n`;
    return `asmx: 1
name: Tags
namespace: http://tags.example/
${line('', at.contract)}services:
  Tags:
${line('    ', at.service)}    operations:
      Find:
${line('        ', at.operation)}        parameters: { tags: 'string[]' }
        returns: int
      Count: { parameters: { tag: string }, returns: int }
`;
  }

  const all = 'soap11, soap12, httpGet, httpPost';
  const kinds = ['soap11', 'soap12', 'httpGet', 'httpPost'] as const;

  function read(text: string) {
    const { model, lines, contract } = linkFiles({ 'tags.yaml': text });
    const bindings = Object.fromEntries(
      operationsOf(model).map((one) => [
        one.name,
        kinds.filter((kind) => one[kind] !== undefined).join(', '),
      ]),
    );
    return { bindings, lines, contract };
  }

  describe('operations with arrays over GET and POST', () => {
    test('are left out where no level of the contract names its bindings', () => {
      const { bindings, lines, contract } = read(tags());
      expect(bindings).toEqual({ Find: 'soap11, soap12', Count: all });
      expect(lines).toEqual([
        "hint ASMX3006 tags.yaml:5:3 service 'Tags' has no GET and POST for operations that take arrays: 'Find'",
      ]);
      const schemas = contract?.definitions[0]?.schemas ?? [];
      expect(JSON.stringify(schemas.map(({ types }) => types))).not.toContain('StringArray');
    });

    test('are told about once', () => {
      const told = (text: string): readonly string[] => {
        const bag = createDiagnosticBag();
        const { model } = linkFiles({ 'tags.yaml': text });
        if (model !== undefined) lintModel(model, bag, {});
        return bag.diagnostics.map(({ message }) => message);
      };
      expect(told(tags())).toEqual([]);
      expect(told(tags({ operation: 'soap11, soap12' }))).toEqual([
        "operation 'Find' is missing from httpGet, httpPost",
      ]);
    });

    test.each([
      ['the contract', { contract: all }],
      ['the service', { service: all }],
      ['the operation', { operation: all }],
    ])('are there if %s names them', (_, at) => {
      const { bindings, lines, contract } = read(tags(at));
      expect(bindings).toEqual({ Find: all, Count: all });
      expect(lines).toEqual([]);
      const schemas = contract?.definitions[0]?.schemas ?? [];
      expect(JSON.stringify(schemas.map(({ types }) => types))).toContain('StringArray');
    });

    test('stay as they are when a contract is converted', () => {
      for (const text of [tags(), tags({ contract: all })]) {
        const { contract, bindings } = read(text);
        if (contract === undefined) throw new Error('no contract');
        const notation = describeContract(contract, { report: () => undefined });
        if (notation === undefined) throw new Error('no notation');
        expect(read(writeNotation(notation)).bindings).toEqual(bindings);
      }
    });
  });

  describe('a namespace without a scheme', () => {
    const spelt = (namespace: string): string =>
      tags({ contract: 'soap11' }).replace('http://tags.example/', namespace);

    test.each(['WebService', 'www.example.org/a', 'Web/Service', 'urn'])(
      '%s is a warning',
      (name) => {
        const { bindings, lines } = read(spelt(name));
        expect(bindings).toEqual({ Find: 'soap11', Count: 'soap11' });
        expect(lines).toEqual([
          `warning ASMX3006 tags.yaml:3:12 namespace '${name}' is not an absolute URI`,
        ]);
      },
    );

    test.each(["'Web Service'", "'<a>'"])('%s is an error', (name) => {
      expect(read(spelt(name)).lines[0]).toContain('error ASMX1013');
    });

    test('is a warning when a contract is converted', () => {
      const { contract } = read(spelt('WebService'));
      const told: string[] = [];
      const sink = {
        report: ({ severity, message }: { severity: string; message: string }) => {
          told.push(`${severity} ${message}`);
        },
      };
      const notation = contract && describeContract(contract, sink);
      expect(notation?.namespace).toBe('WebService');
      expect(told).toEqual([
        "warning namespace 'WebService' of service 'Tags' is not an absolute URI",
      ]);
    });
  });
});

describe('contract schema', () => {
  const root = new URL('../../', import.meta.url);
  const schema = JSON.parse(readFileSync(new URL('specs/asmx-contract.schema.json', root), 'utf8'));
  const validate = new Ajv({ strict: true, strictTypes: false, strictRequired: false }).compile(
    schema,
  );

  function reads(text: string): boolean {
    return readYamlContract({ path: 'x.yaml', text }, createDiagnosticBag()) !== undefined;
  }

  describe('asmx-contract.schema.json', () => {
    test('describes every key', () => {
      const undescribed: string[] = [];
      const visit = (node: unknown, path: string): void => {
        if (typeof node !== 'object' || node === null) return;
        for (const [key, value] of Object.entries(node)) {
          if (key === 'properties') {
            for (const [name, property] of Object.entries(
              value as Record<string, { description?: string; $ref?: string }>,
            )) {
              const target =
                property.$ref === undefined
                  ? property
                  : schema.definitions[property.$ref.slice(14)];
              if (typeof target.description !== 'string') undescribed.push(`${path}/${name}`);
            }
          }
          visit(value, `${path}/${key}`);
        }
      };
      visit(schema, '');
      expect(undescribed).toEqual([]);
    });

    const contracts = ['specs/student-information.yaml', 'test/fixtures/yaml/everything.yaml'];
    test.each(contracts)('accepts %s', (path) => {
      expect(validate(parse(readFileSync(new URL(path, root), 'utf8')))).toBe(true);
    });

    test('accepts the examples of the lint rules', () => {
      const examples = lintRules
        .map((rule) => rule.example)
        .filter((text) => text.startsWith('asmx:'));
      expect(examples.length).toBeGreaterThan(5);
      for (const example of examples) expect(validate(parse(example))).toBe(true);
    });

    const top = 'asmx: 1\nname: S\nnamespace: http://t/\n';
    const service = (operation: string) =>
      `${top}services: { A: { operations: { O: ${operation} } } }\n`;
    const table: readonly (readonly [string, boolean])[] = [
      [service(''), true],
      [
        `${service('{ parameters: { a: int, b: "string? | null", c: "(int | null)[]", d: { type: T } } }')}types: { T: { values: [1] } }\n`,
        true,
      ],
      [service('{ returns: { a: int } }'), true],
      [service('{ returns: { type: int } }'), true],
      [service('{ returns: { written: text } }'), true],
      [service('{ returns: void }'), true],
      [service('{ headers: { H: int, I: { out: true, type: int } }, faults: { F: int } }'), true],
      [service('{ faults: { F: { type: int, documentation: x } } }'), true],
      [service('{ headers: { H: { in: true } } }'), false],
      [service('{ headers: { H: { type: int, optional: true } } }'), false],
      [service('{ faults: { F: { type: int, in: true } } }'), false],
      [service('{ faults: [F] }'), false],
      [top, false],
      [`${top}services:\n`, false],
      [`${top}services: { A: }\n`, false],
      [`${top}services: { A: { operations: {} } }\n`, false],
      [service('{ parameter: {} }'), false],
      [service('{ parameters: [a] }'), false],
      [service('{ parameters: { 1a: int } }'), false],
      [service('{ parameters: { a: } }'), false],
      [service('{ parameters: { a: 5 } }'), false],
      [service('{ parameters: { a: { optional: true } } }'), false],
      [service('{ oneWay: 1 }'), false],
      [service('{ bindings: [] }'), false],
      [service('{ bindings: [soap] }'), false],
      [`${service('')}elements: unqualified\n`, true],
      [`${service('')}elements: local\n`, false],
      [
        service('').replace('{ operations', "{ soapActions: '{namespace}#{operation}', operations"),
        true,
      ],
      [service('').replace('{ operations', "{ soapActions: '{ns}{operation}', operations"), false],
      [service('').replace('{ operations', '{ soapActions: urn:x, operations'), false],
      [service('').replace('{ operations', '{ style: rpc, operations'), true],
      [service('').replace('{ operations', '{ style: bare, operations'), false],
      [
        `${service('{ faults: { F: { type: T, namespace: urn:f } } }')}types: { T: { namespace: urn:t, values: [1] } }\n`,
        true,
      ],
      [`${service('')}types: { T: { namespace: 'a b', restricts: int } }\n`, false],
      [service('').replace('asmx: 1', 'asmx: 2'), false],
      [service('').replace('http://t/', 't'), true],
      [service('').replace('http://t/', "'t t'"), false],
      [service('').replace('name: S', 'name: S T'), false],
      [`${service('')}baseUrl: ftp://x\n`, false],
      [`${service('')}types: { T: {} }\n`, false],
      [`${service('')}types: { T: { values: [] } }\n`, false],
      [`${service('')}types: { T: { fields: {}, values: [a] } }\n`, false],
      [`${service('')}types: { T: { restricts: int, maxLength: x } }\n`, false],
    ];
    test.each(table)('agrees with the reader on %j', (text, sound) => {
      expect(reads(text)).toBe(sound);
      expect(validate(parse(text))).toBe(sound);
    });
  });
});

describe('errors', () => {
  /** Every complaint as `line:column code message [marked text] | help`. */
  function complaints(text: string): readonly string[] {
    const bag = createDiagnosticBag();
    const contract = readYamlContract({ path: 'x.yaml', text }, bag);
    expect(contract === undefined).toBe(bag.failed);
    return orderDiagnostics(bag.diagnostics).map(({ code, message, span, help, related }) => {
      if (span === undefined) throw new Error(`no place: ${message}`);
      const { line, column } = positionAt(span.file, span.start);
      const marked = text.slice(span.start, span.end).replace(/\s+/g, ' ');
      const others = (related ?? []).map((one) => {
        const at = positionAt(one.span.file, one.span.start);
        return ` | ${one.message} ${at.line}:${at.column}`;
      });
      const end = help === undefined ? '' : ` | ${help.replaceAll('\n', ' ')}`;
      return `${line}:${column} ${code} ${message} [${marked}]${end}${others.join('')}`;
    });
  }

  const top = 'asmx: 1\nname: S\nnamespace: http://t/\n';
  const withOperation = (operation: string, types = ''): string =>
    `${top}services:\n  A:\n    operations:\n      Op: ${operation}\n${types}`;
  const withParameter = (type: string): string => withOperation(`{ parameters: { p: ${type} } }`);
  const nameRule =
    'a name begins with a letter or _ and continues with letters, digits, _, - and .';
  const looks = 'a type looks like int, string?, Item[], Item* or Item | null';

  const table: readonly (readonly [string, string, readonly string[]])[] = [
    [
      'an empty file',
      '',
      [
        '1:1 ASMX1012 the file is empty [] | a contract begins with asmx: 1, name, namespace and services',
      ],
    ],
    ['a list', '- a', ['1:1 ASMX1013 the contract must be a map, not a list [- a]']],
    [
      'a tab as indentation',
      'asmx: 1\nservices:\n\tA: 1\n',
      ['3:1 ASMX1010 tabs are not allowed as indentation [ ] | indent with spaces'],
    ],
    [
      'several documents',
      'asmx: 1\n---\nasmx: 1\n',
      [
        "2:1 ASMX1010 the file holds several YAML documents [--- asmx: 1 ] | keep one document in the file and remove the '---' between them",
      ],
    ],
    [
      'a value with a colon',
      'asmx: 1\nname: a: b\n',
      [
        "2:7 ASMX1010 nested mappings are not allowed in compact mappings [a] | put a value that holds ': ' in quotes, or a map on lines of its own",
      ],
    ],
    [
      'a missing comma',
      'asmx: 1\nservices: { "A": {} "B": {} }\n',
      [
        '2:21 ASMX1010 unexpected text ["B"] | check the comma, the quotes and the brackets before it',
      ],
    ],
    [
      'an open map',
      'asmx: 1\nservices: {',
      [
        '2:12 ASMX1010 the map must be indented, and end with a } [] | check the indentation and the closing bracket',
      ],
    ],
    ['an open quote', 'asmx: 1\nname: "a\n', ['3:1 ASMX1010 missing closing "quote []']],
    ['a tag', 'asmx: !one 1\n', ['1:7 ASMX1010 unresolved tag: !one [!one] | remove the tag']],
    [
      'a merge key and bad aliases',
      `${top}services:\n  A: &a\n    <<: *b\n    operations: *a\n`,
      [
        "5:3 ASMX3005 service 'A' has no operations [A] | add an operation to it",
        "6:5 ASMX1010 merge keys ('<<') are not supported [<<] | write the keys out",
        "6:9 ASMX1010 alias '*b' has no anchor before it [*b]",
        "7:17 ASMX1010 alias '*a' is inside its own anchor [*a]",
      ],
    ],
    [
      'what is missing and misspelt at the top',
      'asmx: 2\nnmae: S\nnamespace: foo\nbaseUrl: ftp://x\nservices:\n',
      [
        "1:1 ASMX1012 key 'name' is missing in the contract [asmx] | it names the generated functions, for example name: School",
        "1:7 ASMX1013 version '2' of the notation is not known [2] | write asmx: 1",
        "2:1 ASMX1011 unknown key 'nmae' in the contract [nmae] | did you mean 'name'?",
        "3:12 ASMX3006 namespace 'foo' is not an absolute URI [foo] | a new service should have one such as http://tempuri.org/; an old one keeps its own",
        "4:10 ASMX1013 baseUrl 'ftp://x' is not the address of a server [ftp://x] | begin it with http:// or https://",
        '5:1 ASMX3005 the contract has no services [services] | add a service with an operation',
      ],
    ],
    [
      'values of the wrong kind',
      'asmx: one\nname: 5\nnamespace: [a]\nservices:\n  A: []\n  B:\n  C: { operations: { D: x, E: { oneWay: 1, parameters: [a, b], returns: [int] } } }\n',
      [
        "1:7 ASMX1013 version 'one' of the notation is not known [one] | write asmx: 1",
        "2:7 ASMX1013 'name' in the contract must be a text, not the number 5 [5] | put it in quotes: '5'",
        "3:12 ASMX1013 'namespace' in the contract must be a text, not a list [[a]]",
        "5:6 ASMX1013 service 'A' must be a map, not a list [[]]",
        "6:3 ASMX1012 key 'operations' is missing in service 'B' [B] | add operations to it",
        "7:25 ASMX1013 operation 'D' must be a map, not the text 'x' [x]",
        "7:41 ASMX1013 'oneWay' in operation 'E' must be true or false, not the number 1 [1]",
        "7:56 ASMX1013 'parameters' of operation 'E' must be a map, not a list [[a, b]] | write each parameter as a key with its type: { code: string, phone: string }",
        `7:73 ASMX1013 the type of the result of operation 'E' must be a text, not a list [[int]] | ${looks}`,
      ],
    ],
    [
      'names that are no NCName',
      `asmx: 1\nname: My School\nnamespace: http://t/\nservices:\n  1A: { operations: { 'b c': { parameters: { 'd:e': int, '': int } } } }\n`,
      [
        `2:7 ASMX3001 'My School' cannot be the name of this contract [My School] | write 'My_School': ${nameRule}`,
        `5:3 ASMX3001 '1A' cannot be the name of this service [1A] | ${nameRule}`,
        `5:23 ASMX3001 'b c' cannot be the name of this operation ['b c'] | write 'b_c': ${nameRule}`,
        `5:46 ASMX3001 'd:e' cannot be the name of this parameter ['d:e'] | write 'd_e': ${nameRule}`,
        `5:58 ASMX3001 the name of this parameter is empty [''] | ${nameRule}`,
      ],
    ],
    [
      'keys that are twice',
      `${top}name: T\nservices:\n  A: { operations: { Op: {}, Op: {} } }\n  A: { operations: { Op: { parameters: { a: int, a: int } } } }\n`,
      [
        "4:1 ASMX2002 key 'name' appears twice [name] | first here 2:1",
        "6:30 ASMX2002 key 'Op' appears twice [Op] | first here 6:22",
        "7:3 ASMX2002 key 'A' appears twice [A] | first here 6:3",
        "7:50 ASMX2002 key 'a' appears twice [a] | first here 7:42",
      ],
    ],
    [
      'paths',
      `${top}services:\n  A: { operations: { O: } }\n  B: { path: /a.ASMX, operations: { O: } }\n  C: { path: c.asmx, operations: { O: } }\n  D: { path: 'http://h/d', operations: { O: } }\n  E: { path: /e?x, operations: { O: } }\n  F: { path: /../f, operations: { O: } }\n  G: { path: '/g h', operations: { O: } }\n  H: { path: 'h i', operations: { O: } }\n`,
      [
        "6:3 ASMX2002 services 'A' and 'B' would both be served at /a.ASMX [B] | give one of them another 'path': paths do not differ by letter case alone | 'A' is here 5:3",
        "7:14 ASMX1013 'c.asmx' cannot be the path of a service [c.asmx] | write /c.asmx",
        "8:14 ASMX1013 'http://h/d' cannot be the path of a service ['http://h/d'] | write the path alone, and the server as 'baseUrl'",
        "9:14 ASMX1013 '/e?x' cannot be the path of a service [/e?x] | leave out what follows '?' or '#'",
        "10:14 ASMX1013 '/../f' cannot be the path of a service [/../f] | write it without '//', '.' and '..'",
        "11:14 ASMX1013 '/g h' cannot be the path of a service ['/g h'] | write /g%20h",
        "12:14 ASMX1013 'h i' cannot be the path of a service ['h i'] | write /h%20i",
      ],
    ],
    [
      'namespaces',
      `${top}services:\n  A: { namespace: www.example.org/a, operations: { O: } }\n  B: { namespace: 'http://www.w3.org/2001/XMLSchema', operations: { O: } }\n`,
      [
        "5:19 ASMX3006 namespace 'www.example.org/a' is not an absolute URI [www.example.org/a] | a new service should have one such as http://www.example.org/a; an old one keeps its own",
        "6:19 ASMX1013 namespace 'http://www.w3.org/2001/XMLSchema' belongs to a standard ['http://www.w3.org/2001/XMLSchema'] | choose a namespace of your own",
      ],
    ],
    [
      'bindings',
      `${top}bindings: [soap11, soap11, http]\nservices:\n  A: { bindings: [], operations: { O: { bindings: soap11 } } }\n  B: { bindings: [httpGet], operations: { O: } }\n`,
      [
        "4:20 ASMX2002 binding 'soap11' appears twice in the contract [soap11]",
        "4:28 ASMX1013 a binding must be one of soap11, soap12, httpGet, httpPost, not the text 'http' [http]",
        "6:18 ASMX1013 'bindings' in service 'A' is empty [[]] | list one or more of soap11",
        "6:51 ASMX1013 'bindings' in operation 'O' must be a list, not the text 'soap11' [soap11]",
        "7:19 ASMX1013 binding 'httpGet' in service 'B' is not among those of the contract [httpGet] | the contract has soap11",
      ],
    ],
    [
      'bindings that cannot carry an operation',
      `${top}services:\n  A:\n    operations:\n      O: { parameters: { p: any }, bindings: [httpGet, soap11] }\n  B:\n    bindings: [httpPost]\n    operations:\n      O: { returns: { a: int, b: int } }\n`,
      [
        "7:46 ASMX3004 operation 'O' cannot be called by httpGet or httpPost: parameter 'p' is neither a simple value nor an array of them [[httpGet, soap11]] | list soap11 and soap12 only",
        "11:7 ASMX3004 operation 'O' could not be called over any binding: it has out parameters [O] | add soap11 or soap12 to the bindings",
      ],
    ],
    [
      'results',
      `${top}services:\n  A:\n    operations:\n      O: { returns: { written: jsn } }\n      P: { returns: int, oneWay: true }\n      Q: { returns: void? }\n      R: { returns: }\n`,
      [
        "7:32 ASMX1013 'written' must be one of json, text, binary, not 'jsn' [jsn] | did you mean 'json'?",
        "8:21 ASMX3004 operation 'P' is one-way and cannot return anything [int] | remove 'returns' or 'oneWay'",
        "9:21 ASMX2001 'void' is not the type of a value [void] | leave 'returns' out, or write returns: void, for an operation without result",
        `10:12 ASMX1012 the type of the result of operation 'R' is missing [returns] | ${looks}`,
      ],
    ],
    [
      'elements that would share a name',
      withOperation(
        '{ returns: St }',
        '      OpResponse:\n      St: { returns: St }\ntypes: { St: { fields: { x: int } } }\n',
      ),
      [
        "8:7 ASMX2002 operation 'Op' and operation 'OpResponse' would both be the element 'OpResponse' [OpResponse] | rename one of them | the other one 7:7",
        "7:22 ASMX2002 operation 'St' and the GET and POST result of 'Op' would both be the element 'St' [St] | rename one of them | the other one 9:7",
      ].sort(),
    ],
    [
      'headers and faults that cannot be',
      withOperation(
        "{ oneWay: true, headers: { A: { out: true, type: T }, B: { in: false, type: T }, C: 'T?', D: { inn: true, type: T }, E: {}, 1F: T }, faults: { G: T*, H: { type: T, in: true }, I: Tt } }",
        '      Got: { bindings: [httpGet], headers: { J: T } }\n      K: { headers: [J] }\ntypes: { T: { fields: { x: int } } }\n',
      ),
      [
        "7:38 ASMX3004 operation 'Op' is one-way and cannot answer with 'A' [A] | remove it or 'oneWay'",
        "7:65 ASMX3004 header 'B' is neither sent nor answered [B] | write in: true or out: true",
        "7:95 ASMX1014 the type of header 'C' cannot have '?' ['T?'] | every header may be left out",
        "7:106 ASMX1011 unknown key 'inn' in header 'D' [inn] | did you mean 'in'?",
        "7:128 ASMX1012 key 'type' is missing in header 'E' [E] | add its type, such as type: string",
        "7:135 ASMX3001 '1F' cannot be the name of this header [1F] | a name begins with a letter or _ and continues with letters, digits, _, - and .",
        "7:157 ASMX1014 the type of fault 'G' cannot have '*' [T*] | a fault has one detail",
        "7:175 ASMX1011 unknown key 'in' in fault 'H' [in] | known keys are type, namespace, documentation",
        "7:190 ASMX2001 type 'Tt' is not defined [Tt] | did you mean 'T'? | 'T' is defined here 10:10",
        "8:46 ASMX3004 'J' of operation 'Got' needs SOAP, and its bindings are httpGet [J] | add soap11 or soap12",
        "9:21 ASMX1013 'headers' of operation 'K' must be a map, not a list [[J]] | write each header as a key with its type: { Name: Type }",
      ],
    ],
    [
      'headers and faults with the names of other elements',
      withOperation(
        '{ headers: { Op: T, H: T }, faults: { F: T } }',
        '      P: { headers: { H: U, F: T } }\ntypes: { T: { fields: { x: int } }, U: { fields: { x: int } } }\n',
      ),
      [
        "7:24 ASMX2002 operation 'Op' and header 'Op' of operation 'Op' would both be the element 'Op' [Op] | rename one of them | the other one 7:7",
        "8:23 ASMX2002 header 'H' of operation 'Op' and header 'H' of operation 'P' would both be the element 'H' [H] | rename one of them | the other one 7:31",
      ],
    ],
    [
      'types that mean nothing',
      withOperation(
        '{ parameters: { a: strng, b: "xs:string", c: bool, d: Nothing, e: Stundent[], f: uuid?, g: Datetime } }',
        'types: { Student: { fields: { s: String } } }\n',
      ),
      [
        "7:30 ASMX2001 type 'strng' is not defined [strng] | did you mean 'string'?",
        "7:41 ASMX2001 type 'xs:string' is not defined [xs:string] | write 'string' without prefix",
        "7:56 ASMX2001 type 'bool' is not defined [bool] | write boolean",
        "7:65 ASMX2001 type 'Nothing' is not defined [Nothing] | declare it under 'types'",
        "7:77 ASMX1015 Stundent[] needs quotes here: other readers of YAML refuse the file [Stundent[]] | write 'Stundent[]': inside { } and [ ], YAML takes [] for a list",
        "7:77 ASMX2001 type 'Stundent' is not defined [Stundent] | did you mean 'Student'? | 'Student' is defined here 8:10",
        "7:92 ASMX2001 type 'uuid' is not defined [uuid] | write guid",
        "7:102 ASMX2001 type 'Datetime' is not defined [Datetime] | did you mean 'dateTime'?",
        "8:34 ASMX2001 type 'String' is not defined [String] | did you mean 'string'?",
      ],
    ],
    [
      'declarations of types',
      `${withOperation('')}types:
  string: { fields: {} }
  A: { feilds: {} }
  B: { fields: {}, values: [x] }
  C: { values: [] }
  D: { values: [x, y, x, null, [z]] }
  E: { values: { x: doc, y: 5 } }
  F: { fields: { a: int }, text: int }
  G: { extends: H }
  H: { extends: G }
  I: { extends: C, fields: { a: int } }
  J: { fields: { a: int }, attributes: { a: A, b: 'int[]' } }
  K: { extends: J, fields: { a: string } }
  L: { restricts: string, maxLength: many }
  M: { restricts: J }
  N: { restricts: 'string?' }
  O: { attributes: { a: any } }
  P: 5
  Q: { text: decimal }
  R: { extends: Q, fields: { a: int } }
`,
      [
        "9:3 ASMX2002 type 'string' would hide the built-in type of that name [string] | choose another name",
        "10:3 ASMX1012 key 'fields' is missing in type 'A' [A] | a type has 'fields', 'values' (an enumeration) or 'restricts' (a simple type)",
        "10:8 ASMX1011 unknown key 'feilds' in type 'A' [feilds] | did you mean 'fields'?",
        "11:20 ASMX1011 type 'B' cannot have both 'fields' and 'values' [values]",
        "12:16 ASMX1013 'values' in type 'C' is empty [[]] | list the words it may hold",
        "13:23 ASMX2002 value 'x' appears twice in type 'D' [x] | first here 13:17",
        "13:26 ASMX1013 a value in type 'D' must be a text [null]",
        "13:32 ASMX1013 a value in type 'D' must be a text [[z]]",
        "14:29 ASMX1013 the documentation of value 'y' must be a text, not the number 5 [5] | put it in quotes: '5'",
        "15:28 ASMX1011 type 'F' cannot have both 'fields' and 'text' [text] | text goes with attributes only",
        "16:17 ASMX2003 type 'G' rests on itself: 'G' → 'H' → 'G' [H]",
        "18:17 ASMX3003 type 'I' cannot extend 'C', which has no fields [C] | only types with 'fields' or 'text' can be extended",
        "19:45 ASMX3003 attribute 'a' must be a simple type, and 'A' is not [A]",
        "19:51 ASMX3003 attribute 'b' must be a simple type without '[]', '*' or '| null' ['int[]'] | make it a field: only elements can repeat",
        "20:30 ASMX2002 'a' in type 'K' is inherited from 'J' already [a] | remove it, or choose another name | inherited from here 19:18",
        "21:38 ASMX1013 'maxLength' in type 'L' must be a whole number, not 'many' [many]",
        "22:19 ASMX3003 'restricts' in type 'M' must be a simple type, and 'J' is not [J]",
        "23:19 ASMX1014 'restricts' in type 'N' must be a type's name alone, not 'string?' ['string?']",
        "24:25 ASMX3003 attribute 'a' must be a simple type, and 'any' is not [any]",
        "25:6 ASMX1013 type 'P' must be a map, not the number 5 [5]",
        "27:17 ASMX3003 type 'R' has fields and cannot extend 'Q', which has text [Q]",
      ],
    ],
    [
      'arrays that would share a name',
      `${withOperation('{ parameters: { a: "Item[]", b: "item[]" } }')}types:\n  Item: { fields: { x: int } }\n  item: { fields: { x: int } }\n`,
      [
        "7:44 ASMX2002 the type of this array would be named 'ArrayOfItem', which is taken [item[]] | rename the other type | the other 'ArrayOfItem' 7:31",
      ],
    ],
    [
      'an array and a type that would share a name',
      `${withOperation('{ bindings: [soap11], parameters: { a: "int[]" } }')}types:\n  ArrayOfInt: { fields: { x: int } }\n`,
      [
        "7:51 ASMX2002 the type of this array would be named 'ArrayOfInt', which is taken [int[]] | rename the other type | the other 'ArrayOfInt' 9:3",
      ],
    ],
    [
      'a type no one uses: a hint, the contract is sound',
      `${withOperation('')}types:\n  Item: { fields: { x: int } }\n`,
      ["9:3 ASMX6003 type 'Item' is used by no operation [Item]"],
    ],
    [
      'a pattern of actions without the operation, or with other words',
      `${top}services:\n  A: { soapActions: urn:x, operations: { O: } }\n  B: { soapActions: '{ns}#{operation}', operations: { O: } }\n`,
      [
        "5:21 ASMX1013 the pattern of actions 'urn:x' has no {operation} [urn:x] | write it with {namespace} and {operation}, such as '{namespace}#{operation}'",
        "6:21 ASMX1013 the pattern of actions '{ns}#{operation}' has '{ns}' ['{ns}#{operation}'] | write it with {namespace} and {operation}, such as '{namespace}#{operation}'",
      ],
    ],
    [
      'parts of style rpc that are not there once, or have more than a type',
      `${top}services:
  A:
    style: rpc
    operations:
      O:
        parameters: { a: int?, b: int*, c: int | null, d: { type: int, default: 5 }, e: xml, f: any, g: 'int[]' }
        returns: string?
      P: { returns: { a: 'int | null', b: dataset } }
  B: { style: rpcx, operations: { O: } }
`,
      [
        "9:26 ASMX3004 parameter 'a' of operation 'O' is a part of style rpc, which is there exactly once and cannot have '?' [int?] | remove '?', or make it a field of a type",
        "9:35 ASMX3004 parameter 'b' of operation 'O' is a part of style rpc, which is there exactly once and cannot have '*' [int*] | remove '*', or make it a field of a type",
        "9:44 ASMX3004 parameter 'c' of operation 'O' is a part of style rpc, which is there exactly once and cannot have '| null' [int | null] | remove '| null', or make it a field of a type",
        "9:56 ASMX3004 parameter 'd' of operation 'O' is a part of style rpc, which has no default [d] | remove 'default'",
        "9:89 ASMX3004 parameter 'e' of operation 'O' is a part of style rpc, which needs a type with a name, not 'xml' [xml] | make it a field of a type",
        "10:18 ASMX3004 the result of operation 'O' is a part of style rpc, which is there exactly once and cannot have '?' [string?] | remove '?', or make it a field of a type",
        "11:26 ASMX3004 out parameter 'a' of operation 'P' is a part of style rpc, which is there exactly once and cannot have '| null' ['int | null'] | remove '| null', or make it a field of a type",
        "11:43 ASMX3004 out parameter 'b' of operation 'P' is a part of style rpc, which needs a type with a name, not 'dataset' [dataset] | make it a field of a type",
        "12:15 ASMX1013 'style' in service 'B' must be one of document, rpc, not the text 'rpcx' [rpcx] | did you mean 'rpc'?",
      ],
    ],
    [
      'namespaces that no type, header or fault can have',
      `${top}services:
  A: { operations: { O: { headers: { H: { type: T, namespace: 'a b' } }, faults: { F: { type: T, namespace: http://www.w3.org/2001/XMLSchema } } } } }
types: { T: { namespace: t, values: [x] } }
`,
      [
        "5:63 ASMX1013 namespace 'a b' is not an absolute URI ['a b'] | for example http://tempuri.org/",
        "5:109 ASMX1013 namespace 'http://www.w3.org/2001/XMLSchema' belongs to a standard [http://www.w3.org/2001/XMLSchema] | choose a namespace of your own",
        "6:26 ASMX3006 namespace 't' is not an absolute URI [t] | a new service should have one such as http://tempuri.org/; an old one keeps its own",
      ],
    ],
    [
      'a type with a namespace that uses one in that of each service',
      `${top}services:
  A: { operations: { O: { parameters: { t: T, l: L } } } }
  B: { namespace: urn:b, operations: { O: { parameters: { t: T, l: L } } } }
types:
  T: { namespace: urn:t, fields: { u: 'U[]', v: V } }
  U: { values: [x] }
  V: { namespace: urn:v, fields: { i: int } }
  W: { namespace: urn:w, extends: X }
  X: { fields: { i: int } }
  L: { fields: { t: T, w: W, u: U } }
`,
      [
        "8:40 ASMX3004 type 'T' has a namespace and uses 'U', which is in that of each service [U] | give 'U' a namespace, too | 'U' is here 9:3",
        "11:35 ASMX3004 type 'W' has a namespace and uses 'X', which is in that of each service [X] | give 'X' a namespace, too | 'X' is here 12:3",
      ],
    ],
    [
      'elements that are neither qualified nor unqualified',
      `${withOperation('')}elements: local\n`,
      [
        "8:11 ASMX1013 'elements' in the contract must be one of qualified, unqualified, not the text 'local' [local]",
      ],
    ],
    [
      'a field without type',
      withParameter(''),
      [`7:27 ASMX1012 the type of parameter 'p' is missing [p] | ${looks}`],
    ],
    [
      'a field with a map that says too little',
      withParameter('{ optional: true, defualt: 1, default: [1] }'),
      [
        "7:27 ASMX1012 key 'type' is missing in parameter 'p' [p] | add its type, such as type: string",
        "7:48 ASMX1011 unknown key 'defualt' in parameter 'p' [defualt] | did you mean 'default'?",
        "7:69 ASMX1013 'default' in parameter 'p' must be a single value [[1]]",
      ],
    ],
  ];

  describe('readYamlContract reports', () => {
    test.each(table)('%s', (_name, text, wanted) => {
      expect(complaints(text)).toEqual(wanted);
    });

    const expressions: readonly (readonly [string, string])[] = [
      ["'int['", "'[' is unexpected in type expression 'int[' [[]"],
      ["''", `type expression '' ends too early [''] | ${looks}`],
      ["'| int'", "'|' is unexpected in type expression '| int' [|]"],
      ["'int |'", `type expression 'int |' ends too early ['int |'] | ${looks}`],
      ["'null'", 'null alone is not a type [null] | write a type before it: string | null'],
      ["'int | null | null'", "'null' appears twice [null]"],
      [
        "'int | string'",
        'only null can be the other side of a union [string] | declare a type of its own',
      ],
      [
        "'int | null?'",
        "'?' cannot follow 'null' [?] | put the question mark after the type: string? | null",
      ],
      ["'(int'", "')' is missing ['(int']"],
      ["'int)'", "')' is unexpected in type expression 'int)' [)]"],
      [
        "'string?[]'",
        'an item of an array cannot be optional [[]] | write string[]? for an array that may be absent',
      ],
      [
        "'string*[]'",
        "'*' and '[]' cannot be combined [[]] | write string[][] for an array of arrays",
      ],
      [
        "'string*?'",
        "'?' says nothing after '*' [?] | a repeated element may be absent already: leave the '?' out",
      ],
      [
        "'string?*'",
        "'*' cannot follow '?' [*] | a repeated element may be absent already: leave the '?' out",
      ],
      ["'string??'", "'?' appears twice [?]"],
      [
        "'a b'",
        "'b' is unexpected in type expression 'a b' [b] | give each parameter a key of its own",
      ],
      ["'5'", "'5' is unexpected in type expression '5' [5]"],
      [
        "'a, b'",
        "',' is unexpected in type expression 'a, b' [,] | give each parameter a key of its own",
      ],
      [`'a${'[]'.repeat(17)}'`, "more than 16 '[]' [[]]"],
      [`'${'('.repeat(1001)}'`, `the type expression is too long ['${'('.repeat(1001)}']`],
      ['5', "'5' is unexpected in type expression '5' [5]"],
    ];
    test.each(expressions)('type expression %.40s', (expression, wanted) => {
      expect(
        complaints(withParameter(expression)).map((one) => one.replace(/^\S+ ASMX1014 /, '')),
      ).toEqual([wanted]);
    });
  });
});

describe('hostile', () => {
  function read(text: string): { contract: Contract | undefined; messages: readonly string[] } {
    const bag = createDiagnosticBag();
    const contract = readYamlContract({ path: 'x.yaml', text }, bag);
    expect(contract === undefined).toBe(bag.failed);
    expect(typeof reportText(bag.diagnostics)).toBe('string');
    return { contract, messages: bag.diagnostics.map((one) => `${one.code} ${one.message}`) };
  }

  const top = 'asmx: 1\nname: S\nnamespace: http://t/\n';
  const tooDeep = 'ASMX1032 the nesting is deeper than 400 levels';

  describe('a hostile YAML contract', () => {
    const refused: readonly (readonly [string, string, string])[] = [
      ['brackets without end', '['.repeat(100_000), tooDeep],
      ['braces without end', '{a: '.repeat(100_000), tooDeep],
      ['lists in lists', '- '.repeat(100_000), tooDeep],
      ['keys in keys', '? '.repeat(100_000), tooDeep],
      ['endless indentation', `a:\n${' '.repeat(100_000)}b: 1`, tooDeep],
      [
        'a huge file',
        `# ${'x'.repeat(4_000_000)}`,
        'ASMX1032 the file is longer than 4000000 characters',
      ],
      [
        'aliases of aliases',
        Array.from({ length: 60 }, (_, at) =>
          at === 0 ? 'a0: &a0 [1, 2]' : `a${at}: &a${at} [*a${at - 1}, *a${at - 1}]`,
        ).join('\n'),
        'ASMX1032 aliases repeat more than 500000 values',
      ],
    ];
    test.each(refused)('%s is refused', (_name, text, message) => {
      expect(read(text)).toEqual({ contract: undefined, messages: [message] });
    });

    test('as deep as allowed does no harm', () => {
      for (const text of [
        '['.repeat(400),
        '{a: '.repeat(400),
        '- '.repeat(200),
        `${'[('.repeat(400)}`,
      ]) {
        expect(read(text).contract).toBeUndefined();
      }
      const stairs = Array.from({ length: 399 }, (_, at) => `${' '.repeat(at)}a:`).join('\n');
      expect(read(stairs).contract).toBeUndefined();
    });

    test('a long chain of types is read', () => {
      const types = Array.from(
        { length: 12_000 },
        (_, at) => `  T${at}: { fields: { a: T${at + 1} } }`,
      );
      const { contract, messages } = read(
        `${top}services: { A: { operations: { B: { parameters: { a: T0 } } } } }\ntypes:\n${types.join('\n')}\n  T12000: { values: [A] }\n`,
      );
      expect(messages).toEqual([]);
      expect(contract?.definitions[0]?.schemas[0]?.types).toHaveLength(12_001);
    });

    test('names of object prototypes are names like others', () => {
      const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'];
      const { contract, messages } = read(
        `${top}services:\n${names.map((name) => `  ${name}: { operations: { ${name}: { parameters: { ${name}: ${name} } } } }`).join('\n')}\ntypes:\n${names.map((name) => `  ${name}: { fields: { ${name}: int } }`).join('\n')}\n`,
      );
      expect(messages).toEqual([]);
      expect(contract?.definitions.map((one) => one.services[0]?.name)).toEqual(names);
      expect(contract?.definitions[0]?.schemas[0]?.types[0]?.name?.localName).toBe('__proto__');
      expect(
        read(`${top}services: { A: { operations: { B: { parameters: { a: toString } } } } }`)
          .messages,
      ).toEqual(["ASMX2001 type 'toString' is not defined"]);
    });

    test('carriage returns, a no-break space and private characters are taken as they are', () => {
      const crlf = read(
        `${top}services:\n  A:\n    operations:\n      B: { returns: 'int[]' }\n`.replaceAll(
          '\n',
          '\r\n',
        ),
      );
      expect(crlf.messages).toEqual([]);
      const documented = read(
        `${top}documentation: "\ue000\ue001 a[] \u00a0"\nservices: { A: { operations: { B: } } }`,
      );
      expect(documented.contract?.documentation).toBe('\ue000\ue001 a[]');
    });

    test('no text makes the reader throw', () => {
      const fixtures = ['../../specs/student-information.yaml', '../fixtures/yaml/everything.yaml'];
      const texts = fixtures.map((path) => readFileSync(new URL(path, import.meta.url), 'utf8'));
      const pieces = [
        '[',
        ']',
        '{',
        '}',
        ':',
        ' ',
        '\n',
        '\t',
        '*a',
        '&a ',
        '"',
        "'",
        '?',
        '|',
        '>',
        '- ',
        '<<: ',
        '%',
        '@',
        '!x ',
        'null',
        '\u0000',
        '\ud800',
        '[]',
        '#',
        ',',
        '\r',
      ];
      const change = fc.record({
        at: fc.nat(5000),
        cut: fc.nat(12),
        piece: fc.oneof(fc.constantFrom(...pieces), fc.string({ maxLength: 4 })),
      });
      fc.assert(
        fc.property(
          fc.constantFrom(...texts),
          fc.array(change, { minLength: 1, maxLength: 5 }),
          (text, changes) => {
            let changed = text;
            for (const { at, cut, piece } of changes) {
              const start = at % changed.length;
              changed = changed.slice(0, start) + piece + changed.slice(start + cut);
            }
            read(changed);
          },
        ),
        { numRuns: runs(150), seed: 7 },
      );
      fc.assert(
        fc.property(fc.string({ maxLength: 60 }), (text) => void read(text)),
        { numRuns: runs(150), seed: 7 },
      );
    });
  });
});
