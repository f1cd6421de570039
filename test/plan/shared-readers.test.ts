import { expect, test } from '@jest/globals';
import { generate } from '../../src/generate.ts';
import { sampleOptions } from './sample-plan.ts';

/** Texts of the codecs of a contract in YAML, by path. */
async function codecsOf(types: string, operations: string): Promise<ReadonlyMap<string, string>> {
  const contract = `asmx: 1
name: Zoo
namespace: urn:zoo
bindings: [soap11]
services:
  Zoo:
    operations:
${operations}types:
${types}`;
  const bytes = new TextEncoder().encode(contract);
  const { files } = await generate(
    { input: 'zoo.yaml', options: { ...sampleOptions, targets: ['types', 'client', 'server'] } },
    { readFile: (path) => (path === 'zoo.yaml' ? bytes : undefined) },
  );
  const codecs = files.filter(({ path }) => /^codecs\b/.test(path));
  return new Map(codecs.map(({ path, text }) => [path, text]));
}

const animal = '  Animal: { fields: { Name: string, Age: int?, Legs: int } }\n';
const find = '      Find: { parameters: { id: int }, returns: Animal }\n';

test('the table of a type begins with that of the type it extends', async () => {
  const codecs = await codecsOf(
    `${animal}  Cat: { extends: Animal, fields: { Indoor: boolean } }
  Lion: { extends: Cat, fields: { Roar: string } }
  Fish: { extends: Animal, fields: {} }
`,
    find,
  );
  const text = codecs.get('codecs.ts') ?? '';
  const tables = [...text.matchAll(/^const readers(\w+): ChildReaders = (\[.*?\]);$/gms)];
  expect(Object.fromEntries(tables.map(([, name, rows]) => [name, rows]))).toEqual({
    AnimalBase: `[
  { name: 'Name', missing },
  { name: 'Age', parse: parseXsdInt, nil: 'absent' },
  { name: 'Legs', parse: parseXsdInt, missing: missingNumber },
]`,
    CatBase: `[
  ...readersAnimalBase,
  { name: 'Indoor', parse: parseXsdBoolean, missing: missingBoolean },
]`,
    Lion: `[...readersCatBase, { name: 'Roar', missing }]`,
  });
  expect(text).toMatch(/function readFish\b.*\n.*readersAnimalBase,/);
  // a constant cannot be read before it is initialised
  const order = tables.map(([, name = '']) => name);
  expect(order.indexOf('AnimalBase')).toBeLessThan(order.indexOf('CatBase'));
  expect(order.indexOf('CatBase')).toBeLessThan(order.indexOf('Lion'));
});

test('the table of a type that no element has is not shared', async () => {
  const codecs = await codecsOf(
    `  Animal: { abstract: true, fields: { Name: string, Age: int?, Legs: int } }
  Cat: { extends: Animal, fields: { Indoor: boolean } }
`,
    find,
  );
  expect(codecs.get('codecs.ts')).toMatch(/readersCat: ChildReaders = \[\n {2}\{ name: 'Name'/);
  expect(codecs.get('codecs.ts')).not.toContain('readersAnimal');
});

test('tables of several files contain none of another file', async () => {
  const kinds = Array.from({ length: 700 }, (_, index) => {
    const fields = Array.from({ length: 8 }, (_none, at) => `A${at}: int`).join(', ');
    return `  Kind${index}: { extends: Animal, fields: { ${fields} } }\n`;
  });
  const codecs = await codecsOf(animal + kinds.join(''), find);
  expect(codecs.size).toBeGreaterThan(2);
  for (const text of codecs.values()) expect(text).not.toContain('...readers');
  expect([...codecs.values()].join('')).toMatch(
    /readersKind7: ChildReaders = \[\n {2}\{ name: 'Name'/,
  );
});
