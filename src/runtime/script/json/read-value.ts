import { isList, isRequired, isSimple, propertyOf } from '../../type/described.ts';
import type { ArrayType, Field, ObjectType } from '../../type/description.ts';
import { planOf } from '../../type/plan.ts';
import type { Simple } from '../../type/simple-type.ts';
import { membersOf, turnType, typeMember, typeName } from './members.ts';
import { ScriptError, shortened } from './script-error.ts';
import {
  isScriptList,
  isScriptObject,
  ScriptNumber,
  type ScriptObject,
  type ScriptValue,
} from './script-value.ts';
import { simpleKind } from './simple-kind.ts';
import { simpleValue } from './simple-value.ts';

/**
 * The value of a property that JSON means; `undefined` for none.
 *
 * @param scope the namespace of its elements
 * @throws ScriptError it is none of the contract's type
 */
export function fieldValue(json: ScriptValue, field: Field, scope: string): unknown {
  if (!isList(field)) return json === null ? nothing(field) : itemValue(json, field, scope);
  if (json === null) return isRequired(field) ? [] : undefined;
  return listOf(json).map((item) => itemValue(item, field, scope));
}

/** No value: nil where that can be told, otherwise nothing, which value types have not in .NET. */
function nothing({ nil, type, min }: Field): unknown {
  if (nil !== undefined) return null;
  if (min > 0 && isSimple(type) && simpleKind(type).kind !== 'text') return simpleValue(type, null);
  return undefined;
}

function itemValue(json: ScriptValue, field: Field, scope: string): unknown {
  if (json === null) return nothing(field);
  const { kind, type, turn, taken } = field;
  if (kind === 'head') return headValue(json, taken?.() ?? [], scope);
  if (kind === 'group' && turn !== undefined) {
    return ownObject(objectOf(json), turnType(turn, scope));
  }
  if (kind === 'any' || kind === 'mixed' || kind === 'anyAttributes' || type === undefined) {
    return treeValue(json);
  }
  if (isSimple(type))
    return isEmptyNumber(json, field, type) ? nothing(field) : simpleValue(type, json);
  if (type.kind === 'xml') return treeValue(json);
  return type.kind === 'array' ? arrayValue(json, type, type.rank) : objectValue(json, type);
}

/** An empty text means nothing where a value type may be missing, as in .NET. */
function isEmptyNumber(json: ScriptValue, { nil, min }: Field, type: Simple): boolean {
  return json === '' && (nil !== undefined || min === 0) && simpleKind(type).kind !== 'text';
}

/**
 * The object that JSON means, of the type that `__type` tells: one that may be at the
 * place.
 */
function objectValue(json: ScriptValue, declared: ObjectType): unknown {
  const given = objectOf(json);
  return ownObject(given, typeOf(given.get(typeMember), declared));
}

function typeOf(told: ScriptValue | undefined, declared: ObjectType): ObjectType {
  const { family, abstract } = declared;
  const isTold = told !== undefined && told !== null;
  const all = family?.choose === undefined ? [declared] : family.members();
  if (!isTold && !abstract) return declared;
  const name = isTold ? nameIn(told) : '';
  const found =
    all.find((one) => typeName(one) === name) ??
    // of a class of .NET, whose namespace no contract tells
    all.find((one) => typeName(one) === name.slice(name.lastIndexOf('.') + 1));
  if (found !== undefined && isTold) return found;
  const names = all.map((one) => `'${typeName(one)}'`).join(', ');
  throw new ScriptError(`The ${typeMember} '${shortened(name)}' is not one of ${names}.`);
}

function nameIn(told: ScriptValue): string {
  if (typeof told === 'string') return told;
  throw new ScriptError(`The ${typeMember} must be a text.`);
}

/** An object of exactly this type. What the type does not have is left out, as .NET does. */
export function ownObject(given: ScriptObject, type: ObjectType): unknown {
  const { all, find } = membersOf(type);
  const plan = planOf(type);
  const values: unknown[] = plan.blank.slice();
  if (type.family !== undefined) values[0] = type.family.literal;
  const seen = new Set<number>();
  for (const [name, json] of given) {
    const member = name === typeMember ? undefined : find(name);
    if (member === undefined) continue;
    const { slot, field } = member;
    if (seen.has(slot)) throw new ScriptError(`The object has '${shortened(name)}' twice.`);
    seen.add(slot);
    values[slot] = within(name, () => fieldValue(json, field, type.scope));
  }
  const inChoice = new Set(plan.written.flatMap((one) => (one.required ? [] : [one.slot])));
  for (const { slot, field } of all) {
    if (seen.has(slot) || inChoice.has(slot)) continue;
    values[slot] = missing(field);
  }
  return plan.make(values);
}

/** What .NET has for a member that does not come. */
function missing(field: Field): unknown {
  const { nil, type } = field;
  if (!isRequired(field)) return undefined;
  if (isList(field)) return [];
  if (nil !== undefined) return null;
  return isSimple(type) ? type.initial?.() : undefined;
}

/** Adds the name of a member to the error of its value. */
export function within<T>(name: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    const { message, name: type, cause } = error as ScriptError & { readonly cause?: unknown };
    const inner = /^[\w$.]+: /.test(message) ? `.${message}` : `: ${message}`;
    throw new ScriptError(shortened(name) + inner, type, cause);
  }
}

function headValue(json: ScriptValue, alternatives: readonly Field[], scope: string): unknown {
  for (const [name, inner] of objectOf(json)) {
    const chosen = alternatives.find((one) => propertyOf(one) === name);
    if (chosen !== undefined) return { [name]: itemValue(inner, chosen, scope) };
  }
  const names = alternatives.map((one) => `'${propertyOf(one)}'`).join(', ');
  throw new ScriptError(`The object must have one of the members ${names}.`);
}

function arrayValue(json: ScriptValue, type: ArrayType, rank: number): unknown {
  const field = type.item();
  return listOf(json).map((item) =>
    rank > 1 ? arrayValue(item, type, rank - 1) : itemValue(item, field, type.scope),
  );
}

/** What has no type in the contract: data. Numbers are as JavaScript has them. */
function treeValue(json: ScriptValue): unknown {
  if (json instanceof ScriptNumber) return Number(json.text);
  if (json === null || typeof json !== 'object') return json;
  if (isScriptList(json)) return json.map(treeValue);
  return Object.fromEntries([...json].map(([name, inner]) => [name, treeValue(inner)]));
}

function objectOf(json: ScriptValue): ScriptObject {
  if (isScriptObject(json)) return json;
  throw new ScriptError(`The value must be an object, not ${kindOf(json)}.`);
}

function listOf(json: ScriptValue): readonly ScriptValue[] {
  if (json !== null && isScriptList(json)) return json;
  throw new ScriptError(`The value must be an array, not ${kindOf(json)}.`);
}

function kindOf(json: ScriptValue): string {
  if (json === null) return 'null';
  if (isScriptList(json)) return 'an array';
  if (isScriptObject(json)) return 'an object';
  return json instanceof ScriptNumber ? 'a number' : `a ${typeof json}`;
}
