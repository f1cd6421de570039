import { readFileSync } from 'node:fs';
import { code, fence, pageHead, table } from './markdown-text.ts';

interface Schema {
  readonly $ref?: string;
  readonly description?: string;
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly anyOf?: readonly Schema[];
  readonly default?: unknown;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly definitions?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** `docs/reference/config.md`, from the JSON schema of the configuration. */
export function configPage(): string {
  const file = new URL('../../../specs/asmx-gen.config.schema.json', import.meta.url);
  const schema = JSON.parse(readFileSync(file, 'utf8')) as Schema;
  const contract = schema.definitions?.contract ?? {};
  const accepted = schema.definitions?.acceptedChange ?? {};
  const { code: _, ...others } = accepted.properties ?? {};
  return `${pageHead('Configuration', 'specs/asmx-gen.config.schema.json')}
The tool looks for \`asmx-gen.config.mjs\`, \`.js\`, \`.ts\`, \`.json\`, \`.yaml\` or \`.yml\` in the working directory and the folders above it. \`--config FILE\` names
another file. Options of the command line take precedence over the file. Paths are relative to the file's folder, with \`/\` or \`\\\` between folders.

${fence(
  'json',
  `{
  "$schema": "./node_modules/asmx-gen/specs/asmx-gen.config.schema.json",
  "contracts": [
    {
      "input": "specs/school.wsdl",
      "output": "src/generated/school",
      "targets": ["types", "client"],
      "types": { "dateTime": "Date", "long": "number" },
      "only": ["Get*", "Scheduals.*"],
      "naming": { "{http://tempuri.org/}STUDENT": "Student" },
      "lint": { "ASMX6001": "off", "ASMX6008": "warning" }
    },
    { "input": ["specs/*.yaml", "!specs/old.yaml"], "output": "src/generated", "runtime": "package" }
  ]
}`,
  'file: asmx-gen.config.json',
)}

The same in JavaScript or TypeScript, with the types of the keys:

${fence(
  'ts',
  `// asmx-gen.config.ts
import { defineConfig } from 'asmx-gen';

export default defineConfig({
  contracts: [{ input: 'specs/school.wsdl', output: 'src/generated/school' }],
});`,
)}

Code runs with your rights, so it is refused if it belongs to another user than you or root. Read it, then change its
owner with \`chown\`, or write it in JSON or YAML.

And in YAML:

${fence(
  'yaml',
  `# yaml-language-server: $schema=./node_modules/asmx-gen/specs/asmx-gen.config.schema.json
contracts:
  - input: specs/school.wsdl
    output: src/generated/school`,
)}

## Keys

${keyTable(schema)}

## Keys of an entry of \`contracts\`

${keyTable(contract)}

## \`types\`

The word \`json\` selects what JSON can hold: see [Type mapping](type-mapping.md#json). A map selects type by type:

${table(
  ['key', 'TypeScript type'],
  Object.entries(contract.properties?.types?.anyOf?.[1]?.properties ?? {}).map(([key, one]) => [
    code(key),
    (one.anyOf?.[0]?.enum ?? [])
      .map((word) => (word === one.default ? `${code(word)} (default)` : code(word)))
      .join(', '),
  ]),
)}

\`long\` covers \`unsignedLong\`, \`integer\` all types derived from it. [Type mapping](type-mapping.md) lists all types.

Any simple type, built-in or of the contract, can be mapped to a type of your own. Types that the contract derives from it are
of that type, too:

${fence(
  'json',
  `{
  "contracts": [
    {
      "input": "specs/school.wsdl",
      "output": "src/generated/school",
      "types": {
        "Amount": {
          "import": "./src/money.js",
          "type": "Money",
          "parse": "parseMoney",
          "format": "formatMoney"
        }
      }
    }
  ]
}`,
)}

${keyTable(schema.definitions?.ownType ?? {})}

\`parse(text)\` returns a value or throws, \`format(value)\` returns its text. White space is normalised before \`parse\`. The facets of
the type are checked in both directions. A text that \`parse\` refuses, and a value that \`format\` refuses, are errors with the path
of the value. The generated folder imports the module; \`call\` uses texts and does not load it.

\`Temporal\` is the global object, or that of the module \`temporal\`.
[Types of your own](../types.md) lists the classes, and describes modules and brands.

${fence(
  'json',
  `{
  "contracts": [
    {
      "input": "specs/school.wsdl",
      "output": "src/generated/school",
      "types": { "dateTime": "Temporal", "date": "Temporal" },
      "temporal": "temporal-polyfill"
    }
  ]
}`,
)}

## \`lint\`

${code('{ "ASMX3015": "off" }')}: \`off\`, \`hint\`, \`warning\` or \`error\` by the code of a [rule](lint.md) or of another [warning](diagnostics.md). At the top of the configuration it holds for all contracts, in an entry for its contracts alone. An error makes \`check\` exit 1. What is an error from the start stays one.

## \`diff\`

${keyTable(schema.properties?.diff ?? {})}

An entry of \`ignore\`, as in [Use it in CI](../how-to/ci.md#accept-a-change):

${keyTable({ ...accepted, properties: others })}

\`code\` (**required**) is one of the [kinds of changes](diff.md#kinds).
`;
}

function keyTable({ properties = {}, required = [] }: Schema): string {
  return table(
    ['key', 'value', ''],
    Object.entries(properties).map(([key, one]) => {
      const must = required.includes(key) ? ' **Required.**' : '';
      const fallback = one.default === undefined ? '' : ` Default: ${code(words(one.default))}.`;
      return [code(key), valueWords(one), `${one.description ?? ''}${fallback}${must}`];
    }),
  );
}

function words(value: unknown): string {
  return Array.isArray(value) ? value.join(' ') : String(value);
}

function valueWords(one: Schema): string {
  if (one.anyOf !== undefined) return one.anyOf.map(valueWords).join(', ');
  if (one.properties !== undefined && one.required !== undefined) {
    return code(`{ ${one.required.map((key) => `"${key}": …`).join(', ')} }`);
  }
  if (one.$ref === '#/definitions/ownType') return 'a type of your own';
  if (one.$ref === '#/definitions/identifier') return 'identifier';
  if (one.$ref === '#/definitions/texts') return 'text, or list of texts';
  if (one.$ref === '#/definitions/imports') return 'map, or path of a catalog';
  if (one.const !== undefined) return code(String(one.const));
  if (one.enum !== undefined) return one.enum.map(code).join(', ');
  if (one.type === 'array') {
    return one.items?.enum === undefined
      ? 'list'
      : `list of ${one.items.enum.map(code).join(', ')}`;
  }
  if (one.type === 'object') return 'map';
  return one.type === 'string' ? 'text' : (one.type ?? '');
}
