import { namespaces } from '../../model/common/namespaces.ts';
import type { SyntaxLog } from '../syntax-log.ts';
import { attributeOf, type TreeElement, valueSpan } from '../xml-tree.ts';

const occurs = ['minOccurs', 'maxOccurs'];
const named = ['id', 'name'];
const value = ['id', 'value'];
const facet = [...value, 'fixed'];

/**
 * Unqualified attributes that the elements of XML Schema 1.0 have in any position (part 1, schema
 * for schemas).
 */
const known: Readonly<Record<string, readonly string[]>> = {
  schema: [
    ...['id', 'targetNamespace', 'version', 'finalDefault', 'blockDefault'],
    ...['attributeFormDefault', 'elementFormDefault'],
  ],
  element: [
    ...named,
    ...occurs,
    ...['ref', 'type', 'substitutionGroup', 'default', 'fixed', 'nillable', 'abstract'],
    ...['final', 'block', 'form'],
  ],
  attribute: [...named, 'ref', 'type', 'use', 'default', 'fixed', 'form'],
  complexType: [...named, 'mixed', 'abstract', 'final', 'block'],
  simpleType: [...named, 'final'],
  simpleContent: ['id'],
  complexContent: ['id', 'mixed'],
  extension: ['id', 'base'],
  restriction: ['id', 'base'],
  list: ['id', 'itemType'],
  union: ['id', 'memberTypes'],
  sequence: ['id', ...occurs],
  choice: ['id', ...occurs],
  all: ['id', ...occurs],
  group: [...named, 'ref', ...occurs],
  attributeGroup: [...named, 'ref'],
  any: ['id', 'namespace', 'processContents', ...occurs],
  anyAttribute: ['id', 'namespace', 'processContents'],
  key: named,
  unique: named,
  keyref: [...named, 'refer'],
  selector: ['id', 'xpath'],
  field: ['id', 'xpath'],
  include: ['id', 'schemaLocation'],
  redefine: ['id', 'schemaLocation'],
  import: ['id', 'namespace', 'schemaLocation'],
  notation: [...named, 'public', 'system'],
  annotation: ['id'],
  enumeration: value,
  pattern: value,
  length: facet,
  minLength: facet,
  maxLength: facet,
  minInclusive: facet,
  maxInclusive: facet,
  minExclusive: facet,
  maxExclusive: facet,
  totalDigits: facet,
  fractionDigits: facet,
  whiteSpace: facet,
};

/**
 * The position of an element of XML Schema: a declaration of the schema itself or inside another
 * one, a reference to one elsewhere, or the content of a group.
 */
export type SchemaPosition = 'global' | 'local' | 'reference' | 'content';

/** Attributes that elements do not have in a position. */
const unfit: Readonly<
  Record<string, Readonly<Partial<Record<SchemaPosition, readonly string[]>>>>
> = {
  element: {
    global: ['ref', 'form', ...occurs],
    local: ['substitutionGroup', 'final', 'abstract'],
    // a name is reported when the reference is read
    reference: [
      ...['type', 'substitutionGroup', 'default', 'fixed', 'nillable', 'abstract'],
      ...['final', 'block', 'form'],
    ],
  },
  attribute: { global: ['ref', 'form', 'use'], reference: ['type', 'form'] },
  complexType: { local: ['name', 'abstract', 'final', 'block'] },
  simpleType: { local: ['name', 'final'] },
  group: { global: ['ref', ...occurs], reference: ['name'] },
  attributeGroup: { global: ['ref'], reference: ['name'] },
  sequence: { content: occurs },
  choice: { content: occurs },
  all: { content: occurs },
};

const attributesOf: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(known).map(([element, names]) => [element, new Set(names)]),
);

/** The position of an element of XML Schema inside another one. */
export function positionOf(element: TreeElement, parent: TreeElement | undefined): SchemaPosition {
  if (parent?.local === 'schema' || parent?.local === 'redefine') return 'global';
  if (parent?.local === 'group') return 'content';
  return attributeOf(element, 'ref') === undefined ? 'local' : 'reference';
}

const standings: Readonly<Record<SchemaPosition, string>> = {
  global: 'of the schema itself',
  local: 'inside another declaration',
  reference: "with 'ref'",
  content: "inside 'group'",
};

/**
 * Warns of attributes that an element of a schema does not have, such as a misspelt `nilable`,
 * because they have no effect.
 */
export function warnOfAttributes(
  element: TreeElement,
  position: SchemaPosition,
  log: SyntaxLog,
): void {
  const { local, attributes } = element;
  const names = attributesOf.get(local);
  if (names === undefined || attributes.length === 0) return;
  const without = unfit[local]?.[position];
  for (const attribute of attributes) {
    let message: string;
    if (attribute.namespace === namespaces.xsd) {
      message =
        `Attribute '${attribute.local}' has the prefix of XML Schema, ` +
        `whose attributes have none`;
    } else if (attribute.namespace !== '') continue;
    else if (!names.has(attribute.local)) {
      message = `Element '${local}' of XML Schema has no attribute '${attribute.local}'`;
    } else if (without?.includes(attribute.local) === true) {
      message = `Element '${local}' ${standings[position]} has no attribute '${attribute.local}'`;
    } else continue;
    const span = valueSpan(element, attribute);
    log.warn({ code: 'ASMX3003', message, span, help: 'It has no effect' });
  }
}
