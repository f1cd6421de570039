import type { DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import { namespaces } from '../../model/common/namespaces.ts';
import type { Definitions } from '../../model/wsdl/definitions.ts';
import type { ImportLoader } from '../load-imports.ts';
import { SchemaSet } from '../schema-set.ts';
import { createSyntaxLog } from '../syntax-log.ts';
import { attributeValue, spanOf, type TreeElement } from '../xml-tree.ts';
import { readAnnotation } from '../xsd/read-annotation.ts';

/** Whether a document is an XML Schema of its own. */
export function isSchemaRoot({ local, namespace }: TreeElement): boolean {
  return local === 'schema' && namespace === namespaces.xsd;
}

/**
 * Reads an XML Schema with everything it imports and includes, as a contract without services.
 *
 * @param root its `xs:schema`
 * @param loader loads the documents at locations
 * @param sink receives warnings about what is left out; defects are kept in `defects`, missing
 *   documents in `missing`
 */
export function readSchemaContract(
  root: TreeElement,
  loader: ImportLoader,
  sink: DiagnosticSink,
): Definitions {
  const log = createSyntaxLog(sink);
  const schemas = new SchemaSet(loader, log);
  schemas.add(root);
  return {
    targetNamespace: attributeValue(root, 'targetNamespace')?.trim() ?? '',
    documentation: readAnnotation(root, log).documentation,
    schemas: schemas.finish(),
    messages: [],
    portTypes: [],
    bindings: [],
    services: [],
    defects: log.defects,
    missing: loader.missing.length === 0 ? undefined : loader.missing,
    span: spanOf(root),
  };
}
