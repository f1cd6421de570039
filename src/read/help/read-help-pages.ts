import type { DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import type { SourceFile, Span } from '../../diagnostics/source-file.ts';
import { whyNotHttp } from '../../model/notation/http-fit.ts';
import type {
  ContractNotation,
  OperationNotation,
  ServiceNotation,
} from '../../model/notation/notation.ts';
import { bindingWords } from '../../model/notation/notation-keys.ts';
import type { BindingKind } from '../../model/wsdl/definitions.ts';
import { isNcName } from '../ncname.ts';
import { describeSamples } from './describe-samples.ts';
import { type HelpHtml, readHelpHtml } from './help-html.ts';
import { readExchanges, type SampleExchange } from './sample-exchange.ts';
import { elementsOf, SampleTypes } from './sample-types.ts';

/** A contract as help pages show it. */
export interface HelpContract {
  readonly notation: ContractNotation;
  /** Comments above its parts: what the samples cannot tell. */
  readonly comments: ReadonlyMap<object, readonly string[]>;
}

/** What is known beside the pages. */
export interface HelpOptions {
  /** Name of the contract; that of the only service when absent. */
  readonly name?: string | undefined;
  /** Scheme, host and port; those of the samples' `Host` when absent. */
  readonly baseUrl?: string | undefined;
}

const general = [
  'Written from the sample requests of help pages. What samples cannot tell:',
  '- whether a parameter may be absent: all are required here; in results, what is a class, ' +
    'an array or a text in .NET is optional',
  '- facets such as lengths and patterns, nullable numbers, and names of classes other than ' +
    'items of arrays',
  '- the order of operations in the WSDL: here it is that of the pages',
];

/**
 * Reads operation pages (`?op=`) of ASMX services: the published layout, and that of servers this
 * tool generates. Pages without samples, such as the index, are passed over.
 *
 * @param sink receives warnings of operations that the notation cannot describe
 * @returns `undefined` when no page shows an operation
 */
export function readHelpPages(
  files: readonly SourceFile[],
  sink: DiagnosticSink,
  options: HelpOptions = {},
): HelpContract | undefined {
  const services = new Map<string, PageOperation[]>();
  let types: SampleTypes | undefined;
  let host: string | undefined;
  for (const file of files) {
    const page: HelpPage = { html: readHelpHtml(file.text), span: { file, start: 0, end: 0 } };
    types ??= new SampleTypes(page.span);
    for (const [path, group] of byPath(readExchanges(page.html.samples))) {
      const operation = readOperation(page, group, types, sink);
      if (operation === undefined) continue;
      host ??= group.find((one) => one.host !== undefined)?.host;
      services.set(path, [...(services.get(path) ?? []), operation]);
    }
  }
  if (types === undefined || services.size === 0) return undefined;
  const names = serviceNames([...services.keys()]);
  const found = [...services].map(([path, operations]) =>
    serviceOf(names.get(path) ?? 'Service', path, operations),
  );
  const [first] = found;
  if (first === undefined) return undefined;
  const notation: ContractNotation = {
    name: options.name ?? (found.length === 1 ? first.name : 'Services'),
    namespace: first.namespace,
    baseUrl: options.baseUrl ?? baseUrlOf(host),
    allParameters: found.some(({ operations }) => operations.some(hasHttpParameters)),
    services: found,
    types: types.types,
  };
  return { notation, comments: new Map([...types.doubts, [notation, general]]) };
}

/** Whether an operation takes parameters over GET or POST, of which ASMX requires every one. */
function hasHttpParameters({ bindings, parameters }: OperationNotation): boolean {
  return parameters.length > 0 && bindings.some((kind) => kind.startsWith('http'));
}

/**
 * An operation with the namespace its messages are in; absent where only GET and POST are shown.
 */
export interface PageOperation {
  readonly operation: OperationNotation;
  readonly namespace?: string | undefined;
}

function byPath(
  exchanges: readonly SampleExchange[],
): ReadonlyMap<string, readonly SampleExchange[]> {
  const groups = new Map<string, SampleExchange[]>();
  for (const one of exchanges) groups.set(one.path, [...(groups.get(one.path) ?? []), one]);
  return groups;
}

/** A page, and where what it shows is placed. */
interface HelpPage {
  readonly html: HelpHtml;
  readonly span: Span;
}

function readOperation(
  { html, span }: HelpPage,
  exchanges: readonly SampleExchange[],
  types: SampleTypes,
  sink: DiagnosticSink,
): PageOperation | undefined {
  const name = nameOf(exchanges);
  const refuse = (message: string): undefined => {
    const what = name === undefined ? 'An operation' : `Operation '${name}'`;
    sink.report({
      code: 'ASMX3007',
      severity: 'warning',
      message: `${what} is left out: ${message}`,
      span,
    });
    return undefined;
  };
  if (name === undefined || !isNcName(name)) return refuse('its samples do not name it');
  const described = describeSamples(name, exchanges, span, types);
  if (typeof described === 'string') return refuse(described);
  const { doubts, namespace, ...said } = described;
  const kinds = new Set<BindingKind>(exchanges.map((one) => one.kind));
  const operation: OperationNotation = {
    name,
    span,
    documentation: documentationOf(html, name),
    bindings: bindingWords.filter((word) => kinds.has(word)),
    ...said,
  };
  if (doubts.length > 0) types.doubts.set(operation, doubts);
  const misfit = whyNotHttp(operation, types.types);
  if (misfit !== undefined && (kinds.has('httpGet') || kinds.has('httpPost'))) {
    return refuse(misfit);
  }
  return { operation, namespace };
}

/** What GET, POST or the wrapper element calls it. */
function nameOf(exchanges: readonly SampleExchange[]): string | undefined {
  for (const { envelope, operation } of exchanges) {
    if (operation !== undefined) return operation;
    const body = envelope && elementsOf(envelope).find((one) => one.name === 'Body');
    const wrapper = body && elementsOf(body)[0];
    if (wrapper !== undefined) return wrapper.name;
  }
  return undefined;
}

/** The paragraph after the operation's name, where that is not one of the page's own sections. */
function documentationOf({ headings }: HelpHtml, name: string): string | undefined {
  const text = headings.find((one) => one.title === name)?.texts[0];
  return text === undefined || text === '' || /^(Click here|To test|The test form)/.test(text)
    ? undefined
    : text;
}

function serviceOf(name: string, path: string, pages: readonly PageOperation[]): ServiceNotation {
  const operations = [
    ...new Map(pages.map(({ operation }) => [operation.name, operation])).values(),
  ];
  const namespace = pages.find((one) => one.namespace !== undefined)?.namespace;
  const kinds = new Set(operations.flatMap((one) => one.bindings));
  const span = operations[0]?.span ?? { file: { path: '', text: '' }, start: 0, end: 0 };
  return {
    name,
    span,
    path,
    namespace: namespace ?? 'http://tempuri.org/',
    bindings: bindingWords.filter((word) => kinds.has(word)),
    operations,
  };
}

/**
 * `/school/AuthCodeSending.asmx` is `AuthCodeSending`; of two alike the later has a number after
 * it.
 */
function serviceNames(paths: readonly string[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const taken = new Set<string>();
  for (const path of paths) {
    const stem = (path.split('/').pop() ?? '').replace(/\.[^.]*$/, '');
    const plain = stem.replace(/[^\p{L}\p{M}\p{N}_.-]+/gu, '_');
    const base = isNcName(plain) ? plain : 'Service';
    let name = base;
    for (let count = 2; taken.has(name); count += 1) name = `${base}${count}`;
    taken.add(name);
    names.set(path, name);
  }
  return names;
}

function baseUrlOf(host: string | undefined): string | undefined {
  return host !== undefined &&
    /^[\w.-]+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(host) &&
    host !== 'host'
    ? `http://${host}`
    : undefined;
}
