import { namespaces, type QName } from '../../model/xml.ts';
import type {
  AttributeEntry,
  AttributeGroupSyntax,
  AttributeSyntax,
  AttributeUseKind,
  ComplexDerivationSyntax,
  ComplexTypeSyntax,
  DerivationMethod,
  DescribedDataSet,
  ElementSyntax,
  GroupSyntax,
  IdentityConstraint,
  Occurs,
  ParticleSyntax,
  SchemaDocument,
  SchemaForm,
  SimpleTypeSyntax,
  TypeSyntax,
  WildcardSyntax,
} from '../../model/xsd/schema-document.ts';
import { readSetSchema } from '../../runtime/data-set/reader.ts';
import type { XmlElement } from '../../runtime/xml/writer.ts';
import {
  readBoolean,
  readChoice,
  readName,
  readReference,
  readRequiredReference,
  resolveName,
  type SyntaxLog,
} from '../syntax.ts';
import { attributeValue, spanOf, type TreeElement, treeAttribute, valueSpan } from '../xml-tree.ts';
import {
  checkForm,
  childrenOf,
  contentOrders,
  namedDerivations,
  readAnnotation,
  readDerivations,
  type SchemaReader,
} from './grammar.ts';
import { readFacets, readSimpleType, valueNames, xpathNames } from './simple-type.ts';

/** An `xs:import`, `xs:include` or `xs:redefine`, which the caller follows. */
export interface SchemaLink {
  readonly kind: 'import' | 'include' | 'redefine';
  readonly namespace: string;
  readonly location: string | undefined;
  readonly element: TreeElement;
}

/** A schema document, and its references to others. */
interface ReadSchema {
  readonly document: SchemaDocument;
  readonly links: readonly SchemaLink[];
}

const forms: readonly SchemaForm[] = ['qualified', 'unqualified'];

/** All derivation methods, which `#all` means if all are possible. */
const derivations: readonly DerivationMethod[] = [
  ...(['extension', 'restriction', 'substitution', 'list', 'union'] as const),
];

/**
 * Reads one `xs:schema` (XML Schema 1.0 part 1 section 3.15).
 *
 * @param root the `xs:schema` element
 * @param includer target namespace of the schema that includes this one, which a document without
 *   a namespace adopts (section 4.2.1)
 */
export function readSchema(root: TreeElement, log: SyntaxLog, includer?: string): ReadSchema {
  const declared = attributeValue(root, 'targetNamespace')?.trim() ?? '';
  const takesOn = declared === '' && includer !== undefined && includer !== '';
  const targetNamespace = takesOn ? includer : declared;
  const lists: Lists = {
    links: [],
    elements: [],
    attributes: [],
    types: [],
    groups: [],
    attributeGroups: [],
    redefinitions: [],
  };
  const span = spanOf(root);
  checkForm(root, log);
  checkTarget(root, log);
  let head: Pick<SchemaDocument, 'elementFormDefault' | 'attributeFormDefault'> = {
    elementFormDefault: 'unqualified',
    attributeFormDefault: 'unqualified',
  };
  log.own(() => {
    head = {
      elementFormDefault: readChoice(root, 'elementFormDefault', forms, log) ?? 'unqualified',
      attributeFormDefault: readChoice(root, 'attributeFormDefault', forms, log) ?? 'unqualified',
    };
    const reader: SchemaReader = {
      log,
      targetNamespace,
      elementForm: head.elementFormDefault,
      attributeForm: head.attributeFormDefault,
      block: namedDerivations(log, root, 'blockDefault', derivations) ?? [],
      final: namedDerivations(log, root, 'finalDefault', derivations) ?? [],
      scope: { target: targetNamespace, chameleon: takesOn ? targetNamespace : undefined },
    };
    for (const child of childrenOf(reader, root, contentOrders.schema)) {
      readTopLevel(reader, child, lists, root);
    }
    return undefined;
  }, root);
  const { links, ...components } = lists;
  const document: SchemaDocument = {
    targetNamespace,
    ...head,
    imports: links
      .filter((link) => link.kind === 'import')
      .map(({ namespace, location, element }) => ({
        namespace,
        schemaLocation: location,
        span: spanOf(element),
      })),
    ...components,
    ...readAnnotation(root, log),
    span,
  };
  return { document, links };
}

interface Lists {
  readonly links: SchemaLink[];
  readonly elements: ElementSyntax[];
  readonly attributes: AttributeSyntax[];
  readonly types: TypeSyntax[];
  readonly groups: GroupSyntax[];
  readonly attributeGroups: AttributeGroupSyntax[];
  readonly redefinitions: (TypeSyntax | GroupSyntax | AttributeGroupSyntax)[];
}

function readTopLevel(
  reader: SchemaReader,
  element: TreeElement,
  lists: Lists,
  root: TreeElement,
): void {
  const own = <T extends object>(read: () => T): T => reader.log.own(read, root);
  switch (element.local) {
    case 'element':
      lists.elements.push(own(() => readGlobalElement(reader, element, root)));
      break;
    case 'complexType':
      lists.types.push(own(() => readComplexType(reader, element, true)));
      break;
    case 'simpleType':
      lists.types.push(
        own(() =>
          isMisplacedContent(element)
            ? readMisplacedContent(reader, element, true)
            : readSimpleType(reader, element, true),
        ),
      );
      break;
    case 'attribute':
      lists.attributes.push(own(() => readGlobalAttribute(reader, element)));
      break;
    case 'group':
      lists.groups.push(own(() => readGroup(reader, element)));
      break;
    case 'attributeGroup':
      lists.attributeGroups.push(own(() => readAttributeGroup(reader, element)));
      break;
    case 'import':
    case 'include':
    case 'redefine':
      readLink(reader, element, lists, root);
      break;
  }
}

function readLink(
  reader: SchemaReader,
  element: TreeElement,
  lists: Lists,
  root: TreeElement,
): void {
  const kind =
    element.local === 'import' || element.local === 'include' ? element.local : 'redefine';
  lists.links.push({
    kind,
    namespace:
      kind === 'import'
        ? (attributeValue(element, 'namespace')?.trim() ?? '')
        : reader.targetNamespace,
    location: attributeValue(element, 'schemaLocation')?.trim(),
    element,
  });
  checkImport(reader, element, attributeValue(root, 'targetNamespace')?.trim() ?? '');
  if (kind !== 'redefine') return;
  for (const child of childrenOf(reader, element, contentOrders.redefine)) {
    const own = <T extends object>(read: () => T): T => reader.log.own(read, root);
    if (child.local === 'complexType') {
      lists.redefinitions.push(own(() => readComplexType(reader, child, true)));
    } else if (child.local === 'simpleType') {
      lists.redefinitions.push(own(() => readSimpleType(reader, child, true)));
    } else if (child.local === 'group') {
      lists.redefinitions.push(own(() => readGroup(reader, child)));
    } else if (child.local === 'attributeGroup') {
      lists.redefinitions.push(own(() => readAttributeGroup(reader, child)));
    }
  }
}

/** A global `xs:group`. */
function readGroup(reader: SchemaReader, element: TreeElement): GroupSyntax {
  const children = childrenOf(reader, element, contentOrders.group);
  const span = spanOf(element);
  return {
    kind: 'group',
    name: { namespace: reader.targetNamespace, localName: readName(element, reader.log) },
    particle: readContentModel(reader, children) ?? {
      kind: 'model',
      compositor: 'sequence',
      particles: [],
      occurs: { min: 1, max: 1 },
      span,
    },
    span,
  };
}

/**
 * Warns of an empty target namespace: a schema without namespace must omit it (XML Schema part 1
 * section 3.15.2).
 */
function checkTarget(root: TreeElement, log: SyntaxLog): void {
  warnOfEmpty(root, 'targetNamespace', log);
}

/**
 * Warns of imports of the schema's own namespace (XML Schema part 1 section 4.2.3), and of includes
 * without a location.
 *
 * @param target namespace that the document itself declares
 */
function checkImport({ log }: SchemaReader, element: TreeElement, target: string): void {
  if (element.local !== 'import') {
    if (treeAttribute(element, 'schemaLocation') !== undefined) return;
    log.warn({
      code: 'ASMX1023',
      message: `Element '${element.local}' needs attribute 'schemaLocation'`,
      span: spanOf(element),
      help: 'Name the document, or remove the element: it has no effect',
    });
    return;
  }
  if (warnOfEmpty(element, 'namespace', log)) return;
  const namespace = treeAttribute(element, 'namespace')?.value.trim();
  if ((namespace ?? '') !== target) return;
  log.warn({
    code: 'ASMX3003',
    message:
      namespace === undefined
        ? 'A schema without target namespace imports what has none: that is its own'
        : `A schema for namespace '${target}' imports its own namespace`,
    span: spanOf(element),
    help: "Use 'xs:include' for another document of the same namespace",
  });
}

function warnOfEmpty(element: TreeElement, name: string, log: SyntaxLog): boolean {
  const attribute = treeAttribute(element, name);
  if (attribute === undefined || attribute.value.trim() !== '') return false;
  log.warn({
    code: 'ASMX3003',
    message: `Attribute '${name}' of '${element.local}' is empty, and names no namespace`,
    span: valueSpan(element, attribute),
    help: 'Leave the attribute out',
  });
  return true;
}

const uses: readonly AttributeUseKind[] = ['optional', 'required', 'prohibited'];
const attributeForms: readonly SchemaForm[] = ['qualified', 'unqualified'];

/** Attributes of a type or attribute group. */
interface AttributesSyntax {
  readonly attributes: readonly AttributeEntry[];
  readonly anyAttribute?: WildcardSyntax | undefined;
}

/** The attribute declarations, references and wildcard among the children of a declaration. */
function readAttributes(reader: SchemaReader, children: readonly TreeElement[]): AttributesSyntax {
  let attributes: AttributeEntry[] | undefined;
  let anyAttribute: WildcardSyntax | undefined;
  for (const child of children) {
    if (child.local === 'attribute') {
      attributes ??= [];
      attributes.push(readEntry(reader, child));
    } else if (child.local === 'attributeGroup') {
      attributes ??= [];
      const ref = readRequiredReference(reader, child, 'ref');
      attributes.push({ kind: 'attributeGroupRef', ref, span: spanOf(child) });
    } else if (child.local === 'anyAttribute') {
      anyAttribute = readWildcard(reader, child);
    }
  }
  return { attributes: attributes ?? noAttributes, anyAttribute };
}

const noAttributes: readonly AttributeEntry[] = [];

function readEntry(reader: SchemaReader, element: TreeElement): AttributeEntry {
  const { log } = reader;
  const ref = readReference(reader, element, 'ref');
  if (ref !== undefined) {
    warnOfName(reader, element);
    const byDefault = attributeValue(element, 'default');
    const fixed = attributeValue(element, 'fixed');
    warnOfDefault(reader, element, ref.name.localName);
    if (byDefault !== undefined && fixed !== undefined) {
      log.warn({
        code: 'ASMX3012',
        message: `Attribute '${ref.name.localName}' has both a default and a fixed value`,
        span: spanOf(element),
        help: 'The fixed one counts: remove the other',
      });
    }
    return {
      kind: 'attributeRef',
      ref,
      use: readChoice(element, 'use', uses, log) ?? 'optional',
      default: byDefault,
      fixed,
      names: valueNames(element, fixed ?? byDefault, undefined),
      arrayType: readArrayType(reader, element),
      ...readAnnotation(element, log),
      span: spanOf(element),
    };
  }
  const form = readChoice(element, 'form', attributeForms, log) ?? reader.attributeForm;
  warnOfDefault(reader, element, attributeValue(element, 'name')?.trim() ?? '');
  return readAttribute(reader, element, form === 'qualified' ? reader.targetNamespace : '');
}

/** A global `xs:attribute`. */
function readGlobalAttribute(reader: SchemaReader, element: TreeElement): AttributeSyntax {
  return readAttribute(reader, element, reader.targetNamespace);
}

function readAttribute(
  reader: SchemaReader,
  element: TreeElement,
  namespace: string,
): AttributeSyntax {
  const { log } = reader;
  let type: SimpleTypeSyntax | undefined;
  for (const child of childrenOf(reader, element, contentOrders.attribute)) {
    if (child.local === 'simpleType') type = readSimpleType(reader, child, false);
  }
  const localName = readName(element, log);
  const byDefault = attributeValue(element, 'default');
  const fixed = attributeValue(element, 'fixed');
  if (byDefault !== undefined && fixed !== undefined) {
    addBothGiven(log, element, `Attribute '${localName}'`, 'a default and a fixed value');
  }
  warnOfReserved(reader, element, { namespace, localName });
  const typeRef = readReference(reader, element, 'type');
  return {
    kind: 'attribute',
    name: { namespace, localName },
    typeRef,
    type,
    use: readChoice(element, 'use', uses, log) ?? 'optional',
    default: byDefault,
    fixed,
    names: valueNames(element, fixed ?? byDefault, typeRef),
    arrayType: readArrayType(reader, element),
    ...readAnnotation(element, log),
    span: spanOf(element),
  };
}

/** A default is for an optional attribute that is missing (XML Schema part 1 section 3.2.3). */
function warnOfDefault({ log }: SchemaReader, element: TreeElement, name: string): void {
  const use = attributeValue(element, 'use')?.trim() ?? 'optional';
  if (use === 'optional' || attributeValue(element, 'default') === undefined) return;
  log.warn({
    code: 'ASMX3012',
    message: `Attribute '${name}' is ${use}, and a default of it has no effect`,
    span: spanOf(element),
    help: "Remove 'default', or make the attribute optional",
  });
}

/** Warns of attributes that no message can carry (XML Schema part 1 section 3.2.6). */
function warnOfReserved({ log }: SchemaReader, element: TreeElement, name: QName): void {
  let message: string;
  if (name.localName === 'xmlns') {
    message = "No attribute can be called 'xmlns': it declares a namespace";
  } else if (name.namespace === namespaces.xsi) {
    message =
      `Attribute '${name.localName}' is declared in the namespace of 'xsi:type' ` +
      "and 'xsi:nil', which has those of the standard only";
  } else return;
  log.warn({ code: 'ASMX3016', message, span: spanOf(element), help: 'Rename or remove it' });
}

/** `wsdl:arrayType="tns:Item[][,]"` (WSDL 1.1 section 2.2): the name and its dimensions. */
function readArrayType(reader: SchemaReader, element: TreeElement): AttributeSyntax['arrayType'] {
  for (const attribute of element.attributes) {
    if (attribute.local !== 'arrayType' || attribute.namespace !== namespaces.wsdl) continue;
    const text = attribute.value.trim();
    const bracket = text.indexOf('[');
    const name = bracket < 0 ? text : text.slice(0, bracket).trim();
    return {
      type: resolveName(reader, element, name, valueSpan(element, attribute)),
      dimensions: bracket < 0 ? '[]' : text.slice(bracket).replace(/[^[\],]/g, ''),
    };
  }
  return undefined;
}

/** A global `xs:attributeGroup`. */
function readAttributeGroup(reader: SchemaReader, element: TreeElement): AttributeGroupSyntax {
  const children = childrenOf(reader, element, contentOrders.attributeGroup);
  const localName = readName(element, reader.log);
  return {
    kind: 'attributeGroup',
    name: { namespace: reader.targetNamespace, localName },
    ...readAttributes(reader, children),
    span: spanOf(element),
  };
}

/** A global `xs:element` of a schema. */
function readGlobalElement(
  reader: SchemaReader,
  element: TreeElement,
  schema: TreeElement,
): ElementSyntax {
  const read = readElement(reader, element, true, reader.targetNamespace);
  return isDataSetElement(element) ? { ...read, dataSet: readDataSetDescription(schema) } : read;
}

/** A local `xs:element`. Its `form`, or the schema's default, decides whether it is qualified. */
function readLocalElement(reader: SchemaReader, element: TreeElement): ElementSyntax {
  const form = readChoice(element, 'form', elementForms, reader.log) ?? reader.elementForm;
  return readElement(reader, element, false, form === 'qualified' ? reader.targetNamespace : '');
}

function readElement(
  reader: SchemaReader,
  element: TreeElement,
  global: boolean,
  namespace: string,
): ElementSyntax {
  const { log } = reader;
  const name = { namespace, localName: readName(element, log) };
  const typeRef = readReference(reader, element, 'type');
  let type: TypeSyntax | undefined;
  let constraints: IdentityConstraint[] | undefined;
  for (const child of childrenOf(reader, element, contentOrders.element)) {
    if (child.local === 'complexType') type = readComplexType(reader, child, false);
    else if (child.local === 'simpleType') {
      type = isMisplacedContent(child)
        ? readMisplacedContent(reader, child, false)
        : readSimpleType(reader, child, false);
    } else if (child.local !== 'annotation') {
      constraints ??= [];
      constraints.push(readConstraint(reader, child));
    }
  }
  if (typeRef !== undefined && type !== undefined) {
    addBothGiven(log, element, `Element '${name.localName}'`, "attribute 'type' and a type inside");
  }
  const fixed = attributeValue(element, 'fixed');
  const byDefault = attributeValue(element, 'default');
  if (fixed !== undefined && byDefault !== undefined) {
    addBothGiven(log, element, `Element '${name.localName}'`, 'a default and a fixed value');
  }
  return {
    kind: 'element',
    name,
    global,
    typeRef: type === undefined ? typeRef : undefined,
    type,
    nillable: readBoolean(element, 'nillable', false, log),
    default: byDefault,
    fixed,
    names: valueNames(element, fixed ?? byDefault, type === undefined ? typeRef : undefined),
    abstract: global && readBoolean(element, 'abstract', false, log),
    substitutionGroup: global ? readReference(reader, element, 'substitutionGroup') : undefined,
    block: readDerivations(reader, element, 'block', blocked),
    final: global ? readDerivations(reader, element, 'final', elementMethods) : undefined,
    constraints: constraints ?? noConstraints,
    ...readAnnotation(element, log),
    span: spanOf(element),
  };
}

const elementForms: readonly SchemaForm[] = ['qualified', 'unqualified'];
const elementMethods: readonly DerivationMethod[] = ['extension', 'restriction'];
const blocked: readonly DerivationMethod[] = [...elementMethods, 'substitution'];
const noConstraints: readonly IdentityConstraint[] = [];

/** `xs:key`, `xs:keyref` or `xs:unique` (XML Schema part 1 section 3.11), as it is written. */
function readConstraint(reader: SchemaReader, element: TreeElement): IdentityConstraint {
  const parts = (local: string): readonly TreeElement[] =>
    element.children.filter((child) => child.local === local);
  const [selector, ...fields] = [parts('selector')[0], ...parts('field')].map((child) => {
    const text = (child && attributeValue(child, 'xpath')) ?? '';
    return { text, names: child && xpathNames(child, text) };
  });
  return {
    kind: element.local === 'key' || element.local === 'keyref' ? element.local : 'unique',
    name: readName(element, reader.log),
    selector: selector?.text ?? '',
    fields: fields.map(({ text }) => text),
    names: [selector, ...fields].map((path) => path?.names),
    refer: readReference(reader, element, 'refer'),
    span: spanOf(element),
  };
}

const complexTypeMethods: readonly DerivationMethod[] = ['extension', 'restriction'];

/** `xs:complexType`, global or inside an element (XML Schema part 1 section 3.4). */
function readComplexType(
  reader: SchemaReader,
  element: TreeElement,
  global: boolean,
): ComplexTypeSyntax {
  const { log } = reader;
  const children = childrenOf(reader, element, contentOrders.complexType);
  const content = children.find(
    (child) => child.local === 'simpleContent' || child.local === 'complexContent',
  );
  const inner = content === undefined ? undefined : readDerivation(reader, content);
  const holder = inner?.children ?? children;
  const particle =
    inner?.derivation?.content === 'simple' ? undefined : readContentModel(reader, holder);
  const { attributes, anyAttribute } = readAttributes(reader, holder);
  return {
    kind: 'complexType',
    name: global
      ? { namespace: reader.targetNamespace, localName: readName(element, log) }
      : undefined,
    abstract: global && readBoolean(element, 'abstract', false, log),
    mixed: readBoolean(
      content ?? element,
      'mixed',
      content === undefined ? false : readBoolean(element, 'mixed', false, log),
      log,
    ),
    block: global ? readDerivations(reader, element, 'block', complexTypeMethods) : undefined,
    final: global ? readDerivations(reader, element, 'final', complexTypeMethods) : undefined,
    derivation: inner?.derivation,
    particle,
    attributes,
    anyAttribute,
    ...readAnnotation(element, log),
    span: spanOf(element),
  };
}

/** Whether a simple type has the content of `xs:simpleContent`: text with attributes. */
function isMisplacedContent(element: TreeElement): boolean {
  return element.children.some(
    (child) => child.local === 'extension' && child.namespace === namespaces.xsd,
  );
}

/**
 * Reads a simple type with `xs:extension` inside as the intended complex type with simple content.
 */
function readMisplacedContent(
  reader: SchemaReader,
  element: TreeElement,
  global: boolean,
): ComplexTypeSyntax {
  const { log } = reader;
  log.warn({
    code: 'ASMX1022',
    message:
      "A simple type cannot have an extension: it is read as 'simpleContent' of a complex type",
    span: spanOf(element),
  });
  const { derivation, children } = readDerivation(reader, { ...element, local: 'simpleContent' });
  return {
    kind: 'complexType',
    name: global
      ? { namespace: reader.targetNamespace, localName: readName(element, log) }
      : undefined,
    abstract: false,
    mixed: false,
    derivation,
    particle: undefined,
    ...readAttributes(reader, children),
    ...readAnnotation(element, log),
    span: spanOf(element),
  };
}

/**
 * Whether a restriction in `xs:complexContent` has children that only text content can have: facets
 * or a simple type.
 */
function restrictsText({ log }: SchemaReader, element: TreeElement): boolean {
  const found = element.children.find(
    ({ local, namespace }) =>
      namespace === namespaces.xsd &&
      contentOrders.typeRestriction.has(local) &&
      local !== 'annotation',
  );
  if (element.local !== 'restriction' || found === undefined) return false;
  log.warn({
    code: 'ASMX1022',
    message:
      `Element '${found.local}' cannot be in 'complexContent': ` +
      `that is read as 'simpleContent'`,
    span: spanOf(found),
    help: "Write 'simpleContent'",
  });
  return true;
}

interface Derivation {
  readonly derivation: ComplexDerivationSyntax | undefined;
  /** Children of the extension or restriction. */
  readonly children: readonly TreeElement[];
}

function readDerivation(reader: SchemaReader, content: TreeElement): Derivation {
  const { log } = reader;
  const element = childrenOf(reader, content, contentOrders.derivedContent).find(
    (child) => child.local !== 'annotation',
  );
  if (element === undefined) {
    log.add({
      code: 'ASMX3003',
      message: `Element '${content.local}' needs 'extension' or 'restriction'`,
      span: spanOf(content),
    });
    return { derivation: undefined, children: [] };
  }
  const simple = content.local === 'simpleContent' || restrictsText(reader, element);
  const method = element.local === 'extension' ? 'extension' : 'restriction';
  const order = !simple
    ? contentOrders.complexDerivation
    : method === 'extension'
      ? contentOrders.simpleExtension
      : contentOrders.simpleRestriction;
  const children = childrenOf(reader, element, order);
  const nested = simple ? children.find((child) => child.local === 'simpleType') : undefined;
  // the base is a complex type, whose text may have any type
  const facets = simple ? readFacets(reader, children, undefined) : [];
  return {
    derivation: {
      content: simple ? 'simple' : 'complex',
      method,
      base: readRequiredReference(reader, element, 'base'),
      simpleType: nested === undefined ? undefined : readSimpleType(reader, nested, false),
      facets,
    },
    children,
  };
}

/**
 * Notes as a defect that a declaration has two things that exclude each other.
 *
 * @param subject the declaration, such as `Element 'a'`
 * @param both the two
 */
function addBothGiven(log: SyntaxLog, element: TreeElement, subject: string, both: string): void {
  log.add({
    code: 'ASMX3003',
    message: `${subject} has both ${both}`,
    span: spanOf(element),
    help: 'Remove one of the two',
  });
}

const msdata = 'urn:schemas-microsoft-com:xml-msdata';

/** Whether an element is a DataSet of .NET. */
function isDataSetElement({ attributes }: TreeElement): boolean {
  return attributes.some(
    ({ local, namespace, value }) =>
      local === 'IsDataSet' && namespace === msdata && value === 'true',
  );
}

/**
 * The DataSet that a schema describes, read as from a message.
 *
 * @param schema the `xs:schema` element
 */
export function readDataSetDescription(schema: TreeElement): DescribedDataSet {
  return readSetSchema([elementOf(schema)]).definition;
}

function elementOf({ local, namespace, attributes, children }: TreeElement): XmlElement {
  return {
    name: local,
    namespace,
    attributes: attributes.map((one) => ({
      name: one.local,
      namespace: one.namespace,
      value: one.value,
    })),
    children: children.map(elementOf),
  };
}

/**
 * The content model among the children of a type, extension, restriction or group, if there is one.
 */
function readContentModel(
  reader: SchemaReader,
  children: readonly TreeElement[],
): ParticleSyntax | undefined {
  let model: TreeElement | undefined;
  for (const child of children) {
    if (!isModel(child.local)) continue;
    if (model === undefined) {
      model = child;
      continue;
    }
    reader.log.add({
      code: 'ASMX1022',
      message: `Only one content model can be here: '${child.local}' is one too many`,
      span: spanOf(child),
    });
  }
  return model === undefined ? undefined : readParticle(reader, model);
}

function isModel(local: string): boolean {
  return local === 'sequence' || local === 'choice' || local === 'all' || local === 'group';
}

function readParticle(reader: SchemaReader, element: TreeElement): ParticleSyntax {
  const occurs = readOccurs(reader, element);
  const span = spanOf(element);
  switch (element.local) {
    case 'element': {
      const ref = readReference(reader, element, 'ref');
      if (ref === undefined) {
        return {
          kind: 'elementParticle',
          element: readLocalElement(reader, element),
          occurs,
          span,
        };
      }
      warnOfName(reader, element);
      return { kind: 'elementRef', ref, occurs, ...readAnnotation(element, reader.log), span };
    }
    case 'group': {
      const ref = readRequiredReference(reader, element, 'ref');
      return { kind: 'groupRef', ref, occurs, span };
    }
    case 'any':
      return { kind: 'any', wildcard: readWildcard(reader, element), occurs, span };
    default: {
      const compositor =
        element.local === 'choice' || element.local === 'all' ? element.local : 'sequence';
      const order = compositor === 'all' ? contentOrders.all : contentOrders.model;
      const particles: ParticleSyntax[] = [];
      for (const child of childrenOf(reader, element, order)) {
        if (child.local !== 'annotation') particles.push(readParticle(reader, child));
      }
      return { kind: 'model', compositor, particles, occurs, span };
    }
  }
}

/**
 * An element with both attributes is treated as a reference, as in wsdl.exe (XML Schema part 1
 * section 3.3.3 forbids it).
 */
function warnOfName(reader: SchemaReader, element: TreeElement): void {
  const name = treeAttribute(element, 'name');
  if (name === undefined) return;
  reader.log.warn({
    code: 'ASMX3003',
    message: `'${element.local}' has both 'name' and 'ref': the name has no effect`,
    span: valueSpan(element, name),
    help: "Remove 'name', or declare a type instead of 'ref'",
  });
}

/** `xs:any` or `xs:anyAttribute`. */
function readWildcard(reader: SchemaReader, element: TreeElement): WildcardSyntax {
  checkNamespaces(reader, element);
  return {
    namespace: attributeValue(element, 'namespace') ?? '##any',
    processContents:
      readChoice(element, 'processContents', ['strict', 'lax', 'skip'], reader.log) ?? 'strict',
    span: spanOf(element),
  };
}

/** Special values in the namespace list of a wildcard (XML Schema part 1 section 3.10.2). */
const listed: ReadonlySet<string> = new Set(['##targetNamespace', '##local']);

function checkNamespaces({ log }: SchemaReader, element: TreeElement): void {
  const attribute = treeAttribute(element, 'namespace');
  if (attribute === undefined) return;
  const tokens = attribute.value.trim().split(/[ \t\r\n]+/);
  const [only = ''] = tokens;
  if (tokens.length === 1 && (only === '##any' || only === '##other')) return;
  const wrong = tokens.find((token) => token.startsWith('##') && !listed.has(token));
  if (wrong === undefined) return;
  log.warn({
    code: 'ASMX1023',
    message: `Attribute 'namespace' cannot be '${attribute.value}'`,
    span: valueSpan(element, attribute),
    help: "Write '##any', '##other', or a list of namespaces, '##targetNamespace' and '##local'",
  });
}

const once: Occurs = { min: 1, max: 1 };
const optional: Occurs = { min: 0, max: 1 };
const never: Occurs = { min: 0, max: 0 };
const many: Occurs = { min: 0, max: Number.POSITIVE_INFINITY };

/** `minOccurs` and `maxOccurs`. The usual pairs are shared objects. */
function readOccurs(reader: SchemaReader, element: TreeElement): Occurs {
  const min = readCount(reader, element, 'minOccurs');
  const max = readCount(reader, element, 'maxOccurs');
  if (max === 0) {
    if (min > 0) warnOfNever(reader, element, min);
    return never;
  }
  if (max === 1) return min === 1 ? once : min === 0 ? optional : tooMany(reader, element, min);
  if (min === 0 && max === Number.POSITIVE_INFINITY) return many;
  return min > max ? tooMany(reader, element, min, max) : { min, max };
}

/** A particle that can occur only 0 times is treated as absent. */
function warnOfNever({ log }: SchemaReader, element: TreeElement, min: number): void {
  log.warn({
    code: 'ASMX3003',
    message: `'minOccurs' ${min} is above 'maxOccurs' 0`,
    span: spanOf(element),
    help: 'It is left out: write minOccurs="0", too, or another \'maxOccurs\'',
  });
}

function tooMany(reader: SchemaReader, element: TreeElement, min: number, max = 1): Occurs {
  reader.log.add({
    code: 'ASMX3003',
    message: `'minOccurs' ${min} is above 'maxOccurs' ${max}`,
    span: spanOf(element),
    help: `Raise 'maxOccurs' to ${min} at least, or lower 'minOccurs'`,
  });
  return { min, max: min };
}

function readCount(
  reader: SchemaReader,
  element: TreeElement,
  name: 'minOccurs' | 'maxOccurs',
): number {
  const attribute = treeAttribute(element, name);
  if (attribute === undefined) return 1;
  const text = attribute.value.trim();
  if (text === '0') return 0;
  if (text === '1') return 1;
  if (text === 'unbounded' && name === 'maxOccurs') return Number.POSITIVE_INFINITY;
  if (/^\+?[0-9]+$/.test(text)) return Math.min(Number(text), Number.MAX_SAFE_INTEGER);
  reader.log.add({
    code: 'ASMX1023',
    message: `Attribute '${name}' cannot be '${text}'`,
    span: valueSpan(element, attribute),
    help: name === 'maxOccurs' ? "Write a number or 'unbounded'" : 'Write a number',
  });
  return 1;
}
