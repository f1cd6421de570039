import { mostIssues, type StandardIssue } from '../schema/validate.ts';
import type { JsonSchema } from './tools.ts';

/** Levels of a schema that are looked at, whatever is asked for: lists of lists have no end. */
const mostLevels = 40;

/** Characters from which an enumeration is only told. */
const longEnumeration = 400;

/** Patterns that are longer say less than an example. */
const longPattern = 40;

/** Alternatives that are named, and names that are listed. */
const mostNamed = 5;
const mostListed = 12;

/** What `#` refers to. */
const whole = '#';

/**
 * A JSON Schema (2020-12) with its definitions, from which parts are taken: schemas as large as
 * those of some contracts fit no context of a model.
 */
export class WholeSchema {
  readonly #root: JsonSchema;
  readonly #types: ReadonlyMap<string, JsonSchema>;
  /** Name of what `#` means in what it gives. */
  readonly #self: string;

  constructor(json: JsonSchema, types?: ReadonlyMap<string, JsonSchema>, self: string = whole) {
    const { $schema: _, $defs = {}, ...root } = json as ObjectSchema;
    this.#root = root;
    this.#types = types ?? new Map([[whole, root], ...Object.entries($defs)]);
    this.#self = self;
  }

  /** One of the types that it refers to, with all that this one refers to. */
  type(name: string): WholeSchema | undefined {
    const found = this.#types.get(name);
    return found && new WholeSchema(found, this.#types, name);
  }

  /** Names of the types. */
  get names(): readonly string[] {
    return [...this.#types.keys()].filter((one) => one !== whole);
  }

  /** Fields of the value itself, and whether each must be there. */
  get fields(): ReadonlyMap<string, boolean> {
    const found = new Map<string, boolean>();
    for (const { properties = {}, required = [] } of this.#flat([this.#root]) as ObjectSchema[]) {
      for (const name of Object.keys(properties)) {
        found.set(name, required.includes(name) && found.get(name) !== false);
      }
    }
    return found;
  }

  /**
   * The schema of an object without references, which many clients do not follow, cut at a depth
   * with words. It accepts what the whole one accepts, and more.
   *
   * @param depth levels of fields; 0 for their names alone
   * @param most parts that it may have
   * @param advice what to do about what is left out
   */
  cut(depth: number, most: number, advice: string): CutSchema | undefined {
    let left = most;
    let isCut = false;
    const words = (text: string): string => {
      isCut = true;
      return `${text}: ${advice}`;
    };
    const stub = (all: readonly JsonSchema[]): JsonSchema => ({
      type: 'object',
      description: words(namesText(all.map((one) => this.#nameOf(one)))),
    });
    const expand = (one: JsonSchema, depth: number, level: number): JsonSchema => {
      left -= 1;
      if (left < 0 || level > mostLevels) return {};
      const schema = this.#resolved(one);
      const { type, properties, items, anyOf } = schema as ObjectSchema;
      if (anyOf !== undefined && Object.keys(properties ?? {}).length === 0) {
        return alternatives(anyOf, depth, level);
      }
      if (properties !== undefined) return depth > 0 ? object(schema, depth, level) : stub([one]);
      if (items === undefined) return type === 'object' ? { type } : simple(schema, words);
      const { minItems, maxItems } = schema;
      return given({ type, minItems, maxItems, items: expand(items, depth, level + 1) });
    };
    const object = (schema: ObjectSchema, depth: number, level: number): JsonSchema => {
      const { required, properties = {}, oneOf } = schema;
      const fields = Object.entries(properties).flatMap(([name, one]) =>
        one === false ? [] : [[name, expand(one, depth - 1, level + 1)] as const],
      );
      const isShort = JSON.stringify(oneOf ?? []).length < longEnumeration;
      return given({
        type: 'object',
        required,
        properties: Object.fromEntries(fields),
        oneOf: isShort ? oneOf : undefined,
      });
    };
    const alternatives = (all: readonly JsonSchema[], depth: number, level: number): JsonSchema => {
      const [only, more] = all;
      if (only !== undefined && more === undefined) return expand(only, depth, level + 1);
      const isCut = (one: JsonSchema): boolean =>
        depth <= 0 && (this.#resolved(one) as ObjectSchema).properties !== undefined;
      const hidden = all.filter(isCut);
      const shown = all.filter((one) => !isCut(one)).map((one) => expand(one, depth, level + 1));
      const stubs = hidden.length === 0 ? [] : [stub(hidden)];
      const [first, ...others] = [...stubs, ...shown];
      return others.length === 0 && first !== undefined ? first : { anyOf: [...stubs, ...shown] };
    };
    const made =
      depth > 0
        ? expand(this.#root, depth, 0)
        : { description: words(listed([...this.fields.keys()])) };
    return left < 0 ? undefined : { schema: { type: 'object', properties: {}, ...made }, isCut };
  }

  /**
   * The schema with the types that it refers to, as far as they fit.
   *
   * @param depth levels of types; Infinity for all
   * @param most characters
   */
  described(depth: number, most: number): DescribedSchema {
    const size = (json: JsonSchema): number => JSON.stringify(json).length;
    if (size(this.#root) > most) return { schema: this.#short(most), leftOut: [] };
    let left = most - size(this.#root);
    const found = new Map<string, JsonSchema>();
    const leftOut = new Set<string>();
    let next = [this.#root];
    for (let level = 1; next.length > 0; level += 1) {
      const names = new Set(next.flatMap(referred));
      next = [];
      for (const name of names) {
        const type = this.#types.get(name);
        if (type === undefined || name === whole || name === this.#self || found.has(name))
          continue;
        if (level > depth || size(type) > left) leftOut.add(name);
        else {
          found.set(name, type);
          next.push(type);
          left -= size(type);
        }
      }
    }
    for (const name of found.keys()) leftOut.delete(name);
    const rewrite = (json: unknown): unknown => {
      if (Array.isArray(json)) return json.map(rewrite);
      if (typeof json !== 'object' || json === null) return json;
      const name = referenceOf(json);
      if (name === this.#self) return { $ref: '#' };
      if (name === whole) return { description: 'the whole again' };
      if (name !== undefined && leftOut.has(name)) return { description: `type ${name}` };
      if (name !== undefined) return { $ref: `#/$defs/${name}` };
      return Object.fromEntries(Object.entries(json).map(([key, one]) => [key, rewrite(one)]));
    };
    const types = [...found].map(([name, one]) => [name, rewrite(one)]);
    const schema = {
      ...(rewrite(this.#root) as JsonSchema),
      ...(types.length > 0 && { $defs: Object.fromEntries(types) }),
    };
    return { schema, leftOut: [...leftOut] };
  }

  /** Fields of JSON that the schema does not have, at most twenty, with those that it has. */
  unknown(json: unknown): readonly StandardIssue[] {
    const found: StandardIssue[] = [];
    const look = (
      value: unknown,
      schemas: readonly JsonSchema[],
      path: readonly string[],
    ): void => {
      if (typeof value !== 'object' || value === null || found.length >= mostIssues) return;
      const all = this.#flat(schemas) as readonly ObjectSchema[];
      if (Array.isArray(value)) {
        const items = all.flatMap((one): JsonSchema[] => (one.items ? [one.items] : []));
        for (const [at, one] of value.entries()) look(one, items, [...path, `${at}`]);
        return;
      }
      const objects = all.filter(({ type = 'object' }) => type === 'object');
      // what may have any field
      if (objects.length === 0 || objects.some(({ properties }) => properties === undefined))
        return;
      const known = [...new Set(objects.flatMap(({ properties = {} }) => Object.keys(properties)))];
      for (const [name, field] of Object.entries(value)) {
        const next = objects.flatMap(({ properties = {} }) => ownOf(properties, name));
        if (next.length > 0) look(field, next, [...path, name]);
        else if (found.length < mostIssues) {
          const names = likeliest(name, known);
          const message =
            names.length === 0 ? 'nothing has a field here' : `there are ${listed(names)}`;
          found.push({ path: [...path, name], message: `There is no such field; ${message}.` });
        }
      }
    };
    look(json, [this.#root], []);
    return found;
  }

  /** What a schema is. */
  #resolved(given: JsonSchema): JsonSchema {
    const name = referenceOf(given);
    return (name === undefined ? undefined : this.#types.get(name)) ?? given;
  }

  /** The name of a type; of one that has none, its fields. */
  #nameOf(given: JsonSchema): string {
    const { properties = {} } = given as ObjectSchema;
    const { $type } = properties;
    const { const: literal } = ($type || {}) as { readonly const?: unknown };
    const name = referenceOf(given) ?? (typeof literal === 'string' ? literal : undefined);
    return name ?? listed(Object.keys(properties));
  }

  /** Schemas without references and alternatives. */
  #flat(schemas: readonly JsonSchema[]): readonly JsonSchema[] {
    const seen = new Set<JsonSchema>();
    const flat: JsonSchema[] = [];
    const open = [...schemas];
    for (let one = open.pop(); one !== undefined; one = open.pop()) {
      const schema = this.#resolved(one);
      if (seen.has(schema)) continue;
      seen.add(schema);
      const { anyOf, properties = {} } = schema as ObjectSchema;
      // beside properties, it is about which of them are there
      if (anyOf !== undefined && Object.keys(properties).length === 0) open.push(...anyOf);
      else flat.push(schema);
    }
    return flat;
  }

  /** The deepest cut of a schema that is too large itself. */
  #short(most: number): JsonSchema {
    for (let depth = mostLevels; depth > 0; depth -= 1) {
      const cut = this.cut(depth, most, 'left out');
      if (cut !== undefined && JSON.stringify(cut.schema).length <= most) return cut.schema;
    }
    return { description: listed([...this.fields.keys()]) };
  }
}

/** A schema without references, and whether it leaves anything out. */
interface CutSchema {
  readonly schema: JsonSchema;
  readonly isCut: boolean;
}

/** A schema with a part of the types that it refers to, and the names of others. */
interface DescribedSchema {
  readonly schema: JsonSchema;
  readonly leftOut: readonly string[];
}

/** Keywords of a schema that may be of an object or a list. */
interface ObjectSchema extends JsonSchema {
  readonly type?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, JsonSchema | false>>;
  readonly items?: JsonSchema;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly $defs?: Readonly<Record<string, JsonSchema>>;
}

/** The name of the type that a schema refers to; `#` for the whole. */
function referenceOf(json: object): string | undefined {
  const { $ref } = json as { readonly $ref?: unknown };
  return typeof $ref === 'string' ? $ref.replace('#/$defs/', '') : undefined;
}

/** Names of all types that a schema refers to, in its order. */
function referred(json: unknown): readonly string[] {
  if (typeof json !== 'object' || json === null) return [];
  const name = referenceOf(json);
  return name === undefined ? Object.values(json).flatMap(referred) : [name];
}

function ownOf(
  properties: NonNullable<ObjectSchema['properties']>,
  name: string,
): readonly JsonSchema[] {
  const found = hasOwn.call(properties, name) ? properties[name] : undefined;
  return found === undefined || found === false ? [] : [found];
}

const hasOwn = Object.prototype.hasOwnProperty;

/** Names of types that one place may have. */
function namesText(names: readonly string[]): string {
  const others = names.length - mostNamed;
  const shown = names.slice(0, mostNamed).join(', ');
  return others > 0 ? `${shown} or ${others} others` : shown;
}

/** Bounds of XML Schema's own integers, which say little to a model. */
const ownBounds: ReadonlySet<unknown> = /* @__PURE__ */ new Set([
  ...[-2_147_483_648, 2_147_483_647, -32_768, 32_767, 4_294_967_295, 65_535],
]);

/** A schema of a text, number or boolean, with what a model needs of it. */
function simple(schema: JsonSchema, words: (text: string) => string): JsonSchema {
  const { enum: values, examples, pattern, minimum, maximum, ...others } = schema;
  if ([values, examples, pattern, maximum].every((one) => one === undefined)) return schema;
  const all: readonly unknown[] = Array.isArray(values) ? values : [];
  const isLong = JSON.stringify(all).length > longEnumeration;
  const [example] = isLong ? all : Array.isArray(examples) ? examples : [];
  const isPlain = example !== undefined && String(pattern).length > longPattern;
  const isOwn = ownBounds.has(maximum);
  return given({
    ...others,
    enum: isLong ? undefined : values,
    description: isLong ? words(`One of ${all.length} values`) : undefined,
    pattern: isPlain ? undefined : pattern,
    minimum: isOwn ? undefined : minimum,
    maximum: isOwn ? undefined : maximum,
    examples: example === undefined ? undefined : [example],
  });
}

/** The keywords that have a value. */
function given(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined));
}

/** Some names in one text. */
function listed(names: readonly string[]): string {
  if (names.length === 0) return 'no fields';
  const others = names.length - mostListed;
  const shown = names.slice(0, mostListed).join(', ');
  return others > 0 ? `${shown} and ${others} others` : shown;
}

/** Known names, those first that begin most like a name that is not known. */
export function likeliest(name: string, known: readonly string[]): readonly string[] {
  const wanted = name.toLowerCase();
  const likeness = (one: string): number => {
    const text = one.toLowerCase();
    let at = 0;
    while (at < text.length && text[at] === wanted[at]) at += 1;
    return at;
  };
  const ranked = known.map((one) => ({ one, alike: likeness(one) }));
  return ranked.sort((a, b) => b.alike - a.alike).map(({ one }) => one);
}
