import { namespaces } from '../model/common/namespaces.ts';
import type { SchemaDocument } from '../model/xsd/schema-document.ts';
import type { ImportLink, ImportLoader } from './load-imports.ts';
import type { SyntaxLog } from './syntax-log.ts';
import { isWellKnown, wellKnownSchema, withoutImport } from './well-known/well-known-schemas.ts';
import { attributeValue, spanOf, type TreeElement } from './xml-tree.ts';
import { readSchema, type SchemaLink } from './xsd/read-schema.ts';

/** The schema documents of a contract: those given and all they include and import, each once. */
export interface SchemaSet {
  /** Reads a schema and what it points to. */
  add(root: TreeElement): void;
  /**
   * All documents read, followed by the standard schemas that they refer to and that no document
   * replaces.
   */
  finish(): readonly SchemaDocument[];
}

/**
 * Characters that may be read again for other namespaces, beside those that the length of the
 * contract allows.
 */
const mostAgain = 100_000;
/** How often a contract may be read again as a whole. */
const againEach = 8;

/** Creates an empty set. */
export function createSchemaSet(loader: ImportLoader, log: SyntaxLog): SchemaSet {
  const documents: SchemaDocument[] = [];
  const imported = new Set<string>();
  let finished = 0;
  let again = 0;
  const seen = new Map<TreeElement, Set<string>>();

  const add = (root: TreeElement, includer?: string): void => {
    // A document with a namespace of its own is the same for whoever includes it.
    const declared = attributeValue(root, 'targetNamespace')?.trim() ?? '';
    const namespace = declared === '' ? (includer ?? '') : declared;
    const known = seen.get(root);
    if (known?.has(namespace) === true) return;
    if (known === undefined) seen.set(root, new Set([namespace]));
    else known.add(namespace);
    const { document, links } = readSchema(root, log, includer);
    const at = documents.length;
    documents.push(document);
    for (const link of links) follow(link, document);
    documents[at] = { ...document, order: finished };
    finished += 1;
  };

  const follow = (link: SchemaLink, from: SchemaDocument): void => {
    if (link.kind === 'import') imported.add(link.namespace);
    if (link.location === undefined || link.location === '') return;
    const target: ImportLink = {
      element: link.element,
      attribute: 'schemaLocation',
      namespace: link.namespace,
      substitute: link.kind === 'import' && isWellKnown(link.namespace),
    };
    const root = loader.load(target);
    if (root === undefined) return;
    if (tooOften(root, from.targetNamespace)) {
      loader.refuse(target, 'a schema without namespace that too many others include');
      return;
    }
    const schemas = schemasIn(root);
    if (schemas.length === 0) {
      loader.refuse(target, "WSDL without 'xs:schema'");
      return;
    }
    for (const schema of schemas) {
      compareNamespaces(link, schema, from);
      add(schema, link.kind === 'import' ? undefined : from.targetNamespace);
    }
  };

  /**
   * A schema without namespace is read for each namespace that includes it: a few lines could make
   * that any number of times.
   */
  const tooOften = (root: TreeElement, namespace: string): boolean => {
    const known = seen.get(root);
    if (known === undefined || known.has(namespace)) return false;
    again += root.file.text.length;
    const length = loader.files.reduce((sum, { text }) => sum + text.length, 0);
    return again > mostAgain + againEach * length;
  };

  /**
   * Names of the document are looked for where the link says, so that a mistake there makes them
   * dangle.
   */
  const compareNamespaces = (link: SchemaLink, root: TreeElement, from: SchemaDocument): void => {
    const declared = attributeValue(root, 'targetNamespace')?.trim() ?? '';
    const expected = link.kind === 'import' ? link.namespace : from.targetNamespace;
    if (declared === expected || (link.kind !== 'import' && declared === '')) return;
    log.warn({
      code: 'ASMX3006',
      message: `'${link.location ?? ''}' is a schema for namespace '${declared}', not '${expected}'`,
      span: spanOf(link.element),
    });
  };

  return {
    add: (root) => add(root),
    finish() {
      const present = new Set(documents.map((document) => document.targetNamespace));
      const wanted = [...imported, ...log.namespaces].filter(
        (namespace) =>
          !present.has(namespace) && (imported.has(namespace) || withoutImport(namespace)),
      );
      for (const namespace of wanted) {
        const document = present.has(namespace) ? undefined : wellKnownSchema(namespace);
        if (document === undefined) continue;
        present.add(namespace);
        documents.push(document);
        wanted.push(...document.imports.map((one) => one.namespace));
      }
      return documents;
    },
  };
}

/**
 * A schema document, or the schemas inside the types of a WSDL, which some tools point imports at.
 */
function schemasIn(root: TreeElement): readonly TreeElement[] {
  if (isSchema(root)) return [root];
  if (root.namespace !== namespaces.wsdl) return [];
  return root.children
    .filter((child) => child.local === 'types')
    .flatMap((types) => types.children.filter(isSchema));
}

function isSchema(element: TreeElement): boolean {
  return element.local === 'schema' && element.namespace === namespaces.xsd;
}
