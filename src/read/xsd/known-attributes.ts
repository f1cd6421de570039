import { namespaces } from '../../model/namespaces.ts';
import type { SyntaxLog } from '../syntax-log.ts';
import { type TreeElement, valueSpan } from '../xml-tree.ts';

const occurs = ['minOccurs', 'maxOccurs'];
const named = ['id', 'name'];
const facet = ['id', 'value', 'fixed'];
const constraint = [...named];

/** Attributes in no namespace that the elements of XML Schema 1.0 have (part 1, schema for schemas). */
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
  key: constraint,
  unique: constraint,
  keyref: [...constraint, 'refer'],
  selector: ['id', 'xpath'],
  field: ['id', 'xpath'],
  include: ['id', 'schemaLocation'],
  redefine: ['id', 'schemaLocation'],
  import: ['id', 'namespace', 'schemaLocation'],
  notation: [...named, 'public', 'system'],
  annotation: ['id'],
  enumeration: facet,
  pattern: facet,
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

const attributesOf: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(known).map(([element, names]) => [element, new Set(names)]),
);

/** Warns of attributes that the elements of a schema do not have, such as a misspelt `nilable`: they have no effect. */
export function warnOfAttributes(root: TreeElement, log: SyntaxLog): void {
  const open: TreeElement[] = [root];
  for (let element = open.pop(); element !== undefined; element = open.pop()) {
    const names =
      element.namespace === namespaces.xsd ? attributesOf.get(element.local) : undefined;
    if (names === undefined) continue;
    for (const attribute of element.attributes) {
      if (attribute.namespace !== '' || names.has(attribute.local)) continue;
      log.warn({
        code: 'ASMX3003',
        message: `Element '${element.local}' of XML Schema has no attribute '${attribute.local}'`,
        span: valueSpan(element, attribute),
        help: 'It has no effect',
      });
    }
    // not spread: there may be more than a call takes arguments
    if (element.local !== 'annotation') for (const child of element.children) open.push(child);
  }
}
