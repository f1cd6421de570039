import { namespaces } from '../../model/common/namespaces.ts';
import type { SchemaDocument, SchemaForm, SchemaImport } from '../../model/xsd/schema-document.ts';
import { orderedComponents } from './component-order.ts';
import { writeAttribute, writeAttributeGroup } from './write-attribute.ts';
import { writeGlobalElement, writeGroup } from './write-particle.ts';
import { annotationAttributes, type SchemaScope, writeAnnotation } from './write-scope.ts';
import { writeType } from './write-type.ts';
import { attribute, createMarkupWriter } from './xml-writer.ts';

/**
 * Writes one `s:schema` (XML Schema 1.0 part 1). All schemas of a WSDL are in one file: missing
 * imports are added, and only imports of other schemas keep their locations, if these are absolute.
 */
export function writeSchema(scope: SchemaScope, present: ReadonlySet<string>): void {
  const { out, prefixes, schema } = scope;
  const qualified = (form: SchemaForm) => (form === 'qualified' ? form : undefined);
  const attributes =
    attribute('attributeFormDefault', qualified(schema.attributeFormDefault)) +
    attribute('elementFormDefault', qualified(schema.elementFormDefault)) +
    attribute('targetNamespace', schema.targetNamespace || undefined);
  prefixes.takeUsed();
  prefixes.takeValues();
  // Written first, because the start tag and the imports depend on them.
  const inner = createMarkupWriter();
  writeComponents({ ...scope, out: inner });
  const declarations = prefixes.takeValues() + annotationAttributes(inner.elements);
  out.element('s:schema', attributes + declarations, () => {
    for (const one of importsOf(schema, prefixes.takeUsed())) {
      const location = present.has(one.namespace) ? undefined : absolute(one.schemaLocation);
      out.element(
        's:import',
        attribute('schemaLocation', location) + attribute('namespace', one.namespace || undefined),
      );
    }
    out.append(inner.elements);
  });
}

function writeComponents(scope: SchemaScope): void {
  writeAnnotation(scope, scope.schema);
  for (const component of orderedComponents(scope.schema)) {
    switch (component.kind) {
      case 'element':
        writeGlobalElement(scope, component);
        break;
      case 'attribute':
        writeAttribute(scope, component, true);
        break;
      case 'group':
        writeGroup(scope, component);
        break;
      case 'attributeGroup':
        writeAttributeGroup(scope, component);
        break;
      default:
        writeType(scope, component);
    }
  }
}

/** A location that is the same from everywhere; relative ones are those of another folder. */
function absolute(location: string | undefined): string | undefined {
  return location !== undefined && /^[a-z][a-z\d+.-]*:/i.test(location) ? location : undefined;
}

/** Imports as read, one for each namespace, and those for other namespaces referred to. */
function importsOf(schema: SchemaDocument, used: ReadonlySet<string>): readonly SchemaImport[] {
  const imports = new Map<string, SchemaImport>();
  for (const one of schema.imports) {
    if (!imports.has(one.namespace)) imports.set(one.namespace, one);
  }
  for (const namespace of used) {
    // The schema for schemas is always known; ASMX does not import it for `ref="s:schema"`.
    const own = namespace === schema.targetNamespace || namespace === namespaces.xsd;
    if (!own && !imports.has(namespace)) imports.set(namespace, { namespace, span: schema.span });
  }
  return [...imports.values()];
}
