import type { Diagnostic, DiagnosticSink, Span } from '../diagnostics/diagnostic.ts';
import type { SyntaxDefect } from '../model/wsdl.ts';
import { namespaces, type Reference } from '../model/xml.ts';
import { findBuiltin } from '../model/xsd/schema.ts';
import { ncNameEnd } from '../runtime/xml/errors.ts';
import {
  attributeValue,
  lookupDraft,
  lookupNamespace,
  spanOf,
  type TreeAttribute,
  type TreeElement,
  treeAttribute,
  valueSpan,
} from './xml-tree.ts';

/**
 * The `name` of a declaration. A missing one is noted as a defect and read as `''`; so is one that
 * is not an NCName.
 */
export function readName(element: TreeElement, log: SyntaxLog, attribute = 'name'): string {
  const found = treeAttribute(element, attribute);
  if (found === undefined) {
    const orRef = element.local === 'element' ? ', or ref="…" for one declared elsewhere' : '';
    log.add({
      code: 'ASMX1023',
      message: `Element '${element.local}' needs attribute '${attribute}'`,
      span: spanOf(element),
      help: `Write ${attribute}="…"${orRef}`,
    });
    return '';
  }
  return checkedName(element, found, log);
}

/**
 * The `name` of a declaration that is not in messages. Tools write names such as
 * `localhost:8080Binding` there, so spaces, colons or a leading digit only cause a warning.
 */
export function readLooseName(element: TreeElement, log: SyntaxLog): string {
  return readOptionalName(element, log) ?? readName(element, log);
}

/** As {@link readLooseName}, for an optional name. */
export function readOptionalName(element: TreeElement, log: SyntaxLog): string | undefined {
  const found = treeAttribute(element, 'name');
  if (found === undefined) return undefined;
  const name = found.value.trim();
  if (isNcName(name) || !/^[\p{L}\p{N}_.: -]+$/u.test(name)) {
    return checkedName(element, found, log);
  }
  log.warn({
    code: 'ASMX3001',
    message: `'${name}' is not an NCName`,
    span: valueSpan(element, found),
    help: nameHelp,
  });
  return name;
}

const nameHelp =
  'A name starts with a letter or underscore and has no space, colon or other punctuation';

function checkedName(element: TreeElement, attribute: TreeAttribute, log: SyntaxLog): string {
  const name = attribute.value.trim();
  if (!isNcName(name)) {
    log.add({
      code: 'ASMX3001',
      message: `'${name}' is not an NCName`,
      span: valueSpan(element, attribute),
      help: nameHelp,
    });
  }
  return name;
}

/** The context for reading a name. */
export interface NameReader {
  readonly log: SyntaxLog;
  readonly scope: NameScope;
}

/** How to resolve names without a prefix if the standard's rule finds no declaration. */
interface NameScope {
  /** Namespace used instead of that of WSDL itself, in which nothing can be declared. */
  readonly target: string;
  /**
   * Namespace for unqualified names, in a schema without a namespace that is included by one with a
   * namespace.
   */
  readonly chameleon?: string | undefined;
}

/** A reference by QName in an attribute; `undefined` if there is no such attribute. */
export function readReference(
  reader: NameReader,
  element: TreeElement,
  attribute: string,
): Reference | undefined {
  const found = treeAttribute(element, attribute);
  if (found === undefined) return undefined;
  return resolveName(reader, element, found.value.trim(), valueSpan(element, found));
}

/** A reference that an element requires. */
export function readRequiredReference(
  reader: NameReader,
  element: TreeElement,
  attribute: string,
): Reference {
  const found = readReference(reader, element, attribute);
  if (found !== undefined) return found;
  const defect = `Element '${element.local}' needs attribute '${attribute}'`;
  return { name: { namespace: '', localName: '' }, span: spanOf(element), defect };
}

/** Built-in types of the drafts that 1.0 calls otherwise, or does not have. */
const renamed: ReadonlyMap<string, string> = new Map([
  ['timeInstant', 'dateTime'],
  ['timeDuration', 'duration'],
  ['recurringDate', 'gMonthDay'],
  ['recurringDay', 'gDay'],
  ['month', 'gYearMonth'],
  ['year', 'gYear'],
  ['century', 'string'],
  ['timePeriod', 'string'],
  ['recurringDuration', 'string'],
  ['recurringInstant', 'string'],
  ['uriReference', 'anyURI'],
  ['uri', 'anyURI'],
  ['binary', 'base64Binary'],
  ['CDATA', 'normalizedString'],
  ['real', 'double'],
  ['urType', 'anyType'],
]);

/**
 * The name in XML Schema 1.0 of a built-in type of a draft. Early drafts put hyphens into names, as
 * in `uri-reference`.
 */
function currentTypeName(localName: string): string {
  if (findBuiltin({ namespace: namespaces.xsd, localName }) !== undefined) return localName;
  const joined = localName.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return renamed.get(joined) ?? joined;
}

/** Resolves a QName in the scope of an element. */
export function resolveName(
  { log, scope }: NameReader,
  element: TreeElement,
  text: string,
  span: Span,
): Reference {
  const known = element.scope.names?.get(text);
  if (known !== undefined) return { name: known, span };
  const colon = text.indexOf(':');
  const prefix = colon < 0 ? '' : text.slice(0, colon);
  let localName = text.slice(colon + 1);
  const found = lookupNamespace(element.scope, prefix);
  let namespace = found ?? '';
  if (found === '' && scope.chameleon !== undefined) namespace = scope.chameleon;
  else if (found === namespaces.wsdl && prefix === '' && localName !== '') {
    namespace = scope.target;
    log.warn({
      code: 'ASMX3006',
      message: `'${text}' is a name of WSDL's own namespace; that of the document is meant`,
      span,
      help: 'Write it with the prefix of the target namespace',
    });
  }
  if (found === namespaces.xsd && lookupDraft(element.scope, prefix) !== undefined) {
    localName = currentTypeName(localName);
  }
  const name = { namespace, localName };
  if (namespace !== namespaces.xsd || findBuiltin(name) === undefined) {
    log.namespaces.add(namespace);
  }
  if (localName === '') return { name, span, defect: `'${text}' is not a qualified name` };
  if (found === undefined) return { name, span, defect: `Prefix '${prefix}' is not declared` };
  // the namespaces below may be replaced by another one, which depends on more than the scope
  if (found !== '' && found !== namespaces.wsdl) {
    element.scope.names ??= new Map();
    element.scope.names.set(text, name);
  }
  return { name, span };
}

/**
 * A boolean attribute. Anything but the four lexical forms is noted as a defect and counts as
 * absent.
 */
export function readBoolean(
  element: TreeElement,
  attribute: string,
  fallback: boolean,
  log: SyntaxLog,
): boolean {
  const found = treeAttribute(element, attribute);
  if (found === undefined) return fallback;
  const text = found.value.trim();
  if (text === 'true' || text === '1') return true;
  if (text !== 'false' && text !== '0') {
    refuseValue(log, element, found, "Write 'true' or 'false'");
    return fallback;
  }
  return false;
}

/** An attribute with one of a few values. Any other is noted as a defect and counts as absent. */
export function readChoice<T extends string>(
  element: TreeElement,
  attribute: string,
  choices: readonly T[],
  log: SyntaxLog,
): T | undefined {
  const found = treeAttribute(element, attribute);
  if (found === undefined) return undefined;
  const choice = choices.find((one) => one === found.value.trim());
  if (choice === undefined) refuseValue(log, element, found, `Write ${orList(choices)}`);
  return choice;
}

/** Notes a value that an attribute cannot have as a defect. */
function refuseValue(
  log: SyntaxLog,
  element: TreeElement,
  attribute: TreeAttribute,
  help: string,
): void {
  log.add({
    code: 'ASMX1023',
    message: `Attribute '${attribute.local}' cannot be '${attribute.value.trim()}'`,
    span: valueSpan(element, attribute),
    help,
  });
}

/** `'a' or 'b'`. */
export function orList(words: readonly string[]): string {
  return words.map((one) => `'${one}'`).join(' or ');
}

/** A list of tokens; `undefined` if there is no such attribute. */
export function readTokens(element: TreeElement, attribute: string): readonly string[] | undefined {
  const text = attributeValue(element, attribute)?.trim();
  if (text === undefined) return undefined;
  return text === '' ? [] : text.split(/[ \t\r\n]+/);
}

/**
 * Text of documentation elements: unchanged if it is marked as written by this tool, otherwise
 * without indentation.
 */
export function documentationTextOf(elements: readonly TreeElement[]): string | undefined {
  const [first] = elements;
  if (first === undefined) return undefined;
  if (elements.length > 1) return documentationText(elements.map((one) => one.text));
  const exact =
    first.attributes.length > 0 &&
    first.attributes.some((one) => one.namespace === namespaces.contract && one.local === 'space');
  return exact ? first.text : documentationText([first.text]);
}

/**
 * Hand-written documentation without the indentation of its file: lines trimmed, no blank lines at
 * the ends and never two in a row. Several texts follow each other.
 */
export function documentationText(texts: readonly string[]): string | undefined {
  const lines: string[] = [];
  for (const text of texts) {
    for (const raw of text.includes('\r') ? text.split(/\r\n?|\n/) : text.split('\n')) {
      const line = raw.trim();
      if (line !== '' || (lines.length > 0 && lines[lines.length - 1] !== '')) lines.push(line);
    }
    while (lines[lines.length - 1] === '') lines.pop();
  }
  return lines.length === 0 ? undefined : lines.join('\n');
}

/** Matches the usual names, faster than a loop that is never compiled. */
const asciiName = /^[A-Za-z_][\w.-]*$/;

/** Whether a text is an NCName: an XML name without colon (Namespaces in XML 1.0, production 4). */
export function isNcName(text: string): boolean {
  return asciiName.test(text) || (text !== '' && ncNameEnd(text, 0) === text.length);
}

/** Collects syntax defects, each with its declaration. */
export interface SyntaxLog {
  readonly defects: readonly SyntaxDefect[];
  /** Namespaces of resolved names. */
  readonly namespaces: Set<string>;
  /** Adds a defect of the declaration being read. */
  add(diagnostic: Omit<Diagnostic, 'severity'>): void;
  /** Reports a problem that does not prevent reading. */
  warn(diagnostic: Omit<Diagnostic, 'severity'>): void;
  /**
   * Reads a declaration, to which defects found meanwhile belong unless they belong to a
   * declaration inside it.
   */
  own<T extends object | undefined>(read: () => T, fallback: object): T;
}

/** Creates an empty log, which passes warnings to `sink`. */
export function createSyntaxLog(sink: DiagnosticSink): SyntaxLog {
  const defects: SyntaxDefect[] = [];
  let open: Omit<Diagnostic, 'severity'>[] = [];
  return {
    defects,
    namespaces: new Set(),
    add(diagnostic) {
      open.push(diagnostic);
    },
    warn(diagnostic) {
      sink.report({ ...diagnostic, severity: 'warning' });
    },
    own(read, fallback) {
      const outer = open;
      open = [];
      const declaration = read();
      for (const diagnostic of open) defects.push({ owner: declaration ?? fallback, diagnostic });
      open = outer;
      return declaration;
    },
  };
}
