import {
  acceptedKeys,
  allTargets,
  configKeys,
  contractKeys,
  diffKeys,
  type Held,
  type Key,
  lintLevels,
  mcpKeys,
  runtimeWords,
  typeWords,
} from '../../../src/config/settings.ts';
import { changeKinds } from '../../../src/diagnostics/diagnostic.ts';
import { stackChoices } from '../../../src/diagnostics/stacks.ts';
import { commentsOf, type JsonSchema, jsonText } from './json-schema.ts';

const text: JsonSchema = { type: 'string', minLength: 1 };
const names: JsonSchema = { type: 'array', minItems: 1, items: text };
const reference = (name: string): JsonSchema => ({ $ref: `#/definitions/${name}` });
const mapOf = (values: JsonSchema): JsonSchema => ({
  type: 'object',
  additionalProperties: values,
});
const specifier = '^(?:\\.{1,2}/)*[\\w@#~][\\w@.~+-]*(?:/[\\w@~+-][\\w@.~+-]*)*$';

/** What keys hold. */
const held: Readonly<Record<keyof Held, JsonSchema>> = {
  schema: { type: 'string' },
  text,
  path: text,
  texts: reference('texts'),
  flag: { type: 'boolean' },
  url: {
    type: 'string',
    pattern:
      '^[Hh][Tt][Tt][Pp][Ss]?://[^/?#\\s]+[^?#\\s]*([?]([Ss]ingle)?[Ww][Ss][Dd][Ll]|[?]disco|[?]op=\\w*)?$',
  },
  module: { type: 'string', pattern: specifier },
  targets: {
    type: 'array',
    minItems: 1,
    anyOf: [
      { items: { enum: allTargets } },
      { items: { enum: allTargets.map((one) => `+${one}`) } },
    ],
  },
  runtime: {
    anyOf: [
      { enum: runtimeWords },
      {
        type: 'object',
        additionalProperties: false,
        required: ['shared'],
        properties: {
          shared: {
            description:
              'The folder, relative to the configuration. Contracts that share it must have the same emit, importExtension, header, gitattributes and format.',
            type: 'string',
            pattern: '^[^?#%\'"\\u0000-\\u001f]+$',
          },
        },
      },
    ],
  },
  names: mapOf(text),
  types: {
    anyOf: [
      { enum: ['json'] },
      {
        type: 'object',
        propertyNames: {
          not: { enum: ['QName', 'NOTATION', 'ID', 'IDREF', 'IDREFS', 'ENTITY', 'ENTITIES'] },
        },
        additionalProperties: reference('ownType'),
        properties: Object.fromEntries(
          Object.entries(typeWords).map(([key, words]) => [
            key,
            { anyOf: [{ enum: words }, reference('ownType')], default: words[0] },
          ]),
        ),
      },
    ],
  },
  dataSets: mapOf({ anyOf: [{ type: 'string', pattern: '\\.[xX][sS][dD]$' }, mapOf(text)] }),
  routes: mapOf({ type: 'string', pattern: '^(GET|POST|PUT|PATCH|DELETE) /[^ ]*$' }),
  said: mapOf({ type: 'string', pattern: '\\S' }),
  mcp: mapSchema('mcpKeys', mcpKeys),
  services: { anyOf: [{ const: true }, names] },
  imports: reference('imports'),
  lint: reference('lint'),
  contracts: { type: 'array', minItems: 1, items: reference('contract') },
  diff: mapSchema('diffKeys', diffKeys),
  changes: { type: 'array', items: reference('acceptedChange') },
  stacks: { type: 'array', minItems: 1, items: reference('stack') },
  change: { enum: Object.keys(changeKinds) },
  day: { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' },
};

/** A map with the keys of a table. */
function mapSchema(table: string, keys: Readonly<Record<string, Key>>): JsonSchema {
  const comments = commentsOf('src/config/settings.ts', table);
  const required = Object.keys(keys).filter((key) => keys[key]?.required);
  return {
    type: 'object',
    additionalProperties: false,
    ...(required.length > 0 ? { required } : {}),
    get properties() {
      return Object.fromEntries(
        Object.entries(keys).map(([key, { holds, words, default: usual }]) => [
          key,
          {
            description: comments.get(key),
            ...(holds === 'word' ? { enum: words } : held[holds]),
            ...(isShown(usual) ? { default: usual } : {}),
          },
        ]),
      );
    },
  };
}

/** Whether a default says more than that there is nothing. */
function isShown(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return typeof value === 'string' || typeof value === 'boolean';
}

/** `specs/asmx-gen.config.schema.json`, from the tables of the keys. */
export function configSchema(): string {
  const identifier = (description: string): JsonSchema => ({
    description,
    ...reference('identifier'),
  });
  return jsonText({
    $schema: 'http://json-schema.org/draft-07/schema#',
    $id: 'https://unpkg.com/asmx-gen/specs/asmx-gen.config.schema.json',
    title: 'asmx-gen configuration',
    description:
      "asmx-gen.config.json or .yaml. Paths are relative to the configuration's folder, with / or \\ between folders.",
    ...mapSchema('configKeys', configKeys),
    definitions: {
      acceptedChange: mapSchema('acceptedKeys', acceptedKeys),
      lint: {
        type: 'object',
        propertyNames: {
          pattern: '^ASMX(?!100[12]|102[01]|103[1-4]|4|500[12]|700[1-4]|8(?!005)|9)\\d{4}$',
        },
        additionalProperties: { enum: lintLevels },
      },
      imports: { anyOf: [{ ...mapOf(text), propertyNames: { minLength: 1 } }, text] },
      texts: { oneOf: [text, names] },
      stack: { description: 'A stack on the other side, or all.', enum: stackChoices },
      ownType: {
        description:
          'A type of your own: parse(text) returns a value or throws, format(value) returns the text.',
        type: 'object',
        additionalProperties: false,
        required: ['import', 'type', 'parse', 'format'],
        properties: {
          import: {
            description:
              "The module that exports them: a package, or a path relative to the configuration, such as './money.js'.",
            type: 'string',
            pattern: specifier,
          },
          type: identifier('The exported type.'),
          parse: identifier('The exported function that converts a text to a value.'),
          format: identifier('The exported function that returns the text of a value.'),
        },
      },
      identifier: { type: 'string', pattern: '^[\\p{ID_Start}_$][\\p{ID_Continue}$]*$' },
      contract: mapSchema('contractKeys', contractKeys),
    },
  });
}
