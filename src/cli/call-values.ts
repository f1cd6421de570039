import { suggest } from '../diagnostics/words.ts';
import type { BuiltinName } from '../model/xsd/builtins.ts';
import type { SimpleType } from '../model/xsd/schema.ts';
import type { MessageShape, PayloadShape } from '../plan/messages.ts';
import { hasNilForm } from '../plan/object-shape.ts';
import type { TypeMapping } from '../plan/settings.ts';
import type { HeadShape, ObjectShape } from '../plan/shape.ts';
import { builtinOf, builtinShape } from '../plan/simple-shape.ts';
import {
  type FieldValue,
  fieldsOfGroup,
  fieldsOfNil,
  fieldsOfObject,
  type MessageField,
  placeField,
  simpleTypeWord,
  typeWord,
} from '../plan/type-text.ts';
import * as described from '../runtime/type.ts';
import type { Simple } from '../runtime/types/description.ts';
import { outside } from '../runtime/values/text.ts';
import { captureElement } from '../runtime/xml/capture.ts';
import { XmlError } from '../runtime/xml/errors.ts';
import { XmlReader } from '../runtime/xml/reader.ts';
import { deepestJson } from './terminal/arguments.ts';
import { CliError } from './terminal/failure.ts';

/** Values for generated code, and what is wrong with what was given. */
interface InputValues<Values> {
  readonly values: Values;
  /** If there are any, the values are not whole. */
  readonly problems: readonly InputProblem[];
}

/**
 * The values of parameters, given as texts or as JSON, according to the planned message. Reports
 * all problems together.
 *
 * @param types TypeScript types of the configuration
 */
export function inputValues(
  { body, fields }: MessageShape,
  tree: InputTree | null,
  types: TypeMapping = {},
): InputValues<unknown> {
  const problems: InputProblem[] = [];
  const place = { noun: 'parameter', path: '', types, problems };
  const nillable = body.kind === 'object' && body.place.nillable;
  if (tree === null) {
    const message = 'the input of the operation may not be null';
    if (!nillable) problems.push({ message, help: 'Give its parameters.' });
    return { values: null, problems };
  }
  if (body.kind !== 'object' && body.kind !== 'content') {
    return { values: fieldValues(fields, tree, place), problems };
  }
  const { object } = body;
  const beside = fields.slice(fieldsOfObject(object).length);
  const fieldsIn = (one: ObjectShape): readonly MessageField[] => [
    ...fieldsOfObject(one),
    ...beside,
  ];
  const values =
    nillable && isNil(object, tree)
      ? nilValue(object, tree, place)
      : membersValue(object, fieldsIn, tree, place);
  return { values, problems };
}

/**
 * The values of SOAP headers, given by part name. None is required, because only the service knows
 * which it needs.
 */
export function headerValues(
  headers: readonly PayloadShape[],
  tree: InputTree,
  types: TypeMapping = {},
): InputValues<InputTree> {
  const problems: InputProblem[] = [];
  const place = { noun: 'SOAP header', path: '', types, problems };
  const fields = headers.map((header) => placeField(header.name, header.place, true, false));
  return { values: fieldValues(fields, tree, place), problems };
}

/** A problem with a parameter of a call. */
export interface InputProblem {
  readonly message: string;
  readonly help?: string | undefined;
}

/** Where a value is given, and what its conversion needs. */
interface Place {
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
function fieldValues(fields: readonly MessageField[], tree: InputTree, place: Place): InputTree {
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
function isNil(object: ObjectShape, tree: InputTree): boolean {
  return Object.hasOwn(tree, '$nil') && hasNilForm(object);
}

function nilValue(object: ObjectShape, tree: InputTree, place: Place): InputTree {
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
function membersValue(
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

/** Values by name from the command line or a JSON document, not converted yet. */
export type InputTree = { [name: string]: unknown };

/**
 * Adds the parameters of the command line to a tree, which may have values of `--json`. A plain
 * name given several times becomes an array.
 *
 * @throws {CliError} if two parameters contradict each other, such as `a=1 a.b=2`
 */
export function layParameters(base: InputTree, parameters: readonly CallParameter[]): InputTree {
  const given = new Set<string>();
  for (const parameter of parameters) {
    const again = given.has(parameter.name) && !parameter.path.includes('append-item');
    given.add(parameter.name);
    place(base, parameter, again);
  }
  return base;
}

function place(base: InputTree, parameter: CallParameter, again: boolean): void {
  let holder: InputTree | unknown[] = base;
  const { path } = parameter;
  for (const [index, step] of path.entries()) {
    const key: string | number = keyIn(holder, step, parameter);
    const next = path[index + 1];
    const present = read(holder, key);
    if (next === undefined) {
      if (!again) write(holder, key, parameter.value);
      else if (Array.isArray(present)) present.push(parameter.value);
      else write(holder, key, [present, parameter.value]);
      return;
    }
    const child: InputTree | unknown[] =
      typeof next === 'string' && next !== 'append-item' ? {} : [];
    if (present === undefined) {
      write(holder, key, child);
      holder = child;
    } else if (isHolder(present) && Array.isArray(present) === Array.isArray(child)) {
      holder = present;
    } else {
      throw new CliError(`'${parameter.name}' contradicts another parameter`, 'Give it one way.');
    }
  }
}

function keyIn(
  holder: InputTree | unknown[],
  step: PathStep,
  parameter: CallParameter,
): string | number {
  if (step === 'append-item') return Array.isArray(holder) ? holder.length : step;
  if (typeof step === 'number' && Array.isArray(holder) && step > holder.length) {
    throw new CliError(
      `'${parameter.name}' leaves a gap`,
      `Items are counted from 0; the next one here is [${holder.length}].`,
    );
  }
  return step;
}

function isHolder(value: unknown): value is InputTree | unknown[] {
  return typeof value === 'object' && value !== null;
}

function read(holder: InputTree | unknown[], key: string | number): unknown {
  if (Array.isArray(holder)) return holder[Number(key)];
  return Object.hasOwn(holder, key) ? holder[key] : undefined;
}

function write(holder: InputTree | unknown[], key: string | number, value: unknown): void {
  // defineProperty, because assignment to `__proto__` has a special meaning
  Object.defineProperty(holder, key, {
    value,
    writable: true,
    enumerable: true,
    configurable: true,
  });
}

/** A step into a nested parameter: a property, an index, or the next free index (`[]`). */
type PathStep = string | number | 'append-item';

/** One `name=value` of the command line. */
export interface CallParameter {
  readonly path: readonly PathStep[];
  /** Everything before the first `=`, for messages. */
  readonly name: string;
  readonly value: string;
}

/** Maximum index, so that a typing error does not fill the memory. */
const highestIndex = 9999;

/**
 * Reads `name=value`, where the name may lead into objects and arrays: `order.items[0].sku=5`,
 * `tags[]=new`. A name with dots or brackets is quoted: `["a.b"]=5`. The value is everything after
 * the first `=`.
 *
 * @throws {CliError} if there is no `=` or the path is malformed
 */
export function readParameter(text: string): CallParameter {
  const quoted = text.startsWith('["') ? text.indexOf('"]=') + 2 : -1;
  const at = quoted > 1 ? quoted : text.indexOf('=');
  if (at < 1) {
    throw new CliError(
      `'${text}' has no value`,
      'Write name=value; for a text with spaces, quote the whole: "name=some text".',
    );
  }
  const name = text.slice(0, at);
  return { name, path: readPath(name), value: text.slice(at + 1) };
}

const shorten = 'No message is nested as deep: check the name.';

const step = /\["([^"]+)"\]|\[(\d{0,9})\]|(\.?)([^.[\]]+)/y;

function readPath(name: string): readonly PathStep[] {
  const path: PathStep[] = [];
  step.lastIndex = 0;
  while (step.lastIndex < name.length) {
    const start = step.lastIndex;
    const match = step.exec(name);
    const [, quoted, index, point, plain] = match ?? [];
    const misplaced = point !== undefined && (point === '.') !== start > 0;
    if (match === null || misplaced || (index !== undefined && start === 0)) {
      throw new CliError(
        `'${name}' is not a valid parameter name`,
        'Write paths like order.items[0].sku, and quote a name that holds points: ["a.b"].',
      );
    }
    if (path.length === deepestJson) {
      throw new CliError(`a parameter name has more than ${deepestJson} steps`, shorten);
    }
    if (index === undefined) path.push(quoted ?? plain ?? '');
    else if (index === '') path.push('append-item');
    else if (Number(index) <= highestIndex) path.push(Number(index));
    else throw new CliError(`the index in '${name}' is above ${highestIndex}`);
  }
  return path;
}

/**
 * The value of content that the schema leaves open: XML text becomes an element, an element as data
 * stays unchanged.
 *
 * @param name Local name of the element in the schema, which may have plain text; omitted if any
 *   element is allowed.
 * @throws XmlError it is neither
 */
function xmlValue(given: unknown, name: string | undefined): unknown {
  if (typeof given === 'object') return given;
  const text = String(given);
  if (text.trimStart().startsWith('<')) return parsed(text);
  if (name !== undefined) return { name, namespace: '', children: [text] };
  throw unfit(given, 'XML such as <name>text</name>');
}

/**
 * The value of a node of mixed content, which may also be a text.
 *
 * @throws XmlError it is none
 */
function nodeValue(given: unknown): unknown {
  const isText = typeof given === 'string' && !given.trimStart().startsWith('<');
  return isText ? given : xmlValue(given, undefined);
}

function parsed(text: string): unknown {
  try {
    const reader = new XmlReader(text);
    reader.nextTag();
    const value = captureElement(reader);
    // also checks what comes after the root
    reader.nextTag();
    return value;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw unfit(text, `well-formed XML (${reason})`);
  }
}

/** What the runtime knows of each built-in type. */
const constants = described as unknown as Readonly<Record<string, Simple>>;

/** The error for a value that is not what is expected: `'x' is not an int`. */
function unfit(value: unknown, expected: string): XmlError {
  const shown = typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
  return new XmlError('malformed', `${shown} is not ${expected}`, 'value');
}

/**
 * The value of a simple type in generated code, for a text of the command line or a value of a JSON
 * document: items of a list, the first matching member of a union, a value of an enumeration. Other
 * facets are checked when it is written.
 *
 * @throws XmlError it is none
 */
export function simpleValue(type: SimpleType, given: unknown, types: TypeMapping): unknown {
  const { variety, item, members, facets } = type;
  if (variety === 'list' && item !== undefined) return listValue(item, given, types);
  if (variety === 'union') return unionValue(members ?? [], given, types);
  const value = builtinValue(builtinOf(type), given, types);
  const literals = facets.enumeration?.map((one) => one.value);
  if (literals?.includes(String(given)) ?? true) return value;
  throw unfit(given, `one of ${literals?.join(', ')}`);
}

function listValue(item: SimpleType, given: unknown, types: TypeMapping): readonly unknown[] {
  const items = typeof given === 'string' ? given.split(/\s+/).filter((one) => one !== '') : given;
  if (!Array.isArray(items)) throw unfit(given, `a list of ${simpleTypeWord(item)}`);
  return items.map((one: unknown) => simpleValue(item, one, types));
}

function unionValue(members: readonly SimpleType[], given: unknown, types: TypeMapping): unknown {
  for (const member of members) {
    try {
      return simpleValue(member, given, types);
    } catch (error) {
      if (!(error instanceof XmlError)) throw error;
    }
  }
  throw unfit(given, `one of ${members.map(simpleTypeWord).join(', ')}`);
}

/** The value, as readers of messages read its text. */
function builtinValue(builtin: BuiltinName, given: unknown, types: TypeMapping): unknown {
  const { description } = builtinShape(builtin, types);
  // the text of a char in a message is a number
  if (description.kind === 'text' || builtin === 'char') {
    if (typeof given === 'string') return given;
    throw unfit(given, 'a text');
  }
  if (typeof given !== 'string' && !isExact(builtin, given)) {
    throw unfit(given, `of type ${builtin}`);
  }
  return constants[description.constant]?.parse(String(given), outside);
}

/** Whether a value of JSON that is no text says exactly what it is. */
function isExact(builtin: BuiltinName, value: unknown): boolean {
  const { type } = builtinShape(builtin, {});
  if (type === 'boolean') return typeof value === 'boolean';
  if (builtin === 'float' || builtin === 'double' || builtin === 'decimal') {
    return typeof value === 'number';
  }
  return (type === 'number' || type === 'bigint') && Number.isSafeInteger(value);
}
