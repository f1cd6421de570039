import { replacements } from '../model/link/context.ts';
import type { AttributeUse, ComplexType } from '../model/xsd/schema.ts';
import { namespaceWord, pascalName } from '../names/identifiers.ts';
import { namedType, type TypeNode } from '../print/node.ts';
import { contentParts, isOrdered } from './content-model.ts';
import {
  arrayItem,
  buildContent,
  createPropertyTable,
  enterInherited,
  type PropertyTable,
  preferredName,
  takeProperty,
} from './content-shape.ts';
import {
  type AnyAttributesField,
  type AttributeField,
  type ContentField,
  type ContentNode,
  type FamilyPart,
  type FamilyShape,
  fieldsOf,
  type NamespacesField,
  type ObjectShape,
  type PlaceShape,
  type SequenceNode,
  type ShapeField,
} from './shape.ts';
import type { Shaper } from './simple-shape.ts';
import { typedContent, typedDataSet } from './used-types.ts';

/** Whether a property has a fixed value whenever it is present. */
export function isFixed(field: ShapeField): boolean {
  if (field.kind === 'attribute') return field.use.fixed !== undefined;
  if (field.kind !== 'element' || field.repeated) return false;
  return field.place.value.kind === 'simple' && field.place.element.fixed !== undefined;
}

/**
 * Whether writers know the value of a property, so that it need not be given: it is fixed, and
 * present whenever the object is.
 *
 * @param content of the object; if its order matters, the properties present decide the branch
 */
export function isGiven(field: ShapeField, content: ContentNode): boolean {
  return isFixed(field) && (field.kind === 'attribute' || !isOrdered(content));
}

/** Whether an optional attribute is read as its default if it is missing. */
function hasDefault(field: ShapeField): boolean {
  return field.kind === 'attribute' && !field.use.required && field.use.default !== undefined;
}

/** Fields that are always read, although they need not be given when writing. */
export function fieldsAlwaysRead(
  fields: readonly ShapeField[],
  content: ContentNode,
): readonly ShapeField[] {
  const given = fields.filter((field) => isGiven(field, content) || hasDefault(field));
  if (!given.some(isContent)) return given;
  const { always } = contentParts(content);
  return given.filter((field) => !isContent(field) || always.get(field) === false);
}

const nothing: SequenceNode = { kind: 'sequence', nodes: [] };

/** The fields of an object, computed on demand because types form cycles. */
interface Parts {
  readonly ownFields: readonly ShapeField[];
  readonly fields: readonly ShapeField[];
  readonly ownContent: SequenceNode;
  readonly content: SequenceNode;
}

/**
 * The shape of a complex type as an object. A class, so that its accessors are created only once.
 */
export class ComplexShape implements ObjectShape {
  readonly kind = 'object';
  readonly source: ComplexType;
  readonly name: string;
  readonly type: TypeNode;
  readonly #shaper: Shaper;
  #base: ObjectShape | undefined | 'unknown' = 'unknown';
  #parts: Parts | undefined;
  #scope: string | undefined;
  #tagged: boolean | undefined;
  #family: FamilyShape | undefined | 'unknown' = 'unknown';

  constructor(type: ComplexType, shaper: Shaper) {
    this.source = type;
    this.name = shaper.nameOf(type);
    this.type = namedType(this.name);
    this.#shaper = shaper;
  }

  get base(): ObjectShape | undefined {
    if (this.#base === 'unknown') this.#base = baseOf(this.source, this.#shaper);
    return this.#base;
  }

  get #built(): Parts {
    this.#parts ??= ownParts(this.source, this.base, this.#shaper);
    return this.#parts;
  }

  get fields(): readonly ShapeField[] {
    return this.#built.fields;
  }

  get ownFields(): readonly ShapeField[] {
    return this.#built.ownFields;
  }

  get content(): SequenceNode {
    return this.#built.content;
  }

  get ownContent(): SequenceNode {
    return this.#built.ownContent;
  }

  get scope(): string {
    this.#scope ??= this.#hasUnqualifiedMember()
      ? ''
      : scopeOf(this.source, this.fields, this.#shaper);
    return this.#scope;
  }

  /** Whether a name in `xsi:type` may have no namespace. Such a name can have no prefix. */
  #hasUnqualifiedMember(): boolean {
    const { members = [] } = this.family ?? {};
    return members.some(({ source }) => source.name?.namespace === '');
  }

  get tagged(): boolean {
    this.#tagged ??=
      this.family !== undefined ||
      this.fields.some((field) => isTagField(field) || declares(field));
    return this.#tagged;
  }

  get family(): FamilyShape | undefined {
    if (this.#family === 'unknown') this.#family = familyOf(this.source, this, this.#shaper);
    return this.#family;
  }
}

/** The base as TypeScript can express it: an extension must keep the base's kind of content. */
function baseOf(type: ComplexType, shaper: Shaper): ObjectShape | undefined {
  const { base } = type;
  if (base === undefined || type.derivation !== 'extension' || base.mixed !== type.mixed) {
    return undefined;
  }
  if (base.soapArray !== undefined || arrayItem(base, shaper.options) !== undefined) {
    return undefined;
  }
  const shape = shaper.object(base);
  // a base that nothing may replace has a `$type` of its own, which others must not inherit
  if (shape.family?.head === false) return undefined;
  return shape.fields.length === 0 && shape.family === undefined ? undefined : shape;
}

function ownParts(type: ComplexType, base: ObjectShape | undefined, shaper: Shaper): Parts {
  const table = createPropertyTable();
  if (base !== undefined) inherit(table, base);
  const particle = base === undefined ? type.particle : type.ownParticle;
  let ownContent = nothing;
  if (particle !== undefined && !type.mixed && type.simpleContent === undefined) {
    const isTyped = typedDataSet(particle, shaper.dataSets) !== undefined;
    const node = buildContent(isTyped ? typedContent : particle, table, shaper.contentOf(type));
    ownContent = node.kind === 'sequence' ? node : { kind: 'sequence', nodes: [node] };
  }
  const contentFields = fieldsOf(ownContent);
  const ownFields: ShapeField[] = addedAttributes(type, base).map((use) =>
    attributeField(use, table, shaper),
  );
  if (type.anyAttribute !== undefined && base?.source.anyAttribute === undefined) {
    ownFields.push({ kind: 'anyAttributes', property: '$anyAttributes' });
  }
  const isMixed = type.mixed && type.simpleContent === undefined;
  const isOpen = isMixed || type.anyAttribute !== undefined;
  if (isOpen && !base?.fields.some(({ kind }) => kind === 'namespaces')) {
    ownFields.push({ kind: 'namespaces', property: '$namespaces' });
  }
  if (base === undefined && type.simpleContent !== undefined) {
    ownFields.push({ kind: 'text', property: '$value', shape: shaper.simple(type.simpleContent) });
  }
  if (base === undefined && isMixed) ownFields.push({ kind: 'mixed', property: '$content' });
  ownFields.push(...contentFields);
  const content: SequenceNode =
    base === undefined
      ? ownContent
      : { kind: 'sequence', nodes: [...base.content.nodes, ...ownContent.nodes] };
  const fields = base === undefined ? ownFields : inWireOrder([...base.fields, ...ownFields]);
  return { ownFields, fields, ownContent, content };
}

/** Attributes that a type adds to those of its base. */
function addedAttributes(
  type: ComplexType,
  base: ObjectShape | undefined,
): readonly AttributeUse[] {
  if (base === undefined) return type.attributes;
  const inherited = new Set(base.source.attributes.map((use) => use.name));
  return type.ownAttributes.filter((use) => !inherited.has(use.name));
}

/** Attributes before content, each in document order. */
function inWireOrder(fields: readonly ShapeField[]): readonly ShapeField[] {
  if (!fields.some(isTagField)) return fields;
  return [...fields.filter(isTagField), ...fields.filter((field) => !isTagField(field))];
}

/** Whether the text of an element needs declarations in the start tag. */
function declares(field: ShapeField): boolean {
  return field.kind === 'text' && field.shape.qnames;
}

/**
 * Starts with the fields of the base: its names are taken, and its elements come before those
 * added.
 */
function inherit(table: PropertyTable, base: ObjectShape): void {
  for (const field of base.fields) {
    table.taken.add(field.property);
    if (isContent(field)) enterInherited(table, field);
  }
}

/** Whether a field consists of child elements. */
export function isContent(field: ShapeField): field is ContentField {
  return (
    field.kind === 'element' ||
    field.kind === 'head' ||
    field.kind === 'any' ||
    field.kind === 'group'
  );
}

function attributeField(use: AttributeUse, table: PropertyTable, shaper: Shaper): AttributeField {
  const preferred = preferredName(use);
  const property = takeProperty(table, preferred, () => [
    `${preferred}Attribute`,
    `${preferred}${namespaceWord(use.name.namespace)}Attribute`,
    pascalName(preferred),
  ]);
  return { kind: 'attribute', property, use, shape: shaper.simple(use.type) };
}

/**
 * The most frequent namespace of child elements, the first of several; the type's own if there are
 * none.
 */
function scopeOf(type: ComplexType, fields: readonly ShapeField[], shaper: Shaper): string {
  const counts = new Map<string, number>();
  const count = (field: ShapeField): void => {
    if (field.kind === 'group') field.group.fields.forEach(count);
    if (field.kind !== 'element' && field.kind !== 'head') return;
    const element = field.kind === 'element' ? field.place.element : field.head.element;
    const { namespace } = element.name;
    counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
  };
  fields.forEach(count);
  let best = shaper.namespaceOf(type);
  let most = 0;
  for (const [namespace, number] of counts) {
    if (number > most) {
      best = namespace;
      most = number;
    }
  }
  return best;
}

/** A field in the start tag, which even a nil element has. */
type TagField = AttributeField | AnyAttributesField | NamespacesField;

/** Fields in the start tag. */
export function tagFields({ fields }: ObjectShape): readonly TagField[] {
  return fields.filter(isTagField);
}

/** Whether a field is in the start tag. */
export function isTagField(field: ShapeField): field is TagField {
  const { kind } = field;
  return kind === 'attribute' || kind === 'anyAttributes' || kind === 'namespaces';
}

/**
 * Whether a nil element of a type may have more than `xsi:nil`: attributes, or the `xsi:type` that
 * an abstract declared type requires. `null` has no room for these.
 */
export function hasNilForm(object: ObjectShape): boolean {
  const { family } = object;
  if (family === undefined || !family.head) return hasAttributes(object);
  return !family.concrete || family.members.some(hasAttributes);
}

function hasAttributes({ fields }: ObjectShape): boolean {
  return fields.some((field) => isTagField(field) && field.kind !== 'namespaces');
}

/** The object type of a place whose nil element may have more than `xsi:nil`. */
export function nilObject(place: PlaceShape): ObjectShape | undefined {
  const { nillable, isAccessor, value } = place;
  if (!nillable || isAccessor || value.kind !== 'object') return undefined;
  return hasNilForm(value) ? value : undefined;
}

/**
 * Name of the type of nil elements at places of a type. Types of the contract have no `$` in their
 * names.
 */
export function nilName({ name }: ObjectShape): string {
  return `${name}$Nil`;
}

/** As {@link nilName}, for a type itself without those that may stand in for it. */
export function ownNilName(shape: ObjectShape): string {
  const { name, family, written } = shape;
  return `${written === undefined ? (family?.fieldsName ?? name) : ownReadName(shape)}$Nil`;
}

/** Name of a type itself as it is read, without those that may stand in for it. */
export function ownReadName({ name, family }: ObjectShape): string {
  return family?.head === true ? `${name}$Own` : name;
}

/**
 * Types allowed at a place if its element blocks some that its type allows; `undefined` otherwise.
 */
export function typesAt(place: PlaceShape): readonly ObjectShape[] | undefined {
  const { element } = place;
  if (element.block === undefined) return undefined;
  const { value } = place;
  if (value.kind !== 'object' || value.family?.head !== true) return undefined;
  const { members } = value.family;
  const allowed = new Set([value.source, ...replacements(value.source, element.block)]);
  const left = members.filter((member) => allowed.has(member.source));
  return left.length === members.length ? undefined : left;
}

/**
 * The family of a type for which an `xsi:type` may select another one; `undefined` for all others.
 * Anonymous types have no name to select.
 */
function familyOf(type: ComplexType, shape: ObjectShape, shaper: Shaper): FamilyShape | undefined {
  if (type.name === undefined || !shaper.used.families.has(type)) return undefined;
  const others = replacements(type);
  const head = others.length > 0;
  const concrete = !type.abstract || !head;
  const shapes = others.filter((one) => !one.abstract).map((one) => shaper.object(one));
  const twins = shaper.namesBelow(rootOf(type)).get(type.name.localName) ?? 1;
  const literal = twins > 1 ? shape.name : type.name.localName;
  return {
    literal,
    head,
    concrete,
    members: concrete ? [shape, ...shapes] : shapes,
    derived: familyParts(others, shaper),
    fieldsName: head ? shaper.nameOf(type.derived) : shape.name,
  };
}

/**
 * Replacements of a type as few unions. A union with types that must not replace it is of no use,
 * so its own type stands alone then.
 */
function familyParts(types: readonly ComplexType[], shaper: Shaper): readonly FamilyPart[] {
  const allowed = new Set(types);
  const covered = new Set<ComplexType>();
  const parts: FamilyPart[] = [];
  for (const type of types) {
    if (covered.has(type)) continue;
    const below = replacements(type);
    const whole = below.every((one) => allowed.has(one));
    parts.push({ shape: shaper.object(type), whole });
    if (whole) for (const one of below) covered.add(one);
  }
  return parts;
}

function rootOf(type: ComplexType): ComplexType {
  let root = type;
  while (root.base !== undefined) root = root.base;
  return root;
}
