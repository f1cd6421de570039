import { beforeAll, describe, expect, test } from '@jest/globals';
import type { ValidateFunction } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { sampleHandlers } from '../../src/cli/serve/run.ts';
import { type EvaluatedContract, evaluateContract } from '../../src/evaluate.ts';
import { type NameUse, named } from '../../src/print/node.ts';
import { fromJson, sampleOf, toJson } from '../../src/runtime/schema.ts';
import { differences } from '../descriptions-alike.mjs';
import { goldenContracts } from './support/golden-contracts.ts';
import { dialects, openApiDocument } from './support/json-validators.ts';
import { expectWholeDocument } from './support/references.ts';
import { type AnySchema, loadGenerated } from './support/schemas.ts';

/** What Node 26 has. The package has no types without the compiler's library of Temporal. */
const polyfill: string = 'temporal-polyfill';
const temporal: object = await import(polyfill);

interface Tree {
  readonly [name: string]: unknown;
}

function compiled(schema: AnySchema): ValidateFunction {
  const { jsonSchema } = schema['~standard'];
  return new Ajv2020({ validateFormats: false, strictRequired: false }).compile(
    jsonSchema.input({ target: 'draft-2020-12' }),
  );
}

/** What is wrong with the samples of a schema; nothing should be. */
function faultsOf(schema: AnySchema): readonly unknown[] {
  const { validate } = schema['~standard'];
  const isValid = compiled(schema);
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

/** JSON with one place changed, for each place: left out, or of another type. */
function brokenOnes(json: unknown): readonly unknown[] {
  const others = ['?', -1.5, null, [], {}].filter((one) => typeof one !== typeof json);
  if (typeof json !== 'object' || json === null) return others;
  const inner = Object.entries(json).flatMap(([key, value]) => {
    const changed = brokenOnes(value).map((one) => [key, one] as const);
    return [[key, undefined] as const, ...changed];
  });
  return [...others, ...inner.map(([key, one]) => replaced(json, key, one))];
}

function replaced(json: object, key: string, value: unknown): unknown {
  if (!Array.isArray(json)) return JSON.parse(JSON.stringify({ ...json, [key]: value }));
  return json.flatMap((item, at) =>
    at === Number(key) ? (value === undefined ? [] : [value]) : [item],
  );
}

/** Broken samples that `fromJson` takes and the JSON Schema refuses. */
function disagreements(schema: AnySchema): readonly unknown[] {
  const isValid = compiled(schema);
  const json = JSON.parse(JSON.stringify(toJson(schema, sampleOf(schema))));
  return brokenOnes(json).flatMap((one) => {
    if (isValid(one) || !isTaken(schema, one)) return [];
    return [
      {
        schema: schema.name,
        json: one,
        errors: isValid.errors?.map((e) => `${e.instancePath} ${e.message}`),
      },
    ];
  });
}

function isTaken(schema: AnySchema, json: unknown): boolean {
  try {
    fromJson(schema, json);
    return true;
  } catch {
    return false;
  }
}

/**
 * An optional list of the type itself has items that are null, where `serve` has no list. A schema
 * of a result that is a list knows no name of its items, after which `serve` calls their texts.
 */
const unlikeServe: readonly string[] = ['standard-schema', 'headers-in-yaml'];

describe.each(goldenContracts)('of $name', ({ name: golden, path, text, options }) => {
  let code: EvaluatedContract;
  const targets = ['client', 'server', 'schemas'] as const;
  const types = { ...options.types, temporal: '../temporal.js' };
  const loaded = { path, ...options, types, targets, modules: { temporal } };
  const { plan, schemas, codecs } = loadGenerated(text, loaded);

  beforeAll(async () => {
    const sink = { report: () => {} };
    const made = await evaluateContract(
      plan.model,
      plan.options,
      sink,
      async () => temporal as Tree,
    );
    if (made === undefined) throw new Error('not planned');
    code = made;
  });

  test('descriptions evaluated are those imported', () => {
    const seen = new Map<unknown, unknown>();
    const evaluated = (from: NameUse['from'], name: string) => code.evaluated(named(from, name));
    const found = Object.entries(codecs).flatMap(([name, one]) =>
      differences(one, evaluated('descriptions', name), name, seen),
    );
    expect(found).toEqual([]);
    for (const [name, one] of Object.entries(schemas)) {
      const target = { target: 'draft-2020-12' } as const;
      const other = evaluated('schemas', name) as AnySchema;
      const keywords = (given: AnySchema) => given['~standard'].jsonSchema.input(target);
      expect(keywords(other)).toEqual(keywords(one));
    }
  });

  test('samples are valid, and JSON and back', () => {
    expect(Object.values(schemas).flatMap(faultsOf)).toEqual([]);
  });

  test('keys of schemas are valid in OpenAPI, and references find them', () => {
    const all = Object.values(schemas);
    const { components } = openApiDocument(all);
    expect(Object.keys(components.schemas)).toHaveLength(all.length);
    expectWholeDocument({ components }, Object.keys(components.schemas));
    for (const target of dialects.slice(0, 2)) {
      for (const { '~standard': standard } of all) {
        const one = standard.jsonSchema.input({ target });
        expectWholeDocument(one, Object.keys(one.$defs ?? one.definitions ?? {}));
      }
    }
  });

  test('JSON Schemas refuse nothing that can be sent', () => {
    expect(Object.values(schemas).flatMap(disagreements)).toEqual([]);
  });

  test('samples are those of serve', () => {
    const handlers = sampleHandlers(code);
    const results: unknown[] = [];
    const served: unknown[] = [];
    const isOne = plan.services.length === 1;
    for (const { property, interfaces } of code.plan.services) {
      const tree = isOne ? handlers : handlers[property];
      for (const [index, one] of interfaces.entries()) {
        const methods = index === 0 ? tree : (tree as Tree)[one.property];
        for (const operation of one.operations) {
          const name = code.plan.operationSchemas.get(operation)?.output ?? '';
          results.push([name, sampleOf(schemas[name] as AnySchema)]);
          served.push([name, ((methods as Tree)[operation.method] as () => unknown)()]);
        }
      }
    }
    if (unlikeServe.includes(golden)) expect(results).not.toEqual(served);
    else expect(results).toEqual(served);
  });
});
