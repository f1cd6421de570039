import type { Span } from '../diagnostics/source-file.ts';
import { namespaces } from '../model/common/namespaces.ts';
import type { Reference } from '../model/common/reference.ts';
import { findBuiltin } from '../model/xsd/builtin-schema.ts';
import { isNcName } from './ncname.ts';
import type { SyntaxLog } from './syntax-log.ts';
import {
  attributeOf,
  attributeValue,
  lookupNamespace,
  spanOf,
  type TreeAttribute,
  type TreeElement,
  valueSpan,
} from './xml-tree.ts';

/**
 * The `name` of a declaration; a missing one or one that is no NCName is noted, and `''` is
 * returned for the former.
 */
export function readName(element: TreeElement, log: SyntaxLog, attribute = 'name'): string {
  const found = attributeOf(element, attribute);
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
 * The `name` of a declaration that no message carries. Tools write names such as
 * `localhost:8080Binding` there: one that differs from an NCName by spaces, colons or a leading
 * digit only gives a warning.
 */
export function readLooseName(element: TreeElement, log: SyntaxLog): string {
  return readOptionalName(element, 'name', log) ?? readName(element, log);
}

/** Such a name where there may be none. */
export function readOptionalName(
  element: TreeElement,
  attribute: string,
  log: SyntaxLog,
): string | undefined {
  const found = attributeOf(element, attribute);
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

/** What reading a name needs. */
export interface NameReader {
  readonly log: SyntaxLog;
  readonly scope: NameScope;
}

/** How names without a prefix are understood where the letter of the standard leads nowhere. */
export interface NameScope {
  /** Namespace that replaces the one of WSDL itself, in which nothing can be declared. */
  readonly target: string;
  /**
   * Namespace that names without any take on, in a schema included into one that has a namespace.
   */
  readonly chameleon?: string | undefined;
}

/** A reference by QName in an attribute; `undefined` when there is no such attribute. */
export function readReference(
  reader: NameReader,
  element: TreeElement,
  attribute: string,
): Reference | undefined {
  const found = attributeOf(element, attribute);
  if (found === undefined) return undefined;
  return resolveName(reader, element, found.value.trim(), valueSpan(element, found));
}

/** A reference an element cannot do without. */
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
  const localName = text.slice(colon + 1);
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
  const name = { namespace, localName };
  if (namespace !== namespaces.xsd || findBuiltin(name) === undefined) {
    log.namespaces.add(namespace);
  }
  if (localName === '') return { name, span, defect: `'${text}' is not a qualified name` };
  if (found === undefined) return { name, span, defect: `Prefix '${prefix}' is not declared` };
  // the namespaces below may mean another one, which depends on more than the scope
  if (found !== '' && found !== namespaces.wsdl) {
    element.scope.names ??= new Map();
    element.scope.names.set(text, name);
  }
  return { name, span };
}

/** A boolean attribute; anything but the four lexical forms is noted and counts as absent. */
export function readBoolean(
  element: TreeElement,
  attribute: string,
  fallback: boolean,
  log: SyntaxLog,
): boolean {
  const found = attributeOf(element, attribute);
  if (found === undefined) return fallback;
  const text = found.value.trim();
  if (text === 'true' || text === '1') return true;
  if (text !== 'false' && text !== '0') {
    refuseValue(log, element, found, "Write 'true' or 'false'");
    return fallback;
  }
  return false;
}

/** An attribute with one of a few values; any other is noted and counts as absent. */
export function readChoice<T extends string>(
  element: TreeElement,
  attribute: string,
  choices: readonly T[],
  log: SyntaxLog,
): T | undefined {
  const found = attributeOf(element, attribute);
  if (found === undefined) return undefined;
  const choice = choices.find((one) => one === found.value.trim());
  if (choice === undefined) refuseValue(log, element, found, `Write ${orList(choices)}`);
  return choice;
}

/** Notes a value that an attribute cannot have. */
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

/** A list of tokens; `undefined` when there is no such attribute. */
export function readTokens(element: TreeElement, attribute: string): readonly string[] | undefined {
  const text = attributeValue(element, attribute)?.trim();
  if (text === undefined) return undefined;
  return text === '' ? [] : text.split(/[ \t\r\n]+/);
}
