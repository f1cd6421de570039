import { suggest } from '../../diagnostics/suggest.ts';
import {
  type FieldValue,
  fieldsOfGroup,
  fieldsOfNil,
  fieldsOfObject,
  type MessageField,
  placeField,
} from '../../plan/messages/message-field.ts';
import { typeWord } from '../../plan/messages/type-word.ts';
import type { TypeMapping } from '../../plan/scope/shape-options.ts';
import type { HeadShape, ObjectShape } from '../../plan/shapes/shape.ts';
import { hasNilForm } from '../../plan/shapes/shape-nil.ts';
import { XmlError } from '../../runtime/xml/xml-error.ts';
import type { InputTree } from './parameter-tree.ts';
import { simpleValue } from './simple-value.ts';
import { nodeValue, xmlValue } from './xml-value.ts';

/** A problem with a parameter of a call. */
export interface InputProblem {
  readonly message: string;
  readonly help?: string | undefined;
}

/** Where a value is given, and what its conversion needs. */
export interface Place {
  /** Word for the value in messages: `parameter`. */
  readonly noun: string;
  /** Such as `order.items[0].sku`; empty for the input itself. */
  readonly path: string;
  readonly types: TypeMapping;
  readonly problems: InputProblem[];
}

/** The position of a property. */
function inside(place: Place, name: string): Place {
  return { ...place, path: place.path === '' ? name : `${place.path}.${name}` };
}

function itemAt(place: Place, index: number): Place {
  return { ...place, path: `${place.path}[${index}]` };
}

/** Adds a problem with a value, which there is none of then. */
function refuse({ noun, path, problems }: Place, problem: string, help?: string): undefined {
  problems.push({ message: `${noun} '${path}'${problem}`, help });
}

/**
 * The values of properties in generated code: checks names, converts texts to numbers, bigints,
 * booleans and bytes, and turns single values into arrays if the property is a list.
 *
 * @param tree what is given, by name
 */
export function fieldValues(
  fields: readonly MessageField[],
  tree: InputTree,
  place: Place,
): InputTree {
  const byName = new Map(fields.map((field) => [field.property, field]));
  const output: [string, unknown][] = [];
  for (const [name, value] of Object.entries(tree)) {
    const field = byName.get(name);
    if (field === undefined) reportUnknown(name, fields, place);
    else output.push([name, fieldValue(field, value, inside(place, name))]);
  }
  for (const { property, value, optional, given, repeated } of fields) {
    if (optional || given || repeated || Object.hasOwn(tree, property)) continue;
    refuse(inside(place, property), ` is missing (${typeWord(value)})`);
  }
  return Object.fromEntries(output);
}

function reportUnknown(name: string, fields: readonly MessageField[], place: Place): void {
  const names = fields.map((field) => field.property);
  const onWire = fields.find((field) => field.wireName === name);
  const near = onWire?.property ?? suggest(name, names);
  const { noun, path, problems } = place;
  const whole = path === '' ? `the operation has no ${noun}` : `'${path}' has no property`;
  const has = names.length === 0 ? 'none' : names.join(', ');
  const help = near === undefined ? `It has: ${has}.` : `Did you mean '${near}'?`;
  problems.push({ message: `${whole} '${name}'`, help });
}

function fieldValue(field: MessageField, value: unknown, place: Place): unknown {
  if (!field.repeated) return placeValue(field, value, place);
  const items = Array.isArray(value) ? value : [value];
  return items.map((item, index) => placeValue(field, item, itemAt(place, index)));
}

function placeValue(field: MessageField, value: unknown, place: Place): unknown {
  const { value: shape, nillable } = field;
  if (value === null) {
    if (nillable) return value;
    const problem = ` may not be null (${typeWord(shape)})`;
    return refuse(place, problem, 'Leave it out, or give it a value.');
  }
  if (nillable && shape.kind === 'object' && isTree(value) && isNil(shape, value)) {
    return nilValue(shape, value, place);
  }
  return shapeValue(shape, field.wireName, value, place);
}

/** Whether a value is given in the form of a nil element with attributes. */
export function isNil(object: ObjectShape, tree: InputTree): boolean {
  return Object.hasOwn(tree, '$nil') && hasNilForm(object);
}

export function nilValue(object: ObjectShape, tree: InputTree, place: Place): InputTree {
  const { $nil, ...others } = tree;
  if ($nil !== true && $nil !== 'true') refuse(inside(place, '$nil'), ' can only be true');
  return { $nil: true, ...membersValue(object, fieldsOfNil, others, place) };
}

function shapeValue(
  shape: FieldValue,
  wireName: string | undefined,
  value: unknown,
  place: Place,
): unknown {
  switch (shape.kind) {
    case 'simple':
      return attempt(place, () => simpleValue(shape.source, value, place.types));
    case 'xml':
      return attempt(place, () => xmlValue(value, wireName));
    case 'node':
      return attempt(place, () => nodeValue(value));
    case 'array': {
      const item = placeField('', shape.item, false, false);
      const items = itemsOf(value, item.wireName);
      return items.map((one, index) => placeValue(item, one, itemAt(place, index)));
    }
    case 'object':
      return objectValue(shape, value, place);
    case 'group': {
      const fields = fieldsOfGroup(shape.group);
      return isTree(value) ? fieldValues(fields, value, place) : notAnObject(shape, fields, place);
    }
    case 'head':
      return headValue(shape.head, value, place);
    case 'attribute': {
      if (isTree(value) && typeof value.name === 'string' && typeof value.value === 'string') {
        return value;
      }
      const { path } = place;
      const help = `Give its name and value: ${path}.name=… ${path}.value=…`;
      return refuse(place, ' is an attribute', help);
    }
    case 'namespaces': {
      if (isTree(value) && Object.values(value).every((one) => typeof one === 'string')) {
        return value;
      }
      const help = `Give the namespace of each prefix: ${place.path}.PREFIX=…`;
      return refuse(place, ' is an object with namespaces', help);
    }
  }
}

/** Reports why there is no value. */
function attempt(place: Place, run: () => unknown): unknown {
  try {
    return run();
  } catch (error) {
    if (!(error instanceof XmlError)) throw error;
    return refuse(place, `: ${(error.told ?? error.message).replace(/\.$/, '')}`);
  }
}

/** Items of an array, which may be below the wire name: `items.Item[0]`. */
function itemsOf(value: unknown, name: string | undefined): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (name !== undefined && isTree(value) && Object.keys(value).length === 1) {
    if (Object.hasOwn(value, name)) return itemsOf(value[name], undefined);
  }
  return [value];
}

function objectValue(object: ObjectShape, value: unknown, place: Place): unknown {
  if (isTree(value)) return membersValue(object, fieldsOfObject, value, place);
  const fields = fieldsOfObject(object);
  // a text is that of the element, if it may have one
  const text = fields.find(({ property }) => property === '$value' || property === '$content');
  if (text !== undefined) return fieldValues(fields, { [text.property]: value }, place);
  return notAnObject(object, fields, place);
}

function notAnObject(shape: FieldValue, fields: readonly MessageField[], place: Place): undefined {
  const names = fields
    // what prefixes mean is only needed where a value has some
    .filter(({ value }) => value.kind !== 'namespaces')
    .map(({ property }) => `${place.path}.${property}=…`);
  const help = `Give its fields: ${names.join(' ')}`;
  const isEmpty = names.length === 0;
  const problem = ` is an object (${typeWord(shape)}), not a text`;
  return refuse(place, problem, isEmpty ? 'Give an empty object with --json.' : help);
}

/** The value of an object. `$type` selects among the allowed types. */
export function membersValue(
  object: ObjectShape,
  fieldsIn: (object: ObjectShape) => readonly MessageField[],
  tree: InputTree,
  place: Place,
): InputTree | undefined {
  const { family } = object;
  if (family === undefined) return fieldValues(fieldsIn(object), tree, place);
  const { $type: given, ...others } = tree;
  const own = family.concrete ? family.literal : undefined;
  const member = family.members.find((one) => literalOf(one) === (given ?? own));
  if (member !== undefined) {
    const input = fieldValues(fieldsIn(member), others, place);
    return given === undefined ? input : { $type: literalOf(member), ...input };
  }
  const { noun, path, problems } = place;
  const whole = path === '' ? 'the operation' : `${noun} '${path}'`;
  const isMissing = given === undefined;
  const wrong = isMissing ? 'is of an abstract type and needs $type' : `has no type '${given}'`;
  const at = inside(place, '$type').path;
  const choices = family.members.map((one) => `${at}=${literalOf(one)}`);
  problems.push({ message: `${whole} ${wrong}`, help: `Choose one: ${choices.join(' ')}` });
  return undefined;
}

function literalOf(member: ObjectShape): string {
  return member.family?.literal ?? member.name;
}

/** An element or one of its substitutes: an object with one key. */
function headValue({ alternatives }: HeadShape, value: unknown, place: Place): unknown {
  const [key = '', ...more] = isTree(value) ? Object.keys(value) : [];
  const chosen = alternatives.find((one) => one.key === key);
  if (isTree(value) && chosen !== undefined && more.length === 0) {
    const field = placeField(key, chosen.place, false, false);
    return { [key]: placeValue(field, value[key], inside(place, key)) };
  }
  const keys = alternatives.map((one) => one.key);
  const help = `Give one of them: ${keys.map((one) => `${place.path}.${one}=…`).join(' or ')}`;
  return refuse(place, ` is one of the elements ${keys.join(', ')}`, help);
}

function isTree(value: unknown): value is InputTree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
