import { fieldsAlwaysRead } from '../shapes/fixed-fields.ts';
import type {
  ArrayShape,
  ContentField,
  ContentNode,
  Field,
  GroupShape,
  HeadShape,
  ObjectShape,
  PlaceShape,
  ValueShape,
} from '../shapes/shape.ts';
import { isUnion } from './combinations.ts';
import { ReadArray, type ReadForms, ReadGroup, ReadObject, sequenceOf } from './read-shape.ts';

/** What decides which types are read differently, and their names. */
export interface ReadRules {
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
  readonly #fields = new Map<Field, Field>();
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

  field<One extends Field>(field: One): One;
  field(field: Field): Field {
    return remembered(this.#fields, field, () => this.#read(field));
  }

  #read(field: Field): Field {
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

  ownFields({ ownFields, content }: ObjectShape): readonly Field[] {
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
