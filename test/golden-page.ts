import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** A folder that documents a construct: what its README says. */
export interface Construct {
  readonly title: string;
  readonly text: string;
  /** Generated files that are kept and shown. */
  readonly files: readonly string[];
}

/**
 * Reads the README of a golden folder; `undefined` for a case that is no construct of the mapping.
 */
export function constructOf(folder: string): Construct | undefined {
  const path = join(folder, 'README.md');
  if (!existsSync(path)) return undefined;
  const found = /^# (.+)\n\n([\s\S]+)\n\nFiles: (.+)\n$/.exec(readFileSync(path, 'utf8'));
  if (found === null) throw new Error(`${path} is not a title, a text and a list of files`);
  const [, title = '', text = '', files = ''] = found;
  return { title, text, files: files.split(', ').map((file) => file.replaceAll('`', '')) };
}

/**
 * The order of the page: XML Schema from the inside out, then WSDL, then what the configuration
 * does.
 */
const order = [
  ...['sequence', 'attributes', 'nillable', 'nil-with-attributes', 'nillable-message'],
  ...['default-and-fixed', 'choice', 'repeated-choice', 'tables'],
  ...[
    'nested-particles',
    'ordered-content',
    'all',
    'groups',
    'attribute-groups',
    'any',
    'any-attribute',
    'any-type',
  ],
  ...[
    'simple-content',
    'mixed',
    'extension',
    'derived-types',
    'restriction',
    'abstract',
    'substitution-group',
  ],
  ...[
    'anonymous-types',
    'recursion',
    'enumerations',
    'enumerations-const',
    'facets',
    'lists',
    'unions',
  ],
  'qnames',
  ...[
    'built-in-types',
    'binary-content-types',
    'built-in-types-mapped',
    'own-types',
    'temporal',
    'brands',
    'asmx-arrays',
    'asmx-arrays-kept',
  ],
  ...['dataset-guid-char', 'typed-dataset', 'form-defaults', 'import-and-include'],
  ...['redefine', 'keys'],
  ...[
    'documentation',
    'names',
    'property-names',
    'names-of-services',
    'names-of-objects',
    'renames',
    'document-wrapped',
    'rpc-literal',
    'parameter-order',
  ],
  ...[
    'rpc-encoded',
    'soapenc-array',
    'multi-reference',
    'one-way',
    'overloads',
    'names-by-case',
    'headers',
    'addressing',
    'security-policy',
    'faults',
  ],
  ...['mime-multipart', 'http-get', 'http-post-form', 'http-post-xml', 'url-replacement'],
  ...['mime-content', 'ports-that-differ', 'only-some-operations', 'soap-target'],
  'standard-schema',
  ...['gateway', 'mcp'],
  'script-services',
  'plain-schema',
];

/**
 * The page that shows each construct with what is generated from it. Throws where a folder and the
 * order disagree.
 */
export function mappingPage(goldens: string, names: readonly string[]): string {
  const constructs = names.filter((name) => constructOf(join(goldens, name)) !== undefined);
  const strays = constructs.filter((name) => !order.includes(name));
  if (strays.length > 0) throw new Error(`${strays.join(', ')} have no place on the page`);
  const sections = order.map((name) => section(join(goldens, name), name));
  return `# Construct by construct

Each construct of WSDL and XML Schema with the TypeScript generated for it. The page is generated from the folders of
[test/golden](https://github.com/asmx-gen/asmx-gen/tree/main/test/golden), which also contain the descriptions. Tests compile them and compare the page with them.

${sections.join('\n')}`;
}

function section(folder: string, name: string): string {
  const construct = constructOf(folder);
  if (construct === undefined) throw new Error(`${folder} has no README.md`);
  const shown = construct.files.filter((file) => isShown(file, construct.files));
  const code = shown.flatMap((file) => {
    const text = excerpt(readFileSync(join(folder, 'expected', file), 'utf8'), file);
    return text === '' ? [] : [`\`\`\`ts\n${text}\n\`\`\`\n`];
  });
  return `## ${construct.title}

${construct.text} ([${name}](https://github.com/asmx-gen/asmx-gen/tree/main/test/golden/${name}))

${contractOf(folder)}

${code.join('\n')}`;
}

/**
 * Whether a file of these is on the page: a client alone where there are operations, what `soap.ts`
 * adds where there is that.
 */
function isShown(file: string, files: readonly string[]): boolean {
  if (files.includes('soap.ts')) return file === 'soap.ts';
  if (files.includes('gateway.ts')) return file === 'gateway.ts' || file === 'doors.ts';
  if (files.includes('mcp.ts')) return file === 'mcp.ts';
  if (files.includes('client.ts')) return file === 'types.ts' || file === 'client.ts';
  return file !== 'descriptions.ts' && file !== 'index.ts';
}

/** The contract as the page shows it: WSDL in part, YAML whole. */
function contractOf(folder: string): string {
  const yaml = join(folder, 'contract.yaml');
  if (existsSync(yaml)) return `\`\`\`yaml\n${readFileSync(yaml, 'utf8')}\`\`\``;
  const schema = join(folder, 'contract.xsd');
  const wsdl = join(folder, 'contract.wsdl');
  const xml = readFileSync(existsSync(schema) ? schema : wsdl, 'utf8');
  return `\`\`\`xml\n${shownPart(xml)}\n\`\`\``;
}

/** What is between the marks of a contract, moved to the left. */
function shownPart(contract: string): string {
  const [, part = ''] = /<!-- shown -->\n([\s\S]*?)\n *<!-- end -->/.exec(contract) ?? [];
  const lines = part.split('\n');
  const margin = Math.min(...lines.filter((line) => line !== '').map((line) => line.search(/\S/)));
  return lines.map((line) => line.slice(margin)).join('\n');
}

/** The declarations of a file without its head; of clients, the interfaces alone. */
function excerpt(text: string, file: string): string {
  const blocks = text.split(/\n(?=\/\*\*|export |import )/);
  const wanted =
    file === 'client.ts'
      ? blocks.filter((_block, index) => isOf(blocks, index, /^export interface \w+Client /))
      : blocks.filter((_block, index) => isOf(blocks, index, /^export /));
  return wanted.join('\n').trimEnd();
}

/** Whether a block is a declaration of the kind, or the comment in front of one. */
function isOf(blocks: readonly string[], index: number, kind: RegExp): boolean {
  const block = blocks[index] ?? '';
  if (kind.test(block)) return true;
  return (
    block.startsWith('/**') && !block.includes('DO NOT EDIT') && kind.test(blocks[index + 1] ?? '')
  );
}
