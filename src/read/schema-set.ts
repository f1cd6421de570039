import type { SourceFile } from '../diagnostics/source-file.ts';
import { namespaces } from '../model/common/namespaces.ts';
import type { SchemaDocument } from '../model/xsd/schema-document.ts';
import type { ImportLink, ImportLoader } from './load-imports.ts';
import type { SyntaxLog } from './syntax-log.ts';
import { isWellKnown, wellKnownSchema } from './well-known/well-known-schemas.ts';
import { withoutDeclared } from './well-known/without-declared.ts';
import { attributeValue, lookupDraft, spanOf, type TreeElement } from './xml-tree.ts';
import { currentForms, prefixOf } from './xsd/draft-forms.ts';
import { readSchema, type SchemaLink } from './xsd/read-schema.ts';

/**
 * Number of characters that may be read again for other namespaces, in addition to a multiple of
 * the contract's length.
 */
const mostAgain = 100_000;
/** How many times the length of a contract may be read again. */
const againEach = 8;

/**
 * The schema documents of a contract: the given ones and all that they include and import, each
 * once.
 */
export class SchemaSet {
  readonly #loader: ImportLoader;
  readonly #log: SyntaxLog;
  readonly #documents: SchemaDocument[] = [];
  readonly #imported = new Set<string>();
  /** The namespaces for which each schema was read. */
  readonly #seen = new Map<TreeElement, Set<string>>();
  /** Files with schemas of drafts. */
  readonly #drafts = new Set<SourceFile>();
  #finished = 0;
  /** Characters read again. */
  #again = 0;

  constructor(loader: ImportLoader, log: SyntaxLog) {
    this.#loader = loader;
    this.#log = log;
  }

  /**
   * Reads a schema and the documents it refers to.
   *
   * @param includer namespace of the schema that includes it
   */
  add(root: TreeElement, includer?: string): void {
    // A document with its own namespace is the same for all that include it.
    const declared = targetNamespace(root);
    const namespace = declared === '' ? (includer ?? '') : declared;
    const known = this.#seen.get(root);
    if (known?.has(namespace) === true) return;
    if (known === undefined) this.#seen.set(root, new Set([namespace]));
    else known.add(namespace);
    const { document, links } = readSchema(this.#current(root), this.#log, includer);
    const at = this.#documents.length;
    this.#documents.push(document);
    for (const link of links) this.#follow(link, document);
    this.#documents[at] = { ...document, order: this.#finished };
    this.#finished += 1;
  }

  /**
   * All documents, followed by the standard schemas that they refer to: of each, what they do not
   * declare themselves.
   */
  finish(): readonly SchemaDocument[] {
    const own = new Map<string, SchemaDocument[]>();
    for (const document of this.#documents) {
      const known = own.get(document.targetNamespace);
      if (known === undefined) own.set(document.targetNamespace, [document]);
      else known.push(document);
    }
    const needed = [...this.#imported, ...this.#log.namespaces];
    const added = new Set<string>();
    for (const namespace of needed) {
      if (added.has(namespace)) continue;
      added.add(namespace);
      const standard = wellKnownSchema(namespace);
      if (standard === undefined) continue;
      const document = withoutDeclared(standard, own.get(namespace) ?? []);
      if (document === undefined) continue;
      this.#documents.push(document);
      needed.push(...document.imports.map((one) => one.namespace));
    }
    return this.#documents;
  }

  #follow(link: SchemaLink, from: SchemaDocument): void {
    if (link.kind === 'import') this.#imported.add(link.namespace);
    const isLocated = link.location !== undefined && link.location !== '';
    if (!isLocated && (link.kind !== 'import' || !this.#loader.maps(link.namespace))) return;
    const target: ImportLink = {
      element: link.element,
      attribute: isLocated ? 'schemaLocation' : 'namespace',
      namespace: link.namespace,
      substitute: link.kind === 'import' && isWellKnown(link.namespace),
    };
    const root = this.#loader.load(target);
    if (root === undefined) return;
    if (this.#tooOften(root, from.targetNamespace)) {
      const what = 'a schema without namespace that too many others include';
      this.#loader.refuse(target, what);
      return;
    }
    const schemas = schemasIn(root);
    if (schemas.length === 0) this.#loader.refuse(target, "WSDL without 'xs:schema'");
    for (const schema of schemas) {
      this.#compareNamespaces(link, schema, from);
      this.add(schema, link.kind === 'import' ? undefined : from.targetNamespace);
    }
  }

  /** A schema of a draft in the forms of XML Schema 1.0. The first of each file is reported. */
  #current(root: TreeElement): TreeElement {
    const draft = lookupDraft(root.scope, prefixOf(root));
    if (draft === undefined) return root;
    if (!this.#drafts.has(root.file)) {
      this.#drafts.add(root.file);
      this.#log.warn({
        code: 'ASMX3006',
        message: `A schema of the draft '${draft}' is read as one of XML Schema 1.0`,
        span: spanOf(root),
        help: `If the document is yours, write it for '${namespaces.xsd}'`,
      });
    }
    return currentForms(root);
  }

  /**
   * A schema without a namespace is read for each namespace that includes it. A few lines could
   * cause that any number of times.
   */
  #tooOften(root: TreeElement, namespace: string): boolean {
    const known = this.#seen.get(root);
    if (known === undefined || known.has(namespace)) return false;
    this.#again += root.file.text.length;
    const length = this.#loader.files.reduce((sum, { text }) => sum + text.length, 0);
    return this.#again > mostAgain + againEach * length;
  }

  /** Names are looked up in the namespace of the link, so a mistake there makes them dangling. */
  #compareNamespaces(link: SchemaLink, root: TreeElement, from: SchemaDocument): void {
    const declared = targetNamespace(root);
    const expected = link.kind === 'import' ? link.namespace : from.targetNamespace;
    if (declared === expected || (link.kind !== 'import' && declared === '')) return;
    const what = `'${link.location ?? ''}' is a schema for namespace`;
    this.#log.warn({
      code: 'ASMX3006',
      message: `${what} '${declared}', not '${expected}'`,
      span: spanOf(link.element),
    });
  }
}

function targetNamespace(root: TreeElement): string {
  return attributeValue(root, 'targetNamespace')?.trim() ?? '';
}

/** A schema document, or the schemas inside the types of a WSDL, which some tools import. */
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
