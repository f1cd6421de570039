import { didYouMean } from '../../diagnostics/suggest.ts';
import { namespaces } from '../../model/common/namespaces.ts';
import type { SchemaForm } from '../../model/xsd/schema-document.ts';
import type { DerivationMethod } from '../../model/xsd/traits.ts';
import { type NameReader, readTokens } from '../attributes.ts';
import type { SyntaxLog } from '../syntax-log.ts';
import { attributeOf, spanOf, type TreeElement, valueSpan } from '../xml-tree.ts';

/** Shared by the functions that read one schema document. */
export interface SchemaReader extends NameReader {
  readonly targetNamespace: string;
  readonly elementForm: SchemaForm;
  readonly attributeForm: SchemaForm;
  /** Values of the schema's `blockDefault` and `finalDefault`. */
  readonly block: readonly DerivationMethod[];
  readonly final: readonly DerivationMethod[];
}

/** Allowed order of children: names with the same rank in any order, lower ranks first. */
export type ContentOrder = ReadonlyMap<string, number>;

/** Kinds of content: one for each element of XML Schema, or two if it depends on the parent. */
export type ContentKind =
  | 'schema'
  | 'element'
  | 'attribute'
  | 'complexType'
  | 'derivedContent'
  | 'simpleExtension'
  | 'simpleRestriction'
  | 'complexDerivation'
  | 'model'
  | 'all'
  | 'group'
  | 'attributeGroup'
  | 'simpleType'
  | 'typeRestriction'
  | 'list'
  | 'union'
  | 'redefine';

const model = { group: 1, all: 1, choice: 1, sequence: 1 } as const;
const attributes = { attribute: 3, attributeGroup: 3, anyAttribute: 4 } as const;
const facets = {
  minExclusive: 2,
  minInclusive: 2,
  maxExclusive: 2,
  maxInclusive: 2,
  totalDigits: 2,
  fractionDigits: 2,
  length: 2,
  minLength: 2,
  maxLength: 2,
  enumeration: 2,
  whiteSpace: 2,
  pattern: 2,
} as const;

function order(ranks: Readonly<Record<string, number>>): ContentOrder {
  return new Map(Object.entries(ranks));
}

/** Content of the elements of XML Schema (part 1, schema for schemas). */
export const contentOrders: Readonly<Record<ContentKind, ContentOrder>> = {
  schema: order({
    annotation: -1,
    include: 0,
    import: 0,
    redefine: 0,
    simpleType: 1,
    complexType: 1,
    group: 1,
    attributeGroup: 1,
    element: 1,
    attribute: 1,
    notation: 1,
  }),
  element: order({ annotation: 0, simpleType: 1, complexType: 1, unique: 2, key: 2, keyref: 2 }),
  attribute: order({ annotation: 0, simpleType: 1 }),
  complexType: order({
    annotation: 0,
    simpleContent: 1,
    complexContent: 1,
    ...model,
    ...attributes,
  }),
  derivedContent: order({ annotation: 0, extension: 1, restriction: 1 }),
  simpleExtension: order({ annotation: 0, ...attributes }),
  simpleRestriction: order({ annotation: 0, simpleType: 1, ...facets, ...attributes }),
  complexDerivation: order({ annotation: 0, ...model, ...attributes }),
  model: order({ annotation: 0, element: 1, group: 1, choice: 1, sequence: 1, any: 1 }),
  all: order({ annotation: 0, element: 1 }),
  group: order({ annotation: 0, all: 1, choice: 1, sequence: 1 }),
  attributeGroup: order({ annotation: 0, ...attributes }),
  simpleType: order({ annotation: 0, restriction: 1, list: 1, union: 1 }),
  typeRestriction: order({ annotation: 0, simpleType: 1, ...facets }),
  list: order({ annotation: 0, simpleType: 1 }),
  union: order({ annotation: 0, simpleType: 1 }),
  redefine: order({ annotation: 0, simpleType: 0, complexType: 0, group: 0, attributeGroup: 0 }),
};

/**
 * The children of an element that are defined by XML Schema. Misplaced ones are noted as defects of
 * the declaration, or cause warnings if their position does not matter. Elements of other
 * namespaces are ignored.
 */
export function childrenOf(
  reader: SchemaReader,
  parent: TreeElement,
  order: ContentOrder,
): readonly TreeElement[] {
  const { children } = parent;
  if (children.length === 0) return children;
  let rank = -1;
  let latest: TreeElement | undefined;
  let strangers = false;
  for (const child of children) {
    const own = child.namespace === namespaces.xsd ? order.get(child.local) : undefined;
    if (own === undefined) {
      strangers = true;
      if (child.namespace === namespaces.xsd) unexpected(reader, parent, child, order);
      continue;
    }
    if (own < 0) continue;
    if (own < rank) {
      const what = `Element '${child.local}'`;
      const defect = {
        code: 'ASMX1022',
        message: `${what} must come before '${latest?.local}' in '${parent.local}'`,
        span: spanOf(child),
      } as const;
      if (isPlainAnywhere(parent, child)) {
        reader.log.warn({ ...defect, help: 'It is read there, but not by every tool' });
      } else reader.log.add(defect);
    } else {
      rank = own;
      latest = child;
    }
  }
  return strangers ? children.filter((child) => isKnown(child, order)) : children;
}

/**
 * Whether the position of an element does not matter: imports and includes in a schema, and
 * annotations.
 */
function isPlainAnywhere(parent: TreeElement, child: TreeElement): boolean {
  return parent.local === 'schema' || child.local === 'annotation';
}

function isKnown(child: TreeElement, order: ContentOrder): boolean {
  return child.namespace === namespaces.xsd && order.get(child.local) !== undefined;
}

/** Elements that XML Schema 1.1 added. */
const laterElements: ReadonlySet<string> = new Set([
  'alternative',
  'assert',
  'assertion',
  'defaultOpenContent',
  'explicitTimezone',
  'openContent',
  'override',
]);

function unexpected(
  reader: SchemaReader,
  parent: TreeElement,
  child: TreeElement,
  order: ContentOrder,
): void {
  reader.log.add({
    code: 'ASMX1022',
    message: `Element '${child.local}' cannot be in '${parent.local}'`,
    span: spanOf(child),
    help: laterElements.has(child.local)
      ? 'It is of XML Schema 1.1, and 1.0 is supported: remove it, and check its rule yourself'
      : misspelt(child.local, order),
  });
}

const schemaElements: ReadonlySet<string> = new Set(
  Object.values(contentOrders).flatMap((order) => [...order.keys()]),
);

/** What a name was meant to be that is none of XML Schema's: `simpletype`. */
function misspelt(name: string, order: ContentOrder): string | undefined {
  return schemaElements.has(name) ? undefined : didYouMean(name, order.keys());
}

/** All derivation methods, which `#all` means if all are possible. */
export const derivations: readonly DerivationMethod[] = [
  ...(['extension', 'restriction', 'substitution', 'list', 'union'] as const),
];

/**
 * The derivation methods in `block` or `final` (XML Schema part 1 section 3.3.2), or the schema's
 * default; `undefined` if there is none.
 *
 * @param known those that count, and the meaning of `#all`
 */
export function readDerivations(
  reader: SchemaReader,
  element: TreeElement,
  attribute: 'block' | 'final',
  known: readonly DerivationMethod[],
): readonly DerivationMethod[] | undefined {
  const found =
    namedDerivations(reader.log, element, attribute, known) ??
    reader[attribute].filter((one) => known.includes(one));
  return found.length === 0 ? undefined : found;
}

/** The derivation methods in an attribute; `undefined` if there is no such attribute. */
export function namedDerivations(
  log: SyntaxLog,
  element: TreeElement,
  attribute: string,
  known: readonly DerivationMethod[],
): readonly DerivationMethod[] | undefined {
  const at = attributeOf(element, attribute);
  const tokens = readTokens(element, attribute);
  if (at === undefined || tokens === undefined) return undefined;
  const span = valueSpan(element, at);
  if (tokens.length > 1 && tokens.includes('#all')) {
    log.warn({
      code: 'ASMX1023',
      message: `Attribute '${attribute}' has '#all' beside others`,
      span,
      help: "Write '#all' alone, or a list without it",
    });
  }
  return tokens.flatMap((token) => {
    const named = known.filter((one) => one === token || token === '#all');
    if (named.length === 0) {
      log.add({
        code: 'ASMX1023',
        message: `Attribute '${attribute}' cannot be '${token}'`,
        span,
        help: `Write '#all' or a list of ${known.map((one) => `'${one}'`).join(', ')}`,
      });
    }
    return named;
  });
}
