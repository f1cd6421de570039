import type {
  ComplexType,
  ElementDeclaration,
  SchemaType,
  SimpleType,
} from '../../model/xsd/schema.ts';
import type { OwnTypeUse } from '../scope/own-type.ts';
import type { ShapeOptions } from '../scope/shape-options.ts';
import type { UsedTypes } from '../scope/used-types.ts';
import type { ObjectShape, PlaceShape, SimpleShape, ValueShape } from './shape.ts';
import type { ContentContext } from './shape-content.ts';
import type { EnumerationMember } from './shape-simple.ts';

/** Gives the shapes of schema components, each created once. */
export interface Shaper {
  readonly options: ShapeOptions;
  readonly used: UsedTypes;
  readonly content: ContentContext;
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
  /** The same simple type without a type of the user's own: what its text has to be. */
  wire(type: SimpleType): SimpleType;
  /** Whether a simple type is one that `wire` gave. */
  isWire(type: SimpleType): boolean;
  /** Shape of a complex type that is an object, whether or not its places show it as an array. */
  object(type: ComplexType): ObjectShape;
  place(element: ElementDeclaration): PlaceShape;
  /** What `derived` of a type holds: it may be long. */
  derivedFrom(base: ComplexType): ReadonlySet<ComplexType>;
  /** How many types of the family that begins with a type have each local name. */
  namesBelow(root: ComplexType): ReadonlyMap<string, number>;
}
