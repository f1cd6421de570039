import type { Span } from '../../diagnostics/source-file.ts';
import { namespaces } from '../../model/common/namespaces.ts';
import type {
  ArrayType,
  ClassNotation,
  EnumerationNotation,
  FieldNotation,
  NamedType,
  TypeExpression,
  TypeNotation,
} from '../../model/notation/notation.ts';
import { isBuiltin, isContentType, isValueType } from '../../model/notation/type-names.ts';
import type { XmlElement } from '../../runtime/xml/element.ts';

/** What samples show of types. */
export interface SampleTypes {
  /** Types found, by name. */
  readonly types: ReadonlyMap<string, TypeNotation>;
  /** What had to be guessed of a type or field. */
  readonly doubts: ReadonlyMap<object, readonly string[]>;
  /** A result, optional where its type can be null in .NET; `wanted` names its class. */
  result(element: XmlElement, wanted: string): FieldNotation;
  /** Fields in the order of the elements: of an operation's wrapper, or of a class. */
  fields(element: XmlElement, optional: 'no' | 'references'): readonly FieldNotation[];
}

/** Starts a collection; every type found is placed at `span`. */
export function createSampleTypes(span: Span): SampleTypes {
  const types = new Map<string, TypeNotation>();
  const doubts = new Map<object, readonly string[]>();

  const named = (name: string): NamedType => ({ kind: 'named', name, span });
  const plain = (base: NamedType | ArrayType): TypeExpression => ({
    base,
    optional: false,
    nillable: false,
    repeated: false,
    span,
  });

  function valueType(element: XmlElement, wanted: string): NamedType | ArrayType {
    const children = elementsOf(element);
    const text = trimmedText(element);
    if (children.length === 0 && plainAttributes(element).length === 0)
      return textType(text, wanted);
    if (children.length === 1 && children[0]?.namespace === namespaces.xsd) return named('dataset');
    const item = itemOf(element);
    if (item !== undefined) {
      return { kind: 'array', item: plain(valueType(item, item.name)), span };
    }
    return classType(element, wanted, text);
  }

  /** A placeholder: the name of a built-in type, `xml`, or the words of an enumeration. */
  function textType(text: string, wanted: string): NamedType {
    if (text === '') return named('any');
    if (text === 'xml') return named('xml');
    if (isBuiltin(text)) return named(text);
    const values = text.split(' or ').map((value) => ({ value: value.trim(), span }));
    const distinct = [...new Map(values.map((one) => [one.value, one])).values()];
    const made: EnumerationNotation = {
      kind: 'enumeration',
      name: '',
      span,
      flags: false,
      values: distinct,
    };
    return named(keep(made, wanted));
  }

  function classType(element: XmlElement, wanted: string, text: string): NamedType {
    const attributes = plainAttributes(element).map(
      (one): FieldNotation => ({
        name: one.name,
        span,
        type: plain(textType(one.value, `${pascal(wanted)}${pascal(one.name)}`)),
      }),
    );
    const content =
      elementsOf(element).length === 0 && text !== '' ? textType(text, wanted) : undefined;
    const made: ClassNotation = {
      kind: 'class',
      name: '',
      span,
      abstract: false,
      fields: fields(element, 'references'),
      attributes,
      text: content === undefined ? undefined : plain(content),
    };
    const name = named(keep(made, wanted));
    const derived = typeAttribute(element);
    const kept = types.get(name.name);
    if (derived !== undefined && kept !== undefined) {
      doubts.set(kept, [`the sample shows xsi:type ${derived}: its base type is not known`]);
    }
    return name;
  }

  /** The name of a type: that of an equal one found before, or a free one like the one wanted. */
  function keep(made: TypeNotation, wanted: string): string {
    const base = pascal(wanted);
    let name = base;
    for (let count = 2; ; count += 1) {
      const known = types.get(name);
      const free = known === undefined && !isBuiltin(name) && !isContentType(name);
      if (free) break;
      if (known !== undefined && shapeOf(known) === shapeOf(made)) return name;
      name = `${base}${count}`;
    }
    types.set(name, { ...made, name });
    return name;
  }

  function fields(element: XmlElement, optional: 'no' | 'references'): readonly FieldNotation[] {
    const found: FieldNotation[] = [];
    const children = elementsOf(element);
    for (const [at, child] of children.entries()) {
      if (children.findIndex((one) => one.name === child.name) < at) continue;
      const repeated = children.filter((one) => one.name === child.name).length > 1;
      found.push(field(child, child.name, repeated, optional === 'references'));
    }
    return found;
  }

  function field(
    element: XmlElement,
    wanted: string,
    repeated: boolean,
    optional: boolean,
  ): FieldNotation {
    const base = valueType(element, wanted);
    const reference = base.kind === 'array' || !isValue(base, types);
    const made: FieldNotation = {
      name: element.name,
      span,
      type: { ...plain(base), repeated, optional: !repeated && optional && reference },
    };
    if (base.kind === 'named' && base.name === 'any') {
      doubts.set(made, ['the sample does not show the type']);
    }
    return made;
  }

  const result = (element: XmlElement, wanted: string): FieldNotation =>
    field(element, wanted, false, true);
  return { types, doubts, result, fields };
}

function isValue({ name }: NamedType, types: ReadonlyMap<string, TypeNotation>): boolean {
  return types.get(name)?.kind === 'enumeration' || isValueType(name);
}

/**
 * Whether an element is an array: two items of one name, which is that of their type, and nothing
 * else.
 */
function itemOf(element: XmlElement): XmlElement | undefined {
  const children = elementsOf(element);
  const [first] = children;
  if (first === undefined || children.length < 2 || plainAttributes(element).length > 0) {
    return undefined;
  }
  if (children.some((one) => one.name !== first.name)) return undefined;
  const inner = elementsOf(first);
  const text = trimmedText(first);
  // An item of an array is called after its type; of an array of arrays ArrayOf….
  const fits =
    inner.length === 0 && plainAttributes(first).length === 0
      ? text === first.name || !isBuiltin(text)
      : itemOf(first) === undefined || first.name.startsWith('ArrayOf');
  return fits ? first : undefined;
}

/** Elements inside an element. */
export function elementsOf(element: XmlElement): readonly XmlElement[] {
  return (element.children ?? []).filter((one): one is XmlElement => typeof one !== 'string');
}

/** Text of an element itself. */
function trimmedText(element: XmlElement): string {
  const texts = (element.children ?? []).filter((one): one is string => typeof one === 'string');
  return texts.join('').trim();
}

function plainAttributes(element: XmlElement): NonNullable<XmlElement['attributes']> {
  return (element.attributes ?? []).filter((one) => (one.namespace ?? '') === '');
}

function typeAttribute(element: XmlElement): string | undefined {
  return element.attributes?.find((one) => one.namespace === namespaces.xsi && one.name === 'type')
    ?.value;
}

/** A text that is the same for types that show the same. */
function shapeOf(type: TypeNotation): string {
  return JSON.stringify({ ...type, name: '' }, (key, value) =>
    key === 'span' ? undefined : value,
  );
}

function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
