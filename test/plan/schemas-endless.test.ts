import { expect, test } from '@jest/globals';
import { fromJson, toJson } from '../../src/runtime/schema/json.ts';
import { valueWsdl } from './support/contract.ts';
import { type AnySchema, loadSchemas } from './support/schemas.ts';

const schema = loadSchemas(
  valueWsdl(`<xs:complexType name="Value"><xs:sequence>
    <xs:element name="next" type="t:Value" minOccurs="0"/>
    <xs:element name="all" type="t:Value" minOccurs="0" maxOccurs="unbounded"/>
  </xs:sequence></xs:complexType>`),
).ValueSchema as AnySchema;

interface Value {
  next?: Value;
  all?: readonly Value[];
}

function deep(depth: number): Value {
  let value: Value = { all: [] };
  for (let at = 0; at < depth; at += 1) value = { next: value, all: [] };
  return value;
}

const validate = (value: unknown): unknown => schema['~standard'].validate(value);

test('a value that contains itself has one issue, and no JSON', () => {
  const value: Value = {};
  value.all = [{}, { next: value }];
  const issue = { message: 'The value contains itself.', path: ['all', 1, 'next'] };
  expect(validate(value)).toEqual({ issues: [issue] });
  const error = { code: 'encode', path: 'all.1.next' };
  expect(() => toJson(schema, value)).toThrow(expect.objectContaining(error));
  expect(() => fromJson(schema, value)).toThrow(
    expect.objectContaining({ ...error, code: 'decode' }),
  );
});

test('nor has one that is nested too deeply', () => {
  for (const depth of [200, 1_000, 100_000]) {
    const value = deep(depth);
    const message = 'Values are nested deeper than 200.';
    expect(validate(value)).toEqual({ issues: [{ message, path: Array(20).fill('next') }] });
    expect(() => toJson(schema, value)).toThrow(message);
    expect(() => fromJson(schema, value)).toThrow(message);
  }
  expect(validate(deep(190))).toHaveProperty('value');
});

test('a value at many places is looked at once', () => {
  let shared: Value = { all: [] };
  for (let at = 0; at < 300; at += 1) shared = { next: shared, all: [shared] };
  expect(validate(shared)).toHaveProperty('issues');
});
