import { suggest } from '../../diagnostics/suggest.ts';
import {
  type FieldValue,
  fieldsOfGroup,
  fieldsOfNil,
  fieldsOfObject,
  type MessageField,
  placeField,
} from '../../plan/messages/message-field.ts';
import type { MessageShape } from '../../plan/messages/operation-messages.ts';
import type { TypeMapping } from '../../plan/scope/shape-options.ts';
import type { HeadShape, ObjectShape } from '../../plan/shapes/shape.ts';
import { hasNilForm } from '../../plan/shapes/shape-nil.ts';
import { typeWord } from '../inspect/type-word.ts';
import type { Converted } from './convert-leaf.ts';
import { convertSimple } from './convert-simple.ts';
import { convertNode, convertXml } from './convert-xml.ts';
import type { InputTree } from './parameter-tree.ts';

/** Something wrong with the parameters of a call. */
export interface InputProblem {
  /** Path of the parameter, such as `order.items[0].sku`. */
  readonly path: string;
  readonly message: string;
  readonly help?: string | undefined;
}

/** The input of a call, and everything wrong with it. */
export interface ConvertedInput {
  readonly input: InputTree | null;
  readonly problems: readonly InputProblem[];
}

/** What all steps of a conversion share. */
interface Conversion {
  readonly types: TypeMapping;
  readonly problems: InputProblem[];
}

/**
 * Turns texts into the values generated code takes, by the planned message: names are checked,
 * texts become numbers, bigints, booleans and bytes, single values become arrays where the property
 * is a list. All problems are reported at once.
 *
 * @param types TypeScript types of the configuration
 */
export function convertInput(
  { body, fields }: MessageShape,
  tree: InputTree | null,
  types: TypeMapping = {},
): ConvertedInput {
  const run: Conversion = { types, problems: [] };
  const nillable = body.kind === 'object' && body.place.nillable;
  if (tree === null) {
    if (!nillable) {
      const message = 'the input of the operation may not be null';
      run.problems.push({ path: '', message, help: 'Give its parameters.' });
    }
    return { input: null, problems: run.problems };
  }
  if (body.kind !== 'object' && body.kind !== 'content') {
    return { input: convertFields(fields, tree, '', run), problems: run.problems };
  }
  const { object } = body;
  const beside = fields.slice(fieldsOfObject(object).length);
  const fieldsIn = (one: ObjectShape): readonly MessageField[] => [
    ...fieldsOfObject(one),
    ...beside,
  ];
  const input =
    nillable && isNil(object, tree)
      ? convertNil(object, tree, '', run)
      : convertMembers(object, fieldsIn, tree, '', run);
  return { input, problems: run.problems };
}

function convertFields(
  fields: readonly MessageField[],
  tree: InputTree,
  path: string,
  run: Conversion,
): InputTree {
  const byName = new Map(fields.map((field) => [field.property, field]));
  const output: [string, unknown][] = [];
  for (const [name, value] of Object.entries(tree)) {
    const field = byName.get(name);
    if (field === undefined) run.problems.push(unknown(name, fields, path));
    else output.push([name, convertField(field, value, joined(path, name), run)]);
  }
  for (const { property, value, optional, repeated } of fields) {
    if (optional || repeated || Object.hasOwn(tree, property)) continue;
    const at = joined(path, property);
    run.problems.push({
      path: at,
      message: `parameter '${at}' is missing (${typeWord(value)})`,
    });
  }
  return Object.fromEntries(output);
}

function joined(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function unknown(name: string, fields: readonly MessageField[], path: string): InputProblem {
  const names = fields.map((field) => field.property);
  const onWire = fields.find((field) => field.wireName === name);
  const near = onWire?.property ?? suggest(name, names);
  const whole = path === '' ? 'the operation' : `'${path}'`;
  const has = names.length === 0 ? 'none' : names.join(', ');
  return {
    path: joined(path, name),
    message: `${whole} has no parameter '${name}'`,
    help: near === undefined ? `It has: ${has}.` : `Did you mean '${near}'?`,
  };
}

function convertField(field: MessageField, value: unknown, path: string, run: Conversion): unknown {
  if (!field.repeated) return convertOne(field, value, path, run);
  const items = Array.isArray(value) ? value : [value];
  return items.map((item, index) => convertOne(field, item, `${path}[${index}]`, run));
}

function convertOne(field: MessageField, value: unknown, path: string, run: Conversion): unknown {
  if (value === null) {
    if (!field.nillable) {
      const message = `parameter '${path}' may not be null (${typeWord(field.value)})`;
      run.problems.push({ path, message, help: 'Leave it out, or give it a value.' });
    }
    return value;
  }
  const { value: shape } = field;
  if (field.nillable && shape.kind === 'object' && isTree(value) && isNil(shape, value)) {
    return convertNil(shape, value, path, run);
  }
  return convertValue(shape, field.wireName, value, path, run);
}

/** Whether a value is given as an element that is nil and has attributes. */
function isNil(object: ObjectShape, tree: InputTree): boolean {
  return Object.hasOwn(tree, '$nil') && hasNilForm(object);
}

function convertNil(
  object: ObjectShape,
  { $nil, ...others }: InputTree,
  path: string,
  run: Conversion,
): InputTree {
  if ($nil !== true && $nil !== 'true') {
    const at = joined(path, '$nil');
    run.problems.push({ path: at, message: `parameter '${at}' can only be true` });
  }
  return { $nil: true, ...convertMembers(object, fieldsOfNil, others, path, run) };
}

function convertValue(
  shape: FieldValue,
  wireName: string | undefined,
  value: unknown,
  path: string,
  run: Conversion,
): unknown {
  switch (shape.kind) {
    case 'simple':
      return converted(convertSimple(shape.source, value, run.types), value, path, run);
    case 'xml':
      return converted(convertXml(value, wireName), value, path, run);
    case 'node':
      return converted(convertNode(value), value, path, run);
    case 'array': {
      const item = placeField('', shape.item, false, false);
      const items = itemsOf(value, item.wireName);
      return items.map((one, index) => convertOne(item, one, `${path}[${index}]`, run));
    }
    case 'object':
      return convertObject(shape, value, path, run);
    case 'group':
      if (isTree(value)) return convertFields(fieldsOfGroup(shape.group), value, path, run);
      return notAnObject(shape, fieldsOfGroup(shape.group), value, path, run);
    case 'head':
      return convertHead(shape.head, value, path, run);
    case 'attribute':
      if (isTree(value) && typeof value.name === 'string' && typeof value.value === 'string') {
        return value;
      }
      run.problems.push({
        path,
        message: `parameter '${path}' is an attribute`,
        help: `Give its name and value: ${path}.name=… ${path}.value=…`,
      });
      return value;
  }
}

/** A value that was converted, or the problem with it noted. */
function converted(result: Converted, value: unknown, path: string, run: Conversion): unknown {
  if (result.ok) return result.value;
  const shown = typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
  const message = `parameter '${path}': ${shown} is not ${result.wanted}`;
  run.problems.push({ path, message, help: undefined });
  return value;
}

/** Items of an array, also when the wire's own name is between: `items.Item[0]`. */
function itemsOf(value: unknown, name: string | undefined): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (name !== undefined && isTree(value) && Object.keys(value).length === 1) {
    if (Object.hasOwn(value, name)) return itemsOf(value[name], undefined);
  }
  return [value];
}

function convertObject(
  object: ObjectShape,
  value: unknown,
  path: string,
  run: Conversion,
): unknown {
  if (isTree(value)) return convertMembers(object, fieldsOfObject, value, path, run);
  const fields = fieldsOfObject(object);
  // a text is that of the element, where it may hold one
  const text = fields.find(({ property }) => property === '$value' || property === '$content');
  if (text !== undefined) return convertFields(fields, { [text.property]: value }, path, run);
  return notAnObject(object, fields, value, path, run);
}

function notAnObject(
  shape: FieldValue,
  fields: readonly MessageField[],
  value: unknown,
  path: string,
  run: Conversion,
): unknown {
  const names = fields.map(({ property }) => `${path}.${property}=…`);
  run.problems.push({
    path,
    message: `parameter '${path}' is an object (${typeWord(shape)}), not a text`,
    help:
      names.length === 0
        ? `Give an empty object with --json.`
        : `Give its fields: ${names.join(' ')}`,
  });
  return value;
}

/** Converts the properties of an object; `$type` chooses among the types that may be there. */
function convertMembers(
  object: ObjectShape,
  fieldsIn: (object: ObjectShape) => readonly MessageField[],
  tree: InputTree,
  path: string,
  run: Conversion,
): InputTree {
  const { family } = object;
  if (family === undefined) {
    return convertFields(fieldsIn(object), tree, path, run);
  }
  const { $type: given, ...others } = tree;
  const literals = family.members.map(literalOf);
  const own = family.concrete ? family.literal : undefined;
  const member = family.members.find((one) => literalOf(one) === (given ?? own));
  if (member === undefined) {
    const whole = path === '' ? 'the operation' : `parameter '${path}'`;
    run.problems.push({
      path: joined(path, '$type'),
      message:
        given === undefined
          ? `${whole} is of an abstract type and needs $type`
          : `${whole} has no type '${String(given)}'`,
      help: `Choose one: ${literals.map((one) => `${joined(path, '$type')}=${one}`).join(' ')}`,
    });
    return tree;
  }
  const input = convertFields(fieldsIn(member), others, path, run);
  const isImplied = given === undefined && family.optional;
  return isImplied ? input : { $type: literalOf(member), ...input };
}

function literalOf(member: ObjectShape): string {
  return member.family?.literal ?? member.name;
}

/** An element or one that stands in for it: an object with one key. */
function convertHead(head: HeadShape, value: unknown, path: string, run: Conversion): unknown {
  const keys = head.alternatives.map(({ key }) => key);
  const [given, ...more] = isTree(value) ? Object.keys(value) : [];
  const chosen = head.alternatives.find(({ key }) => key === given);
  if (!isTree(value) || chosen === undefined || more.length > 0) {
    run.problems.push({
      path,
      message: `parameter '${path}' is one of the elements ${keys.join(', ')}`,
      help: `Give one of them: ${keys.map((key) => `${path}.${key}=…`).join(' or ')}`,
    });
    return value;
  }
  const field = placeField(chosen.key, chosen.place, false, false);
  const at = joined(path, chosen.key);
  return { [chosen.key]: convertOne(field, value[chosen.key], at, run) };
}

function isTree(value: unknown): value is InputTree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
