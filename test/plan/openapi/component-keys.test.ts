import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { writeOpenApi } from '../../../src/convert/openapi.ts';
import { createDiagnosticBag } from '../../../src/diagnostics/diagnostic.ts';
import { linkContract } from '../../../src/model/link.ts';
import type { ServiceModel } from '../../../src/model/services.ts';
import { readContract } from '../../../src/read/contract.ts';
import { valueWsdl } from '../support/contract.ts';
import { dialects, openApiDocument } from '../support/json-validators.ts';
import { expectWholeDocument } from '../support/references.ts';
import { loadSchemas } from '../support/schemas.ts';

const root = join(import.meta.dirname, '../../..');

/** Contracts of goldens and fixtures that have no error. */
const models = ['specs', 'test/golden', 'test/fixtures', 'test/docs/fixtures'].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(wsdl|yaml)$/.test(name) && !name.includes('expected'))
    .flatMap((name): readonly (readonly [string, ServiceModel])[] => {
      const model = modelAt(join(root, folder, name));
      return model === undefined ? [] : [[`${folder}/${name}`, model]];
    }),
);

function modelAt(path: string): ServiceModel | undefined {
  const bag = createDiagnosticBag();
  const readFile = (asked: string): Uint8Array | undefined =>
    existsSync(asked) ? readFileSync(asked) : undefined;
  const contract = readContract(path, { readFile }, bag);
  const model = contract && linkContract(contract, bag);
  return bag.failed ? undefined : model;
}

test('components of OpenAPI have valid keys, and references find them', () => {
  expect(models.length).toBeGreaterThan(120);
  for (const [, model] of models) {
    const document = JSON.parse(writeOpenApi(model));
    expectWholeDocument(document, Object.keys(document.components?.schemas ?? {}));
  }
});

describe('schemas of types whose names OpenAPI does not allow', () => {
  const type = (name: string, fields: string): string =>
    `<xs:complexType name="${name}"><xs:sequence>${fields}</xs:sequence></xs:complexType>`;
  const field = (name: string): string =>
    `<xs:element name="f" type="t:${name}" minOccurs="0" maxOccurs="2"/>`;
  const names = ['Größe', 'Grösse', 'Gro_e', '学生', '先生', 'Note', 'NoteSchema', 'Crème'];
  const schemas = loadSchemas(
    valueWsdl(
      [
        ...names.map((name, index) =>
          type(name, `${field(name)}<xs:element name="g${index}" type="xs:int"/>`),
        ),
        type(
          'Value',
          names.map((name) => `<xs:element name="of${name}" type="t:${name}"/>`).join(''),
        ),
      ].join(''),
    ),
  );
  const all = Object.values(schemas);

  test('are called by what is left of the name', () => {
    const keys = Object.entries(schemas).map(([name, schema]) => [name, schema.name] as const);
    expect(Object.fromEntries(keys)).toMatchObject({
      GrößeSchema: 'Gro_e',
      GrösseSchema: 'Grosse',
      Gro_eSchema: 'Gro_e_',
      学生Schema: '__',
      先生Schema: '___',
      Note$Schema: 'Note',
      NoteSchemaSchema: 'NoteSchema',
      CrèmeSchema: 'Creme',
    });
  });

  test('have names of their own, and references that find them', async () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    const document = JSON.parse(JSON.stringify(openApiDocument(all)));
    expectWholeDocument(document, Object.keys(document.components.schemas));
    const { valid, errors } = await new Validator().validate(document);
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
    for (const target of dialects.slice(0, 2)) {
      for (const { '~standard': standard } of all) {
        const one = standard.jsonSchema.input({ target });
        expectWholeDocument(one, Object.keys(one.$defs ?? one.definitions ?? {}));
      }
    }
  });
});
