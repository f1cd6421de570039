import { propertyOf } from '../../operation/errors.ts';
import { isList, isSimple, propertyOf as nameOf } from '../../type/described.ts';
import type { ArrayType, Field, ObjectType } from '../../type/description.ts';
import { planOf } from '../../type/plan.ts';
import { membersOf, type ScriptMember, turnType, typeMember, typeName } from './members.ts';
import { mostLevels } from './script-value.ts';
import { simpleJson } from './simple-json.ts';
import { scriptMember, scriptObject, scriptText } from './write-text.ts';

/** Where a value is: the namespace of its elements, and the number of levels around it. */
interface Place {
  readonly scope: string;
  readonly depth: number;
}

/**
 * Writes the value of a property as JSON: `null` if there is none.
 *
 * @param value of the contract's type, as the check of its message has found
 * @throws Error it is nested deeper than 100 levels
 */
export function fieldJson(value: unknown, field: Field, place: Place): string {
  if (value === undefined || value === null) return 'null';
  if (!isList(field)) return itemJson(value, field, place);
  return listJson(value, (item) => itemJson(item, field, deeper(place)));
}

/** Writes one item of a list, or the value of a property that is none. */
export function itemJson(value: unknown, field: Field, place: Place): string {
  if (value === undefined || value === null) return 'null';
  const { kind, type, turn, taken } = field;
  if (kind === 'head') return headJson(value, taken?.() ?? [], place);
  if (kind === 'group' && turn !== undefined) {
    return membersJson(value, turnType(turn, place.scope), [], place);
  }
  if (kind === 'any' || kind === 'mixed' || kind === 'anyAttributes' || type === undefined) {
    return treeJson(value, place);
  }
  if (isSimple(type)) return simpleJson(type, value);
  if (type.kind === 'xml') return treeJson(value, place);
  return type.kind === 'array'
    ? arrayJson(value, type, type.rank, place)
    : objectJson(value, type, place);
}

/** Writes an object with its `__type`, as .NET does where a service knows the type. */
export function objectJson(value: unknown, declared: ObjectType, place: Place): string {
  if (propertyOf(value, '$nil') === true) return 'null';
  const { family, scope } = declared;
  const type = family?.chooseWritten(value as object, declared, scope).type ?? declared;
  const name = typeName(type);
  const told = name === '' ? [] : [scriptMember(typeMember, scriptText(name))];
  return membersJson(value, type, told, place);
}

function membersJson(
  value: unknown,
  type: ObjectType,
  told: readonly string[],
  place: Place,
): string {
  const inside = { ...deeper(place), scope: type.scope };
  const values = planOf(type).take(value as never);
  const written = membersOf(type).all.map(({ name, slot, field }: ScriptMember) =>
    scriptMember(name, fieldJson(values[slot], field, inside)),
  );
  return scriptObject([...told, ...written]);
}

/** The element of a substitution group that is there. */
function headJson(value: unknown, alternatives: readonly Field[], place: Place): string {
  const chosen = alternatives.find((one) => propertyOf(value, nameOf(one)) !== undefined);
  if (chosen === undefined) return 'null';
  const name = nameOf(chosen);
  const inner = itemJson(propertyOf(value, name), chosen, deeper(place));
  return scriptObject([scriptMember(name, inner)]);
}

function arrayJson(value: unknown, type: ArrayType, rank: number, place: Place): string {
  const inside = { ...deeper(place), scope: type.scope };
  const field = type.item();
  return listJson(value, (item) =>
    rank > 1 ? arrayJson(item, type, rank - 1, inside) : itemJson(item, field, inside),
  );
}

function listJson(value: unknown, write: (item: unknown) => string): string {
  return `[${(value as readonly unknown[]).map(write).join(',')}]`;
}

/** Writes what has no type in the contract, which is data: an element as its tree. */
function treeJson(value: unknown, place: Place): string {
  if (typeof value === 'string') return scriptText(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const inside = deeper(place);
  if (Array.isArray(value)) return listJson(value, (item) => treeJson(item, inside));
  const entries = Object.entries(value).filter(([, one]) => one !== undefined);
  return scriptObject(entries.map(([name, one]) => scriptMember(name, treeJson(one, inside))));
}

function deeper({ scope, depth }: Place): Place {
  if (depth >= mostLevels) throw new Error('RecursionLimit exceeded.');
  return { scope, depth: depth + 1 };
}
