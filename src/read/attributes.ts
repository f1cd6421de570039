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
 * The `name` of a declaration; a missing one or one that is no NCName is noted, and `''` stands for
 * the former.
 */
export function readName(element: TreeElement, log: SyntaxLog, attribute = 'name'): string {
  const found = attributeOf(element, attribute);
  if (found === undefined) {
    log.add({
      code: 'ASMX1023',
      message: `Element '${element.local}' needs attribute '${attribute}'`,
      span: spanOf(element),
      help: `Write ${attribute}="…"${element.local === 'element' ? ', or ref="…" for one declared elsewhere' : ''}`,
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
  'A name starts with a letter or underscore and has no blank, colon or other punctuation';

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

/** How names without a prefix are understood where the letter of the standard leads nowhere. */
export interface NameScope {
  /** Namespace that stands in for the one of WSDL itself, in which nothing can be declared. */
  readonly target: string;
  /**
   * Namespace that names without any take on, in a schema included into one that has a namespace.
   */
  readonly chameleon?: string | undefined;
}

/** A reference by QName in an attribute; `undefined` when there is no such attribute. */
export function readReference(
  element: TreeElement,
  attribute: string,
  log: SyntaxLog,
  scope: NameScope,
): Reference | undefined {
  const found = attributeOf(element, attribute);
  if (found === undefined) return undefined;
  return resolveName(element, found.value.trim(), valueSpan(element, found), log, scope);
}

/** A reference an element cannot do without. */
export function readRequiredReference(
  element: TreeElement,
  attribute: string,
  log: SyntaxLog,
  scope: NameScope,
): Reference {
  const found = readReference(element, attribute, log, scope);
  if (found !== undefined) return found;
  const defect = `Element '${element.local}' needs attribute '${attribute}'`;
  return { name: { namespace: '', localName: '' }, span: spanOf(element), defect };
}

/** Resolves a QName in the scope of an element. */
export function resolveName(
  element: TreeElement,
  text: string,
  span: Span,
  log: SyntaxLog,
  scope: NameScope,
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

/** A boolean attribute; anything but the four lexical forms is noted and counts as the default. */
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
  if (text === 'false' || text === '0') return false;
  log.add({
    code: 'ASMX1023',
    message: `Attribute '${attribute}' cannot be '${text}'`,
    span: valueSpan(element, found),
    help: "Write 'true' or 'false'",
  });
  return fallback;
}

/** An attribute with one of a few values; any other is noted and counts as the default. */
export function readChoice<T extends string>(
  element: TreeElement,
  attribute: string,
  choices: readonly T[],
  fallback: T,
  log: SyntaxLog,
): T {
  const found = attributeOf(element, attribute);
  if (found === undefined) return fallback;
  const text = found.value.trim();
  const choice = choices.find((one) => one === text);
  if (choice !== undefined) return choice;
  log.add({
    code: 'ASMX1023',
    message: `Attribute '${attribute}' cannot be '${text}'`,
    span: valueSpan(element, found),
    help: `Write ${choices.map((one) => `'${one}'`).join(' or ')}`,
  });
  return fallback;
}

/** A list of tokens; `undefined` when there is no such attribute. */
export function readTokens(element: TreeElement, attribute: string): readonly string[] | undefined {
  const text = attributeValue(element, attribute)?.trim();
  if (text === undefined) return undefined;
  return text === '' ? [] : text.split(/[ \t\r\n]+/);
}
