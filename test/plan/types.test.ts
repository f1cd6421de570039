import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { beforeAll, describe, expect, test } from '@jest/globals';
import { planOptions as planOptionsFromProject } from '../../src/cli/contract/project.ts';
import { type ContractSettings, defaultSettings } from '../../src/config/settings.ts';
import { describeContract } from '../../src/convert/yaml/contract.ts';
import { writeNotation } from '../../src/convert/yaml/text.ts';
import { createDiagnosticBag } from '../../src/diagnostics/diagnostic.ts';
import { generate } from '../../src/generate.ts';
import { compactText } from '../../src/model/xml.ts';
import { contractMessages, sampleBody } from '../../src/plan/messages.ts';
import { readContract } from '../../src/read/contract.ts';
import { modelOf } from './contract-texts.ts';
import { loadCodecs, roundTrip } from './support/codecs.ts';
import {
  compileFiles,
  compileLater,
  compileWaiting,
  generateText,
  type OutputFile,
} from './support/compiled.ts';
import {
  declaration,
  planOptions,
  planText,
  wsdl as testWsdl,
  valueWsdl,
  wsdl,
} from './support/contract.ts';

describe('brands', () => {
  const simple = (name: string, base: string, facets = ''): string =>
    `<xs:simpleType name="${name}"><xs:restriction base="${base}">${facets}</xs:restriction></xs:simpleType>`;
  const text = valueWsdl(`
  ${simple('OrderId', 'xs:string', '<xs:maxLength value="4"/>')}
  ${simple('CustomerId', 'xs:string')}
  ${simple('Size', 'xs:int')}
  ${simple('Big', 'xs:long', '<xs:minInclusive value="1"/>')}
  ${simple('Flag', 'xs:boolean')}
  ${simple('Kind', 'xs:string', '<xs:enumeration value="a"/>')}
  <xs:simpleType name="Either"><xs:union memberTypes="t:Size t:OrderId"/></xs:simpleType>
  <xs:complexType name="Value"><xs:sequence>
    <xs:element name="id" type="t:OrderId"/>
    <xs:element name="customer" type="t:CustomerId"/>
    <xs:element name="size" type="t:Size"/>
    <xs:element name="big" type="t:Big" nillable="true"/>
    <xs:element name="flag" type="t:Flag"/>
    <xs:element name="kind" type="t:Kind"/>
    <xs:element name="either" type="t:Either"/>
    <xs:element name="ids"><xs:simpleType><xs:list itemType="t:OrderId"/></xs:simpleType></xs:element>
    <xs:element name="fixed" type="t:OrderId" fixed="x"/>
  </xs:sequence><xs:attribute name="usual" type="t:OrderId" default="y"/></xs:complexType>`);
  const brands = { brands: true };

  /** The generated types, and a program with them. */
  async function using(program: string): Promise<readonly OutputFile[]> {
    const files = await generateText(text, brands);
    const head = "import type { CustomerId, OrderId, Size, Value } from './types.js';\n";
    return [...files, { path: 'program.ts', text: head + program }];
  }

  test('plain values fit, and values are plain ones to read', async () => {
    const program = `export const id: OrderId = 'a';
export const size: Size = 1;
export const plain: string = id.toUpperCase();
export const read = (value: Value): string => value.id + value.size;
export const unused: CustomerId = 'c';
`;
    compileLater(await using(program));
  });

  test('a value of one type does not fit where another is wanted', async () => {
    const program = `export const swap = (id: OrderId, value: Value): CustomerId => id ?? value.id;
export const size: Size = 1;
`;
    expect(compileFiles(await using(program))).toContain(
      "Type 'OrderId' is not assignable to type 'CustomerId'",
    );
  });

  test('messages are those without brands', () => {
    const value = {
      value: {
        usual: 'y',
        ...{ id: 'a', customer: 'c', size: 1, big: 2n, flag: true, kind: 'a', either: 3 },
        ids: ['p', 'q'],
        fixed: 'x',
      },
    };
    const branded = roundTrip(loadCodecs(planText(text, brands)), value);
    expect(branded).toEqual(roundTrip(loadCodecs(planText(text)), value));
    expect(branded.value).toEqual(value);
  });

  test('a server gives what is missing the defaults of ASMX', () => {
    const read = (options: object): unknown =>
      loadCodecs(planText(text, options)).readBody(
        'readTestRequest',
        '<Test xmlns="urn:test"><value><id>a</id><customer>c</customer><kind>a</kind><either>1</either><ids/><fixed>x</fixed></value></Test>',
        { defaults: true },
      );
    expect(read(brands)).toEqual(read({}));
  });
});

describe('comments', () => {
  const about = 'About what this is for and what a caller should know before sending one. '.repeat(
    4,
  );
  const annotation = `<xs:annotation><xs:documentation>${about}</xs:documentation></xs:annotation>`;
  /** A sequence whose order says which element is which. */
  const ordered = '<xs:element name="a" type="xs:int"/><xs:element name="b" type="t:State"/>';
  const contract = valueWsdl(
    `<xs:complexType name="Value">${annotation}<xs:sequence maxOccurs="unbounded">
    <xs:element name="state" type="t:State">${annotation}</xs:element>
    <xs:element name="rest" type="t:TypeWithARatherLongNameWhoseOrderOfElementsMatters"/>
  </xs:sequence></xs:complexType>
  <xs:complexType name="TypeWithARatherLongNameWhoseOrderOfElementsMatters"><xs:sequence>
    ${ordered}<xs:element name="a" type="xs:int" minOccurs="0"/>
  </xs:sequence></xs:complexType>
  <xs:simpleType name="State">${annotation}<xs:restriction base="xs:string">
    <xs:enumeration value="open">${annotation}</xs:enumeration>
    <xs:enumeration value="closed">${annotation}</xs:enumeration>
  </xs:restriction></xs:simpleType>`,
  ).replace('<operation name="Test">', `$&<documentation>${about}</documentation>`);

  test.each(['union', 'const'] as const)(
    'lines of comments have at most 100 columns (enums: %s)',
    async (enums) => {
      const files = await generateText(contract, { enums });
      const lines = files.flatMap(({ text }) => text.split('\n'));
      const comments = lines.filter((line) => /^\s*(\/\*\*|\*)/.test(line));
      expect(comments.filter((line) => line.includes('sending one')).length).toBeGreaterThan(20);
      expect(comments.filter((line) => line.length > 100)).toEqual([]);
    },
  );
});

describe('examples', () => {
  const goldens = resolve(import.meta.dirname, '../golden');

  /** Generates the contract of a golden; nothing for one that is refused. */
  async function generateGolden(name: string): Promise<readonly OutputFile[]> {
    const folder = join(goldens, name);
    const entry = readdirSync(folder).find((path) => /^contract\.(wsdl|yaml)$/.test(path));
    if (entry === undefined) return [];
    const { files } = await generate(
      { input: entry, options: { ...planOptions, runtime: 'package' } },
      {
        readFile: (path) =>
          existsSync(join(folder, path)) ? readFileSync(join(folder, path)) : undefined,
      },
    );
    return files;
  }

  /**
   * A program with the examples of `client.ts`, each in a function that gets its variables from the
   * input.
   */
  function examplesOf(client: string): string {
    const interfaces = [...client.matchAll(/^export interface (\S+)[^{]*\{\n([\s\S]*?)^\}/gm)];
    const functions = interfaces.flatMap(([, type = '', body = '']) =>
      [...body.matchAll(/@example\n([\s\S]*?)\*\/\n {2}readonly ([\w$]+):/g)].map(
        ([, comment = '', method = ''], index) => {
          const lines = comment.split('\n').map((line) => line.replace(/^ *\* ?/, '').trim());
          const code = lines.filter((line) => line !== '').join('\n  ');
          const [, names] = /\(\{ (.*) \}\)/.exec(code) ?? [];
          const given = names === undefined ? '' : `const { ${names} } = input;\n  `;
          const uses = /\binput\b/.test(given + code);
          // what a nillable input may be beside an object has no properties
          const value = `Exclude<Parameters<${type}['${method}']>[0], null | { readonly $nil: true }>`;
          const input = uses ? `, input: ${value}` : '';
          return `export async function ${method}${type}${index}(client: ${type}${input}): Promise<void> {\n  ${given}${code}\n}\n`;
        },
      ),
    );
    if (functions.length === 0) return '';
    const types = interfaces
      .map(([, name]) => name)
      .filter((name) => functions.join('').includes(`client: ${name}`));
    return `import type { ${types.join(', ')} } from './client.js';\ndeclare const console: { log(value: unknown): void };\nif (false as boolean) console.log('');\n${functions.join('')}`;
  }

  test('only results that are their records are shown as streams', async () => {
    const contract = `asmx: 1
name: Orders
namespace: urn:orders
services:
  Orders:
    operations:
      GetOrder: { parameters: { id: int }, returns: Order }
      GetLines: { parameters: { id: int }, returns: 'Line[]' }
types:
  Order: { fields: { id: int, lines: 'Line[]' } }
  Line: { fields: { sku: string } }
`;
    const { files } = await generate(
      {
        input: 'orders.yaml',
        options: { ...planOptions, targets: ['types', 'client', 'gateway'] },
      },
      { readFile: () => new TextEncoder().encode(contract) },
    );
    const text = (path: string): string => files.find((file) => file.path === path)?.text ?? '';
    expect(text('client.ts').match(/client\.\w+\.stream/g)).toEqual(['client.getLines.stream']);
    expect(text('doors.ts').match(/streams: true/g)).toHaveLength(1);
  });

  test('examples of generated methods compile', async () => {
    const files: OutputFile[] = [];
    let count = 0;
    for (const name of readdirSync(goldens)) {
      const generated = await generateGolden(name);
      const client = generated.find(({ path }) => path === 'client.ts')?.text;
      if (client === undefined) continue;
      const text = examplesOf(client);
      count += text.split('export async function').length - 1;
      for (const file of [...generated, { path: 'examples.ts', text }]) {
        files.push({ ...file, path: `${name}/${file.path}` });
      }
    }
    expect(count).toBeGreaterThan(50);
    compileLater(files);
  }, 120_000);
});

describe('read forms', () => {
  function extension(name: string, base: string, content: string): string {
    return `<xs:complexType name="${name}"><xs:complexContent><xs:extension base="t:${base}">${content}</xs:extension></xs:complexContent></xs:complexType>`;
  }

  const choice =
    '<xs:choice><xs:element name="l" type="t:Animal"/><xs:element name="r" type="xs:int"/></xs:choice>';

  /** Every place of a type that others extend, and a type with the name of a read form. */
  const contract = wsdl({
    schema: `<xs:complexType name="Animal" abstract="true"><xs:sequence><xs:element name="name" type="xs:string"/></xs:sequence></xs:complexType>
${extension('Dog', 'Animal', '<xs:attribute name="legs" type="xs:int" default="4"/>')}
${extension('Puppy', 'Dog', '<xs:sequence><xs:element name="mother" type="t:Dog" minOccurs="0"/><xs:element name="age" type="xs:int"/></xs:sequence>')}
${extension('Cat', 'Animal', choice)}
<xs:complexType name="DogAsRead"><xs:sequence><xs:element name="x" type="xs:int"/></xs:sequence></xs:complexType>
<xs:complexType name="Turns"><xs:sequence maxOccurs="unbounded"><xs:element name="one" type="t:Animal"/><xs:element name="n" type="xs:int"/></xs:sequence></xs:complexType>
<xs:complexType name="ArrayOfAnimal"><xs:sequence><xs:element name="Animal" type="t:Animal" minOccurs="0" maxOccurs="unbounded" nillable="true"/></xs:sequence></xs:complexType>
<xs:element name="head" type="t:Animal"/><xs:element name="dog" type="t:Dog" substitutionGroup="t:head"/>
<xs:element name="Test"><xs:complexType><xs:sequence>
  <xs:element name="list" type="t:ArrayOfAnimal"/><xs:element name="turns" type="t:Turns"/><xs:element ref="t:head"/>
  <xs:element name="nil" type="t:Dog" nillable="true"/><xs:element name="plain" type="t:DogAsRead"/><xs:element name="few" type="t:Dog" block="extension"/>
</xs:sequence></xs:complexType></xs:element>
<xs:element name="TestResponse" type="t:Cat" nillable="true"/>`,
  });

  describe('types as they are read', () => {
    let planned: ReturnType<typeof planText>;
    const text = (name: string): string => declaration(planned, name).replace(/\s+/g, ' ');

    beforeAll(() => {
      planned = planText(contract);
    });

    test('are unions of interfaces, each with its own `$type`', () => {
      expect(text('AnimalAsRead')).toContain('= Dog$AsRead | CatAsRead;');
      expect(text('Dog$AsRead')).toContain('= Dog$AsRead$Own | PuppyAsRead;');
      expect(text('Dog$AsRead$Own')).toContain("extends DogBaseAsRead { readonly $type: 'Dog'; }");
    });

    test('have what differs, and all of their own below a base that differs', () => {
      expect(text('DogBaseAsRead')).toContain('extends DogBase { readonly legs: number; }');
      expect(text('PuppyAsRead')).toContain(
        "extends DogBaseAsRead { readonly $type: 'Puppy'; readonly mother?: Dog$AsRead | undefined; /** `xs:int`. */ readonly age: number; }",
      );
    });

    test('leave out what is read as it is written', () => {
      expect(text('TestInputAsRead')).not.toContain('plain');
      expect(text('TestInputAsRead')).toContain(
        'readonly list: readonly (AnimalAsRead | AnimalAsRead$Nil | null)[];',
      );
      expect(text('TestInputAsRead')).toContain('readonly few: Dog$AsRead$Own;');
      expect(text('TestInputAsRead')).toContain('readonly turns: TurnsAsRead;');
    });
  });

  test('a value as it is read is one that can be written, and compiles', async () => {
    const files = await generateText(contract, { targets: ['client', 'server', 'schemas'] });
    const program = `
import type { Animal, AnimalAsRead, Cat, CatAsRead, TestInput, TestInputAsRead } from './index.js';
export const again: (value: TestInputAsRead) => TestInput = (value) => value;
export const one: (value: AnimalAsRead) => Animal = (value) => value;
export const cat: (value: CatAsRead) => Cat = (value) => value;
export const left = (value: CatAsRead): string => value.l?.$type ?? String(value.r);
`;
    compileLater([...files, { path: 'program.ts', text: program }]);
  });

  test('types alone have no read forms', async () => {
    const files = await generateText(contract, { targets: ['types'] });
    const types = files.find(({ path }) => path === 'types.ts')?.text ?? '';
    expect(types).toContain('interface DogAsRead ');
    expect(types).not.toMatch(/\w\$AsRead|AnimalAsRead/);
  });
});

describe('message sample', () => {
  /**
   * Sample of the one message of a service whose element `Op` holds the content given, with further
   * schema components.
   */
  function sampleOf(content: string, components = ''): string {
    const wsdl = `<definitions xmlns="http://schemas.xmlsoap.org/wsdl/" xmlns:soap="http://schemas.xmlsoap.org/wsdl/soap/"
    xmlns:s="http://www.w3.org/2001/XMLSchema" xmlns:t="urn:t" targetNamespace="urn:t" name="T">
  <types><s:schema targetNamespace="urn:t" elementFormDefault="qualified">
    <s:element name="Op"><s:complexType><s:sequence>${content}</s:sequence></s:complexType></s:element>
    ${components}
  </s:schema></types>
  <message name="In"><part name="p" element="t:Op"/></message>
  <portType name="P"><operation name="Op"><input message="t:In"/><output message="t:In"/></operation></portType>
  <binding name="B" type="t:P"><soap:binding transport="http://schemas.xmlsoap.org/soap/http"/>
    <operation name="Op"><soap:operation soapAction=""/><input><soap:body use="literal"/></input><output><soap:body use="literal"/></output></operation>
  </binding>
  <service name="S"><port name="B" binding="t:B"><soap:address location="http://localhost/S.asmx"/></port></service>
</definitions>`;
    const model = modelOf({ 't.wsdl': wsdl });
    const operation = model.services[0]?.interfaces[0]?.operations[0];
    if (operation === undefined) throw new Error('no operation');
    const { output } = contractMessages(model).of(operation);
    const text = compactText(sampleBody(output.body, { globals: model.elements, operation: 'Op' }));
    return text.replace(/^<Op xmlns="urn:t">|<\/Op>$/g, '');
  }

  describe('sampleBody', () => {
    test('two of what repeats, each its own; one of what is optional; no more than may be', () => {
      const text = sampleOf(
        '<s:element name="a" type="s:string" maxOccurs="unbounded"/><s:element name="b" type="s:string" minOccurs="0"/><s:element name="c" type="s:string" minOccurs="3" maxOccurs="5"/>',
      );
      expect(text).toBe('<a>a</a><a>a 2</a><b>b</b><c>c</c><c>c 2</c><c>c 3</c>');
    });

    test('a type that holds itself ends where it may', () => {
      const tree =
        '<s:complexType name="Tree"><s:sequence><s:element name="left" type="t:Tree" minOccurs="0"/><s:element name="next" type="t:Tree" nillable="true"/></s:sequence></s:complexType>';
      const nil = '<next xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:nil="true" />';
      expect(sampleOf('<s:element name="tree" type="t:Tree"/>', tree)).toBe(`<tree>${nil}</tree>`);
    });

    test('a type that must hold itself for ever comes to an end all the same', () => {
      const endless =
        '<s:complexType name="E"><s:sequence><s:element name="e" type="t:E"/></s:sequence></s:complexType>';
      expect(sampleOf('<s:element name="e" type="t:E"/>', endless).length).toBeLessThan(500);
    });

    test('a choice takes a branch, a repeated one each in turn, and none that leads back', () => {
      expect(
        sampleOf(
          '<s:choice><s:element name="a" type="s:int"/><s:element name="b" type="s:int"/></s:choice>',
        ),
      ).toMatch(/^<a>\d+<\/a>$/);
      expect(
        sampleOf(
          '<s:choice maxOccurs="unbounded"><s:element name="a" type="s:boolean"/><s:element name="b" type="s:boolean"/></s:choice>',
        ),
      ).toBe('<a>true</a><b>true</b>');
      const expression =
        '<s:complexType name="X"><s:choice><s:element name="not" type="t:X"/><s:element name="is" type="s:boolean"/></s:choice></s:complexType>';
      expect(sampleOf('<s:element name="x" type="t:X"/>', expression)).toBe('<x><is>true</is></x>');
    });

    test('abstract types and elements are replaced by what may stand for them', () => {
      const components =
        '<s:complexType name="Shape" abstract="true"><s:sequence/></s:complexType><s:complexType name="Circle"><s:complexContent><s:extension base="t:Shape"><s:sequence><s:element name="r" type="s:boolean"/></s:sequence></s:extension></s:complexContent></s:complexType><s:element name="head" abstract="true" type="s:boolean"/><s:element name="member" substitutionGroup="t:head" type="s:boolean"/>';
      expect(sampleOf('<s:element name="shape" type="t:Shape"/>', components)).toBe(
        '<shape xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:t="urn:t" xsi:type="t:Circle"><r>true</r></shape>',
      );
      expect(sampleOf('<s:element ref="t:head"/>', components)).toBe('<member>true</member>');
    });

    test('attributes, fixed values, defaults and unqualified elements', () => {
      const type =
        '<s:complexType name="A"><s:simpleContent><s:extension base="s:boolean"><s:attribute name="one" type="s:string" use="required"/><s:attribute name="two" type="s:string" fixed="2 &amp; &quot;"/></s:extension></s:simpleContent></s:complexType>';
      expect(
        sampleOf(
          '<s:element name="a" type="t:A"/><s:element name="b" type="s:int" default="7" form="unqualified"/>',
          type,
        ),
      ).toBe('<a one="one" two="2 &amp; &quot;">true</a><b xmlns="">7</b>');
    });

    test('no more than three of what must be there often, elements or groups', () => {
      const often = 'minOccurs="12678967543" maxOccurs="12678967544"';
      const text = sampleOf(
        `<s:element name="a" type="s:string" ${often}/><s:sequence ${often}><s:element name="b" type="s:string"/></s:sequence>`,
      );
      expect(text).toBe('<a>a</a><a>a 2</a><a>a 3</a><b>b</b><b>b 2</b><b>b 3</b>');
    });

    const doubling = (occurs: string): string =>
      Array.from({ length: 24 }, (_, at) => {
        const type = at === 23 ? 's:string' : `t:T${at + 1}`;
        return `<s:complexType name="T${at}"><s:sequence><s:element name="a" type="${type}" ${occurs}/><s:element name="b" type="${type}" ${occurs}/></s:sequence></s:complexType>`;
      }).join('');
    const countOf = (text: string): number => text.match(/<\w/g)?.length ?? 0;

    test('a few hundred elements of types that have one another', () => {
      const element = '<s:element name="t" type="t:T0"/>';
      const optional = countOf(sampleOf(element, doubling('minOccurs="0" maxOccurs="unbounded"')));
      expect(optional).toBeGreaterThan(200);
      expect(optional).toBeLessThan(301);
      // no valid one has fewer than 16 million
      expect(countOf(sampleOf(element, doubling('')))).toBeLessThan(1100);
    });

    test('what is required comes first, then what the operation points to, then by level', () => {
      const element =
        '<s:element name="big" type="t:T0" minOccurs="0"/><s:element name="other" type="t:T0" minOccurs="0"/><s:element name="opInfo" type="s:int" minOccurs="0"/><s:element name="last" type="s:int"/>';
      const text = sampleOf(element, doubling('minOccurs="0"'));
      expect(text).toMatch(/<opInfo>\d+<\/opInfo><last>\d+<\/last>$/);
      const [big = '', other = ''] = text.split('<other>');
      expect(Math.abs(countOf(big) - countOf(other))).toBeLessThan(80);
      const crowd = Array.from(
        { length: 400 },
        (_, at) => `<s:element name="x${at}" type="s:int" minOccurs="0"/>`,
      ).join('');
      const crowded = sampleOf(crowd + element, doubling('minOccurs="0"'));
      expect(crowded).toMatch(/<opInfo>\d+<\/opInfo><last>\d+<\/last>$/);
      expect(crowded).not.toContain('<big>');
    });

    test('of a choice, the branch that the operation points to', () => {
      const branches = ['Create', 'Op', 'Update'].map(
        (name) => `<s:element name="${name}Message" type="s:int"/>`,
      );
      const text = sampleOf(`<s:choice maxOccurs="unbounded">${branches.join('')}</s:choice>`);
      expect(text).toMatch(/^(<OpMessage>\d+<\/OpMessage>){2}$/);
    });

    test('wildcards are filled only where they must be, strict ones with a declared element', () => {
      const element = '<s:element name="known" type="s:boolean"/>';
      expect(sampleOf('<s:any minOccurs="0"/>', element)).toBe('<Op xmlns="urn:t" />');
      expect(sampleOf('<s:any processContents="lax"/>', element)).toBe(
        '<sample xmlns="http://example.com/any" />',
      );
      expect(sampleOf('<s:any/>', element)).toBe('<known>true</known>');
    });

    test('is the same on every run', () => {
      const content =
        '<s:element name="n" type="s:decimal"/><s:element name="d" type="s:dateTime"/>';
      expect(sampleOf(content)).toBe(sampleOf(content));
    });

    test('QNames declare their namespaces, and have none where the contract says so', () => {
      const types =
        '<s:simpleType name="Q"><s:restriction base="s:QName"><s:enumeration value="t:a" xmlns:t="urn:a"/><s:enumeration value="b" xmlns=""/></s:restriction></s:simpleType><s:complexType name="H"><s:simpleContent><s:extension base="s:string"><s:attribute name="q" type="t:Q"/></s:extension></s:simpleContent></s:complexType>';
      expect(
        sampleOf(
          '<s:element name="q" type="t:Q" maxOccurs="2"/><s:element name="h" type="t:H"/>',
          types,
        ),
      ).toBe(
        '<e:q xmlns:e="urn:t" xmlns="" xmlns:v1="urn:a">v1:a</e:q><e:q xmlns:e="urn:t" xmlns="">b</e:q><e:h xmlns:e="urn:t" xmlns="" xmlns:v0.1="urn:a" q="v0.1:a">h</e:h>',
      );
    });
  });

  describe('samples of messages whose part names a type', () => {
    const row = '<xs:element name="row" type="xs:boolean"';
    const types = `
    <xs:complexType name="Rows"><xs:sequence>${row}/></xs:sequence></xs:complexType>
    <xs:complexType name="ArrayOfRow"><xs:sequence>${row} maxOccurs="2"/></xs:sequence></xs:complexType>
    <xs:complexType name="Nine"><xs:sequence>${row} minOccurs="9" maxOccurs="9"/></xs:sequence></xs:complexType>
    <xs:complexType name="Tagged"><xs:sequence>${row}/></xs:sequence><xs:attribute name="x" type="xs:boolean"/></xs:complexType>`;
    const rows = '<row xmlns="urn:test">true</row>';

    test.each([
      ['t:Rows', rows, { row: true }],
      ['t:ArrayOfRow', `<parameters>${rows}${rows}</parameters>`, [true, true]],
      ['t:Nine', rows.repeat(9), { row: Array.from({ length: 9 }, () => true) }],
      ['t:Tagged', `<parameters x="true">${rows}</parameters>`, { x: true, row: true }],
      ['xs:boolean', '<parameters>true</parameters>', true],
    ])('of %s are what generated code reads', (type, xml, value) => {
      const text = testWsdl({
        schema: `<xs:element name="Test"/><xs:element name="TestResponse"/>${types}`,
      }).replace('element="t:TestResponse"', `type="${type}"`);
      const planned = planText(text);
      const [operation] = planned.plan?.operations ?? [];
      const body = operation?.messages.output.body ?? { kind: 'empty' };
      const context = { globals: [], operation: 'Test', isRead: true } as const;
      expect(compactText(sampleBody(body, context))).toBe(xml);
      expect(loadCodecs(planned).readBody('readTestResponse', xml)).toEqual(value);
    });
  });
});

describe('script services', () => {
  const path = 'test/fixtures/script/school.yaml';
  const withScript = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
  const without = withScript.replace('    script: true\n', '');

  async function filesOf(
    text: string,
    settings: Partial<ContractSettings> = {},
  ): Promise<ReadonlyMap<string, string>> {
    const options = planOptionsFromProject({ ...defaultSettings, ...settings }, path, './script');
    const host = { readFile: () => new TextEncoder().encode(text) };
    const { files } = await generate({ input: path, options }, host);
    return new Map(files.map((file) => [file.path, file.text]));
  }

  /** Names of services whose operations are for scripts. */
  function scripted(files: ReadonlyMap<string, string>): readonly string[] {
    const server = files.get('server.ts') ?? '';
    return ['Echo', 'Find'].filter((name) =>
      new RegExp(`operation: \\$operations\\.${name},\\s+server: \\[\\s*scriptServer,`).test(
        server,
      ),
    );
  }

  describe('services for scripts', () => {
    test.each<readonly [string, string, Partial<ContractSettings>, readonly string[]]>([
      ['that YAML names', withScript, {}, ['Echo']],
      ['that the configuration names', without, { scriptServices: ['Archive'] }, ['Find']],
      ['that either names', withScript, { scriptServices: ['Archive'] }, ['Echo', 'Find']],
      ['may be all', without, { scriptServices: true }, ['Echo', 'Find']],
      ['may be none', without, { scriptServices: ['constructor'] }, []],
    ])('%s', async (_, text, settings, names) => {
      expect(scripted(await filesOf(text, settings))).toEqual(names);
    });

    test('may be called by GET where the configuration says so', async () => {
      const server = async (settings: Partial<ContractSettings>): Promise<string> =>
        (await filesOf(withScript, settings)).get('server.ts') ?? '';
      expect(await server({ scriptGets: ['Staff.Tell', 'Archive.Find'] })).toMatch(
        /operations\.Tell,[\s\S]*?script: \{ input: \S+, get: true \},/,
      );
      expect(await server({})).not.toContain('get: true');
    });

    test('alone get the files of the runtime that answer scripts', async () => {
      const inRuntime = (files: ReadonlyMap<string, string>): number =>
        [...files.keys()].filter((one) => one === 'runtime/script.ts').length;
      expect(inRuntime(await filesOf(withScript))).toBe(1);
      expect(inRuntime(await filesOf(without))).toBe(0);
      expect(inRuntime(await filesOf(withScript, { targets: ['client', 'docs'] }))).toBe(0);
    });

    test('change no WSDL and no page', async () => {
      const [one, other] = await Promise.all([withScript, without].map((text) => filesOf(text)));
      for (const name of ['docs.ts', 'wsdl/Staff.wsdl', 'client.ts', 'operations.ts', 'types.ts']) {
        expect({ name, same: one?.get(name) === other?.get(name) }).toEqual({ name, same: true });
      }
    });

    test('stay so where YAML is written again', () => {
      const bag = createDiagnosticBag();
      const host = { readFile: () => new TextEncoder().encode(withScript) };
      const contract = readContract(path, host, bag);
      const notation = contract && describeContract(contract, bag);
      const text = notation === undefined ? '' : writeNotation(notation);
      expect(text).toContain('  Staff:\n    script: true\n    operations:\n');
      expect(text.match(/script/g)).toHaveLength(1);
    });

    test('with attachments are for scripts without the operations that have some', async () => {
      const wsdl = readFileSync(
        new URL('../golden/mime-multipart/contract.wsdl', import.meta.url),
        'utf8',
      );
      const options = planOptionsFromProject(
        { ...defaultSettings, scriptServices: true },
        'a.wsdl',
        './script',
      );
      const host = { readFile: () => new TextEncoder().encode(wsdl) };
      const { files, diagnostics } = await generate({ input: 'a.wsdl', options }, host);
      expect(diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
      const server = files.find((file) => file.path === 'server.ts')?.text ?? '';
      expect(server.match(/inputAttachments|attachResponse/g)?.length).toBeGreaterThan(0);
      for (const [, route = ''] of server.matchAll(/\n {4}\{([\s\S]*?)\n {4}\},/g)) {
        const isAttached = /inputAttachments|attachResponse/.test(route);
        expect(route.includes('scriptServer') && isAttached).toBe(false);
      }
    });

    test('with streams are for scripts without the operations that have some', async () => {
      const yaml = `asmx: 1
name: Files
namespace: urn:files
services:
  Files:
    script: true
    operations:
      Store: { parameters: { data: base64Binary }, returns: int }
      Count: { returns: int }
`;
      const settings = { ...defaultSettings, streams: ['Files.Store.data'] };
      const host = { readFile: () => new TextEncoder().encode(yaml) };
      const options = planOptionsFromProject(settings, 'a.yaml', './script');
      const { files } = await generate({ input: 'a.yaml', options }, host);
      const server = files.find((file) => file.path === 'server.ts')?.text ?? '';
      expect(server).toMatch(/Store,[\s\S]*receiveParts/);
      expect(server.match(/scriptServer\b/g)).toHaveLength(2);
    });
  });
});

test('what was generated above compiles', () => {
  expect(compileWaiting()).toBe('');
}, 60_000);
