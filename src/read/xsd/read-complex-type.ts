import { namespaces } from '../../model/common/namespaces.ts';
import type {
  ComplexDerivationSyntax,
  ComplexTypeSyntax,
} from '../../model/xsd/schema-document.ts';
import type { DerivationMethod } from '../../model/xsd/traits.ts';
import { readBoolean, readName, readRequiredReference } from '../attributes.ts';
import { spanOf, type TreeElement } from '../xml-tree.ts';
import { readAnnotation } from './read-annotation.ts';
import { readAttributes } from './read-attribute.ts';
import { readContentModel } from './read-particle.ts';
import { readFacets, readSimpleType } from './read-simple-type.ts';
import { childrenOf, contentOrders, readDerivations, type SchemaReader } from './schema-reader.ts';

const methods: readonly DerivationMethod[] = ['extension', 'restriction'];

/** `xs:complexType`, global or inside an element (XML Schema part 1 section 3.4). */
export function readComplexType(
  reader: SchemaReader,
  element: TreeElement,
  global: boolean,
): ComplexTypeSyntax {
  const { log } = reader;
  const children = childrenOf(reader, element, contentOrders.complexType);
  const content = children.find(
    (child) => child.local === 'simpleContent' || child.local === 'complexContent',
  );
  const inner = content === undefined ? undefined : readDerivation(reader, content);
  const holder = inner?.children ?? children;
  const particle =
    inner?.derivation?.content === 'simple' ? undefined : readContentModel(reader, holder);
  const { attributes, anyAttribute } = readAttributes(reader, holder);
  return {
    kind: 'complexType',
    name: global
      ? { namespace: reader.targetNamespace, localName: readName(element, log) }
      : undefined,
    abstract: global && readBoolean(element, 'abstract', false, log),
    mixed: readBoolean(
      content ?? element,
      'mixed',
      content === undefined ? false : readBoolean(element, 'mixed', false, log),
      log,
    ),
    block: global ? readDerivations(reader, element, 'block', methods) : undefined,
    final: global ? readDerivations(reader, element, 'final', methods) : undefined,
    derivation: inner?.derivation,
    particle,
    attributes,
    anyAttribute,
    ...readAnnotation(element, log),
    span: spanOf(element),
  };
}

/** Whether a simple type has the content of `xs:simpleContent`: text with attributes. */
export function isMisplacedContent(element: TreeElement): boolean {
  return element.children.some(
    (child) => child.local === 'extension' && child.namespace === namespaces.xsd,
  );
}

/**
 * Reads a simple type with `xs:extension` inside as the intended complex type with simple content.
 */
export function readMisplacedContent(
  reader: SchemaReader,
  element: TreeElement,
  global: boolean,
): ComplexTypeSyntax {
  const { log } = reader;
  log.warn({
    code: 'ASMX1022',
    message:
      "A simple type cannot have an extension: it is read as 'simpleContent' of a complex type",
    span: spanOf(element),
  });
  const { derivation, children } = readDerivation(reader, { ...element, local: 'simpleContent' });
  return {
    kind: 'complexType',
    name: global
      ? { namespace: reader.targetNamespace, localName: readName(element, log) }
      : undefined,
    abstract: false,
    mixed: false,
    derivation,
    particle: undefined,
    ...readAttributes(reader, children),
    ...readAnnotation(element, log),
    span: spanOf(element),
  };
}

/**
 * Whether a restriction in `xs:complexContent` has children that only text content can have: facets
 * or a simple type.
 */
function restrictsText({ log }: SchemaReader, element: TreeElement): boolean {
  const found = element.children.find(
    ({ local, namespace }) =>
      namespace === namespaces.xsd &&
      contentOrders.typeRestriction.has(local) &&
      local !== 'annotation',
  );
  if (element.local !== 'restriction' || found === undefined) return false;
  log.warn({
    code: 'ASMX1022',
    message:
      `Element '${found.local}' cannot be in 'complexContent': ` +
      `that is read as 'simpleContent'`,
    span: spanOf(found),
    help: "Write 'simpleContent'",
  });
  return true;
}

interface Derivation {
  readonly derivation: ComplexDerivationSyntax | undefined;
  /** Children of the extension or restriction. */
  readonly children: readonly TreeElement[];
}

function readDerivation(reader: SchemaReader, content: TreeElement): Derivation {
  const { log } = reader;
  const element = childrenOf(reader, content, contentOrders.derivedContent).find(
    (child) => child.local !== 'annotation',
  );
  if (element === undefined) {
    log.add({
      code: 'ASMX3003',
      message: `Element '${content.local}' needs 'extension' or 'restriction'`,
      span: spanOf(content),
    });
    return { derivation: undefined, children: [] };
  }
  const simple = content.local === 'simpleContent' || restrictsText(reader, element);
  const method = element.local === 'extension' ? 'extension' : 'restriction';
  const order = !simple
    ? contentOrders.complexDerivation
    : method === 'extension'
      ? contentOrders.simpleExtension
      : contentOrders.simpleRestriction;
  const children = childrenOf(reader, element, order);
  const nested = simple ? children.find((child) => child.local === 'simpleType') : undefined;
  // the base is a complex type, whose text may have any type
  const facets = simple ? readFacets(reader, children, undefined) : [];
  return {
    derivation: {
      content: simple ? 'simple' : 'complex',
      method,
      base: readRequiredReference(reader, element, 'base'),
      simpleType: nested === undefined ? undefined : readSimpleType(reader, nested, false),
      facets,
    },
    children,
  };
}
