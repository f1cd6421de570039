import type {
  ArrayType,
  FieldNotation,
  NamedType,
  TypeExpression,
} from '../../model/notation/notation.ts';
import type { ElementSyntax, ParticleSyntax, TypeSyntax } from '../../model/xsd/schema-document.ts';

/** How an element names its type: by reference, by an anonymous type, or not at all (any value). */
export type TypeUse = Pick<ElementSyntax, 'typeRef' | 'type'>;

/**
 * The types of one namespace as XML Schema. Services of the same namespace share them: the same
 * name always gives the same object.
 */
export interface TypeLibrary {
  readonly namespace: string;
  /** How to refer to a type. */
  use(base: NamedType | ArrayType): TypeUse;
  /** The element of a parameter, field or result with how often it occurs. */
  particle(field: FieldNotation): ParticleSyntax;
  /** A declared type, or the wrapper of an array. */
  syntax(base: NamedType | ArrayType): TypeSyntax | undefined;
  /**
   * The root element of a GET or POST answer; `undefined` for an XML fragment, which is its own
   * root.
   */
  root(type: TypeExpression): ElementSyntax | undefined;
  /** Whether a type can be null in .NET. */
  isReference(base: NamedType | ArrayType): boolean;
  /** The local name of a type: also of its items in an array, and of its root element. */
  nameOf(base: NamedType | ArrayType): string;
}
