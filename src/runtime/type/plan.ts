import type { XmlReader } from '../xml/reader.ts';
import { Child } from './child.ts';
import { isBranches, isRequired, propertyOf } from './described.ts';
import type {
  Branches,
  ContentPlan,
  Field,
  Member,
  Namespaces,
  ObjectType,
  Slots,
  Values,
} from './description.ts';
import type { Format } from './simple-type.ts';

/** How an object type is read, and written under a default namespace. Planned at first use. */
export interface Plan extends ContentPlan {
  /** How properties in the start tag are written. */
  readonly attributes: readonly WrittenAttribute[];
  /** Elements it takes, with those of wildcards last. */
  readonly children: readonly Child[];
  /** Properties to be written, in order. */
  readonly written: readonly Child[];
  /** Those that must come. */
  readonly required: readonly Child[];
  readonly checks: readonly ((values: Values, reader: XmlReader) => void)[];
  readonly checksWritten: readonly ((values: Values) => void)[];
  readonly take: (value: never) => Values;
  /** The children whose tags can be expected. */
  readonly expected: readonly Child[];
  /** The plan of the same type under another namespace. */
  readonly other: Plan | undefined;
}

/** How a property in the start tag is written. */
export interface WrittenAttribute {
  readonly slot: number;
  readonly property: string;
  readonly required: boolean;
  readonly format: Format;
  /** What comes before its text; `undefined` if `format` gives all of it. */
  readonly start: string | undefined;
  /** The same after another attribute, with the end of that. */
  readonly next: string;
}

/** The properties of an object, and its outermost choices. */
export interface Flattened {
  /** Those in the start tag come first. */
  readonly fields: readonly Field[];
  readonly choices: readonly Branches[];
  /** Properties of branches. */
  readonly inChoice: ReadonlySet<string>;
}

/** The properties of members. The same one may be in several branches. */
export function flatten(members: readonly Member[]): Flattened {
  const fields = new Map<string, Field>();
  const choices: Branches[] = [];
  const inChoice = new Set<string>();
  const walk = (member: Member, inside: boolean): void => {
    if (isBranches(member)) {
      const isChoice = member.kind === 'choice';
      if (isChoice && !inside) choices.push(member);
      for (const one of member.members) walk(one, inside || isChoice);
      return;
    }
    const property = propertyOf(member);
    const known = fields.get(property);
    fields.set(property, known === undefined ? member : both(known, member));
    if (inside) inChoice.add(property);
  };
  for (const member of members) walk(member, false);
  const all = [...fields.values()];
  const tag = all.filter((field) => field.inTag !== undefined);
  return {
    fields: tag.length === 0 ? all : [...tag, ...all.filter((field) => field.inTag === undefined)],
    choices,
    inChoice,
  };
}

/** A field that branches share: a list if it is one in any of them. */
function both(one: Field, other: Field): Field {
  const isSame = one.min === other.min && one.max === other.max;
  if (isSame) return one;
  return { ...one, min: Math.min(one.min, other.min), max: Math.max(one.max, other.max) };
}

/** The plan of a type under a default namespace. */
export function planOf(type: ObjectType, outer: string = type.scope): Plan {
  const first = type.plan as Plan | undefined;
  for (let plan = first; plan !== undefined; plan = plan.other) {
    if (plan.outer === outer) return plan;
  }
  const { scope, members, family, make, take } = type;
  const { fields, choices, inChoice } = flatten(members);
  const names = fields.map(propertyOf);
  if (family !== undefined) names.unshift('$type');
  const slots: Slots = new Map(names.map((name, slot) => [name, slot]));
  const slotOf = (field: Field): number => slots.get(propertyOf(field)) ?? 0;
  const inTag = fields.filter((field) => field.inTag !== undefined);
  const content = fields.filter(isContent);
  const written = content.map((field) => {
    const required = isRequired(field) && !inChoice.has(propertyOf(field));
    return new Child(field, { slot: slotOf(field), scope, outer, required });
  });
  joinTags(written);
  const children = written.flatMap(takersOf);
  const plan: Plan = {
    type,
    outer,
    blank: names.map((): undefined => undefined),
    inTag,
    named: namedOf(inTag, slotOf),
    attributes: attributesOf(type, inTag),
    text: fields.find(({ kind }) => kind === 'text'),
    children: [
      ...children.filter(({ takes }) => takes === undefined),
      ...children.filter(({ takes }) => takes !== undefined),
    ],
    written,
    required: written.filter(({ required }) => required),
    checks: [
      ...content.flatMap((field) => countCheck(field, slotOf(field))),
      ...choices.flatMap((one): Plan['checks'][number] | [] => one.check?.read(one, slots) ?? []),
    ],
    checksWritten: choices.flatMap(
      (one): Plan['checksWritten'][number] | [] => one.check?.write(one, slots) ?? [],
    ),
    make: make ?? maker(names),
    take: take ?? taker(names),
    expected: children.filter((one) => isExpected(one, scope)),
    other: first,
  };
  type.plan = plan;
  return plan;
}

function isContent({ kind, inTag }: Field): boolean {
  return inTag === undefined && kind !== 'text' && kind !== 'mixed';
}

/** Whether the tags of a child can be expected. */
function isExpected({ namespace, inner, read, field }: Child, scope: string): boolean {
  return (
    namespace === scope && inner === undefined && read === undefined && field.kind === 'element'
  );
}

/** Where two properties follow each other, the end tag of one and the start tag of the next. */
function joinTags(written: readonly Child[]): void {
  let last: Child | undefined;
  for (const child of written) {
    if (last !== undefined) last.joint = last.close + child.open;
    last = child;
  }
}

/** The elements of a property, each with its own tags. */
function takersOf(child: Child): readonly Child[] {
  const { field, slot, scope, outer, required } = child;
  const takers = field.taken?.();
  if (takers === undefined) return [child];
  const names = takers.filter(({ takes }) => takes === undefined).map(({ name }) => name);
  const listed = [...new Set(names)].join(' ');
  return takers.map(
    (one) => new Child(field, { slot, scope, outer, required, taker: one, listed }),
  );
}

function namedOf(inTag: readonly Field[], slotOf: (field: Field) => number): Plan['named'] {
  for (const field of inTag) {
    const declare = field.inTag?.declare;
    if (declare !== undefined) return { slot: slotOf(field), declare };
  }
  return undefined;
}

/** Prefixes that are generated for an attribute, with its number. */
const numbered = /^[an](\d{1,6})/;

/**
 * How properties in the start tag are written.
 *
 * @param namespaces those that the tag declares for its values
 */
export function attributesOf(
  { family }: ObjectType,
  inTag: readonly Field[],
  namespaces?: Namespaces,
): readonly WrittenAttribute[] {
  const first = family === undefined ? 0 : 1;
  const taken = Object.keys(namespaces ?? {}).map((one) => Number(numbered.exec(one)?.[1] ?? 0));
  let position = Math.max(0, ...taken);
  return inTag.flatMap((field, index) => {
    if (field.inTag === undefined || field.inTag.declare !== undefined) return [];
    if (field.kind === 'attribute') position += 1;
    const property = propertyOf(field);
    const before = inTag.slice(0, index);
    const { start, format } = field.inTag.form(field, position, before, namespaces);
    const required = isRequired(field);
    const slot = first + index;
    return [{ slot, property, required, format, start, next: `"${start}` }];
  });
}

function countCheck(field: Field, slot: number): Plan['checks'] {
  const { count } = field;
  if (count === undefined) return [];
  return [(values, reader) => count.read(values[slot] as unknown[] | undefined, field, reader)];
}

function maker(names: readonly string[]): Plan['make'] {
  return (values) => {
    const value: Record<string, unknown> = {};
    for (let at = 0; at < names.length; at += 1) value[names[at] as string] = values[at];
    return value;
  };
}

function taker(names: readonly string[]): Plan['take'] {
  return (value: Readonly<Record<string, unknown>>) => {
    const values: unknown[] = [];
    for (let at = 0; at < names.length; at += 1) values.push(value[names[at] as string]);
    return values;
  };
}
