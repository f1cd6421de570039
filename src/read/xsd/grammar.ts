import type { Span } from '../../diagnostics/diagnostic.ts';
import { didYouMean } from '../../diagnostics/words.ts';
import { namespaces } from '../../model/xml.ts';
import {
  type Annotation,
  type DerivationMethod,
  jaxbNamespaces,
  type SchemaForm,
} from '../../model/xsd/schema-document.ts';
import {
  documentationTextOf,
  isNcName,
  type NameReader,
  readTokens,
  type SyntaxLog,
} from '../syntax.ts';
import { spanOf, type TreeElement, treeAttribute, valueSpan } from '../xml-tree.ts';

/** Shared by the functions that read one schema document. */
export interface SchemaReader extends NameReader {
  readonly targetNamespace: string;
  readonly elementForm: SchemaForm;
  readonly attributeForm: SchemaForm;
  /** Values of the schema's `blockDefault` and `finalDefault`. */
  readonly block: readonly DerivationMethod[];
  readonly final: readonly DerivationMethod[];
}

/** Allowed order of children: names with the same rank in any order, lower ranks first. */
type ContentOrder = ReadonlyMap<string, number>;

/** Kinds of content: one for each element of XML Schema, or two if it depends on the parent. */
type ContentKind =
  | 'schema'
  | 'element'
  | 'attribute'
  | 'complexType'
  | 'derivedContent'
  | 'simpleExtension'
  | 'simpleRestriction'
  | 'complexDerivation'
  | 'model'
  | 'all'
  | 'group'
  | 'attributeGroup'
  | 'simpleType'
  | 'typeRestriction'
  | 'list'
  | 'union'
  | 'redefine';

const model = { group: 1, all: 1, choice: 1, sequence: 1 } as const;
const attributes = { attribute: 3, attributeGroup: 3, anyAttribute: 4 } as const;
const facets = {
  minExclusive: 2,
  minInclusive: 2,
  maxExclusive: 2,
  maxInclusive: 2,
  totalDigits: 2,
  fractionDigits: 2,
  length: 2,
  minLength: 2,
  maxLength: 2,
  enumeration: 2,
  whiteSpace: 2,
  pattern: 2,
} as const;

function order(ranks: Readonly<Record<string, number>>): ContentOrder {
  return new Map(Object.entries(ranks));
}

/** Content of the elements of XML Schema (part 1, schema for schemas). */
export const contentOrders: Readonly<Record<ContentKind, ContentOrder>> = {
  schema: order({
    annotation: -1,
    include: 0,
    import: 0,
    redefine: 0,
    simpleType: 1,
    complexType: 1,
    group: 1,
    attributeGroup: 1,
    element: 1,
    attribute: 1,
    notation: 1,
  }),
  element: order({ annotation: 0, simpleType: 1, complexType: 1, unique: 2, key: 2, keyref: 2 }),
  attribute: order({ annotation: 0, simpleType: 1 }),
  complexType: order({
    annotation: 0,
    simpleContent: 1,
    complexContent: 1,
    ...model,
    ...attributes,
  }),
  derivedContent: order({ annotation: 0, extension: 1, restriction: 1 }),
  simpleExtension: order({ annotation: 0, ...attributes }),
  simpleRestriction: order({ annotation: 0, simpleType: 1, ...facets, ...attributes }),
  complexDerivation: order({ annotation: 0, ...model, ...attributes }),
  model: order({ annotation: 0, element: 1, group: 1, choice: 1, sequence: 1, any: 1 }),
  all: order({ annotation: 0, element: 1 }),
  group: order({ annotation: 0, all: 1, choice: 1, sequence: 1 }),
  attributeGroup: order({ annotation: 0, ...attributes }),
  simpleType: order({ annotation: 0, restriction: 1, list: 1, union: 1 }),
  typeRestriction: order({ annotation: 0, simpleType: 1, ...facets }),
  list: order({ annotation: 0, simpleType: 1 }),
  union: order({ annotation: 0, simpleType: 1 }),
  redefine: order({ annotation: 0, simpleType: 0, complexType: 0, group: 0, attributeGroup: 0 }),
};

/**
 * The children of an element that are defined by XML Schema. Misplaced ones are noted as defects of
 * the declaration, or cause warnings if their position does not matter. Elements of other
 * namespaces are ignored.
 */
export function childrenOf(
  reader: SchemaReader,
  parent: TreeElement,
  order: ContentOrder,
): readonly TreeElement[] {
  const { children } = parent;
  if (children.length === 0) return children;
  let rank = -1;
  let latest: TreeElement | undefined;
  let strangers = false;
  for (const child of children) {
    const own = child.namespace === namespaces.xsd ? order.get(child.local) : undefined;
    if (own === undefined) {
      strangers = true;
      if (child.namespace === namespaces.xsd) unexpected(reader, parent, child, order);
      continue;
    }
    if (own < 0) continue;
    if (own < rank) {
      const what = `Element '${child.local}'`;
      const defect = {
        code: 'ASMX1022',
        message: `${what} must come before '${latest?.local}' in '${parent.local}'`,
        span: spanOf(child),
      } as const;
      if (isPlainAnywhere(parent, child)) {
        reader.log.warn({ ...defect, help: 'It is read there, but not by every tool' });
      } else reader.log.add(defect);
    } else {
      rank = own;
      latest = child;
    }
  }
  return strangers ? children.filter((child) => isKnown(child, order)) : children;
}

/**
 * Whether the position of an element does not matter: imports and includes in a schema, and
 * annotations.
 */
function isPlainAnywhere(parent: TreeElement, child: TreeElement): boolean {
  return parent.local === 'schema' || child.local === 'annotation';
}

function isKnown(child: TreeElement, order: ContentOrder): boolean {
  return child.namespace === namespaces.xsd && order.get(child.local) !== undefined;
}

/** Elements that XML Schema 1.1 added. */
const laterElements: ReadonlySet<string> = new Set([
  'alternative',
  'assert',
  'assertion',
  'defaultOpenContent',
  'explicitTimezone',
  'openContent',
  'override',
]);

function unexpected(
  reader: SchemaReader,
  parent: TreeElement,
  child: TreeElement,
  order: ContentOrder,
): void {
  reader.log.add({
    code: 'ASMX1022',
    message: `Element '${child.local}' cannot be in '${parent.local}'`,
    span: spanOf(child),
    help: laterElements.has(child.local)
      ? 'It is of XML Schema 1.1, and 1.0 is supported: remove it, and check its rule yourself'
      : misspelt(child.local, order),
  });
}

const schemaElements: ReadonlySet<string> = new Set(
  Object.values(contentOrders).flatMap((order) => [...order.keys()]),
);

/** What a name was meant to be that is none of XML Schema's: `simpletype`. */
function misspelt(name: string, order: ContentOrder): string | undefined {
  return schemaElements.has(name) ? undefined : didYouMean(name, order.keys());
}

/**
 * The derivation methods in `block` or `final` (XML Schema part 1 section 3.3.2), or the schema's
 * default; `undefined` if there is none.
 *
 * @param known those that count, and the meaning of `#all`
 */
export function readDerivations(
  reader: SchemaReader,
  element: TreeElement,
  attribute: 'block' | 'final',
  known: readonly DerivationMethod[],
): readonly DerivationMethod[] | undefined {
  const found =
    namedDerivations(reader.log, element, attribute, known) ??
    reader[attribute].filter((one) => known.includes(one));
  return found.length === 0 ? undefined : found;
}

/** The derivation methods in an attribute; `undefined` if there is no such attribute. */
export function namedDerivations(
  log: SyntaxLog,
  element: TreeElement,
  attribute: string,
  known: readonly DerivationMethod[],
): readonly DerivationMethod[] | undefined {
  const at = treeAttribute(element, attribute);
  const tokens = readTokens(element, attribute);
  if (at === undefined || tokens === undefined) return undefined;
  const span = valueSpan(element, at);
  if (tokens.length > 1 && tokens.includes('#all')) {
    log.warn({
      code: 'ASMX1023',
      message: `Attribute '${attribute}' has '#all' beside others`,
      span,
      help: "Write '#all' alone, or a list without it",
    });
  }
  return tokens.flatMap((token) => {
    const named = known.filter((one) => one === token || token === '#all');
    if (named.length === 0) {
      log.add({
        code: 'ASMX1023',
        message: `Attribute '${attribute}' cannot be '${token}'`,
        span,
        help: `Write '#all' or a list of ${known.map((one) => `'${one}'`).join(', ')}`,
      });
    }
    return named;
  });
}

/**
 * Warns of parts of a schema document that have no meaning (XML Schema part 1, schema for schemas):
 * unknown attributes, misplaced elements and text, surplus elements, and invalid or duplicate
 * identifiers.
 */
export function checkForm(root: TreeElement, log: SyntaxLog): void {
  const ids = new Map<string, Span>();
  const open: { readonly element: TreeElement; readonly parent: TreeElement | undefined }[] = [
    { element: root, parent: undefined },
  ];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { element, parent } = next;
    const { local, children } = element;
    // their content is for other programs and for people
    if (local === 'appinfo' || local === 'documentation') continue;
    const position = positionOf(element, parent);
    warnOfAttributes(element, position, log);
    checkId(element, ids, log);
    warnOfText(element, log);
    checkChildren(element, parent, position, log);
    if (local === 'annotation') warnOfProperty(element, parent, log);
    for (let index = children.length - 1; index >= 0; index -= 1) {
      const child = children[index] as TreeElement;
      if (child.namespace === namespaces.xsd) open.push({ element: child, parent: element });
    }
  }
}

function checkId(element: TreeElement, ids: Map<string, Span>, log: SyntaxLog): void {
  const attribute = treeAttribute(element, 'id');
  if (attribute === undefined) return;
  const id = attribute.value.trim();
  const span = valueSpan(element, attribute);
  const first = ids.get(id);
  if (!isNcName(id)) {
    log.warn({
      code: 'ASMX3014',
      message: `The id '${id}' is not an NCName`,
      span,
      help: 'It starts with a letter or underscore and has no space, colon or other punctuation',
    });
  } else if (first === undefined) {
    ids.set(id, span);
  } else {
    log.warn({
      code: 'ASMX3014',
      message: `The id '${id}' is given twice in one document`,
      span,
      help: 'Change or remove one of the two',
      related: [{ message: 'first given here', span: first }],
    });
  }
}

/** Length of stray text in warnings. */
const shown = 40;

function warnOfText({ textAt, file, local }: TreeElement, log: SyntaxLog): void {
  if (textAt < 0) return;
  const end = file.text.startsWith('<![', textAt)
    ? file.text.indexOf(']]>', textAt) + 3
    : file.text.indexOf('<', textAt);
  const text = file.text.slice(textAt, Math.min(end, textAt + shown)).trimEnd();
  log.warn({
    code: 'ASMX1025',
    message: `Text is in element '${local}' of XML Schema, which holds elements only`,
    span: { file, start: textAt, end: textAt + text.length },
    help: "Remove it, or put it into 'xs:annotation' with 'xs:documentation'",
  });
}

const derivation = ['extension', 'restriction'];
const type = ['simpleType', 'complexType'];
const wildcard = ['anyAttribute'];
const notes = ['appinfo', 'documentation'];

/**
 * Children of which an element may have only one, in groups of names. Annotations are not listed.
 */
const single: ReadonlyMap<string, readonly string[]> = new Map([
  ['element', type],
  ['attribute', type],
  ['simpleType', ['restriction', 'list', 'union']],
  ['list', type],
  ['restriction', [...type, ...wildcard]],
  ['extension', wildcard],
  ['attributeGroup', wildcard],
  ['complexType', wildcard],
  ['simpleContent', derivation],
  ['complexContent', derivation],
]);

/** Elements that contain only an annotation, except for facets and references. */
const leaves: ReadonlySet<string> = new Set([
  ...['any', 'anyAttribute', 'import', 'include', 'selector', 'field', 'notation'],
  ...['enumeration', 'pattern', 'length', 'minLength', 'maxLength', 'whiteSpace'],
  ...['minInclusive', 'maxInclusive', 'minExclusive', 'maxExclusive'],
  ...['totalDigits', 'fractionDigits'],
]);

/** Attributes with the same meaning as a child element. */
const shorthands: ReadonlyMap<string, string> = new Map([
  ['attribute', 'type'],
  ['list', 'itemType'],
  ['restriction', 'base'],
]);

/** An element, and the log for its problems. */
interface Children {
  readonly element: TreeElement;
  readonly log: SyntaxLog;
}

/**
 * Warns of children that exclude each other, and of those that nothing reads. If they prevent
 * reading the declaration, they are reported there instead.
 */
function checkChildren(
  element: TreeElement,
  parent: TreeElement | undefined,
  position: SchemaPosition,
  log: SyntaxLog,
): void {
  const { local, children } = element;
  if (children.length === 0) return;
  const all = { element, log };
  const leaf = leaves.has(local) || position === 'reference';
  const isNote = local === 'annotation';
  const once = single.get(local);
  let annotations = 0;
  let found: TreeElement | undefined;
  let content: TreeElement | undefined;
  for (const child of children) {
    if (child.namespace !== namespaces.xsd) warnOfStranger(all, child);
    else if (isNote) {
      if (!notes.includes(child.local)) warnOfChild(all, child, position);
    } else if (child.local === 'annotation') {
      annotations += 1;
      if (annotations > 1 && local !== 'schema' && local !== 'redefine') tooMany(all, child, child);
    } else if (leaf) warnOfChild(all, child, position);
    else if (content !== undefined) tooMany(all, child, content);
    else if (once?.includes(child.local) === true) {
      if (found !== undefined && alike(found, child)) tooMany(all, child, found);
      found = child;
    } else if (child.local === 'simpleContent' || child.local === 'complexContent') {
      content = child;
    }
  }
  if (found !== undefined) warnOfShorthand(all, found, parent);
}

/** Whether two children exclude each other. A restriction may have one type and one wildcard. */
function alike(first: TreeElement, second: TreeElement): boolean {
  return wildcard.includes(first.local) === wildcard.includes(second.local);
}

function tooMany({ element, log }: Children, child: TreeElement, first: TreeElement): void {
  const what = child === first ? 'one' : `'${first.local}'`;
  log.warn({
    code: 'ASMX1025',
    message:
      child.local === first.local
        ? `Element '${element.local}' can hold one '${child.local}': this is one too many`
        : `Element '${element.local}' cannot hold '${child.local}' beside ${what}`,
    span: spanOf(child),
    help: 'Remove one of the two',
  });
}

function warnOfChild(
  { element, log }: Children,
  child: TreeElement,
  position: SchemaPosition,
): void {
  const reference = position === 'reference' ? " with 'ref'" : '';
  log.warn({
    code: 'ASMX1022',
    message: `Element '${child.local}' cannot be in '${element.local}'${reference}`,
    span: spanOf(child),
    help: 'It has no effect: remove it',
  });
}

/**
 * Warns of a type that is both named and declared inside. In a restriction of `xs:simpleContent`,
 * the inner type has another meaning.
 */
function warnOfShorthand(
  { element, log }: Children,
  child: TreeElement,
  parent: TreeElement | undefined,
): void {
  const attribute = shorthands.get(element.local);
  if (attribute === undefined || child.local !== 'simpleType') return;
  if (element.local === 'restriction' && parent?.local !== 'simpleType') return;
  if (treeAttribute(element, attribute) === undefined) return;
  log.warn({
    code: 'ASMX1025',
    message: `Element '${element.local}' has both attribute '${attribute}' and a type inside`,
    span: spanOf(element),
    help: 'The type inside counts: remove one of the two',
  });
}

/**
 * The selector of an identity constraint precedes its fields (XML Schema part 1 section 3.11.2).
 */
function warnOfStranger({ element, log }: Children, child: TreeElement): void {
  log.warn({
    code: 'ASMX1025',
    message: `Element '${child.local}' is not of XML Schema and cannot be in '${element.local}'`,
    span: spanOf(child),
    help: "Put it into 'xs:annotation' with 'xs:appinfo', or remove it",
  });
}

const occurs = ['minOccurs', 'maxOccurs'];
const named = ['id', 'name'];
const value = ['id', 'value'];
const facet = [...value, 'fixed'];

/**
 * Unqualified attributes that the elements of XML Schema 1.0 have in any position (part 1, schema
 * for schemas).
 */
const known: Readonly<Record<string, readonly string[]>> = {
  schema: [
    ...['id', 'targetNamespace', 'version', 'finalDefault', 'blockDefault'],
    ...['attributeFormDefault', 'elementFormDefault'],
  ],
  element: [
    ...named,
    ...occurs,
    ...['ref', 'type', 'substitutionGroup', 'default', 'fixed', 'nillable', 'abstract'],
    ...['final', 'block', 'form'],
  ],
  attribute: [...named, 'ref', 'type', 'use', 'default', 'fixed', 'form'],
  complexType: [...named, 'mixed', 'abstract', 'final', 'block'],
  simpleType: [...named, 'final'],
  simpleContent: ['id'],
  complexContent: ['id', 'mixed'],
  extension: ['id', 'base'],
  restriction: ['id', 'base'],
  list: ['id', 'itemType'],
  union: ['id', 'memberTypes'],
  sequence: ['id', ...occurs],
  choice: ['id', ...occurs],
  all: ['id', ...occurs],
  group: [...named, 'ref', ...occurs],
  attributeGroup: [...named, 'ref'],
  any: ['id', 'namespace', 'processContents', ...occurs],
  anyAttribute: ['id', 'namespace', 'processContents'],
  key: named,
  unique: named,
  keyref: [...named, 'refer'],
  selector: ['id', 'xpath'],
  field: ['id', 'xpath'],
  include: ['id', 'schemaLocation'],
  redefine: ['id', 'schemaLocation'],
  import: ['id', 'namespace', 'schemaLocation'],
  notation: [...named, 'public', 'system'],
  annotation: ['id'],
  enumeration: value,
  pattern: value,
  length: facet,
  minLength: facet,
  maxLength: facet,
  minInclusive: facet,
  maxInclusive: facet,
  minExclusive: facet,
  maxExclusive: facet,
  totalDigits: facet,
  fractionDigits: facet,
  whiteSpace: facet,
};

/**
 * The position of an element of XML Schema: a declaration of the schema itself or inside another
 * one, a reference to one elsewhere, or the content of a group.
 */
type SchemaPosition = 'global' | 'local' | 'reference' | 'content';

/** Attributes that elements do not have in a position. */
const unfit: Readonly<
  Record<string, Readonly<Partial<Record<SchemaPosition, readonly string[]>>>>
> = {
  element: {
    global: ['ref', 'form', ...occurs],
    local: ['substitutionGroup', 'final', 'abstract'],
    // a name is reported when the reference is read
    reference: [
      ...['type', 'substitutionGroup', 'default', 'fixed', 'nillable', 'abstract'],
      ...['final', 'block', 'form'],
    ],
  },
  attribute: { global: ['ref', 'form', 'use'], reference: ['type', 'form'] },
  complexType: { local: ['name', 'abstract', 'final', 'block'] },
  simpleType: { local: ['name', 'final'] },
  group: { global: ['ref', ...occurs], reference: ['name'] },
  attributeGroup: { global: ['ref'], reference: ['name'] },
  sequence: { content: occurs },
  choice: { content: occurs },
  all: { content: occurs },
};

const attributesOf: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries(known).map(([element, names]) => [element, new Set(names)]),
);

/** The position of an element of XML Schema inside another one. */
function positionOf(element: TreeElement, parent: TreeElement | undefined): SchemaPosition {
  if (parent?.local === 'schema' || parent?.local === 'redefine') return 'global';
  if (parent?.local === 'group') return 'content';
  return treeAttribute(element, 'ref') === undefined ? 'local' : 'reference';
}

const standings: Readonly<Record<SchemaPosition, string>> = {
  global: 'of the schema itself',
  local: 'inside another declaration',
  reference: "with 'ref'",
  content: "inside 'group'",
};

/**
 * Warns of attributes that an element of a schema does not have, such as a misspelt `nilable`,
 * because they have no effect.
 */
function warnOfAttributes(element: TreeElement, position: SchemaPosition, log: SyntaxLog): void {
  const { local, attributes } = element;
  const names = attributesOf.get(local);
  if (names === undefined || attributes.length === 0) return;
  const without = unfit[local]?.[position];
  for (const attribute of attributes) {
    let message: string;
    if (attribute.namespace === namespaces.xsd) {
      message =
        `Attribute '${attribute.local}' has the prefix of XML Schema, ` +
        `whose attributes have none`;
    } else if (attribute.namespace !== '') continue;
    else if (!names.has(attribute.local)) {
      message = `Element '${local}' of XML Schema has no attribute '${attribute.local}'`;
    } else if (without?.includes(attribute.local) === true) {
      message = `Element '${local}' ${standings[position]} has no attribute '${attribute.local}'`;
    } else continue;
    const span = valueSpan(element, attribute);
    log.warn({ code: 'ASMX3003', message, span, help: 'It has no effect' });
  }
}

const none: Annotation = { documentation: undefined, property: undefined, contentTypes: undefined };

/** The annotations of a declaration, read as one. Their defects go to the log. */
export function readAnnotation(element: TreeElement, log: SyntaxLog): Annotation {
  let documentation: TreeElement[] | undefined;
  let property: string | undefined;
  let found = false;
  for (const child of element.children) {
    if (child.local !== 'annotation' || child.namespace !== namespaces.xsd) continue;
    for (const one of child.children) {
      if (one.local === 'appinfo') property ??= readProperty(one, log);
      if (one.local !== 'documentation') continue;
      documentation ??= [];
      documentation.push(one);
    }
    found = true;
  }
  const contentTypes = expectedContentTypes(element);
  if (!found && contentTypes === undefined) return none;
  const text = documentation && documentationTextOf(documentation);
  return { documentation: text, property, contentTypes };
}

/** Namespaces of the note on media types of binary data, and of its drafts. */
const mimeNamespace = /^http:\/\/www\.w3\.org\/200\d\/\d\d\/xmlmime$/;

/** The media types that an element or type expects; `undefined` if they say nothing. */
function expectedContentTypes({ attributes }: TreeElement): string | undefined {
  for (const { local, namespace, value } of attributes) {
    if (local !== 'expectedContentTypes' || !mimeNamespace.test(namespace)) continue;
    const types = value.trim().replace(/\s+/g, ' ');
    return types === '' || types.length > longestName ? undefined : types;
  }
  return undefined;
}

/** A valid property name: an identifier without `$`, which marks our own. */
const usableName = /^[\p{ID_Start}_]\p{ID_Continue}*$/u;
const longestName = 250;

/** Elements of XML Schema whose property `jaxb:property` can name. */
const declarations: readonly string[] = ['element', 'attribute'];

/**
 * Warns of `jaxb:property` in the annotation of something that is not a property, such as a type.
 */
function warnOfProperty(
  annotation: TreeElement,
  parent: TreeElement | undefined,
  log: SyntaxLog,
): void {
  if (parent === undefined || declarations.includes(parent.local)) return;
  for (const child of annotation.children) {
    if (child.local !== 'appinfo' || child.namespace !== namespaces.xsd) continue;
    for (const property of child.children.filter(isProperty)) {
      log.warn({
        code: 'ASMX3006',
        message: `'jaxb:property' has no effect in '${parent.local}'`,
        span: spanOf(property),
        help: 'Put it into the element or attribute whose property it names, or remove it',
      });
    }
  }
}

/** Whether an element is `jaxb:property` (Jakarta XML Binding 3.0 section 7.8.1). */
function isProperty({ local, namespace }: TreeElement): boolean {
  return local === 'property' && jaxbNamespaces.some((one) => one === namespace);
}

/** The name given by `jaxb:property`. */
function readProperty(appinfo: TreeElement, log: SyntaxLog): string | undefined {
  for (const child of appinfo.children) {
    const attribute = isProperty(child) ? treeAttribute(child, 'name') : undefined;
    if (attribute === undefined) continue;
    const name = attribute.value.trim();
    if (usableName.test(name) && name.length <= longestName && name !== '__proto__') return name;
    log.warn({
      code: 'ASMX1023',
      message: `Attribute 'name' of 'jaxb:property' cannot be '${name.slice(0, longestName)}'`,
      span: valueSpan(child, attribute),
      help: "It is left out: write letters, digits and '_', a letter first",
    });
  }
  return undefined;
}
