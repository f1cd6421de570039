import type { GivenType } from '../../model/xsd/qname-syntax.ts';
import type { FacetSyntax, SimpleTypeSyntax } from '../../model/xsd/schema-document.ts';
import { type SchemaScope, valueText, writeAnnotation } from './write-scope.ts';
import { attribute } from './xml-writer.ts';

/** `xs:simpleType` (XML Schema part 2 section 4.1), named or inline. */
export function writeSimpleType(scope: SchemaScope, type: SimpleTypeSyntax): void {
  const { out, prefixes } = scope;
  const { variety } = type;
  out.element('s:simpleType', attribute('name', type.name?.localName), () => {
    writeAnnotation(scope, type);
    switch (variety.kind) {
      case 'restriction': {
        const base = variety.base && prefixes.name(variety.base.name);
        out.element('s:restriction', attribute('base', base), () => {
          if (variety.type !== undefined) writeSimpleType(scope, variety.type);
          writeFacets(scope, variety.facets, { typeRef: variety.base, type: variety.type });
        });
        break;
      }
      case 'list': {
        const itemType = variety.itemRef && prefixes.name(variety.itemRef.name);
        out.element('s:list', attribute('itemType', itemType), () => {
          if (variety.item !== undefined) writeSimpleType(scope, variety.item);
        });
        break;
      }
      case 'union': {
        const names = variety.memberRefs.map((one) => prefixes.name(one.name));
        const memberTypes = names.length === 0 ? undefined : names.join(' ');
        out.element('s:union', attribute('memberTypes', memberTypes), () => {
          for (const member of variety.members) writeSimpleType(scope, member);
        });
      }
    }
  });
}

/** Facets of a restriction of a type, in the order given (section 4.3). */
export function writeFacets(
  scope: SchemaScope,
  facets: readonly FacetSyntax[],
  base: GivenType,
): void {
  for (const facet of facets) {
    const { name, value, names } = facet;
    const text = name === 'enumeration' ? valueText(scope, value, names, base) : value;
    scope.out.element(`s:${name}`, attribute('value', text), () => writeAnnotation(scope, facet));
  }
}
