import type { Span } from '../../diagnostics/source-file.ts';
import { isOptional } from '../declarations/type-text.ts';
import { contentParts } from '../shapes/branches.ts';
import { isGiven } from '../shapes/fixed-fields.ts';
import type {
  ContentField,
  ContentNode,
  Field,
  GroupShape,
  HeadShape,
  ObjectShape,
  PlaceShape,
  ValueShape,
} from '../shapes/shape.ts';
import { tagFields } from '../shapes/shape-nil.ts';
import { isContent } from '../shapes/shape-object.ts';

/**
 * A property in generated code and on the wire: of an input or a result, or of an object inside.
 * Everything that names or describes properties for users is based on these.
 */
export interface MessageField {
  readonly property: string;
  /**
   * Local name of its element or attribute, or name of its part; absent if it has none or several.
   */
  readonly wireName: string | undefined;
  /** One value of it. */
  readonly value: FieldValue;
  /** Whether it may be omitted, always or as a branch of a choice. */
  readonly optional: boolean;
  /** Whether codecs write its fixed value if none is given. */
  readonly given: boolean;
  /** Whether it is a list of values. */
  readonly repeated: boolean;
  /** Whether a value may be `null`. */
  readonly nillable: boolean;
  /** The fixed or default value of its element or attribute. */
  readonly preset?: string | undefined;
  readonly documentation: string | undefined;
  /** Where it is declared. */
  readonly span: Span | undefined;
}

/** The value of a property. */
export type FieldValue =
  | ValueShape
  /** A substitution group: an object with one key. */
  | { readonly kind: 'head'; readonly head: HeadShape }
  /** One iteration of a repeated choice or sequence. */
  | { readonly kind: 'group'; readonly group: GroupShape }
  /** A node of mixed content: text or an element. */
  | { readonly kind: 'node' }
  /** An attribute that is not in the schema. */
  | { readonly kind: 'attribute' }
  /** Namespaces by prefix. */
  | { readonly kind: 'namespaces' };

/** Properties of an object: attributes, then elements in the order of the schema. */
export function fieldsOfObject(object: ObjectShape): readonly MessageField[] {
  return fieldsOf(object.fields, object.content);
}

/** Properties that a nil element keeps, besides `$nil` and `$type`. */
export function fieldsOfNil(object: ObjectShape): readonly MessageField[] {
  return tagFields(object).map((field) => withGiven(field, isOptional(field), object.content));
}

/** Properties of one iteration of a repeated group. */
export function fieldsOfGroup(group: GroupShape): readonly MessageField[] {
  return fieldsOf(group.fields, group.content);
}

function fieldsOf(fields: readonly Field[], content: ContentNode): readonly MessageField[] {
  const required = requiredFields(content);
  return fields.map((field) =>
    withGiven(field, isContent(field) ? !required.has(field) : isOptional(field), content),
  );
}

function withGiven(field: Field, optional: boolean, content: ContentNode): MessageField {
  return { ...messageField(field, optional), given: isGiven(field, content) };
}

/** Fields that every value has, including those common to all branches of a choice. */
function requiredFields(content: ContentNode): ReadonlySet<ContentField> {
  const { always, choices } = contentParts(content);
  const required = new Set<ContentField>();
  const add = (field: ContentField, optional: boolean): void => {
    if (!optional) required.add(field);
  };
  for (const [field, optional] of always) add(field, optional);
  for (const [first, ...others] of choices) {
    for (const [field, optional] of first ?? []) {
      add(field, optional || others.some((branch) => branch.get(field) !== false));
    }
  }
  return required;
}

/** A field of a shape as a property. */
export function messageField(field: Field, optional: boolean = isOptional(field)): MessageField {
  const { property } = field;
  const unsaid = { given: false, nillable: false, documentation: undefined, span: undefined };
  const plain = { property, optional, ...unsaid };
  switch (field.kind) {
    case 'attribute': {
      const { name, documentation, span, fixed, default: initial } = field.use;
      const wireName = name.localName;
      const preset = fixed ?? initial;
      const value = field.shape;
      return { ...plain, wireName, value, repeated: false, preset, documentation, span };
    }
    case 'anyAttributes':
      return { ...plain, wireName: undefined, value: { kind: 'attribute' }, repeated: true };
    case 'namespaces':
      return { ...plain, wireName: undefined, value: { kind: 'namespaces' }, repeated: false };
    case 'text':
      return { ...plain, wireName: undefined, value: field.shape, repeated: false };
    case 'mixed':
      return { ...plain, wireName: undefined, value: { kind: 'node' }, repeated: true };
    case 'element':
      return placeField(property, field.place, optional, field.repeated);
    case 'head': {
      const { head, repeated } = field;
      const { documentation, span } = head.element;
      const value = { kind: 'head', head } as const;
      return { ...plain, wireName: undefined, value, repeated, documentation, span };
    }
    case 'any':
      return { ...plain, wireName: undefined, value: { kind: 'xml' }, repeated: field.repeated };
    case 'group': {
      const value = { kind: 'group', group: field.group } as const;
      return { ...plain, wireName: undefined, value, repeated: true };
    }
  }
}

/** A property for an element. */
export function placeField(
  property: string,
  { element, value, nillable }: PlaceShape,
  optional: boolean,
  repeated: boolean,
): MessageField {
  const { name, documentation, span, fixed, default: initial } = element;
  const wireName = name.localName;
  const preset = fixed ?? initial;
  const field = { property, wireName, value, optional, given: false, repeated, nillable };
  return { ...field, preset, documentation, span };
}
