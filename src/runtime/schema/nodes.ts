import type { JsonValue } from '../operation/descriptor.ts';
import { attachBytes } from '../parts/attachment.ts';
import {
  type ArrayType,
  type Branches,
  type Facets,
  type Field,
  flatten,
  isBranches,
  isList,
  isRequired,
  isSimple,
  type Keywords,
  type Member,
  type ObjectType,
  propertyNameOf,
  type ShownPattern,
  type Simple,
  type SimpleSource,
  sourceOf,
} from '../types/description.ts';
import { alternativesOf, type Branch } from '../types/member.ts';
import type { Message } from '../types/message.ts';
import { asObject, asText, string } from '../types/message.ts';
import { ordered } from '../types/ordered.ts';
import { unionTexts } from '../types/restriction.ts';
import { type SampleSeed, sampleBuiltin, sampleList } from '../values/sample.ts';
import { outside } from '../values/text.ts';
import { notEncodable } from '../xml/writer.ts';
import { convert, jsonBuiltin, ownScalar, specialNumbers } from './json.ts';
import { jsonSchemaOf } from './json-schema.ts';
import {
  type Check,
  checkMessage,
  checkObject,
  isSchema,
  issuesOf,
  type SchemaKeywords,
  type SchemaNode,
  type TypeSchema,
} from './validate.ts';

/**
 * The schema of a type, or of a message.
 *
 * @param name its name in JSON Schemas
 * @param attachments properties of a message that are sent beside its envelope
 */
export function schema<T>(
  name: string,
  of: Simple | ObjectType | Message | PlainValue,
  attachments?: Attachments,
): TypeSchema<T> {
  if ('way' in of || of.kind === 'object') {
    const node = (): SchemaKeywords => (isSimple(of) ? ownSimpleNode(of, name) : wholeNode(of));
    const made = createSchema<T>(name, checkOf(of), node);
    // JSON of a built-in type is part of that of others
    if (!isSimple(of) || of.from !== undefined) register(of, made);
    return made;
  }
  if (of.kind === 'plain') return createSchema(name, of.check, () => of.node);
  return createSchema(name, messageCheck(of, attachments), () => messageNode(of, attachments));
}

function messageCheck(message: Message, attachments: Attachments = {}): Check {
  return (value, found) => {
    const beside = Object.entries(attachments);
    const given =
      beside.length === 0 ? value : (asObject(value) as Readonly<Record<string, never>>);
    checkMessage(value, message, found);
    for (const [property, one] of beside) {
      const part = given[property] as never;
      found.inside(property, () => found.attempt(() => attachmentCheck(one)(part, found)));
    }
  };
}

function attachmentCheck(kind: Attachments[string]): Check {
  if (kind === 'text') return asText;
  if (kind === 'bytes') return attachBytes;
  return (value, found) => checkMessage(value, kind, found);
}

/** Properties of a message that are sent beside its envelope. */
interface Attachments {
  readonly [property: string]: 'text' | 'bytes' | Message;
}

/** No value: `null` in JSON. */
const nullKeywords: SchemaKeywords = { type: 'null', javascript: 'undefined' };

/** No value where `null` means a nil element. */
const absent: SchemaKeywords = {
  type: 'object',
  javascript: 'absent',
  required: ['$absent'],
  properties: { $absent: { const: true } },
};

/** Bytes that may be anything. */
const anyBytes: SchemaKeywords = {
  type: 'string',
  javascript: 'Uint8Array',
  contentEncoding: 'base64',
  examples: ['c2FtcGxl'],
};

/** Description of the value of a message. */
function messageNode(message: Message, attachments: Attachments = {}): SchemaKeywords {
  const { kind, namespace, detail } = message;
  const { scope = namespace } = detail;
  const extra = Object.entries(attachments).map(attachmentNode);
  const fields = message.fields();
  const [first] = fields;
  const type = message.type?.() ?? objectOf(first);
  if (kind === 'empty' || kind === 'nothing') return propertiesNode(extra);
  if ((kind === 'content' || kind === 'element') && type !== undefined && extra.length > 0) {
    const { members, content } = type;
    return membersNode(members, fieldNodeIn(type.scope, content), { extra, content });
  }
  if (kind === 'content' && type !== undefined) {
    return describedKeywords(placeNode({ kind: 'element', name: '', type, min: 1, max: 1 }, ''));
  }
  if (kind === 'element' && first !== undefined) return describedKeywords(placeNode(first, scope));
  if (kind === 'result' && first !== undefined) return describedKeywords(resultNode(first, scope));
  if (extra.length === 0) return membersNode(fields, fieldNodeIn(scope));
  const node = fieldNodeIn(scope);
  const own = fields.map((field) => {
    const isThere = isRequired(field);
    return { name: propertyNameOf(field), node: node(field, isThere), required: isThere };
  });
  return propertiesNode([...own, ...extra]);
}

function objectOf(field: Field | undefined): ReturnType<NonNullable<Message['type']>> | undefined {
  const { type } = field ?? {};
  return type !== undefined && 'kind' in type && type.kind === 'object' ? type : undefined;
}

/** A result has no property, so samples of a text are named after its element. */
function resultNode(field: Field, scope: string): SchemaNode {
  const { type, name, nil } = field;
  const isThere = isRequired(field);
  const isText =
    isSimple(type) && !isList(field) && nil === undefined && type.from?.fixed === undefined;
  const node =
    isText && isPlainText(type)
      ? { type: 'string' as const, examples: [name, `${name} 2`] }
      : fieldNodeIn(scope)(field, isThere);
  return isThere ? node : anyOf([node, nil === undefined ? nullKeywords : absent]);
}

/** A schema as a description, because that of a message must be one. */
function describedKeywords(node: SchemaNode): SchemaKeywords {
  return isSchema(node) ? { anyOf: [node] } : node;
}

function attachmentNode([name, kind]: [string, Attachments[string]]): Property {
  const required = true;
  if (kind === 'text') return { name, node: { type: 'string', examples: ['sample'] }, required };
  if (kind === 'bytes') return { name, node: anyBytes, required };
  const [field] = kind.fields();
  return { name, node: field === undefined ? {} : placeNode(field, kind.namespace), required };
}

/** Gives the description of a property of an object with a scope. */
function fieldNodeIn(
  scope: string,
  content?: ObjectType['content'],
): (field: Field, isThere: boolean) => SchemaNode {
  return (field, isThere) => {
    const { kind, type, initial } = field;
    if (kind === 'attribute' && isSimple(type)) {
      return simpleNode(type, propertyNameOf(field), initial);
    }
    if (kind === 'text' && isSimple(type)) return simpleNode(type, 'value');
    if (kind === 'anyAttributes') {
      return { type: 'array', examples: [[]], items: xmlAttribute };
    }
    if (kind === 'namespaces') return { type: 'object' };
    if (kind === 'mixed') return mixedNode(content?.text ?? 'text');
    const item = itemNode(field, scope);
    return isList(field) ? listNode(item, isThere ? field.min : 0, field.max) : item;
  };
}

const plainString: SchemaKeywords = { type: 'string' };

/** An `XmlAttribute`. */
const xmlAttribute: SchemaKeywords = {
  type: 'object',
  required: ['name', 'value'],
  properties: { name: plainString, namespace: plainString, value: plainString },
};

/** Properties of an `XmlElement`: a tree, whose branches are elements, too. */
const xmlProperties: Readonly<Record<string, SchemaKeywords>> = {
  name: plainString,
  namespace: plainString,
  attributes: { type: 'array', items: xmlAttribute },
  children: {
    type: 'array',
    items: { anyOf: [plainString, { type: 'object', required: ['name', 'namespace'] }] },
  },
  namespaces: { type: 'object' },
};

/** Mixed content. */
function mixedNode(text: string): SchemaKeywords {
  const required = ['name', 'namespace'];
  const element: SchemaKeywords = { type: 'object', required, properties: xmlProperties };
  return { type: 'array', examples: [[text]], items: { anyOf: [plainString, element] } };
}

function itemNode(field: Field, scope: string): SchemaNode {
  const { kind, wildcard, turn, taken } = field;
  if (kind === 'head') return headNode(taken?.() ?? [], scope);
  if (kind === 'group') return membersNode(turn === undefined ? [] : [turn], fieldNodeIn(scope));
  if (kind !== 'any') return placeNode(field, scope);
  const [how, namespace = ''] = wildcard ?? ['not'];
  const given = how === 'only' ? namespace : 'http://example.com/any';
  const required = ['name', 'namespace'];
  const examples = [{ name: 'sample', namespace: given }];
  return { type: 'object', required, examples, properties: xmlProperties };
}

/** A list. */
function listNode(items: SchemaNode, min: number, max: number): SchemaKeywords {
  return {
    type: 'array',
    ...(min > 0 && { minItems: min }),
    ...(Number.isFinite(max) && { maxItems: max }),
    items,
  };
}

/** A substitution group: objects whose one property is named after the element. */
function headNode(alternatives: readonly Field[], scope: string): SchemaNode {
  return anyOf(
    alternatives.map((one) => {
      const name = propertyNameOf(one);
      return propertiesNode([{ name, node: placeNode(one, scope), required: true }]);
    }),
  );
}

/** Alternatives; if there is only one, the node itself. */
export function anyOf(nodes: readonly SchemaNode[]): SchemaNode {
  const [only, ...others] = nodes;
  return only !== undefined && others.length === 0 ? only : { anyOf: nodes };
}

/** Description of an element at a place. */
function placeNode(field: Field, scope: string): SchemaNode {
  const { type, name, namespace = scope, nil, allowed, keywords } = field;
  const nodes: SchemaNode[] = [];
  const object = type !== undefined && 'kind' in type && type.kind === 'object' ? type : undefined;
  const family = object && (allowed?.() ?? familyOf(object));
  if (type === undefined) nodes.push({});
  else if (isSimple(type)) nodes.push(withKeywords(simpleNode(type, name), keywords));
  else if (type.kind === 'xml') nodes.push(untypedNode(name, namespace));
  else if (type.kind === 'array') nodes.push(arrayNode(type));
  else if (allowed === undefined && !hasGivenText(type)) nodes.push(typeSchema(type));
  else for (const one of family ?? []) nodes.push(ownObjectNode(one, literalOf(one, type)));
  if (nil === undefined) return anyOf(nodes);
  if (nil.attributes) {
    for (const one of family ?? []) nodes.push(nilNode(one, one === object));
  }
  return anyOf([...nodes, { type: 'null' }]);
}

/** Untyped content. The place says the namespace. */
function untypedNode(name: string, namespace: string): SchemaKeywords {
  const properties = { ...xmlProperties, namespace: {} };
  return { type: 'object', required: ['name'], examples: [{ name, namespace }], properties };
}

/** A simple value with what the description of its place tells. */
function withKeywords(node: SchemaNode, keywords: Keywords | undefined): SchemaNode {
  if (keywords === undefined) return node;
  return { ...(isSchema(node) ? { anyOf: [node] } : node), ...keywords };
}

function literalOf(type: ObjectType, declared: ObjectType): string | undefined {
  return type === declared ? undefined : type.family?.literal;
}

/** The types that can replace one. */
function familyOf(type: ObjectType): readonly ObjectType[] {
  return isHead(type) ? (type.family?.members() ?? []) : [type];
}

/** Whether other types can replace a type. */
function isHead({ family }: ObjectType): boolean {
  return family?.choose !== undefined;
}

/** Whether an empty text means another one at the place of a type. */
function hasGivenText({ members, content }: ObjectType): boolean {
  if (content?.text !== undefined) return true;
  return members.some((one) => {
    if (isBranches(one) || one.kind !== 'text' || !isSimple(one.type)) return false;
    const { initial, fixed } = one.type.from ?? {};
    return initial !== undefined || fixed !== undefined;
  });
}

function arrayNode({ item, scope, rank }: ArrayType): SchemaNode {
  const field = item();
  let node = listNode(placeNode(field, scope), field.min, field.max);
  for (let left = rank; left > 1; left -= 1) node = listNode(node, 0, Number.POSITIVE_INFINITY);
  return node;
}

/** A nil element that has more than `xsi:nil`. */
function nilNode({ members, family, scope }: ObjectType, isDeclared: boolean): SchemaNode {
  const isTyped = family !== undefined;
  const extra: Property[] = [{ name: '$nil', node: { const: true }, required: true }];
  if (isTyped) {
    extra.push({ name: '$type', node: { const: family.literal }, required: !isDeclared });
  }
  const inTag = members.filter((one) => !isBranches(one) && one.inTag !== undefined);
  return membersNode(inTag, fieldNodeIn(scope), { extra });
}

/** The schema of an object type. One that no other has is created here, for types in circles. */
function typeSchema(type: ObjectType): SchemaNode {
  const known = schemaOf(type);
  if (known !== undefined) return known;
  if (type.name === '') return wholeNode(type);
  const made = createSchema(type.name, checkOf(type), () => wholeNode(type));
  register(type, made);
  return made;
}

/** Checks a value of a type by writing it. */
function checkOf(type: Simple | ObjectType): Check {
  if (isSimple(type)) return (value) => type.format(value);
  return (value, found) => checkObject(value, type, found);
}

/** Description of a type and of those that can replace it. */
function wholeNode(type: ObjectType): SchemaKeywords {
  const { family } = type;
  if (family === undefined || !isHead(type)) return ownObjectNode(type);
  const isWhole = family.derived !== family.members;
  const nodes = family.derived().map((one): SchemaNode => {
    if (one === type) return ownObjectNode(one);
    // derived types have a `$type`
    if (isWhole) return { required: ['$type'], anyOf: [typeSchema(one)] };
    return ownObjectNode(one, one.family?.literal);
  });
  return { anyOf: nodes };
}

/**
 * Description of a type itself, without those derived from it.
 *
 * @param literal the value of `$type` if it must be present
 */
function ownObjectNode(type: ObjectType, literal?: string): SchemaKeywords {
  const { members, scope, content, family } = type;
  const name = literal ?? family?.literal;
  const extra =
    name === undefined
      ? []
      : [{ name: '$type', node: { const: name }, required: literal !== undefined }];
  return membersNode(members, fieldNodeIn(scope, content), { extra, content });
}

/**
 * Creates the schema of a type.
 *
 * @param describe Called once, when the description is first needed, because types may contain
 *   each other.
 */
export function createSchema<T>(
  name: string,
  check: Check,
  describe: () => SchemaKeywords,
): TypeSchema<T> {
  let node: SchemaKeywords | undefined;
  const schema: TypeSchema<T> = {
    name,
    get node() {
      node ??= describe();
      return node;
    },
    '~standard': {
      version: 1,
      vendor: 'asmx-gen',
      validate: (value) => {
        const issues = issuesOf(check, value);
        return issues.length === 0 ? { value: value as T } : { issues };
      },
      jsonSchema: {
        input: ({ target }) => jsonSchemaOf(schema, target, true),
        output: ({ target }) => jsonSchemaOf(schema, target),
      },
    },
  };
  return schema;
}

/** Built-ins that accept any text, so that a property's name is a valid sample. */
const plainTexts: readonly string[] = ['string', 'normalizedString', 'token'];

const noSource: SimpleSource = {};

/**
 * Description of a simple type, or its schema.
 *
 * @param name of the element or attribute, for samples
 * @param text its default, for samples
 */
function simpleNode(type: Simple, name: string, text?: string): SchemaNode {
  const { base = type, fixed, initial = text } = type.from ?? noSource;
  if (fixed !== undefined) {
    const only = jsonOf(base, fixed);
    if (only !== undefined && isLiteral(base, only)) {
      return { ...builtinOf(base), const: only };
    }
  }
  const isGiven = fixed !== undefined || type.from?.initial !== undefined;
  const own = unwrapped(isGiven ? base : type);
  const given = fixed ?? initial;
  const example = given === undefined ? undefined : jsonOf(own, given);
  const examples = example === undefined ? undefined : [example];
  const known = schemaOf(own);
  if (known === undefined) return ownSimpleNode(own, name, examples);
  return examples === undefined ? known : { examples, anyOf: [known] };
}

/** A type without the check of its IDs, which says nothing about single values. */
function unwrapped(type: Simple): Simple {
  const { from } = type;
  const isSame = from?.base !== undefined && Object.keys(from).length === 1;
  return isSame ? unwrapped(from.base) : type;
}

/**
 * The description itself.
 *
 * @param given values for samples
 */
function ownSimpleNode(type: Simple, name: string, given?: readonly JsonValue[]): SchemaKeywords {
  const { own, facets = {}, values, item, members, base } = sourceOf(type);
  if (own) {
    return {
      type: 'string',
      ...examplesOf(given ?? samplesOf(type, name)),
      javascript: ownScalar(type),
    };
  }
  if (values !== undefined) {
    const all = values.map((one) => nodeToJson(builtinOf(type), one));
    return { ...builtinOf(type), enum: [...new Set(all)], ...examplesOf(given) };
  }
  const examples = examplesOf(given ?? samplesOf(type, name));
  if (item !== undefined) {
    const { length, minLength = length, maxLength = length } = facets;
    const least = minLength === undefined ? {} : { minItems: minLength };
    const most = maxLength === undefined ? {} : { maxItems: maxLength };
    return { type: 'array', ...least, ...most, ...examples, items: simpleNode(item, name) };
  }
  if (members !== undefined) {
    return { ...examples, anyOf: members.map((one) => simpleNode(one, name)) };
  }
  return { ...restricted(jsonBuiltin(base ?? type).json, facets), ...examples };
}

function examplesOf(examples: readonly JsonValue[] | undefined): SchemaKeywords {
  return examples === undefined ? {} : { examples };
}

/** JSON of a built-in type with facets. */
function restricted(json: SchemaKeywords, facets: Facets): SchemaKeywords {
  if (json.javascript === 'number') {
    const numbers: SchemaKeywords = { type: 'number', ...facetKeywords(facets, false) };
    return { javascript: 'number', anyOf: [numbers, { enum: specialNumbers }] };
  }
  // facets of the text of a bigint, a date or bytes do not apply to their JSON
  const isPlain = json.javascript === undefined && json.contentEncoding === undefined;
  return isPlain ? { ...json, ...facetKeywords(facets, json.type === 'string') } : json;
}

/** JSON of the built-in type of a type; of a list or union, nothing. */
function builtinOf(type: Simple): SchemaKeywords {
  const { base, item, members } = sourceOf(type);
  const isOther = item !== undefined || members !== undefined || base === unionTexts;
  return isOther ? {} : jsonBuiltin(base ?? type).json;
}

/** Whether a value in JSON is a literal of TypeScript in the value's own form. */
function isLiteral(type: Simple, json: JsonValue): boolean {
  const { own, item, members, base } = sourceOf(type);
  if (own || item !== undefined || members !== undefined || base === unionTexts) return false;
  const { javascript } = jsonBuiltin(base ?? type).json;
  if (javascript === 'number') return typeof json === 'number';
  return javascript === undefined || javascript === 'bigint';
}

/**
 * Two values as JSON, or one if they are equal; `undefined` if a sample needs none: booleans, and
 * texts that may be anything.
 */
function samplesOf(type: Simple, name: string): readonly JsonValue[] | undefined {
  if (isAnyText(type)) return undefined;
  const { base, own } = sourceOf(type);
  const sampled = own ? (base ?? string) : type;
  const texts = [0, 1].map((ordinal) => sampleText(sampled, { name, ordinal }));
  const found = valuesOf(type, texts);
  const [first, second] = found;
  return JSON.stringify(first) === JSON.stringify(second) ? found.slice(0, 1) : found;
}

/** Whether any text is a value. A default does not count. */
function isPlainText(type: Simple): boolean {
  const { initial, base = type } = type.from ?? noSource;
  const plain = unwrapped(initial === undefined ? type : base);
  return plain.from?.own !== true && isAnyText(plain) && builtinNameOf(plain) !== 'boolean';
}

/** Whether any text is a value, or the type is boolean, so that samples need no examples. */
function isAnyText(type: Simple): boolean {
  const { base, facets = {}, own, item, members, values } = sourceOf(type);
  if (values ?? item ?? members) return false;
  if (own) return base === undefined || (isAnyText(base) && builtinNameOf(base) !== 'boolean');
  const { name } = jsonBuiltin(base ?? type);
  return (name === 'boolean' || plainTexts.includes(name)) && Object.keys(facets).length === 0;
}

function builtinNameOf(type: Simple): string {
  return jsonBuiltin(sourceOf(type).base ?? type).name;
}

/** A text of the contract as JSON; `undefined` if it is not a value. */
function jsonOf(type: Simple, text: string): JsonValue | undefined {
  const { own, item } = sourceOf(type);
  try {
    if (item !== undefined) return valuesOf(item, wordsOf(text));
    const value = type.parse(text, outside);
    return own ? text : nodeToJson(ownSimpleNode(type, '', []), value);
  } catch {
    return undefined;
  }
}

/** Texts as JSON, without those that are no values. */
function valuesOf(type: Simple, texts: readonly string[]): readonly JsonValue[] {
  return texts
    .map((text) => jsonOf(type, text))
    .filter((json): json is JsonValue => json !== undefined);
}

function wordsOf(text: string): readonly string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

function nodeToJson(node: SchemaNode, value: unknown): JsonValue {
  return convert(node, value, 'value') as JsonValue;
}

/** A text of a simple type that satisfies its facets, if 10,000 characters are enough. */
function sampleText(type: Simple, seed: SampleSeed, facets: Facets = {}): string {
  const { from = {} } = type;
  const { base, values, item, members } = from;
  // a list has as many items as its restriction says
  const all = { ...from.facets, ...facets };
  const given = values ?? all.enumeration;
  if (given !== undefined && given.length > 0) return String(given[seed.ordinal % given.length]);
  const { samples } = all;
  if (samples !== undefined) return samples[seed.ordinal % samples.length] ?? '';
  if (item !== undefined) return sampleList(seed, all, (one) => sampleText(item, one));
  const [member] = members ?? [];
  if (member !== undefined) return sampleText(member, seed);
  if (base !== undefined) return sampleText(base, seed, all);
  return sampleBuiltin(jsonBuiltin(type), seed, all);
}

const schemas = new WeakMap<Simple | ObjectType, TypeSchema<unknown>>();

/** The schema of a type, which others refer to; `undefined` if there is none. */
function schemaOf(type: Simple | ObjectType): TypeSchema<unknown> | undefined {
  return schemas.get(type);
}

/** Makes a schema that of a type. */
function register(type: Simple | ObjectType, schema: TypeSchema<unknown>): void {
  schemas.set(type, schema);
}

/**
 * The facets of a type (XML Schema 2, 4.3) that JSON Schema can express.
 *
 * @param isText whether the value is a string in JSON
 */
function facetKeywords(facets: Facets, isText: boolean): SchemaKeywords {
  const { length, minLength = length, maxLength = length } = facets;
  if (isText) return given({ pattern: patternOf(facets.patterns), minLength, maxLength });
  return given({
    minimum: numberOf(facets.minInclusive),
    maximum: numberOf(facets.maxInclusive),
    exclusiveMinimum: numberOf(facets.minExclusive),
    exclusiveMaximum: numberOf(facets.maxExclusive),
  });
}

/** The keywords that have a value. */
function given<T extends SchemaKeywords>(keywords: T): T {
  return Object.fromEntries(
    Object.entries(keywords).filter(([, value]) => value !== undefined),
  ) as T;
}

function numberOf(text: string | undefined): number | undefined {
  const value = text === undefined || text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** A pattern with the same meaning in both dialects; `undefined` if there is none. */
function patternOf(patterns: Facets['patterns']): string | undefined {
  const [step, ...others] = patterns ?? [];
  if (step === undefined || others.length > 0) return undefined;
  const alternatives = patternAlternatives(step);
  if (alternatives.some((one) => /\\[iIcC]|\\p\{Is|-\[|[\^$]/.test(one))) return undefined;
  const pattern = `^(?:${alternatives.join('|')})$`;
  try {
    new RegExp(pattern, 'u');
    return pattern;
  } catch {
    return undefined;
  }
}

/** The patterns of a step, which is shown with `or` between them. */
function patternAlternatives([pattern, shown]: ShownPattern): readonly string[] {
  const parts = shown.split(' or ');
  const count = pattern instanceof RegExp ? pattern.source.split(')|(?:').length : 1;
  return parts.length === count ? parts : [shown];
}

/** A property in a description. */
interface Property {
  readonly name: string;
  readonly node: SchemaNode;
  readonly required: boolean;
}

/** Gives the description of a property, except for its absence. */
type FieldNode = (field: Field, isThere: boolean) => SchemaNode;

/** What else is known of an object. */
interface ObjectDetail {
  /** Properties that no member is; they come first. */
  readonly extra?: readonly Property[];
  readonly content?: ObjectType['content'];
}

/** The properties that every value has, and the choices. */
interface Parts {
  readonly always: Map<string, boolean>;
  readonly choices: (readonly Branch[])[];
}

/** Description of an object with members. */
function membersNode(
  members: readonly Member[],
  fieldNode: FieldNode,
  { extra = [], content }: ObjectDetail = {},
): SchemaKeywords {
  const parts: Parts = { always: new Map(), choices: [] };
  for (const one of members) collect(one, parts);
  const { always, choices } = parts;
  const inBranch = new Set(choices.flat().flatMap(requiredOf));
  const own = flatten(members).fields.map((field): Property => {
    const name = propertyNameOf(field);
    const isThere = always.get(name) === true;
    const node = fieldNode(field, isThere || inBranch.has(name));
    const isGiven = isFixed(field) && (field.kind === 'attribute' || content !== ordered);
    const required = field.kind === 'mixed' ? content?.fixed !== true : isThere && !isGiven;
    return { name, node, required };
  });
  return propertiesNode([...extra, ...own], choices);
}

/** Whether writers know the value. */
function isFixed(field: Field): boolean {
  return isSimple(field.type) && !isList(field) && field.type.from?.fixed !== undefined;
}

/** Finds the properties that every value has, and the choices; large ones are optional. */
function collect(member: Member, parts: Parts): void {
  const { always, choices } = parts;
  if (!isBranches(member)) always.set(propertyNameOf(member), isRequired(member));
  else if (member.kind === 'sequence') for (const one of member.members) collect(one, parts);
  else {
    const branches = alternativesOf(member, new Map());
    const [only, ...others] = branches ?? [];
    if (branches === undefined) for (const name of propertiesIn(member)) always.set(name, false);
    else if (only === undefined || others.length > 0) choices.push(branches);
    else for (const [name, { required }] of only) always.set(name, required);
  }
}

function propertiesIn({ members }: Branches): readonly string[] {
  return members.flatMap((one) => (isBranches(one) ? propertiesIn(one) : [propertyNameOf(one)]));
}

/** Description of an object with properties. */
function propertiesNode(
  properties: readonly Property[],
  choices: readonly (readonly Branch[])[] = [],
): SchemaKeywords {
  const required = properties.flatMap((one) => (one.required ? [one.name] : []));
  const nodes = properties.map(({ name, node }) => [name, node] as const);
  const [only, ...others] = choices;
  return {
    type: 'object',
    ...(required.length > 0 && { required }),
    ...(nodes.length > 0 && { properties: Object.fromEntries(nodes) }),
    ...(only !== undefined && others.length === 0 && choiceOf(only)),
    ...(others.length > 0 && { allOf: choices.map(choiceOf) }),
  };
}

/**
 * The branches of a choice. If each is one property, exactly one is present; otherwise each
 * excludes the properties of the others.
 */
function choiceOf(branches: readonly Branch[]): SchemaKeywords {
  const all = [...new Set(branches.flatMap((branch) => [...branch.keys()]))];
  const isSimple = branches.every(
    (branch) => branch.size <= 1 && [...branch.values()].every(({ required }) => required),
  );
  const nodes = branches.map((branch): SchemaKeywords => {
    const required = requiredOf(branch);
    const isPlain = isSimple && branch.size > 0;
    const excluded = isPlain ? [] : all.filter((name) => !branch.has(name));
    return {
      ...(required.length > 0 && { required }),
      ...(excluded.length > 0 && {
        properties: Object.fromEntries(excluded.map((name) => [name, false] as const)),
      }),
    };
  });
  return { [isSimple ? 'oneOf' : 'anyOf']: nodes };
}

/** The properties that a branch always has. */
function requiredOf(branch: Branch): readonly string[] {
  return [...branch].flatMap(([name, { required }]) => (required ? [name] : []));
}

/** Values that are not of a type of the contract. */
interface PlainValue {
  readonly kind: 'plain';
  readonly check: Check;
  readonly node: SchemaKeywords;
}

/** The input of an operation without parameters, which may be any object. */
export const anyInput: PlainValue = {
  kind: 'plain',
  check: (value: object) => asObject(value),
  node: { type: 'object' },
};

/** The result of an operation that has none. */
export const noValue: PlainValue = {
  kind: 'plain',
  check: (value: unknown) => {
    if (value !== undefined) throw notEncodable('nothing', value);
  },
  node: nullKeywords,
};

/** A text that an operation writes straight to the response. */
export const writtenText: PlainValue = {
  kind: 'plain',
  check: (value: string) => asText(value),
  node: { type: 'string', examples: ['sample'] },
};

/** Bytes that an operation writes straight to the response. */
export const writtenBytes: PlainValue = {
  kind: 'plain',
  check: (value: unknown) => {
    if (!(value instanceof Uint8Array)) throw notEncodable('a Uint8Array', value);
  },
  node: anyBytes,
};

/** JSON that an operation writes straight to the response. */
export const writtenJson: PlainValue = {
  kind: 'plain',
  check: (value: unknown) => {
    if (JSON.stringify(value) === undefined) throw notEncodable('JSON', value);
  },
  node: { examples: [{ sample: true }] },
};
