import { type GivenValues, nothingGiven } from '../codecs/given-text.ts';
import { isOptional } from '../declarations/type-text.ts';
import { filled, json } from '../json-schema/json.ts';
import { propertyKey } from '../print/encode.ts';
import { array, type Expression, entry, object } from '../print/node.ts';
import { type Branch, branchFields, contentParts } from '../shapes/branches.ts';
import { isGiven } from '../shapes/fixed-fields.ts';
import type { ContentField, ContentNode, Field, GroupShape, ObjectShape } from '../shapes/shape.ts';
import { isContent } from '../shapes/shape-object.ts';
import { keywords, propertyNodes } from './node.ts';
import type { SchemaContext } from './schema-context.ts';
import { simpleNode } from './simple-node.ts';
import { fieldNode, mixedNode } from './value-node.ts';

/** An additional property that is not an element or attribute, placed first. */
export interface ExtraProperty {
  readonly name: string;
  readonly node: Expression;
  readonly required: boolean;
}

/** Description of the fields of a type, inherited ones first. */
export function objectNode(
  context: SchemaContext,
  { fields, content }: ObjectShape,
  extra: readonly ExtraProperty[],
  text: GivenValues = nothingGiven,
): Expression {
  return fieldsNode(context, { fields, content, text }, extra);
}

/** Description of one iteration of a repeated group. */
export function groupNode(context: SchemaContext, { fields, content }: GroupShape): Expression {
  return fieldsNode(context, { fields, content, text: nothingGiven }, []);
}

/** The content of an element. */
interface Inside {
  readonly fields: readonly Field[];
  readonly content: ContentNode;
  /** The default or fixed text in the contract. */
  readonly text: GivenValues;
}

function fieldsNode(
  context: SchemaContext,
  { fields, content, text }: Inside,
  extra: readonly ExtraProperty[],
): Expression {
  const { always, choices } = contentParts(content);
  const isThere = (field: Field): boolean =>
    isContent(field) ? always.get(field) === false : !isOptional(field);
  const inBranch = new Set<Field>(choices.flat().flatMap(requiredOf));
  const own = fields.map((field): ExtraProperty => {
    const there = isThere(field);
    if (field.kind === 'text') {
      const node = simpleNode(context, field.shape.source, 'value', text);
      return { name: field.property, node, required: text.fixed === undefined };
    }
    const given = text.fixed ?? text.default;
    if (field.kind === 'mixed' && given !== undefined) {
      return {
        name: field.property,
        node: mixedNode(given),
        required: text.fixed === undefined,
      };
    }
    const required = there && !isGiven(field, content);
    const node = fieldNode(context, field, there || inBranch.has(field));
    return { name: field.property, node, required };
  });
  return membersNode([...extra, ...own], choices);
}

/** Description of an object. */
export function membersNode(
  members: readonly ExtraProperty[],
  choices: readonly (readonly Branch[])[] = [],
): Expression {
  const required = members.flatMap((one) => (one.required ? [one.name] : []));
  const properties = members.map(({ name, node }) => [name, node] as const);
  const [only, ...others] = choices;
  const isOne = only !== undefined && others.length === 0;
  return keywords(json({ type: 'object', required: filled(required) }), {
    properties: properties.length === 0 ? undefined : propertyNodes(properties),
    ...(isOne ? choiceOf(only) : {}),
    allOf:
      others.length === 0 ? undefined : array(choices.map((one) => keywords({}, choiceOf(one)))),
  });
}

/**
 * The branches of a choice. If each is one property, exactly one is present; otherwise each
 * excludes the properties of the others.
 */
function choiceOf(branches: readonly Branch[]): { readonly [keyword: string]: Expression } {
  const all = branchFields(branches);
  const isSimple = branches.every(
    (branch) => [...branch.values()].every((optional) => !optional) && branch.size <= 1,
  );
  const nodes = branches.map((branch) => {
    const required = requiredOf(branch).map(({ property }) => property);
    const isPlain = isSimple && branch.size > 0;
    const excluded = isPlain ? [] : all.filter((field) => !branch.has(field));
    return keywords(json({ required: filled(required) }), {
      properties:
        excluded.length === 0 ? undefined : excludedNode(excluded.map(({ property }) => property)),
    });
  });
  return { [isSimple ? 'oneOf' : 'anyOf']: array(nodes) };
}

/** The fields that a branch always has. */
function requiredOf(branch: Branch): readonly ContentField[] {
  return [...branch].flatMap(([field, optional]) => (optional ? [] : [field]));
}

function excludedNode(names: readonly string[]): Expression {
  return object(names.map((name) => entry(propertyKey(name), 'false')));
}
