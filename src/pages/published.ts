import { documentDeclaration } from '../convert/wsdl/document.ts';
import { escapeXmlAttribute } from '../convert/wsdl/scope.ts';
import type { SourceFile, Span } from '../diagnostics/diagnostic.ts';
import { type LinkedService, portPath } from '../model/services.ts';
import type {
  Binding,
  BindingOperation,
  Definitions,
  OriginalDocument,
  PortTypeOperation,
  TextRange,
} from '../model/wsdl.ts';
import { qnameKey, type Reference } from '../model/xml.ts';
import type { ContractPlan } from '../plan/result.ts';

/** `PublishedDocument` of the runtime. */
export interface PublishedText {
  /** What follows `?` in its address: `wsdl`, `xsd=schema0`. */
  readonly query: string;
  /** The document, with marks for what only a request decides. */
  readonly text: string;
}

/** What is written in place of a range. */
interface Replacement extends TextRange {
  readonly text: string;
}

/** The contract's own documents, if servers publish them. */
export function publishedOriginals({
  model,
  services,
  options: { publish, only },
}: ContractPlan): readonly PublishedText[] | undefined {
  if (publish === 'rebuilt' || (publish === undefined && only.length > 0)) return undefined;
  const [first] = services;
  return first && publishedDocuments(first.service.definitions, model.services);
}

/**
 * The documents of a WSDL for servers that publish them, the entry first; `undefined` if there are
 * none. They have no comments, and marks for what only a request decides; XML does not allow their
 * characters. U+0001 stands for the base address, and U+0002 for the address of another document,
 * whose query follows. U+0003 and a letter begin what only HTTP GET (`G`), POST (`P`) or both (`B`)
 * use, U+0004 ends it.
 *
 * @param services all services of the contract: other ports are left out
 */
export function publishedDocuments(
  definitions: Definitions,
  services: readonly LinkedService[],
): readonly PublishedText[] | undefined {
  const { originals } = definitions;
  if (originals === undefined) return undefined;
  const queries = queriesOf(originals, definitions);
  const pathAt = findPaths(services);
  const httpOnly = findHttpOnly(definitions);
  return originals.map((document) => {
    const { file, edits, elements, ports } = document;
    const changes = edits.map((edit): Replacement => {
      const { start, end } = edit;
      if (edit.kind === 'removal') return removed(file.text, edit);
      return edit.kind === 'location'
        ? { start, end, text: `\u0002${queries.get(edit.target) ?? ''}` }
        : { start, end, text: `\u0001${pathAt(file, edit.port) ?? ''}` };
    });
    for (const port of ports) {
      if (pathAt(file, port.start) === undefined) changes.push(removed(file.text, port));
    }
    for (const range of [...elements, ...ports]) {
      const only = httpOnly(file, range.start);
      if (only === undefined) continue;
      const start = blankBefore(file.text, range);
      changes.push({ start, end: start, text: `\u0003${only}` });
      changes.push({ start: range.end, end: range.end, text: '\u0004' });
    }
    return { query: queries.get(file) ?? '', text: replaceAll(file.text, changes) };
  });
}

/**
 * The queries for the documents: the entry is the WSDL itself, schemas of typed DataSets have their
 * names as in ASMX, and others are numbered as in WCF.
 */
function queriesOf(
  documents: readonly OriginalDocument[],
  definitions: Definitions,
): ReadonlyMap<SourceFile, string> {
  const counts = { wsdl: 0, xsd: 0 };
  const dataSets = dataSetsByFile(definitions);
  return new Map(
    documents.map(({ file, kind }, index) => {
      if (index === 0) return [file, 'wsdl'];
      const dataSet = dataSets.get(file);
      if (dataSet !== undefined) return [file, `schema=${dataSet}`];
      const query = `${kind}=${kind}${counts[kind]}`;
      counts[kind] += 1;
      return [file, query];
    }),
  );
}

/** Names of typed DataSets by the files of their schemas. */
function dataSetsByFile({ schemas }: Definitions): ReadonlyMap<SourceFile, string> {
  const found = new Map<string, SourceFile>();
  for (const { elements } of schemas) {
    for (const { dataSet, name, span } of elements) {
      const isUsable = dataSet !== undefined && /^\w+$/.test(name.localName);
      if (isUsable && !found.has(name.localName)) found.set(name.localName, span.file);
    }
  }
  return new Map([...found].map(([name, file]) => [file, name]));
}

/** Finds the path of a port, escaped, by the offset of its start tag. */
function findPaths(
  services: readonly LinkedService[],
): (file: SourceFile, start: number) => string | undefined {
  const paths = new Map<SourceFile, Map<number, string>>();
  for (const service of services) {
    for (const port of service.ports) {
      const { file, start } = port.span;
      const known = paths.get(file) ?? new Map<number, string>();
      const path = escapeXmlAttribute(portPath(service, port)).replaceAll("'", '&#39;');
      paths.set(file, known.set(start, path));
    }
  }
  return (file, start) => paths.get(file)?.get(start);
}

/** A removal that leaves the text as if the range had never been written. */
function removed(text: string, range: TextRange): Replacement {
  const before = blankBefore(text, range);
  const [blank] = /^[ \t]*(?=\S)/.exec(text.slice(range.end, range.end + 200)) ?? [];
  const beginsLine = /\n[ \t]*$/.test(text.slice(before, range.start));
  return beginsLine && blank !== undefined
    ? { start: range.start, end: range.end + blank.length, text: '' }
    : { start: before, end: range.end, text: '' };
}

/** Where the white space between the tag before a range and the range begins. */
function blankBefore(text: string, { start, end }: TextRange): number {
  let at = start;
  while (at > 0 && /\s/.test(text.charAt(at - 1))) at -= 1;
  // Anywhere else, white space may be part of a text.
  return (at === 0 || text[at - 1] === '>') && /^\s*(?:<|$)/.test(text.slice(end, end + 200))
    ? at
    : start;
}

/** The text with its changes, those inside a removal left out, and LF as line ends. */
function replaceAll(text: string, changes: readonly Replacement[]): string {
  const pieces: string[] = [];
  let at = 0;
  // What is inserted before a removal comes first.
  const sorted = changes.toSorted((a, b) => a.start - b.start || a.end - b.end);
  for (const { start, end, text: replacement } of sorted) {
    if (start < at) continue;
    pieces.push(text.slice(at, start), replacement);
    at = end;
  }
  pieces.push(text.slice(at));
  return `${documentDeclaration}\n${pieces.join('').replaceAll('\r\n', '\n').trim()}`;
}

/** The bindings without which an element of a WSDL has no use: GET, POST, or both of them. */
type HttpOnly = 'G' | 'P' | 'B';

type Use = 'GET' | 'POST' | 'other';

/**
 * Finds the elements that only HTTP GET or POST bindings use. ASMX does not show them if these
 * bindings are off.
 *
 * @returns a function for the element at an offset of a document
 */
function findHttpOnly(
  definitions: Definitions,
): (file: SourceFile, start: number) => HttpOnly | undefined {
  const found = new Map<SourceFile, Map<number, HttpOnly>>();
  const note = ({ file, start }: Span, uses: ReadonlySet<Use> | undefined): void => {
    const only = uses === undefined ? undefined : httpOnly(uses);
    if (only === undefined) return;
    const known = found.get(file) ?? new Map<number, HttpOnly>();
    found.set(file, known.set(start, only));
  };
  const { bindings, portTypes, messages, services } = definitions;
  const ofBindings = new Uses();
  const ofPortTypes = new Uses();
  const ofMessages = new Uses();
  for (const binding of bindings) {
    const use = useOf(binding);
    ofBindings.add(qnameKey(binding.name), [use]);
    ofPortTypes.add(qnameKey(binding.portType.name), [use]);
    for (const { name } of binding.operations.flatMap(headerMessages)) {
      ofMessages.add(qnameKey(name), ['other']);
    }
  }
  for (const { name, operations } of portTypes) {
    const uses = ofPortTypes.of(qnameKey(name)) ?? ['other'];
    for (const one of operations.flatMap(messagesOf)) ofMessages.add(qnameKey(one.name), uses);
  }
  for (const one of bindings) note(one.span, ofBindings.of(qnameKey(one.name)));
  for (const one of portTypes) note(one.span, ofPortTypes.of(qnameKey(one.name)));
  for (const one of messages) note(one.span, ofMessages.of(qnameKey(one.name)));
  for (const { span, binding } of services.flatMap(({ ports }) => ports)) {
    note(span, ofBindings.of(qnameKey(binding.name)));
  }
  return (file, start) => found.get(file)?.get(start);
}

class Uses {
  private readonly byKey = new Map<string, Set<Use>>();

  of(key: string): ReadonlySet<Use> | undefined {
    return this.byKey.get(key);
  }

  add(key: string, uses: Iterable<Use>): void {
    const known = this.byKey.get(key) ?? new Set();
    for (const one of uses) known.add(one);
    this.byKey.set(key, known);
  }
}

function useOf({ kind }: Binding): Use {
  if (kind === 'httpGet') return 'GET';
  return kind === 'httpPost' ? 'POST' : 'other';
}

function httpOnly(uses: ReadonlySet<Use>): HttpOnly | undefined {
  if (uses.has('other')) return undefined;
  if (uses.size > 1) return 'B';
  return uses.has('GET') ? 'G' : 'P';
}

function messagesOf({ input, output, faults }: PortTypeOperation): readonly Reference[] {
  return [input, output, ...faults].flatMap((one) => (one === undefined ? [] : [one.message]));
}

function headerMessages({ input, output }: BindingOperation): readonly Reference[] {
  return [input, output].flatMap((one) =>
    (one?.headers ?? []).flatMap(({ message, faults }) => [
      message,
      ...faults.map((fault) => fault.message),
    ]),
  );
}
