import type { ContractSettings } from '../../config/config.ts';
import { suggest } from '../../diagnostics/suggest.ts';
import type { ComplexType, SchemaType, SimpleType } from '../../model/schema.ts';
import { rankOf } from '../../model/soap-array.ts';
import type { TypeMapping } from '../../plan/plan.ts';
import { arrayItem, type Field, fieldsOf } from '../fields.ts';
import { typeWord } from '../inspect/signature.ts';
import { type Converted, convertLeaf, mapLeaf } from './convert-leaf.ts';
import type { InputTree } from './parameter-tree.ts';

/** Something wrong with the parameters of a call. */
export interface InputProblem {
  /** Path of the parameter, such as `order.items[0].sku`. */
  readonly path: string;
  readonly message: string;
  readonly help?: string | undefined;
}

/** The input object of a call, and everything wrong with it. */
export interface ConvertedInput {
  readonly input: InputTree;
  readonly problems: readonly InputProblem[];
}

/**
 * Turns texts into the values generated code takes, led by the schema: names are checked, texts become numbers, bigints,
 * booleans and bytes, single values become arrays where the element repeats. All problems are reported at once.
 */
export function convertInput(
  fields: readonly Field[],
  tree: InputTree,
  settings: ValueSettings = { types: {}, arrays: 'unwrap' },
): ConvertedInput {
  const problems: InputProblem[] = [];
  const input = convertFields({ fields, inner: 'known' }, tree, '', { ...settings, problems });
  return { input, problems };
}

/** What of the configuration bears on the values generated code takes. */
export type ValueSettings = Pick<ContractSettings, 'types' | 'arrays'>;

/** What all steps of a conversion share. */
interface Conversion extends ValueSettings {
  readonly problems: InputProblem[];
}

/** Fields of an object, and what names they do not know may mean. */
interface FieldSet {
  readonly fields: readonly Field[];
  /**
   * `known`: nothing; `grouped`: generated code gathers some fields under names of its own (repeated groups, substitution
   * groups); `anything`: the schema has wildcards or mixed content.
   */
  readonly inner: 'known' | 'grouped' | 'anything';
}

function convertFields(
  { fields, inner }: FieldSet,
  tree: InputTree,
  path: string,
  run: Conversion,
): InputTree {
  const output: [string, unknown][] = [];
  for (const [name, value] of Object.entries(tree)) {
    const at = path === '' ? name : `${path}.${name}`;
    const field = fields.find((one) => one.name === name);
    if (field !== undefined) output.push([name, convertField(field, value, at, run)]);
    else if (inner === 'grouped') output.push([name, convertGroup(fields, value, at, run)]);
    else if (inner === 'anything' || name.startsWith('$')) output.push([name, value]);
    else run.problems.push(unknown(name, at, fields, path));
  }
  for (const field of fields) {
    const needed = !field.optional && !field.repeated && !Object.hasOwn(tree, field.name);
    if (needed && field.name !== '$value') {
      const at = path === '' ? field.name : `${path}.${field.name}`;
      run.problems.push({
        path: at,
        message: `parameter '${at}' is missing (${typeWord(field.type)})`,
      });
    }
  }
  return Object.fromEntries(output);
}

/** Converts what stands below a name of generated code: turns of a repeated group, or a member of a substitution group. */
function convertGroup(
  fields: readonly Field[],
  value: unknown,
  path: string,
  run: Conversion,
): unknown {
  if (Array.isArray(value)) {
    return value.map((one, at) => convertGroup(fields, one, `${path}[${at}]`, run));
  }
  if (!isTree(value)) return value;
  const single = fields.map((field) => ({ ...field, optional: true, repeated: false }));
  return convertFields({ fields: single, inner: 'grouped' }, value, path, run);
}

function unknown(name: string, at: string, fields: readonly Field[], path: string): InputProblem {
  const names = fields.map((field) => field.name);
  const near = suggest(name, names);
  const whole = path === '' ? 'the operation' : `'${path}'`;
  const has = names.length === 0 ? 'none' : names.join(', ');
  return {
    path: at,
    message: `${whole} has no parameter '${name}'`,
    help: near === undefined ? `It has: ${has}.` : `Did you mean '${near}'?`,
  };
}

function convertField(field: Field, value: unknown, path: string, run: Conversion): unknown {
  if (!field.repeated) return convertValue(field.type, value, path, run);
  const items = Array.isArray(value) ? value : [value];
  return items.map((item, index) => convertValue(field.type, item, `${path}[${index}]`, run));
}

function convertValue(type: SchemaType, value: unknown, path: string, run: Conversion): unknown {
  if (value === null || value === undefined) return value;
  if (type.kind === 'simple') return convertSimple(type, value, path, run);
  const item = arrayItem(type)?.element;
  if (item !== undefined && run.arrays === 'keep') {
    const items = itemsOf(value, item.name.localName);
    const name = item.name.localName;
    return {
      [name]: items.map((one, at) => convertValue(item.type, one, `${path}.${name}[${at}]`, run)),
    };
  }
  if (item !== undefined) {
    const items = itemsOf(value, item.name.localName);
    return items.map((one, index) => convertValue(item.type, one, `${path}[${index}]`, run));
  }
  if (type.soapArray !== undefined && Array.isArray(value)) {
    const { item } = type.soapArray;
    const rows = (given: unknown, rank: number, at: string): unknown =>
      rank > 0 && Array.isArray(given)
        ? given.map((one, index) => rows(one, rank - 1, `${at}[${index}]`))
        : convertValue(item, given, at, run);
    return rows(value, rankOf(type.soapArray), path);
  }
  if (isTree(value)) {
    const actual = describedType(type, value);
    const set = { fields: fieldsOf(actual), inner: innerOf(actual) };
    return convertFields(set, value, path, run);
  }
  if (type.simpleContent !== undefined) {
    return { $value: convertSimple(type.simpleContent, value, path, run) };
  }
  if (innerOf(type) === 'anything') return value;
  const names = fieldsOf(type).map((field) => field.name);
  run.problems.push({
    path,
    message: `parameter '${path}' is an object (${typeWord(type)}), not a text`,
    help: `Give its fields: ${names.map((name) => `${path}.${name}=…`).join(' ')}`,
  });
  return value;
}

/** Items of an ASMX array, also when the wire's own name stands between: `items.Item[0]`. */
function itemsOf(value: unknown, name: string): readonly unknown[] {
  if (Array.isArray(value)) return value;
  if (isTree(value) && Object.keys(value).length === 1 && Object.hasOwn(value, name)) {
    const inner = value[name];
    return Array.isArray(inner) ? inner : [inner];
  }
  return [value];
}

/** The type that `$type` chooses among the descendants. */
function describedType(type: ComplexType, value: InputTree): ComplexType {
  const wanted = value.$type;
  if (typeof wanted !== 'string') return type;
  const open = [type];
  for (const one of open) {
    if (one.name?.localName === wanted) return one;
    open.push(...one.derived);
  }
  return type;
}

function innerOf(type: ComplexType): FieldSet['inner'] {
  if (type.mixed || type.anyAttribute !== undefined) return 'anything';
  let inner: FieldSet['inner'] = 'known';
  const open = type.particle === undefined ? [] : [type.particle];
  for (const particle of open) {
    if (particle.kind === 'any') return 'anything';
    if (particle.kind === 'model') {
      open.push(...particle.particles);
      if (particle.occurs.max > 1) inner = 'grouped';
    } else if (particle.element.substitutes.length > 0) {
      inner = 'grouped';
    }
  }
  return inner;
}

function isTree(value: unknown): value is InputTree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function convertSimple(type: SimpleType, value: unknown, path: string, run: Conversion): unknown {
  const converted = trySimple(type, value, run.types);
  if (converted.ok) return converted.value;
  const shown = typeof value === 'string' ? `'${value}'` : JSON.stringify(value);
  run.problems.push({
    path,
    message: `parameter '${path}': ${shown} is not ${converted.wanted}`,
    help: undefined,
  });
  return value;
}

function trySimple(type: SimpleType, value: unknown, types: TypeMapping): Converted {
  const { enumeration } = type.facets;
  if (type.variety === 'list' && type.item !== undefined) {
    const { item } = type;
    const items =
      typeof value === 'string' ? value.split(/\s+/).filter((one) => one !== '') : value;
    if (!Array.isArray(items)) return { ok: false, wanted: `a list of ${typeWord(item)}` };
    const parts = items.map((one: unknown) => trySimple(item, one, types));
    const failed = parts.find((part) => !part.ok);
    return failed ?? { ok: true, value: parts.map((part) => (part.ok ? part.value : undefined)) };
  }
  if (type.variety === 'union') {
    for (const member of type.members ?? []) {
      const converted = trySimple(member, value, types);
      if (converted.ok) return converted;
    }
    return { ok: false, wanted: `one of ${(type.members ?? []).map(typeWord).join(', ')}` };
  }
  const builtin = type.builtin ?? 'string';
  const converted = mapLeaf(builtin, convertLeaf(builtin, value), types);
  const listed = enumeration?.some((one) => one.value === String(value)) ?? true;
  if (converted.ok && listed) return converted;
  if (enumeration === undefined) return converted;
  return { ok: false, wanted: `one of ${enumeration.map((one) => one.value).join(', ')}` };
}
