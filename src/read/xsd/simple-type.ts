import type { Reference } from '../../model/xml.ts';
import { findBuiltin } from '../../model/xsd/schema.ts';
import type {
  DerivationMethod,
  FacetName,
  FacetSyntax,
  NamespaceBindings,
  SimpleTypeSyntax,
} from '../../model/xsd/schema-document.ts';
import { prefixesIn } from '../../model/xsd/values.ts';
import { facetKeys } from '../../model/yaml.ts';
import { readName, readReference, readTokens, resolveName } from '../syntax.ts';
import {
  attributeValue,
  lookupNamespace,
  spanOf,
  type TreeElement,
  treeAttribute,
  valueSpan,
} from '../xml-tree.ts';
import {
  childrenOf,
  contentOrders,
  readAnnotation,
  readDerivations,
  type SchemaReader,
} from './grammar.ts';

/**
 * Namespaces of possible QNames in a value. Whether they are QNames is known once all schemas are
 * read.
 *
 * @param element where the value is written
 * @param type its type, if one is named
 * @returns `undefined` if no prefix is bound, or the named type has no QNames
 */
export function valueNames(
  element: TreeElement,
  value: string | undefined,
  type: Reference | undefined,
): NamespaceBindings | undefined {
  if (value === undefined || !mayHoldQNames(type)) return undefined;
  const items = value.trim().split(/[ \t\r\n]+/);
  return bindings(
    element,
    items.map((item) => item.slice(0, Math.max(0, item.indexOf(':')))),
  );
}

/** Namespaces of the prefixes in an XPath, where it is written. */
export function xpathNames(element: TreeElement, xpath: string): NamespaceBindings | undefined {
  return bindings(element, prefixesIn(xpath));
}

function bindings(
  element: TreeElement,
  prefixes: readonly string[],
): NamespaceBindings | undefined {
  let names: Map<string, string> | undefined;
  for (const prefix of prefixes) {
    if (names?.has(prefix) === true) continue;
    const namespace = lookupNamespace(element.scope, prefix);
    if (namespace === undefined || namespace === '') continue;
    names ??= new Map();
    names.set(prefix, namespace);
  }
  return names;
}

function mayHoldQNames(type: Reference | undefined): boolean {
  const builtin = type === undefined ? undefined : findBuiltin(type.name);
  if (builtin?.kind !== 'simple') return true;
  return builtin.builtin === 'QName' || builtin.builtin === 'NOTATION';
}

const simpleTypeMethods: readonly DerivationMethod[] = ['restriction', 'list', 'union'];

/** `xs:simpleType`, global or inside something else (XML Schema part 1 section 3.14). */
export function readSimpleType(
  reader: SchemaReader,
  element: TreeElement,
  global: boolean,
): SimpleTypeSyntax {
  const { log } = reader;
  const derivation = childrenOf(reader, element, contentOrders.simpleType).find(
    (child) => child.local !== 'annotation',
  );
  if (derivation === undefined) {
    log.add({
      code: 'ASMX3003',
      message: "A simple type needs 'restriction', 'list' or 'union'",
      span: spanOf(element),
    });
  }
  return {
    kind: 'simpleType',
    name: global
      ? { namespace: reader.targetNamespace, localName: readName(element, log) }
      : undefined,
    variety:
      derivation === undefined
        ? { kind: 'restriction', base: undefined, type: undefined, facets: [] }
        : readVariety(reader, derivation),
    final: global ? readDerivations(reader, element, 'final', simpleTypeMethods) : undefined,
    ...readAnnotation(element, log),
    span: spanOf(element),
  };
}

function readVariety(reader: SchemaReader, element: TreeElement): SimpleTypeSyntax['variety'] {
  if (element.local === 'list') {
    const [item] = nestedTypes(reader, childrenOf(reader, element, contentOrders.list));
    const itemRef = readReference(reader, element, 'itemType');
    if (item === undefined && itemRef === undefined) needs(reader, element, 'itemType');
    return { kind: 'list', itemRef: item === undefined ? itemRef : undefined, item };
  }
  if (element.local === 'union') {
    const attribute = treeAttribute(element, 'memberTypes');
    const names = readTokens(element, 'memberTypes') ?? [];
    const span = attribute === undefined ? spanOf(element) : valueSpan(element, attribute);
    return {
      kind: 'union',
      memberRefs: names.map((name) => resolveName(reader, element, name, span)),
      members: nestedTypes(reader, childrenOf(reader, element, contentOrders.union)),
    };
  }
  const children = childrenOf(reader, element, contentOrders.typeRestriction);
  const [type] = nestedTypes(reader, children);
  const base = readReference(reader, element, 'base');
  if (type === undefined && base === undefined) needs(reader, element, 'base');
  return {
    kind: 'restriction',
    base: type === undefined ? base : undefined,
    type,
    facets: readFacets(reader, children, type === undefined ? base : undefined),
  };
}

function needs(reader: SchemaReader, element: TreeElement, attribute: string): void {
  reader.log.add({
    code: 'ASMX1023',
    message: `Element '${element.local}' needs attribute '${attribute}' or a simple type inside`,
    span: spanOf(element),
  });
}

function nestedTypes(
  reader: SchemaReader,
  children: readonly TreeElement[],
): readonly SimpleTypeSyntax[] {
  return children
    .filter((child) => child.local === 'simpleType')
    .map((child) => readSimpleType(reader, child, false));
}

const facetNames: ReadonlySet<string> = new Set<FacetName>([
  ...facetKeys,
  'enumeration',
  'whiteSpace',
]);

/**
 * The facets among the children of a restriction.
 *
 * @param base the restricted type, if it is named
 */
export function readFacets(
  reader: SchemaReader,
  children: readonly TreeElement[],
  base: Reference | undefined,
): readonly FacetSyntax[] {
  const facets: FacetSyntax[] = [];
  for (const child of children) {
    if (!facetNames.has(child.local)) continue;
    const value = attributeValue(child, 'value');
    if (value === undefined) {
      reader.log.add({
        code: 'ASMX1023',
        message: `Facet '${child.local}' needs attribute 'value'`,
        span: spanOf(child),
        help: `Write value="…", or remove the facet`,
      });
      continue;
    }
    facets.push({
      name: child.local as FacetName,
      value,
      names: child.local === 'enumeration' ? valueNames(child, value, base) : undefined,
      ...readAnnotation(child, reader.log),
      span: spanOf(child),
    });
  }
  return facets;
}
