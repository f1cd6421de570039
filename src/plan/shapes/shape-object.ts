import type { AttributeUse, ComplexType } from '../../model/xsd/schema.ts';
import { namespaceWord, pascalName } from '../../names/names.ts';
import type { TypeNode } from '../print/node.ts';
import { namedType } from '../print/type-node.ts';
import { typedContent, typedDataSet } from '../scope/data-sets.ts';
import { arrayItem } from '../scope/particles.ts';
import {
  createPropertyTable,
  enterInherited,
  type PropertyTable,
  preferredName,
  takeProperty,
} from './property-table.ts';
import type {
  AttributeField,
  ContentField,
  Family,
  Field,
  ObjectShape,
  SequenceNode,
} from './shape.ts';
import { fieldsOf } from './shape.ts';
import { buildContent } from './shape-content.ts';
import { familyOf } from './shape-family.ts';
import { isTagField } from './shape-nil.ts';
import type { Shaper } from './shaper.ts';

const nothing: SequenceNode = { kind: 'sequence', nodes: [] };

/** The fields of an object, computed on demand because types form cycles. */
interface Parts {
  readonly ownFields: readonly Field[];
  readonly fields: readonly Field[];
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
  #family: Family | undefined | 'unknown' = 'unknown';

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
    this.#parts ??= partsOf(this.source, this.base, this.#shaper);
    return this.#parts;
  }

  get fields(): readonly Field[] {
    return this.#built.fields;
  }

  get ownFields(): readonly Field[] {
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

  get family(): Family | undefined {
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

function partsOf(type: ComplexType, base: ObjectShape | undefined, shaper: Shaper): Parts {
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
  const ownFields: Field[] = addedAttributes(type, base).map((use) =>
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
function inWireOrder(fields: readonly Field[]): readonly Field[] {
  if (!fields.some(isTagField)) return fields;
  return [...fields.filter(isTagField), ...fields.filter((field) => !isTagField(field))];
}

/** Whether the text of an element needs declarations in the start tag. */
function declares(field: Field): boolean {
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
export function isContent(field: Field): field is ContentField {
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
function scopeOf(type: ComplexType, fields: readonly Field[], shaper: Shaper): string {
  const counts = new Map<string, number>();
  const count = (field: Field): void => {
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
