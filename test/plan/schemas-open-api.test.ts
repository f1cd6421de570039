import { describe, expect, test } from '@jest/globals';
import { Validator } from '@seriousme/openapi-schema-validator';
import { createSchema } from '../../src/runtime/schema/nodes.ts';
import { toJson } from '../../src/runtime/schema.ts';
import { valueWsdl } from './support/contract.ts';
import {
  type Dialect,
  dialects,
  jsonValidator,
  openApiDocument,
} from './support/json-validators.ts';
import { type AnySchema, loadSchemas } from './support/schemas.ts';

const schemas = loadSchemas(
  valueWsdl(`<xs:simpleType name="Unit"><xs:restriction base="xs:string"><xs:enumeration value="cm"/><xs:enumeration value="in"/></xs:restriction></xs:simpleType>
<xs:simpleType name="Share"><xs:restriction base="xs:int"><xs:minExclusive value="0"/><xs:maxInclusive value="100"/></xs:restriction></xs:simpleType>
<xs:simpleType name="Level"><xs:restriction base="xs:double"><xs:minInclusive value="-1"/><xs:maxExclusive value="1"/></xs:restriction></xs:simpleType>
<xs:complexType name="Value"><xs:sequence>
  <xs:element name="revision" type="xs:int" fixed="3"/>
  <xs:element name="share" type="t:Share"/><xs:element name="level" type="t:Level"/>
  <xs:element name="unit" type="t:Unit" nillable="true"/>
  <xs:element name="note" type="xs:string" nillable="true"/>
  <xs:element name="data" type="xs:base64Binary" minOccurs="0"/>
  <xs:element name="inner" type="t:Value" minOccurs="0" maxOccurs="2"/>
  <xs:element name="twin" type="t:Value" nillable="true" minOccurs="0"/>
  <xs:choice><xs:element name="left" type="xs:string"/><xs:sequence><xs:element name="right" type="xs:int"/><xs:element name="more" type="xs:int"/></xs:sequence></xs:choice>
</xs:sequence></xs:complexType>`),
);
const all = Object.values(schemas);
const schema = schemas.ValueSchema as AnySchema;
const target = 'openapi-3.0';

describe('a Schema Object of OpenAPI 3.0', () => {
  test('has the words of that dialect', () => {
    const { input, output } = schema['~standard'].jsonSchema;
    expect(output({ target })).toEqual(input({ target }));
    expect(input({ target })).toEqual({
      type: 'object',
      required: ['share', 'level', 'unit', 'note'],
      properties: {
        revision: { type: 'integer', minimum: -2147483648, maximum: 2147483647, enum: [3] },
        share: expect.objectContaining({ minimum: 0, exclusiveMinimum: true, maximum: 100 }),
        level: {
          anyOf: [
            { type: 'number', minimum: -1, maximum: 1, exclusiveMaximum: true },
            { enum: ['INF', '-INF', 'NaN', '-0'] },
          ],
          example: -1,
        },
        unit: { type: 'string', nullable: true, enum: ['cm', 'in', null] },
        note: { type: 'string', nullable: true },
        data: {
          type: 'string',
          format: 'byte',
          pattern: '^[A-Za-z0-9+/]*={0,2}$',
          example: 'AQID',
        },
        inner: { type: 'array', maxItems: 2, items: { $ref: '#/components/schemas/Value' } },
        twin: {
          anyOf: [
            { $ref: '#/components/schemas/Value' },
            { type: 'string', nullable: true, enum: [null] },
          ],
        },
        left: { type: 'string' },
        right: expect.objectContaining({ type: 'integer' }),
        more: expect.objectContaining({ type: 'integer' }),
      },
      anyOf: [
        { required: ['left'], properties: { right: { not: {} }, more: { not: {} } } },
        { required: ['right', 'more'], properties: { left: { not: {} } } },
      ],
    });
  });

  test('is a component of a valid document', async () => {
    const document = JSON.parse(JSON.stringify(openApiDocument(all)));
    const { valid, errors } = await new Validator().validate(document);
    expect({ valid, errors }).toEqual({ valid: true, errors: undefined });
  });

  test('holds a type that several others have once in memory', () => {
    const chain: AnySchema[] = [];
    for (let depth = 0; depth < 60; depth += 1) {
      const inner = chain[depth - 1];
      const properties = inner === undefined ? {} : { left: inner, right: inner };
      chain.push(
        createSchema(
          `T${depth}`,
          () => '',
          () => ({ type: 'object', properties }),
        ),
      );
    }
    const { properties } = (chain[59] as AnySchema)['~standard'].jsonSchema.input({ target });
    const { left, right } = properties as { left: object; right: object };
    expect(left).toBe(right);
  });
});

const valid = { share: 1, level: 0.5, unit: 'cm', note: 'n', left: 'l' };

describe.each(dialects)('%s says what validate says', (dialect: Dialect) => {
  const isValid = jsonValidator(schema, dialect, all);

  test.each([
    [{}, true],
    [{ revision: 3 }, true],
    [{ revision: 4 }, false],
    [{ share: 0 }, false],
    [{ share: 100 }, true],
    [{ share: 101 }, false],
    [{ level: -1 }, true],
    [{ level: -1.01 }, false],
    [{ level: 1 }, false],
    [{ unit: null, note: null }, true],
    [{ unit: 'mm' }, false],
    [{ twin: null }, true],
    [{ twin: valid, inner: [valid] }, true],
    [{ twin: { ...valid, share: 0 } }, false],
    [{ inner: [valid, valid, valid] }, false],
    [{ inner: valid }, false],
    [{ left: undefined, right: 1, more: 2 }, true],
    [{ left: undefined, right: 1 }, false],
    [{ right: 1, more: 2 }, false],
    [{ left: undefined }, false],
  ])('%j', (change, expected) => {
    const json = JSON.parse(JSON.stringify({ ...valid, ...change }));
    const { issues } = schema['~standard'].validate(json);
    expect([isValid(toJson(schema, json)), issues === undefined]).toEqual([expected, expected]);
  });
});

test('a dialect that no one knows is refused', () => {
  const { input, output } = schema['~standard'].jsonSchema;
  for (const unknown of ['openapi-3.1', 'draft-04', '']) {
    const message = `JSON Schemas are available for draft-2020-12, draft-07 and openapi-3.0, not for '${unknown}'.`;
    expect(() => input({ target: unknown })).toThrow(message);
    expect(() => output({ target: unknown })).toThrow(message);
  }
});
