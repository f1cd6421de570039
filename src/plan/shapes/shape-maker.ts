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
import type { TypedDataSets } from '../scope/data-sets.ts';
import { type OwnTypeUse, ownTypeOf } from '../scope/own-type.ts';
import { arrayItem, isAnyType } from '../scope/particles.ts';
import type { ShapeOptions } from '../scope/shape-options.ts';
import type { UsedTypes } from '../scope/used-types.ts';
import { ElementPlace } from './element-place.ts';
import { inherited } from './property-table.ts';
import { RepeatedGroup } from './repeated-group.ts';
import type {
  ArrayShape,
  GroupShape,
  HeadShape,
  ObjectShape,
  PlaceShape,
  SimpleShape,
  ValueShape,
} from './shape.ts';
import type { ContentContext } from './shape-content.ts';
import { localNamesBelow } from './shape-family.ts';
import { ComplexShape } from './shape-object.ts';
import { type EnumerationMember, enumerationMembers } from './shape-simple.ts';
import { atomicType, simpleShape } from './shape-simple-type.ts';
import type { Shaper } from './shaper.ts';

/** Name of a type that no operation uses, for which nothing is generated. */
function spelledName(component: { readonly name?: QName | undefined }): string {
  return component.name?.localName ?? 'Unnamed';
}

/** A memoized function. */
function remembering<Key, Value>(find: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, { readonly value: Value }>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before.value;
    const value = find(key);
    known.set(key, { value });
    return value;
  };
}

/** What is known of types and members before they have shapes. */
export interface KnownMembers {
  readonly dataSets: TypedDataSets;
  /** Elements and parts of messages that are streams of bytes. */
  readonly streams: ReadonlySet<object>;
}

/** The shapes of one contract. */
export class ContractShaper implements Shaper {
  readonly options: ShapeOptions;
  readonly used: UsedTypes;
  /** What plans contents, and those of types with SOAP encoding. */
  readonly #contents: Readonly<Record<'literal' | 'encoded', ContentContext>>;
  readonly dataSets: TypedDataSets;
  readonly #streams: ReadonlySet<object>;
  readonly #names: ReadonlyMap<object, string>;
  /** Copies of types with own types, without those. */
  readonly #wired = new Map<object, SimpleType>();

  constructor(
    options: ShapeOptions,
    used: UsedTypes,
    names: ReadonlyMap<object, string>,
    { dataSets, streams }: KnownMembers,
  ) {
    this.options = options;
    this.used = used;
    this.#names = names;
    this.dataSets = dataSets;
    this.#streams = streams;
    const owners = new Map(used.groups.map(({ particle, owner }) => [particle, owner]));
    const content = {
      headOf: remembering((element: ElementDeclaration) => this.#head(element)),
      groupOf: remembering(
        (particle: ModelParticle): GroupShape =>
          new RepeatedGroup(particle, owners.get(particle), this),
      ),
    };
    this.#contents = {
      literal: { ...content, placeOf: this.place },
      encoded: { ...content, placeOf: this.accessor },
    };
  }

  contentOf(owner: ComplexType | undefined): ContentContext {
    return this.#contents[this.#isEncoded(owner) ? 'encoded' : 'literal'];
  }

  #isEncoded(type: ComplexType | undefined): boolean {
    return type !== undefined && this.used.encodedTypes.has(type);
  }

  readonly value: (type: SchemaType) => ValueShape = remembering((type) =>
    type.kind === 'simple' ? simpleShape(type, this) : this.#complex(type),
  );

  readonly members: (type: SimpleType) => readonly EnumerationMember[] | undefined = remembering(
    (type) => enumerationMembers(type, atomicType(type, this)),
  );

  readonly object: (type: ComplexType) => ObjectShape = remembering(
    (type) => new ComplexShape(type, this),
  );

  readonly place: (element: ElementDeclaration) => PlaceShape = remembering(
    (element) => new ElementPlace(element, this, false),
  );

  readonly accessor: (element: ElementDeclaration) => PlaceShape = remembering(
    (element) => new ElementPlace(element, this, true),
  );

  readonly namesBelow: (root: ComplexType) => ReadonlyMap<string, number> =
    remembering(localNamesBelow);

  readonly own: (type: SimpleType) => OwnTypeUse | undefined = remembering((type) =>
    this.#names.has(type) ? ownTypeOf(type, this.options.types) : undefined,
  );

  readonly wire: (type: SimpleType) => SimpleType = remembering((type) => {
    const wire = { ...type };
    this.#wired.set(wire, type);
    return wire;
  });

  isWire(type: SimpleType): boolean {
    return this.#wired.has(type);
  }

  isStream(member: object): boolean {
    return this.#streams.has(member);
  }

  nameOf(component: object): string {
    return this.#names.get(this.#wired.get(component) ?? component) ?? spelledName(component);
  }

  namespaceOf(type: SchemaType): string {
    const known = this.#wired.get(type) ?? type;
    return type.name?.namespace ?? this.used.namespaces.get(known) ?? '';
  }

  simple(type: SimpleType): SimpleShape {
    const shape = this.value(type);
    return shape.kind === 'simple' ? shape : simpleShape(type, this);
  }

  #complex(type: ComplexType): ValueShape {
    if (isAnyType(type)) return { kind: 'xml' };
    const item = arrayItem(type, this.options);
    if (item !== undefined) return this.#array(type, item.element, item.occurs);
    if (type.soapArray !== undefined) return this.#array(type, soapItem(type), undefined);
    return this.object(type);
  }

  /** A SOAP array has no occurrence limits. */
  #array(type: ComplexType, item: ElementDeclaration, occurs: Occurs | undefined): ArrayShape {
    const soap = occurs === undefined;
    const place = this.#isEncoded(type) ? this.accessor : this.place;
    return {
      kind: 'array',
      source: type,
      name: this.nameOf(type),
      get item() {
        return place(item);
      },
      min: occurs?.min ?? 0,
      max: occurs?.max ?? Number.POSITIVE_INFINITY,
      soap,
      rank: soap && type.soapArray !== undefined ? rankOf(type.soapArray) : 1,
      scope: soap ? '' : place(item).element.name.namespace,
    };
  }

  #head(element: ElementDeclaration): HeadShape {
    const elements = element.abstract ? element.substitutes : [element, ...element.substitutes];
    const locals = elements.map(({ name }) => name.localName);
    const counts = new Map<string, number>();
    for (const local of locals) counts.set(local, (counts.get(local) ?? 0) + 1);
    const alternatives = elements.map((one) => {
      const { namespace, localName } = one.name;
      const isPlain = counts.get(localName) === 1 && !inherited.has(localName);
      const key = isPlain ? localName : `{${namespace}}${localName}`;
      return { key, place: this.place(one) };
    });
    return { name: this.nameOf(element), element, alternatives };
  }
}

/**
 * The items of a SOAP array as an unqualified element named `item`. SOAP 1.1 (section 5.4.2) allows
 * any name.
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
