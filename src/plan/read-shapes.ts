import type { ComplexType } from '../model/xsd/schema.ts';
import { namedType, type TypeNode } from '../print/node.ts';
import { isUnion } from './content-model.ts';
import { fieldsAlwaysRead } from './object-shape.ts';
import {
  type ArrayShape,
  type ContentField,
  type ContentNode,
  type FamilyShape,
  fieldsOf,
  type GroupShape,
  type HeadShape,
  type ObjectShape,
  type PlaceShape,
  type SequenceNode,
  type ShapeField,
  type ValueShape,
} from './shape.ts';

/** The read forms of names, shapes and fields. What is not read differently is its own. */
interface ReadForms {
  nameOf(name: string): string;
  object(shape: ObjectShape): ObjectShape;
  place(place: PlaceShape): PlaceShape;
  field(field: ShapeField): ShapeField;
  content(node: ContentNode): ContentNode;
  /** Whether the fields of a type are read differently, whatever its `$type`. */
  hasMore(shape: ObjectShape): boolean;
  /** Fields that a type adds to its base and that are read differently, as they are written. */
  ownFields(shape: ObjectShape): readonly ShapeField[];
  /** Whether the read form of a type is an interface that has only what differs. */
  extendsWritten(shape: ObjectShape): boolean;
}

/** A sequence with the fields as they are read. */
function sequenceOf({ nodes }: SequenceNode, shapes: ReadForms): SequenceNode {
  return { kind: 'sequence', nodes: nodes.map((one) => shapes.content(one)) };
}

/** An object as it is read. Types form cycles, so its parts are found on demand. */
class ReadObject implements ObjectShape {
  readonly kind = 'object';
  readonly written: ObjectShape;
  readonly source: ComplexType;
  readonly name: string;
  readonly type: TypeNode;
  readonly #shapes: ReadForms;
  #family: FamilyShape | undefined;

  constructor(written: ObjectShape, shapes: ReadForms) {
    this.written = written;
    this.source = written.source;
    this.name = shapes.nameOf(written.name);
    this.type = namedType(this.name);
    this.#shapes = shapes;
  }

  get base(): ObjectShape | undefined {
    if (this.#shapes.extendsWritten(this.written)) return this.written;
    const { base } = this.written;
    return base !== undefined && this.#shapes.hasMore(base) ? this.#shapes.object(base) : base;
  }

  get fields(): readonly ShapeField[] {
    return this.written.fields.map((field) => this.#shapes.field(field));
  }

  get ownFields(): readonly ShapeField[] {
    const { written } = this;
    const shapes = this.#shapes;
    const own = shapes.extendsWritten(written) ? shapes.ownFields(written) : written.ownFields;
    return own.map((field) => shapes.field(field));
  }

  get content(): SequenceNode {
    return sequenceOf(this.written.content, this.#shapes);
  }

  get ownContent(): SequenceNode {
    return sequenceOf(this.written.ownContent, this.#shapes);
  }

  get scope(): string {
    return this.written.scope;
  }

  get tagged(): boolean {
    return this.written.tagged;
  }

  get family(): FamilyShape | undefined {
    const { family } = this.written;
    if (family === undefined) return undefined;
    const shapes = this.#shapes;
    const { fieldsName, head } = family;
    const isOwn = !head || shapes.hasMore(this.written);
    this.#family ??= {
      ...family,
      // all that extend the type, at any depth: few ask for them
      get members(): readonly ObjectShape[] {
        return family.members.map((one) => shapes.object(one));
      },
      derived: family.derived.map(({ shape, whole }) => ({ shape: shapes.object(shape), whole })),
      fieldsName: isOwn ? shapes.nameOf(fieldsName) : fieldsName,
    };
    return this.#family;
  }
}

/** An array of what is read differently. An array of SOAP encoding may contain itself. */
class ReadArray implements ArrayShape {
  readonly kind = 'array';
  readonly source: ComplexType;
  readonly name: string;
  readonly min: number;
  readonly max: number;
  readonly soap: boolean;
  readonly rank: number;
  readonly scope: string;
  readonly #written: ArrayShape;
  readonly #shapes: ReadForms;

  constructor(written: ArrayShape, shapes: ReadForms) {
    this.source = written.source;
    this.name = written.name;
    this.min = written.min;
    this.max = written.max;
    this.soap = written.soap;
    this.rank = written.rank;
    this.scope = written.scope;
    this.#written = written;
    this.#shapes = shapes;
  }

  get item(): PlaceShape {
    return this.#shapes.place(this.#written.item);
  }
}

/** One turn of a repeated group as it is read. */
class ReadGroup implements GroupShape {
  readonly written: GroupShape;
  readonly name: string;
  readonly compositor: GroupShape['compositor'];
  readonly max: number;
  readonly namespace: string;
  readonly scope: string;
  readonly content: ContentNode;

  constructor(written: GroupShape, shapes: ReadForms) {
    this.written = written;
    this.name = shapes.nameOf(written.name);
    this.compositor = written.compositor;
    this.max = written.max;
    this.namespace = written.namespace;
    this.scope = written.scope;
    this.content = shapes.content(written.content);
  }

  get fields(): readonly ContentField[] {
    return fieldsOf(this.content);
  }
}

/** What decides which types are read differently, and their names. */
interface ReadRules {
  /** Whether a value is read with more than must be written, at any depth. */
  readonly differs: (value: ValueShape) => boolean;
  /** Whether a declaration or descriptor of the contract has a name. */
  readonly isTaken: (name: string) => boolean;
}

/**
 * The shapes of values as they are read: with every `$type`, and with the fixed values and defaults
 * that may be left out of what is written. A shape without any of these, at any depth, is its own.
 */
export class ReadShapes implements ReadForms {
  readonly #rules: ReadRules;
  readonly #objects = new Map<ObjectShape, ObjectShape>();
  readonly #arrays = new Map<ArrayShape, ArrayShape>();
  readonly #heads = new Map<HeadShape, HeadShape>();
  readonly #groups = new Map<GroupShape, GroupShape>();
  readonly #fields = new Map<ShapeField, ShapeField>();
  readonly #withMore = new Map<ObjectShape, boolean>();

  constructor(rules: ReadRules) {
    this.#rules = rules;
  }

  /** The name of a declaration's read form. Names of the contract have no `$`. */
  nameOf(name: string): string {
    const plain = `${name}AsRead`;
    return this.#rules.isTaken(plain) ? `${name}$AsRead` : plain;
  }

  differs(value: ValueShape): boolean {
    return this.#rules.differs(value);
  }

  value(value: ValueShape): ValueShape {
    if (value.kind === 'object') return this.object(value);
    if (value.kind !== 'array' || !this.differs(value)) return value;
    return remembered(this.#arrays, value, () => new ReadArray(value, this));
  }

  object(shape: ObjectShape): ObjectShape {
    if (!this.differs(shape)) return shape;
    return remembered(this.#objects, shape, () => new ReadObject(shape, this));
  }

  place(place: PlaceShape): PlaceShape {
    const { element, nillable, isAccessor } = place;
    const value = this.value(place.value);
    return value === place.value ? place : { element, value, nillable, isAccessor };
  }

  head(head: HeadShape): HeadShape {
    return remembered(this.#heads, head, () => {
      const alternatives = head.alternatives.map(({ key, place }) => ({
        key,
        place: this.place(place),
      }));
      const isSame = alternatives.every(({ place }, at) => place === head.alternatives[at]?.place);
      return isSame ? head : { ...head, name: this.nameOf(head.name), alternatives };
    });
  }

  group(group: GroupShape): GroupShape {
    return remembered(this.#groups, group, () => {
      const { fields, content } = group;
      const isSame =
        fields.every((field) => this.field(field) === field) &&
        fieldsAlwaysRead(fields, content).length === 0;
      return isSame ? group : new ReadGroup(group, this);
    });
  }

  field<One extends ShapeField>(field: One): One;
  field(field: ShapeField): ShapeField {
    return remembered(this.#fields, field, () => this.#read(field));
  }

  #read(field: ShapeField): ShapeField {
    switch (field.kind) {
      case 'attribute': {
        const { use } = field;
        const isThere = use.required ? use.fixed : (use.fixed ?? use.default);
        return isThere === undefined ? field : { ...field, use: { ...use, required: true } };
      }
      case 'element': {
        const place = this.place(field.place);
        return place === field.place ? field : { ...field, place };
      }
      case 'head': {
        const head = this.head(field.head);
        return head === field.head ? field : { ...field, head };
      }
      case 'group': {
        const group = this.group(field.group);
        return group === field.group ? field : { ...field, group };
      }
      default:
        return field;
    }
  }

  /** A content model with the fields as they are read. */
  content(node: ContentNode): ContentNode {
    if (node.kind === 'field') {
      return { ...node, field: this.field<ContentField>(node.field) };
    }
    return node.kind === 'sequence'
      ? sequenceOf(node, this)
      : { ...node, branches: node.branches.map((one) => this.content(one)) };
  }

  hasMore(shape: ObjectShape): boolean {
    return remembered(this.#withMore, shape, () => {
      const { base } = shape;
      return (base !== undefined && this.hasMore(base)) || this.ownFields(shape).length > 0;
    });
  }

  ownFields({ ownFields, content }: ObjectShape): readonly ShapeField[] {
    const always = new Set(fieldsAlwaysRead(ownFields, content));
    return ownFields.filter((field) => always.has(field) || this.field(field) !== field);
  }

  /**
   * Whether the read form of a type is an interface that extends the written one, and so has only
   * what differs. The compiler would compare it with a base that is read differently, too.
   */
  extendsWritten(shape: ObjectShape): boolean {
    return !isUnion(shape) && (shape.base === undefined || !this.hasMore(shape.base));
  }
}

function remembered<Key, Value>(known: Map<Key, Value>, key: Key, find: () => Value): Value {
  const before = known.get(key);
  if (before !== undefined) return before;
  const value = find();
  known.set(key, value);
  return value;
}
