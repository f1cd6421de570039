import type { QName } from '../common/qname.ts';
import type { Annotation } from './annotation.ts';
import type { BuiltinName } from './builtin-types.ts';
import type { Compositor, IdentityConstraint, Occurs } from './schema-document.ts';
import type {
  AttributeTraits,
  ComplexTypeTraits,
  ElementTraits,
  SimpleTypeTraits,
} from './traits.ts';

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
