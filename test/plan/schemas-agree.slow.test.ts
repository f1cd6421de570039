import { expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { fromJson, sampleOf, toJson } from '../../src/runtime/schema.ts';
import { goldenContracts } from './support/golden-contracts.ts';
import { dialects, jsonValidator, openApiDocument } from './support/json-validators.ts';
import { type AnySchema, loadGenerated } from './support/schemas.ts';

/** What Node 26 has. The package has no types without the compiler's library of Temporal. */
const polyfill: string = 'temporal-polyfill';
const temporal: object = await import(polyfill);

/** What only `validate` refuses, as docs/schemas.md says: forms of texts, and what XML asks. */
const beyondJsonSchema = [
  /: Expected an? (date|time|dateTime|duration|gYear|gYearMonth|gMonth|gMonthDay|gDay) such as /,
  /: Expected a (dateTime in|decimal as|QName as|GUID such|language tag|name|namespace)/,
  /: Expected base64 in a string/,
  /: Expected (one character|a list item without spaces|an XML (name|element))/,
  // of types that the user's own parser, or Temporal, reads
  /: '.*' (cannot be read: |has .*, which Temporal\.)/s,
  /: Expected a \w+ as a string/,
  /: Expected \d+ items as in the first row/,
];

/** What only JSON Schema refuses, by golden: content that is not looked at, and empty lists. */
const beyondCodecs: readonly string[] = ['nillable-message', 'ordered-content'];

/** JSON with one place changed, for each place: left out, of another type, or of other bounds. */
function variantsOf(json: unknown): readonly unknown[] {
  const others: unknown[] = ['?', '', -1.5, 1e9, null, [], {}, true];
  if (typeof json === 'string') others.push(json + json, json.slice(1), `${json} `);
  if (typeof json === 'number') others.push(json + 1, json - 1, json + 0.5, -json);
  if (Array.isArray(json)) others.push([...json, ...json], json.slice(1));
  if (typeof json !== 'object' || json === null) return others;
  const inner = Object.entries(json).flatMap(([key, value]) =>
    [undefined, ...variantsOf(value)].map((one) => replaced(json, key, one)),
  );
  return [...others, ...inner];
}

function replaced(json: object, key: string, value: unknown): unknown {
  if (!Array.isArray(json)) return JSON.parse(JSON.stringify({ ...json, [key]: value }));
  return json.flatMap((item, at) =>
    at === Number(key) ? (value === undefined ? [] : [value]) : [item],
  );
}

/** What `validate` says of JSON; nothing where it is valid. */
function refusal(schema: AnySchema, json: unknown): string {
  try {
    fromJson(schema, json);
    return '';
  } catch (error) {
    return (error as Error).message;
  }
}

/** Where `validate` and the JSON Schemas of all dialects do not say the same. */
function disagreements(schema: AnySchema, all: readonly AnySchema[]): readonly object[] {
  const validators = dialects.map((dialect) => jsonValidator(schema, dialect, all));
  const samples = [0, 58].map((seed) => toJson(schema, sampleOf(schema, { seed })));
  const variants = samples.flatMap((json) => [json, ...variantsOf(json)]);
  return variants.flatMap((json) => {
    const said = refusal(schema, json);
    const verdicts = validators.map((isValid, index) => {
      // OpenAPI 3.0 has one schema for both directions, and large integers are written as texts
      const isOneSchema = dialects[index] === 'openapi-3.0' && said === '';
      return isValid(json) || (isOneSchema && isValid(toJson(schema, fromJson(schema, json))));
    });
    if (verdicts.every((isValid) => isValid === (said === ''))) return [];
    return [{ schema: schema.name, json, said, verdicts }];
  });
}

test.each(goldenContracts)(
  '$name',
  async ({ name, path, text, options }) => {
    const types = { ...options.types, temporal: '../temporal.js' };
    const targets = ['client', 'server', 'schemas'] as const;
    const loaded = loadGenerated(text, { path, ...options, types, targets, modules: { temporal } });
    const all = Object.values(loaded.schemas);

    const document = JSON.parse(JSON.stringify(openApiDocument(all)));
    const { valid, errors } = await new Validator().validate(document);
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });

    const found = all.flatMap((schema) => disagreements(schema, all)) as readonly {
      readonly said: string;
      readonly verdicts: readonly boolean[];
    }[];
    const unexplained = found.filter(({ said, verdicts }) =>
      verdicts.every((isValid) => isValid)
        ? !beyondJsonSchema.some((pattern) => pattern.test(said))
        : verdicts.some((isValid) => isValid) || !beyondCodecs.includes(name),
    );
    expect(unexplained).toEqual([]);
  },
  60_000,
);
