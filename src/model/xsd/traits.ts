import type { Span } from '../../diagnostics/source-file.ts';
import type { QName } from '../common/qname.ts';
import type { Annotation } from './annotation.ts';
import type { DataSetDescription } from './data-set.ts';

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
  readonly dataSet?: DataSetDescription | undefined;
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
