import { namespaces } from '../../model/namespaces.ts';
import type {
  AttributeEntry,
  AttributeGroupSyntax,
  AttributeSyntax,
  WildcardSyntax,
} from '../../model/schema-document.ts';
import { formOf, type SchemaScope, writeAnnotation } from './write-scope.ts';
import { writeSimpleType } from './write-simple-type.ts';
import type { MarkupAttributes } from './xml-writer.ts';

/** `xs:attribute` with a name (XML Schema part 1 section 3.2). */
export function writeAttribute(
  scope: SchemaScope,
  attribute: AttributeSyntax,
  global: boolean,
): void {
  const { prefixes, schema, out } = scope;
  const attributes = {
    ...arrayType(scope, attribute.arrayType),
    default: attribute.default,
    fixed: attribute.fixed,
    form: global ? undefined : formOf(scope, attribute.name, schema.attributeFormDefault),
    name: attribute.name.localName,
    type: attribute.typeRef && prefixes.name(attribute.typeRef.name),
    use: global || attribute.use === 'optional' ? undefined : attribute.use,
  };
  out.element('s:attribute', attributes, () => {
    writeAnnotation(scope, attribute.documentation);
    if (attribute.type !== undefined) writeSimpleType(scope, attribute.type);
  });
}

/** The attributes of a complex type or attribute group, its wildcard last. */
export function writeAttributes(
  scope: SchemaScope,
  attributes: readonly AttributeEntry[],
  anyAttribute: WildcardSyntax | undefined,
): void {
  const { prefixes, out } = scope;
  for (const one of attributes) {
    if (one.kind === 'attribute') {
      writeAttribute(scope, one, false);
    } else if (one.kind === 'attributeRef') {
      out.element('s:attribute', {
        ...arrayType(scope, one.arrayType),
        default: one.default,
        fixed: one.fixed,
        ref: prefixes.name(one.ref.name),
        use: one.use === 'optional' ? undefined : one.use,
      });
    } else {
      out.element('s:attributeGroup', { ref: prefixes.name(one.ref.name) });
    }
  }
  if (anyAttribute !== undefined) out.element('s:anyAttribute', wildcardAttributes(anyAttribute));
}

/** `xs:attributeGroup` definition (section 3.6). */
export function writeAttributeGroup(scope: SchemaScope, group: AttributeGroupSyntax): void {
  scope.out.element('s:attributeGroup', { name: group.name.localName }, () => {
    writeAttributes(scope, group.attributes, group.anyAttribute);
  });
}

/** Attributes of `xs:any` and `xs:anyAttribute` (section 3.10), defaults left out. */
export function wildcardAttributes(wildcard: WildcardSyntax): MarkupAttributes {
  return {
    namespace: wildcard.namespace === '##any' ? undefined : wildcard.namespace,
    processContents: wildcard.processContents === 'strict' ? undefined : wildcard.processContents,
  };
}

/** `wsdl:arrayType` (WSDL 1.1 section 2.2): the item type of a SOAP array. */
function arrayType(scope: SchemaScope, type: AttributeSyntax['arrayType']): MarkupAttributes {
  if (type === undefined) return {};
  // Named here so that the import ASMX writes for the attribute's own namespace is among the schema's imports.
  scope.prefixes.name({ namespace: namespaces.wsdl, localName: 'arrayType' });
  return { 'wsdl:arrayType': `${scope.prefixes.name(type.type.name)}${type.dimensions}` };
}
