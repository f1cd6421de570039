import { type QName, qnameKey } from '../../model/common/qname.ts';
import type { AttributeUse, ElementDeclaration, ElementParticle } from '../../model/xsd/schema.ts';
import { shortHash } from '../../names/names.ts';
import type { ContentField } from './shape.ts';

/**
 * Fields that read the same, in the order they were made: what appears together takes them from the
 * front.
 */
export interface Alike {
  readonly fields: ContentField[];
  /** How many of them appear together with whatever comes next; later ones can be shared. */
  standing: number;
}

/** Names given out in one object, its base included. */
export interface PropertyTable {
  /** Names no further property can have. */
  readonly taken: Set<string>;
  /** What was added to names that were taken, by name. */
  readonly suffixes: Map<string, number>;
  /** Keys of the elements and wildcards met so far. */
  readonly met: Set<string>;
  /** Fields by what they read: fields of exclusive branches are shared. */
  readonly pool: Map<string, Alike>;
  /** Namespace of the first element: names in it are keys as they are. */
  namespace: string | undefined;
  /** What appears together with whatever comes next, one entry for each field. */
  readonly path: Alike[];
  last: ContentField | undefined;
}

/**
 * Properties every object has from its prototype: as an optional property they would never be
 * absent.
 */
const inherited: ReadonlySet<string> = new Set(Object.getOwnPropertyNames(Object.prototype));

/** A table for an object without a base, or one that starts from its base's fields. */
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

/** The name a property should have: the one it is given, else that of its element or attribute. */
export function preferredName(place: ElementParticle | AttributeUse): string {
  const [declared, reference] = 'element' in place ? [place.element, place.reference] : [place];
  const given = reference?.property ?? declared.property;
  if (given !== undefined) return given;
  const { name } = declared;
  return name.localName === '__proto__' ? '$proto' : name.localName;
}

/**
 * Takes the name wanted, else the first free one of the others, all of which come from the field
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

/** Key of an element by its name. */
export function elementKey(table: PropertyTable, name: QName): string {
  table.namespace ??= name.namespace;
  return name.namespace === table.namespace ? name.localName : qnameKey(name);
}

/** Adds one of the fields to what appears together with whatever comes next. */
export function enterPath(table: PropertyTable, alike: Alike): void {
  alike.standing += 1;
  table.path.push(alike);
}

/** Takes what came after a mark from the path; gives how many fields of each kind that were. */
export function leavePath(table: PropertyTable, mark: number): ReadonlyMap<Alike, number> {
  const left = new Map<Alike, number>();
  for (const alike of table.path.slice(mark)) {
    alike.standing -= 1;
    left.set(alike, (left.get(alike) ?? 0) + 1);
  }
  table.path.length = mark;
  return left;
}

/** The fields that read what has this key. */
export function alikeOf(table: PropertyTable, key: string): Alike {
  let alike = table.pool.get(key);
  if (alike === undefined) {
    alike = { fields: [], standing: 0 };
    table.pool.set(key, alike);
  }
  return alike;
}

/**
 * What elements of one key differ in: names in one content model share their type, not what else is
 * declared.
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

/** Adds a field that appears together with whatever comes next. */
export function entered(table: PropertyTable, alike: Alike, field: ContentField): void {
  alike.fields.push(field);
  enterPath(table, alike);
  table.last = field;
}

/** Adds a field of a base: what comes next shares it with nothing. */
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
