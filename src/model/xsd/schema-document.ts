import type { Span } from '../../diagnostics/diagnostic.ts';
import type { QName, Reference } from '../xml.ts';

/**
 * One `xs:schema` as read (XML Schema 1.0 part 1): declarations with qualified names (with element
 * and attribute forms applied), references by name. The reader resolves `xs:include`: an included
 * document is a separate `SchemaDocument` with the including namespace (chameleon). The same goes
 * for `redefine`, with the redefinitions in `redefinitions`.
 */
export interface SchemaDocument extends Annotation {
  /** Empty for no namespace. */
  readonly targetNamespace: string;
  readonly elementFormDefault: SchemaForm;
  readonly attributeFormDefault: SchemaForm;
  /** Namespaces in `xs:import`, whether or not a document was found for them. */
  readonly imports: readonly SchemaImport[];
  readonly elements: readonly ElementSyntax[];
  readonly attributes: readonly AttributeSyntax[];
  readonly types: readonly TypeSyntax[];
  readonly groups: readonly GroupSyntax[];
  readonly attributeGroups: readonly AttributeGroupSyntax[];
  /**
   * Components inside `xs:redefine`, which replace those of the same name and may refer to them.
   */
  readonly redefinitions: readonly (TypeSyntax | GroupSyntax | AttributeGroupSyntax)[];
  /**
   * Position in an order in which included and redefined documents come first; absent for a single
   * document.
   */
  readonly order?: number | undefined;
  /** Whether it is a standard schema built into this tool instead of part of the contract. */
  readonly builtin?: boolean | undefined;
  readonly span: Span;
}

export type SchemaForm = 'qualified' | 'unqualified';

/** A schema without declarations. */
export function emptySchema(
  targetNamespace: string,
  elementFormDefault: SchemaForm,
  span: Span,
): SchemaDocument {
  return {
    targetNamespace,
    elementFormDefault,
    attributeFormDefault: 'unqualified',
    imports: [],
    elements: [],
    attributes: [],
    types: [],
    groups: [],
    attributeGroups: [],
    redefinitions: [],
    span,
  };
}

export interface SchemaImport {
  readonly namespace: string;
  readonly schemaLocation?: string | undefined;
  readonly span: Span;
}

/**
 * Namespaces of the prefixes in a value, and of unprefixed names under `''`; prefixes without a
 * namespace are absent.
 */
export type NamespaceBindings = ReadonlyMap<string, string>;

/** Occurrences of a particle; `Infinity` for `unbounded`. */
export interface Occurs {
  readonly min: number;
  readonly max: number;
}

/** `xs:element` with a name, global or local. */
export interface ElementSyntax extends ElementTraits {
  readonly kind: 'element';
  /**
   * Exactly one of `typeRef` and `type`, or neither: `xs:anyType` (or the substitution head's
   * type).
   */
  readonly typeRef?: Reference | undefined;
  readonly type?: TypeSyntax | undefined;
  /**
   * Prefixes of QNames in the default or fixed value; absent if its type certainly has no QNames.
   */
  readonly names?: NamespaceBindings | undefined;
  readonly substitutionGroup?: Reference | undefined;
  /** `xs:key`, `xs:keyref`, `xs:unique`: kept, not enforced. */
  readonly constraints: readonly IdentityConstraint[];
  readonly span: Span;
}

export interface IdentityConstraint {
  readonly kind: 'key' | 'keyref' | 'unique';
  readonly name: string;
  readonly selector: string;
  readonly fields: readonly string[];
  /** Namespaces of the prefixes in the selector, then in each field. */
  readonly names?: readonly (NamespaceBindings | undefined)[] | undefined;
  readonly refer?: Reference | undefined;
  readonly span: Span;
}

/** `xs:attribute` with a name, global or local. */
export interface AttributeSyntax extends AttributeTraits {
  readonly kind: 'attribute';
  readonly typeRef?: Reference | undefined;
  readonly type?: SimpleTypeSyntax | undefined;
  readonly use: AttributeUseKind;
  /**
   * Prefixes of QNames in the default or fixed value; absent if its type certainly has no QNames.
   */
  readonly names?: NamespaceBindings | undefined;
  /**
   * `wsdl:arrayType` of a soapenc:arrayType attribute, such as `tns:Item[]`: the type's name, and
   * the dimensions as text.
   */
  readonly arrayType?: { readonly type: Reference; readonly dimensions: string } | undefined;
  readonly span: Span;
}

export type AttributeUseKind = 'optional' | 'required' | 'prohibited';

export type AttributeEntry =
  | AttributeSyntax
  | AttributeReference
  | { readonly kind: 'attributeGroupRef'; readonly ref: Reference; readonly span: Span };

/** `xs:attribute` with `ref`. */
export interface AttributeReference
  extends Omit<AttributeSyntax, 'kind' | 'name' | 'type' | 'typeRef'> {
  readonly kind: 'attributeRef';
  readonly ref: Reference;
}

export interface WildcardSyntax {
  /** `##any`, `##other`, or a list of URIs, `##targetNamespace` and `##local`. */
  readonly namespace: string;
  readonly processContents: 'strict' | 'lax' | 'skip';
  readonly span: Span;
}

export type ParticleSyntax =
  | {
      readonly kind: 'elementParticle';
      readonly element: ElementSyntax;
      readonly occurs: Occurs;
      readonly span: Span;
    }
  | ElementReference
  | {
      readonly kind: 'groupRef';
      readonly ref: Reference;
      readonly occurs: Occurs;
      readonly span: Span;
    }
  | {
      readonly kind: 'model';
      readonly compositor: Compositor;
      readonly particles: readonly ParticleSyntax[];
      readonly occurs: Occurs;
      readonly span: Span;
    }
  | {
      readonly kind: 'any';
      readonly wildcard: WildcardSyntax;
      readonly occurs: Occurs;
      readonly span: Span;
    };

/** `xs:element` with `ref`. */
interface ElementReference extends Annotation {
  readonly kind: 'elementRef';
  readonly ref: Reference;
  readonly occurs: Occurs;
  readonly span: Span;
}

export type Compositor = 'sequence' | 'choice' | 'all';

export type TypeSyntax = ComplexTypeSyntax | SimpleTypeSyntax;

/** `xs:complexType`. */
export interface ComplexTypeSyntax extends ComplexTypeTraits {
  readonly kind: 'complexType';
  readonly name?: QName | undefined;
  readonly derivation?: ComplexDerivationSyntax | undefined;
  /** Content model of the type itself, or of its extension or restriction. */
  readonly particle?: ParticleSyntax | undefined;
  readonly attributes: readonly AttributeEntry[];
  readonly anyAttribute?: WildcardSyntax | undefined;
  readonly span: Span;
}

/** `xs:simpleContent` or `xs:complexContent` with its content. */
export interface ComplexDerivationSyntax {
  readonly content: 'simple' | 'complex';
  readonly method: 'extension' | 'restriction';
  readonly base: Reference;
  /** For a restriction of simple content: the inner simple type. Its facets are below. */
  readonly simpleType?: SimpleTypeSyntax | undefined;
  readonly facets: readonly FacetSyntax[];
}

/** `xs:simpleType`. */
export interface SimpleTypeSyntax extends SimpleTypeTraits {
  readonly kind: 'simpleType';
  readonly name?: QName | undefined;
  readonly variety:
    | {
        readonly kind: 'restriction';
        readonly base?: Reference | undefined;
        readonly type?: SimpleTypeSyntax | undefined;
        readonly facets: readonly FacetSyntax[];
      }
    | {
        readonly kind: 'list';
        readonly itemRef?: Reference | undefined;
        readonly item?: SimpleTypeSyntax | undefined;
      }
    | {
        readonly kind: 'union';
        readonly memberRefs: readonly Reference[];
        readonly members: readonly SimpleTypeSyntax[];
      };
  readonly span: Span;
}

export type FacetName =
  | 'enumeration'
  | 'pattern'
  | 'length'
  | 'minLength'
  | 'maxLength'
  | 'minInclusive'
  | 'maxInclusive'
  | 'minExclusive'
  | 'maxExclusive'
  | 'totalDigits'
  | 'fractionDigits'
  | 'whiteSpace';

export interface FacetSyntax extends Annotation {
  readonly name: FacetName;
  readonly value: string;
  /** Prefixes of QNames in an enumeration; absent if its type certainly has no QNames. */
  readonly names?: NamespaceBindings | undefined;
  readonly span: Span;
}

/** `xs:group` definition. */
export interface GroupSyntax {
  readonly kind: 'group';
  readonly name: QName;
  readonly particle: ParticleSyntax;
  readonly span: Span;
}

/** `xs:attributeGroup` definition. */
export interface AttributeGroupSyntax {
  readonly kind: 'attributeGroup';
  readonly name: QName;
  readonly attributes: readonly AttributeEntry[];
  readonly anyAttribute?: WildcardSyntax | undefined;
  readonly span: Span;
}

/**
 * Properties of a declaration that do not involve other declarations. Both the syntax of a
 * construct and its linked form extend them, and linking copies them as a whole.
 */
interface Traits extends Annotation {
  readonly span?: Span | undefined;
}

/** Traits of `xs:element` with a name. */
export interface ElementTraits extends Traits {
  /** Namespace is empty for an unqualified local element. */
  readonly name: QName;
  readonly global: boolean;
  readonly nillable: boolean;
  readonly default?: string | undefined;
  readonly fixed?: string | undefined;
  readonly abstract: boolean;
  /**
   * What must not replace it: elements of its substitution group, derived types. Absent: no limits.
   */
  readonly block?: readonly DerivationMethod[] | undefined;
  /** The DataSet of .NET that it is, with what its schema says of it. */
  readonly dataSet?: DescribedDataSet | undefined;
  /** Derivation methods that are not allowed for types of elements of its substitution group. */
  readonly final?: readonly DerivationMethod[] | undefined;
}

/** Traits of `xs:attribute` with a name. */
export interface AttributeTraits extends Traits {
  readonly name: QName;
  readonly default?: string | undefined;
  readonly fixed?: string | undefined;
}

/** Traits of `xs:complexType`. */
export interface ComplexTypeTraits extends Traits {
  readonly abstract: boolean;
  readonly mixed: boolean;
  /**
   * Derivation methods that are not allowed for types that replace it by `xsi:type`; absent for no
   * limits.
   */
  readonly block?: readonly DerivationMethod[] | undefined;
  /** Derivation methods that are not allowed for types derived from it. */
  readonly final?: readonly DerivationMethod[] | undefined;
}

/** Traits of `xs:simpleType`. */
export interface SimpleTypeTraits extends Traits {
  /** Derivation methods that are not allowed for types derived from it; absent for no limits. */
  readonly final?: readonly DerivationMethod[] | undefined;
}

/** Derivation methods, as in `block` and `final`. */
export type DerivationMethod = 'extension' | 'restriction' | 'substitution' | 'list' | 'union';

/**
 * What annotates a declaration: its `xs:annotation` (XML Schema part 1 section 3.13), and
 * attributes of other namespaces. All stages pass it on as a
 * whole, by spreading it.
 */
export interface Annotation {
  readonly documentation?: string | undefined;
  /** Name of its property in generated code, from `jaxb:property` in `xs:appinfo`. */
  readonly property?: string | undefined;
  /** Media types of binary content, from `xmime:expectedContentTypes` (W3C note of May 2005). */
  readonly contentTypes?: string | undefined;
}

/** Namespaces of Jakarta XML Binding: since version 3.0, and before. */
export const jaxbNamespaces = [
  'https://jakarta.ee/xml/ns/jaxb',
  'http://java.sun.com/xml/ns/jaxb',
] as const;

/** Only the annotation of a declaration. */
export function annotationOf({ documentation, property, contentTypes }: Annotation): Annotation {
  return { documentation, property, contentTypes };
}

/** The media types of the content of an element, by itself or by its type. */
export function contentTypesOf(
  element: Annotation & { readonly type: Annotation },
): string | undefined {
  return element.contentTypes ?? element.type.contentTypes;
}

/** A DataSet of .NET that a schema describes: an element with `msdata:IsDataSet`. */
export interface DescribedDataSet {
  /** Name of the set. Names are decoded: `Unit_x0020_Price` is `Unit Price`. */
  readonly name: string;
  /** XML namespace of its tables; `''` for none. */
  readonly namespace: string;
  /** Types of the columns, by table: names of built-in types, or `guid` and the like. */
  readonly columns: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Columns that are never null, by table. */
  readonly required: Readonly<Record<string, readonly string[]>>;
  /** Columns of the primary key, by table. */
  readonly primaryKeys: Readonly<Record<string, readonly string[]>>;
  readonly relations: readonly DataSetRelation[];
}

/** A relation between two tables. */
interface DataSetRelation {
  readonly name: string;
  readonly parent: string;
  readonly child: string;
  readonly parentColumns: readonly string[];
  readonly childColumns: readonly string[];
}
