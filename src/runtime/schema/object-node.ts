import { isBranches, isList, isRequired, isSimple, propertyOf } from '../type/described.ts';
import type { Branches, Field, Member, ObjectType } from '../type/description.ts';
import { alternativesOf, type Branch } from '../type/member/choice.ts';
import { ordered } from '../type/ordered.ts';
import { flatten } from '../type/plan.ts';
import type { SchemaKeywords, SchemaNode } from './node.ts';

/** A property in a description. */
export interface Property {
  readonly name: string;
  readonly node: SchemaNode;
  readonly required: boolean;
}

/** Gives the description of a property, except for its absence. */
export type FieldNode = (field: Field, isThere: boolean) => SchemaNode;

/** What else is known of an object. */
interface ObjectDetail {
  /** Properties that no member is; they come first. */
  readonly extra?: readonly Property[];
  readonly content?: ObjectType['content'];
}

/** The properties that every value has, and the choices. */
interface Parts {
  readonly always: Map<string, boolean>;
  readonly choices: (readonly Branch[])[];
}

/** Description of an object with members. */
export function membersNode(
  members: readonly Member[],
  fieldNode: FieldNode,
  { extra = [], content }: ObjectDetail = {},
): SchemaKeywords {
  const parts: Parts = { always: new Map(), choices: [] };
  for (const one of members) collect(one, parts);
  const { always, choices } = parts;
  const inBranch = new Set(choices.flat().flatMap(requiredOf));
  const own = flatten(members).fields.map((field): Property => {
    const name = propertyOf(field);
    const isThere = always.get(name) === true;
    const node = fieldNode(field, isThere || inBranch.has(name));
    const isGiven = isFixed(field) && (field.kind === 'attribute' || content !== ordered);
    const required = field.kind === 'mixed' ? content?.fixed !== true : isThere && !isGiven;
    return { name, node, required };
  });
  return propertiesNode([...extra, ...own], choices);
}

/** Whether writers know the value. */
function isFixed(field: Field): boolean {
  return isSimple(field.type) && !isList(field) && field.type.from?.fixed !== undefined;
}

/** Finds the properties that every value has, and the choices; large ones are optional. */
function collect(member: Member, parts: Parts): void {
  const { always, choices } = parts;
  if (!isBranches(member)) always.set(propertyOf(member), isRequired(member));
  else if (member.kind === 'sequence') for (const one of member.members) collect(one, parts);
  else {
    const branches = alternativesOf(member, new Map());
    const [only, ...others] = branches ?? [];
    if (branches === undefined) for (const name of propertiesIn(member)) always.set(name, false);
    else if (only === undefined || others.length > 0) choices.push(branches);
    else for (const [name, { required }] of only) always.set(name, required);
  }
}

function propertiesIn({ members }: Branches): readonly string[] {
  return members.flatMap((one) => (isBranches(one) ? propertiesIn(one) : [propertyOf(one)]));
}

/** Description of an object with properties. */
export function propertiesNode(
  properties: readonly Property[],
  choices: readonly (readonly Branch[])[] = [],
): SchemaKeywords {
  const required = properties.flatMap((one) => (one.required ? [one.name] : []));
  const nodes = properties.map(({ name, node }) => [name, node] as const);
  const [only, ...others] = choices;
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    ...(nodes.length > 0 && { properties: Object.fromEntries(nodes) }),
    ...(only !== undefined && others.length === 0 && choiceOf(only)),
    ...(others.length > 0 && { allOf: choices.map(choiceOf) }),
  };
}

/**
 * The branches of a choice. If each is one property, exactly one is present; otherwise each
 * excludes the properties of the others.
 */
function choiceOf(branches: readonly Branch[]): SchemaKeywords {
  const all = [...new Set(branches.flatMap((branch) => [...branch.keys()]))];
  const isSimple = branches.every(
    (branch) => branch.size <= 1 && [...branch.values()].every(({ required }) => required),
  );
  const nodes = branches.map((branch): SchemaKeywords => {
    const required = requiredOf(branch);
    const isPlain = isSimple && branch.size > 0;
    const excluded = isPlain ? [] : all.filter((name) => !branch.has(name));
    return {
      ...(required.length > 0 && { required }),
      ...(excluded.length > 0 && {
        properties: Object.fromEntries(excluded.map((name) => [name, false] as const)),
      }),
    };
  });
  return { [isSimple ? 'oneOf' : 'anyOf']: nodes };
}

/** The properties that a branch always has. */
function requiredOf(branch: Branch): readonly string[] {
  return [...branch].flatMap(([name, { required }]) => (required ? [name] : []));
}
