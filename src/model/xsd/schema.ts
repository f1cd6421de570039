import { namespaces, type QName, qnameKey, type Reference } from '../xml.ts';
import { type BuiltinName, builtinNames, builtins, isNumberOrBoolean, kindOf } from './builtins.ts';
import type {
  Annotation,
  AttributeSyntax,
  AttributeTraits,
  ComplexTypeTraits,
  Compositor,
  ElementTraits,
  IdentityConstraint,
  Occurs,
  SchemaDocument,
  SimpleTypeTraits,
  TypeSyntax,
  WildcardSyntax,
} from './schema-document.ts';

/** What a value is to programs, roughly: a boolean counts as a number, an enumeration as `word`. */
export function kindOfValue(type: SchemaType): 'number' | 'date' | 'word' | 'text' | 'object' {
  if (type.kind === 'complex') return 'object';
  const { builtin, facets } = type;
  if (facets.enumeration !== undefined) return 'word';
  if (builtin !== undefined && isNumberOrBoolean(builtin)) return 'number';
  return kindOf(builtin) === 'date' ? 'date' : 'text';
}

/**
 * A simple type with all types of its values: item types of lists and members of unions, at any
 * depth. Without duplicates, because unions with the same members would double them at each level.
 */
export function simpleTypesIn(type: SimpleType): ReadonlySet<SimpleType> {
  const found = new Set([type]);
  for (const { item, members } of found) {
    if (item !== undefined) found.add(item);
    for (const member of members ?? []) found.add(member);
  }
  return found;
}

/**
 * Creates a test of whether a type, or some type in it, is of a kind. Results are cached, because a
 * large union may be a member of many others, so types must be complete when tested.
 */
export function someSimpleType(is: (type: SimpleType) => boolean): (type: SimpleType) => boolean {
  const known = new WeakMap<SimpleType, boolean>();
  const holds = (type: SimpleType): boolean => {
    const before = known.get(type);
    if (before !== undefined) return before;
    // preliminary, because types defined by themselves are reported elsewhere
    known.set(type, false);
    const { item, members = [] } = type;
    const found = is(type) || (item !== undefined && holds(item)) || members.some(holds);
    known.set(type, found);
    return found;
  };
  return holds;
}

/**
 * The namespaces that a wildcard in a schema for `targetNamespace` allows (XML Schema part 1
 * section 3.10.2).
 */
export function linkWildcard(syntax: WildcardSyntax, targetNamespace: string): Wildcard {
  const { processContents } = syntax;
  const text = syntax.namespace.trim();
  if (text === '' || text === '##any') return { allowed: { kind: 'any' }, processContents };
  if (text === '##other') {
    return { allowed: { kind: 'other', than: targetNamespace }, processContents };
  }
  const namespaces = text.split(/[ \t\r\n]+/).map((token) => {
    if (token === '##targetNamespace') return targetNamespace;
    return token === '##local' ? '' : token;
  });
  return { allowed: { kind: 'list', namespaces: [...new Set(namespaces)] }, processContents };
}

/**
 * The union of two wildcards: an extension adds to what it inherits (section 3.10.6, attribute
 * wildcard union).
 */
export function uniteWildcards(
  a: Wildcard | undefined,
  b: Wildcard | undefined,
): Wildcard | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const { processContents } = b;
  if (a.allowed.kind === 'list' && b.allowed.kind === 'list') {
    const namespaces = [...new Set([...a.allowed.namespaces, ...b.allowed.namespaces])];
    return { allowed: { kind: 'list', namespaces }, processContents };
  }
  if (
    a.allowed.kind === 'other' &&
    b.allowed.kind === 'other' &&
    a.allowed.than === b.allowed.than
  ) {
    return { allowed: a.allowed, processContents };
  }
  return { allowed: { kind: 'any' }, processContents };
}

/**
 * The intersection of two wildcards: that of a type and of an attribute group it refers to (section
 * 3.4.2).
 */
export function intersectWildcards(
  a: Wildcard | undefined,
  b: Wildcard | undefined,
): Wildcard | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const { processContents } = a;
  if (a.allowed.kind === 'any') return { allowed: b.allowed, processContents };
  if (b.allowed.kind === 'any') return a;
  if (a.allowed.kind === 'list') {
    const other = b.allowed;
    const namespaces = a.allowed.namespaces.filter((namespace) =>
      other.kind === 'list'
        ? other.namespaces.includes(namespace)
        : namespace !== other.than && namespace !== '',
    );
    return { allowed: { kind: 'list', namespaces }, processContents };
  }
  return b.allowed.kind === 'list' ? intersectWildcards(b, a) : a;
}

/** Whether a wildcard allows elements of a namespace (section 3.10.4). */
export function allowsNamespace({ allowed }: Wildcard, namespace: string): boolean {
  if (allowed.kind === 'any') return true;
  if (allowed.kind === 'list') return allowed.namespaces.includes(namespace);
  return namespace !== '' && namespace !== allowed.than;
}

/** Whether some namespace is allowed by both of two wildcards. */
export function haveCommon(a: Wildcard, b: Wildcard): boolean {
  if (a.allowed.kind === 'list') return a.allowed.namespaces.some((one) => allowsNamespace(b, one));
  return b.allowed.kind === 'list' ? haveCommon(b, a) : true;
}

/** A type in a declaration: a reference, or an inner type. */
export interface GivenType {
  readonly typeRef?: Reference | undefined;
  readonly type?: TypeSyntax | undefined;
}

/** Finds out which values of unlinked schemas have QNames. */
export interface QNameSyntax {
  /** Whether the text of a type is, or contains, QNames. */
  holds(given: GivenType): boolean;
  /** The global attribute with a name. */
  attribute(name: QName): AttributeSyntax | undefined;
}

/** Looks up the types of schemas. Of two declarations with the same name, the first counts. */
export function qnameSyntax(schemas: readonly SchemaDocument[]): QNameSyntax {
  const types = new Map<string, TypeSyntax>();
  const attributes = new Map<string, AttributeSyntax>();
  for (const schema of schemas) {
    const redefined = schema.redefinitions.filter(isType);
    for (const type of [...redefined, ...schema.types]) {
      const key = type.name === undefined ? undefined : qnameKey(type.name);
      if (key !== undefined && !types.has(key)) types.set(key, type);
    }
    for (const one of schema.attributes) attributes.set(qnameKey(one.name), one);
  }
  const known = new Map<TypeSyntax, boolean>();
  return {
    holds,
    attribute: (name) => attributes.get(qnameKey(name)),
  };

  function holds({ typeRef, type }: GivenType): boolean {
    if (type !== undefined) return typeHolds(type);
    if (typeRef === undefined) return false;
    const builtin = findBuiltin(typeRef.name);
    if (builtin !== undefined) {
      return (
        builtin.kind === 'simple' && (builtin.builtin === 'QName' || builtin.builtin === 'NOTATION')
      );
    }
    const declared = types.get(qnameKey(typeRef.name));
    return declared !== undefined && typeHolds(declared);
  }

  function typeHolds(type: TypeSyntax): boolean {
    const before = known.get(type);
    if (before !== undefined) return before;
    // a type defined by itself has none
    known.set(type, false);
    const found = partsOf(type).some(holds);
    known.set(type, found);
    return found;
  }
}

function isType(one: SchemaDocument['redefinitions'][number]): one is TypeSyntax {
  return one.kind === 'complexType' || one.kind === 'simpleType';
}

/** The types of the values in the text of a type. */
function partsOf(type: TypeSyntax): readonly GivenType[] {
  if (type.kind === 'complexType') {
    const { derivation } = type;
    if (derivation?.content !== 'simple') return [];
    return [{ typeRef: derivation.base }, { type: derivation.simpleType }];
  }
  const { variety } = type;
  switch (variety.kind) {
    case 'restriction':
      return [{ typeRef: variety.base, type: variety.type }];
    case 'list':
      return [{ typeRef: variety.itemRef, type: variety.item }];
    case 'union':
      return [
        ...variety.memberRefs.map((typeRef) => ({ typeRef })),
        ...variety.members.map((member) => ({ type: member })),
      ];
  }
}

const created = new Map<string, SimpleType>();

/**
 * The one object of a built-in simple type. Its own range and white space follow from `builtin`,
 * and are not listed as facets; the least length of lists is one.
 */
export function builtinType(name: BuiltinName): SimpleType {
  const known = created.get(name);
  if (known !== undefined) return known;
  const { item, base: restricted = 'anySimpleType' } = builtins[name];
  const base = name === 'anySimpleType' ? undefined : builtinType(restricted);
  const microsoft = name === 'guid' || name === 'char';
  const type: SimpleType = {
    kind: 'simple',
    name: {
      namespace: microsoft ? namespaces.microsoftTypes : namespaces.xsd,
      localName: name,
    },
    context: [],
    variety: item === undefined ? 'atomic' : 'list',
    builtin: name,
    base,
    item: item === undefined ? undefined : builtinType(item),
    members: undefined,
    // no list of these is empty (XML Schema part 2 sections 3.3.5, 3.3.10 and 3.3.12)
    facets: item === undefined ? {} : { minLength: 1 },
    documentation: undefined,
    span: undefined,
  };
  created.set(name, type);
  return type;
}

/** The ur-type (XML Schema part 1 section 3.4.7): mixed content of any elements, any attributes. */
export const anyType: ComplexType = {
  kind: 'complex',
  name: { namespace: namespaces.xsd, localName: 'anyType' },
  context: [],
  abstract: false,
  mixed: true,
  base: undefined,
  derivation: undefined,
  simpleContent: undefined,
  ...urContent(),
  attributes: [],
  ownAttributes: [],
  anyAttribute: { allowed: { kind: 'any' }, processContents: 'lax' },
  derived: [],
  soapArray: undefined,
  documentation: undefined,
  span: undefined,
};

function urContent(): Pick<ComplexType, 'particle' | 'ownParticle'> {
  const particle: ComplexType['particle'] = {
    kind: 'model',
    compositor: 'sequence',
    occurs: { min: 1, max: 1 },
    particles: [
      {
        kind: 'any',
        wildcard: { allowed: { kind: 'any' }, processContents: 'lax' },
        occurs: { min: 0, max: Number.POSITIVE_INFINITY },
      },
    ],
  };
  return { particle, ownParticle: particle };
}

const xsdNames: ReadonlySet<string> = new Set(
  builtinNames.filter((name) => name !== 'guid' && name !== 'char'),
);

/**
 * Names in the SOAP encoding schemas for types that differ from a built-in only by `id` and `href`.
 */
const soapNames: ReadonlyMap<string, BuiltinName> = new Map([
  ...[...xsdNames].map((name) => [name, name as BuiltinName] as const),
  ['base64', 'base64Binary'],
]);

/**
 * The built-in type with a name, whatever a contract declares: XML Schema's own, ASMX's `guid` and
 * `char`, and those of the SOAP encoding, which are equal to XML Schema's (SOAP 1.1 section 5.2).
 */
export function findBuiltin(name: QName): SchemaType | undefined {
  const { namespace, localName } = name;
  if (namespace === namespaces.xsd) {
    if (xsdNames.has(localName)) return builtinType(localName as BuiltinName);
    return localName === 'anyType' ? anyType : undefined;
  }
  if (namespace === namespaces.microsoftTypes) {
    return localName === 'guid' || localName === 'char' ? builtinType(localName) : undefined;
  }
  if (namespace === namespaces.soapEncoding11 || namespace === namespaces.soapEncoding12) {
    const builtin = soapNames.get(localName);
    if (builtin !== undefined) return builtinType(builtin);
    return localName === 'anyType' ? anyType : undefined;
  }
  return undefined;
}

/** Whether a type is the ur-type, the base of every type, which does not restrict anything. */
export function isAnyType(type: SchemaType): boolean {
  return type === anyType;
}

/**
 * The type graph of XML Schema, linked from the schema documents. Every reference is an object,
 * groups and attribute groups are expanded, and inherited content is included. Objects are shared
 * and may form cycles; identity is the key.
 */
export type SchemaType = SimpleType | ComplexType;

/** A simple type: built-in, or derived by restriction, list or union (XML Schema part 2). */
export interface SimpleType extends SimpleTypeTraits {
  readonly kind: 'simple';
  /** Absent for anonymous types. Built-ins have their name in the XML Schema namespace. */
  readonly name?: QName | undefined;
  /**
   * The components around an anonymous type, outermost first: `['Order', 'status']`. Empty for
   * named ones.
   */
  readonly context: readonly string[];
  readonly variety: 'atomic' | 'list' | 'union';
  /**
   * Nearest built-in ancestor of an atomic type; the type itself if it is built-in. Lists and
   * unions have none.
   */
  readonly builtin?: BuiltinName | undefined;
  readonly base?: SimpleType | undefined;
  /** Item type of a list. */
  readonly item?: SimpleType | undefined;
  /** Member types of a union, in order. */
  readonly members?: readonly SimpleType[] | undefined;
  /**
   * Facets in force, merged with those of all ancestors. Those implied by a built-in are not
   * included.
   */
  readonly facets: Facets;
}

/**
 * Constraining facets in force (XML Schema part 2 section 4.3). Bounds are lexical values of the
 * type.
 */
export interface Facets {
  readonly enumeration?: readonly EnumerationValue[] | undefined;
  /** Patterns of one restriction are alternatives; those of several restrictions must all match. */
  readonly patterns?: readonly (readonly string[])[] | undefined;
  readonly length?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minInclusive?: string | undefined;
  readonly maxInclusive?: string | undefined;
  readonly minExclusive?: string | undefined;
  readonly maxExclusive?: string | undefined;
  readonly totalDigits?: number | undefined;
  readonly fractionDigits?: number | undefined;
  readonly whiteSpace?: 'preserve' | 'replace' | 'collapse' | undefined;
}

export interface EnumerationValue extends Annotation {
  readonly value: string;
}

/** A complex type (XML Schema part 1 section 3.4). */
export interface ComplexType extends ComplexTypeTraits {
  readonly kind: 'complex';
  readonly name?: QName | undefined;
  /**
   * The components around an anonymous type, outermost first: `['Order', 'items']`. Empty for named
   * ones.
   */
  readonly context: readonly string[];
  /** Complex base other than `xs:anyType`. */
  readonly base?: ComplexType | undefined;
  readonly derivation?: 'extension' | 'restriction' | undefined;
  /** Type of the text, for simple content. */
  readonly simpleContent?: SimpleType | undefined;
  /** Whole content model, inherited part first; absent for empty and simple content. */
  readonly particle?: Particle | undefined;
  /** The part of `particle` that an extension adds; `particle` itself otherwise. */
  readonly ownParticle?: Particle | undefined;
  /** All attribute uses, inherited first, without prohibited ones. */
  readonly attributes: readonly AttributeUse[];
  /** Attributes added by an extension; otherwise all of them. */
  readonly ownAttributes: readonly AttributeUse[];
  readonly anyAttribute?: Wildcard | undefined;
  /** Named types that derive directly from this one, in document order. */
  readonly derived: readonly ComplexType[];
  /** Set when the type restricts `soapenc:Array` (SOAP 1.1 section 5.4). */
  readonly soapArray?: SoapArrayType | undefined;
}

/** The content of a SOAP array. In an array of arrays, the item is an anonymous SOAP array. */
export interface SoapArrayType {
  readonly item: SchemaType;
  /** `[]`, with a comma for each further dimension. */
  readonly dimensions: string;
}

export interface AttributeUse extends AttributeTraits {
  readonly type: SimpleType;
  readonly required: boolean;
}

export interface Wildcard {
  /** Allowed namespaces: any, any but one, or a list (empty string: no namespace). */
  readonly allowed:
    | { readonly kind: 'any' }
    | { readonly kind: 'other'; readonly than: string }
    | { readonly kind: 'list'; readonly namespaces: readonly string[] };
  readonly processContents: 'strict' | 'lax' | 'skip';
}

export type Particle = ElementParticle | ModelParticle | WildcardParticle;

export interface ElementParticle {
  readonly kind: 'element';
  readonly element: ElementDeclaration;
  readonly occurs: Occurs;
  /** The annotation of a reference to a global element, in addition to that of the declaration. */
  readonly reference?: Annotation | undefined;
}

/** A model group. `xs:group` references are replaced by the group's content, with its name. */
export interface ModelParticle {
  readonly kind: 'model';
  readonly compositor: Compositor;
  readonly particles: readonly Particle[];
  readonly occurs: Occurs;
  readonly groupName?: QName | undefined;
}

export interface WildcardParticle {
  readonly kind: 'any';
  readonly wildcard: Wildcard;
  readonly occurs: Occurs;
}

export interface ElementDeclaration extends ElementTraits {
  readonly type: SchemaType;
  /** `xs:key`, `xs:keyref`, `xs:unique`: kept, not enforced. */
  readonly constraints?: readonly IdentityConstraint[] | undefined;
  /**
   * Elements that may replace it, of all levels, in document order, without itself and abstract
   * ones.
   */
  readonly substitutes: readonly ElementDeclaration[];
}
