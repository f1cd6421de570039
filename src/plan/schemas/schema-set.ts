import type { SimpleType } from '../../model/xsd/schema.ts';
import { componentName } from '../../names/component-name.ts';
import { createFreeName } from '../../names/free-name.ts';
import { reservedTypeNames } from '../../names/reserved-names.ts';
import type { CodecContext } from '../codecs/context.ts';
import type { GivenValues } from '../codecs/given-text.ts';
import { writePayload } from '../codecs/messages/write-payload.ts';
import { formatterOf, parserOf } from '../codecs/simple/simple.ts';
import { valueType } from '../declarations/type-text.ts';
import { commentText, docContent } from '../print/encode.ts';
import type { TypeNode } from '../print/node.ts';
import { array, callWith, type Expression, named } from '../print/node.ts';
import { namesFrom } from '../print/used-names.ts';
import type { SchemaPlan } from '../result/schema-plan.ts';
import type { GroupShape, ObjectShape, PlaceShape, ValueShape } from '../shapes/shape.ts';
import type { Shaper } from '../shapes/shaper.ts';
import { keywords } from './node.ts';
import { type ExtraProperty, groupNode, objectNode } from './object-node.ts';
import type { SchemaContext } from './schema-context.ts';
import { ownNode } from './simple-node.ts';

/** A schema to be planned: of a type, or of the input or result of an operation. */
export interface SchemaRequest {
  /** Name of its constant. */
  readonly name: string;
  /** Description of the type, such as `complexType Note`. */
  readonly what: string;
  readonly namespace: string;
  readonly type: TypeNode;
  /** Checks a value: functions of `codecs.ts`, or a function of the runtime. */
  readonly check: Expression;
  /** Its description; `undefined` if there is no value. */
  readonly node: () => Expression | undefined;
}

/** A type that a description refers to. */
interface TypeUse {
  readonly source: ObjectShape['source'] | SimpleType;
  /** Name of its declaration. */
  readonly subject: string;
  readonly what: string;
  readonly value: ValueShape;
  readonly node: () => Expression;
}

/** The schemas of one contract, each once, in the order of requests. */
export class SchemaSet implements SchemaContext {
  readonly shaper: Shaper;
  readonly #codecs: CodecContext;
  readonly #taken: ReadonlySet<string>;
  readonly #names = new Map<object, string>();
  readonly #given = new Set<string>();
  readonly #open: SchemaRequest[] = [];

  /** @param taken Names of types and operations of the contract. */
  constructor(codecs: CodecContext, taken: Iterable<string>) {
    this.shaper = codecs.shaper;
    this.#codecs = codecs;
    this.#taken = new Set([...reservedTypeNames, ...taken]);
  }

  /**
   * Name of the schema of a type. If the contract or another schema has the name, a `$` is added,
   * which names of the contract do not have.
   */
  nameFor(subject: string): string {
    const isFree = (name: string): boolean => !this.#taken.has(name) && !this.#given.has(name);
    const plain = `${subject}Schema`;
    const name = isFree(plain) ? plain : `${subject}$Schema`;
    this.#given.add(name);
    return name;
  }

  add(request: SchemaRequest): void {
    this.#open.push(request);
  }

  /** Sets the name under which the schema of a type is planned. */
  assign(key: object, name: string): void {
    this.#names.set(key, name);
  }

  scalar(type: SimpleType): Expression | undefined {
    if (this.shaper.own(type) === undefined) return undefined;
    const shape = this.shaper.simple(type);
    const given = [parserOf(this.#codecs, shape), formatterOf(this.#codecs, shape)];
    return callWith(named('runtime', 'ownScalar'), given);
  }

  simple(type: SimpleType): Expression {
    const shape = this.shaper.simple(type);
    const label = `simpleType \`${labelOf(type)}\``;
    const name = this.shaper.nameOf(type);
    const node = (): Expression => ownNode(this, type, name);
    return this.#reference({ source: type, subject: name, what: label, value: shape, node });
  }

  object(shape: ObjectShape): Expression {
    const { source, name } = shape;
    const label = `complexType \`${labelOf(source)}\``;
    const node = (): Expression => this.whole(shape);
    return this.#reference({ source, subject: name, what: label, value: shape, node });
  }

  /** Description of a type and of the types derived from it. */
  whole(shape: ObjectShape): Expression {
    const { family } = shape;
    if (family === undefined || !family.head) return this.own(shape);
    // derived types have a `$type`
    const derived = family.derived.map(({ shape: one, whole }) =>
      whole
        ? keywords({ required: ['$type'] }, { anyOf: array([this.object(one)]) })
        : this.own(one, one.family?.literal),
    );
    const all = family.concrete ? [this.own(shape), ...derived] : derived;
    return keywords({}, { anyOf: array(all) });
  }

  own(shape: ObjectShape, literal?: string, text?: GivenValues): Expression {
    const { family } = shape;
    const type = literal ?? family?.literal;
    const extra: readonly ExtraProperty[] =
      type === undefined
        ? []
        : [
            {
              name: '$type',
              node: keywords({ const: type }),
              required: literal !== undefined,
            },
          ];
    return objectNode(this, shape, extra, text);
  }

  group(group: GroupShape): Expression {
    return groupNode(this, group);
  }

  #reference({ source, subject, what, value, node }: TypeUse): Expression {
    const known = this.#names.get(source);
    if (known !== undefined) return named('schemas', known);
    const name = this.nameFor(subject);
    this.assign(source, name);
    const namespace = this.shaper.namespaceOf(source);
    const type = valueType(value);
    const check = this.#codecs.typeFunction('check', subject);
    const local = source.name?.localName ?? 'value';
    const scope = value.kind === 'object' ? value.scope : '';
    const place: PlaceShape = {
      element: {
        name: { namespace: scope, localName: local },
        global: false,
        type: source,
        nillable: false,
        abstract: false,
        substitutes: [],
      },
      value,
      nillable: false,
      standIns: [],
    };
    this.#codecs.ensure(check, () => writePayload(this.#codecs, { place, type }, check));
    this.add({ name, what, namespace, type, check: named('codecs', check), node });
    return named('schemas', name);
  }

  /** Plans all requested schemas. */
  finish(): readonly SchemaPlan[] {
    const plans: SchemaPlan[] = [];
    const freeName = createFreeName(new Set());
    // planning one may append others
    for (const request of this.#open) {
      const subject = componentName(request.name.replace(/\$?Schema$/, ''));
      plans.push(planOf(request, freeName(subject, '_', '')));
    }
    return plans;
  }
}

function planOf(request: SchemaRequest, component: string): SchemaPlan {
  const { name, what, namespace, type, check, node } = request;
  const description = node();
  const given = description?.names ?? [];
  return {
    name,
    component,
    namespace,
    doc: docContent([`Schema of ${what}.`]),
    type: type.flat,
    typeNames: namesFrom('types', type.names),
    check,
    codecs: namesFrom('codecs', [...check.names, ...given]),
    runtimeValues: namesFrom('runtime', [...check.names, ...given]),
    node: description,
    uses: namesFrom('schemas', given).filter((one) => one !== name),
  };
}

function labelOf({ name, context }: ObjectShape['source'] | SimpleType): string {
  return commentText(name?.localName ?? context.join('/'));
}
