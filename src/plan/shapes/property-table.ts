import { type QName, qnameKey } from '../../model/common/qname.ts';
import type { AttributeUse, ElementDeclaration, ElementParticle } from '../../model/xsd/schema.ts';
import { shortHash } from '../../names/names.ts';
import type { ContentField } from './shape.ts';

/**
 * Fields that read the same, in the order of creation. Those that occur together use them from the
 * front.
 */
export interface Alike {
  readonly fields: ContentField[];
  /** How many of them occur together with the next field. Later ones can be shared. */
  inPath: number;
}

/** Names used in one object, including those of its base. */
export interface PropertyTable {
  /** Names that are taken. */
  readonly taken: Set<string>;
  /** Suffixes added to taken names. */
  readonly suffixes: Map<string, number>;
  /** Keys of the elements and wildcards so far. */
  readonly met: Set<string>;
  /** Fields by what they read. Exclusive branches share fields. */
  readonly pool: Map<string, Alike>;
  /** Namespace of the first element. Names in it are used as keys unchanged. */
  namespace: string | undefined;
  /** Fields that occur together with the next one. */
  readonly path: Alike[];
  last: ContentField | undefined;
}

/**
 * Properties that every object inherits from its prototype. As optional properties, they would
 * never be absent.
 */
export const inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** A table for an object without a base, or one with the fields of its base. */
export function createPropertyTable(names: readonly string[] = []): PropertyTable {
  return {
    taken: new Set(names),
    suffixes: new Map(),
    met: new Set(),
    pool: new Map(),
    namespace: undefined,
    path: [],
    last: undefined,
  };
}

/**
 * The name a property should have: the declared one, otherwise that of its element or attribute.
 */
export function preferredName(place: ElementParticle | AttributeUse): string {
  const [declared, reference] = 'element' in place ? [place.element, place.reference] : [place];
  const given = reference?.property ?? declared.property;
  if (given !== undefined) return given;
  const { name } = declared;
  return name.localName === '__proto__' ? '$proto' : name.localName;
}

/**
 * Takes the preferred name, or the first free one of the others, which all come from the field
 * itself.
 */
export function takeProperty(
  table: PropertyTable,
  preferred: string,
  others: () => readonly string[],
): string {
  const name = isFree(table, preferred) ? preferred : otherName(table, preferred, others());
  table.taken.add(name);
  return name;
}

function isFree(table: PropertyTable, name: string): boolean {
  return !table.taken.has(name) && !inherited.has(name);
}

function otherName(table: PropertyTable, preferred: string, others: readonly string[]): string {
  const other = others.find((one) => isFree(table, one));
  if (other !== undefined) return other;
  const hashed = `${preferred}${shortHash([preferred, ...others].join(' '))}`;
  let count = table.suffixes.get(hashed) ?? 0;
  let name = hashed;
  while (!isFree(table, name)) {
    count += 1;
    name = count === 1 ? `${hashed}_` : `${hashed}_${count}`;
  }
  table.suffixes.set(hashed, count);
  return name;
}

/** Key of an element. */
export function elementKey(table: PropertyTable, name: QName): string {
  table.namespace ??= name.namespace;
  return name.namespace === table.namespace ? name.localName : qnameKey(name);
}

/** Adds a field to those that occur together with the next one. */
export function enterPath(table: PropertyTable, alike: Alike): void {
  alike.inPath += 1;
  table.path.push(alike);
}

/** Removes the fields after a mark from the path. Returns how many of each kind there were. */
export function leavePath(table: PropertyTable, mark: number): ReadonlyMap<Alike, number> {
  const left = new Map<Alike, number>();
  for (const alike of table.path.slice(mark)) {
    alike.inPath -= 1;
    left.set(alike, (left.get(alike) ?? 0) + 1);
  }
  table.path.length = mark;
  return left;
}

/** The fields that read elements with this key. */
export function alikeOf(table: PropertyTable, key: string): Alike {
  let alike = table.pool.get(key);
  if (alike === undefined) {
    alike = { fields: [], inPath: 0 };
    table.pool.set(key, alike);
  }
  return alike;
}

/**
 * Distinguishes elements with the same key. Elements of one name in a content model have the same
 * type, but may differ in other ways.
 *
 * @param preferred the name their property should have
 */
export function valueKey(
  { name, nillable, fixed, default: given }: ElementDeclaration,
  preferred: string,
): string {
  const usual = !nillable && fixed === undefined && given === undefined;
  if (usual && preferred === name.localName) return '';
  return ` ${JSON.stringify([nillable, fixed ?? null, given ?? null, preferred])}`;
}

/** Adds a field that occurs together with the next one. */
export function entered(table: PropertyTable, alike: Alike, field: ContentField): void {
  alike.fields.push(field);
  enterPath(table, alike);
  table.last = field;
}

/** Adds a field of a base, which is not shared with later ones. */
export function enterInherited(table: PropertyTable, field: ContentField): void {
  const element = field.kind === 'element' ? field.place.element : undefined;
  const name = element && elementKey(table, element.name);
  if (name !== undefined) table.met.add(name);
  const key =
    element === undefined
      ? `inherited ${field.property}`
      : `${name}${valueKey(element, field.property)}`;
  entered(table, alikeOf(table, key), field);
}
