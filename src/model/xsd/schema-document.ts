import type { Span } from '../../diagnostics/source-file.ts';
import type { QName } from '../common/qname.ts';
import type { Reference } from '../common/reference.ts';
import type { Annotation } from './annotation.ts';
import type {
  AttributeTraits,
  ComplexTypeTraits,
  ElementTraits,
  SimpleTypeTraits,
} from './traits.ts';

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
export interface ElementReference extends Annotation {
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
