import type {
  AttributeUse,
  ComplexType,
  ElementDeclaration,
  SimpleType,
  Wildcard,
} from '../model/xsd/schema.ts';
import { plainType, type TypeNode } from '../print/node.ts';
import type { AtomicType, OwnTypeUse } from './settings.ts';

const streamType = plainType('ReadableStream<Uint8Array>');

/** The shape of bytes that are a stream. */
export function streamShape(value: ValueShape): ValueShape {
  if (value.kind !== 'simple') return value;
  return {
    ...value,
    type: streamType,
    atomic: 'stream',
    description: { kind: 'builtin', constant: 'byteStream' },
  };
}

/**
 * Shapes: what a schema type becomes in TypeScript and on the wire. Declarations and descriptions
 * are both printed from them. Shapes of complex types form cycles; their content is computed on
 * demand.
 */
export type ValueShape = SimpleShape | ObjectShape | ArrayShape | XmlShape;

/** A simple type. */
export interface SimpleShape {
  readonly kind: 'simple';
  readonly source: SimpleType;
  readonly type: TypeNode;
  /** TypeScript type of the values, without an enumeration. */
  readonly atomic: AtomicType;
  readonly description: SimpleDescription;
  /** Whether values contain QNames, whose namespaces are declared in the start tag. */
  readonly qnames: boolean;
  /**
   * Whether values are, or contain, IDs and references, which are checked for a message as a whole.
   */
  readonly ids: boolean;
  /** Whether values are, or contain, names with a form, such as `xs:NCName`. */
  readonly names: boolean;
  /**
   * Whether the meaning of its text depends on the context, as for QNames. Its parser then also
   * takes the reader.
   */
  readonly scoped: boolean;
  /** Whether some values are words of an enumeration, of which editors offer a list. */
  readonly words: boolean;
}

/** What describes a simple type in generated code. */
export type SimpleDescription =
  | RuntimeDescription
  /** A constant of `descriptions.ts`: facets, a list or a union. */
  | { readonly kind: 'own'; readonly name: string }
  /** A constant of `descriptions.ts` with the user's functions. */
  | { readonly kind: 'custom'; readonly name: string; readonly use: OwnTypeUse };

/** A constant of the runtime. */
export interface RuntimeDescription {
  /** `text` if values are their text after white space is processed. */
  readonly kind: 'text' | 'builtin';
  readonly constant: string;
}

/** `xs:anyType`: the element itself. */
interface XmlShape {
  readonly kind: 'xml';
}

/** An ASMX array or a SOAP array: an element with items inside, in TypeScript an array. */
export interface ArrayShape {
  readonly kind: 'array';
  readonly source: ComplexType;
  /** Identifier in the names of its descriptions. */
  readonly name: string;
  /** The item. In a SOAP array, items are elements of any name. */
  readonly item: PlaceShape;
  /** Limits on the number of items. */
  readonly min: number;
  readonly max: number;
  readonly soap: boolean;
  /** Number of dimensions: 1, except for some SOAP arrays. */
  readonly rank: number;
  /** Default namespace in scope for its items. */
  readonly scope: string;
}

/** A complex type that is an object. */
export interface ObjectShape {
  readonly kind: 'object';
  readonly source: ComplexType;
  /** Identifier of the declaration that other types refer to. */
  readonly name: string;
  /** That declaration as a type. */
  readonly type: TypeNode;
  /** The type it extends, if TypeScript can express that. */
  readonly base: ObjectShape | undefined;
  /** All fields, inherited ones first; attributes before content at each level. */
  readonly fields: readonly ShapeField[];
  /** Fields that this type adds to its base; all fields if it has none. */
  readonly ownFields: readonly ShapeField[];
  readonly content: SequenceNode;
  readonly ownContent: SequenceNode;
  /** Default namespace in scope for its content. */
  readonly scope: string;
  /** Whether anything of it is in the start tag: attributes, `xsi:type`. */
  readonly tagged: boolean;
  readonly family: FamilyShape | undefined;
  /** The type as it is written, if this is how it is read and the two differ. */
  readonly written?: ObjectShape | undefined;
}

/** Types that can replace each other by `xsi:type`. */
export interface FamilyShape {
  /** Value of `$type`. */
  readonly literal: string;
  /** Whether some place has this type, and types derived from it may replace it there. */
  readonly head: boolean;
  /** Whether the type itself can be instantiated. */
  readonly concrete: boolean;
  /** Concrete types allowed at a place of this one, itself first. */
  readonly members: readonly ObjectShape[];
  /** Types that may replace it, as few unions. */
  readonly derived: readonly FamilyPart[];
  /**
   * Identifier of the interface with the fields; the type's own name if nothing is derived from it.
   */
  readonly fieldsName: string;
}

/** A type of a family, alone or with all that may replace it. */
export interface FamilyPart {
  readonly shape: ObjectShape;
  readonly whole: boolean;
}

/** An element at a place, with its possible content. */
export interface PlaceShape {
  readonly element: ElementDeclaration;
  readonly value: ValueShape;
  /** Whether its value may be `null`. */
  readonly nillable: boolean;
  /**
   * Whether it may be `null` although the contract does not say so, as an accessor of SOAP encoding
   * (SOAP 1.1 sections 5.1 and 5.6). It is then left out.
   */
  readonly isAccessor: boolean;
}

/** The same place with an element that is not nillable. */
export function notNil({ element, value }: PlaceShape): PlaceShape {
  return { element, value, nillable: false, isAccessor: false };
}

/** A property of an object. */
export type ShapeField =
  | AttributeField
  | AnyAttributesField
  | NamespacesField
  | TextField
  | MixedField
  | ContentField;
/** A property of child elements. */
export type ContentField = ElementField | HeadField | AnyField | GroupField;

export interface AttributeField {
  readonly kind: 'attribute';
  readonly property: string;
  readonly use: AttributeUse;
  readonly shape: SimpleShape;
}

/** `$anyAttributes`. */
export interface AnyAttributesField {
  readonly kind: 'anyAttributes';
  readonly property: string;
}

/** `$namespaces`: what prefixes in attributes and texts mean whose type the schema leaves open. */
export interface NamespacesField {
  readonly kind: 'namespaces';
  readonly property: string;
}

/** `$value`: text of simple content. */
interface TextField {
  readonly kind: 'text';
  readonly property: string;
  readonly shape: SimpleShape;
}

/** `$content`: nodes of mixed content. */
interface MixedField {
  readonly kind: 'mixed';
  readonly property: string;
}

/** Common properties of fields for child elements. */
interface Repeatable {
  readonly property: string;
  /** Whether it may be absent even if its branch is chosen. */
  readonly optional: boolean;
  readonly repeated: boolean;
  readonly min: number;
  readonly max: number;
}

export interface ElementField extends Repeatable {
  readonly kind: 'element';
  readonly place: PlaceShape;
}

/** An element that others can substitute. */
export interface HeadField extends Repeatable {
  readonly kind: 'head';
  readonly head: HeadShape;
}

/** A substitution group: each alternative is an object with one key. */
export interface HeadShape {
  readonly name: string;
  readonly element: ElementDeclaration;
  readonly alternatives: readonly HeadAlternative[];
}

interface HeadAlternative {
  readonly key: string;
  readonly place: PlaceShape;
}

/** `$any`. */
export interface AnyField extends Repeatable {
  readonly kind: 'any';
  readonly wildcard: Wildcard;
}

/** A repeated choice or sequence: a list of items in document order. */
export interface GroupField extends Repeatable {
  readonly kind: 'group';
  readonly group: GroupShape;
}

/** One iteration of a repeated group. */
export interface GroupShape {
  readonly name: string;
  readonly compositor: 'sequence' | 'choice';
  /** Maximum number of iterations. */
  readonly max: number;
  readonly fields: readonly ContentField[];
  readonly content: ContentNode;
  readonly scope: string;
  readonly namespace: string;
  /** The group as it is written, if this is how it is read and the two differ. */
  readonly written?: GroupShape | undefined;
}

/** Content model without repetition, which decides which fields occur together. */
export type ContentNode = FieldNode | SequenceNode | ChoiceNode;

export interface FieldNode {
  readonly kind: 'field';
  readonly field: ContentField;
  /** Whether the field may be absent here. */
  readonly optional: boolean;
  /** Occurrences here. A field that several branches share has those of all. */
  readonly min: number;
  readonly max: number;
  /** The wildcard here, if the field is one. Branches that share the field may have others. */
  readonly wildcard?: Wildcard | undefined;
}

export interface SequenceNode {
  readonly kind: 'sequence';
  readonly nodes: readonly ContentNode[];
}

export interface ChoiceNode {
  readonly kind: 'choice';
  readonly branches: readonly ContentNode[];
  /** Whether no branch may be chosen. */
  readonly optional: boolean;
}

/** Fields in the order of a content model, without duplicates. */
export function fieldsOf(node: ContentNode): readonly ContentField[] {
  const found = new Set<ContentField>();
  collectFields(node, found);
  return [...found];
}

function collectFields(node: ContentNode, found: Set<ContentField>): void {
  if (node.kind === 'field') {
    found.add(node.field);
  } else {
    for (const inner of node.kind === 'sequence' ? node.nodes : node.branches) {
      collectFields(inner, found);
    }
  }
}

/** Whether values are streams of bytes. */
export function isByteStream(value: ValueShape): boolean {
  return value.kind === 'simple' && value.atomic === 'stream';
}
