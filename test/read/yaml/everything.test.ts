import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { writeWsdl } from '../../../src/convert/wsdl/document.ts';
import { createDiagnosticBag } from '../../../src/diagnostics/diagnostic.ts';
import { linkContract } from '../../../src/model/link.ts';
import type { Contract, Definitions } from '../../../src/model/wsdl.ts';
import type {
  ElementSyntax,
  ParticleSyntax,
  TypeSyntax,
} from '../../../src/model/xsd/schema-document.ts';
import { readContract } from '../../../src/read/contract.ts';
import { readYamlContract } from '../../../src/read/yaml/contract.ts';

const text = readFileSync(new URL('../../fixtures/yaml/everything.yaml', import.meta.url), 'utf8');

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
    const simple = ['Scalars', 'Lists', 'Content', 'Sets', 'Table', 'Named', 'Repeated', 'Prices'];
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
      ['count', 'note', 'born', 'size', 'mark', 'letter', 'code'].map((name) => `${name}: string`),
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
