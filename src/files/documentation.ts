import { createServiceParts, onlyOperations } from '../convert/wsdl/definitions.ts';
import {
  addressPlaceholder,
  type PortAddress,
  wsdlAt,
  wsdlText,
} from '../convert/wsdl/document.ts';
import type { Definitions } from '../model/wsdl.ts';
import type { MarkupElement } from '../model/xml.ts';
import { writeOutline } from '../pages/outline.ts';
import { type PublishedText, publishedOriginals } from '../pages/published.ts';
import { serviceDocs } from '../pages/service.ts';
import { relativeEnding, runtimeClauses } from '../plan/imports.ts';
import type { ContractPlan, FilePlan, ServicePlan } from '../plan/result.ts';
import {
  constantView,
  type DeclarationView,
  fileView,
  linesOf,
  printedConstant,
} from '../print/declaration.ts';
import {
  type Literal,
  type LiteralObject,
  literal,
  type ModuleClause,
  moduleClauses,
  stringLiteral,
  textBlock,
} from '../print/encode.ts';
import { call } from '../print/node.ts';

/** Some operations of a service, or a piece of a WSDL, as a constant in a separate file. */
interface DocsPart {
  readonly doc: string;
  readonly type: string;
  /** The text after `=`. */
  readonly value: string;
}

/** Data for `wsdl.hbs`. */
interface WsdlView {
  readonly text: string;
}

/** If a service has about as many lines, operations move to separate files of at most this many. */
const most = 10_000;
/** If `docs.ts` has more, the operations and WSDLs of further services move, too. */
const mostInFile = 15_000;

/**
 * Plans `docs.ts`, which answers `?WSDL`, `?disco` and the help pages, and a WSDL file for each
 * service, depending on the targets.
 */
export function planDocumentation(contract: ContractPlan): readonly FilePlan[] {
  const { targets } = contract.options;
  const needed = targets.includes('docs') || targets.includes('wsdl');
  const documents = needed ? describeAll(contract) : [];
  const files: FilePlan[] = [];
  if (targets.includes('docs')) {
    files.push(...docsFiles(contract, documents));
  }
  if (targets.includes('wsdl')) {
    for (const one of documents) {
      const view: WsdlView = { text: textAtAddress(contract, one) };
      files.push({ path: `wsdl/${one.plan.service.name}.wsdl`, template: 'wsdl', view });
    }
  }
  return files;
}

/** A service with its WSDL, which is created once for both purposes, when one of them needs it. */
interface Described {
  readonly plan: ServicePlan;
  /** The elements of its WSDL, with the same address for all ports, or their own by default. */
  readonly wsdl: (addressOf: PortAddress) => MarkupElement;
}

/** Describes the planned operations: all, unless the configuration chooses some. */
function describeAll({ services, options }: ContractPlan): readonly Described[] {
  const parts = new Map<Definitions, (service: string) => Definitions>();
  return services.map((plan) => {
    const { definitions: all, name } = plan.service;
    const partsOf = parts.get(all) ?? createServiceParts(all);
    parts.set(all, partsOf);
    const planned = new Set(
      plan.interfaces.flatMap((one) => one.operations).map((one) => one.operation.name),
    );
    const own = partsOf(name);
    const definitions =
      options.only.length === 0 ? own : onlyOperations(own, (one) => planned.has(one));
    let elements: ReturnType<typeof wsdlAt> | undefined;
    return {
      plan,
      wsdl: (addressOf) => {
        elements ??= wsdlAt(definitions);
        return elements(addressOf);
      },
    };
  });
}

/**
 * The WSDL with the contract's base URL and the paths of its ports, or without a base URL with the
 * addresses of its ports.
 */
function textAtAddress({ baseUrl }: ContractPlan, { plan, wsdl }: Described): string {
  if (baseUrl === undefined) return wsdlText(wsdl(({ address }) => address));
  const base = baseUrl.replace(/\?.*$/, '').replace(/\/+$/, '');
  const { path, ports } = plan.service;
  const paths = new Map(ports.map((port) => [port.name, port.path]));
  // An address of a service that has another path in the contract replaces that.
  const isWhole = /\.asmx$/i.test(base);
  return wsdlText(wsdl(({ name }) => base + (isWhole ? '' : (paths.get(name) ?? path))));
}

function docsFiles(contract: ContractPlan, documents: readonly Described[]): readonly FilePlan[] {
  const files: FilePlan[] = [];
  const imported: ModuleClause[] = [];
  const list = (parts: readonly DocsPart[], word: string): string[] =>
    parts.map(({ doc, type, value }) => {
      const name = `${word}${files.length + 1}`;
      const types = type === 'string' ? [] : ['OperationDocs'];
      const imports = types.length > 0 ? runtimeClauses(contract, 'documentation', { types }) : [];
      const constant = { doc: [doc], exported: true, name, type, value: ` ${value}` };
      const view = fileView(imports, [printedConstant(constant)]);
      files.push({ path: `docs-${name}.ts`, template: 'docs', view });
      const from = `./docs-${name}${relativeEnding(contract.options)}`;
      imported.push(...moduleClauses({ values: [name] }, from));
      return name;
    });
  const pieces = (text: string): string => `[${list(textParts(text), 'wsdl').join(', ')}]`;
  const originals = publishedOriginals(contract);
  const lines = originals?.reduce((sum, { text }) => sum + linesOf(text), 0) ?? 0;
  let used = lines > most ? 0 : lines;
  const services = documents.map((one): string => {
    const { wsdl, ...docs } = contentOf(contract, one, originals);
    const published = originals === undefined ? [] : ['published'];
    const own = literalLines({ ...docs, wsdl });
    const isFull = used + own > mostInFile;
    if (own <= most && !isFull) {
      used += own;
      return objectText(published, { ...docs, wsdl });
    }
    const inPieces = wsdl !== undefined && (isFull || linesOf(wsdl) > most);
    const { operations, ...others } = docs;
    const names = list(operationParts(operations), 'operations');
    const texts = [
      `operations: [${names.map((name) => `...${name}`).join(', ')}]`,
      ...(inPieces ? [`wsdl: ${pieces(wsdl)}.join('')`] : []),
      ...published,
    ];
    return objectText(texts, inPieces ? others : { ...others, wsdl });
  });
  const published = (originals ?? []).map(({ query, text }) => {
    const value = lines > most ? `${pieces(text)}.join('')` : textBlock(text);
    return `  {\n    query: ${stringLiteral(query)},\n    text: ${value},\n  },\n`;
  });
  const imports = runtimeClauses(contract, 'documentation', {
    types: [
      'Documentation',
      ...(originals === undefined ? [] : ['PublishedDocument']),
      'ServiceDocs',
    ],
    values: ['createDocumentation'],
  });
  const view = fileView(
    [...imports, ...imported],
    [
      ...(published.length === 0
        ? []
        : [
            listConstant(
              'The documents of the contract.',
              'published',
              'PublishedDocument',
              published,
            ),
          ]),
      listConstant(
        'WSDL, sample messages and descriptions of every service.',
        'services',
        'ServiceDocs',
        services,
      ),
      documentationConstant,
    ],
  );
  return [...files, { path: 'docs.ts', template: 'docs', view }];
}

/** What a service has in `docs.ts`, but for the documents of the contract. */
function contentOf(
  { model }: ContractPlan,
  { plan, wsdl }: Described,
  originals: readonly PublishedText[] | undefined,
): ReturnType<typeof serviceDocs> & { readonly wsdl: string | undefined } {
  // A client that asks for one document without imports needs one that is rebuilt.
  const isRebuilt = originals?.length !== 1;
  return {
    ...serviceDocs(plan, model.elements, originals !== undefined),
    wsdl: isRebuilt ? writeOutline(wsdl(() => addressPlaceholder)) : undefined,
  };
}

/** What `docs.ts` has of all services, for a program that uses it itself. */
export function documentationOf(contract: ContractPlan): readonly object[] {
  const published = publishedOriginals(contract);
  return describeAll(contract).map((one) => ({
    ...contentOf(contract, one, published),
    ...(published && { published }),
  }));
}

/** A list of objects, each given as its lines. */
function listConstant(
  doc: string,
  name: string,
  type: string,
  items: readonly string[],
): DeclarationView {
  const value = ` [\n${items.join('')}]`;
  return printedConstant({
    doc: [doc],
    exported: false,
    name,
    type: `readonly ${type}[]`,
    value,
  });
}

const documentationConstant: DeclarationView = constantView({
  doc: [
    'Answers `?WSDL`, `?disco` and the help pages. A server loads this file on the first request ' +
      'that',
    'asks for one of them.',
  ],
  exported: true,
  name: 'documentation',
  type: 'Documentation',
  value: call('createDocumentation', 'services'),
});

function operationParts(operations: readonly Literal[]): readonly DocsPart[] {
  const items = operations.map((one) => `  ${literal(one, 1, 2, 1)},\n`);
  return chunksOf(items).map((one) => ({
    doc: 'Operations of a service in `docs.ts`.',
    type: 'readonly OperationDocs[]',
    value: `[\n${one.join('')}]`,
  }));
}

/** Pieces of a text, including line ends. */
function textParts(text: string): readonly DocsPart[] {
  const parts: DocsPart[] = [];
  for (let start = 0, end = 0; start < text.length; start = end) {
    end = afterLines(text, start);
    parts.push({
      doc: 'A piece of the WSDL of a service in `docs.ts`.',
      type: 'string',
      value: textBlock(text.slice(start, end)),
    });
  }
  return parts;
}

/** Offset after a number of lines, or the end of the text. */
function afterLines(text: string, start: number): number {
  let at = start;
  for (let left = most; left > 0; left -= 1) {
    at = text.indexOf('\n', at) + 1;
    if (at === 0) return text.length;
  }
  return at;
}

/** About how many lines a literal has: those of its texts, and one for each other value. */
function literalLines(value: Literal): number {
  if (typeof value === 'string') return linesOf(value) - 1;
  if (typeof value !== 'object') return 1;
  let lines = 1;
  for (const one of Object.values(value)) if (one !== undefined) lines += literalLines(one);
  return lines;
}

/** The lines of an object of a list: properties as they are, then those of a literal. */
function objectText(texts: readonly string[], others: LiteralObject): string {
  const own = texts.map((one) => `    ${one},\n`).join('');
  return `  {\n${own}${literal(others, 1, 2, 1).slice('{\n'.length)},\n`;
}

/** Groups of consecutive items with about `most` lines. */
function chunksOf(items: readonly string[]): readonly (readonly string[])[] {
  const chunks: string[][] = [[]];
  let lines = 0;
  for (const one of items) {
    const own = linesOf(one) - 1;
    if (lines > 0 && lines + own > most) {
      chunks.push([]);
      lines = 0;
    }
    chunks.at(-1)?.push(one);
    lines += own;
  }
  return chunks;
}
