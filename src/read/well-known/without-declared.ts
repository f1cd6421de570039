import type { QName } from '../../model/common/qname.ts';
import type { SchemaDocument } from '../../model/xsd/schema-document.ts';

/**
 * A standard schema without the components that a contract declares itself, which count instead.
 *
 * @param own the contract's schemas for the same namespace
 * @returns `undefined` if nothing is left
 */
export function withoutDeclared(
  standard: SchemaDocument,
  own: readonly SchemaDocument[],
): SchemaDocument | undefined {
  if (own.length === 0) return standard;
  const rest = <T extends Named>(
    list: (document: SchemaDocument) => readonly T[],
  ): readonly T[] => {
    const declared = new Set(own.flatMap(list).map((one) => one.name?.localName));
    return list(standard).filter((one) => !declared.has(one.name?.localName));
  };
  const document = {
    ...standard,
    elements: rest((one) => one.elements),
    attributes: rest((one) => one.attributes),
    types: rest((one) => one.types),
    groups: rest((one) => one.groups),
    attributeGroups: rest((one) => one.attributeGroups),
  };
  const { elements, attributes, types, groups, attributeGroups } = document;
  const lists = [elements, attributes, types, groups, attributeGroups];
  return lists.some((list) => list.length > 0) ? document : undefined;
}

interface Named {
  readonly name?: QName | undefined;
}
