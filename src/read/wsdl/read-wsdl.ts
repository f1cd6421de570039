import type { DiagnosticSink } from '../../diagnostics/diagnostic.ts';
import { namespaces } from '../../model/common/namespaces.ts';
import { sameQName } from '../../model/common/qname.ts';
import type { Definitions } from '../../model/wsdl/definitions.ts';
import { readOptionalName } from '../attributes.ts';
import type { ImportLoader } from '../load-imports.ts';
import { SchemaSet } from '../schema-set.ts';
import { createSyntaxLog } from '../syntax-log.ts';
import { isWellKnown } from '../well-known/well-known-schemas.ts';
import { attributeValue, spanOf, type TreeElement } from '../xml-tree.ts';
import { originalDocuments } from './original-documents.ts';
import { readBinding } from './read-binding.ts';
import { readMessage } from './read-message.ts';
import { PolicyReader } from './read-policy.ts';
import { readPortType } from './read-port-type.ts';
import { readService } from './read-service.ts';
import {
  checkChildren,
  documentationIn,
  isWsdl,
  type WsdlLists,
  type WsdlReader,
} from './wsdl-reader.ts';

/**
 * Reads a WSDL 1.1 document with everything it imports.
 *
 * @param root its `wsdl:definitions`
 * @param loader loads the documents at locations
 * @param sink receives warnings about what is left out; defects are kept in `defects`, missing
 *   documents in `missing`
 */
export function readWsdl(
  root: TreeElement,
  loader: ImportLoader,
  sink: DiagnosticSink,
): Definitions {
  const log = createSyntaxLog(sink);
  const schemas = new SchemaSet(loader, log);
  const found: WsdlLists = { messages: [], portTypes: [], bindings: [], services: [], leftOut: [] };
  const policies = new PolicyReader();
  const seen = new Set<TreeElement>();
  const visit = (definitions: TreeElement): void => {
    if (seen.has(definitions)) return;
    seen.add(definitions);
    const targetNamespace = attributeValue(definitions, 'targetNamespace')?.trim() ?? '';
    const reader: WsdlReader = {
      log,
      sink,
      targetNamespace,
      scope: { target: targetNamespace },
      found,
      policies,
    };
    policies.declare(definitions);
    log.own(() => {
      readTopLevels(reader, definitions, schemas);
      return undefined;
    }, definitions);
    for (const child of definitions.children) {
      if (isWsdl(child, 'import')) followImport(child, loader, schemas, visit);
    }
  };
  visit(root);
  policies.finish(sink);
  const name = log.own(() => ({ text: readOptionalName(root, log) }), root).text;
  return {
    name,
    targetNamespace: attributeValue(root, 'targetNamespace')?.trim() ?? '',
    documentation: documentationIn(root),
    schemas: schemas.finish(),
    messages: found.messages,
    portTypes: found.portTypes,
    bindings: found.bindings,
    services: servicesWithout(found),
    defects: log.defects,
    missing: loader.missing.length === 0 ? undefined : loader.missing,
    originals: originalDocuments([...seen], loader.followed),
    span: spanOf(root),
  };
}

function readTopLevels(reader: WsdlReader, root: TreeElement, schemas: SchemaSet): void {
  const { log, found } = reader;
  checkChildren(reader, root, ['import', 'types', 'message', 'portType', 'binding', 'service']);
  for (const child of root.children) {
    if (child.namespace !== namespaces.wsdl) continue;
    switch (child.local) {
      case 'types':
        checkChildren(reader, child, []);
        for (const one of child.children) readTypes(reader, one, schemas);
        break;
      case 'message':
        found.messages.push(log.own(() => readMessage(reader, child), child));
        break;
      case 'portType':
        found.portTypes.push(log.own(() => readPortType(reader, child), child));
        break;
      case 'binding': {
        const binding = log.own(() => readBinding(reader, child), child);
        if (binding !== undefined) found.bindings.push(binding);
        break;
      }
      case 'service':
        found.services.push(log.own(() => readService(reader, child), child));
        break;
    }
  }
}

function readTypes(reader: WsdlReader, element: TreeElement, schemas: SchemaSet): void {
  if (element.namespace === namespaces.xsd && element.local === 'schema') {
    schemas.add(element);
  } else if (element.local === 'schema') {
    reader.log.add({
      code: 'ASMX1024',
      message: `'${element.namespace}' is not the namespace of XML Schema 1.0`,
      span: spanOf(element),
      help: `Use '${namespaces.xsd}'`,
    });
  }
}

/** A WSDL import may refer to another WSDL or, in older documents, to a schema. */
function followImport(
  element: TreeElement,
  loader: ImportLoader,
  schemas: SchemaSet,
  visit: (definitions: TreeElement) => void,
): void {
  const namespace = attributeValue(element, 'namespace')?.trim() ?? '';
  const link = { element, namespace, substitute: isWellKnown(namespace) };
  const root = loader.load({ ...link, attribute: 'location' });
  if (root === undefined) return;
  if (isWsdl(root, 'definitions')) visit(root);
  else schemas.add(root);
}

function servicesWithout(found: WsdlLists): Definitions['services'] {
  if (found.leftOut.length === 0) return found.services;
  return found.services.map((service) => ({
    ...service,
    ports: service.ports.filter(
      (port) => !found.leftOut.some((name) => sameQName(name, port.binding.name)),
    ),
  }));
}
