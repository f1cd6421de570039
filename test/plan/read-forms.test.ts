import { beforeAll, describe, expect, test } from '@jest/globals';
import { compileFiles, generateText } from './support/compiled.ts';
import { declaration, planText, wsdl } from './support/contract.ts';

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
  expect(compileFiles([...files, { path: 'program.ts', text: program }])).toBe('');
});

test('types alone have no read forms', async () => {
  const files = await generateText(contract, { targets: ['types'] });
  const types = files.find(({ path }) => path === 'types.ts')?.text ?? '';
  expect(types).toContain('interface DogAsRead ');
  expect(types).not.toMatch(/\w\$AsRead|AnimalAsRead/);
});
