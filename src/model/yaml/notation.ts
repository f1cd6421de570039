import type { Span } from '../../diagnostics/source-file.ts';
import type { BindingKind, WrittenKind } from '../wsdl/definitions.ts';
import type { Annotation } from '../xsd/annotation.ts';
import type { FacetName } from '../xsd/schema-document.ts';

/**
 * The YAML notation after reading, with structure and names checked, but not converted to WSDL yet.
 */
export interface ContractNotation {
  readonly name: string;
  readonly namespace: string;
  readonly baseUrl?: string | undefined;
  readonly documentation?: string | undefined;
  /** Whether GET and POST require every parameter, including those that are optional over SOAP. */
  readonly allParameters: boolean;
  readonly services: readonly ServiceNotation[];
  /** By name, in document order. */
  readonly types: ReadonlyMap<string, TypeNotation>;
}

/** One entry of `services`. */
export interface ServiceNotation {
  readonly name: string;
  readonly span: Span;
  /** Begins with `/`. */
  readonly path: string;
  readonly namespace: string;
  readonly bindings: readonly BindingKind[];
  /** Whether scripts may call it, as `[ScriptService]` of ASMX. */
  readonly script?: true | undefined;
  readonly documentation?: string | undefined;
  readonly operations: readonly OperationNotation[];
}

/** One entry of `operations`. */
export interface OperationNotation {
  readonly name: string;
  readonly span: Span;
  readonly documentation?: string | undefined;
  readonly parameters: readonly FieldNotation[];
  readonly returns: ReturnsNotation;
  /** SOAP headers, by the names of their elements. */
  readonly headers: readonly HeaderNotation[];
  /** Declared faults, by the names of their details' elements. */
  readonly faults: readonly FieldNotation[];
  readonly oneWay: boolean;
  readonly bindings: readonly BindingKind[];
  /** Position of its own `bindings`; absent if it uses those of the service. */
  readonly bindingsSpan?: Span | undefined;
  /** Whether operation, service and contract all leave `bindings` out, so that all four count. */
  readonly assumesBindings?: true | undefined;
  readonly soapAction?: string | undefined;
}

/** The output of an operation. */
export type ReturnsNotation =
  | { readonly kind: 'void' }
  | { readonly kind: 'written'; readonly as: WrittenKind }
  /** One value, the `<Op>Result`. */
  | { readonly kind: 'result'; readonly field: FieldNotation }
  /** Several out parameters. */
  | { readonly kind: 'out'; readonly fields: readonly FieldNotation[] };

/** A SOAP header of an operation: of the request, of the answer, or of both. */
export interface HeaderNotation extends FieldNotation {
  readonly in: boolean;
  readonly out: boolean;
}

/** A parameter, a field, an attribute, a result, a SOAP header or the detail of a fault. */
export interface FieldNotation extends Annotation {
  readonly name: string;
  /** Span of its key. */
  readonly span: Span;
  readonly type: TypeExpression;
  readonly default?: string | undefined;
}

/** One entry of `types`. */
export type TypeNotation = ClassNotation | EnumerationNotation | RestrictionNotation;

/** A type with `fields`, or with only `text` and attributes. */
export interface ClassNotation extends Annotation {
  readonly kind: 'class';
  readonly name: string;
  readonly span: Span;
  readonly abstract: boolean;
  readonly extends?: NamedType | undefined;
  readonly fields: readonly FieldNotation[];
  readonly attributes: readonly FieldNotation[];
  /** Type of the text between the tags. */
  readonly text?: TypeExpression | undefined;
}

/** A type with `values`. */
export interface EnumerationNotation extends Annotation {
  readonly kind: 'enumeration';
  readonly name: string;
  readonly span: Span;
  /** Several values at once, separated by spaces. */
  readonly flags: boolean;
  readonly values: readonly EnumerationValueNotation[];
}

export interface EnumerationValueNotation extends Annotation {
  readonly value: string;
  readonly span: Span;
}

/** A simple type with facets. */
export interface RestrictionNotation extends Annotation {
  readonly kind: 'restriction';
  readonly name: string;
  readonly span: Span;
  readonly base: NamedType;
  readonly facets: readonly FacetNotation[];
}

export interface FacetNotation {
  readonly name: FacetName;
  readonly value: string;
  readonly span: Span;
}

/** The type after a colon: `string?`, `Mark[]`, `Note | null`. */
export interface TypeExpression {
  readonly base: NamedType | ArrayType;
  /** `?`: may be absent. */
  readonly optional: boolean;
  /** `| null`. */
  readonly nillable: boolean;
  /** `*`: the element itself is repeated. */
  readonly repeated: boolean;
  readonly span: Span;
}

/** A type by name. */
export interface NamedType {
  readonly kind: 'named';
  readonly name: string;
  readonly span: Span;
}

/** `T[]`: an array as ASMX writes it, a wrapper with items. */
export interface ArrayType {
  readonly kind: 'array';
  readonly item: TypeExpression;
  readonly span: Span;
}
