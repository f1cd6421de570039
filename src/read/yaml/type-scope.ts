import type { ElementSyntax, ParticleSyntax, TypeSyntax } from '../../model/xsd/schema-document.ts';
import type {
  ArrayType,
  FieldNotation,
  NamedType,
  TypeExpression,
} from '../../model/yaml/notation.ts';

/** The type of an element: a reference, an anonymous type, or none (any value). */
export type TypeUse = Pick<ElementSyntax, 'typeRef' | 'type'>;

/**
 * The types of one namespace as XML Schema. Services with the same namespace share them: each name
 * always returns the same object.
 */
export interface TypeLibrary {
  readonly namespace: string;
  /** How to refer to a type. */
  use(base: NamedType | ArrayType): TypeUse;
  /** The element of a parameter, field or result, with its occurrences. */
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
  /** The local name of a type, also used for array items and root elements. */
  nameOf(base: NamedType | ArrayType): string;
}
