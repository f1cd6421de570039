import type { Span } from '../../diagnostics/source-file.ts';
import { namespaces } from '../../model/common/namespaces.ts';
import type {
  ArrayType,
  FieldNotation,
  NamedType,
  TypeExpression,
  TypeNotation,
} from '../../model/yaml/notation.ts';
import { isBuiltin, isContentType, isValueType } from '../../model/yaml/type-names.ts';
import type { XmlElement } from '../../runtime/xml/element.ts';

/** The types that samples show. */
export class SampleTypes {
  /** Types found, by name. */
  readonly types: Map<string, TypeNotation> = new Map();
  /** Guesses about a type or field. */
  readonly doubts: Map<object, readonly string[]> = new Map();
  /** Names of types by the name they should have and their structure. */
  readonly #alike = new Map<string, string>();
  /** The first number that may be free after a name. */
  readonly #counts = new Map<string, number>();
  /** The span of every type. */
  readonly #span: Span;

  constructor(span: Span) {
    this.#span = span;
  }

  /** A result, which is optional if its type can be null in .NET. `name` is for its class. */
  result(element: XmlElement, name: string): FieldNotation {
    const type = this.#typeOf(element, name);
    return this.#field(element, { ...type, optional: this.#isReference(type) });
  }

  /** A SOAP header, whose class usually has its name. */
  header(element: XmlElement): FieldNotation {
    return this.#field(element, this.#typeOf(element, element.name));
  }

  /** Fields in the order of the elements of an operation's wrapper or of a class. */
  fields(element: XmlElement, optional: 'no' | 'references'): readonly FieldNotation[] {
    const byName = new Map<string, { readonly first: XmlElement; repeated: boolean }>();
    for (const child of elementsOf(element)) {
      const known = byName.get(child.name);
      if (known === undefined) byName.set(child.name, { first: child, repeated: false });
      else known.repeated = true;
    }
    return [...byName.values()].map(({ first, repeated }) => {
      const type = this.#typeOf(first, first.name);
      const absent = !repeated && optional === 'references' && this.#isReference(type);
      return this.#field(first, { ...type, repeated, optional: absent });
    });
  }

  #field({ name }: XmlElement, type: TypeExpression): FieldNotation {
    const field: FieldNotation = { name, span: this.#span, type };
    if (type.base.kind === 'named' && type.base.name === 'any') {
      this.doubts.set(field, ['the sample does not show the type']);
    }
    return field;
  }

  /** Whether a type can be null in .NET. */
  #isReference({ base }: TypeExpression): boolean {
    if (base.kind === 'array') return true;
    return this.types.get(base.name)?.kind !== 'enumeration' && !isValueType(base.name);
  }

  #plain(base: NamedType | ArrayType): TypeExpression {
    return { base, optional: false, nillable: false, repeated: false, span: this.#span };
  }

  #named(name: string): TypeExpression {
    return this.#plain({ kind: 'named', name, span: this.#span });
  }

  #typeOf(element: XmlElement, name: string): TypeExpression {
    const children = elementsOf(element);
    const text = trimmedText(element);
    if (children.length === 0 && plainAttributes(element).length === 0) {
      return this.#textType(text, name);
    }
    if (children.length === 1 && children[0]?.namespace === namespaces.xsd) {
      return this.#named('dataset');
    }
    const item = itemOf(element);
    if (item === undefined) return this.#classType(element, name, text);
    return this.#plain({ kind: 'array', item: this.#typeOf(item, item.name), span: this.#span });
  }

  /** A placeholder: the name of a built-in type, `xml`, or the words of an enumeration. */
  #textType(text: string, name: string): TypeExpression {
    if (text === '') return this.#named('any');
    // what Mono shows of a data set
    if (text === 'xmlxml') return this.#named('dataset');
    if (text === 'xml' || isBuiltin(text)) return this.#named(text);
    const span = this.#span;
    const words = new Set(text.split(' or ').map((value) => value.trim()));
    const values = [...words].map((value) => ({ value, span }));
    return this.#keep({ kind: 'enumeration', name: '', span, flags: false, values }, name);
  }

  #classType(element: XmlElement, name: string, text: string): TypeExpression {
    const span = this.#span;
    const attributes = plainAttributes(element).map(
      (one): FieldNotation => ({
        name: one.name,
        span,
        type: this.#textType(one.value, `${pascal(name)}${pascal(one.name)}`),
      }),
    );
    const textOnly = elementsOf(element).length === 0 && text !== '';
    const content = textOnly ? this.#textType(text, name) : undefined;
    const fields = this.fields(element, 'references');
    const type = this.#keep(
      { kind: 'class', name: '', span, abstract: false, fields, attributes, text: content },
      name,
    );
    const derived = typeAttribute(element);
    const kept = type.base.kind === 'named' ? this.types.get(type.base.name) : undefined;
    if (derived !== undefined && kept !== undefined) {
      this.doubts.set(kept, [`the sample shows xsi:type ${derived}: its base type is not known`]);
    }
    return type;
  }

  /** A known type of the same structure, or this one with a free name. */
  #keep(type: TypeNotation, name: string): TypeExpression {
    const base = pascal(name);
    const key = `${base} ${shapeOf(type)}`;
    const known = this.#alike.get(key);
    if (known !== undefined) return this.#named(known);
    const free = this.#freeName(base);
    this.#alike.set(key, free);
    this.types.set(free, { ...type, name: free });
    return this.#named(free);
  }

  #freeName(base: string): string {
    for (let count = this.#counts.get(base) ?? 1; ; count += 1) {
      const name = count === 1 ? base : `${base}${count}`;
      if (this.types.has(name) || isBuiltin(name) || isContentType(name)) continue;
      this.#counts.set(base, count + 1);
      return name;
    }
  }
}

/** Whether an element is an array: just two items of the same name, which is that of their type. */
function itemOf(element: XmlElement): XmlElement | undefined {
  const children = elementsOf(element);
  const [first] = children;
  if (first === undefined || children.length < 2 || plainAttributes(element).length > 0) {
    return undefined;
  }
  if (children.some((one) => one.name !== first.name)) return undefined;
  const inner = elementsOf(first);
  const text = trimmedText(first);
  // An item of an array is named after its type, in an array of arrays ArrayOf….
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

/** A text that is equal for types of the same structure. */
function shapeOf(type: TypeNotation): string {
  return JSON.stringify({ ...type, name: '' }, (key, value) =>
    key === 'span' ? undefined : value,
  );
}

function pascal(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}
