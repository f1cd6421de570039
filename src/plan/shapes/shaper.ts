import type {
  ComplexType,
  ElementDeclaration,
  SchemaType,
  SimpleType,
} from '../../model/xsd/schema.ts';
import type { TypedDataSets } from '../scope/data-sets.ts';
import type { OwnTypeUse } from '../scope/own-type.ts';
import type { ShapeOptions } from '../scope/shape-options.ts';
import type { UsedTypes } from '../scope/used-types.ts';
import type { ObjectShape, PlaceShape, SimpleShape, ValueShape } from './shape.ts';
import type { ContentContext } from './shape-content.ts';
import type { EnumerationMember } from './shape-simple.ts';

/** Returns the shapes of schema components, each created once. */
export interface Shaper {
  readonly options: ShapeOptions;
  readonly used: UsedTypes;
  /** What plans the content of a type. */
  contentOf(owner: ComplexType | undefined): ContentContext;
  /** DataSets that schemas of the contract describe. */
  readonly dataSets: TypedDataSets;
  /** Whether an element, or a part of a message, is a stream of bytes. */
  isStream(member: object): boolean;
  /** Identifier of a type, head element or group. */
  nameOf(component: object): string;
  /** Namespace a type belongs to. */
  namespaceOf(type: SchemaType): string;
  value(type: SchemaType): ValueShape;
  simple(type: SimpleType): SimpleShape;
  /** Members of an enumeration that is a union of literals. */
  members(type: SimpleType): readonly EnumerationMember[] | undefined;
  /** The user's own type for a simple type. */
  own(type: SimpleType): OwnTypeUse | undefined;
  /** The same simple type without a user's own type: the form of its text. */
  wire(type: SimpleType): SimpleType;
  /** Whether a simple type is a result of `wire`. */
  isWire(type: SimpleType): boolean;
  /** Shape of a complex type as an object, even if its places show it as an array. */
  object(type: ComplexType): ObjectShape;
  place(element: ElementDeclaration): PlaceShape;
  /** The place of an element in a message or type with SOAP encoding. */
  accessor(element: ElementDeclaration): PlaceShape;
  /** Number of types by local name, of a type and all derived from it. */
  namesBelow(root: ComplexType): ReadonlyMap<string, number>;
}
