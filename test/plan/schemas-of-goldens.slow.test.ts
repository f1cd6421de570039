import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { fromJson, sampleOf, toJson } from '../../src/runtime/schema.ts';
import { type AnySchema, loadSchemas } from './support/schemas.ts';

const goldens = join(import.meta.dirname, '../golden');

/** Contracts of one file, as their configuration has them. */
const contracts = readdirSync(goldens).flatMap((name) => {
  const folder = join(goldens, name);
  const path = ['contract.yaml', 'contract.wsdl'].find((one) => existsSync(join(folder, one)));
  const files = readdirSync(folder).filter((one) => /\.(wsdl|xsd|yaml)$/.test(one));
  if (path === undefined || files.length > 1 || !existsSync(join(folder, 'expected'))) return [];
  const {
    contracts: [settings],
  } = JSON.parse(readFileSync(join(folder, 'asmx-gen.config.json'), 'utf8'));
  const { types = {}, arrays = 'unwrap', only = [], naming: renames = {} } = settings;
  return [
    {
      name,
      path,
      text: readFileSync(join(folder, path), 'utf8'),
      options: { types, arrays, only, renames },
    },
  ];
});

/** What is wrong with the samples of a schema; nothing should be. */
function faultsOf(schema: AnySchema): readonly unknown[] {
  const { validate, jsonSchema } = schema['~standard'];
  const isValid = new Ajv2020({ validateFormats: false, strictRequired: false }).compile(
    jsonSchema.input({ target: 'draft-2020-12' }),
  );
  return [0, 1, 5].flatMap((seed): readonly unknown[] => {
    const value = sampleOf(schema, { seed });
    const { issues } = validate(value);
    if (issues !== undefined) return [{ schema: schema.name, issues }];
    const json = toJson(schema, value);
    if (!isValid(json)) return [{ schema: schema.name, json, errors: isValid.errors }];
    expect(fromJson(schema, JSON.parse(JSON.stringify(json)))).toEqual(value);
    return [];
  });
}

test.each(contracts)('samples of $name are valid, and JSON and back', ({ path, text, options }) => {
  const schemas = Object.values(loadSchemas(text, { path, ...options }));
  expect(schemas.flatMap(faultsOf)).toEqual([]);
});
