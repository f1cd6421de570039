import type { JsonValue } from '../operation/descriptor.ts';
import {
  type ArrayType,
  Child,
  DescribedObject,
  type Field,
  type Keywords,
  type Namespaces,
  type ObjectType,
  propertyNameOf,
} from '../types/description.ts';
import { asList, asObject, type Message, messagePlan, planOf } from '../types/message.ts';
import { EncodeError } from '../xml/writer.ts';

/** A type of the contract at run time. Libraries that support Standard Schema accept it. */
export interface TypeSchema<T> {
  readonly '~standard': StandardProperties<T>;
  /** Name of the type, valid as the name of an OpenAPI component. */
  readonly name: string;
  /** Description of its JSON. */
  readonly node: SchemaKeywords;
}

/** A kind of value that JSON does not have. */
export interface Scalar {
  readonly isValue: (value: unknown) => boolean;
  readonly isJson: (json: unknown) => boolean;
  readonly toJson: (value: never) => JsonValue;
  readonly fromJson: (json: never) => unknown;
}

/** Values of a user's own type. */
export interface OwnScalar extends Scalar {
  /** Why there is no value for a JSON value, if there is none. */
  readonly refusal: (json: unknown) => string | undefined;
}

/** The schema of a named type, or a description. */
export type SchemaNode = TypeSchema<unknown> | SchemaKeywords;

/**
 * A description in the vocabulary of JSON Schema 2020-12. Says what a value is in JavaScript if
 * that differs from JSON.
 */
export interface SchemaKeywords extends Keywords {
  readonly type?: JsonType | undefined;
  /** What the value is in JavaScript; absent if it is the same in JSON. */
  readonly javascript?:
    | 'bigint'
    | 'Date'
    | 'Uint8Array'
    | 'number'
    | 'undefined'
    | 'absent'
    | OwnScalar
    | undefined;
  readonly properties?: Readonly<Record<string, SchemaNode | false>> | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: SchemaNode | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  /** Choices of an object with properties. */
  readonly allOf?: readonly SchemaKeywords[] | undefined;
  readonly anyOf?: readonly SchemaNode[] | undefined;
  /** For an object with properties: a choice between single ones. */
  readonly oneOf?: readonly SchemaKeywords[] | undefined;
  readonly enum?: readonly JsonValue[] | undefined;
  readonly const?: JsonValue | undefined;
  readonly pattern?: string | undefined;
  readonly format?: string | undefined;
  readonly contentEncoding?: string | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly minimum?: number | undefined;
  readonly maximum?: number | undefined;
  readonly exclusiveMinimum?: number | undefined;
  readonly exclusiveMaximum?: number | undefined;
  /** Valid values: the first is used in samples, the second for the second item of a list. */
  readonly examples?: readonly JsonValue[] | undefined;
}

export type JsonType = 'string' | 'number' | 'integer' | 'boolean' | 'array' | 'object' | 'null';

/** Whether a node is the schema of a named type. */
export function isSchema(node: SchemaNode): node is TypeSchema<unknown> {
  return '~standard' in node;
}

/** The description of a node. */
export function keywordsOf(node: SchemaNode): SchemaKeywords {
  return isSchema(node) ? node.node : node;
}

/** Whether a value is an object, but neither an array nor bytes. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return (
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    !(value instanceof Date) &&
    !ArrayBuffer.isView(value)
  );
}

/**
 * Looks at an object, member by member, as it would be written. Content whose order counts is
 * looked at as a whole.
 */
export function checkObject(value: unknown, declared: ObjectType, found: Issues): void {
  const type = found.attempt(() => {
    const given = asObject(value) as object;
    return declared.family?.chooseWritten(given, declared, declared.scope).type ?? declared;
  });
  if (type === undefined) return;
  const { content } = type;
  const plan = planOf(type);
  const values = plan.take(value as never);
  for (const check of plan.checksWritten) found.attempt(() => check(values));
  for (const { slot, property, required, format } of plan.attributes) {
    const one = values[slot];
    if (one === undefined && !required) continue;
    found.inside(property, () => found.attempt(() => format(one as never)));
  }
  const { named } = plan;
  const namespaces = named && values[named.slot];
  if (named !== undefined && namespaces !== undefined) {
    found.attempt(() => named.declare(namespaces as Namespaces, type, () => ''));
  }
  if (content !== undefined) {
    found.attempt(() => content.write(value as object, values, plan));
    return;
  }
  for (const child of plan.written) {
    const one = values[child.slot];
    if (one === undefined && !child.required) continue;
    found.inside(child.property, () => checkProperty(one, child, found));
  }
}

/** Looks at the value of a message. */
export function checkMessage(value: unknown, message: Message, found: Issues): void {
  const { kind } = message;
  if (kind === 'empty' || kind === 'nothing') return;
  const { type, child } = messagePlan(message);
  if ((kind === 'element' || kind === 'result') && child !== undefined) {
    if (value !== undefined || child.required) checkProperty(value, child, found);
  } else checkObject(value, type, found);
}

/** Looks at the value of a property: an element, or a list of them. */
function checkProperty(value: unknown, child: Child, found: Issues): void {
  if (child.list) checkItems(value, child, found);
  else checkElement(value, child, found);
}

function checkItems(value: unknown, child: Child, found: Issues): void {
  const { field } = child;
  const list = found.attempt(() => asList(value as readonly unknown[]));
  if (list === undefined) return;
  found.attempt(() => field.count?.write(list, field));
  for (let at = 0; at < list.length && !found.isFull; at += 1) {
    found.inside(at, () => checkElement(list[at], child, found));
  }
}

function checkElement(value: unknown, child: Child, found: Issues): void {
  const { nil, object, array, field, write } = child;
  if (nil !== undefined && found.attempt(() => nil.write(value, child)) !== undefined) {
    return;
  }
  if (field.kind === 'group' && isObject(value)) {
    checkObject(value, turnOf(field, child.scope), found);
  } else if (field.kind === 'head' && isObject(value)) {
    checkHead(value, child, found);
  } else if (write !== undefined) {
    found.attempt(() => write(value as never, child));
  } else if (object !== undefined) {
    checkObject(value, object, found);
  } else if (array !== undefined) {
    checkArray(value, array, child, found);
  } else found.attempt(() => child.format?.(value as never));
}

const items = new WeakMap<ArrayType, Child>();

/** An array of several dimensions is looked at as a whole. */
function checkArray(value: unknown, array: ArrayType, child: Child, found: Issues): void {
  if (array.rank > 1) {
    found.attempt(() => array.write(value, child));
    return;
  }
  const { scope } = array;
  const place = { slot: 0, scope, outer: scope, required: true };
  const item = items.get(array) ?? new Child(array.item(), place);
  items.set(array, item);
  checkItems(value, item, found);
}

/** The element of a substitution group that is there. */
function checkHead(value: object, child: Child, found: Issues): void {
  const { field, scope, outer } = child;
  const given = value as Readonly<Record<string, unknown>>;
  const chosen = field.taken?.().find((one) => given[propertyNameOf(one)] !== undefined);
  if (chosen === undefined) {
    found.attempt(() => field.write?.(value as never, child));
    return;
  }
  const inner = new Child(chosen, { slot: 0, scope, outer, required: true });
  const name = propertyNameOf(chosen);
  found.inside(name, () => checkElement(given[name], inner, found));
}

const turns = new WeakMap<Field, ObjectType>();

/** One turn of a group, as a type. */
function turnOf(field: Field, scope: string): ObjectType {
  const { turn } = field;
  const type =
    turns.get(field) ??
    new DescribedObject('', '', () => (turn === undefined ? [] : [turn]), { scope });
  turns.set(field, type);
  return type;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Finds what is wrong with a value. */
export type Check = (value: never, found: Issues) => unknown;

/** Later issues are not told. */
export const mostIssues = 20;

/** Issues of a value, found on one walk through it. */
class Issues {
  readonly all: StandardIssue[] = [];
  readonly #path: (string | number)[] = [];

  /** Whether no more are looked for. */
  get isFull(): boolean {
    return this.all.length >= mostIssues;
  }

  /** Looks for issues in a property or item. */
  inside(key: string | number, look: () => void): void {
    if (this.isFull) return;
    this.#path.push(key);
    look();
    this.#path.pop();
  }

  /**
   * Does what throws an error where a value does not fit, and notes the error.
   *
   * @returns what it gives; `undefined` after an error
   */
  attempt<T>(work: () => T): T | undefined {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof EncodeError)) throw error;
      const { message, path = '' } = error;
      const isNamed = path !== '' && message.startsWith(`${path}: `);
      this.all.push({
        message: isNamed ? message.slice(path.length + 2) : message,
        path: [...this.#path, ...[...error.steps].reverse()],
      });
      return undefined;
    }
  }
}

/** The issues of a value. A value without end has one. */
export function issuesOf(check: Check, value: unknown): readonly StandardIssue[] {
  const endless = nestingIssue(value);
  if (endless !== undefined) return [endless];
  const found = new Issues();
  found.attempt(() => check(value as never, found));
  return found.all;
}

/** Levels of objects and lists in a value; readers refuse deeper messages, too. */
const most = 200;
/** Objects and lists up to which looking twice is cheaper than noting what was seen. */
const fewParts = 1000;
/** Keys of the path of a value that is nested too deeply. */
const shown = 20;

/** What is wrong with a value that is nested too deeply, or contains itself. */
export function nestingIssue(value: unknown): StandardIssue | undefined {
  return isShallow(value) ? undefined : findIssue(value);
}

/**
 * Whether a value has few parts, and is not nested too deeply: what most values are. It does not
 * note what it has seen, so a part that is shared counts again.
 */
function isShallow(value: unknown): boolean {
  let left = fewParts;
  const fits = (one: unknown, depth: number): boolean => {
    if (typeof one !== 'object' || one === null || ArrayBuffer.isView(one)) return true;
    left -= 1;
    if (left < 0 || depth >= most) return false;
    const parts = Array.isArray(one) ? one : Object.values(one);
    return parts.every((part) => fits(part, depth + 1));
  };
  return fits(value, 0);
}

function findIssue(value: unknown): StandardIssue | undefined {
  const path: (string | number)[] = [];
  const open = new Set<object>();
  // levels inside an object, which may be at several places
  const heights = new Map<object, number>();
  let issue: StandardIssue | undefined;
  const heightOf = (one: unknown): number => {
    if (typeof one !== 'object' || one === null || ArrayBuffer.isView(one)) return 0;
    const known = heights.get(one);
    if (open.has(one)) issue = { message: 'The value contains itself.', path: [...path] };
    else if (path.length + (known ?? 0) >= most) {
      const message = `Values are nested deeper than ${most}.`;
      issue = { message, path: path.slice(0, shown) };
    }
    if (issue !== undefined || known !== undefined) return known ?? 0;
    open.add(one);
    let height = 0;
    for (const [key, item] of Object.entries(one)) {
      path.push(Array.isArray(one) ? Number(key) : key);
      height = Math.max(height, heightOf(item) + 1);
      path.pop();
      if (issue !== undefined) break;
    }
    open.delete(one);
    heights.set(one, height);
    return height;
  };
  heightOf(value);
  return issue;
}

/**
 * The interfaces of Standard Schema 1 and Standard JSON Schema 1 (standardschema.dev) that schemas
 * implement. They are copied so that generated code needs no package.
 */
interface StandardProperties<T> {
  /** Version of the standard. */
  readonly version: 1;
  readonly vendor: 'asmx-gen';
  /** Checks a value against the contract. Returns valid values unchanged. */
  readonly validate: (value: unknown) => StandardResult<T>;
  /** JSON Schemas of the results of `toJson` and the input of `fromJson`. */
  readonly jsonSchema: StandardJsonSchema;
  /** Never present: carries the type of values. */
  readonly types?: { readonly input: T; readonly output: T } | undefined;
}

/** The result of `validate`: the value, or the issues. */
export type StandardResult<T> =
  | { readonly value: T; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] };

/** An issue of a value. */
export interface StandardIssue {
  readonly message: string;
  /** Property names and indexes that lead to it; empty for the value itself. */
  readonly path: readonly PropertyKey[];
}

/** Creates JSON Schemas in the supported dialects. */
interface StandardJsonSchema {
  readonly input: (options: StandardJsonOptions) => Record<string, unknown>;
  readonly output: (options: StandardJsonOptions) => Record<string, unknown>;
}

/** Options of a JSON Schema. */
interface StandardJsonOptions {
  /** `draft-2020-12`, `draft-07` or `openapi-3.0`; others throw an error. */
  readonly target: string;
  /** Ignored. */
  readonly libraryOptions?: Record<string, unknown> | undefined;
}
