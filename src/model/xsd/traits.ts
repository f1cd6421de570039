import type { Span } from '../../diagnostics/source-file.ts';
import type { QName } from '../common/qname.ts';
import type { Annotation } from './annotation.ts';

/**
 * What a declaration says that no other declaration has a part in. The syntax of a construct and
 * what it is linked to both extend its traits, and linking passes them on as a whole.
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
   * What may not replace it: elements of its substitution group, derived types. Absent: no limits.
   */
  readonly block?: readonly DerivationMethod[] | undefined;
  /** How types of elements of its substitution group may not be derived. */
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
  /** How types that replace it by `xsi:type` may not be derived; absent for no limits. */
  readonly block?: readonly DerivationMethod[] | undefined;
  /** How no type may be derived from it. */
  readonly final?: readonly DerivationMethod[] | undefined;
}

/** Traits of `xs:simpleType`. */
export interface SimpleTypeTraits extends Traits {
  /** How no type may be derived from it; absent for no limits. */
  readonly final?: readonly DerivationMethod[] | undefined;
}

/** Ways of deriving, as `block` and `final` name them. */
export type DerivationMethod = 'extension' | 'restriction' | 'substitution' | 'list' | 'union';
