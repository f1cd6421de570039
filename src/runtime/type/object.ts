import { isBranches, isSimple } from './described.ts';
import type {
  Content,
  ContentPlan,
  Family,
  Member,
  ObjectType,
  TakenValues,
  TypeCheck,
  TypeForm,
  Values,
} from './description.ts';

/** What else a description says of an object type. */
export interface ObjectDetail {
  /** The type it extends; its members come first. */
  readonly base?: () => ObjectType;
  /** The namespace of its elements, if that is not its own. */
  readonly scope?: string;
  readonly abstract?: true;
  /** Creates an object of the values of its properties, faster than one by one. */
  readonly make?: (values: Values) => unknown;
  /** Gives the values of the properties of an object. */
  readonly take?: (value: never) => TakenValues;
  /** Types that may stand in for it, told by `xsi:type`. */
  readonly family?: Family;
  /** How its content is read and written if not child by child. */
  readonly content?: Content;
  /** Checks the `xsi:type` of an element, if not as usual. */
  readonly check?: TypeCheck;
}

/** A described object type. */
export class DescribedObject<T = unknown> implements ObjectType<T> {
  readonly kind = 'object';
  readonly name: string;
  readonly namespace: string;
  readonly own: () => readonly Member[];
  readonly base: (() => ObjectType) | undefined;
  readonly scope: string;
  readonly abstract: boolean;
  readonly make: ObjectDetail['make'];
  readonly take: ObjectDetail['take'];
  readonly family: Family | undefined;
  readonly check: TypeCheck | undefined;
  declare readonly types?: T;
  plan: ContentPlan | undefined = undefined;
  #members: readonly Member[] | undefined;
  #content: Content | undefined;
  #form: TypeForm | undefined;

  constructor(
    name: string,
    namespace: string,
    own: () => readonly Member[],
    detail: ObjectDetail = {},
  ) {
    this.name = name;
    this.namespace = namespace;
    this.own = own;
    this.base = detail.base;
    this.scope = detail.scope ?? namespace;
    this.abstract = detail.abstract === true;
    this.make = detail.make;
    this.take = detail.take;
    this.family = detail.family;
    this.check = detail.check;
    this.#content = detail.content;
  }

  /** All members, those of the base first. */
  get members(): readonly Member[] {
    if (this.#members === undefined) {
      const base = this.base?.();
      this.#members = base === undefined ? this.own() : [...base.members, ...this.own()];
      this.#content ??= base?.content;
    }
    return this.#members;
  }

  get content(): Content | undefined {
    return this.members && this.#content;
  }

  /** How an element of the type is written. */
  get form(): TypeForm {
    this.#form ??= formOf(this);
    return this.#form;
  }
}

function formOf(type: ObjectType): TypeForm {
  const { members, family, content } = type;
  const isFamily = family !== undefined;
  const others = (family?.members() ?? []).filter((one) => one !== type);
  const inTag = members.some((one) => !isBranches(one) && one.inTag !== undefined);
  return {
    // the name of a type without a namespace has no prefix
    plain: members.some(hasNames) || others.some(isNamedPlainly),
    tagged: isFamily || inTag || content?.tagged?.(members) === true,
    constant: !isFamily && members.length === 0,
  };
}

function isNamedPlainly({ namespace, members }: ObjectType): boolean {
  return namespace === '' || members.some(hasNames);
}

/** Whether a member is an attribute or a text with QNames. */
function hasNames(member: Member): boolean {
  if (member.kind !== 'attribute' && member.kind !== 'text') return false;
  return isSimple(member.type) && member.type.names !== undefined;
}

/**
 * An object type.
 *
 * @param name its name in the contract; `''` if it has none
 * @param own gives the members that it adds to its base
 */
export function object<T>(
  name: string,
  namespace: string,
  own: () => readonly Member[],
  detail?: ObjectDetail,
): ObjectType<T> {
  return new DescribedObject(name, namespace, own, detail);
}
