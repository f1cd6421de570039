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
import { type Converted, convertSimple } from './convert-simple.ts';
import { convertNode, convertXml } from './convert-xml.ts';
import type { InputTree } from './parameter-tree.ts';

/** A problem with a parameter of a call. */
export interface InputProblem {
  /** Path of the parameter, such as `order.items[0].sku`. */
  readonly path: string;
  readonly message: string;
  readonly help?: string | undefined;
}

/** The position of a value, and the context of the conversion. */
export interface Place {
  /** Word for the value in messages: `parameter`. */
  readonly noun: string;
  /** Empty for the input itself. */
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

export function report({ path, problems }: Place, message: string, help?: string): void {
  problems.push({ path, message, help });
}

export function convertFields(
  fields: readonly MessageField[],
  tree: InputTree,
  place: Place,
): InputTree {
  const byName = new Map(fields.map((field) => [field.property, field]));
  const output: [string, unknown][] = [];
  for (const [name, value] of Object.entries(tree)) {
    const field = byName.get(name);
    if (field === undefined) reportUnknown(name, fields, place);
    else output.push([name, convertField(field, value, inside(place, name))]);
  }
  for (const { property, value, optional, given, repeated } of fields) {
    if (optional || given || repeated || Object.hasOwn(tree, property)) continue;
    const at = inside(place, property);
    report(at, `${at.noun} '${at.path}' is missing (${typeWord(value)})`);
  }
  return Object.fromEntries(output);
}

function reportUnknown(name: string, fields: readonly MessageField[], place: Place): void {
  const names = fields.map((field) => field.property);
  const onWire = fields.find((field) => field.wireName === name);
  const near = onWire?.property ?? suggest(name, names);
  const whole = place.path === '' ? 'the operation' : `'${place.path}'`;
  const has = names.length === 0 ? 'none' : names.join(', ');
  report(
    inside(place, name),
    `${whole} has no ${place.path === '' ? place.noun : 'property'} '${name}'`,
    near === undefined ? `It has: ${has}.` : `Did you mean '${near}'?`,
  );
}

function convertField(field: MessageField, value: unknown, place: Place): unknown {
  if (!field.repeated) return convertOne(field, value, place);
  const items = Array.isArray(value) ? value : [value];
  return items.map((item, index) => convertOne(field, item, itemAt(place, index)));
}

function convertOne(field: MessageField, value: unknown, place: Place): unknown {
  if (value === null) {
    if (!field.nillable) {
      const message = `${place.noun} '${place.path}' may not be null (${typeWord(field.value)})`;
      report(place, message, 'Leave it out, or give it a value.');
    }
    return value;
  }
  const { value: shape } = field;
  if (field.nillable && shape.kind === 'object' && isTree(value) && isNil(shape, value)) {
    return convertNil(shape, value, place);
  }
  return convertValue(shape, field.wireName, value, place);
}

/** Whether a value is given in the form of a nil element with attributes. */
export function isNil(object: ObjectShape, tree: InputTree): boolean {
  return Object.hasOwn(tree, '$nil') && hasNilForm(object);
}

export function convertNil(
  object: ObjectShape,
  { $nil, ...others }: InputTree,
  place: Place,
): InputTree {
  if ($nil !== true && $nil !== 'true') {
    const at = inside(place, '$nil');
    report(at, `${at.noun} '${at.path}' can only be true`);
  }
  return { $nil: true, ...convertMembers(object, fieldsOfNil, others, place) };
}

function convertValue(
  shape: FieldValue,
  wireName: string | undefined,
  value: unknown,
  place: Place,
): unknown {
  switch (shape.kind) {
    case 'simple':
      return converted(convertSimple(shape.source, value, place.types), value, place);
    case 'xml':
      return converted(convertXml(value, wireName), value, place);
    case 'node':
      return converted(convertNode(value), value, place);
    case 'array': {
      const item = placeField('', shape.item, false, false);
      const items = itemsOf(value, item.wireName);
      return items.map((one, index) => convertOne(item, one, itemAt(place, index)));
    }
    case 'object':
      return convertObject(shape, value, place);
    case 'group':
      if (isTree(value)) return convertFields(fieldsOfGroup(shape.group), value, place);
      return notAnObject(shape, fieldsOfGroup(shape.group), value, place);
    case 'head':
      return convertHead(shape.head, value, place);
    case 'attribute': {
      if (isTree(value) && typeof value.name === 'string' && typeof value.value === 'string') {
        return value;
      }
      const { path } = place;
      const help = `Give its name and value: ${path}.name=… ${path}.value=…`;
      report(place, `${place.noun} '${path}' is an attribute`, help);
      return value;
    }
  }
}

/** A converted value. If it cannot be converted, that is reported. */
function converted(result: Converted, value: unknown, place: Place): unknown {
  if (result.ok) return result.value;
  report(place, `${place.noun} '${place.path}': ${result.problem}`);
  return value;
}

/** Items of an array, which may be below the wire name: `items.Item[0]`. */
function itemsOf(value: unknown, name: string | undefined): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (name !== undefined && isTree(value) && Object.keys(value).length === 1) {
    if (Object.hasOwn(value, name)) return itemsOf(value[name], undefined);
  }
  return [value];
}

function convertObject(object: ObjectShape, value: unknown, place: Place): unknown {
  if (isTree(value)) return convertMembers(object, fieldsOfObject, value, place);
  const fields = fieldsOfObject(object);
  // a text is that of the element, if it may have one
  const text = fields.find(({ property }) => property === '$value' || property === '$content');
  if (text !== undefined) return convertFields(fields, { [text.property]: value }, place);
  return notAnObject(object, fields, value, place);
}

function notAnObject(
  shape: FieldValue,
  fields: readonly MessageField[],
  value: unknown,
  place: Place,
): unknown {
  const { path } = place;
  const names = fields.map(({ property }) => `${path}.${property}=…`);
  report(
    place,
    `${place.noun} '${path}' is an object (${typeWord(shape)}), not a text`,
    names.length === 0
      ? `Give an empty object with --json.`
      : `Give its fields: ${names.join(' ')}`,
  );
  return value;
}

/** Converts the properties of an object. `$type` selects among the allowed types. */
export function convertMembers(
  object: ObjectShape,
  fieldsIn: (object: ObjectShape) => readonly MessageField[],
  tree: InputTree,
  place: Place,
): InputTree {
  const { family } = object;
  if (family === undefined) return convertFields(fieldsIn(object), tree, place);
  const { $type: given, ...others } = tree;
  const literals = family.members.map(literalOf);
  const own = family.concrete ? family.literal : undefined;
  const member = family.members.find((one) => literalOf(one) === (given ?? own));
  if (member === undefined) {
    const whole = place.path === '' ? 'the operation' : `${place.noun} '${place.path}'`;
    const at = inside(place, '$type');
    report(
      at,
      given === undefined
        ? `${whole} is of an abstract type and needs $type`
        : `${whole} has no type '${String(given)}'`,
      `Choose one: ${literals.map((one) => `${at.path}=${one}`).join(' ')}`,
    );
    return tree;
  }
  const input = convertFields(fieldsIn(member), others, place);
  return given === undefined ? input : { $type: literalOf(member), ...input };
}

function literalOf(member: ObjectShape): string {
  return member.family?.literal ?? member.name;
}

/** An element or one of its substitutes: an object with one key. */
function convertHead(head: HeadShape, value: unknown, place: Place): unknown {
  const keys = head.alternatives.map(({ key }) => key);
  const [given, ...more] = isTree(value) ? Object.keys(value) : [];
  const chosen = head.alternatives.find(({ key }) => key === given);
  if (!isTree(value) || chosen === undefined || more.length > 0) {
    const { path } = place;
    report(
      place,
      `${place.noun} '${path}' is one of the elements ${keys.join(', ')}`,
      `Give one of them: ${keys.map((key) => `${path}.${key}=…`).join(' or ')}`,
    );
    return value;
  }
  const field = placeField(chosen.key, chosen.place, false, false);
  return { [chosen.key]: convertOne(field, value[chosen.key], inside(place, chosen.key)) };
}

function isTree(value: unknown): value is InputTree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
