import { namespaces } from '../../model/common/namespaces.ts';
import type {
  AttributeEntry,
  AttributeGroupSyntax,
  AttributeSyntax,
  WildcardSyntax,
} from '../../model/xsd/schema-document.ts';
import { defaultAttributes, formOf, type SchemaScope, writeAnnotation } from './write-scope.ts';
import { writeSimpleType } from './write-simple-type.ts';
import { attribute } from './xml-writer.ts';

/** `xs:attribute` with a name (XML Schema part 1 section 3.2). */
export function writeAttribute(
  scope: SchemaScope,
  declared: AttributeSyntax,
  global: boolean,
): void {
  const { prefixes, schema, out } = scope;
  const { name, type, typeRef, use } = declared;
  const form = global ? undefined : formOf(scope, name, schema.attributeFormDefault);
  const attributes =
    arrayType(scope, declared.arrayType) +
    defaultAttributes(scope, declared, declared) +
    attribute('form', form) +
    attribute('name', name.localName) +
    attribute('type', typeRef && prefixes.name(typeRef.name)) +
    attribute('use', global || use === 'optional' ? undefined : use);
  out.element('s:attribute', attributes, () => {
    writeAnnotation(scope, declared);
    if (type !== undefined) writeSimpleType(scope, type);
  });
}

/** The attributes of a complex type or attribute group, with the wildcard last. */
export function writeAttributes(
  scope: SchemaScope,
  attributes: readonly AttributeEntry[],
  anyAttribute: WildcardSyntax | undefined,
): void {
  const { prefixes, qnames, out } = scope;
  for (const one of attributes) {
    if (one.kind === 'attribute') {
      writeAttribute(scope, one, false);
    } else if (one.kind === 'attributeRef') {
      const type = qnames.attribute(one.ref.name) ?? {};
      out.element(
        's:attribute',
        arrayType(scope, one.arrayType) +
          defaultAttributes(scope, one, type) +
          attribute('ref', prefixes.name(one.ref.name)) +
          attribute('use', one.use === 'optional' ? undefined : one.use),
        () => writeAnnotation(scope, one),
      );
    } else {
      out.element('s:attributeGroup', attribute('ref', prefixes.name(one.ref.name)));
    }
  }
  if (anyAttribute !== undefined) out.element('s:anyAttribute', wildcardAttributes(anyAttribute));
}

/** `xs:attributeGroup` definition (section 3.6). */
export function writeAttributeGroup(scope: SchemaScope, group: AttributeGroupSyntax): void {
  scope.out.element('s:attributeGroup', attribute('name', group.name.localName), () => {
    writeAttributes(scope, group.attributes, group.anyAttribute);
  });
}

/** Attributes of `xs:any` and `xs:anyAttribute` (section 3.10), without defaults. */
export function wildcardAttributes({ namespace, processContents }: WildcardSyntax): string {
  return (
    attribute('namespace', namespace === '##any' ? undefined : namespace) +
    attribute('processContents', processContents === 'strict' ? undefined : processContents)
  );
}

/** `wsdl:arrayType` (WSDL 1.1 section 2.2): the item type of a SOAP array. */
function arrayType(scope: SchemaScope, type: AttributeSyntax['arrayType']): string {
  if (type === undefined) return '';
  // ASMX also imports the namespace of this attribute; naming it here adds the import.
  scope.prefixes.name({ namespace: namespaces.wsdl, localName: 'arrayType' });
  return attribute('wsdl:arrayType', scope.prefixes.name(type.type.name) + type.dimensions);
}
