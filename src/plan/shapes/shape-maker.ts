import type { QName } from '../../model/common/qname.ts';
import { rankOf } from '../../model/link/soap-array.ts';
import type {
  ComplexType,
  ElementDeclaration,
  ModelParticle,
  SchemaType,
  SimpleType,
} from '../../model/xsd/schema.ts';
import type { Occurs } from '../../model/xsd/schema-document.ts';
import { arrayItem, isAnyType, isSchemaElement } from '../scope/particles.ts';
import type { Reach } from '../scope/reachable-types.ts';
import type { ShapeOptions } from '../scope/shape-options.ts';
import { createPropertyTable } from './property-table.ts';
import type {
  ArrayShape,
  ContentField,
  ContentNode,
  GroupShape,
  HeadShape,
  ObjectShape,
  PlaceShape,
  SimpleShape,
  StandIn,
  ValueShape,
} from './shape.ts';
import { fieldsOf } from './shape.ts';
import { buildContent } from './shape-content.ts';
import { localNamesBelow } from './shape-family.ts';
import { ComplexShape } from './shape-object.ts';
import { type EnumerationMember, enumerationMembers } from './shape-simple.ts';
import { atomicType, simpleShape } from './shape-simple-type.ts';
import type { Shaper } from './shaper.ts';
import { standInsOf } from './stand-ins.ts';

const anyElement: ValueShape = { kind: 'xml' };

/**
 * The place of an element. Its value is worked out when first asked for, as types refer to each
 * other in circles.
 */
class ElementPlace implements PlaceShape {
  readonly element: ElementDeclaration;
  readonly nillable: boolean;
  readonly #shaper: Shaper;
  #value: ValueShape | undefined;
  #standIns: readonly StandIn[] | undefined;

  constructor(element: ElementDeclaration, shaper: Shaper) {
    this.element = element;
    this.nillable = element.nillable;
    this.#shaper = shaper;
  }

  get value(): ValueShape {
    const { element } = this;
    this.#value ??= isSchemaElement(element) ? anyElement : this.#shaper.value(element.type);
    return this.#value;
  }

  get standIns(): readonly StandIn[] {
    this.#standIns ??= standInsOf(this.element, this.#shaper);
    return this.#standIns;
  }
}

/** Name of a type that no operation uses, which nothing is generated from. */
function spelledName(component: { readonly name?: QName | undefined }): string {
  return component.name?.localName ?? 'Unnamed';
}

/** Creates the shaper of one contract. */
export function createShaper(
  options: ShapeOptions,
  reach: Reach,
  names: ReadonlyMap<object, string>,
): Shaper {
  const values = new Map<SchemaType, ValueShape>();
  const objects = new Map<ComplexType, ObjectShape>();
  const enumerations = new Map<SimpleType, readonly EnumerationMember[] | undefined>();
  const places = new Map<ElementDeclaration, PlaceShape>();
  const heads = new Map<ElementDeclaration, HeadShape>();
  const derived = new Map<ComplexType, ReadonlySet<ComplexType>>();
  const families = new Map<ComplexType, ReadonlyMap<string, number>>();
  const groups = new Map<ModelParticle, GroupShape>();
  const owners = new Map(reach.groups.map(({ particle, owner }) => [particle, owner]));

  const shaper: Shaper = {
    options,
    reach,
    content: { placeOf: place, headOf, groupOf },
    nameOf: (component) => names.get(component) ?? spelledName(component),
    namespaceOf: (type) => type.name?.namespace ?? reach.namespaces.get(type) ?? '',
    value,
    simple,
    members,
    object,
    place,
    derivedFrom,
    namesBelow,
  };
  return shaper;

  function derivedFrom(base: ComplexType): ReadonlySet<ComplexType> {
    const known = derived.get(base) ?? new Set(base.derived);
    derived.set(base, known);
    return known;
  }

  function namesBelow(root: ComplexType): ReadonlyMap<string, number> {
    const known = families.get(root) ?? localNamesBelow(root);
    families.set(root, known);
    return known;
  }

  function value(type: SchemaType): ValueShape {
    const known = values.get(type);
    if (known !== undefined) return known;
    const shape = type.kind === 'simple' ? simpleShape(type, shaper) : complex(type);
    values.set(type, shape);
    return shape;
  }

  function simple(type: SimpleType): SimpleShape {
    const shape = value(type);
    return shape.kind === 'simple' ? shape : simpleShape(type, shaper);
  }

  function members(type: SimpleType): readonly EnumerationMember[] | undefined {
    if (type.facets.enumeration === undefined) return undefined;
    if (enumerations.has(type)) return enumerations.get(type);
    const found = enumerationMembers(type, atomicType(type, shaper));
    enumerations.set(type, found);
    return found;
  }

  function complex(type: ComplexType): ValueShape {
    if (isAnyType(type)) return { kind: 'xml' };
    const item = arrayItem(type, options);
    if (item !== undefined) return arrayShape(type, item.element, item.occurs);
    if (type.soapArray !== undefined) return arrayShape(type, soapItem(type), undefined);
    return object(type);
  }

  /** A SOAP array has no counts. */
  function arrayShape(
    type: ComplexType,
    item: ElementDeclaration,
    occurs: Occurs | undefined,
  ): ArrayShape {
    const soap = occurs === undefined;
    return {
      kind: 'array',
      source: type,
      name: shaper.nameOf(type),
      get item() {
        return place(item);
      },
      min: occurs?.min ?? 0,
      max: occurs?.max ?? Number.POSITIVE_INFINITY,
      soap,
      rank: soap && type.soapArray !== undefined ? rankOf(type.soapArray) : 1,
      scope: soap ? '' : item.name.namespace,
    };
  }

  /**
   * The items of a SOAP array as an element: unqualified, named `item` (SOAP 1.1 section 5.4.2 lets
   * any name stand).
   */
  function soapItem(type: ComplexType): ElementDeclaration {
    return {
      name: { namespace: '', localName: 'item' },
      global: false,
      type: type.soapArray?.item ?? type,
      nillable: false,
      abstract: false,
      substitutes: [],
    };
  }

  function object(type: ComplexType): ObjectShape {
    const known = objects.get(type);
    if (known !== undefined) return known;
    const shape = new ComplexShape(type, shaper);
    objects.set(type, shape);
    return shape;
  }

  function place(element: ElementDeclaration): PlaceShape {
    const known = places.get(element);
    if (known !== undefined) return known;
    const shape = new ElementPlace(element, shaper);
    places.set(element, shape);
    return shape;
  }

  function headOf(element: ElementDeclaration): HeadShape {
    const known = heads.get(element);
    if (known !== undefined) return known;
    const elements = element.abstract ? element.substitutes : [element, ...element.substitutes];
    const taken = new Map<string, number>();
    for (const { name } of elements)
      taken.set(name.localName, (taken.get(name.localName) ?? 0) + 1);
    const shape: HeadShape = {
      name: shaper.nameOf(element),
      element,
      alternatives: elements.map((one) => ({
        key:
          taken.get(one.name.localName) === 1
            ? one.name.localName
            : `{${one.name.namespace}}${one.name.localName}`,
        place: place(one),
      })),
    };
    heads.set(element, shape);
    return shape;
  }

  function groupOf(particle: ModelParticle): GroupShape {
    const known = groups.get(particle);
    if (known !== undefined) return known;
    const once: ModelParticle = { ...particle, occurs: { min: 1, max: 1 } };
    let content: ContentNode | undefined;
    let fields: readonly ContentField[] | undefined;
    const name = shaper.nameOf(particle);
    const owner = owners.get(particle);
    const namespace = owner === undefined ? '' : shaper.namespaceOf(owner);
    const shape: GroupShape = {
      name,
      compositor: particle.compositor === 'choice' ? 'choice' : 'sequence',
      max: particle.occurs.max,
      get content() {
        content ??= buildContent(once, createPropertyTable(), shaper.content);
        return content;
      },
      get fields() {
        fields ??= fieldsOf(shape.content);
        return fields;
      },
      get scope() {
        return owner === undefined ? '' : object(owner).scope;
      },
      namespace,
    };
    groups.set(particle, shape);
    return shape;
  }
}
