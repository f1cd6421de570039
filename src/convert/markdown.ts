import {
  bindingsOf,
  distinctOperations,
  type LinkedService,
  portPath,
  type ServiceModel,
  type ServiceOperation,
} from '../model/services.ts';
import type { BindingKind } from '../model/wsdl.ts';
import type { ComplexType, SchemaType, SimpleType } from '../model/xsd/schema.ts';
import {
  type ContractMessages,
  contractMessages,
  type OperationMessages,
  type PayloadShape,
  resultOf,
  signatureOf,
  typesOf,
} from '../plan/messages.ts';
import { bindingTitles } from '../plan/operation-docs.ts';
import type { Shaper } from '../plan/simple-shape.ts';
import {
  facetTexts,
  fieldsOfObject,
  fieldTypeWord,
  type MessageField,
  simpleTypeWord,
  typeWord,
} from '../plan/type-text.ts';

/** The page with the types. */
const typesFile = 'types.md';

/**
 * The contract as pages for a repository: one with the services, one for each service, and one with
 * the types.
 *
 * @returns texts by path
 */
export function writeMarkdown(model: ServiceModel): ReadonlyMap<string, string> {
  const messages = contractMessages(model);
  const types = typesOf(model, messages.shaper);
  const pages = new Map<LinkedService, string>();
  const taken = new Set(['readme.md', typesFile]);
  for (const service of model.services) {
    const stem = service.name.replace(/[^\p{L}\p{N}._-]+/gu, '-');
    let file = `${stem}.md`;
    for (let count = 2; taken.has(file.toLowerCase()); count += 1) file = `${stem}-${count}.md`;
    taken.add(file.toLowerCase());
    pages.set(service, file);
  }
  const files = new Map([['README.md', overview(model, pages, types.length > 0)]]);
  for (const [service, file] of pages) files.set(file, servicePage(model, service, messages));
  if (types.length > 0) files.set(typesFile, typesPage(types, messages.shaper));
  return files;
}

function overview(
  { name, baseUrl, services }: ServiceModel,
  pages: ReadonlyMap<LinkedService, string>,
  hasTypes: boolean,
): string {
  const rows = services.map((service) => {
    const count = distinctOperations(service).length;
    const words = plain(service.documentation ?? '');
    return [link(service.name, pages.get(service) ?? ''), String(count), words];
  });
  const lines = [
    `# ${plain(name)}`,
    '',
    ...(baseUrl === undefined ? [] : [`Address: <${encodeURI(baseUrl)}>`, '']),
    ...table(['Service', 'Operations', 'Description'], rows),
    ...(hasTypes ? [`The types are in ${link('Types', typesFile)}.`, ''] : []),
  ];
  return lines.join('\n');
}

/** The page of a service: what it is, and each operation. */
function servicePage(
  model: ServiceModel,
  service: LinkedService,
  messages: ContractMessages,
): string {
  const anchorOf = createAnchors();
  anchorOf(service.name);
  const operations = distinctOperations(service).map((operation) => {
    const anchor = anchorOf(operation.publicName);
    const lines = operationPart(model, service, operation, messages.of(operation));
    for (const line of lines) if (line.startsWith('### ')) anchorOf(line.slice(4));
    return { operation, anchor, lines };
  });
  const rows = operations.map(({ operation, anchor }) => [
    link(operation.publicName, '', anchor),
    bindingsOf(operation)
      .map((kind) => bindingTitles[kind])
      .join(', '),
  ]);
  const lines = [
    `# ${plain(service.name)}`,
    '',
    ...paragraphs(service.documentation),
    ...table(['Operation', 'Bindings'], rows),
    ...operations.flatMap((one) => [`## ${plain(one.operation.publicName)}`, '', ...one.lines]),
  ];
  return lines.join('\n');
}

function operationPart(
  { baseUrl = '' }: ServiceModel,
  service: LinkedService,
  operation: ServiceOperation,
  messages: OperationMessages,
): readonly string[] {
  const { input, output, inputHeaders, outputHeaders, faults } = messages;
  const soap = operation.soap11 ?? operation.soap12;
  const addresses = bindingsOf(operation).map((kind) => [
    bindingTitles[kind],
    code(baseUrl + portPath(service, operation[kind]?.port) + locationOf(operation, kind)),
    kind === 'soap11' || kind === 'soap12' ? code(operation[kind]?.action ?? '') : '',
  ]);
  const result = output.fields.length === 0 ? [plain(resultOf(operation, messages)), ''] : [];
  return [
    ...paragraphs(operation.documentation),
    ...codeBlock('', signatureOf(operation, messages)),
    ...section('Input', input.fields.length === 0 ? ['none', ''] : fieldTable(input.fields)),
    ...section('Result', [...result, ...fieldTable(output.fields)]),
    ...section('Request headers', payloadTable(inputHeaders)),
    ...section('Response headers', payloadTable(outputHeaders)),
    ...section('Faults', payloadTable(faults)),
    ...section(
      soap === undefined ? 'Bindings' : `Bindings (${soap.style}/${soap.input.use})`,
      table(['Binding', 'Address', 'SOAPAction'], addresses),
    ),
  ];
}

function locationOf(operation: ServiceOperation, kind: BindingKind): string {
  return kind === 'httpGet' || kind === 'httpPost' ? (operation[kind]?.location ?? '') : '';
}

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [`### ${title}`, '', ...lines];
}

function payloadTable(payloads: readonly PayloadShape[]): readonly string[] {
  return table(
    ['Name', 'Type'],
    payloads.map(({ name, place }) => [code(name), code(typeWord(place.value))]),
  );
}

/** The page of all types. */
function typesPage(types: readonly SchemaType[], shaper: Shaper): string {
  const lines = [
    '# Types',
    '',
    'A `?` marks what may be left out, a `*` what may occur several times.',
    '',
    ...types.flatMap((type) =>
      type.kind === 'simple' ? simplePart(type, shaper) : complexPart(type, shaper),
    ),
  ];
  return lines.join('\n');
}

function simplePart(type: SimpleType, shaper: Shaper): readonly string[] {
  const { enumeration } = type.facets;
  const values = (enumeration ?? []).map(({ value }) => [code(value)]);
  const facets = facetTexts({ ...type.facets, enumeration: undefined });
  const words = facets.length === 0 ? '' : `: ${facets.map(escapedFacet).join(', ')}`;
  return [
    `## ${plain(typeWord(shaper.simple(type)))}`,
    '',
    ...paragraphs(type.documentation),
    `${kindOf(type)}${words}.`,
    '',
    ...table(['Value'], values),
  ];
}

function kindOf({ variety, builtin, item, members }: SimpleType): string {
  if (variety === 'list' && item !== undefined) return `A list of ${code(simpleTypeWord(item))}`;
  if (variety === 'union') {
    return `One of ${(members ?? []).map((one) => code(simpleTypeWord(one))).join(', ')}`;
  }
  return `A simple type, ${code(builtin ?? 'string')}`;
}

/** A facet in words. Patterns are code already. */
function escapedFacet(text: string): string {
  return text.includes('`') ? text : plain(text);
}

function complexPart(type: ComplexType, shaper: Shaper): readonly string[] {
  const object = shaper.object(type);
  const { base, derivation = 'extension' } = type;
  const about = [
    ...(type.abstract ? ['abstract'] : []),
    ...(base === undefined ? [] : [`${derivation} of ${code(typeWord(shaper.value(base)))}`]),
  ];
  const fields = fieldTable(fieldsOfObject(object));
  return [
    `## ${plain(object.name)}`,
    '',
    ...(about.length === 0 ? [] : [`${about.join(', ')}`, '']),
    ...paragraphs(type.documentation),
    ...(fields.length === 0 ? ['It has no content.', ''] : fields),
  ];
}

/** Properties with their types and descriptions. */
function fieldTable(fields: readonly MessageField[]): readonly string[] {
  return table(
    ['Name', 'Type', 'Description'],
    fields.map((field) => [code(field.property), code(fieldTypeWord(field)), aboutField(field)]),
  );
}

function aboutField({ documentation, preset }: MessageField): string {
  const words = plain(documentation ?? '');
  if (preset === undefined) return words;
  return `${words}${words === '' ? '' : ' '}Default: ${code(preset)}.`;
}

/** Characters that mean something in Markdown or HTML. */
const special = /[\\`*_{}[\]<>#|~&]/g;

/** A text of the contract on one line, in which nothing is Markdown. */
function plain(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(special, '\\$&')
    .replace(/^([-+=]|\d+[.)])/, '\\$1');
}

/** A text of the contract, with its paragraphs. */
function paragraphs(text: string | undefined): readonly string[] {
  return (text ?? '')
    .split(/\n\s*\n/)
    .map(plain)
    .filter((one) => one !== '')
    .flatMap((one) => [one, '']);
}

/** A text of the contract as Markdown of its own, in which nothing is Markdown. */
export function markdownText(text: string): string {
  return paragraphs(text).join('\n').trim();
}

/**
 * Code in a line, between more backticks than it has (CommonMark, section 6.1). A cell of a table
 * ends at a `|`, even in code.
 */
export function code(text: string): string {
  const line = text.replace(/\s+/g, ' ').replace(/\|/g, '\\|');
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = /^[` ]|[` ]$/.test(line) ? ' ' : '';
  return `${fence}${space}${line}${space}${fence}`;
}

/** A block of code. */
function codeBlock(language: string, text: string): readonly string[] {
  const fence = text.includes('```') ? '~~~~' : '```';
  return [fence + language, text, fence, ''];
}

/** A table; nothing if it has no rows. */
function table(head: readonly string[], rows: readonly (readonly string[])[]): readonly string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line), ''];
}

/**
 * Gives the headings of a page the anchors that GitHub gives them: a number tells equal ones apart.
 */
function createAnchors(): (heading: string) => string {
  const seen = new Map<string, number>();
  return (heading) => {
    const stem = heading
      .toLowerCase()
      .replace(/[^\p{L}\p{M}\p{N} _-]+/gu, '')
      .replace(/ /g, '-');
    let free = stem;
    let count = seen.get(stem) ?? 0;
    while (seen.has(free)) {
      count += 1;
      free = `${stem}-${count}`;
    }
    seen.set(stem, count);
    seen.set(free, seen.get(free) ?? 0);
    return free;
  };
}

/** A link to a page, or to a heading of this one. */
function link(text: string, file: string, anchor?: string): string {
  const target = encodeURI(file) + (anchor === undefined ? '' : `#${encodeURIComponent(anchor)}`);
  return `[${plain(text)}](${target})`;
}
