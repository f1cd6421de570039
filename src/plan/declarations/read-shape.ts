import type { ComplexType } from '../../model/xsd/schema.ts';
import type { TypeNode } from '../print/node.ts';
import { namedType } from '../print/type-node.ts';
import {
  type ArrayShape,
  type ContentField,
  type ContentNode,
  type Family,
  type Field,
  fieldsOf,
  type GroupShape,
  type ObjectShape,
  type PlaceShape,
  type SequenceNode,
} from '../shapes/shape.ts';

/** The read forms of names, shapes and fields. What is not read differently is its own. */
export interface ReadForms {
  nameOf(name: string): string;
  object(shape: ObjectShape): ObjectShape;
  place(place: PlaceShape): PlaceShape;
  field(field: Field): Field;
  content(node: ContentNode): ContentNode;
  /** Whether the fields of a type are read differently, whatever its `$type`. */
  hasMore(shape: ObjectShape): boolean;
  /** Fields that a type adds to its base and that are read differently, as they are written. */
  ownFields(shape: ObjectShape): readonly Field[];
  /** Whether the read form of a type is an interface that has only what differs. */
  extendsWritten(shape: ObjectShape): boolean;
}

/** A sequence with the fields as they are read. */
export function sequenceOf({ nodes }: SequenceNode, shapes: ReadForms): SequenceNode {
  return { kind: 'sequence', nodes: nodes.map((one) => shapes.content(one)) };
}

/** An object as it is read. Types form cycles, so its parts are found on demand. */
export class ReadObject implements ObjectShape {
  readonly kind = 'object';
  readonly written: ObjectShape;
  readonly source: ComplexType;
  readonly name: string;
  readonly type: TypeNode;
  readonly #shapes: ReadForms;
  #family: Family | undefined;

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

  get fields(): readonly Field[] {
    return this.written.fields.map((field) => this.#shapes.field(field));
  }

  get ownFields(): readonly Field[] {
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

  get family(): Family | undefined {
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
export class ReadArray implements ArrayShape {
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
export class ReadGroup implements GroupShape {
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
