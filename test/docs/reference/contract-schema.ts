import { builtinNames } from '../../../src/model/xsd/builtins.ts';
import {
  bindingWords,
  contentTypes,
  type NotationKey,
  notationKeys,
  writtenWords,
} from '../../../src/model/yaml.ts';
import { commentsOf, type JsonSchema, jsonText } from './json-schema.ts';

const reference = (name: string): JsonSchema => ({ $ref: `#/definitions/${name}` });
const name = '^[\\p{L}_][\\p{L}\\p{M}\\p{N}_.·-]*$';
const entries = (type: unknown, of: string): JsonSchema => ({
  type,
  propertyNames: { pattern: name },
  additionalProperties: reference(of),
});
const forms = notationKeys.contract.elements.words;
const styles = notationKeys.service.style.words;
const mayBeEmpty = ['object', 'null'];
const scalar = ['string', 'number', 'boolean'];

/** What editors offer first. */
const usual = [
  ...['string', 'int', 'long', 'short', 'byte', 'boolean', 'decimal', 'double', 'float'],
  ...['dateTime', 'date', 'time', 'duration', 'guid', 'char', 'base64Binary', 'hexBinary'],
];

/** What keys hold. */
const held: Readonly<Record<string, JsonSchema>> = {
  version: { const: 1 },
  name: { type: 'string', pattern: name },
  namespace: { type: 'string', pattern: '^\\S+$' },
  url: { type: 'string', pattern: '^[Hh][Tt][Tt][Pp][Ss]?://[^/?#\\s]+[^?#\\s]*$' },
  path: { type: 'string', pattern: '^/[^/?#\\s][^?#\\s]*$' },
  bindings: reference('bindings'),
  form: { enum: forms, default: forms[0] },
  style: { enum: styles, default: styles[0] },
  pattern: {
    type: 'string',
    pattern: '^(?:[^{}]|\\{namespace\\})*\\{operation\\}(?:[^{}]|\\{(?:namespace|operation)\\})*$',
  },
  flag: { type: 'boolean', default: false },
  documentation: {
    description: 'What it is for: becomes doc comments, help page text and wsdl:documentation.',
    type: 'string',
  },
  services: { ...entries('object', 'service'), minProperties: 1 },
  operations: { ...entries('object', 'operation'), minProperties: 1 },
  types: entries(mayBeEmpty, 'type'),
  fields: entries(mayBeEmpty, 'field'),
  headers: entries(mayBeEmpty, 'headerOrType'),
  faults: entries(mayBeEmpty, 'faultOrType'),
  returns: reference('returns'),
  type: reference('typeExpression'),
  typeName: { type: 'string' },
  text: { type: 'string' },
  default: { type: scalar },
  values: {
    anyOf: [
      { type: 'array', minItems: 1, items: { type: scalar } },
      { type: 'object', minProperties: 1, additionalProperties: { type: ['string', 'null'] } },
    ],
  },
  count: { type: 'integer', minimum: 0 },
  bound: { type: ['number', 'string'] },
};

/** A map with keys of the notation. */
function mapSchema(kind: keyof typeof notationKeys, more: JsonSchema = {}): JsonSchema {
  const comments = commentsOf('src/model/yaml.ts', kind);
  const keys = Object.entries<NotationKey>(notationKeys[kind]);
  const required = keys.flatMap(([key, one]) => (one.required === undefined ? [] : [key]));
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 ? { required } : {}),
    ...more,
    properties: Object.fromEntries(
      keys.map(([key, { holds }]) => {
        const description = comments.get(key);
        // what is sent by default depends on `out`
        const value = kind === 'header' && key === 'in' ? { type: 'boolean' } : held[holds];
        return [key, { ...(description === undefined ? {} : { description }), ...value }];
      }),
    ),
  };
}

/** `specs/asmx-contract.schema.json`, from the table of the notation's keys. */
export function contractSchema(): string {
  const typeOr = (of: string): JsonSchema => ({
    anyOf: [reference('typeExpression'), reference(of)],
  });
  return jsonText({
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://unpkg.com/asmx-gen/specs/asmx-contract.schema.json',
    title: 'asmx-gen contract',
    description:
      "An ASMX service in asmx-gen's YAML notation. Elements are sent in the order of the file.",
    ...mapSchema('contract'),
    definitions: {
      bindings: {
        description:
          'Bindings offered. Default: those of the level above, or all four at the top, for operations that take arrays without httpGet and httpPost.',
        type: 'array',
        minItems: 1,
        uniqueItems: true,
        items: { enum: bindingWords },
      },
      service: mapSchema('service'),
      operation: mapSchema('operation', { type: mayBeEmpty }),
      returns: {
        description:
          'What the operation answers: void (the default), a type, a map of several out parameters, or written: json, text or binary for operations that write directly to the HTTP response.',
        anyOf: [
          { const: 'void' },
          reference('typeExpression'),
          reference('typedField'),
          {
            type: 'object',
            additionalProperties: false,
            required: ['written'],
            properties: {
              written: {
                description: 'What the operation writes directly to the HTTP response.',
                enum: writtenWords,
              },
            },
          },
          entries('object', 'field'),
        ],
      },
      typeExpression: {
        description:
          'A type: a name; string? may be absent; string | null is nillable; Item[] is an array as ASMX writes it; Item* is the element itself repeated.',
        anyOf: [
          { enum: [...new Set([...usual, ...builtinNames, ...contentTypes])] },
          {
            type: 'string',
            pattern: '^[\\s(]*[\\p{L}_][\\p{L}\\p{M}\\p{N}_.·\\[\\]()?*|\\s-]*$',
          },
        ],
      },
      headerOrType: typeOr('header'),
      header: mapSchema('header'),
      faultOrType: typeOr('fault'),
      fault: mapSchema('fault'),
      field: typeOr('typedField'),
      typedField: mapSchema('field'),
      type: { anyOf: ['class', 'enumeration', 'restriction'].map(reference) },
      class: mapSchema('class', {
        anyOf: ['fields', 'extends', 'text', 'attributes'].map((key) => ({ required: [key] })),
      }),
      enumeration: mapSchema('enumeration', { required: ['values'] }),
      restriction: mapSchema('restriction', { required: ['restricts'] }),
    },
  });
}
