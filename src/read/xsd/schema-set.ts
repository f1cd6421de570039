import {
  createDiagnosticBag,
  type DiagnosticSink,
  type SourceFile,
} from '../../diagnostics/diagnostic.ts';
import { namespaces, type QName } from '../../model/xml.ts';
import type { DescribedDataSet, SchemaDocument } from '../../model/xsd/schema-document.ts';
import { decodeDocument } from '../document-text.ts';
import { type Host, UnreadableFile } from '../host.ts';
import type { ImportLink, ImportLoader } from '../imports.ts';
import { createSyntaxLog, type SyntaxLog } from '../syntax.ts';
import { isWellKnown, wellKnownText } from '../well-known.ts';
import {
  attributeValue,
  lookupDraft,
  lookupNamespace,
  parseXmlTree,
  spanOf,
  type TreeAttribute,
  type TreeElement,
  treeAttribute,
} from '../xml-tree.ts';
import { readDataSetDescription, readSchema, type SchemaLink } from './schema.ts';

const parsed = new Map<string, SchemaDocument>();

/** The built-in schema of a namespace, read on demand. */
export function wellKnownSchema(namespace: string): SchemaDocument | undefined {
  const known = parsed.get(namespace);
  if (known !== undefined) return known;
  const text = wellKnownText(namespace);
  if (text === undefined) return undefined;
  const sink = createDiagnosticBag();
  const root = parseXmlTree({ path: namespace, text }, sink);
  if (root === undefined) return undefined;
  const document = { ...readSchema(root, createSyntaxLog(sink)).document, builtin: true };
  parsed.set(namespace, document);
  return document;
}

/**
 * A standard schema without the components that a contract declares itself, which count instead.
 *
 * @param own the contract's schemas for the same namespace
 * @returns `undefined` if nothing is left
 */
function withoutDeclared(
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

const models: ReadonlySet<string> = new Set(['sequence', 'choice', 'all', 'group']);
const particles: ReadonlySet<string> = new Set([...models, 'element', 'any']);
/** Facets of the drafts without a counterpart. */
const withoutMeaning: ReadonlySet<string> = new Set(['encoding', 'period', 'duration']);
const renamedElements: ReadonlyMap<string, string> = new Map([
  ['precision', 'totalDigits'],
  ['scale', 'fractionDigits'],
  ['info', 'appinfo'],
]);
const renamedAttributes: ReadonlyMap<string, string> = new Map([
  ['nullable', 'nillable'],
  ['equivClass', 'substitutionGroup'],
]);

/**
 * A schema of the drafts of 1999 and 2000 in the forms of XML Schema 1.0: `nullable` is called
 * `nillable`, a type names its base in a child, elements of a type are in a model group.
 */
function currentForms(element: TreeElement): TreeElement {
  if (element.namespace !== namespaces.xsd) return element;
  const children = element.children
    .map(currentForms)
    .filter((child) => !withoutMeaning.has(child.local));
  const whole: TreeElement = {
    ...element,
    local: renamedElements.get(element.local) ?? element.local,
    attributes: element.attributes.map(currentAttribute),
    children,
  };
  switch (element.local) {
    case 'attribute':
      return currentUse(whole);
    case 'group':
      return currentGroup(whole);
    case 'complexType':
      return currentComplexType(whole);
    case 'simpleType':
      return currentSimpleType(whole, element);
    case 'restriction':
      return { ...whole, attributes: currentBinary(whole.attributes, element) };
    default:
      return whole;
  }
}

function currentAttribute(attribute: TreeAttribute): TreeAttribute {
  const { local, value } = attribute;
  if (local === 'maxOccurs' && value.trim() === '*') return { ...attribute, value: 'unbounded' };
  const name = renamedAttributes.get(local);
  return name === undefined ? attribute : { ...attribute, local: name };
}

/** `use="default" value="…"` becomes `default="…"`, `minOccurs="1"` becomes `use="required"`. */
function currentUse(element: TreeElement): TreeElement {
  const use = attributeValue(element, 'use')?.trim();
  const valued = use === 'default' || use === 'fixed' ? use : undefined;
  const attributes = element.attributes.flatMap((one): readonly TreeAttribute[] => {
    const { local, value } = one;
    if (local === 'value') return [{ ...one, local: valued ?? 'default' }];
    if (local === 'maxOccurs' || (local === 'use' && valued !== undefined)) return [];
    if (local !== 'minOccurs') return [one];
    const required = use === undefined && value.trim() === '1';
    return required ? [{ ...one, local: 'use', value: 'required' }] : [];
  });
  return { ...element, attributes };
}

/** A group without a name is a model group; one with a name holds one. */
function currentGroup(element: TreeElement): TreeElement {
  const order = attributeValue(element, 'order')?.trim();
  const kind = order === 'choice' || order === 'all' ? order : 'sequence';
  const attributes = without(element, 'order');
  if (treeAttribute(element, 'ref') !== undefined) return { ...element, attributes };
  if (treeAttribute(element, 'name') === undefined) return { ...element, local: kind, attributes };
  return { ...element, attributes, children: inOneModel(element, kind) };
}

function currentComplexType(element: TreeElement): TreeElement {
  const content = treeAttribute(element, 'content');
  const base = treeAttribute(element, 'base');
  const kind = content?.value.trim();
  const mixed: readonly TreeAttribute[] =
    content !== undefined && kind === 'mixed'
      ? [{ ...content, local: 'mixed', value: 'true' }]
      : [];
  const attributes = [...without(element, 'content', 'base', 'derivedBy'), ...mixed];
  const children = inOneModel(element, 'sequence');
  const simple = kind === 'textOnly' || (base !== undefined && isBuiltin(element, base));
  if (!simple && base === undefined) return { ...element, attributes, children };
  const notes = children.filter((child) => child.local === 'annotation');
  const rest = children.filter((child) => child.local !== 'annotation');
  const derivation = newElement(element, derivationOf(element, simple, rest), rest, [
    base === undefined ? textBase(element, content) : { ...base, local: 'base' },
  ]);
  const wrapper = newElement(element, simple ? 'simpleContent' : 'complexContent', [derivation]);
  return { ...element, attributes, children: [...notes, wrapper] };
}

/** Text with attributes extends its type, unless facets restrict it. */
function derivationOf(
  element: TreeElement,
  simple: boolean,
  children: readonly TreeElement[],
): 'extension' | 'restriction' {
  if (simple) return children.some((child) => isFacet(child)) ? 'restriction' : 'extension';
  const array = /(^|:)Array$/.test(attributeValue(element, 'base')?.trim() ?? '');
  const derivedBy = attributeValue(element, 'derivedBy')?.trim() ?? (array ? 'restriction' : '');
  return derivedBy === 'restriction' ? 'restriction' : 'extension';
}

function isFacet({ local }: TreeElement): boolean {
  return !/^(?:attribute|attributeGroup|anyAttribute|simpleType)$/.test(local);
}

function currentSimpleType(element: TreeElement, written: TreeElement): TreeElement {
  const base = treeAttribute(element, 'base');
  if (base === undefined) return element;
  const notes = element.children.filter((child) => child.local === 'annotation');
  const facets = element.children.filter((child) => child.local !== 'annotation');
  const list = attributeValue(element, 'derivedBy')?.trim() === 'list';
  const derivation = list
    ? newElement(element, 'list', [], [{ ...base, local: 'itemType' }])
    : newElement(element, 'restriction', facets, currentBinary([base], written));
  const attributes = without(element, 'base', 'derivedBy');
  return { ...element, attributes, children: [...notes, derivation] };
}

/** The base `binary` with the encoding `hex` is `hexBinary`. */
function currentBinary(
  attributes: readonly TreeAttribute[],
  written: TreeElement,
): readonly TreeAttribute[] {
  const encoding = written.children.find((child) => child.local === 'encoding');
  if (encoding === undefined || attributeValue(encoding, 'value')?.trim() !== 'hex') {
    return attributes;
  }
  return attributes.map((one) =>
    one.local === 'base' ? { ...one, value: one.value.replace(/binary\s*$/, 'hexBinary') } : one,
  );
}

/**
 * The children of a type or group, whose particles are put into one model group unless they are
 * one.
 */
function inOneModel(element: TreeElement, kind: string): readonly TreeElement[] {
  const inside = element.children.filter(({ local }) => particles.has(local));
  const [only] = inside;
  if (only === undefined || (inside.length === 1 && models.has(only.local))) {
    return element.children;
  }
  const notes = element.children.filter(({ local }) => local === 'annotation');
  const others = element.children.filter(
    ({ local }) => local !== 'annotation' && !particles.has(local),
  );
  return [...notes, newElement(element, kind, inside), ...others];
}

/** An element that the draft leaves out, at the place of its parent. */
function newElement(
  parent: TreeElement,
  local: string,
  children: readonly TreeElement[],
  attributes: readonly TreeAttribute[] = [],
): TreeElement {
  return { ...parent, local, attributes, children, text: '', textAt: -1 };
}

/** The base of text without one: `string`, under the prefix of the element. */
function textBase(element: TreeElement, content: TreeAttribute | undefined): TreeAttribute {
  const { valueOffset, valueEnd } = content ?? {
    valueOffset: element.start,
    valueEnd: element.end,
  };
  const prefix = prefixOf(element);
  const value = prefix === '' ? 'string' : `${prefix}:string`;
  return { namespace: '', local: 'base', value, valueOffset, valueEnd };
}

/** The prefix of an element's name as written. */
function prefixOf({ file, start, end }: TreeElement): string {
  return /^<([^\s:/>]+):/.exec(file.text.slice(start, end))?.[1] ?? '';
}

function isBuiltin(element: TreeElement, base: TreeAttribute): boolean {
  const [prefix, local] = base.value.trim().split(':', 2);
  if (local === 'anyType' || local === 'ur-type') return false;
  const namespace = lookupNamespace(element.scope, local === undefined ? '' : (prefix ?? ''));
  return namespace === namespaces.xsd;
}

function without(element: TreeElement, ...names: readonly string[]): readonly TreeAttribute[] {
  return element.attributes.filter((one) => one.namespace !== '' || !names.includes(one.local));
}

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

/**
 * Reads the schema files of a DataSet as one.
 *
 * @returns `undefined` if there is none; what cannot be read is reported
 */
export function readDataSetFiles(
  paths: readonly string[],
  host: Host,
  sink: DiagnosticSink,
): DescribedDataSet | undefined {
  const [first, ...others] = paths.flatMap((path) => readDataSetFile(path, host, sink) ?? []);
  return (
    first && {
      ...first,
      columns: Object.assign({}, ...others.map(({ columns }) => columns), first.columns),
      required: Object.assign({}, ...others.map(({ required }) => required), first.required),
    }
  );
}

/**
 * Reads the schema file of a DataSet.
 *
 * @returns `undefined`, reported, if there is none or it describes no table
 */
function readDataSetFile(
  path: string,
  host: Host,
  sink: DiagnosticSink,
): DescribedDataSet | undefined {
  const refuse = (reason: string): undefined => {
    sink.report({
      code: 'ASMX5002',
      severity: 'error',
      message: `the schema '${path}' of 'dataSets' cannot be read: ${reason}`,
      help: 'paths are relative to the folder of the configuration',
    });
  };
  let bytes: Uint8Array | undefined;
  try {
    bytes = host.readFile(path);
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return refuse(error.message);
  }
  if (bytes === undefined) return refuse('it does not exist');
  const root = parseXmlTree({ path, text: decodeDocument(bytes).text }, sink);
  if (root === undefined) return undefined;
  const description =
    root.namespace === namespaces.xsd && root.local === 'schema'
      ? readDataSetDescription(root)
      : undefined;
  if (description !== undefined && Object.keys(description.columns).length > 0) return description;
  sink.report({
    code: 'ASMX5002',
    severity: 'error',
    message: `'${path}' of 'dataSets' is no schema of a DataSet`,
    span: spanOf(root),
    help: 'it needs an xs:schema as WriteXmlSchema of a DataSet writes it',
  });
  return undefined;
}
